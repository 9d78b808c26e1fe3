"""The slow twin: every declaration in board order, depth first, with plain pruning.

Pairs are decided in board order, a block before no block, so declarations come in lexicographic order. What prunes
is monotone: a count can only grow, and only by pairs that are still open. At a leaf nothing is open, and the
evaluator (:func:`blockcheck.ask.admits`) has the last word.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, Unknown, Weights, admits, measure
from blockcheck.theory import (
    CostItem,
    Count,
    Declaration,
    Instance,
    Pair,
    Rectangle,
    Theory,
    bits,
)
from blockcheck.values import dataclass

NODES_PER_EFFORT = 100_000
"""So many nodes cost one unit of effort: about a second, as one unit of CP-SAT's deterministic time."""

PROOF = "enumeration"


class _Row(NamedTuple):
    """An instance over bit sets of pairs; COUNT is the number of ``parts`` that have a pair in common with a set."""

    guard: int | None
    parts: tuple[int, ...]
    lo: int
    hi: int | None

    def may_hold(self, declared: int, open_pairs: int) -> bool:
        """Whether it can still hold when ``declared`` pairs stay and any of ``open_pairs`` may join them."""
        if self.guard is not None and not declared & self.guard:
            return True
        within = self.hi is None or self._count(declared) <= self.hi
        return within and (not self.lo or self._count(declared | open_pairs) >= self.lo)

    def _count(self, pairs: int) -> int:
        return sum(1 for part in self.parts if pairs & part)


@dataclass(frozen=True)
class _Pairs:
    """The pairs of a theory as bits, in board order."""

    theory: Theory

    @property
    def number(self) -> int:
        return len(self.theory.blockers) * len(self.theory.attackers)

    def bit(self, pair: Pair) -> int:
        return 1 << (pair[0] * len(self.theory.attackers) + pair[1])

    def set_of(self, rectangle: Rectangle) -> int:
        return sum(map(self.bit, rectangle.each_pair()))

    def declaration(self, declared: int) -> Declaration:
        return frozenset(divmod(index, len(self.theory.attackers)) for index in bits(declared))

    def row(self, instance: Instance) -> _Row:
        guard = None if instance.guard is None else self.set_of(instance.guard)
        return _Row(guard, self._parts(instance), instance.lo, instance.hi)

    def _parts(self, instance: Instance) -> tuple[int, ...]:
        if instance.count is Count.PAIRS:
            return tuple(map(self.bit, instance.counted.each_pair()))
        attackers = instance.counted.attackers
        return tuple(self.set_of(Rectangle(1 << b, attackers)) for b in bits(instance.counted.blockers))


class _Promise:
    """What an ask admits, seen from a node: some pairs are declared, some are open, the rest are left out."""

    def __init__(self, ask: Ask) -> None:
        pairs = _Pairs(ask.theory)
        self.ask = ask
        self.restrictions = tuple(map(pairs.row, ask.theory.restrictions))
        self.requirements = tuple(map(pairs.row, ask.theory.requirements))
        self.costs = {
            CostItem(cost.sentence, cost.blocker, cost.attacker): pairs.set_of(cost.guard)
            for cost in ask.theory.costs
            if cost.guard is not None
        }
        self.chosen, self.barred = (sum(map(pairs.bit, some)) for some in (ask.chosen, ask.barred))
        attackers = (1 << len(ask.theory.attackers)) - 1
        self.rows = {
            blocker: pairs.set_of(Rectangle(1 << blocker, attackers))
            for cut in ask.cuts
            for blocker in sorted(cut.blockers)
        }
        self.measures = tuple((self._weigh(pairs, weights), least) for weights, least in ask.at_least)
        self.goal = self._weigh(pairs, ask.weights) if ask.goal is Goal.WEIGHT else None

    @staticmethod
    def _weigh(pairs: _Pairs, weights: Weights) -> tuple[int, tuple[int, ...]]:
        each = (divmod(index, len(pairs.theory.attackers)) for index in range(pairs.number))
        return weights.base, tuple(map(weights.weight, each))

    def kept(self, declared: int, open_pairs: int) -> bool:
        """Whether some declaration below the node may still be admitted."""
        if declared & self.barred or self.chosen & ~(declared | open_pairs):
            return False
        if not all(row.may_hold(declared, open_pairs) for row in self.restrictions):
            return False
        if not all(_most(weights, declared, open_pairs) >= least for weights, least in self.measures):
            return False
        return self._affordable(declared, open_pairs)

    def _affordable(self, declared: int, open_pairs: int) -> bool:
        items = {item for item, guard in self.costs.items() if declared & guard}
        if self.ask.allowed is not None and not items <= self.ask.allowed:
            return False
        if not all(budget.allows(items) for budget in self.ask.budgets):
            return False
        blockers = frozenset(blocker for blocker, row in self.rows.items() if declared & row)
        floors = [cut.floor for cut in self.ask.cuts if cut.applies(frozenset(items), blockers)]
        if None in floors:
            return False
        floor = max(self.ask.floor, *(floor for floor in floors if floor is not None), 0)
        return not floor or self.obeyed(declared, open_pairs) >= floor

    def obeyed(self, declared: int, open_pairs: int) -> int:
        """At most so many requirements are obeyed below the node."""
        return sum(row.may_hold(declared, open_pairs) for row in self.requirements)

    def value(self, declared: int, open_pairs: int) -> int:
        """The goal is at most this below the node."""
        if self.goal is not None:
            return _most(self.goal, declared, open_pairs)
        return self.obeyed(declared, open_pairs) if self.ask.goal is Goal.OBEYED else 0


def _most(weights: tuple[int, tuple[int, ...]], declared: int, open_pairs: int) -> int:
    base, of = weights
    return base + sum(of[i] for i in bits(declared)) + sum(max(of[i], 0) for i in bits(open_pairs))


class _Walk:
    """One walk through the tree; ``beat`` is the value that a declaration must exceed, once there is one."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.pairs = _Pairs(ask.theory)
        self.promise = _Promise(ask)
        self.beat: int | None = None
        self.nodes = 0
        self.stopped_by: str | None = None
        self._began = time.monotonic()

    @property
    def effort(self) -> float:
        return self.nodes / NODES_PER_EFFORT

    @property
    def at_most(self) -> int:
        """What the goal is at most, seen from the root."""
        return self.promise.value(0, (1 << self.pairs.number) - 1)

    def leaves(self) -> Iterator[Declaration]:
        """The declarations admitted, in lexicographic order; those that do not exceed ``beat`` are passed over."""
        number = self.pairs.number
        stack = [(0, 0)]
        while stack and not self._stopped():
            declared, decided = stack.pop()
            self.nodes += 1
            if self._hopeless(declared, (1 << number) - (1 << decided)):
                continue
            if decided < number:
                stack += [(declared, decided + 1), (declared | 1 << decided, decided + 1)]
            elif admits(self.ask, declaration := self.pairs.declaration(declared)):
                yield declaration

    def _hopeless(self, declared: int, open_pairs: int) -> bool:
        if not self.promise.kept(declared, open_pairs):
            return True
        return self.beat is not None and self.promise.value(declared, open_pairs) <= self.beat

    def _stopped(self) -> bool:
        limit = self.ask.limit
        if limit.effort is not None and self.effort >= limit.effort:
            self.stopped_by = "effort"
        elif limit.seconds is not None and time.monotonic() - self._began >= limit.seconds:
            self.stopped_by = "clock"
        return self.stopped_by is not None


def enumerated(ask: Ask) -> Answer:
    """The asker that tries every declaration; what it finds is always the lexicographically first of the best.

    ``Limit.effort`` counts nodes of the tree (see :data:`NODES_PER_EFFORT`).
    """
    walk = _Walk(ask)
    best: Declaration | None = None
    for declaration in walk.leaves():
        best, walk.beat = declaration, measure(ask, declaration)
        if ask.goal is Goal.ANY:
            return Found(best, 0, PROOF, walk.effort)
    if walk.stopped_by:
        at_most = None if ask.goal is Goal.ANY else walk.at_most
        return Unknown(walk.stopped_by, best, walk.beat, at_most, walk.effort)
    if best is None or walk.beat is None:
        return Nothing(PROOF, walk.effort)
    return Found(best, walk.beat, PROOF, walk.effort)


def declarations(theory: Theory) -> Iterator[Declaration]:
    """Every declaration that disobeys no restriction (509.1a-b), in lexicographic order over pairs in board order."""
    return _Walk(Ask(theory)).leaves()
