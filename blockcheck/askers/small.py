"""Small and middling boards without a solver: prices first, then each way to block, creature after creature.

Prices (:mod:`blockcheck.askers.prices`) say what each way is worth at most; only those are looked at that can still lead to as
much as is wanted. Past a small budget an ask is left to the solver after all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import comb
from typing import NamedTuple

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, admits
from blockcheck.askers.enumerate import PROOF
from blockcheck.askers.flow import NEVER, UNIT
from blockcheck.askers.grid import matters
from blockcheck.askers.prices import Prices
from blockcheck.askers.tables import Alike, Tables, Way
from blockcheck.theory import Declaration, bits

MOST_PAIRS = 2_000
"""With more pairs that matter a solver over classes of creatures is faster."""

MOST_BLOCKS = 150
"""So many blocks those may make that may block several attackers."""

MOST_WAYS = 500
"""So many ways to block all creatures may have together."""

BUDGET = 300
"""Nodes looked at: about what one answer of a solver costs."""

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
    return prices.answer() or (_Search(prices).answer() if _is_small(prices.alike) else None)


def _is_small(alike: Sequence[Alike]) -> bool:
    ways = (one.size * sum(comb(one.row.bit_count(), k) for k in range(one.most + 1)) for one in alike)
    return sum(ways) <= MOST_WAYS


class _Option(NamedTuple):
    """A way to block: what it is worth at most, what it adds to the shared counts, and to the measure."""

    way: Way
    price: int
    counts: int
    weight: int


class _Search:
    """The best declaration of a board, looked for twice where the first of them is asked for."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self.ask = ask = prices.tables.ask
        self.width = prices.tables.width
        self.sure = prices.tables.sure
        self.guarded = prices.tables.guarded
        self.weighs = ask.goal is Goal.WEIGHT
        self.counts = ask.goal is Goal.OBEYED
        self.need = (ask.floor - self.sure) * UNIT if ask.floor else NEVER // 2
        self.nodes = 0
        self.found: Declaration | None = None
        self.beat: int | None = max(
            (least - 1 for weights, least in ask.at_least if self.weighs and weights == ask.weights),
            default=None,
        )
        owner = {blocker: one for one in prices.alike for blocker in bits(one.members)}
        self.order = sorted(owner) if ask.first else _neighbours(prices.tables.rows)
        self.options = self._options(owner)
        self.ahead = self._look_ahead(owner)

    def answer(self) -> Answer | None:
        """The best declaration; None where that takes too long."""
        if not all(self.options):
            return Nothing(PROOF)
        in_order, goal = self.options, self.ask.goal
        if goal is not Goal.ANY or not self.ask.first:
            self.options = self._best_first()
        self._go(0, 0, 0, 0, 0, only_one=goal is Goal.ANY)
        if (
            self.ask.first
            and self.beat is not None
            and self.found is not None
            and self.options is not in_order
        ):
            self.options, self.beat = in_order, self.beat - 1
            self._go(0, 0, 0, 0, 0, only_one=True)
        if self.nodes > BUDGET:
            return None
        if self.found is None or self.beat is None:
            return Nothing(PROOF)
        return Found(self.found, self.beat, PROOF)

    def _options(self, owner: Mapping[int, Alike]) -> list[list[_Option]]:
        """For each creature its ways to block, one with an attacker before those without it."""
        known = {one.members: self._options_of(one) for one in self.prices.alike}
        chosen, weights = dict.fromkeys(self.order, 0), self.ask.weights
        for blocker, attacker in self.ask.chosen:
            chosen[blocker] |= 1 << attacker
        found = []
        for blocker in self.order:
            options = known[owner[blocker].members]
            if chosen[blocker]:
                options = [one for one in options if not chosen[blocker] & ~one.way]
            if self.weighs:
                weight = {a: weights.weight((blocker, a)) for a in bits(owner[blocker].row)}
                options = [one._replace(weight=sum(weight[a] for a in bits(one.way))) for one in options]
            found.append(options)
        return found

    def _options_of(self, one: Alike) -> list[_Option]:
        shared = [(self.prices.tables.shared[n], self.prices.of[n], n * _BITS) for n in one.shared]
        found = []
        for way in filter(one.allows, _ways(list(bits(one.row)), one.most)):
            price, counts = UNIT * one.obeys(way), 0
            for count, each, shift in shared:
                number = count.adds(way)
                price += number * each
                counts += number << shift
            found.append(_Option(way, price, counts, 0))
        return found

    def _best_first(self) -> list[list[_Option]]:
        """What weighs most comes first, then what is worth most, then what the flow does."""
        flow = dict.fromkeys(self.order, 0)
        for blocker, attacker in self.prices.flow.pairs():
            flow[blocker] |= 1 << attacker

        def sort_key(one: _Option, way: Way) -> tuple[int, int, bool]:
            return -one.weight, -one.price, one.way != way

        pairs = zip(self.order, self.options, strict=True)
        return [sorted(options, key=partial(sort_key, way=flow[blocker])) for blocker, options in pairs]

    def _look_ahead(self, owner: Mapping[int, Alike]) -> list[_Ahead]:
        """What may still come, from each creature on."""
        surplus = list(self.prices.surplus)
        ahead = [_Ahead(0, 0, 0, _shifted(surplus))]
        for blocker, options in zip(reversed(self.order), reversed(self.options), strict=True):
            one, last = owner[blocker], ahead[-1]
            for number in one.shared:
                count = self.prices.tables.shared[number]
                for _ in range(1 if one.most == 1 else max((count.adds(o.way) for o in options), default=0)):
                    here = surplus[number]
                    surplus[number] = [*map(max, here, here[1:]), here[-1]]
            ahead.append(
                _Ahead(
                    last.pairs | one.row << blocker * self.width,
                    last.weight + max((option.weight for option in options), default=0),
                    last.price + max((option.price for option in options), default=0),
                    _shifted(surplus),
                )
            )
        return ahead[::-1]

    def _go(self, place: int, declared: int, counts: int, price: int, weight: int, *, only_one: bool) -> bool:
        """Look through the ways of the creatures from a place on; whether to look no further."""
        self.nodes += 1
        if self.nodes > BUDGET:
            return True
        ahead = self.ahead[place]
        most = price + ahead.price
        for shift, surplus in ahead.surplus:
            most += surplus[counts >> shift & _MASK]
        value = self._value(weight + ahead.weight, most)
        if most < self.need or (self.beat is not None and value <= self.beat):
            return False
        if place == len(self.order):
            return self._take(declared, value) and (only_one or self._is_most(value))
        coming, shift = self.ahead[place + 1].pairs, self.order[place] * self.width
        for way, worth, adds, weighs in self.options[place]:
            joined = declared | way << shift
            if all(one.may_hold(joined, coming) for one in self.guarded) and self._go(
                place + 1, joined, counts + adds, price + worth, weight + weighs, only_one=only_one
            ):
                return True
        return False

    def _value(self, weight: int, most: int) -> int:
        """The goal is at most this below a node."""
        if self.weighs:
            return self.ask.weights.base + weight
        return self.sure + most // UNIT if self.counts else 0

    def _is_most(self, value: int) -> bool:
        return self.counts and value == self.prices.most_obeyed

    def _take(self, declared: int, value: int) -> bool:
        """Take a declaration that beats the last one, if the ask admits it."""
        declaration = frozenset(divmod(place, self.width) for place in bits(declared))
        if not admits(self.ask, declaration):
            return False
        self.beat, self.found = value, declaration
        return True


class _Ahead(NamedTuple):
    """What the creatures from a place on may still bring: their pairs, weight and price, and the surplus of each count."""

    pairs: int
    weight: int
    price: int
    surplus: list[tuple[int, list[int]]]


def _shifted(surplus: list[list[int]]) -> list[tuple[int, list[int]]]:
    return [(place * _BITS, one) for place, one in enumerate(surplus)]


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
    if not attackers:
        yield 0
        return
    first, *others = attackers
    if most:
        for way in _ways(others, most - 1):
            yield way | 1 << first
    yield from _ways(others, most)
