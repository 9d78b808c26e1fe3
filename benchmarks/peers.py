"""The peers: other solvers on the same question, and a depth-first search as game engines write it.

Each takes a problem and gives back a function that solves it; so translation and solving can be timed apart. Each
model is a direct one, as its manual would have it, without anything that the checker knows about blocking. Packages are
imported when a peer is first used.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.problem import Pair, Problem, Row

Solve: TypeAlias = Callable[[], list[Pair]]
"""Finds a declaration that obeys the most requirements, proven."""

PAGE: Final = Path(__file__).resolve().parent.parent / "models" / "declare_blockers.mzn"


class PeerFault(RuntimeError):
    """A peer gives no optimum: no declaration disobeys no restriction, or it does not say."""


@dataclass(frozen=True)
class Peer:
    """Another way to find the maximum; ``needs`` is the package or the command that it takes."""

    name: str
    build: Callable[[Problem], Solve]
    needs: str
    in_process: bool = True

    def is_installed(self) -> bool:
        """Whether it can be run here."""
        return bool(find_spec(self.needs) if self.in_process else shutil.which(self.needs))


def plain_model(problem: Problem) -> Solve:
    """The plain 0/1 model for CP-SAT, with the parameters of the checker (DESIGN.md section 4): the floor."""
    from ortools.sat.python import cp_model_helper as cp

    proto = cp.CpModelProto()

    def variable() -> int:
        proto.variables.add().domain.extend([0, 1])
        return len(proto.variables) - 1

    def linear(variables: list[int], weights: list[int], low: int, high: int) -> None:
        constraint = proto.constraints.add().linear
        constraint.vars.extend(variables)
        constraint.coeffs.extend(weights)
        constraint.domain.extend([low, high])

    def any_of(pairs: Sequence[Pair]) -> int:
        if len(pairs) == 1:
            return x[pairs[0]]
        found, inside = variable(), [x[pair] for pair in pairs]
        proto.constraints.add().bool_or.literals.extend([*inside, -found - 1])
        for literal in inside:
            linear([found, literal], [1, -1], 0, 1)
        return found

    def bound(row: Row, holds: int | None) -> None:
        terms, size = [any_of(group) for group in row.groups], len(row.groups)
        ones, when = [1] * size, [] if holds is None else [holds]
        if row.lo:
            linear([*terms, *when], [*ones, *(-row.lo for _ in when)], 0 if when else row.lo, size)
        if row.hi < size:
            linear([*terms, *when], [*ones, *(size - row.hi for _ in when)], 0, size if when else row.hi)

    x = {pair: variable() for pair in problem.pairs}
    for row in problem.restrictions:
        bound(row, None if row.guard is None else any_of(row.guard))
    wanted = []
    for row in problem.requirements:
        if row.lo <= row.hi:
            wanted.append(variable())
            bound(row, wanted[-1])
    proto.objective.vars.extend(wanted)
    proto.objective.coeffs.extend([-1] * len(wanted))

    def solve() -> list[Pair]:
        parameters = cp.SatParameters()
        parameters.num_workers = 1
        parameters.random_seed = 1
        parameters.linearization_level = 2
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        solver = cp.SolveWrapper()
        solver.set_parameters(parameters)
        response = solver.solve(proto)  # type: ignore[no-untyped-call]
        if response.status != cp.CpSolverStatus.OPTIMAL:
            raise PeerFault(f"CP-SAT: {response.status}")
        return [pair for pair, place in x.items() if response.solution[place]]

    return solve


def clingo(problem: Problem) -> Solve:
    """Answer sets: choice rules, weight rules, integrity constraints; unsatisfiable cores for the optimum."""
    import clingo

    control = clingo.Control(["--opt-strategy=usc"])
    with control.backend() as backend:

        def any_of(pairs: Sequence[Pair]) -> int:
            if len(pairs) == 1:
                return x[pairs[0]]
            found: int = backend.add_atom()
            for pair in pairs:
                backend.add_rule([found], [x[pair]])
            return found

        def at_least(k: int, row: Row) -> int:
            found: int = backend.add_atom()
            backend.add_weight_rule([found], k, [(any_of(group), 1) for group in row.groups])
            return found

        x: dict[Pair, int] = {pair: backend.add_atom() for pair in problem.pairs}
        backend.add_rule(list(x.values()), choice=True)
        for row in problem.restrictions:
            guard = [] if row.guard is None else [any_of(row.guard)]
            if row.lo:
                backend.add_rule([], [*guard, -at_least(row.lo, row)])
            if row.hi < len(row.groups):
                backend.add_rule([], [*guard, at_least(row.hi + 1, row)])
        for row in problem.requirements:
            body = [at_least(row.lo, row)] if row.lo else []
            body += [-at_least(row.hi + 1, row)] if row.hi < len(row.groups) else []
            obeyed = backend.add_atom()
            backend.add_rule([obeyed], body)
            backend.add_minimize(0, [(-obeyed, 1)])

    def solve() -> list[Pair]:
        best: list[list[Pair]] = []
        result = control.solve(on_model=lambda model: best.append([p for p in x if model.is_true(x[p])]))
        if not best or (problem.requirements and not result.exhausted):
            raise PeerFault(f"clingo: {result}")
        return best[-1]

    return solve


class _Clauses:
    """Clauses for a MaxSAT solver, with totalizers for counts."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        from pysat.formula import WCNF

        self.x = {pair: number for number, pair in enumerate(pairs, start=1)}
        self.top = len(self.x)
        self.formula = WCNF()

    def new(self) -> int:
        self.top += 1
        return self.top

    def any_of(self, pairs: Sequence[Pair]) -> int:
        """A literal that is true exactly when a pair is declared."""
        if len(pairs) == 1:
            return self.x[pairs[0]]
        found, inside = self.new(), [self.x[pair] for pair in pairs]
        self.formula.append([*inside, -found])
        self.formula.extend([[-literal, found] for literal in inside])
        return found

    def bound(self, row: Row, when: list[int]) -> None:
        """Clauses for ``lo <= COUNT <= hi``, under a literal or always."""
        terms = [self.any_of(group) for group in row.groups]
        if row.lo == 1:
            self.formula.append([*(-literal for literal in when), *terms])
        elif row.lo:
            self._at_most(len(terms) - row.lo, [-term for term in terms], when)
        self._at_most(row.hi, terms, when)

    def _at_most(self, k: int, literals: list[int], when: list[int]) -> None:
        from pysat.card import CardEnc, EncType, ITotalizer

        unless = [-literal for literal in when]
        if k < 0:
            self.formula.append(unless)
        elif k == 0:
            self.formula.extend([[*unless, -literal] for literal in literals])
        elif k < len(literals) and not when:
            encoded = CardEnc.atmost(literals, k, top_id=self.top, encoding=EncType.seqcounter)
            self.top = max(self.top, encoded.nv)
            self.formula.extend(encoded.clauses)
        elif k < len(literals):
            with ITotalizer(literals, ubound=k, top_id=self.top) as counter:
                self.top = max(self.top, counter.top_id)
                self.formula.extend(counter.cnf.clauses)
                self.formula.append([*unless, -counter.rhs[k]])


def rc2(problem: Problem) -> Solve:
    """MaxSAT by relaxed cores, with the options its authors recommend."""
    from pysat.examples.rc2 import RC2

    clauses = _Clauses(problem.pairs)
    for row in problem.restrictions:
        clauses.bound(row, [] if row.guard is None else [clauses.any_of(row.guard)])
    for row in problem.requirements:
        if row.lo <= row.hi:
            obeyed = clauses.new()
            clauses.bound(row, [obeyed])
            clauses.formula.append([obeyed], weight=1)

    def solve() -> list[Pair]:
        with RC2(clauses.formula, adapt=True, exhaust=True, minz=True) as solver:
            found = solver.compute()
        if found is None:
            raise PeerFault("RC2: unsatisfiable")
        true = {literal for literal in found if literal > 0}
        return [pair for pair, literal in clauses.x.items() if literal in true]

    return solve


class _Lines:
    """A linear program with 0/1 variables, row by row."""

    def __init__(self) -> None:
        self.reward: list[int] = []
        self.starts = [0]
        self.places: list[int] = []
        self.weights: list[int] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def variable(self, reward: int = 0) -> int:
        self.reward.append(reward)
        return len(self.reward) - 1

    def line(self, terms: Sequence[tuple[int, int]], low: float, high: float) -> None:
        merged: Counter[int] = Counter()
        for place, weight in terms:
            merged[place] += weight
        self.places += merged.keys()
        self.weights += merged.values()
        self.starts.append(len(self.places))
        self.low.append(low)
        self.high.append(high)


def highs(problem: Problem) -> Solve:
    """Mixed-integer programming: guards and requirements as 0/1 variables with the smallest big M."""
    import highspy
    import numpy as np

    lines, infinite = _Lines(), highspy.kHighsInf
    x = {pair: lines.variable() for pair in problem.pairs}

    def any_of(pairs: Sequence[Pair]) -> int:
        if len(pairs) == 1:
            return x[pairs[0]]
        found = lines.variable()
        for pair in pairs:
            lines.line([(found, 1), (x[pair], -1)], 0, 1)
        lines.line([(found, -1), *((x[pair], 1) for pair in pairs)], 0, infinite)
        return found

    def bound(row: Row, holds: int | None) -> None:
        terms = [(any_of(group), 1) for group in row.groups]
        size, when = len(terms), [] if holds is None else [holds]
        if row.lo:
            lines.line([*terms, *((h, -row.lo) for h in when)], 0 if when else row.lo, infinite)
        if row.hi < size:
            lines.line([*terms, *((h, size - row.hi) for h in when)], -infinite, size if when else row.hi)

    for row in problem.restrictions:
        bound(row, None if row.guard is None else any_of(row.guard))
    for row in problem.requirements:
        if row.lo <= row.hi:
            bound(row, lines.variable(reward=1))

    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(lines.reward), len(lines.low)
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = np.array(lines.reward, dtype=np.float64)
    program.col_lower_, program.col_upper_ = np.zeros(len(lines.reward)), np.ones(len(lines.reward))
    program.row_lower_, program.row_upper_ = np.array(lines.low), np.array(lines.high)
    program.integrality_ = [highspy.HighsVarType.kInteger] * len(lines.reward)
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.array(lines.starts, dtype=np.int32)
    program.a_matrix_.index_ = np.array(lines.places, dtype=np.int32)
    program.a_matrix_.value_ = np.array(lines.weights, dtype=np.float64)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    if solver.passModel(program) == highspy.HighsStatus.kError:
        raise PeerFault("HiGHS: the model is wrong")

    def solve() -> list[Pair]:
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kModelEmpty:
            return []
        if status != highspy.HighsModelStatus.kOptimal:
            raise PeerFault(f"HiGHS: {status}")
        values = solver.getSolution().col_value
        return [pair for pair, place in x.items() if values[place] > 0.5]

    return solve


def z3(problem: Problem) -> Solve:
    """Z3's optimiser: pseudo-Boolean constraints, requirements as soft ones."""
    import z3

    optimize = z3.Optimize()
    x = {(b, a): z3.Bool(f"x{b},{a}") for b, a in problem.pairs}

    def any_of(pairs: Sequence[Pair]) -> Any:
        return x[pairs[0]] if len(pairs) == 1 else z3.Or([x[pair] for pair in pairs])

    def fits(row: Row) -> Any:
        terms = [(any_of(group), 1) for group in row.groups]
        if row.lo > row.hi:
            return z3.BoolVal(False)
        low = [z3.PbGe(terms, row.lo)] if row.lo else []
        return z3.And(low + ([z3.PbLe(terms, row.hi)] if row.hi < len(terms) else []))

    for row in problem.restrictions:
        optimize.add(fits(row) if row.guard is None else z3.Implies(any_of(row.guard), fits(row)))
    for row in problem.requirements:
        optimize.add_soft(fits(row))

    def solve() -> list[Pair]:
        status = optimize.check()
        if status != z3.sat:
            raise PeerFault(f"Z3: {status}")
        model = optimize.model()
        return [pair for pair, literal in x.items() if z3.is_true(model.eval(literal))]

    return solve


def minizinc(problem: Problem) -> Solve:
    """The MiniZinc page with Gecode, as a process: it compiles and solves in one go."""

    def solve() -> list[Pair]:
        # MiniZinc 2.6.4 at its default -O1 writes FlatZinc that uses variables it never declares, for one theory in thirty.
        command = ["minizinc", "-O0", "--solver", "gecode", str(PAGE), "-"]
        with tempfile.TemporaryDirectory() as place:
            data = Path(place, "theory.dzn")
            data.write_text(problem.data, encoding="utf-8")
            command[-1] = str(data)
            run = subprocess.run(command, capture_output=True, text=True, check=False)
        shown = re.findall(r"^obeyed \d+:((?: \d+,\d+)*)$", run.stdout, re.MULTILINE)
        if "==========" not in run.stdout or not shown:
            raise PeerFault(f"MiniZinc: {run.stdout[-500:]}{run.stderr[-500:]}")
        return [(int(b), int(a)) for b, a in (pair.split(",") for pair in shown[-1].split())]

    return solve


def depth_first(problem: Problem) -> Solve:
    """Each creature in turn blocks nobody, or some of what it can; cut off where no more can be obeyed than before."""

    def solve() -> list[Pair]:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * problem.blockers + 1_000))
        return _Search(problem).best

    return solve


class _Search:
    """Depth-first branch and bound over the pairs, blockers first: each is declared, then left out.

    For each row ``count`` groups have a declared pair and ``left`` more still may; ``alive`` requirements may hold.
    """

    def __init__(self, problem: Problem) -> None:
        self.pairs = problem.pairs
        self.rows = (*problem.restrictions, *problem.requirements)
        self.restrictions = len(problem.restrictions)
        self.count = [0] * len(self.rows)
        self.left = [len(row.groups) for row in self.rows]
        self.met = [int(row.guard is None) for row in self.rows]
        self.hit: list[int] = []
        self.counting: dict[Pair, list[tuple[int, int, bool]]] = {pair: [] for pair in self.pairs}
        self.guarding: dict[Pair, list[int]] = {pair: [] for pair in self.pairs}
        for place, row in enumerate(self.rows):
            self._enter(place, row)
        self.alive = sum(not self._is_lost(place) for place in range(self.restrictions, len(self.rows)))
        self.most, self.best, self.now = -1, list[Pair](), list[Pair]()
        self._go(0)

    def _enter(self, place: int, row: Row) -> None:
        for group in row.groups:
            for pair in group:
                self.counting[pair].append((place, len(self.hit), pair == max(group)))
            self.hit.append(0)
        for pair in row.guard or ():
            self.guarding[pair].append(place)

    def _go(self, place: int) -> None:
        if self.alive <= self.most:
            return
        if place == len(self.pairs):
            self.most, self.best = self.alive, list(self.now)
            return
        pair = self.pairs[place]
        for declared in (True, False):
            self._turn(pair, declared, 1)
            if not self._is_broken(pair):
                self._go(place + 1)
            self._turn(pair, declared, -1)

    def _turn(self, pair: Pair, declared: bool, step: int) -> None:
        """Decide a pair (step 1) or take that back (step -1)."""
        for place, group, is_last in self.counting[pair]:
            lost = self._is_lost(place)
            if declared:
                self.hit[group] += step
                if self.hit[group] == (step > 0):
                    self.count[place] += step
                    self.left[place] -= step
            elif is_last and not self.hit[group]:
                self.left[place] -= step
            if place >= self.restrictions:
                self.alive += lost - self._is_lost(place)
        if declared:
            for place in self.guarding[pair]:
                self.met[place] += step
            if step > 0:
                self.now.append(pair)
            else:
                self.now.pop()

    def _is_lost(self, place: int) -> bool:
        """Whether a row's count can no longer be within its bounds."""
        row, count = self.rows[place], self.count[place]
        return count > row.hi or count + self.left[place] < row.lo

    def _is_broken(self, pair: Pair) -> bool:
        """Whether a restriction that a pair bears on is disobeyed for good."""
        places = [*(place for place, _, _ in self.counting[pair]), *self.guarding[pair]]
        return any(place < self.restrictions and self.met[place] and self._is_lost(place) for place in places)


FLOOR: Final = Peer("plain CP-SAT", plain_model, "ortools")

PEERS: Final = (
    Peer("clingo", clingo, "clingo"),
    Peer("RC2", rc2, "pysat"),
    Peer("HiGHS", highs, "highspy"),
    Peer("Z3", z3, "z3"),
    Peer("MiniZinc", minizinc, "minizinc", in_process=False),
    Peer("depth-first", depth_first, "sys"),
)
