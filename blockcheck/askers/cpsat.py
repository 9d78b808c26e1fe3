"""The exact asker: each ask is a CP-SAT model with restrictions hard and requirements maximised (509.1c).

Only the part of ortools that loads without pandas is imported. One worker, a fixed seed and an effort limit in
deterministic time: equal asks get equal answers whatever the machine does meanwhile.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import Final

from ortools.sat.python import cp_model_helper as cp

from blockcheck.ask import Answer, Ask, AskerFault, Found, Goal, Nothing, Unknown, admits, measure
from blockcheck.askers.classes import Class, alone, in_order, together
from blockcheck.askers.dealing import Dealing
from blockcheck.askers.grid import matters
from blockcheck.askers.model import Model
from blockcheck.theory import Declaration

EFFORT_IN_ORDER: Final = 0.02
"""What one fixed search in board order may spend before blocks are dealt out creature by creature instead."""

EFFORT_PER_SOLVE, EFFORT_PER_ROW = 2e-3, 1e-6
"""What it costs to make a model and hand it over, which deterministic time leaves out; for each variable and constraint."""

MOST_IN_ORDER: Final = 1_000
"""Variables of which one fixed search is tried at all."""


def solve(ask: Ask) -> Answer:
    """The asker that names every creature: exact, unless the ask's limit comes first."""
    return _Solving(ask, alone(ask, matters(ask))).answer()


def solve_by_classes(ask: Ask) -> Answer:
    """The asker that counts interchangeable creatures: exact, unless the ask's limit comes first."""
    return _Solving(ask, together(ask, matters(ask))).answer()


def model(ask: Ask) -> cp.CpModelProto:
    """The CP-SAT model of an ask: a variable for each pair that matters, named "blocker,attacker" by index."""
    return Model(ask, alone(ask, matters(ask))).proto


class _Solving:
    """One ask being answered, and what it has cost so far."""

    def __init__(self, ask: Ask, classes: list[Class]) -> None:
        self.ask = ask
        self.classes = classes
        self.effort = 0.0
        self._began = time.monotonic()

    def answer(self) -> Answer:
        """The best declaration, and after it the first of the best where the ask wants that one."""
        if self.ask.first and self.ask.goal is Goal.ANY:
            return self._first(None)
        best = self._best()
        if not self.ask.first or not isinstance(best, Found):
            return best
        first = self._first(best.value)
        if isinstance(first, Unknown):
            return replace(first, best=best.declaration, value=best.value, at_most=best.value)
        if isinstance(first, Nothing):
            raise AskerFault("the best declaration found is no declaration when the first is looked for")
        return replace(first, proof=best.proof)

    def _best(self) -> Answer:
        built = Model(self.ask, self.classes)
        response = self._run(built.proto)
        if response.status != cp.CpSolverStatus.FEASIBLE:
            return self._read(built, response)
        declaration = self._evaluated(built, response)
        bound = round(response.best_objective_bound)
        return Unknown(self._stopped_by(), declaration, measure(self.ask, declaration), bound, self.effort)

    def _first(self, reach: int | None) -> Answer:
        """The lexicographically first declaration among those that reach a value of the goal.

        Only 1 is ever decided, on the first pair that is open; so a pair left out follows from the pairs before it.
        """
        runs = in_order(self.classes)
        if sum(one.row.bit_count() for one in runs) <= MOST_IN_ORDER:
            built = Model(self.ask, runs, first=True, reach=reach)
            strategy = built.proto.search_strategy.add()
            strategy.variables.extend(list(built.variables.values()))
            strategy.variable_selection_strategy = cp.DecisionStrategyProto.CHOOSE_FIRST
            strategy.domain_reduction_strategy = cp.DecisionStrategyProto.SELECT_UPPER_HALF
            response = self._run(built.proto, in_order=True)
            if response.status != cp.CpSolverStatus.UNKNOWN or self._spent():
                return self._read(built, response)
        return self._dealt(reach)

    def _dealt(self, reach: int | None) -> Answer:
        """The same, with blocks dealt out creature after creature."""
        built = Model(self.ask, self.classes, first=True, reach=reach)
        dealing = Dealing(built, partial(self._run, relaxed_at_once=True))
        response = dealing.response()
        if response is not None:
            return self._read(built, response)
        declaration = self._admitted(dealing.declaration)
        return Found(declaration, measure(self.ask, declaration), "OPTIMAL", self.effort)

    def _read(self, built: Model, response: cp.CpSolverResponse) -> Answer:
        """The answer that a final status stands for; FEASIBLE (a limit came before the proof) counts as unknown."""
        match response.status.name:
            case "OPTIMAL":
                declaration = self._evaluated(built, response)
                return Found(declaration, measure(self.ask, declaration), "OPTIMAL", self.effort)
            case "INFEASIBLE":
                if admits(self.ask, frozenset()):
                    raise AskerFault("the solver finds nothing, but the empty declaration satisfies the ask")
                return Nothing("INFEASIBLE", self.effort)
            case "UNKNOWN" | "FEASIBLE":
                return Unknown(self._stopped_by(), at_most=built.ceiling(), effort=self.effort)
            case status:
                raise AskerFault(f"{status}: {cp.CpSatHelper.validate_model(built.proto)}")

    def _evaluated(self, built: Model, response: cp.CpSolverResponse) -> Declaration:
        return self._admitted(built.declaration(response.solution))

    def _admitted(self, declaration: Declaration) -> Declaration:
        if not admits(self.ask, declaration):
            raise AskerFault(f"the solver's declaration {sorted(declaration)} does not satisfy the ask")
        return declaration

    def _run(
        self, proto: cp.CpModelProto, in_order: bool = False, *, relaxed_at_once: bool = False
    ) -> cp.CpSolverResponse:
        """Solve a model with the effort and the time that are left.

        ``relaxed_at_once``: with every constraint in the linear relaxation from the start, where its bound is nearly the answer.
        """
        if self._spent():
            return cp.CpSolverResponse()
        solver = cp.SolveWrapper()
        parameters = self._parameters(in_order)
        parameters.add_lp_constraints_lazily = not relaxed_at_once
        solver.set_parameters(parameters)
        response: cp.CpSolverResponse = solver.solve(proto)  # type: ignore[no-untyped-call]
        size = len(proto.variables) + len(proto.constraints)
        self.effort += response.deterministic_time + EFFORT_PER_SOLVE + EFFORT_PER_ROW * size
        return response

    def _parameters(self, in_order: bool) -> cp.SatParameters:
        """What DESIGN.md measured: full linear relaxation, one worker, a fixed seed, and little presolve."""
        parameters = cp.SatParameters()
        parameters.num_workers = 1 if in_order else self.ask.limit.workers
        parameters.random_seed = 1
        parameters.linearization_level = 2
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.catch_sigint_signal = False
        efforts = [] if self.ask.limit.effort is None else [self.ask.limit.effort - self.effort]
        if in_order:
            # Presolve replaces pairs by others, and what comes first is then no longer what the strategy says.
            parameters.search_branching = cp.SatParameters.FIXED_SEARCH
            parameters.cp_model_presolve = False
            efforts.append(EFFORT_IN_ORDER)
        if efforts:
            parameters.max_deterministic_time = min(efforts)
        if self.ask.limit.seconds is not None:
            parameters.max_time_in_seconds = max(0.0, self._clock_left(self.ask.limit.seconds))
        return parameters

    def _spent(self) -> bool:
        """Whether a limit has been reached."""
        limit = self.ask.limit
        return (limit.effort is not None and self.effort >= limit.effort) or (
            limit.seconds is not None and self._clock_left(limit.seconds) <= 0
        )

    def _clock_left(self, seconds: float) -> float:
        return self._began + seconds - time.monotonic()

    def _stopped_by(self) -> str:
        limit = self.ask.limit
        if limit.seconds is not None and (limit.effort is None or self._clock_left(limit.seconds) <= 0):
            return "clock"
        if limit.effort is None:
            raise AskerFault("the solver stopped without a limit")
        return "effort"
