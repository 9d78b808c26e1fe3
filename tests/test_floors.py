"""Packages that cost time to load are loaded only where they are needed; `lint-imports` holds the floors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.families import FAMILIES

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

HEAVY = ("ortools", "pandas", "typer", "lark", "yaml", "sqlite3", "dask", "distributed")
OTHER_ANSWERS = ("blockcheck.aftermath", "blockcheck.guide", "blockcheck.outcome", "blockcheck.window")


def loaded(code: str) -> list[str]:
    """Which of the heavy packages are loaded after some code, in a process of its own."""
    watched = HEAVY + OTHER_ANSWERS
    listing = f"import sys, json; print(json.dumps([name for name in {watched!r} if name in sys.modules]))"
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


def checking_a_hard_board() -> str:
    """Code that judges a board on which creatures can block many attackers in many ways."""
    board = FAMILIES["multi-block"].instance((12, 9)).text
    return f"from blockcheck import Judge, load_board\nJudge(load_board({board!r})).check({{}})"


def commanding(*words: str) -> str:
    """Code that runs a command and prints nothing of it."""
    imports = "import contextlib, io\nfrom blockcheck.cli import main\n"
    quiet = "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):"
    return f"{imports}{quiet} main({list(words)!r})"


class TestOnlyWhoSolvesLoadsTheSolver:
    def test_importing_the_package_loads_none(self) -> None:
        assert loaded("import blockcheck") == []

    @pytest.mark.parametrize(
        "name", ["01-plain-block.json", "02-flying.json", "11-planeswalker-and-battle.json"]
    )
    def test_a_board_without_requirements_loads_none(self, name: str) -> None:
        assert loaded(checking(name)) == []

    def test_a_small_board_is_looked_through_without_one(self) -> None:
        assert loaded(checking("06-exactly-one-against-a-lure.json")) == ["lark"]

    def test_a_board_that_needs_the_solver_loads_it_without_pandas(self) -> None:
        names = loaded(checking_a_hard_board())
        assert "ortools" in names
        assert "pandas" not in names

    def test_forty_tokens_need_none(self) -> None:
        assert loaded(checking("22-forty-tokens.json")) == ["lark"]

    def test_nothing_loads_pandas(self) -> None:
        path = str(EXAMPLES / "06-exactly-one-against-a-lure.json")
        every = (("options",), ("explain", "--bound"), ("list",), ("solve",), ("export", "--format", "cpsat"))
        names = loaded("\n".join(commanding(*words, path) for words in every))
        assert "ortools" in names
        assert "pandas" not in names


class TestACommandLoadsWhatItAnswers:
    def test_a_board_of_keywords_needs_no_grammar_and_no_solver(self) -> None:
        for name in ("01-plain-block.json", "02-flying.json"):
            assert loaded(commanding("check", str(EXAMPLES / name))) == ["typer"]

    def test_a_batch_of_them_too(self, tmp_path: Path) -> None:
        board = json.dumps(json.loads((EXAMPLES / "02-flying.json").read_text(encoding="utf-8")))
        (tmp_path / "in.jsonl").write_text(board, encoding="utf-8")
        words = ("batch", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl"))
        assert set(loaded(commanding(*words))) == {"typer", "sqlite3"}

    def test_other_answers_are_not_loaded_for_a_verdict(self) -> None:
        assert loaded(checking_a_hard_board()) == ["ortools", "lark"]
