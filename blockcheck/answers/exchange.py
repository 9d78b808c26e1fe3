"""Two creatures exchanged in everything that is said: what holds for one of them holds, exchanged, for the other.

Whatever is true of some instances and some declarations stays true when the same two creatures are exchanged in all of
them. So an explanation found for one creature is one for another, as soon as what it names exists there too.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from blockcheck.theory import Declaration, Instance, Rectangle
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two blockers exchanged, and two attackers; a creature may be exchanged with itself."""

    blockers: tuple[int, int] = (0, 0)
    attackers: tuple[int, int] = (0, 0)

    def of_blocker(self, blocker: int) -> int:
        """The blocker that stands for this one."""
        return _other(self.blockers, blocker)

    def of_attacker(self, attacker: int) -> int:
        """The attacker that stands for this one."""
        return _other(self.attackers, attacker)

    def of_declaration(self, declaration: Declaration) -> Declaration:
        """A declaration with the creatures exchanged."""
        return frozenset((self.of_blocker(b), self.of_attacker(a)) for b, a in declaration)

    def of_rectangle(self, rectangle: Rectangle) -> Rectangle:
        """A rectangle with the creatures exchanged."""
        return Rectangle(_bits(self.blockers, rectangle.blockers), _bits(self.attackers, rectangle.attackers))

    def of_instance(self, instance: Instance) -> Instance:
        """An instance with the creatures exchanged; it may be none of the theory."""
        blocker, attacker, guard = instance.blocker, instance.attacker, instance.guard
        return replace(
            instance,
            blocker=None if blocker is None else self.of_blocker(blocker),
            attacker=None if attacker is None else self.of_attacker(attacker),
            guard=None if guard is None else self.of_rectangle(guard),
            counted=self.of_rectangle(instance.counted),
        )


def exchange_of(one: Rectangle, other: Rectangle) -> Exchange | None:
    """What makes one rectangle the other, where they differ in one blocker and one attacker at most."""
    blockers = _pair(one.blockers, other.blockers)
    attackers = _pair(one.attackers, other.attackers)
    return None if blockers is None or attackers is None else Exchange(blockers, attackers)


def meaning(instance: Instance) -> Hashable:
    """What an instance says, whoever says it."""
    return (instance.guard, instance.counted, instance.lo, instance.hi, instance.count)


def shape(instance: Instance) -> Hashable:
    """What an instance says, but for the creatures that it says it of."""
    guard, counted = instance.guard, instance.counted
    sizes = [part and (part.blockers.bit_count(), part.attackers.bit_count()) for part in (guard, counted)]
    return (*sizes, instance.lo, instance.hi, instance.count)


def _pair(one: int, other: int) -> tuple[int, int] | None:
    """The index that only one set has and the index that only the other has; None where they differ in more."""
    here, there = one & ~other, other & ~one
    if here.bit_count() != there.bit_count() or here.bit_count() > 1:
        return None
    return (here.bit_length() - 1, there.bit_length() - 1) if here else (0, 0)


def _other(pair: tuple[int, int], index: int) -> int:
    first, second = pair
    return second if index == first else first if index == second else index


def _bits(pair: tuple[int, int], mask: int) -> int:
    first, second = pair
    if mask >> first & 1 == mask >> second & 1:
        return mask
    return mask ^ (1 << first | 1 << second)
