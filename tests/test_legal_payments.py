"""Legal declarations where payments are short: prices that spare declared creatures, and budgets that only save work."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from blockcheck.answers.listing import count
from blockcheck.answers.listing import declarations as listed
from blockcheck.ask import Answer, Ask, Budget, Found, Goal, Limit, Unknown, nearness
from blockcheck.askers import ASKERS
from blockcheck.askers.enumerate import declarations
from blockcheck.legal import CostItems, Legal
from blockcheck.theory import Declaration, Theory, board_order, incurred, obeyed
from tests.theories import parse, text_of, theory
from tests.twins import items_of, subset


class Purse:
    """So much money, a price for each cost item, and some creatures of which one is needed for each item and may not block."""

    def __init__(self, random: Random, whole: Theory) -> None:
        self.prices = {item: random.randint(0, 3) for item in items_of(whole)}
        self.money = random.randint(0, 6)
        self.needed = subset(random, range(len(whole.blockers)))
        self.spares = random.random() < 0.5

    @property
    def budget(self) -> Budget:
        return Budget(self.prices, self.money)

    def payable(self, items: CostItems) -> bool:
        return self.beside(items, frozenset())

    def beside(self, items: CostItems, blockers: frozenset[int]) -> bool:
        free = len(self.needed - blockers) if self.spares else len(items)
        return sum(self.prices[item] for item in items) <= self.money and free >= len(items)


def legal_ones(whole: Theory, purse: Purse) -> list[Declaration]:
    """The legal declarations, by definition."""
    rows = [(d, incurred(whole, d), obeyed(whole, d)) for d in declarations(whole)]
    found = []
    for declaration, items, number in rows:
        most = max(n for _, others, n in rows if others <= items)
        blocking = frozenset(blocker for blocker, _ in declaration)
        if number >= most and (not items or purse.beside(items, blocking)):
            found.append(declaration)
    return found


def found_in(answer: Answer) -> Declaration | None:
    assert not isinstance(answer, Unknown)
    return answer.declaration if isinstance(answer, Found) else None


def compare(seed: int) -> None:
    whole, random = theory(seed, largest=(4, 3)), Random(seed)
    purse = Purse(random, whole)
    expected = legal_ones(whole, purse)
    everything = list(product(range(len(whole.blockers)), range(len(whole.attackers))))
    tried = [subset(random, everything, 0.4) for _ in range(3)]
    for name, budgets in product(ASKERS, ((), (purse.budget,))):
        legal = Legal(whole, ASKERS[name], Limit(), purse.payable, purse.beside, budgets)
        said = f"{seed} {name}\n{text_of(whole)}"
        assert list(listed(legal)) == sorted(expected, key=board_order), said
        for declaration in tried:
            assert (declaration in legal) == (declaration in expected), said
            weights = nearness(declaration)
            answer = legal.best(Ask(whole, goal=Goal.WEIGHT, weights=weights, first=True))
            most = max((weights.total(d) for d in expected), default=0)
            nearest = [d for d in expected if weights.total(d) == most]
            assert found_in(answer) == min(nearest, key=board_order, default=None), said


class TestWhatCannotBePaidIsCutOff:
    def test_on_random_theories(self) -> None:
        for seed in range(60):
            compare(seed)

    @pytest.mark.slow
    def test_on_a_thousand_random_theories(self) -> None:
        for seed in range(1000, 2000):
            compare(seed)


class TestTheListLeavesOutWhatCannotBePaid:
    def test_before_the_other_creatures_are_looked_at(self) -> None:
        lines = ["restriction each blocker: pairs(* x *) <= 1", "cost item each blocker: if any(* x *)"]
        theory, limit = parse(lines, 40, 2), Limit(effort=0.5)
        legal = Legal(theory, ASKERS["shipped"], limit, lambda items: len(items) <= 1)
        assert count(legal, 1_000) == (1 + 40 * 2, True)
