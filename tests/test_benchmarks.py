"""The benchmarks ask everybody the same question, and notice when an answer differs. Nothing here is timed."""

import json
import os
from dataclasses import replace
from io import StringIO
from random import Random
from threading import Event

import pytest
from rich.console import Console

from benchmarks import measure
from benchmarks.families import FAMILIES, Family
from benchmarks.figures import Figures, difference, full_plan
from benchmarks.measure import OURS, Timing
from benchmarks.peers import FLOOR, PEERS, Peer
from benchmarks.problem import problem
from benchmarks.table import Table, show, tables_json
from benchmarks.tables import tables
from benchmarks.worker import Worker, WorkerFault
from blockcheck import Judge, load_board
from blockcheck.ask import Ask, Found, Goal
from blockcheck.askers.enumerate import enumerated
from blockcheck.export import minizinc_data
from blockcheck.report.theory import theory_json
from blockcheck.theory import CostItem, Theory, disobeyed, incurred, obeyed
from tests.theories import theory
from tests.twins import subset

ALL = (FLOOR, *PEERS)
SEEDS = range(2)


def needs(peer: Peer) -> None:
    """A peer that is not there is no peer that agrees."""
    if not peer.is_installed():
        if os.environ.get("CI"):
            pytest.fail(f"CI needs {peer.needs} (pip install '.[bench]'; MiniZinc from Debian)")
        pytest.skip(f"{peer.needs} is not installed (pip install '.[bench]'; MiniZinc from Debian)")


def most(whole: Theory, allowed: frozenset[CostItem]) -> int:
    """The maximum by looking at every declaration."""
    answer = enumerated(Ask(whole, allowed=allowed, goal=Goal.OBEYED))
    if not isinstance(answer, Found):
        raise TypeError(answer)
    return answer.value


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
class TestTheBoardsOfEveryFamily:
    def test_are_the_same_every_time_and_grow(self, family: Family) -> None:
        assert family.instance((6, 5), 1) == family.instance((6, 5), 1)
        assert family.instance((6, 5), 1).text != family.instance((6, 5), 2).text
        assert list(family.sizes) == sorted(family.sizes)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_are_judged_as_by_enumeration(self, family: Family, seed: int) -> None:
        board = load_board(family.instance(family.tiny, seed).text)
        clever, plain = Judge(board), Judge(board, asker="enumerate")
        assert clever.is_certain()
        witness = plain.solve().witness
        everybody = {f"b{n}": "a0" for n in range(2)} if family.name != "tokens" else {}
        for blocks in ({}, everybody, witness or {}):
            ours, theirs = (
                judge.check(blocks).model_dump(exclude={"decided_by"}) for judge in (clever, plain)
            )
            assert ours == theirs

    @pytest.mark.parametrize("peer", ALL, ids=lambda peer: peer.name)
    def test_have_the_same_maximum_for_every_peer(self, family: Family, peer: Peer) -> None:
        needs(peer)
        for seed in SEEDS if peer.in_process else range(1):
            instance = family.instance(family.tiny, seed)
            expected = most(measure.theory_of(instance), measure.allowed_of(instance))
            assert measure.ask(instance, peer.name).maximum == expected
            assert measure.ask(instance, OURS).maximum == expected


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "costs"])
class TestOptions:
    """Without cost items: with them a solve of the plain model is not enough."""

    def test_are_those_that_one_solve_for_each_pair_finds(self, name: str) -> None:
        family = FAMILIES[name]
        assert measure.pair_by_pair(family.instance(family.tiny)) > 0


class TestThePeersReadEverySentence:
    """Random theories of every shape, as they are exported."""

    def test_and_the_problem_says_what_the_theory_says(self) -> None:
        for seed in range(60):
            random, whole = Random(seed), theory(seed)
            items = [CostItem(c.sentence, c.blocker, c.attacker) for c in whole.costs]
            allowed = subset(random, items)
            question = problem(theory_json(whole), allowed)
            pairs = [(b, a) for b in range(len(whole.blockers)) for a in range(len(whole.attackers))]
            for _ in range(40):
                declaration = subset(random, pairs, 0.4)
                fine = not disobeyed(whole, declaration) and incurred(whole, declaration) <= allowed
                assert question.is_allowed(declaration) == fine
                if fine:
                    assert question.obeyed(declaration) == obeyed(whole, declaration)

    @pytest.mark.parametrize("peer", ALL, ids=lambda peer: peer.name)
    def test_and_find_the_maximum(self, peer: Peer) -> None:
        needs(peer)
        for seed in range(100, 140) if peer.in_process else range(100, 102):
            random, whole = Random(seed), theory(seed)
            allowed = subset(random, [CostItem(c.sentence, c.blocker, c.attacker) for c in whole.costs])
            question = problem(theory_json(whole), allowed)
            question = replace(question, data=minizinc_data(whole, allowed))
            declaration = peer.build(question)()
            assert question.is_allowed(declaration)
            assert question.obeyed(declaration) == most(whole, allowed), seed


def never() -> None:
    """Does not end."""
    Event().wait()


def failing() -> None:
    raise ValueError("on purpose")


class TestTheWorker:
    def test_goes_on_after_what_did_not_finish_or_failed(self) -> None:
        with Worker() as worker:
            assert worker.call(None, abs, -1) == 1
            assert worker.call(0.0, never) is None
            with pytest.raises(WorkerFault, match="ValueError: on purpose"):
                worker.call(None, failing)
            assert worker.call(None, abs, -2) == 2


class TestADifference:
    def test_is_told_with_all_answers(self) -> None:
        instance = FAMILIES["matching"].instance((4, 3))
        times = {OURS: Timing(0, 1, 3), "Z3": Timing(0, 1, 3), "HiGHS": None}
        assert difference(instance, times) is None
        told = difference(instance, times | {"Z3": Timing(0, 1, 2)})
        assert told == "matching 4 x 3 (0): {'blockcheck': 3, 'Z3': 2}"


class TestATable:
    table = Table("Title", ("what", "n"), [("one", 1234), ("two", 0.51234), ("three", None)], ("A note.",))

    def test_is_shown_as_text(self) -> None:
        console = Console(width=60, record=True, file=StringIO())
        show(self.table, console)
        text = [line.rstrip() for line in console.export_text().splitlines()]
        assert [line.split() for line in text if line] == [
            ["Title"],
            ["what", "n"],
            ["─" * 13],
            ["one", "1,234"],
            ["two", "0.512"],
            ["three", "–"],
            ["A", "note."],
        ]

    def test_is_the_same_in_json(self) -> None:
        (found,) = json.loads(tables_json([self.table]))
        assert found == {
            "title": "Title",
            "columns": ["what", "n"],
            "rows": [["one", 1234], ["two", 0.51234], ["three", None]],
            "notes": ["A note."],
        }

    def test_can_be_made_of_a_run_in_which_nothing_finished(self) -> None:
        place = ("typical", (8, 6))
        figures = Figures(
            verdicts={place: None}, options={place: None}, peers={place: {OURS: None, "Z3": None}}
        )
        for table in tables(figures, full_plan(FAMILIES.values(), long=False)):
            assert all(len(row) == len(table.columns) for row in table.rows)
