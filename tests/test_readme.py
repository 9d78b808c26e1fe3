"""README.md is true: console blocks are run and their whole output compared, Python blocks are doctests.

The two install commands are run by ``.ci/run``, which takes them from README.md; here only what they end in.
"""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL = re.compile(r"python3 -m venv \.venv && \.venv/bin/pip install --quiet \S+ && \.venv/bin/")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that stands below it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


CONSOLE = [pytest.param(block, id=steps(block)[0][0]) for block in blocks("console")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples, so that commands may write files beside them."""
    place = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", place / "examples")
    return place


def run(commands: list[str], folder: Path) -> list[str]:
    """What each command prints, in one shell, with the installed ``blockcheck`` first on the path."""
    script = "".join(f"{command}\nstatus=$?; printf '\\0'; (exit $status)\n" for command in commands)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout.split("\0")[:-1]


class TestReadmeShowsWhatHappens:
    @pytest.mark.parametrize("block", CONSOLE)
    def test_console(self, block: str, folder: Path) -> None:
        shown = [step for step in steps(block) if not step[0].endswith("/pytest")]
        outputs = run([INSTALL.sub("", command) for command, _ in shown], folder)
        assert outputs == [output for _, output in shown]

    def test_python(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(ROOT)
        examples = doctest.DocTestParser().get_doctest(
            "\n".join(blocks("python")), {}, "README.md", "README.md", 0
        )
        assert examples.examples
        report: list[str] = []
        doctest.DocTestRunner().run(examples, out=report.append)
        assert report == []

    def test_boards_are_examples(self) -> None:
        texts = [path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("[0-9]*.json")]
        boards = [json.loads(text) for text in texts]
        assert blocks("json")
        assert all(json.loads(block) in boards for block in blocks("json"))


class TestReadmeInstallsWithOneCommandEach:
    def test_the_first_example_and_the_tests(self) -> None:
        commands = re.findall(r"^\$ (python3 -m venv .*)$", README, re.MULTILINE)
        assert [INSTALL.sub("", command) for command in commands] == [
            "blockcheck check examples/01-plain-block.json",
            "pytest",
        ]

    def test_ci_takes_the_commands_from_here(self) -> None:
        text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
        assert r"sed -n 's/^\$ \(python3 -m venv .*\)$/\1/p' README.md" in text

    def test_every_link_leads_to_a_file(self) -> None:
        links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
        assert links
        assert [link for link in links if not (ROOT / link).exists()] == []
