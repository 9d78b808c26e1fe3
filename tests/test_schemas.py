"""The JSON Schemas in ``models``: what they accept, what they refuse, and that they are those of the program."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import jsonschema
import pytest
import yaml

from blockcheck import Judge, Verdict, load_board
from blockcheck.errors import InputError
from blockcheck.judge.outcome import aftermath_answer, window_answer
from blockcheck.outcome import AftermathAnswer, WindowAnswer
from blockcheck.report.theory import theory_json
from blockcheck.window import window
from tests.boards import attacker, blocker, board

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*"))
BAD = sorted((ROOT / "tests" / "bad").glob("*.json"))

WRONG_SHAPE = {
    "a_list.json",
    "attacks_nobody.json",
    "declaration_and_declarations.json",
    "effect_without_text.json",
    "large_number.json",
    "many_problems.json",
    "missing_fields.json",
    "no_type_line.json",
    "null_is_not_unknown.json",
    "star_power.json",
    "unknown_field.json",
    "unknown_fields.json",
    "wrong_kinds_in_declaration.json",
    "wrong_kinds_in_permanent.json",
    "wrong_kinds_in_permanent_too.json",
    "wrong_kinds_in_player.json",
    "wrong_kinds_inside.json",
    "wrong_kinds_on_top.json",
}
"""Bad boards that a schema can refuse; in the others ids and values do not fit each other."""


@cache
def schema(name: str) -> jsonschema.Draft202012Validator:
    text = (ROOT / "models" / f"{name}.schema.json").read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


def example(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)


def bad_boards() -> Iterator[tuple[str, Any]]:
    """The suite's bad boards, as far as they are JSON at all."""
    for path in BAD:
        try:
            yield path.name, json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            continue


def errors(name: str, data: Any) -> list[str]:
    return [error.message for error in schema(name).iter_errors(data)]


class TestTheSchemasAreThoseOfTheProgram:
    @pytest.mark.parametrize("name", ["aftermath", "batch", "board", "solve", "theory", "verdict", "window"])
    def test_printed(self, name: str, blockcheck: Callable[..., CompletedProcess[str]]) -> None:
        assert json.loads(blockcheck("schema", name).stdout) == schema(name).schema
        schema(name).check_schema(schema(name).schema)


class TestTheBoardSchema:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_accepts_every_example(self, path: Path) -> None:
        assert errors("board", example(path)) == []

    def test_accepts_every_shared_board(self, shared: Path) -> None:
        for file in (shared / "cases" / "cases.jsonl", shared / "arena" / "arena.jsonl"):
            for line in file.read_text(encoding="utf-8").splitlines():
                case = json.loads(line)
                assert errors("board", case["board"]) == [], case["id"]

    def test_refuses_what_has_the_wrong_shape(self) -> None:
        refused = {name for name, data in bad_boards() if errors("board", data)}
        assert refused >= WRONG_SHAPE

    def test_what_it_lets_through_is_refused_on_loading(self) -> None:
        let_through = [name for name, data in bad_boards() if not errors("board", data)]
        assert let_through
        for name in let_through:
            with pytest.raises(InputError):
                load_board(BAD[0].with_name(name))


class TestTheVerdictSchema:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_accepts_the_verdict_of_every_example(self, path: Path) -> None:
        verdict = Judge(load_board(path)).check()
        assert errors("verdict", json.loads(verdict.model_dump_json())) == []
        assert Verdict.model_validate_json(verdict.model_dump_json()) == verdict

    @pytest.mark.parametrize(
        "change",
        [
            {"legal": "yes"},
            {"stage": "509.1e"},
            {"obeyed": None, "maximum": "2"},
            {"witness": {"bear": "ogre"}},
            {"limit": {"kind": "patience", "message": ""}},
            {"id": None},
            {"surprise": 1},
        ],
    )
    def test_refuses_what_is_none(self, change: dict[str, Any]) -> None:
        judged = Judge(load_board(board(attacker("ogre"), blocker("bear")))).check({"bear": "ogre"})
        data = json.loads(judged.model_dump_json())
        assert errors("verdict", data) == []
        assert errors("verdict", data | change) != []

    @pytest.mark.parametrize(
        "field", ["legal", "stage", "broken", "requirements", "obeyed", "maximum", "witness"]
    )
    def test_asks_for_what_always_stands_there(self, field: str) -> None:
        judged = Judge(load_board(board(attacker("ogre"), blocker("bear")))).check({"bear": "ogre"})
        data = json.loads(judged.model_dump_json())
        del data[field]
        assert errors("verdict", data) != []


class TestTheSolveSchema:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_accepts_the_answer_on_every_example(self, path: Path) -> None:
        loaded = load_board(path)
        for declaration in loaded.declarations:
            answer = Judge(loaded).solve(player=declaration.player)
            assert errors("solve", json.loads(answer.model_dump_json())) == []

    @pytest.mark.parametrize("change", [{"maximum": "1"}, {"witness": {"bear": "ogre"}}, {"surprise": 1}])
    def test_refuses_what_is_none(self, change: dict[str, Any]) -> None:
        answer = Judge(load_board(board(attacker("ogre"), blocker("bear")))).solve()
        assert errors("solve", json.loads(answer.model_dump_json()) | change) != []


class TestTheBatchSchema:
    def test_accepts_verdicts_and_errors(self) -> None:
        judged = Judge(load_board(board(attacker("ogre"), blocker("bear")))).check({"bear": "ogre"})
        error = {"id": 3, "error": {"message": "players: missing", "where": "players"}}
        assert errors("batch", json.loads(judged.model_dump_json())) == []
        assert errors("batch", error) == []
        assert errors("batch", error | {"legal": True}) != []


class TestTheTheorySchema:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_accepts_the_theories_of_every_example(self, path: Path) -> None:
        loaded = load_board(path)
        for declaration in loaded.declarations:
            for theory in Judge(loaded).theories(player=declaration.player):
                assert errors("theory", json.loads(theory_json(theory))) == []

    def test_refuses_a_sentence_without_a_count(self) -> None:
        theory = Judge(load_board(board(attacker("ogre", "Menace"), blocker("bear")))).theories()[0]
        data = json.loads(theory_json(theory))
        del data["sentences"][0]["counted"]
        assert errors("theory", data) == ["'counted' is a required property"]


class TestTheAftermathSchema:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_accepts_what_comes_after_every_legal_example(self, path: Path) -> None:
        judge = Judge(load_board(path))
        if judge.check().legal is True:
            answer = aftermath_answer(judge.after())
            assert errors("aftermath", json.loads(answer.model_dump_json())) == []
            assert AftermathAnswer.model_validate_json(answer.model_dump_json()) == answer

    @pytest.mark.parametrize(
        "change", [{"over": "no"}, {"blocking": {"bear": "ogre"}}, {"note": None}, {"surprise": 1}]
    )
    def test_refuses_what_is_none(self, change: dict[str, Any]) -> None:
        state = Judge(load_board(board(attacker("ogre"), blocker("bear")))).after({"bear": "ogre"})
        data = json.loads(aftermath_answer(state).model_dump_json())
        assert errors("aftermath", data) == []
        assert errors("aftermath", data | change) != []


class TestTheWindowSchema:
    @pytest.mark.parametrize("step", ["upkeep", "declare_blockers", "end"])
    def test_accepts_every_answer(self, step: str) -> None:
        answer = window_answer(window("Activate only before blockers are declared.", {"step": step}))
        assert errors("window", json.loads(answer.model_dump_json())) == []
        assert WindowAnswer.model_validate_json(answer.model_dump_json()) == answer

    @pytest.mark.parametrize("change", [{"now": "yes"}, {"next": "upkeep"}, {"reason": None}])
    def test_refuses_what_is_none(self, change: dict[str, Any]) -> None:
        answer = window_answer(window("Activate only during combat.", {"step": "end_of_combat"}))
        assert errors("window", json.loads(answer.model_dump_json()) | change) != []
