"""Creatures that no sentence tells apart: what holds of one of them holds of each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import product

from blockcheck.answers.rows import open_rows
from blockcheck.askers.classes import said_together
from blockcheck.theory import Declaration, Pair, Theory


class Alike:
    """The creatures of a theory in classes: exchanging two of one class turns legal declarations into legal ones.

    Creatures in pairs of ``apart`` are alone in their class. With cost items all are: what can be paid may depend on who
    blocks.
    """

    def __init__(self, theory: Theory, apart: Declaration) -> None:
        said = said_together(theory)
        parts = [part for s in said for part in (s.guard, s.counted) if part]
        alone = bool(theory.costs)
        rows = open_rows(theory)
        columns = [tuple(row >> a & 1 for row in rows) for a in range(len(theory.attackers))]
        self._blockers = _classes(rows, [part.blockers for part in parts], {b for b, _ in apart}, alone)
        self._attackers = _classes(columns, [part.attackers for part in parts], {a for _, a in apart}, alone)

    def first(self, pair: Pair) -> Pair:
        """The first of the pairs that are like this one."""
        return self._blockers[pair[0]][0], self._attackers[pair[1]][0]

    def like(self, pairs: Iterable[Pair]) -> Declaration:
        """These pairs and all that are like any of them."""
        firsts = {self.first(pair) for pair in pairs}
        return frozenset(pair for b, a in firsts for pair in product(self._blockers[b], self._attackers[a]))

    def whole(self, pairs: Declaration) -> Declaration:
        """Those of the pairs that are there with all that are like them."""
        return pairs - self.like(self.like(pairs) - pairs)

    def whole_classes(self, blockers: set[int]) -> set[int]:
        """Those of the blockers that are there with all that are like them."""
        return {blocker for blocker in blockers if blockers.issuperset(self._blockers[blocker])}


def _classes(may: Sequence[Hashable], sets: list[int], apart: set[int], alone: bool) -> list[tuple[int, ...]]:
    """For each index the indices that may block (be blocked by) the same creatures and are in the same sets."""
    classes: dict[Hashable, list[int]] = {}
    for index, whom in enumerate(may):
        member = whom, tuple(mask >> index & 1 for mask in sets)
        classes.setdefault(index if alone or index in apart else member, []).append(index)
    members = {index: tuple(indices) for indices in classes.values() for index in indices}
    return [members[index] for index in range(len(may))]
