"""What single restrictions leave to each creature: whom it may block, and how many (509.1a-b)."""

from __future__ import annotations

from blockcheck.theory import Count, Kind, Theory, bits


def open_rows(theory: Theory) -> list[int]:
    """For each blocker the set of attackers that no restriction forbids by themselves."""
    return _left(theory, steps=("509.1a", "509.1b"))


def able_to_block(theory: Theory) -> tuple[int, ...]:
    """The creatures that may be chosen to block at all (509.1a)."""
    return tuple(blocker for blocker, row in enumerate(_left(theory, steps=("509.1a",))) if row)


def most_blocked(theory: Theory) -> list[int]:
    """For each blocker, how many attackers it may block at most."""
    rows = open_rows(theory)
    most = [row.bit_count() for row in rows]
    for instance in theory.restrictions:
        if instance.guard is None and instance.hi is not None and instance.count is Count.PAIRS:
            for blocker in bits(instance.counted.blockers):
                if not rows[blocker] & ~instance.counted.attackers:
                    most[blocker] = min(most[blocker], instance.hi)
    return most


def _left(theory: Theory, steps: tuple[str, ...]) -> list[int]:
    rows = [(1 << len(theory.attackers)) - 1] * len(theory.blockers)
    for _, sentence in theory.of(Kind.RESTRICTION):
        if sentence.step in steps and sentence.guard is None and sentence.hi == 0:
            for blocker in bits(sentence.counted.blockers):
                rows[blocker] &= ~sentence.counted.attackers
    return rows
