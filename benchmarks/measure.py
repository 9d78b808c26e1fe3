"""What is timed, each in a function that runs inside a worker.

Times are seconds of processor, those of processes it has waited for included: on an idle machine the same as on the
clock, for everything here runs on one thread, and on a busy one still comparable. Only ``process`` looks at the clock.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from time import perf_counter, process_time
from typing import Any, TypeAlias

from benchmarks.families import FAMILIES, Instance
from benchmarks.peers import FLOOR, PEERS, PeerFault
from benchmarks.problem import Problem, Row, problem
from blockcheck.ask import Limit
from blockcheck.askers import ASKERS
from blockcheck.export import minizinc_data
from blockcheck.judge import Judge
from blockcheck.legal import Legal
from blockcheck.loading import load_board
from blockcheck.report.theory import theory_json
from blockcheck.theory import CostItem, Theory

Blocks: TypeAlias = dict[Any, Any]

OURS = "blockcheck"


class Difference(RuntimeError):
    """Two that answer the same question do not agree."""


@dataclass(frozen=True)
class Timing:
    """How long one took to find the maximum: ``build`` from the theory to its own model, ``solve`` from there."""

    build: float
    solve: float
    maximum: int

    @property
    def whole(self) -> float:
        """Both together."""
        return self.build + self.solve


@dataclass(frozen=True)
class Declarations:
    """Two legal and two illegal declarations on one board; None where none is known."""

    legal: Blocks | None
    further: Blocks | None
    illegal: Blocks
    also_illegal: Blocks


@lru_cache(maxsize=2)
def theory_of(instance: Instance) -> Theory:
    """The theory of a board that leaves nothing open."""
    judge = Judge(load_board(instance.text))
    (theory,) = judge.theories()
    if not judge.is_certain():
        raise ValueError(f"{instance.family} {instance.label}: the board is not read as it should be")
    return theory


@lru_cache(maxsize=2)
def problem_of(instance: Instance) -> Problem:
    """The same for the peers, read from what is exported; every second cost item may be incurred."""
    theory, allowed = theory_of(instance), allowed_of(instance)
    return problem(theory_json(theory), allowed)


@lru_cache(maxsize=2)
def allowed_of(instance: Instance) -> frozenset[CostItem]:
    """Every second cost item of a board."""
    return frozenset(CostItem(c.sentence, c.blocker, c.attacker) for c in theory_of(instance).costs[::2])


@lru_cache(maxsize=2)
def declarations_of(instance: Instance) -> Declarations:
    """What is judged on a board: a witness and another legal declaration, and both without a pair that they need."""
    judge = Judge(load_board(instance.text))
    witness = judge.solve().witness
    legal = None if witness is None else {b: list(attackers) for b, attackers in witness.items()}
    fewer = (found for found in map(_without(legal), legal) if not judge.check(found).legal) if legal else ()
    illegal, also_illegal = [*islice(fewer, 2), {}, {}][:2]
    return Declarations(legal, legal and _other(judge, legal), illegal, also_illegal)


def spent() -> float:
    """Seconds of processor that this process and those it has waited for have used."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def prepare(instance: Instance) -> tuple[int, int]:
    """Make the problem of a board; how many restrictions and requirements it has."""
    found = problem_of(instance)
    return len(found.restrictions), len(found.requirements)


def ask(instance: Instance, name: str) -> Timing:
    """The maximum of a board, found by one of the peers or by blockcheck.

    Raises:
        Difference: the declaration found is none that disobeys no restriction, or obeys another number.
    """
    _warm(name)
    return _ask(instance, name)


@cache
def _warm(name: str) -> None:
    """Load what one needs, by asking it something small."""
    small = FAMILIES["matching"]
    _ask(small.instance(small.tiny), name)


def _ask(instance: Instance, name: str) -> Timing:
    return _ask_blockcheck(instance) if name == OURS else _ask_peer(instance, name)


def _ask_peer(instance: Instance, name: str) -> Timing:
    question = problem_of(instance)
    (peer,) = (one for one in (FLOOR, *PEERS) if one.name == name)
    if not peer.in_process:
        question = replace(question, data=minizinc_data(theory_of(instance), allowed_of(instance)))
    start = spent()
    solve = peer.build(question)
    built = spent()
    declaration = solve()
    end = spent()
    if not question.is_allowed(declaration):
        raise Difference(f"{name}, {instance}: {sorted(declaration)} disobeys a restriction")
    return Timing(built - start, end - built, question.obeyed(declaration))


def _ask_blockcheck(instance: Instance) -> Timing:
    known, allowed = theory_of(instance), allowed_of(instance)
    theory = Theory(known.blockers, known.attackers, known.sentences)
    start = spent()
    maximum = Legal(theory, ASKERS["shipped"], Limit()).maximum(allowed)
    end = spent()
    question = problem_of(instance)
    if maximum.obeyed is None or maximum.seen is None or not question.is_allowed(maximum.seen):
        raise Difference(f"blockcheck, {instance}: {maximum}")
    if question.obeyed(maximum.seen) != maximum.obeyed:
        raise Difference(f"blockcheck, {instance}: {maximum}, but {question.obeyed(maximum.seen)} are obeyed")
    return Timing(0.0, end - start, maximum.obeyed)


def ready(instance: Instance) -> bool:
    """Find the declarations to judge; whether a legal one is known."""
    return declarations_of(instance).legal is not None


def floor(instance: Instance) -> float:
    """How long it takes to parse the JSON, and to build and solve the plain model once."""
    question, start = problem_of(instance), spent()
    json.loads(instance.text)
    FLOOR.build(question)()
    return spent() - start


def verdicts(instance: Instance, seconds: float, *, with_floor: bool) -> dict[str, float]:
    """How long a board takes from JSON to its answers, its texts read before: the least of several rounds."""
    steps = _steps(instance) | ({"floor": lambda: floor(instance)} if with_floor else {})
    best: dict[str, float] = {}
    start = spent()
    for step in steps.values():
        step()
    for _ in range(7):
        if best and spent() - start > seconds:
            break
        for name, step in steps.items():
            began = spent()
            step()
            best[name] = min(best.get(name, float("inf")), spent() - began)
    return best


def _steps(instance: Instance) -> dict[str, Callable[[], object]]:
    """What is timed one after the other; the further declarations are judged by the judge of the first."""
    declarations, text = declarations_of(instance), instance.text
    judges: dict[str, Judge] = {}

    def fresh(name: str, blocks: Blocks, expected: bool) -> Callable[[], object]:
        def step() -> None:
            judges[name] = Judge(load_board(text))
            _expect(judges[name], blocks, expected, instance)

        return step

    def further(name: str, blocks: Blocks, expected: bool) -> Callable[[], object]:
        return lambda: _expect(judges[name], blocks, expected, instance)

    steps: dict[str, Callable[[], object]] = {}
    if declarations.legal is not None:
        steps["legal"] = fresh("legal", declarations.legal, True)
        if declarations.further is not None:
            steps["further legal"] = further("legal", declarations.further, True)
    steps["illegal"] = fresh("illegal", declarations.illegal, False)
    steps["further illegal"] = further("illegal", declarations.also_illegal, False)
    return steps


def _expect(judge: Judge, blocks: Blocks, expected: bool, instance: Instance) -> None:
    found = judge.check(blocks).legal
    if found is not None and found is not expected and blocks:
        raise Difference(f"{instance}: {blocks} is judged {found}")


def far(instance: Instance) -> float:
    """How long a declaration takes, from JSON, in which everybody blocks somebody; 0 when that is legal."""
    theory = theory_of(instance)
    n, m = len(theory.blockers), len(theory.attackers)
    everybody = {theory.blockers[b]: [theory.attackers[b * m // n]] for b in range(n)}
    start = spent()
    verdict = Judge(load_board(instance.text)).check(everybody)
    return 0.0 if verdict.legal else spent() - start


def options(instance: Instance, seconds: float) -> dict[str, float]:
    """How long the options of a board take from JSON, and the floor beside them."""
    best: dict[str, float] = {}
    start = spent()
    for place in range(6):
        if place > 1 and spent() - start > seconds:
            break
        began = spent()
        Judge(load_board(instance.text)).options({})
        times = {"options": spent() - began, "floor": floor(instance)}
        if place:
            best = {name: min(best.get(name, value), value) for name, value in times.items()}
    return best


def pair_by_pair(instance: Instance) -> float:
    """How long it takes to find the options by one solve for each pair, with the plain model.

    Raises:
        Difference: blockcheck gives other options.
    """
    question, theory = problem_of(instance), theory_of(instance)
    start = spent()
    most = question.obeyed(FLOOR.build(question)())
    reached = set()
    for pair in question.pairs:
        fixed = replace(question, restrictions=(*question.restrictions, Row(None, ((pair,),), 1, 1)))
        try:
            if fixed.obeyed(FLOOR.build(fixed)()) == most:
                reached.add((theory.blockers[pair[0]], theory.attackers[pair[1]]))
        except PeerFault:  # nobody can declare that pair
            continue
    end = spent()
    attackers = Judge(load_board(instance.text)).options({}).attackers
    if attackers is None or reached != {(b, a) for b, row in attackers.items() for a in row}:
        raise Difference(f"{instance}: options {attackers}, one solve for each pair {sorted(reached)}")
    return end - start


def peak(instance: Instance) -> tuple[int, int]:
    """The peak memory in bytes before a board is read, and after no blocks have been judged on it."""
    before = _peak()
    Judge(load_board(instance.text)).check({})
    return before, _peak()


@dataclass(frozen=True)
class Process:
    """A command that has run: seconds on the clock and of processor, peak memory in bytes of the largest started so far."""

    clock: float
    spent: float
    peak: int


def process(command: list[str], given: str = "") -> Process:
    """Run a command; what is compiled may be kept, as where it is installed.

    Raises:
        CalledProcessError: it neither did what it should (exit status 0) nor found a declaration illegal (1).
    """
    start, before = perf_counter(), spent()
    run = subprocess.run(command, input=given, text=True, check=False, capture_output=True, env=_keeping())
    if run.returncode > 1:
        run.check_returncode()
    return Process(perf_counter() - start, spent() - before, _peak(resource.RUSAGE_CHILDREN))


def _keeping() -> dict[str, str]:
    """The environment, but that Python keeps what it has compiled: else each run would time the compiler."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _peak(of: int = resource.RUSAGE_SELF) -> int:
    found = resource.getrusage(of).ru_maxrss
    return found if sys.platform == "darwin" else found * 1024


def _without(blocks: Blocks) -> Callable[[Any], Blocks]:
    """The same blocks without those of one creature."""
    return lambda blocker: {other: attackers for other, attackers in blocks.items() if other != blocker}


def _other(judge: Judge, legal: Blocks) -> Blocks | None:
    """Another legal declaration, nearest to one in which a single creature blocks; None when none is found soon."""
    (theory,) = judge.theories()
    for blocker in theory.blockers[:3]:
        found = judge.check({blocker: [theory.attackers[-1]]}).nearest
        blocks = found and {str(b): [*map(str, attackers)] for b, attackers in found.blocks.items()}
        if blocks and blocks != legal:
            return blocks
    return None
