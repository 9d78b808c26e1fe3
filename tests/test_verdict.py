"""The wire form of a verdict, and one verdict over several declarations."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from blockcheck.verdict import Costs, DecidedBy, IfIgnored, Note, Verdict, together


def verdict(**more: Any) -> Verdict:
    given: dict[str, Any] = {
        "legal": True,
        "stage": None,
        "broken": (),
        "requirements": (),
        "obeyed": 1,
        "maximum": 1,
        "witness": {"bear": ("ogre",)},
    }
    return Verdict(**given | more)


ILLEGAL: dict[str, Any] = {
    "legal": False,
    "stage": "509.1b",
    "obeyed": 0,
    "maximum": 2,
    "witness": {"ox": (7,)},
}


class TestTheWireForm:
    def test_fields_that_only_sometimes_stand_there(self) -> None:
        data = json.loads(verdict().model_dump_json())
        sometimes = {"id", "player", "maximum_at_least", "maximum_at_most", "if_ignored", "declarations"}
        assert not sometimes & set(data)
        assert data["nearest"] is None
        assert data["limit"] is None

    def test_ids_come_back_as_they_came(self) -> None:
        data = json.loads(verdict(id=7, player="bob", witness={"1": (2, "x")}).model_dump_json())
        assert (data["id"], data["player"], data["witness"]) == (7, "bob", {"1": [2, "x"]})

    def test_reads_back(self) -> None:
        given = verdict(
            id="a", player=("bob", "carol"), decided_by=DecidedBy(by="bound", status="all obeyed")
        )
        assert Verdict.model_validate_json(given.model_dump_json()) == given

    def test_the_date_of_the_rules(self) -> None:
        assert verdict().rules == "2026-08-07"

    def test_is_not_changed(self) -> None:
        with pytest.raises(ValidationError):
            verdict().legal = False  # type: ignore[misc]


class TestSeveralDeclarationsAreOneVerdict:
    def test_legal_when_all_are(self) -> None:
        assert together([verdict(), verdict()]).legal is True
        assert together([verdict(), verdict(legal=None)]).legal is None
        assert together([verdict(legal=None), verdict(**ILLEGAL)]).legal is False

    def test_the_stage_is_that_of_the_first_that_fails(self) -> None:
        assert (
            together([verdict(), verdict(**ILLEGAL), verdict(legal=False, stage="509.1a")]).stage == "509.1b"
        )

    def test_counts_are_sums_and_the_witness_joins(self) -> None:
        both = together([verdict(), verdict(**ILLEGAL)], "board")
        assert (both.id, both.obeyed, both.maximum) == ("board", 1, 3)
        assert both.witness == {"bear": ("ogre",), "ox": (7,)}

    def test_bounds_are_sums_where_a_maximum_is_not_known(self) -> None:
        open_one = verdict(legal=None, maximum=None, maximum_at_least=2, maximum_at_most=5, witness=None)
        both = together([verdict(), open_one])
        assert (both.maximum, both.maximum_at_least, both.maximum_at_most) == (None, 3, 6)
        assert both.witness is None

    def test_notes_are_told_once(self) -> None:
        note = Note(source=None, text="", field=None, message="x")
        assert together([verdict(notes=(note,)), verdict(notes=(note,))]).notes == (note,)

    def test_payable_when_all_are(self) -> None:
        open_one = verdict(costs=Costs(payable=None, payment=None))
        assert together([verdict(), open_one]).costs == Costs(payable=None, payment=None)

    def test_what_holds_without_unread_text(self) -> None:
        ignored = IfIgnored(legal=False, stage="509.1b", obeyed=0, maximum=1)
        both = together([verdict(), verdict(legal=None, if_ignored=ignored)])
        assert both.if_ignored == IfIgnored(legal=False, stage="509.1b", obeyed=1, maximum=2)

    def test_each_stands_in_it_without_the_id_of_the_board(self) -> None:
        data = json.loads(together([verdict(id=1), verdict(id=1)], 1).model_dump_json())
        assert ["id" in one for one in data["declarations"]] == [False, False]
