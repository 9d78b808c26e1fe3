"""Small and middling boards without a solver: prices first, then each way to block, creature after creature.

Prices (:mod:`blockcheck.askers.prices`) say what each way is worth at most; only those are looked at that can still lead to as
much as is wanted. Past a small budget an ask is left to the solver after all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import comb
from typing import NamedTuple

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, admits
from blockcheck.askers.enumerate import PROOF
from blockcheck.askers.flow import UNIT
from blockcheck.askers.grid import matters
from blockcheck.askers.prices import Prices
from blockcheck.askers.tables import Alike, Tables, Way
from blockcheck.theory import Declaration, bits

MOST_PAIRS = 2_000
"""With more pairs that matter a solver over classes of creatures is faster."""

MOST_IN_ORDER = 500
"""The same where the first of the best is asked for."""

MOST_BLOCKS = 150
"""So many blocks those may make that may block several attackers."""

MOST_WAYS = 500
"""So many ways to block all creatures may have together."""

BUDGET = 300
"""Nodes looked at: about what one answer of a solver costs; where the first is asked for it answers twice."""

_BITS = 12
"""Of a number of counts, one beside the other."""
_MASK = (1 << _BITS) - 1


def looked_through(ask: Ask) -> Answer | None:
    """The answer to an ask where few pairs matter and little needs to be looked at, else None. Its effort is 0."""
    if ask.besides:
        return None
    wanted = matters(ask)
    if sum(column.bit_count() for column in wanted.of) > MOST_PAIRS or any(
        p not in wanted for p in ask.chosen
    ):
        return None
    tables = Tables(ask, wanted)
    if sum(most for most in tables.most.values() if most > 1) > MOST_BLOCKS:
        return None
    prices = Prices(tables)
    answer = prices.answer()
    if answer is not None or prices.is_loose or not _is_small(prices.alike):
        return answer
    return _Search(prices).answer()


def _is_small(alike: Sequence[Alike]) -> bool:
    ways = (one.size * sum(comb(one.row.bit_count(), k) for k in range(one.most + 1)) for one in alike)
    return sum(ways) <= MOST_WAYS


class _Option(NamedTuple):
    """A way to block: what it is worth at most, what it adds to the shared counts, and to the measure."""

    way: Way
    price: int
    counts: int
    weight: int


class _Ahead(NamedTuple):
    """What the creatures from a place on may still bring: their pairs, weight and price, and the surplus of each count."""

    pairs: int
    weight: int
    price: int
    surplus: list[list[int]]


class _Search:
    """The best declaration of a board, looked for twice where the first of them is asked for."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self.ask = ask = prices.ask
        self.width = prices.tables.width
        self.guarded = prices.tables.guarded
        self.weighs = ask.goal is Goal.WEIGHT
        self.beat = prices.scale.beat
        self.found: Declaration | None = None
        self.nodes = 0
        self.budget = 2 * BUDGET if ask.first else BUDGET
        self._dead: set[tuple[int, int, int, int]] = set()
        weighed = self.weighs and all(weights == ask.weights for weights, _ in ask.at_least)
        others = self.guarded or ask.cuts or ask.budgets or (ask.at_least and not weighed)
        self._counts_tell_all = not others
        owner = {blocker: one for one in prices.alike for blocker in bits(one.members)}
        self.order = sorted(owner) if ask.first else _neighbours(prices.tables.rows)
        self.options = self._options(owner)
        self.ahead = self._look_ahead(owner)

    def answer(self) -> Answer | None:
        """The best declaration; None where that takes too long."""
        if not all(self.options):
            return Nothing(PROOF)
        in_order, is_any = self.options, self.ask.goal is Goal.ANY
        if not self.ask.first or not is_any:
            self._find_best()
        if self.ask.first and (is_any or self.found is not None):
            self.options, self.beat = in_order, self.beat - (not is_any)
            self._dead.clear()
            self._go(0, 0, 0, 0, 0, only_one=True)
        if self.nodes > self.budget:
            return None
        return Nothing(PROOF) if self.found is None else Found(self.found, 0 if is_any else self.beat, PROOF)

    def _find_best(self) -> None:
        reached = self.prices.reached() if self.ask.first else None
        if reached is not None:
            self.found, self.beat = reached, self.prices.bound
            return
        self.options = self._best_first()
        self._go(0, 0, 0, 0, 0, only_one=self.ask.goal is Goal.ANY)

    def _options(self, owner: Mapping[int, Alike]) -> list[list[_Option]]:
        """For each creature its ways to block, one with an attacker before those without it."""
        known = {one.members: self._options_of(one) for one in self.prices.alike}
        chosen = dict.fromkeys(self.order, 0)
        for blocker, attacker in self.ask.chosen:
            chosen[blocker] |= 1 << attacker
        return [
            [option for option in known[owner[b].members] if not chosen[b] & ~option.way]
            if chosen[b]
            else known[owner[b].members]
            for b in self.order
        ]

    def _options_of(self, one: Alike) -> list[_Option]:
        counts = [(self.prices.tables.shared[n], self.prices.of[n], 1 << n * _BITS) for n in one.shared]
        single = {
            a: [(price, step) for count, price, step in counts if not count.once and count.attackers >> a & 1]
            for a in bits(one.row)
        }
        once = [(count.attackers, price, step) for count, price, step in counts if count.once]
        found = []
        for way in filter(one.allows, _ways(list(single), one.most)):
            weight = one.weigh(way) if self.weighs else 0
            worth, adds = self.prices.scale.each * one.obeys(way) + UNIT * weight, 0
            for price, step in chain.from_iterable(single[a] for a in bits(way)):
                worth += price
                adds += step
            for attackers, price, step in once:
                if way & attackers:
                    worth += price
                    adds += step
            found.append(_Option(way, worth, adds, weight))
        return found

    def _best_first(self) -> list[list[_Option]]:
        """What is worth most comes first, then what the flow does."""
        flow = dict.fromkeys(self.order, 0)
        for blocker, attacker in self.prices.declaration():
            flow[blocker] |= 1 << attacker

        def sort_key(one: _Option, way: Way) -> tuple[int, bool]:
            return -one.price, one.way != way

        pairs = zip(self.order, self.options, strict=True)
        return [sorted(options, key=partial(sort_key, way=flow[blocker])) for blocker, options in pairs]

    def _look_ahead(self, owner: Mapping[int, Alike]) -> list[_Ahead]:
        """What may still come, from each creature on."""
        surplus = list(self.prices.surplus)
        ahead = [_Ahead(0, 0, 0, list(surplus))]
        for blocker, options in zip(reversed(self.order), reversed(self.options), strict=True):
            one, last = owner[blocker], ahead[-1]
            for number in one.shared:
                count = self.prices.tables.shared[number]
                for _ in range(1 if count.once else min(one.most, (count.attackers & one.row).bit_count())):
                    here = surplus[number]
                    surplus[number] = [*map(max, here, here[1:]), here[-1]]
            ahead.append(
                _Ahead(
                    last.pairs | one.row << blocker * self.width,
                    last.weight + max((option.weight for option in options), default=0),
                    last.price + max((option.price for option in options), default=0),
                    list(surplus),
                )
            )
        return ahead[::-1]

    def _go(self, place: int, declared: int, counts: int, price: int, weight: int, *, only_one: bool) -> bool:
        """Look through the ways of the creatures from a place on; whether to look no further."""
        self.nodes += 1
        if self.nodes > self.budget:
            return True
        ahead = self.ahead[place]
        most = price + ahead.price
        left = counts
        for surplus in ahead.surplus:
            most += surplus[left & _MASK]
            left >>= _BITS
        value = self.prices.scale.value(most)
        if self.weighs:
            value = min(value, self.ask.weights.base + weight + ahead.weight)
        if value <= self.beat:
            return False
        if place == len(self.order):
            return self._take(declared, value) and (only_one or value == self.prices.bound)
        if self._counts_tell_all:
            here = place, counts, price, weight
            if here in self._dead:
                return False
            self._dead.add(here)
        coming, shift = self.ahead[place + 1].pairs, self.order[place] * self.width
        for way, worth, adds, weighs in self.options[place]:
            joined = declared | way << shift
            if all(one.may_hold(joined, coming) for one in self.guarded) and self._go(
                place + 1, joined, counts + adds, price + worth, weight + weighs, only_one=only_one
            ):
                return True
        return False

    def _take(self, declared: int, value: int) -> bool:
        """Take a declaration that is better than the last one, if the ask admits it."""
        declaration = frozenset(divmod(place, self.width) for place in bits(declared))
        if not admits(self.ask, declaration):
            return False
        self.beat, self.found = value, declaration
        return True


def _neighbours(rows: Mapping[int, int]) -> list[int]:
    """Blockers in an order in which those that may block the same attackers are near each other."""
    left, seen, order = dict(rows), 0, list[int]()
    while left:
        blocker = min(
            left, key=lambda b: (-(left[b] & seen).bit_count() / left[b].bit_count(), left[b].bit_count(), b)
        )
        seen |= left.pop(blocker)
        order.append(blocker)
    return order


def _ways(attackers: Sequence[int], most: int) -> Iterator[Way]:
    """Sets of up to ``most`` attackers, in board order: one with an attacker before those without it."""
    for place, attacker in enumerate(attackers if most else ()):
        for way in _ways(attackers[place + 1 :], most - 1):
            yield way | 1 << attacker
    yield 0
