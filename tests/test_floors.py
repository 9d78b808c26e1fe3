"""Packages that cost time to load are loaded only where they are needed; `lint-imports` holds the floors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

HEAVY = ("ortools", "pandas", "typer")


def loaded(code: str) -> list[str]:
    """Which of the heavy packages are loaded after some code, in a process of its own."""
    listing = f"import sys, json; print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{listing}"], capture_output=True, text=True, check=True
    )
    names: list[str] = json.loads(done.stdout.splitlines()[-1])
    return names


def checking(name: str) -> str:
    """Code that judges an example."""
    path = str(EXAMPLES / name)
    imports = "from pathlib import Path\nfrom blockcheck import check, load_board\n"
    return f"{imports}check(load_board(Path({path!r})))"


class TestOnlyWhoSolvesLoadsTheSolver:
    def test_importing_the_package_loads_none(self) -> None:
        assert loaded("import blockcheck") == []

    @pytest.mark.parametrize(
        "name", ["01-plain-block.json", "02-flying.json", "11-planeswalker-and-battle.json"]
    )
    def test_a_board_without_requirements_loads_none(self, name: str) -> None:
        assert loaded(checking(name)) == []

    def test_a_board_that_needs_the_solver_loads_it_without_pandas(self) -> None:
        assert "pandas" not in loaded(checking("21-reassign-everyone.json"))
