"""The exact asker: each ask is a CP-SAT model with restrictions hard and requirements maximised (509.1c).

Only the part of ortools that loads without pandas is imported. One worker, a fixed seed and an effort limit in
deterministic time: equal asks get equal answers whatever the machine does meanwhile.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ortools.sat.python import cp_model_helper as cp

from blockcheck.ask import (
    Answer,
    Ask,
    AskerFault,
    Budget,
    Cut,
    Found,
    Goal,
    Nothing,
    Unknown,
    Weights,
    admits,
    measure,
)
from blockcheck.askers.grid import counts_obeyed, matters
from blockcheck.theory import CostItem, Count, Declaration, Instance, Pair, Rectangle, bits

EFFORT_IN_ORDER: Final = 0.5
"""What the fixed search in board order may spend before the first declaration is looked for in blocks instead.

On 60 x 30 creatures with lure and menace the search takes 0.06 and blocks 0.7; on 100 x 40 blocks take 4.6, and the search
has not ended at 5.
"""

BLOCK: Final = 24
"""Pairs in a block: the sum of their powers of two stays far below what the solver can add up."""

_LEAST, _MOST = -(2**63), 2**63 - 1


def solve(ask: Ask) -> Answer:
    """The asker: exact, unless the ask's limit comes first."""
    return _Solving(ask).answer()


def model(ask: Ask) -> cp.CpModelProto:
    """The CP-SAT model of an ask: a variable for each pair that matters, named "blocker,attacker" by index."""
    return _Model(ask).proto


class _Model:
    """The model of an ask. With ``reach`` it has no objective, but admits only what reaches that value of the goal."""

    def __init__(self, ask: Ask, reach: int | None = None) -> None:
        self.ask = ask
        self.proto = cp.CpModelProto()
        self.rows = matters(ask).rows()
        self.variables: dict[Pair, int] = {}
        for blocker, row in self.rows.items():
            for attacker in bits(row):
                least = int((blocker, attacker) in ask.chosen)
                self.variables[blocker, attacker] = self._variable(f"{blocker},{attacker}", least)
        self._literals: dict[tuple[int, ...], int] = {}
        self._single = self._single_blockers()
        self._linear(Counter(), int(not ask.chosen <= self.variables.keys()))
        for instance in ask.theory.restrictions:
            self._restrict(instance)
        self.obeyed: Counter[int] = Counter()
        self.always_obeyed = 0
        if counts_obeyed(ask):
            for instance in ask.theory.requirements:
                self._score(instance)
        self._demand()
        self._aim(reach)

    def declaration(self, values: Iterable[int]) -> Declaration:
        """The declaration that values of the variables stand for."""
        return frozenset(pair for pair, value in zip(self.variables, values, strict=False) if value)

    def ceiling(self) -> int | None:
        """What the goal cannot exceed, whatever is declared; None for ``Goal.ANY``."""
        match self.ask.goal:
            case Goal.ANY:
                return None
            case Goal.OBEYED:
                return len(self.ask.theory.requirements)
            case Goal.WEIGHT:
                return self.ask.weights.base + sum(max(0, w) for w in self._weigh(self.ask.weights).values())

    def _restrict(self, instance: Instance) -> None:
        counted = self._count(instance)
        size = counted.total()
        guard = Counter() if instance.guard is None else self._indicator(instance.guard)
        if instance.guard is not None and not guard:
            return
        least = min(instance.lo, size + 1)
        if least:
            self._linear(_sum(counted, guard, -least), 0)
        if instance.hi is not None and size > instance.hi:
            slack = size - instance.hi
            at_most = size if guard else instance.hi
            self._linear(_sum(counted, guard, slack), None, at_most)

    def _score(self, instance: Instance) -> None:
        """Count a requirement as obeyed when it holds."""
        counted = self._count(instance)
        size, lo, hi = counted.total(), instance.lo, instance.hi
        bounded = hi is not None and size > hi
        if size < lo:
            return
        if not lo and not bounded:
            self.always_obeyed += 1
        elif lo == 1 and not bounded and self._at_most_one(instance.counted):
            self.obeyed.update(counted)
        else:
            holds = self._variable("", 0)
            self.obeyed[holds] += 1
            if lo:
                self._linear(_sum(counted, Counter({holds: 1}), -lo), 0)
            if hi is not None and bounded:
                self._linear(_sum(counted, Counter({holds: 1}), size - hi), None, size)

    def _demand(self) -> None:
        """The floor, the cuts, the measures to reach and the declarations not wanted."""
        if self.ask.floor:
            self._linear(self.obeyed, self.ask.floor - self.always_obeyed)
        for cut in self.ask.cuts:
            self._cut(cut)
        for budget in self.ask.budgets:
            self._keep(budget)
        for weights, least in self.ask.at_least:
            self._linear(self._weigh(weights), least - weights.base)
        for declaration in sorted(map(sorted, self.ask.besides)):
            if self.variables.keys() >= set(declaration):
                literals = [_not(v) if p in declaration else v for p, v in self.variables.items()]
                self._clause(literals)

    def _cut(self, cut: Cut) -> None:
        guards = [self._guard(item) for item in sorted(cut.items, key=_order)]
        everyone = (1 << len(self.ask.theory.attackers)) - 1
        guards += [self._inside(Rectangle(1 << blocker, everyone)) for blocker in sorted(cut.blockers)]
        incurred = [self._literal(guard) for guard in guards if guard]
        if len(incurred) < len(guards):
            return
        if cut.floor is None:
            self._clause([_not(literal) for literal in incurred])
        else:
            self._linear(self.obeyed, cut.floor - self.always_obeyed, None, incurred)

    def _keep(self, budget: Budget) -> None:
        weights: Counter[int] = Counter()
        for cost in self.ask.theory.costs:
            weight = budget.weights.get(CostItem(cost.sentence, cost.blocker, cost.attacker), 0)
            guard = self._inside(cost.guard) if weight and cost.guard else []
            if guard:
                weights[self._literal(guard)] += weight
        self._linear(weights, None, budget.most)

    def _guard(self, item: CostItem) -> list[int]:
        """The variables that incur a cost item."""
        for cost in self.ask.theory.costs:
            if (cost.sentence, cost.blocker, cost.attacker) == item and cost.guard is not None:
                return self._inside(cost.guard)
        return []

    def _aim(self, reach: int | None) -> None:
        if self.ask.goal is Goal.ANY:
            return
        by_weight = self.ask.goal is Goal.WEIGHT
        terms = self._weigh(self.ask.weights) if by_weight else self.obeyed
        base = self.ask.weights.base if by_weight else self.always_obeyed
        if reach is not None:
            self._linear(terms, reach - base)
            return
        aim = self.proto.objective
        aim.vars.extend(list(terms))
        aim.coeffs.extend([-weight for weight in terms.values()])
        aim.scaling_factor, aim.offset = -1, -base

    def _weigh(self, weights: Weights) -> Counter[int]:
        return Counter({variable: weights.weight(pair) for pair, variable in self.variables.items()})

    def _single_blockers(self) -> frozenset[int]:
        """The blockers that may be in one pair only (509.1a): ANY of their pairs is the sum of them."""
        return frozenset(
            blocker
            for instance in self.ask.theory.restrictions
            if instance.hi == 1 and instance.guard is None and instance.count is Count.PAIRS
            for blocker in bits(instance.counted.blockers)
            if not self.rows.get(blocker, 0) & ~instance.counted.attackers
        )

    def _at_most_one(self, rectangle: Rectangle) -> bool:
        """Whether at most one pair of a rectangle can be declared."""
        blockers = self._blockers(rectangle)
        return len(self._inside(rectangle)) <= 1 or (len(blockers) == 1 and blockers[0] in self._single)

    def _blockers(self, rectangle: Rectangle) -> list[int]:
        return [b for b in bits(rectangle.blockers) if self.rows.get(b, 0) & rectangle.attackers]

    def _inside(self, rectangle: Rectangle) -> list[int]:
        """The variables of a rectangle's pairs, in board order."""
        return [
            self.variables[blocker, attacker]
            for blocker in self._blockers(rectangle)
            for attacker in bits(self.rows[blocker] & rectangle.attackers)
        ]

    def _count(self, instance: Instance) -> Counter[int]:
        """COUNT of an instance as a sum."""
        if instance.count is Count.PAIRS:
            return Counter(self._inside(instance.counted))
        attackers = instance.counted.attackers
        counted: Counter[int] = Counter()
        for blocker in self._blockers(instance.counted):
            counted.update(self._indicator(Rectangle(1 << blocker, attackers)))
        return counted

    def _indicator(self, rectangle: Rectangle) -> Counter[int]:
        """A sum that is 1 when any pair of a rectangle is declared, else 0; empty when none can be."""
        inside = self._inside(rectangle)
        if self._at_most_one(rectangle):
            return Counter(inside)
        return Counter([self._literal(inside)])

    def _literal(self, variables: list[int]) -> int:
        """A variable that is 1 exactly when any of these is."""
        if len(variables) == 1:
            return variables[0]
        known = self._literals.get(tuple(variables))
        if known is not None:
            return known
        literal = self._literals[tuple(variables)] = self._variable("", 0)
        self._clause([*variables, _not(literal)])
        none = self.proto.constraints.add()
        none.enforcement_literal.append(_not(literal))
        none.bool_and.literals.extend([_not(variable) for variable in variables])
        return literal

    def _variable(self, name: str, least: int) -> int:
        variable = self.proto.variables.add()
        variable.name = name
        variable.domain.extend([least, 1])
        return len(self.proto.variables) - 1

    def _clause(self, literals: list[int]) -> None:
        if literals:
            self.proto.constraints.add().bool_or.literals.extend(literals)
        else:
            self._linear(Counter(), 1)

    def _linear(
        self, terms: Counter[int], least: int | None, most: int | None = None, enforced_by: Iterable[int] = ()
    ) -> None:
        """Add ``least <= terms <= most``, under literals; what holds for no terms at all is left out."""
        low, high = _LEAST if least is None else least, _MOST if most is None else most
        if not terms and low <= 0 <= high:
            return
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend(list(enforced_by))
        constraint.linear.vars.extend(list(terms))
        constraint.linear.coeffs.extend(list(terms.values()))
        constraint.linear.domain.extend([low, high])


def _sum(terms: Counter[int], more: Counter[int], factor: int) -> Counter[int]:
    """``terms + factor * more``."""
    total = Counter(terms)
    for variable, weight in more.items():
        total[variable] += factor * weight
    return total


def _not(literal: int) -> int:
    """The negation of a literal, as CP-SAT writes it."""
    return -literal - 1


def _order(item: CostItem) -> tuple[int, int, int]:
    blocker, attacker = (-1 if part is None else part for part in item[1:])
    return (item.sentence, blocker, attacker)


class _Solving:
    """One ask being answered, and what it has cost so far."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
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
        built = _Model(self.ask)
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
        built = _Model(self.ask, reach)
        strategy = built.proto.search_strategy.add()
        strategy.variables.extend(list(built.variables.values()))
        strategy.variable_selection_strategy = cp.DecisionStrategyProto.CHOOSE_FIRST
        strategy.domain_reduction_strategy = cp.DecisionStrategyProto.SELECT_MAX_VALUE
        response = self._run(built.proto, in_order=True)
        if response.status == cp.CpSolverStatus.UNKNOWN and not self._spent():
            response = self._first_in_blocks(built)
        return self._read(built, response)

    def _first_in_blocks(self, built: _Model) -> cp.CpSolverResponse:
        """The same, block after block: each takes the largest number that its pairs can spell in binary."""
        proto, pairs = built.proto, list(built.variables.values())
        proto.search_strategy.clear()
        response = cp.CpSolverResponse()
        for start in range(0, len(pairs) or 1, BLOCK):
            block = pairs[start : start + BLOCK]
            proto.clear_objective()
            proto.objective.vars.extend(block)
            proto.objective.coeffs.extend([-(1 << place) for place in reversed(range(len(block)))])
            response = self._run(proto)
            if response.status != cp.CpSolverStatus.OPTIMAL:
                break
            for variable in block:
                domain = proto.variables[variable].domain
                domain[0] = domain[1] = response.solution[variable]
        return response

    def _read(self, built: _Model, response: cp.CpSolverResponse) -> Answer:
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

    def _evaluated(self, built: _Model, response: cp.CpSolverResponse) -> Declaration:
        declaration = built.declaration(response.solution)
        if not admits(self.ask, declaration):
            raise AskerFault(f"the solver's declaration {sorted(declaration)} does not satisfy the ask")
        return declaration

    def _run(self, proto: cp.CpModelProto, in_order: bool = False) -> cp.CpSolverResponse:
        """Solve a model with the effort and the time that are left."""
        if self._spent():
            return cp.CpSolverResponse()
        solver = cp.SolveWrapper()
        solver.set_parameters(self._parameters(in_order))
        response: cp.CpSolverResponse = solver.solve(proto)  # type: ignore[no-untyped-call]
        self.effort += response.deterministic_time
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
