"""Every board of ``examples/`` through the command line: what ``expected.json`` says is what comes out.

The expected values were worked out by hand from CR 509.1a-c; ``examples/README.md`` says why in words.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EXPECTED: dict[str, Any] = json.loads((EXAMPLES / "expected.json").read_text(encoding="utf-8"))
JSON_BOARDS = [name for name in EXPECTED if name.endswith(".json")]
YAML_BOARDS = [name for name in EXPECTED if name.endswith(".yaml")]
ALONE = ["01-plain-block.json", "02-flying.json", "14-unread-text.json", *YAML_BOARDS]
STATUS = {True: 0, False: 1, None: 3}

Command = Callable[..., subprocess.CompletedProcess[str]]


def in_words(expected: dict[str, Any]) -> str:
    """The verdict as the table of ``examples/README.md`` has it."""
    if expected["legal"] is None:
        return "not decided"
    if "declarations" in expected:
        return "legal" if expected["legal"] else "illegal"
    legal = "legal" if expected["legal"] else f"illegal at {expected['stage']}"
    return f"{legal}, {expected['obeyed']} of {expected['maximum']}"


def compare(verdict: dict[str, Any], expected: dict[str, Any]) -> None:
    """Fail unless a verdict has every value that is expected of it."""
    for field, value in expected.items():
        if field == "declarations":
            assert len(verdict[field]) == len(value)
            for one, wanted in zip(verdict[field], value, strict=True):
                compare(one, wanted)
        elif field in ("unread", "questions"):
            assert [row["source"] for row in verdict[field]] == value
        else:
            assert (field, verdict[field]) == (field, value)


@pytest.fixture(scope="module")
def batch(blockcheck: Command) -> dict[str, dict[str, Any]]:
    """The verdicts of one batch over all JSON boards."""
    boards = [
        json.loads((EXAMPLES / name).read_text(encoding="utf-8")) | {"id": name} for name in JSON_BOARDS
    ]
    done = blockcheck("batch", "-", stdin="".join(json.dumps(board) + "\n" for board in boards))
    assert done.returncode == 0
    assert done.stderr.startswith(f"blockcheck: {len(boards)} lines: ")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    return {verdict["id"]: verdict for verdict in verdicts}


class TestEveryExampleComesOutAsExpected:
    @pytest.mark.parametrize("name", JSON_BOARDS)
    def test_in_a_batch(self, name: str, batch: dict[str, dict[str, Any]]) -> None:
        compare(batch[name], EXPECTED[name])

    @pytest.mark.parametrize("name", ALONE)
    def test_alone_with_its_exit_status(self, name: str, blockcheck: Command) -> None:
        done = blockcheck("check", "--json", f"examples/{name}")
        assert (done.returncode, done.stderr) == (STATUS[EXPECTED[name]["legal"]], "")
        compare(json.loads(done.stdout), EXPECTED[name])

    def test_from_python(self) -> None:
        done = subprocess.run(
            [sys.executable, EXAMPLES / "from_python.py"], capture_output=True, text=True, check=True
        )
        words = {True: "legal", False: "illegal", None: "not decided"}
        wanted = [f"{name}: {words[expected['legal']]}" for name, expected in EXPECTED.items()]
        assert done.stdout.splitlines() == wanted


class TestAnUndecidedExampleSaysWhatWouldHold:
    def test_unread_text_that_says_nothing_leaves_a_legal_declaration(
        self, batch: dict[str, dict[str, Any]]
    ) -> None:
        assert '"legal": true' in json.dumps(batch["14-unread-text.json"]["if_ignored"])

    def test_each_answer_to_the_question_has_its_verdict(self, batch: dict[str, dict[str, Any]]) -> None:
        answers = json.dumps(batch["15-unknown-value.json"]["if_ignored"])
        assert '"legal": true' in answers
        assert '"legal": false' in answers


class TestEveryExampleIsDescribed:
    def test_boards_and_expectations_are_the_same_files(self) -> None:
        boards = sorted(path.name for path in EXAMPLES.glob("[0-9]*"))
        assert boards == sorted(EXPECTED)

    def test_the_table_names_every_board_with_its_verdict(self) -> None:
        text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
        rows = dict(re.findall(r"^\| `(\d\S+)` \|.*\| (.*) \|$", text, re.MULTILINE))
        assert list(rows) == list(EXPECTED)
        for name, verdict in rows.items():
            assert verdict.startswith(in_words(EXPECTED[name])), name
