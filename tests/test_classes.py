"""Interchangeable creatures: counted as classes they answer as when each is named (DESIGN.md section 7)."""

import itertools
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from blockcheck.ask import Answer, Ask, Found, Goal, Weights, nearness
from blockcheck.askers import by_classes, by_cpsat
from blockcheck.askers.classes import (
    Class,
    alike_attackers,
    alike_items,
    in_order,
    said_together,
    together,
)
from blockcheck.askers.enumerate import declarations
from blockcheck.askers.grid import matters
from blockcheck.legal import Legal
from blockcheck.theory import Declaration, Theory
from tests.theories import crowd, parse, text_of
from tests.twins import agrees, asks, best_of


def classes(ask: Ask) -> list[Class]:
    return together(ask, matters(ask))


def everybody(whole: Theory, random: Random) -> Declaration:
    """Nearly everybody blocks somebody."""
    m = len(whole.attackers)
    return frozenset((b, random.randrange(m)) for b in range(len(whole.blockers)) if random.random() < 0.8)


def compare(seeds: range) -> Counter[str]:
    """Crowds of creatures: classes answer as the definition does. How many asks had classes of several, by kind."""
    kinds = Counter[str]()
    for seed in seeds:
        whole = crowd(seed)
        found = list(declarations(whole))
        free = Ask(whole, allowed=frozenset(), goal=Goal.OBEYED, first=True)
        near = Ask(
            whole, allowed=frozenset(), goal=Goal.WEIGHT, weights=nearness(frozenset()), floor=1, first=True
        )
        far = replace(near, weights=nearness(everybody(whole, Random(seed))))
        for ask in (free, near, far, *itertools.islice(asks(Random(seed), whole, found), 2)):
            answer = by_classes(ask)
            assert agrees(answer, ask, best_of(ask, found)), f"{seed}: {answer}\n{ask}\n{text_of(whole)}"
            several = [one for one in classes(ask) if one.size > 1 and one.row]
            kinds["several"] += bool(several)
            kinds["of several blocks"] += any(one.most > 1 for one in several)
            kinds["with favourites"] += any(one.favourites for one in several)
    return kinds


class TestClassesAreCountedAsNamedCreaturesAre:
    def test_on_random_crowds(self) -> None:
        kinds = compare(range(150))
        assert kinds["several"] > 100
        assert kinds["of several blocks"] > 10
        assert kinds["with favourites"] > 50

    @pytest.mark.slow
    @pytest.mark.parametrize("part", range(2))
    def test_on_a_thousand_random_crowds(self, part: int) -> None:
        kinds = compare(range(part * 500, part * 500 + 500))
        assert kinds["several"] > 300
        assert kinds["of several blocks"] > 30


ONE_EACH = "restriction each blocker: pairs(* x *) <= 1"


class TestInterchangeable:
    def test_are_creatures_of_which_the_same_is_said(self) -> None:
        whole = parse([ONE_EACH, "requirement each pair: pairs(0,2,3 x 0) >= 1"], 5, 2)
        assert classes(Ask(whole, goal=Goal.OBEYED)) == [Class(0b01101, 0b1, 1), Class(0b10010, 0, 0)]

    def test_are_creatures_of_which_the_same_is_said_one_by_one(self) -> None:
        lines = [f"requirement: pairs({blocker} x *) >= 1" for blocker in (0, 2)]
        whole = parse([ONE_EACH, *lines], 3, 2)
        assert classes(Ask(whole, goal=Goal.OBEYED)) == [Class(0b101, 0b11, 1), Class(0b010, 0, 0)]

    def test_are_no_creatures_that_the_ask_tells_apart(self) -> None:
        whole = parse([ONE_EACH, "requirement each pair: pairs(* x 0) >= 1"], 4, 2)
        ask = Ask(whole, goal=Goal.OBEYED, chosen=frozenset({(1, 0)}))
        assert [one.members for one in classes(ask)] == [0b1101, 0b0010]
        ask = Ask(whole, goal=Goal.WEIGHT, weights=Weights({(0, 0): 1, (2, 0): 1, (3, 0): 2}))
        assert [one.members for one in classes(ask)] == [0b0101, 0b0010, 0b1000]

    def test_are_creatures_whose_only_reward_is_for_different_attackers(self) -> None:
        whole = parse([ONE_EACH, "requirement each pair: pairs(* x 0) >= 1"], 4, 2)
        ask = Ask(whole, goal=Goal.WEIGHT, weights=nearness(frozenset({(0, 0), (2, 1), (3, 1)})), floor=1)
        assert classes(ask) == [Class(0b1111, 0b11, 1, ((0, 0b0001), (1, 0b1100)))]
        two_each = "restriction each blocker: pairs(* x *) <= 2"
        ask = replace(ask, theory=parse([two_each, "requirement each pair: pairs(* x 0) >= 1"], 4, 2))
        assert [one.members for one in classes(ask)] == [0b0001, 0b0010, 0b1100]

    def test_are_nobody_where_single_declarations_are_excluded(self) -> None:
        whole = parse([ONE_EACH, "requirement each pair: pairs(* x 0) >= 1"], 3, 1)
        ask = Ask(whole, besides=frozenset({frozenset({(0, 0)})}))
        assert [one.size for one in classes(ask)] == [1, 1, 1]

    def test_are_no_creatures_whose_several_blocks_a_count_does_not_tell(self) -> None:
        two_each = "restriction each blocker: pairs(* x *) <= 2"
        told = parse([two_each, "requirement each blocker: pairs(* x *) >= 1"], 3, 3)
        assert classes(Ask(told, goal=Goal.OBEYED)) == [Class(0b111, 0b111, 2)]
        untold = parse(
            [two_each, "requirement each blocker: pairs(* x 0,1) >= 1", "requirement: pairs(* x 2) >= 1"],
            3,
            3,
        )
        assert [one.size for one in classes(Ask(untold, goal=Goal.OBEYED))] == [1, 1, 1]


class TestAttackersThatNothingTellsApart:
    def test_are_one_group(self) -> None:
        lines = [ONE_EACH, *(f"requirement: pairs(* x {attacker}) >= 1" for attacker in range(3))]
        whole = parse([*lines, "restriction each attacker: if any(* x 1) then pairs(* x 1) >= 2"], 2, 3)
        ask = Ask(whole, goal=Goal.OBEYED)
        assert alike_attackers(ask, classes(ask), said_together(ask.theory)) == [(0, 2)]
        ask = Ask(whole, goal=Goal.OBEYED, chosen=frozenset({(0, 2)}))
        assert alike_attackers(ask, classes(ask), said_together(ask.theory)) == []


class TestRunsInBoardOrder:
    def test_cut_a_class_where_another_stands_between(self) -> None:
        classes = [Class(0b110011, 0b1, 1), Class(0b000100, 0b1, 1), Class(0b001000, 0, 0)]
        runs = [Class(0b11, 0b1, 1), Class(0b100, 0b1, 1), Class(0b110000, 0b1, 1), Class(0b1000, 0, 0)]
        assert in_order(classes) == runs

    def test_leave_those_alone_that_may_block_several(self) -> None:
        assert [one.members for one in in_order([Class(0b111, 0b11, 2)])] == [0b001, 0b010, 0b100]


def tokens(n: int, m: int) -> Theory:
    """Many alike, with menace, lures and attackers that must be blocked."""
    shapes = (
        "restriction: if any(* x {0}) then pairs(* x {0}) >= 2",
        "requirement each pair: pairs(* x {0}) >= 1",
        "requirement: pairs(* x {0}) >= 1",
    )
    lines = [ONE_EACH, *(shapes[attacker % 3].format(attacker) for attacker in range(m))]
    return parse(lines, n, m)


class TestManyAlike:
    @pytest.mark.parametrize(("n", "m"), [(6, 3), (12, 7)])
    def test_come_out_as_when_each_is_named(self, n: int, m: int) -> None:
        whole = tokens(n, m)
        declared = frozenset({(0, 0), (3, 2)})
        asked = Ask(whole, goal=Goal.WEIGHT, weights=nearness(declared), floor=n, first=True)
        for ask in (Ask(whole, goal=Goal.OBEYED, first=True), asked):
            counted, named = by_classes(ask), by_cpsat(ask)
            assert isinstance(counted, Found)
            assert isinstance(named, Found)
            assert (counted.declaration, counted.value) == (named.declaration, named.value)

    def test_are_few_variables(self) -> None:
        ask = Ask(tokens(2000, 30), goal=Goal.OBEYED, first=True)
        assert [one.size for one in classes(ask)] == [2000]
        answer = by_classes(ask)
        assert isinstance(answer, Found)
        assert answer.value == 2000


class TestCostItemsThatAreAlike:
    LINES = (
        ONE_EACH,
        "requirement each pair: pairs(* x 0) >= 1",
        "requirement: pairs(4 x *) >= 1",
        "cost item each blocker: if any(1,2,3,4 x *)",
    )

    def test_are_those_of_interchangeable_creatures(self) -> None:
        alike = alike_items(parse([*self.LINES], 5, 2))
        assert {frozenset(item.blocker for item in group) for group in alike.values()} == {
            frozenset({1, 2, 3}),
            frozenset({4}),
        }

    def test_need_one_cut_for_each_number_of_them(self) -> None:
        lines = [
            ONE_EACH,
            "requirement each pair: pairs(* x 0) >= 1",
            "cost item each blocker: if any(* x *)",
        ]
        seen: list[int] = []

        def asker(ask: Ask) -> Answer:
            seen.append(len(ask.cuts))
            return by_classes(ask)

        whole = parse([*lines, "restriction: blockers(* x *) <= 5"], 9, 2)
        wanted = Weights(dict.fromkeys([(b, 1) for b in range(9)], 1))
        answer = Legal(whole, asker).best(Ask(whole, goal=Goal.WEIGHT, weights=wanted))
        assert isinstance(answer, Found)
        assert answer.value == 0
        assert max(seen) <= 6
