"""Legality (509.1c): each declaration against the maximum of its own cost items, whoever asks."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from blockcheck.answers.check import check_declaration
from blockcheck.ask import Answer, Ask, Asker, Found, Goal, Limit, Nothing, Unknown, nearness
from blockcheck.askers import ASKERS, by_cpsat
from blockcheck.askers.enumerate import declarations
from blockcheck.errors import Undecided
from blockcheck.legal import Legal, Maximum
from blockcheck.theory import CostItem, Declaration, Theory, incurred, obeyed
from tests.test_askers import HARD, lured
from tests.theories import parse, text_of, theory
from tests.twins import LegalTwin, items_of, subset

NONE: Declaration = frozenset()
MOST_LISTED = 10


def purse(random: Random, whole: Theory) -> Callable[[frozenset[CostItem]], bool | None]:
    """What can be paid: a price for each cost item, and so much money; now and then nobody knows."""
    prices = {item: random.randint(0, 3) for item in items_of(whole)}
    money = random.randint(0, 5)
    if random.random() < 0.2:
        return lambda items: None
    return lambda items: sum(map(prices.__getitem__, items)) <= money


def compare(seed: int, declared: int = 4) -> None:
    """One random theory: all that Legal says is what the definition says, with each asker."""
    whole, random = theory(seed, largest=(4, 3)), Random(seed)
    payable = purse(random, whole)
    twin = LegalTwin(whole, list(declarations(whole)), payable)
    everything = list(product(range(len(whole.blockers)), range(len(whole.attackers))))
    tried = [subset(random, everything, 0.3) for _ in range(declared)]
    tried += [random.choice(twin.rows)[0] for _ in range(declared)]
    chosen, barred = subset(random, everything, 0.1), subset(random, everything, 0.1)
    for name, asker in ASKERS.items():
        legal = Legal(whole, asker, payable=payable)
        said = f"{seed} {name}\n{text_of(whole)}"
        if len(twin.legal) <= MOST_LISTED:
            assert list(legal) == twin.legal, said
        for declaration in tried:
            check_standing(legal, twin, declaration, said)
        wanted = Ask(whole, chosen=chosen, barred=barred, goal=Goal.OBEYED, first=True)
        able = [d for d in twin.legal if d >= chosen and not d & barred]
        best = max(able, key=lambda d: obeyed(whole, d), default=None)
        assert found_in(legal.best(wanted)) == best, said


def check_standing(legal: Legal, twin: LegalTwin, declaration: Declaration, said: str) -> None:
    items = incurred(legal.theory, declaration)
    inquiry = legal.inquiry()
    standing, witness = inquiry.judge(declaration), found_in(inquiry.witness(declaration))
    assert standing.legal == (declaration in twin.legal), said
    assert standing.maximum.obeyed == twin.maximum(items), said
    assert witness == twin.witness(declaration, items), said
    assert standing.stage == stage(twin, legal.theory, declaration), said
    assert (declaration in legal) == standing.legal
    nearest = inquiry.best(Ask(legal.theory, goal=Goal.WEIGHT, weights=nearness(declaration), first=True))
    assert found_in(nearest) == twin.nearest(declaration, twin.legal), said


def stage(twin: LegalTwin, whole: Theory, declaration: Declaration) -> str | None:
    """The first step that fails; 509.1d where nothing that obeys the maximum can be paid."""
    if declaration in twin.legal:
        return None
    if declaration not in [d for d, _, _ in twin.rows]:
        legal = Legal(whole, ASKERS["enumerate"])
        return min(whole.sentences[i.sentence].step for i in legal.judge(declaration).disobeyed)
    items = incurred(whole, declaration)
    enough = obeyed(whole, declaration) >= twin.maximum(items)
    return "509.1d" if enough or twin.witness(declaration, items) is None else "509.1c"


def found_in(answer: Answer) -> Declaration | None:
    assert not isinstance(answer, Unknown)
    return answer.declaration if isinstance(answer, Found) else None


class TestLegalIsWhatTheDefinitionSays:
    def test_on_random_theories_with_cost_items(self) -> None:
        for seed in range(40):
            compare(seed)

    @pytest.mark.slow
    @pytest.mark.parametrize("part", range(4))
    def test_on_three_thousand_random_theories(self, part: int) -> None:
        for seed in range(part * 750, part * 750 + 750):
            compare(seed, declared=1)


TOLL = parse(
    [
        "restriction each blocker: pairs(* x *) <= 1",
        "cost item each blocker: if any(0 x *)",
        "requirement: pairs(0 x 0) >= 1",
        "requirement: pairs(1 x 0) >= 1",
    ],
    2,
    2,
)
"""Creature 0 must block attacker 0 and has to pay to block; creature 1 must block it too, free."""


class TestNobodyHasToPay:
    @pytest.mark.parametrize("name", ASKERS)
    def test_but_a_creature_whose_cost_is_paid_must_obey(self, name: str) -> None:
        legal = Legal(TOLL, ASKERS[name])
        paid = frozenset(items_of(TOLL))
        assert (legal.maximum().obeyed, legal.maximum(paid).obeyed) == (1, 2)
        assert frozenset({(1, 0)}) in legal
        assert frozenset({(0, 0), (1, 0)}) in legal
        assert frozenset({(0, 1), (1, 0)}) not in legal
        assert frozenset({(0, 0)}) not in legal
        assert NONE not in legal

    @pytest.mark.parametrize("name", ASKERS)
    def test_and_what_cannot_be_paid_is_illegal_at_509_1d(self, name: str) -> None:
        legal = Legal(TOLL, ASKERS[name], payable=lambda items: False)
        standing = legal.judge(frozenset({(0, 0), (1, 0)}))
        assert (standing.legal, standing.stage, standing.payable) == (False, "509.1d", False)
        assert list(legal) == [frozenset({(1, 0)})]

    def test_an_open_payment_counts_as_one_that_may_be_made(self) -> None:
        standing = Legal(TOLL, ASKERS["shipped"]).judge(frozenset({(0, 0), (1, 0)}))
        assert (standing.legal, standing.stage, standing.payable) == (True, None, None)

    def test_no_cost_item_is_always_paid(self) -> None:
        assert Legal(TOLL, ASKERS["shipped"], payable=lambda items: False).judge(frozenset({(1, 0)})).payable


class Counting:
    """An asker that keeps the asks it was given."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.asks: list[Ask] = []

    def __call__(self, ask: Ask) -> Answer:
        self.asks.append(ask)
        return self.asker(ask)


CROWD = parse(
    [
        "restriction each blocker: pairs(* x *) <= 1",
        "restriction each attacker: if any(* x 0,2,4) then pairs(* x 0,2,4) >= 2",
        "requirement each attacker: pairs(* x *) >= 1",
        "requirement each pair: pairs(* x 2) >= 1",
    ],
    7,
    5,
)


class TestDecideFirst:
    def test_a_legal_declaration_needs_no_maximum(self) -> None:
        best = Legal(CROWD, by_cpsat).maximum().seen
        assert best is not None
        asker = Counting(by_cpsat)
        standing = Legal(CROWD, asker).judge(best)
        assert standing.legal
        assert standing.maximum == Maximum(
            obeyed(CROWD, best), obeyed(CROWD, best), obeyed(CROWD, best), "INFEASIBLE", best
        )
        assert [ask.goal for ask in asker.asks] == [Goal.ANY]

    def test_one_that_obeys_more_makes_it_illegal_whatever_the_maximum(self) -> None:
        def only_decides(ask: Ask) -> Answer:
            return by_cpsat(ask) if ask.goal is Goal.ANY else Unknown("effort")

        standing = Legal(CROWD, only_decides).judge(NONE)
        assert (standing.legal, standing.stage) == (False, "509.1c")
        assert standing.maximum.obeyed is None
        assert 1 <= standing.maximum.at_least <= standing.maximum.at_most == len(CROWD.requirements)
        assert standing.maximum.limit == "effort"


class TestALimit:
    def test_gives_no_verdict_but_bounds(self) -> None:
        legal = Legal(HARD, by_cpsat, Limit(effort=0.05))
        standing = legal.judge(NONE)
        assert standing.legal is None or standing.maximum.obeyed is None
        assert standing.maximum.at_least <= 120 <= standing.maximum.at_most
        assert standing.maximum.limit == "effort"

    def test_is_raised_as_undecided_where_only_yes_or_no_is_possible(self) -> None:
        legal = Legal(CROWD, by_cpsat, Limit(effort=0.0))
        with pytest.raises(Undecided) as undecided:
            assert NONE in legal
        assert str(undecided.value) == "a limit came before it was known whether the declaration is legal"
        with pytest.raises(Undecided) as undecided:
            list(legal)
        assert str(undecided.value) == "a limit came before the next legal declaration was known"

    def test_is_for_all_asks_of_an_inquiry_together(self) -> None:
        asker = Counting(by_cpsat)
        inquiry = Legal(CROWD, asker, Limit(effort=10.0)).inquiry()
        inquiry.judge(NONE)
        inquiry.witness(NONE)
        given = [ask.limit.effort for ask in asker.asks]
        assert len(given) == 3
        assert given[0] == 10.0
        assert sorted(given, reverse=True) == given  # type: ignore[type-var]
        assert len(set(given)) == 3
        assert 0 < inquiry.effort < 10

    def test_what_was_learned_earlier_is_charged_again(self) -> None:
        fresh, used = (Legal(CROWD, by_cpsat, Limit(effort=10.0)) for _ in range(2))
        for seed in range(50):
            used.judge(subset(Random(seed), list(product(range(7), range(5))), 0.3))
        for declaration in (NONE, frozenset({(0, 2), (1, 2)}), frozenset({(0, 1), (1, 1), (2, 1)})):
            first, second = fresh.inquiry(), used.inquiry()
            assert first.judge(declaration) == second.judge(declaration)
            assert first.witness(declaration) == second.witness(declaration)
            assert first.effort == second.effort

    def test_stops_at_the_same_ask_whatever_was_learned_earlier(self) -> None:
        spent = Legal(CROWD, by_cpsat).inquiry()
        spent.judge(NONE)
        limit = Limit(effort=spent.effort * 0.9)
        fresh, used = Legal(CROWD, by_cpsat, limit), Legal(CROWD, by_cpsat, limit)
        assert used.maximum().obeyed is not None
        assert fresh.judge(NONE) == used.judge(NONE)


class TestCuts:
    def test_an_ask_keeps_its_own(self) -> None:
        legal = Legal(TOLL, ASKERS["shipped"])
        everyone = Ask(TOLL, chosen=frozenset({(0, 1)}))
        assert isinstance(legal.best(everyone), Nothing)
        assert isinstance(legal.best(replace(everyone, chosen=frozenset({(0, 0)}))), Found)


class TestALimitBeforeTheNearestIsKnown:
    def test_leaves_a_witness_that_was_seen(self) -> None:
        """The maximum is proven and a declaration obeys it; only which one is nearest is still open."""
        whole = lured(9, 8)
        inquiry = Legal(whole, ASKERS["cpsat"]).inquiry()
        most = inquiry.judge(NONE).maximum.at_least
        inquiry.ask(Ask(whole, goal=Goal.WEIGHT, weights=nearness(NONE), floor=most))
        legal = Legal(whole, ASKERS["cpsat"], Limit(effort=inquiry.effort))
        judged = check_declaration(legal, NONE)
        assert (judged.maximum, judged.nearest, judged.limit) == (most, None, "effort")
        assert judged.witness is not None
        assert judged.witness in Legal(whole, ASKERS["cpsat"])
