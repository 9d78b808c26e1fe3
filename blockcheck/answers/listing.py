"""Every legal declaration, lexicographically over pairs in board order (a block before no block).

A walk over the creatures finds them: for each the sets of attackers it may block, in order, cut off where a restriction
or the number of requirements can no longer come right. Where the walk has looked at too much since it found the last
one, an ask finds the next, and the walk goes on from there. Every step counts as effort.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice
from math import comb
from typing import Final, TypeAlias

from blockcheck.answers.others import up_to
from blockcheck.answers.rows import most_blocked, open_rows
from blockcheck.answers.stopping import Stopped, best, charge
from blockcheck.ask import Ask, AskerFault
from blockcheck.legal import NO_ITEMS, CostItems, Inquiry, Legal
from blockcheck.theory import CostItem, Count, Declaration, Instance, Rectangle, bits
from blockcheck.values import dataclass

PATIENCE = 5_000
"""So many steps without a legal declaration, and the walk gives up: about a tenth of a second."""

EFFORT_PER_STEP, EFFORT_PER_INSTANCE, EFFORT_PER_CREATURE = 2e-5, 1e-8, 1e-6
"""What a step of the walk costs, with so many instances to keep count of; and a declaration of so many creatures."""

EFFORT_PER_BILL = 1e-5
"""What it costs to ask whether cost items can be paid together, for each of them."""

MOST_ROWS = 4_096
"""So many sets of attackers of one creature are looked at to tell what it must lose; of more, nothing is told."""


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
        return best(inquiry, Ask(inquiry.theory, first=True))
    theory = inquiry.theory
    for pair in sorted(latest, reverse=True):
        chosen = frozenset(other for other in latest if other < pair)
        barred = frozenset(up_to(theory, pair)) - chosen
        following = best(inquiry, Ask(theory, chosen=chosen, barred=barred, first=True))
        if following is not None:
            return following
    return None


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
    """Some creatures decided: COUNT of each instance, the guards met, the requirements that are lost and the cost items.

    ``row`` is the set of attackers of the last of them, ``before`` the node in which that one was not decided yet.
    """

    before: _Node | None
    row: int
    counts: tuple[int, ...]
    met: int
    lost: int
    items: CostItems = NO_ITEMS

    @property
    def declaration(self) -> Declaration:
        rows, node = [], self
        while node.before is not None:
            rows.append(node.row)
            node = node.before
        return frozenset((b, attacker) for b, row in enumerate(reversed(rows)) for attacker in bits(row))


_Step: TypeAlias = _Node | None
"""A node to go on from; None: a set of attackers with which nothing can come right."""


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
        self._open = open_rows(self.theory)
        self._most = most_blocked(self.theory)
        joint = (one for one in self.theory.restrictions if not self._is_kept_by_rows(one))
        self._instances = (*joint, *self.theory.requirements)
        self._touches: list[list[_Touch]] = [[] for _ in self._open]
        for place in range(len(self._instances)):
            self._touch(place)
        self._tolls: list[list[tuple[int, CostItem]]] = [[] for _ in self._open]
        for cost in self.theory.costs:
            self._charge_for(cost)
        least = [self._least_lost(blocker) for blocker in range(len(self._open))]
        self._lost_behind = [*accumulate(reversed(least), initial=0)][::-1][1:]

    def legal(self, after: Declaration | None = None) -> Iterator[Declaration]:
        """The legal declarations in order, until all are found or patience is out; only those after a legal one.

        Raises:
            Stopped: a limit came first.
        """
        unguarded = sum(1 << place for place, one in enumerate(self._instances) if one.guard is None)
        root = _Node(None, 0, (0,) * len(self._instances), unguarded, 0)
        stack: list[Iterator[_Step]] = [iter((root,))] if after is None else self._stack_at(root, after)
        step = EFFORT_PER_STEP + EFFORT_PER_INSTANCE * len(self._instances)
        patience = PATIENCE
        while stack and patience:
            patience -= 1
            charge(self.inquiry, step)
            node = next(stack[-1], _DONE)
            if isinstance(node, str):
                stack.pop()
            elif node is None:
                continue
            elif len(stack) <= len(self._open):
                stack.append(self._below(node, len(stack) - 1))
            elif self._is_legal(node):
                patience, declaration = PATIENCE, node.declaration
                charge(self.inquiry, EFFORT_PER_CREATURE * (len(self._open) + len(declaration)))
                yield declaration
        self.is_complete = not stack

    def _is_kept_by_rows(self, restriction: Instance) -> bool:
        """Whether no set of attackers that is tried for a creature disobeys a restriction."""
        if restriction.guard is not None or restriction.hi is None:
            return False
        blockers = restriction.counted.blockers
        alone = blockers.bit_count() == 1 and self._most[blockers.bit_length() - 1] <= restriction.hi
        return restriction.hi == 0 or (alone and restriction.count is Count.PAIRS)

    def _touch(self, place: int) -> None:
        """Note an instance for the blockers whose attackers may change it, the last one first."""
        instance = self._instances[place]
        guard, counted = instance.guard or Rectangle(0, 0), instance.counted
        required, room = place >= len(self._instances) - self.theory.number_of_requirements, 0
        for blocker in reversed([*bits(guard.blockers | counted.blockers)]):
            counts, guards = (part.blockers >> blocker & 1 for part in (counted, guard))
            attackers = counted.attackers if counts else 0, guard.attackers if guards else 0
            self._touches[blocker].append(_Touch(place, instance, required, *attackers, room))
            room += self._room(instance, blocker) if counts else 0

    def _charge_for(self, cost: Instance) -> None:
        """Note a cost item for the blockers that incur it, with the attackers for which they do."""
        guard = cost.guard or cost.counted
        for blocker in bits(guard.blockers):
            self._tolls[blocker].append(
                (guard.attackers, CostItem(cost.sentence, cost.blocker, cost.attacker))
            )

    def _least_lost(self, blocker: int) -> int:
        """Of the requirements that concern one blocker alone, how many it cannot obey whatever it blocks; at least so many."""
        own = [
            one
            for one in self._touches[blocker]
            if one.required and one.instance.counted.blockers == 1 << blocker
        ]
        attackers, most = tuple(bits(self._open[blocker])), self._most[blocker]
        if not own or sum(comb(len(attackers), n) for n in range(most + 1)) > MOST_ROWS:
            return 0
        return min(sum(not one.may_hold(one.adds(row)) for one in own) for row in _rows(attackers, most))

    def _room(self, instance: Instance, blocker: int) -> int:
        """What one blocker may add to COUNT."""
        size = (self._open[blocker] & instance.counted.attackers).bit_count()
        return min(size, 1 if instance.count is Count.BLOCKERS else self._most[blocker])

    def _stack_at(self, root: _Node, declaration: Declaration) -> list[Iterator[_Step]]:
        """The walk as it stands when it has just come to a legal declaration."""
        stack: list[Iterator[_Step]] = [iter(())]
        rows = [0] * len(self._open)
        for blocker, attacker in declaration:
            rows[blocker] |= 1 << attacker
        node: _Step = root
        for blocker, row in enumerate(rows):
            if node is None:
                raise AskerFault("a declaration that is no legal one was found as the next")
            stack.append(self._below(node, blocker, after=row))
            node = self._decided(node, blocker, row)
        return stack

    def _below(self, node: _Node, blocker: int, after: int | None = None) -> Iterator[_Step]:
        """The nodes in which one more creature is decided; only those after one set of attackers."""
        attackers = tuple(bits(self._open[blocker]))
        return (self._decided(node, blocker, row) for row in _rows(attackers, self._most[blocker], after))

    def _decided(self, node: _Node, blocker: int, row: int) -> _Step:
        counts, met, lost = list(node.counts), node.met, node.lost
        for touch in self._touches[blocker]:
            counts[touch.place] = count = counts[touch.place] + touch.adds(row)
            if touch.guard & row:
                met |= 1 << touch.place
            if touch.required:
                lost |= int(not touch.may_hold(count)) << touch.place
            elif met >> touch.place & 1 and not touch.may_hold(count):
                return None
        if lost.bit_count() + self._lost_behind[blocker] > self._most_lost:
            return None
        items = node.items.union(item for attackers, item in self._tolls[blocker] if attackers & row)
        if len(items) > len(node.items) and not self._can_pay(items):
            return None
        return _Node(node, row, tuple(counts), met, lost, items)

    def _can_pay(self, items: CostItems) -> bool:
        """Whether cost items can be paid (or may be, where that is open); if not, nobody who incurs more can pay either."""
        charge(self.inquiry, EFFORT_PER_BILL * len(items))
        return self.inquiry.legal.can_pay(items) is not False

    def _is_legal(self, node: _Node) -> bool:
        """Whether a declaration that disobeys no restriction is legal with its own cost items (509.1c-d)."""
        if not node.items:
            return True
        charge(self.inquiry, EFFORT_PER_BILL * len(node.items))
        if self.inquiry.legal.can_afford(node.declaration) is False:
            return False
        maximum = self.inquiry.maximum_of_alike(node.items)
        number = self.theory.number_of_requirements - node.lost.bit_count()
        if maximum.at_least <= number < maximum.at_most:
            raise Stopped(maximum.limit or "")
        return number >= maximum.at_most


_DONE: Final = "done"


def _rows(attackers: tuple[int, ...], most: int, after: int | None = None) -> Iterator[int]:
    """The sets of at most so many attackers, lexicographically: with the first one before without it.

    Only those after one of them, where that is given.
    """
    if after == 0:
        return
    start = 0 if after is None else next(n for n, attacker in enumerate(attackers) if after >> attacker & 1)
    for place in range(start, len(attackers) if most else 0):
        first = 1 << attackers[place]
        rest = after ^ first if after is not None and place == start else None
        yield from (first | others for others in _rows(attackers[place + 1 :], most - 1, rest))
    yield 0
