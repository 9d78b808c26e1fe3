"""Nearest, options, explanations and lists equal their definitions by plain enumeration, on random theories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import pytest

from blockcheck.answers import explain as why
from blockcheck.answers import listing
from blockcheck.answers.alike import Alike
from blockcheck.answers.check import check_declaration, faults_with_instances
from blockcheck.answers.exchange import Exchange
from blockcheck.answers.explain import Conflict, explain, minimal
from blockcheck.answers.listing import count, declarations
from blockcheck.answers.options import Options, options
from blockcheck.answers.rows import able_to_block
from blockcheck.answers.steps import Step
from blockcheck.ask import Answer, Ask, Found, Limit
from blockcheck.askers import ASKERS
from blockcheck.askers.enumerate import enumerated
from blockcheck.legal import Legal
from blockcheck.theory import (
    CostItem,
    Declaration,
    Instance,
    Kind,
    Pair,
    Sentence,
    Theory,
    board_order,
    holds,
    incurred,
)
from tests import theories
from tests.theories import parse

FEW, MANY = range(100), range(100, 2100)
SIZE = (4, 3)
_T = TypeVar("_T")
Nearer = Callable[[Declaration], tuple[object, ...]]


@dataclass(frozen=True)
class Drawn:
    """A random theory, all its legal declarations, and what is drawn with them: some blocks and a pair."""

    seed: int

    @cached_property
    def theory(self) -> Theory:
        return theories.theory(self.seed, SIZE)

    @cached_property
    def pairs(self) -> list[Pair]:
        return every_pair(self.theory)

    @cached_property
    def unrestricted(self) -> list[Declaration]:
        return list(theories.all_declarations(self.theory))

    @cached_property
    def legal(self) -> list[Declaration]:
        return list(theories.legal_of(self.theory, self.unrestricted))

    @cached_property
    def blocks(self) -> list[Pair]:
        random = Random(self.seed)
        return sorted(random.sample(self.pairs, min(random.choice((0, 1, 1, 2, 3, 4)), len(self.pairs))))

    @cached_property
    def pair(self) -> Pair:
        return Random(-1 - self.seed).choice(self.pairs)

    @property
    def asked(self) -> Legal:
        return Legal(self.theory, ASKERS["shipped"], Limit(effort=100))

    def containing(self, chosen: Iterable[Pair]) -> list[Declaration]:
        """The legal declarations that contain some blocks."""
        return [declaration for declaration in self.legal if declaration >= frozenset(chosen)]


def nearer(before: Declaration) -> Nearer:
    """A sort key: fewest changes, then fewest removed, then first in board order."""
    return lambda after: (len(before ^ after), len(before - after), board_order(after))


def drawn(seeds: range) -> Iterable[Drawn]:
    return map(Drawn, seeds)


# --- nearest ------------------------------------------------------------------------------------------------------------


def check_nearest(one: Drawn) -> None:
    before = frozenset(one.blocks)
    assert check_declaration(one.asked, before).nearest == min(one.legal, key=nearer(before)), one.seed


class TestNearest:
    def test_is_the_first_of_those_with_the_fewest_changes(self) -> None:
        for one in drawn(FEW):
            check_nearest(one)

    @pytest.mark.slow
    def test_on_many_theories(self) -> None:
        for one in drawn(MANY):
            check_nearest(one)


# --- options ------------------------------------------------------------------------------------------------------------


def check_options(one: Drawn) -> None:
    found = options(one.asked, one.blocks)
    containing = one.containing(one.blocks)
    assert found.dead_end == (not containing), one.seed
    if found.dead_end:
        check_dead_end(one, found)
        return
    reachable = frozenset[Pair]().union(*containing) - frozenset(one.blocks)
    always = frozenset.intersection(*containing)
    blocking = frozenset.intersection(*(frozenset(b for b, _ in declaration) for declaration in containing))
    assert list(found.attackers) == list(able_to_block(one.theory)), one.seed
    offered = [(b, a) for b, attackers in found.attackers.items() for a in attackers]
    assert offered == sorted(reachable), one.seed
    assert found.forced == tuple(sorted(always)), one.seed
    assert found.must_block == tuple(sorted(blocking)), one.seed
    assert found.legal_now == (frozenset(one.blocks) in containing), one.seed
    if not found.legal_now:
        assert found.missing is not None
        assert found.missing.completion == min(containing, key=nearer(frozenset(one.blocks))), one.seed


def check_dead_end(one: Drawn, found: Options) -> None:
    """The conflict is what deletion in board order leaves: it fails, and nothing of it can go."""
    kept = list(one.blocks)
    for pair in one.blocks:
        others = [other for other in kept if other != pair]
        kept = kept if one.containing(others) else others
    assert [one.blocks[place] for place in found.conflict] == kept, one.seed
    assert not one.containing(kept), one.seed
    for pair in kept:
        assert one.containing(other for other in kept if other != pair), one.seed
    assert not any(found.attackers.values()), one.seed
    assert (found.must_block, found.forced, found.legal_now) == ((), (), False)


class TestOptions:
    def test_are_what_the_legal_declarations_have_in_them(self) -> None:
        for one in drawn(FEW):
            check_options(one)

    @pytest.mark.slow
    def test_on_many_theories(self) -> None:
        dead_ends = 0
        for one in drawn(MANY):
            check_options(one)
            dead_ends += not one.containing(one.blocks)
        assert 100 < dead_ends < 1900

    def test_a_block_that_is_no_pair_of_the_theory_is_a_dead_end_by_itself(self) -> None:
        theory = parse(["restriction each blocker: pairs(* x *) <= 1"], 2, 2)
        legal = Legal(theory, ASKERS["shipped"])
        found = options(legal, [(0, 0), None, (1, 0)])
        assert (found.dead_end, found.conflict) == (True, (1,))

    def test_a_limit_leaves_everything_open(self) -> None:
        lines = ["restriction each attacker: if any(* x *) then pairs(* x *) >= 2"]
        theory = parse([*lines, "requirement each attacker: pairs(* x *) >= 1"], 4, 3)
        found = options(Legal(theory, ASKERS["cpsat"], Limit(effort=0)), [])
        assert found == Options(limit="effort")


class TestCreaturesAlike:
    def test_can_be_exchanged_in_any_legal_declaration(self) -> None:
        exchanged = 0
        for one in drawn(FEW):
            legal = set(one.legal)
            alike = Alike(one.theory, frozenset())
            for pair in one.pairs:
                first = alike.first(pair)
                exchanged += pair != first
                assert {exchange(declaration, pair, first) for declaration in legal} == legal, one.seed
        assert exchanged > 50

    def test_those_of_some_pairs_are_told_apart(self) -> None:
        theory = parse(["restriction each blocker: pairs(* x *) <= 1"], 3, 2)
        assert Alike(theory, frozenset()).like([(0, 0)]) == set(every_pair(theory))
        assert Alike(theory, frozenset({(0, 0)})).like([(1, 1)]) == {(1, 1), (2, 1)}

    def test_what_costs_something_is_told_apart(self) -> None:
        theory = parse(["cost item each blocker: if any(* x *)"], 2, 1)
        assert Alike(theory, frozenset()).like([(0, 0)]) == {(0, 0)}


def every_pair(theory: Theory) -> list[Pair]:
    return [(b, a) for b in range(len(theory.blockers)) for a in range(len(theory.attackers))]


def exchange(declaration: Declaration, one: Pair, other: Pair) -> Declaration:
    """A declaration with the blockers of two pairs exchanged, and their attackers."""
    blockers, attackers = ({p: q, q: p} for p, q in zip(one, other, strict=True))
    return frozenset((blockers.get(b, b), attackers.get(a, a)) for b, a in declaration)


# --- explanations -------------------------------------------------------------------------------------------------------


def can_hold(
    theory: Theory,
    restrictions: Sequence[Instance],
    requirements: Sequence[Instance],
    unpaid: Sequence[CostItem],
    chosen: Declaration = frozenset(),
    number: int | None = None,
) -> bool:
    """Whether some declaration has the chosen pairs, obeys so many of the requirements (all when left out) and the rest."""
    said = theory.keep([*restrictions, *requirements])
    guards = [
        cost.guard for cost in theory.costs if CostItem(cost.sentence, cost.blocker, cost.attacker) in unpaid
    ]
    barred = [Sentence(Kind.RESTRICTION, guard, hi=0) for guard in guards if guard]
    whole = replace(said, sentences=(*said.sentences, *barred))
    floor = len(requirements) if number is None else number
    return isinstance(enumerated(Ask(whole, chosen=chosen, floor=floor)), Found)


def check_conflict(
    one: Drawn, conflict: Conflict, also: Sequence[Instance] = (), chosen: Declaration = frozenset()
) -> None:
    """It fails, and without any of its parts it does not."""
    parts = (conflict.restrictions, conflict.requirements, conflict.unpaid)

    def holds_together(
        rows: Sequence[Instance], wanted: Sequence[Instance], unpaid: Sequence[CostItem]
    ) -> bool:
        return can_hold(one.theory, rows, [*wanted, *also], unpaid, chosen)

    assert not conflict.unpayable
    assert not holds_together(*parts), one.seed
    for place in range(len(parts[0])):
        assert holds_together(without(parts[0], place), parts[1], parts[2]), one.seed
    for place in range(len(parts[1])):
        assert holds_together(parts[0], without(parts[1], place), parts[2]), one.seed
    for place in range(len(parts[2])):
        assert holds_together(parts[0], parts[1], without(parts[2], place)), one.seed


def without(parts: Sequence[_T], place: int) -> list[_T]:
    return [*parts[:place], *parts[place + 1 :]]


def check_bound(one: Drawn, bound: why.Bound, maximum: int) -> None:
    """No declaration obeys more than k of its requirements, and with less of it some does."""
    rows, wanted, unpaid = bound.conflict.restrictions, bound.conflict.requirements, bound.conflict.unpaid
    k = bound.k
    assert k + len(one.theory.requirements) - len(wanted) == maximum, one.seed

    def reaches(number: int, *parts: Sequence[Instance] | Sequence[CostItem]) -> bool:
        return can_hold(one.theory, *parts, number=number)  # type: ignore[arg-type, misc]

    assert reaches(k, rows, wanted, unpaid), one.seed
    assert not reaches(k + 1, rows, wanted, unpaid), one.seed
    for place in range(len(rows)):
        assert reaches(k + 1, without(rows, place), wanted, unpaid), one.seed
    for place in range(len(wanted)):
        assert reaches(k, rows, without(wanted, place), unpaid), one.seed
    for place in range(len(unpaid)):
        assert reaches(k + 1, rows, wanted, without(unpaid, place)), one.seed


def check_explanation(one: Drawn) -> None:
    blocks = frozenset(one.blocks)
    judged, found = check_declaration(one.asked, blocks), explain(one.asked, blocks, one.pair, bound=True)
    assert found.limit is None
    assert found.never is not None
    assert found.unmet is not None
    assert judged.witness is not None
    assert judged.maximum is not None
    assert found.always == tuple(sorted(frozenset.intersection(*one.legal))), one.seed
    assert found.never == tuple(sorted(set(one.pairs).difference(*one.legal))), one.seed
    unmet = [one_ for one_ in one.theory.requirements if not holds(one_, judged.witness)]
    assert [requirement for requirement, _ in found.unmet] == unmet, one.seed
    for requirement, conflict in found.unmet:
        check_conflict(one, conflict, also=[requirement])
        assert all(holds(other, judged.witness) for other in conflict.requirements), one.seed
        assert not incurred(one.theory, judged.witness) & set(conflict.unpaid), one.seed
    assert (found.impossible is None) == (one.pair not in found.never), one.seed
    if found.impossible is not None:
        check_conflict(one, found.impossible, chosen=frozenset({one.pair}))
    assert found.bound is not None
    check_bound(one, found.bound, judged.maximum)


def check_mends(one: Drawn) -> None:
    """Each mend is the nearest declaration in which the fault is gone and nothing else newly disobeyed."""
    before = frozenset(one.blocks)
    kept = [instance for instance in one.theory.restrictions if holds(instance, before)]
    found = explain(one.asked, before).faults or ()
    faults = faults_with_instances(one.theory, before)
    for (fault, after), (expected, instance) in zip(found, faults, strict=True):
        theory = one.theory.keep([instance, *kept])
        forbidden = why.newly_forbidden(one.theory, before)
        mended = [after for after in theories.all_declarations(theory) if not after & forbidden]
        assert (fault, after) == (expected, min(mended, key=nearer(before))), one.seed


def check_way(one: Drawn) -> bool:
    """The way out: each step is needed, for the reason told; no legal declaration as near is left out, up to three."""
    before = frozenset(one.blocks)
    nearest = min(one.legal, key=nearer(before))
    way, witness = explain(one.asked, before).way, check_declaration(one.asked, before).witness
    assert way is not None
    distance = len(before ^ nearest)
    ways = sorted((other for other in one.legal if len(before ^ other) == distance), key=nearer(before))
    assert way.others == (() if nearest == before else tuple(ways[1:4])), one.seed
    changed = [pair for step in way.steps for pair in step.changes]
    assert sorted(changed) == sorted(before ^ nearest), one.seed
    assert all(nearest ^ step.changes not in one.legal for step in way.steps), one.seed
    for step in way.steps:
        check_step(one, step, nearest, nearest ^ step.changes)
    pays = witness not in (nearest, *way.others) and incurred(one.theory, witness or frozenset())
    assert way.paying == (witness if pays else None), one.seed
    if way.too_little is not None:
        assert way.too_little.changes <= before, one.seed
        assert not nearest <= before, one.seed
        assert before - way.too_little.changes not in one.legal, one.seed
        check_step(one, way.too_little, nearest, before - way.too_little.changes)
    return way.too_little is not None


def check_step(one: Drawn, step: Step, nearest: Declaration, without_it: Declaration) -> None:
    """What stands against going without a step: what is disobeyed then, or (blocks exchanged) without the new ones."""
    assert not any(holds(instance, without_it) for instance in step.restrictions), one.seed
    disobeys = any(not holds(instance, without_it) for instance in one.theory.restrictions)
    assert bool(step.restrictions) == disobeys, one.seed
    if step.restrictions and step.requirements:
        without_it = nearest - step.changes
    assert not any(holds(instance, without_it) for instance in step.requirements), one.seed


class TestTheWayOut:
    def test_has_no_needless_step_and_leaves_out_no_other_as_near(self) -> None:
        assert sum(map(check_way, drawn(FEW[:80]))) > 4

    @pytest.mark.slow
    def test_on_many_theories(self) -> None:
        assert sum(map(check_way, drawn(MANY))) > 40


class TestExplanations:
    def test_fail_as_they_stand_and_hold_without_any_part(self) -> None:
        for one in drawn(FEW[:60]):
            check_explanation(one)

    def test_each_fault_has_its_smallest_mend(self) -> None:
        for one in drawn(FEW[:50]):
            check_mends(one)

    @pytest.mark.slow
    @pytest.mark.parametrize("part", range(4))
    def test_on_many_theories(self, part: int) -> None:
        for one in drawn(MANY[part::4]):
            check_explanation(one)
            check_mends(one)

    def test_a_pair_whose_cost_cannot_be_paid(self) -> None:
        theory = parse(["cost item: if any(0 x *)", "requirement: pairs(0 x 0) >= 1"], 1, 2)
        found = explain(Legal(theory, ASKERS["shipped"], payable=lambda items: False), frozenset(), (0, 0))
        assert found.impossible == Conflict(unpayable=(CostItem(0, None, None),))

    def test_a_limit_leaves_everything_open(self) -> None:
        lines = ["restriction each attacker: if any(* x *) then pairs(* x *) >= 2"]
        theory = parse([*lines, "requirement each attacker: pairs(* x *) >= 1"], 4, 3)
        found = explain(Legal(theory, ASKERS["cpsat"], Limit(effort=0)), frozenset())
        assert found == why.Explanation(faults=(), limit="effort")


class TestExplanationsAreShared:
    """Creatures exchanged in an explanation give another one: what it claims is proven by enumeration all the same."""

    def test_on_random_theories(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shared: list[Conflict] = []

        def watched(sharing: Any, conflict: Conflict, exchange: Exchange) -> Conflict | None:
            found = exchanged(sharing, conflict, exchange)
            shared.extend([found] if found else [])
            return found

        exchanged = why._Sharing._exchanged
        monkeypatch.setattr(why._Sharing, "_exchanged", watched)
        for one in drawn(FEW[60:]):
            check_explanation(one)
        assert len(shared) > 15

    def test_many_creatures_ask_for_no_more_than_one(self) -> None:
        """Each attacker must be blocked, and there are few blockers: one of them is explained, and all are told."""
        asks = []
        for n in (4, 40):
            lines = ["restriction each blocker: pairs(* x *) <= 1"]
            theory = parse([*lines, "requirement each attacker: pairs(* x *) >= 1"], 3, n)
            counted = 0

            def counting(ask: Ask) -> Answer:
                nonlocal counted
                counted += 1
                return ASKERS["shipped"](ask)

            found = explain(Legal(theory, counting), frozenset())
            assert found.unmet is not None
            assert len(found.unmet) == n - 3
            assert {(len(c.restrictions), len(c.requirements)) for _, c in found.unmet} == {(3, 3)}
            asks.append(counted)
        assert asks[1] <= asks[0] + 3


class TestDeletionLeavesWhatIsNeeded:
    def test_whatever_is_needed_and_nothing_else(self) -> None:
        for seed in range(200):
            random = Random(seed)
            parts = tuple(range(random.randint(0, 20)))
            needed = [set(random.sample(parts, random.randint(0, len(parts)))) for _ in range(2)]

            def fails(some: tuple[int, ...], gone: tuple[int, ...], needed: list[set[int]] = needed) -> bool:
                return any(one <= set(some) for one in needed)

            kept = minimal(parts, fails)
            assert set(kept) in needed
            assert not any(fails(tuple(without(kept, place)), ()) for place in range(len(kept)))


# --- lists --------------------------------------------------------------------------------------------------------------


def check_list(one: Drawn) -> None:
    assert list(declarations(one.asked)) == one.legal, one.seed
    number = len(one.legal)
    assert count(one.asked, number) == (number, True), one.seed
    assert count(one.asked, number - 1) == (number - 1, False), one.seed


class TestLists:
    def test_are_complete_and_in_order(self) -> None:
        for one in drawn(FEW):
            check_list(one)

    @pytest.mark.slow
    def test_on_many_theories(self) -> None:
        for one in drawn(MANY):
            check_list(one)

    @pytest.mark.parametrize("patience", [2, 9, 40])
    def test_are_the_same_when_the_solver_takes_over(
        self, patience: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listing, "PATIENCE", patience)
        for one in drawn(FEW[:40]):
            check_list(one)

    def test_a_limit_leaves_the_number_open(self) -> None:
        lines = ["restriction each attacker: if any(* x *) then pairs(* x *) >= 2"]
        theory = parse([*lines, "requirement each attacker: pairs(* x *) >= 1"], 4, 3)
        assert count(Legal(theory, ASKERS["cpsat"], Limit(effort=0)), 10) == (0, False)

    def test_every_step_of_the_walk_counts_as_effort(self) -> None:
        theory = parse(["restriction each blocker: pairs(* x *) <= 1"], 12, 12)
        number, exact = count(Legal(theory, ASKERS["shipped"], Limit(effort=0.1)), 10**9)
        assert 1_000 < number < 10_000
        assert not exact

    def test_a_creature_that_may_block_any_number_is_no_matter(self) -> None:
        """It has a thousand million sets of attackers; nobody looks at all of them first."""
        lines = ["requirement each blocker: pairs(* x *) >= 1"]
        legal = Legal(parse(lines, 1, 30), ASKERS["shipped"])
        assert count(legal, 100) == (100, False)
        assert next(declarations(legal)) == {(0, attacker) for attacker in range(30)}

    def test_a_walk_that_finds_nothing_ends(self) -> None:
        lines = [
            "restriction each blocker: pairs(* x *) <= 1",
            "restriction each attacker: if any(* x *) then pairs(* x *) >= 3",
            "requirement each attacker: pairs(* x *) >= 1",
        ]
        number, exact = count(Legal(parse(lines, 24, 8), ASKERS["shipped"], Limit(effort=0.5)), 10**9)
        assert number > 0
        assert not exact
