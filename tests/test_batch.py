"""Batch: one answer a line, in order, and a line that cannot be read stops nothing."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

from blockcheck import Judge, Verdict
from blockcheck.batch import judged, judged_line, write
from blockcheck.board import Board
from blockcheck.verdict import BatchError
from tests.boards import attacker, blocker, board


def judge(loaded: Board) -> Verdict:
    return Judge(loaded).check()


def line(key: str | int, **more: Any) -> bytes:
    data = board(attacker("ogre"), blocker("bear"), id=key, declaration={"blocks": {"bear": "ogre"}}, **more)
    return json.dumps(data).encode()


def error(text: bytes) -> BatchError:
    answer = judged_line(text, judge)
    assert isinstance(answer, BatchError)
    return answer


class TestEveryLineHasAnAnswerInItsPlace:
    def test_in_order(self) -> None:
        answers = list(judged([line("a"), b"\n", line(2), b"{", line("c")], judge))
        assert [answer.id for answer in answers] == ["a", None, 2, None, "c"]
        assert [type(answer) for answer in answers] == [Verdict, BatchError, Verdict, BatchError, Verdict]

    def test_lines_are_read_one_by_one(self) -> None:
        taken = []

        def lines() -> object:
            for n in range(3):
                taken.append(n)
                yield line(n)

        answers = judged(lines(), judge)  # type: ignore[arg-type]
        next(iter(answers))
        assert taken == [0]

    def test_several_declarations(self) -> None:
        text = json.loads(line("a"))
        text["declarations"] = [text.pop("declaration")]
        answer = judged_line(json.dumps(text).encode(), judge)
        assert isinstance(answer, Verdict)
        assert answer.legal is True


class TestALineThatCannotBeReadSaysWhy:
    def test_with_the_place_and_the_id(self) -> None:
        answer = error(line(7, idd=1))
        assert answer.model_dump() == {
            "id": 7,
            "error": {"message": 'idd: unknown field; did you mean "id"?', "where": "idd"},
        }

    def test_an_empty_line(self) -> None:
        assert error(b"  \n").model_dump() == {
            "id": None,
            "error": {
                "message": "the line: expected a board as one JSON object, got an empty line",
                "where": "",
            },
        }

    def test_a_list_or_words(self) -> None:
        for text in (b"[1]", b"format: blockcheck/board/1", b"\xff"):
            assert (
                error(text).error.message
                == "the line: expected a board as one JSON object, got something else"
            )

    def test_what_the_judge_refuses(self) -> None:
        text = json.loads(line("a"))
        del text["declaration"]
        assert error(json.dumps(text).encode()).error.where == "declaration"

    def test_an_id_that_is_none(self) -> None:
        assert error(b'{"id": true}').id is None
        assert error(b'{"id": "half \\ud800 a character"}').id is None


class TestWriting:
    def test_one_line_each_and_whether_all_could_be_read(self) -> None:
        out = StringIO()
        assert write(judged([line("a"), line("b")], judge), out, at_once=False) is True
        assert [json.loads(text)["id"] for text in out.getvalue().splitlines()] == ["a", "b"]
        assert write(judged([b""], judge), StringIO(), at_once=True) is False
