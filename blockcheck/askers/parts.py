"""Independent parts of a board, solved apart: creatures that no pair and no sentence connects say nothing of each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from blockcheck.ask import Answer, Ask, Asker, Found, Goal, Nothing, Unknown, measure
from blockcheck.askers.grid import Columns, matters
from blockcheck.theory import Declaration, Each, Kind, Pair, Sentence, bits, obeyed

Part: TypeAlias = frozenset[Pair]
"""The pairs of an independent part that matter."""

SMALLEST = 100
"""With fewer pairs that matter, one call of a solver costs less than several."""

MOST_BARRED = 500_000
"""So many pairs all parts together may leave to the others."""

EACH_PART = "bound: each part at its own most"


def apart(ask: Ask, asker: Asker) -> Answer | None:
    """What ``asker`` answers part by part, where the parts of an ask can be answered by themselves; else None.

    Each part at its most is the whole at its most, and what comes first in each comes first in the whole. What an ask
    says of all its pairs together (cuts, budgets, measures to reach, a floor below the most) keeps it whole.
    """
    whole = ask.cuts or ask.budgets or ask.at_least or ask.besides or ask.goal is Goal.ANY
    parts = [] if whole else parts_of(ask)
    return _Parts(ask, asker, parts).answer() if parts else None


def parts_of(ask: Ask) -> list[Part]:
    """The pairs that matter to an ask in independent parts, in board order; none where they are few or one."""
    wanted = matters(ask)
    number = sum(column.bit_count() for column in wanted.of)
    if number < SMALLEST:
        return []
    spoken_of = (
        _spoken_of(sentence, wanted)
        for sentence in ask.theory.sentences
        if sentence.kind is not Kind.COST and (sentence.each is Each.WHOLE or sentence.others)
    )
    groups = _connected([*wanted.of, *spoken_of])
    if len(groups) == 1 or number * (len(groups) - 1) > MOST_BARRED:
        return []
    return [
        frozenset((b, a) for a, column in enumerate(wanted.of) for b in bits(column & group))
        for group in groups
    ]


def _spoken_of(sentence: Sentence, wanted: Columns) -> int:
    """The blockers with pairs that matter to a sentence about several creatures at once."""
    return wanted.blockers(sentence.counted) | (wanted.blockers(sentence.guard) if sentence.guard else 0)


def _connected(sets: Iterable[int]) -> list[int]:
    """The unions of the sets that are connected through common members."""
    groups: list[int] = []
    for one in sets:
        apart_from_it = [group for group in groups if not group & one]
        for group in groups:
            one |= group if group & one else 0
        groups = [*apart_from_it, one] if one else groups
    return groups


class _Parts:
    """An ask being answered part by part, within one limit."""

    def __init__(self, ask: Ask, asker: Asker, parts: list[Part]) -> None:
        self.ask = ask
        self.asker = asker
        self.parts = parts
        self.effort = 0.0

    def answer(self) -> Answer:
        """The answer to the whole ask."""
        if not self.ask.floor:
            return self._joined([self._asked(self.ask, part) for part in self.parts])
        free = replace(self.ask, goal=Goal.OBEYED, floor=0, first=False)
        found = [self._asked(free, part) for part in self.parts]
        best = [answer for answer in found if isinstance(answer, Found)]
        if len(best) < len(found):
            return self._spend(self.ask)
        most = obeyed(self.ask.theory, _together(answer.declaration for answer in best))
        if most < self.ask.floor:
            return Nothing(EACH_PART, self.effort)
        if most > self.ask.floor and self.ask.goal is Goal.WEIGHT:
            return self._spend(self.ask)
        asks = [replace(self.ask, floor=answer.value) for answer in best]
        return self._joined([self._asked(ask, part) for ask, part in zip(asks, self.parts, strict=True)])

    def _asked(self, ask: Ask, part: Part) -> Answer:
        """The answer for one part: every pair of the others is barred."""
        others = frozenset(chain.from_iterable(other for other in self.parts if other is not part))
        return self._spend(replace(ask, barred=ask.barred | others, chosen=ask.chosen & part))

    def _spend(self, ask: Ask) -> Answer:
        """An answer within what is left of the limit; its effort is that of all so far."""
        effort = self.ask.limit.effort
        left = None if effort is None else max(0.0, effort - self.effort)
        answer = self.asker(replace(ask, limit=replace(self.ask.limit, effort=left)))
        self.effort += answer.effort
        return replace(answer, effort=self.effort)

    def _joined(self, answers: list[Answer]) -> Answer:
        """One answer of those of all parts."""
        found = [answer for answer in answers if isinstance(answer, Found)]
        if any(isinstance(answer, Nothing) for answer in answers):
            return Nothing(EACH_PART, self.effort)
        if len(found) == len(answers):
            declaration = _together(answer.declaration for answer in found)
            proof = next((one.proof for one in found if not one.proof.startswith("bound")), EACH_PART)
            return Found(declaration, measure(self.ask, declaration), proof, self.effort)
        return self._unknown(answers)

    def _unknown(self, answers: list[Answer]) -> Unknown:
        """Each value was measured with nothing declared in the other parts."""
        nothing = measure(self.ask, frozenset())
        stopped_by, at_most, best = "", nothing, list[Declaration]()
        for answer in answers:
            if isinstance(answer, Found):
                at_most += answer.value - nothing
                best.append(answer.declaration)
            elif isinstance(answer, Unknown):
                stopped_by = answer.stopped_by
                at_most += 0 if answer.at_most is None else answer.at_most - nothing
                best += [] if answer.best is None else [answer.best]
        declaration = _together(best) if len(best) == len(answers) else None
        value = None if declaration is None else measure(self.ask, declaration)
        return Unknown(stopped_by, declaration, value, at_most, self.effort)


def _together(declarations: Iterable[Declaration]) -> Declaration:
    return frozenset(chain.from_iterable(declarations))
