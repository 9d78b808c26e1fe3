"""What every test may use: the repository, the shared material beside it, and the installed command."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True, scope="session")
def interrupts() -> None:
    """Interrupts reach the commands that tests start, also where whoever started the tests ignores them."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The cases, boards and rules beside the repository: required in CI, skipped without them elsewhere."""
    place = ROOT.parent / "shared"
    if place.is_dir():
        return place
    if os.environ.get("CI"):
        pytest.fail("CI needs the shared material in ../shared")
    pytest.skip("the shared material is not in ../shared")


@pytest.fixture(scope="session")
def blockcheck() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the installed command in the repository: ``blockcheck("check", "examples/…", stdin="…")``."""

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [Path(sys.executable).with_name("blockcheck"), *arguments],
            cwd=ROOT,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"NO_COLOR": "1", "COLUMNS": "110"},
        )

    return run


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., CompletedProcess[str]]:
    """Runs the command in this process, in the repository: ``run("check", "examples/…", stdin="…")``."""
    from blockcheck.cli import main  # collecting tests needs no command line

    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")

    def command(*words: str, stdin: str = "") -> CompletedProcess[str]:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as end:
            main(list(words))
        done = capfd.readouterr()
        return CompletedProcess(words, int(end.value.code or 0), done.out, done.err)

    return command
