"""Every legal declaration, lexicographically over pairs in board order (a block before no block).

A walk over the creatures finds them: for each the sets of attackers it may block, in order, cut off where a restriction
or the number of requirements can no longer come right. Where the walk has looked at too much since it found the last
one, one, an ask finds the next, and the walk goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from blockcheck.answers.rows import most_blocked, open_rows
from blockcheck.answers.stopping import Stopped, found
from blockcheck.ask import Ask
from blockcheck.legal import Inquiry, Legal
from blockcheck.theory import Count, Declaration, Instance, Pair, Rectangle, Theory, bits, incurred

PATIENCE = 5_000
"""So many nodes without a legal declaration, and the walk gives up: about a tenth of a second."""


def declarations(legal: Legal) -> Iterator[Declaration]:
    """The legal declarations in order.

    Raises:
        Stopped: a limit came before the next one was known.
    """
    inquiry = legal.inquiry()
    walk = _Walk(inquiry)
    latest: Declaration | None = None
    while True:
        for declaration in walk.legal(after=latest):
            yield declaration
            latest = declaration
        latest = None if walk.is_complete else _first_after(inquiry, latest)
        if latest is None:
            return
        yield latest


def count(legal: Legal, limit: int) -> tuple[int, bool]:
    """How many legal declarations there are, at most ``limit``, and whether there are no more."""
    number = 0
    try:
        for _ in islice(declarations(legal), limit + 1):
            number += 1
    except Stopped:
        return number, False
    return min(number, limit), number <= limit


def _first_after(inquiry: Inquiry, latest: Declaration | None) -> Declaration | None:
    """The first legal declaration after another one: it agrees with it up to a pair that it leaves out."""
    if latest is None:
        return found(inquiry.best(Ask(inquiry.theory, first=True)))
    theory = inquiry.theory
    for pair in sorted(latest, reverse=True):
        chosen = frozenset(other for other in latest if other < pair)
        barred = frozenset(_up_to(theory, pair)) - chosen
        following = found(inquiry.best(Ask(theory, chosen=chosen, barred=barred, first=True)))
        if following is not None:
            return following
    return None


def _up_to(theory: Theory, last: Pair) -> Iterator[Pair]:
    """The pairs in board order, the last one included."""
    size = len(theory.attackers)
    return (divmod(place, size) for place in range(last[0] * size + last[1] + 1))


# --- the walk -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Touch:
    """How one blocker's attackers change one instance, and what blockers behind it may still add to its count."""

    place: int
    instance: Instance
    required: bool
    counted: int
    guard: int
    room: int

    def adds(self, attackers: int) -> int:
        """What the attackers blocked add to COUNT."""
        number = (attackers & self.counted).bit_count()
        return min(number, 1) if self.instance.count is Count.BLOCKERS else number

    def may_hold(self, count: int) -> bool:
        """Whether the instance, its guard met, may still hold."""
        hi = self.instance.hi
        return count + self.room >= self.instance.lo and (hi is None or count <= hi)


@dataclass(frozen=True, slots=True)
class _Node:
    """Some creatures decided: COUNT of each instance, the guards met and the requirements that are lost."""

    blocks: tuple[tuple[int, int], ...]
    counts: tuple[int, ...]
    met: int
    lost: int

    @property
    def declaration(self) -> Declaration:
        return frozenset((blocker, attacker) for blocker, row in self.blocks for attacker in bits(row))


class _Walk:
    """A walk through the declarations, creature by creature in board order."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.inquiry = inquiry
        self.theory = inquiry.theory
        self.is_complete = False
        maximum = inquiry.maximum()
        if maximum.obeyed is None:
            raise Stopped(maximum.limit or "")
        self._most_lost = self.theory.number_of_requirements - maximum.obeyed
        joint = (one for one in self.theory.restrictions if one.guard is not None or one.hi != 0)
        self._instances = (*joint, *self.theory.requirements)
        self._open = open_rows(self.theory)
        self._most = most_blocked(self.theory)
        self._touches = [list(self._touched_by(blocker)) for blocker in range(len(self._open))]
        least = [self._least_lost(blocker) for blocker in range(len(self._open))]
        self._lost_behind = [sum(least[blocker + 1 :]) for blocker in range(len(least))]

    def legal(self, after: Declaration | None = None) -> Iterator[Declaration]:
        """The legal declarations in order, until all are found or patience is out; only those after a legal one."""
        unguarded = sum(1 << place for place, one in enumerate(self._instances) if one.guard is None)
        root = _Node((), (0,) * len(self._instances), unguarded, 0)
        stack: list[Iterator[_Node]] = [iter((root,))]
        if after is not None:
            stack = self._stack_at(root, after)
        patience = PATIENCE
        while stack and patience:
            patience -= 1
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
            elif len(stack) <= len(self._open):
                stack.append(self._below(node, len(stack) - 1))
            elif self._is_legal(node):
                patience = PATIENCE
                yield node.declaration
        self.is_complete = not stack

    def _touched_by(self, blocker: int) -> Iterator[_Touch]:
        """The instances that a blocker's attackers may change."""
        first_requirement = len(self._instances) - self.theory.number_of_requirements
        for place, instance in enumerate(self._instances):
            guard, counted = instance.guard or Rectangle(0, 0), instance.counted
            counts, guards = (part.blockers >> blocker & 1 for part in (counted, guard))
            if counts or guards:
                yield _Touch(
                    place,
                    instance,
                    place >= first_requirement,
                    counted.attackers if counts else 0,
                    guard.attackers if guards else 0,
                    sum(
                        self._room(instance, b) for b in bits(counted.blockers >> blocker + 1 << blocker + 1)
                    ),
                )

    def _least_lost(self, blocker: int) -> int:
        """Of the requirements that concern one blocker alone, how many it cannot obey whatever it blocks."""
        own = [
            one
            for one in self._touches[blocker]
            if one.required and one.instance.counted.blockers == 1 << blocker
        ]
        if not own:
            return 0
        rows = _rows(tuple(bits(self._open[blocker])), self._most[blocker])
        return min(sum(not one.may_hold(one.adds(row)) for one in own) for row in rows)

    def _room(self, instance: Instance, blocker: int) -> int:
        """What one blocker may add to COUNT."""
        size = (self._open[blocker] & instance.counted.attackers).bit_count()
        return min(size, 1 if instance.count is Count.BLOCKERS else self._most[blocker])

    def _stack_at(self, node: _Node, declaration: Declaration) -> list[Iterator[_Node]]:
        """The walk as it stands when it has just come to a declaration."""
        stack: list[Iterator[_Node]] = [iter(())]
        for blocker in range(len(self._open)):
            row = sum(1 << attacker for other, attacker in declaration if other == blocker)
            below = self._below(node, blocker)
            node = next(one for one in below if one.blocks[-1] == (blocker, row))
            stack.append(below)
        return stack

    def _below(self, node: _Node, blocker: int) -> Iterator[_Node]:
        """The nodes in which one more creature is decided and which may still come right."""
        for row in _rows(tuple(bits(self._open[blocker])), self._most[blocker]):
            following = self._decided(node, blocker, row)
            if following is not None:
                yield following

    def _decided(self, node: _Node, blocker: int, row: int) -> _Node | None:
        counts, met, lost = list(node.counts), node.met, node.lost
        for touch in self._touches[blocker]:
            before = node.counts[touch.place]
            counts[touch.place] = count = before + touch.adds(row)
            if touch.guard & row:
                met |= 1 << touch.place
            if touch.required:
                lost |= int(not touch.may_hold(count)) << touch.place
            elif met >> touch.place & 1 and not touch.may_hold(count):
                return None
        if lost.bit_count() + self._lost_behind[blocker] > self._most_lost:
            return None
        return _Node((*node.blocks, (blocker, row)), tuple(counts), met, lost)

    def _is_legal(self, node: _Node) -> bool:
        """Whether a declaration that disobeys no restriction is legal with its own cost items (509.1c-d)."""
        if not self.theory.costs:
            return True
        declaration = node.declaration
        if self.inquiry.legal.unpaid(declaration):
            return False
        maximum = self.inquiry.maximum(incurred(self.theory, declaration))
        number = self.theory.number_of_requirements - node.lost.bit_count()
        if maximum.at_least <= number < maximum.at_most:
            raise Stopped(maximum.limit or "")
        return number >= maximum.at_most


def _rows(attackers: tuple[int, ...], most: int) -> Iterator[int]:
    """The sets of at most so many attackers, lexicographically: with the first one before without it."""
    if most:
        for place, attacker in enumerate(attackers):
            yield from (1 << attacker | others for others in _rows(attackers[place + 1 :], most - 1))
    yield 0
