"""What comes first in board order, found class by class: blocks are dealt out to creatures, each taking the first it can.

Interchangeable creatures with others between them make too many runs for one fixed search. Here the counts of their class are
searched, and creature after creature takes from a declaration at hand what is known to be the first for its class; a new
one is looked for only where that is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ortools.sat.python import cp_model_helper as cp

from blockcheck.askers.classes import Class
from blockcheck.askers.model import Model
from blockcheck.theory import bits

Run = Callable[[cp.CpModelProto, bool], cp.CpSolverResponse]
"""Solves a model, with a fixed search in the order of its strategy or without."""


class Dealing:
    """Blocks being dealt out. ``least`` are those dealt so far; a variable that is passed over stays as it is.

    Args:
        built: a model for what comes first, in which nobody of several creatures may block several attackers.
        run: solves it.
    """

    def __init__(self, built: Model, run: Run) -> None:
        self.built = built
        self.run = run
        self.least: dict[int, int] = {v: built.proto.variables[v].domain[0] for v in built.variables.values()}
        self._coming: list[list[int]] = [
            [built.variables[place, attacker] for attacker in bits(one.row)]
            for place, one in enumerate(built.classes)
        ]
        self._at_hand: Sequence[int] = ()
        self._first: dict[int, dict[int, int]] = {}
        """For a class, what its coming variables are in the first declaration that is still possible."""

    def response(self) -> cp.CpSolverResponse | None:
        """Deal: None when all is dealt, else the response that ended it before."""
        for place, number in _turns(self.built.classes):
            response = self._deal(place, number)
            if response is not None:
                return response
        return None

    def _deal(self, place: int, number: int) -> cp.CpSolverResponse | None:
        """Let so many creatures of a class take their blocks."""
        coming, alone = self._coming[place], self.built.classes[place].most > 1
        while coming and number:
            if not self._is_known(place):
                response = self._look_ahead(place)
                if response is not None:
                    return response
            variable = coming[0]
            left = self._at_hand[variable] - self.least[variable]
            dealt = left if alone else min(left, number)
            self._bound(variable, self.least[variable] + dealt, dealt == left and (alone or dealt < number))
            if alone or dealt < number:
                coming.pop(0)
            number -= 0 if alone else dealt
        return None

    def _bound(self, variable: int, least: int, passed: bool) -> None:
        self.least[variable] = least
        domain = self.built.proto.variables[variable].domain
        domain[0] = least
        if passed:
            domain[1] = least

    def _is_known(self, place: int) -> bool:
        first = self._first.get(place, {})
        coming = self._coming[place]
        return coming[0] in first and all(self._at_hand[v] == first[v] for v in coming if v in first)

    def _look_ahead(self, place: int) -> cp.CpSolverResponse | None:
        """Find the first declaration for the creatures of a class that are still to block."""
        ahead = self._coming[place]
        others = [v for other, row in enumerate(self._coming) if other != place for v in row]
        proto = self.built.proto
        proto.clear_objective()
        proto.search_strategy.clear()
        strategy = proto.search_strategy.add()
        strategy.variables.extend([*ahead, *others])
        strategy.variable_selection_strategy = cp.DecisionStrategyProto.CHOOSE_FIRST
        strategy.domain_reduction_strategy = cp.DecisionStrategyProto.SELECT_UPPER_HALF
        response = self.run(proto, True)
        if response.status == cp.CpSolverStatus.UNKNOWN:
            proto.search_strategy.clear()
            factors = self.built.spelled(ahead)
            ahead = list(factors)
            proto.objective.vars.extend(ahead)
            proto.objective.coeffs.extend([-factor for factor in factors.values()])
            response = self.run(proto, False)
        if response.status != cp.CpSolverStatus.OPTIMAL:
            return response
        self._at_hand = list(response.solution)
        self._first[place] = {v: self._at_hand[v] for v in ahead}
        return None


def _turns(classes: Iterable[Class]) -> Iterator[tuple[int, int]]:
    """Whose turn it is in board order: the place of a class, and how many of its creatures follow each other."""
    owner = {b: place for place, one in enumerate(classes) if one.row for b in bits(one.members)}
    turn, number = -1, 0
    for _, place in sorted(owner.items()):
        if place != turn and number:
            yield turn, number
            number = 0
        turn, number = place, number + 1
    if number:
        yield turn, number
