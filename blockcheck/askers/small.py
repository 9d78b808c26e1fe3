"""Small boards without a solver: creature after creature, each way it may block, cut off where no more can be gained.

A solver has to be loaded and given a model; where few pairs matter all of them are looked through before that. Past a small
budget an ask is left to the solver after all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, admits
from blockcheck.askers.enumerate import PROOF
from blockcheck.askers.grid import Columns, capacities, counts_obeyed, matters
from blockcheck.theory import Count, Declaration, Instance, Pair, Rectangle, bits

MOST_PAIRS = 24
"""With more pairs that matter a solver is faster."""

MOST_WAYS = 12
"""So many ways to block one creature may have."""

BUDGET = 200
"""Nodes looked at: about what one answer of a solver costs."""


def looked_through(ask: Ask) -> Answer | None:
    """The answer to an ask where few pairs matter and little needs to be looked at, else None. Its effort is 0."""
    if ask.cuts or ask.budgets or ask.at_least or ask.besides:
        return None
    wanted = matters(ask)
    if sum(column.bit_count() for column in wanted.of) > MOST_PAIRS:
        return None
    board = _Board(ask, wanted)
    return _Search(board).answer() if board.is_small else None


class _Row(NamedTuple):
    """If any pair of ``guard`` is declared (None: always) so many of ``inside`` are; both are bit sets of pairs."""

    guard: int | None
    inside: int
    lo: int
    hi: int

    def may_hold(self, declared: int, coming: int) -> bool:
        """Whether it can still hold when some of the ``coming`` pairs join those declared."""
        if self.guard is not None and not declared & self.guard:
            return True
        count = (declared & self.inside).bit_count()
        return count <= self.hi and count + (coming & self.inside).bit_count() >= self.lo

    @property
    def pairs(self) -> int:
        """What it speaks of."""
        return self.inside | (self.guard or 0)


class _Way(NamedTuple):
    """What a creature may block, as pairs, and what that adds to the measure (or how many requirements it helps)."""

    pairs: int
    gain: int


class _Board:
    """An ask over bit sets of the pairs that matter: for each creature its ways to block, a block before no block."""

    def __init__(self, ask: Ask, wanted: Columns) -> None:
        self.ask = ask
        self.width = len(ask.theory.attackers)
        self.rows = wanted.rows()
        self.chosen = sum(map(self._bit, ask.chosen))
        most = capacities(ask.theory, self.rows)
        told = all(most[b] <= 1 for one in self._instances() for b in self._counted_once(one))
        few = all(most[b] <= 1 or 1 << row.bit_count() <= MOST_WAYS for b, row in self.rows.items())
        self.is_small = told and few and all(self.rows.get(b, 0) >> a & 1 for b, a in ask.chosen)
        if not self.is_small:
            return
        self.obeying = [self._row(one) for one in ask.theory.requirements] if counts_obeyed(ask) else []
        restrictions = [self._row(one) for one in ask.theory.restrictions if self._says_more(one, most)]
        self.ways = [list(self._ways(blocker, row, most[blocker])) for blocker, row in self.rows.items()]
        masks = [row << blocker * self.width for blocker, row in self.rows.items()]
        self.bearing = [[row for row in restrictions if row.pairs & mask] for mask in masks]
        self.coming = [sum(masks[place:]) for place in range(len(masks) + 1)]

    def declaration(self, declared: int) -> Declaration:
        """The declaration of a set of pairs."""
        return frozenset(divmod(index, self.width) for index in bits(declared))

    def _bit(self, pair: Pair) -> int:
        return 1 << pair[0] * self.width + pair[1]

    def _set(self, rectangle: Rectangle) -> int:
        rows = ((b, self.rows.get(b, 0) & rectangle.attackers) for b in bits(rectangle.blockers))
        return sum(row << blocker * self.width for blocker, row in rows)

    def _instances(self) -> Iterable[Instance]:
        return (*self.ask.theory.restrictions, *self.ask.theory.requirements)

    def _counted_once(self, one: Instance) -> Iterator[int]:
        """The creatures of which an instance counts one pair only, however many they are in."""
        blockers = one.counted.blockers if one.count is Count.BLOCKERS else 0
        return (blocker for blocker in bits(blockers) if blocker in self.rows)

    def _says_more(self, one: Instance, most: dict[int, int]) -> bool:
        """Whether a restriction says more than that some pairs may not be, or how many attackers a creature may block."""
        blocker = one.counted.blockers.bit_length() - 1
        if one.guard is not None or one.counted.blockers.bit_count() > 1:
            return one.guard is not None or one.hi != 0
        return blocker in most and one.hi is not None and most[blocker] > one.hi

    def _row(self, one: Instance) -> _Row:
        inside = self._set(one.counted)
        return _Row(
            None if one.guard is None else self._set(one.guard),
            inside,
            one.lo,
            inside.bit_count() if one.hi is None else one.hi,
        )

    def _ways(self, blocker: int, row: int, most: int) -> Iterator[_Way]:
        for attackers in _sets(list(bits(row)), most):
            pairs = sum(self._bit((blocker, attacker)) for attacker in attackers)
            if self.ask.goal is Goal.WEIGHT:
                gain = sum(self.ask.weights.weight((blocker, attacker)) for attacker in attackers)
            else:
                gain = sum(1 for one in self.obeying if one.inside & pairs)
            if not self.chosen & row << blocker * self.width & ~pairs:
                yield _Way(pairs, gain)


class _Search:
    """The best declaration of a board, looked for twice where the first of them is asked for."""

    def __init__(self, board: _Board) -> None:
        self.board = board
        self.ask = board.ask
        self.weighs = self.ask.goal is Goal.WEIGHT
        self.counts = self.ask.goal is Goal.OBEYED
        self.most = [0]
        for ways in reversed(board.ways):
            self.most.append(self.most[-1] + max((way.gain for way in ways), default=0))
        self.most.reverse()
        self.nodes = 0
        self.beat: int | None = None
        self.found: int | None = None
        self.ways = board.ways

    def answer(self) -> Answer | None:
        """The best declaration; None where that takes too long."""
        if self.ask.goal is not Goal.ANY or not self.ask.first:
            self.ways = [sorted(ways, key=lambda way: -way.gain) for ways in self.board.ways]
        self._go(0, 0, 0, self.board.obeying)
        if self.ask.first and self.beat is not None and self.ways is not self.board.ways:
            self.ways, self.beat = self.board.ways, self.beat - 1
            self._go(0, 0, 0, self.board.obeying, only_one=True)
        if self.nodes > BUDGET:
            return None
        if self.found is None or self.beat is None:
            return Nothing(PROOF)
        return Found(self.board.declaration(self.found), self.beat, PROOF)

    def _go(
        self, place: int, declared: int, weight: int, alive: Sequence[_Row], only_one: bool = False
    ) -> bool:
        """Look through the ways of the creatures from a place on; whether to look no further."""
        self.nodes += 1
        if self.nodes > BUDGET:
            return True
        coming = self.board.coming[place]
        alive = [row for row in alive if row.may_hold(declared, coming)]
        if len(alive) < self.ask.floor:
            return False
        value = self._value(place, weight, len(alive))
        if self.beat is not None and value <= self.beat:
            return False
        if place == len(self.ways):
            if admits(self.ask, self.board.declaration(declared)):
                self.beat, self.found = value, declared
            return only_one and self.found == declared
        bearing, coming = self.board.bearing[place], self.board.coming[place + 1]
        for way in self.ways[place]:
            joined = declared | way.pairs
            if all(row.may_hold(joined, coming) for row in bearing) and self._go(
                place + 1, joined, weight + way.gain, alive, only_one
            ):
                return True
        return False

    def _value(self, place: int, weight: int, obeyed: int) -> int:
        """The goal is at most this below a node."""
        if self.weighs:
            return self.ask.weights.base + weight + self.most[place]
        return obeyed if self.counts else 0


def _sets(attackers: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Sets of up to ``most`` attackers, in board order: one with an attacker before those without it."""
    if not attackers:
        yield ()
        return
    first, *others = attackers
    if most:
        yield from ((first, *those) for those in _sets(others, most - 1))
    yield from _sets(others, most)
