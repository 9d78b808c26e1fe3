"""What each block is worth at most: a flow of blockers to attackers, and the prices that prove it (linear duality).

Only single attackers are looked at: what each pair brings by itself, and what a number of blocks is worth to an attacker, made
concave. That is a network; paths of most gain fill it (Busacker and Gowen, 1960), and what one more block of an attacker would
bring is its price. Whatever the prices, they bound what a declaration obeys; those of a full network bound it best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from blockcheck.theory import Pair, bits

UNIT = 60
"""A whole: a share of a requirement that two to six creatures obey together is a whole number."""

NEVER = -(10**15)
"""What a number of blocks is worth that may not be."""


class Source(NamedTuple):
    """Creatures that are alike: whom each may block, how many of them (one alone, where more than one), and what that brings.

    ``gains``: for each attacker, in units. ``once``: what the first block of one brings besides.
    """

    members: int
    most: int
    gains: Mapping[int, int]
    once: int

    @property
    def places(self) -> int:
        """So many blocks all of them can make."""
        return self.members.bit_count() * self.most

    def best(self, prices: Sequence[int], once: int) -> int:
        """What one of them brings at most where each block of an attacker brings so much besides, and its first ``once``."""
        best = here = 0
        added = self.once + once
        for value in sorted((gain + prices[a] for a, gain in self.gains.items()), reverse=True)[: self.most]:
            here, added = here + value + added, 0
            best = max(best, here)
        return best


def steps(worth: Sequence[int], each: int) -> list[int]:
    """What one more block brings, and another: the least concave measure above what numbers of them are worth.

    ``each``: what one requirement is worth.
    """
    found: list[int] = []
    here, last = 0, last_of(worth)
    while here < last:
        rise, there = max(
            ((worth[n] - worth[here]) * each // (n - here), n) for n in range(here + 1, last + 1)
        )
        if rise <= 0:
            break
        found += [rise] * (there - here)
        here = there
    return found + [0] * (last - here)


def last_of(worth: Sequence[int]) -> int:
    """The largest number that may be."""
    return max(number for number, one in enumerate(worth) if one > NEVER)


class Flow:
    """A network, filled as well as it can be.

    ``prices``: what one more block of each attacker would bring. ``toll``: what one more block altogether would bring, where
    no more than ``total`` may be.
    """

    def __init__(self, sources: Sequence[Source], slots: Sequence[Sequence[int]], total: int | None) -> None:
        self.sources = sources
        self.prices: list[int] = []
        self.toll = 0
        self._slots = slots
        self._at: list[dict[int, int]] = [{} for _ in slots]
        """For each attacker how many of each source block it."""
        self._number = [0] * len(slots)
        self._used = [0] * len(sources)
        """How many of a source block; of a creature that may block several attackers: which ones it does."""
        self._via: dict[int, tuple[int, int]] = {}
        """To make room at an attacker: one of which source moves on, and where to."""
        self._fill(total)

    def pairs(self) -> Iterator[Pair]:
        """Who blocks whom: the members of a source in turn."""
        idle = [bits(source.members) for source in self.sources]
        for attacker, blocks in enumerate(self._at):
            for place, number in blocks.items():
                source = self.sources[place]
                for _ in range(number):
                    yield (
                        (next(idle[place]) if source.most == 1 else source.members.bit_length() - 1),
                        attacker,
                    )

    def _fill(self, total: int | None) -> None:
        left = sum(source.places for source in self.sources)
        left = left if total is None else min(left, total)
        while True:
            self._set_prices()
            gain, place, attacker = self._best()
            if gain <= 0:
                break
            if not left:
                self.toll = gain
                break
            added = self._add_directly(gain, left)
            if not added:
                self._add(place, attacker)
            left -= added or 1
        self._set_prices(leaving=True)

    def _set_prices(self, leaving: bool = False) -> None:
        """What one more block of each attacker would bring: in a free slot, or once someone has moved on (or left)."""
        prices = list(map(self._slot, range(len(self._slots))))
        moves = []
        for attacker, blocks in enumerate(self._at):
            for place in blocks:
                gains, once = self.sources[place].gains, self.sources[place].once
                own = gains[attacker]
                if leaving:
                    first = once if self._used[place] == 1 << attacker else 0
                    prices[attacker] = max(prices[attacker], self.toll - own - first)
                others = [(a, gain - own) for a, gain in gains.items() if self._is_free(place, a)]
                moves.append((attacker, place, others))
        via: dict[int, tuple[int, int]] = {}
        changed = True
        while changed:
            changed = False
            for attacker, place, others in moves:
                best = prices[attacker]
                for other, gain in others:
                    if gain + prices[other] > best:
                        best = gain + prices[other]
                        via[attacker] = place, other
                        changed = True
                prices[attacker] = best
        self.prices, self._via = prices, via

    def _slot(self, attacker: int) -> int:
        """What one more block brings in a free slot."""
        slots, number = self._slots[attacker], self._number[attacker]
        return slots[number] if number < len(slots) else NEVER

    def _is_free(self, place: int, attacker: int) -> bool:
        """Whether a creature of a source does not block an attacker yet, as far as that matters."""
        return self.sources[place].most == 1 or not self._used[place] >> attacker & 1

    def _idle(self) -> Iterator[tuple[int, Source, int]]:
        """The sources that can make another block, and what it brings besides."""
        for place, source in enumerate(self.sources):
            used = self._used[place]
            if (used if source.most == 1 else used.bit_count()) < source.places:
                yield place, source, 0 if used and source.most > 1 else source.once

    def _best(self) -> tuple[int, int, int]:
        """The block to add that brings most: what it brings, its source and its attacker."""
        prices, best = self.prices, (0, -1, -1)
        for place, source, once in self._idle():
            for attacker, gain in source.gains.items():
                if gain + prices[attacker] + once > best[0] and self._is_free(place, attacker):
                    best = gain + prices[attacker] + once, place, attacker
        return best

    def _add_directly(self, most: int, left: int) -> int:
        """Add blocks in free slots that bring so much, which is the most there is; how many were added."""
        added = 0
        for place, source, once in self._idle():
            for attacker, gain in source.gains.items():
                while (
                    added < left
                    and gain + once + self._slot(attacker) == most
                    and self._is_free(place, attacker)
                ):
                    self._count(place, attacker, 1)
                    added += 1
                    if source.most > 1 or self._used[place] == source.places:
                        break
                else:
                    continue
                break
        return added

    def _add(self, place: int, attacker: int) -> None:
        """Add a block, and move on who has to make room for it."""
        self._count(place, attacker, 1)
        while attacker in self._via:
            place, other = self._via[attacker]
            self._count(place, attacker, -1)
            self._count(place, other, 1)
            attacker = other

    def _count(self, place: int, attacker: int, more: int) -> None:
        blocks = self._at[attacker]
        blocks[place] = blocks.get(place, 0) + more
        if not blocks[place]:
            del blocks[place]
        self._number[attacker] += more
        if self.sources[place].most == 1:
            self._used[place] += more
        else:
            self._used[place] ^= 1 << attacker
