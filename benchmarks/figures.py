"""All figures of one run: everything that is compared is measured side by side, in turn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final, ParamSpec, TypeAlias, TypeVar

from benchmarks import measure
from benchmarks.families import FAMILIES, Family, Instance, Size
from benchmarks.measure import OURS, Process, Timing
from benchmarks.peers import FLOOR, PEERS
from benchmarks.worker import Worker, WorkerFault

T = TypeVar("T")
P = ParamSpec("P")

Place: TypeAlias = tuple[str, Size]
"""A family and a size."""

ROOT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = Path(sys.executable).with_name("blockcheck")


@dataclass(frozen=True)
class Plan:
    """How much is measured; limits in seconds. After ``enough`` seconds, or so many rounds, nothing is measured again.

    ``depth_first`` is the most pairs that the depth-first search is asked about; ``boards`` are lines for batch, ``short``
    and ``long`` those for its memory.
    """

    smoke: bool
    families: tuple[Family, ...]
    peer_limit: float
    limit: float
    enough: float
    rounds: int
    depth_first: int
    boards: int
    short: int
    long: int

    def sizes(self, family: Family) -> tuple[Size, ...]:
        """The sizes to measure."""
        return (family.tiny, *family.small) if self.smoke else (family.tiny, *family.sizes)

    def instances(self, family: Family, size: Size) -> list[Instance]:
        """The boards of a size: several where they are small."""
        seeds = (2 if self.smoke else family.seeds) if size[0] * size[1] <= 400 else 1
        return [family.instance(size, seed) for seed in range(seeds)]


def smoke_plan(families: Iterable[Family]) -> Plan:
    """Small sizes, in less than a minute."""
    return Plan(True, tuple(families), 2.0, 20.0, 0.2, 1, 24, boards=10, short=10, long=20)


def full_plan(families: Iterable[Family], *, long: bool) -> Plan:
    """All sizes; ``long`` with batches as long as those that are promised."""
    boards, few, many = (20_000, 10_000, 200_000) if long else (1_000, 500, 5_000)
    return Plan(False, tuple(families), 10.0, 180.0, 1.0, 5, 100, boards=boards, short=few, long=many)


@dataclass
class Figures:
    """What was measured; None is "did not finish"."""

    verdicts: dict[Place, dict[str, float] | None] = field(default_factory=dict)
    options: dict[Place, dict[str, float] | None] = field(default_factory=dict)
    peers: dict[Place, dict[str, Timing | None]] = field(default_factory=dict)
    processes: dict[str, float] = field(default_factory=dict)
    memory: dict[Place, tuple[int, int] | None] = field(default_factory=dict)
    batch: dict[str, Process] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


class Run:
    """One run of a plan; ``tell`` hears what is being measured."""

    def __init__(self, plan: Plan, tell: Callable[[str], None]) -> None:
        self.plan = plan
        self.tell = tell
        self.figures = Figures(missing=[peer.name for peer in PEERS if not peer.is_installed()])

    def everything(self) -> Figures:
        """Measure all of it."""
        with Worker() as worker:
            for family, size in self._places():
                self._verdicts(worker, family, size)
                self._peers(worker, family, size)
                if family.name in ("typical", "options"):
                    self._options(worker, family, size)
        for family in self.plan.families[: 1 if self.plan.smoke else None]:
            for size in self.plan.sizes(family):
                self._memory(family, size)
        self._processes()
        self._batch()
        return self.figures

    def _places(self) -> Iterator[tuple[Family, Size]]:
        return ((family, size) for family in self.plan.families for size in self.plan.sizes(family))

    def _verdicts(self, worker: Worker, family: Family, size: Size) -> None:
        """The median over the boards of a size, each in floors of its own."""
        found = []
        for instance in self.plan.instances(family, size):
            self.tell(f"{family.name} {instance.label}: verdicts")
            found.append(self._verdicts_on(worker, instance))
        self.figures.verdicts[family.name, size] = _medians(found)

    def _verdicts_on(self, worker: Worker, instance: Instance) -> dict[str, float] | None:
        """None where not even the declarations to judge were found in time."""
        limit, enough = self.plan.limit, self.plan.enough
        self._within(worker, limit, measure.prepare, instance)
        floor = self._within(worker, self.plan.peer_limit, measure.floor, instance)
        if self._within(worker, limit, measure.ready, instance) is None:
            return None
        times = self._within(worker, limit, measure.verdicts, instance, enough, with_floor=floor is not None)
        far = self._within(worker, limit, measure.far, instance)
        return times and times | ({"far": far} if far else {})

    def _options(self, worker: Worker, family: Family, size: Size) -> None:
        found = []
        for instance in self.plan.instances(family, size):
            self.tell(f"{family.name} {instance.label}: options")
            times = self._within(worker, self.plan.limit, measure.options, instance, self.plan.enough)
            alone = self._within(worker, self.plan.limit, measure.pair_by_pair, instance)
            found.append(times and times | ({} if alone is None else {"pair by pair": alone}))
        self.figures.options[family.name, size] = _medians(found)

    def _peers(self, worker: Worker, family: Family, size: Size) -> None:
        """All answer the same questions, in turn; who did not finish is not asked again, nor about larger boards."""
        names = [OURS, FLOOR.name, *(peer.name for peer in PEERS if peer.is_installed())]
        sums: dict[str, Timing | None] = dict.fromkeys(names, Timing(0.0, 0.0, 0))
        for lost in self._lost(family):
            sums[lost] = None
        if size[0] * size[1] > self.plan.depth_first:
            sums["depth-first"] = None
        for instance in self.plan.instances(family, size):
            asked = [name for name in names if sums[name] is not None]
            times = self._side_by_side(worker, instance, asked)
            for name, timing in times.items():
                before = sums[name]
                sums[name] = before and timing and _added(before, timing)
        self.figures.peers[family.name, size] = sums

    def _side_by_side(self, worker: Worker, instance: Instance, names: list[str]) -> dict[str, Timing | None]:
        best: dict[str, Timing | None] = {}
        for number in range(self.plan.rounds):
            for name in names:
                last = best.get(name)
                if number and (last is None or last.whole > self.plan.enough):
                    continue
                self.tell(f"{instance.family} {instance.label}: {name}")
                limit = self.plan.limit if name == OURS else self.plan.peer_limit
                prepared = self._within(worker, self.plan.limit, measure.prepare, instance)
                timing = prepared and self._within(worker, limit, measure.ask, instance, name)
                best[name] = timing if last is None or timing is None else _less(last, timing)
        self._compare(instance, best)
        return best

    def _compare(self, instance: Instance, times: dict[str, Timing | None]) -> None:
        if (told := difference(instance, times)) is not None:
            self.figures.differences.append(told)
        if self.plan.smoke and times.get(OURS) is None:
            self.figures.differences.append(f"{instance.family} {instance.label}: blockcheck did not finish")

    def _lost(self, family: Family) -> set[str]:
        """Those that did not finish on a smaller board of a family."""
        return {
            name
            for (other, _), times in self.figures.peers.items()
            for name, timing in times.items()
            if other == family.name and timing is None
        } - {OURS}

    def _memory(self, family: Family, size: Size) -> None:
        instance = family.instance(size)
        self.tell(f"{family.name} {instance.label}: memory")
        with Worker() as worker:
            self.figures.memory[family.name, size] = self._within(
                worker, self.plan.limit, measure.peak, instance
            )

    def _processes(self) -> None:
        """Whole processes in turn: the least of several, after a first round that is not counted."""
        python, blockcheck = sys.executable, str(COMMAND)
        easy = str(ROOT / "examples" / "02-flying.json")
        line = _typical_line(0)
        with Worker() as worker, tempfile.TemporaryDirectory() as place:
            hard = Path(place, "hard.json")
            hard.write_text(
                _with_declaration(FAMILIES["multi-block"].instance((12, 9)), {}), encoding="utf-8"
            )
            commands = {
                "minimal app": [python, str(ROOT / "benchmarks" / "minimal.py"), easy],
                "check, no solver": [blockcheck, "check", easy],
                "check, solver": [blockcheck, "check", str(hard)],
                "batch, one line": [blockcheck, "batch", "-"],
            }
            for turn in range(2 if self.plan.smoke else 10):
                for name, command in commands.items():
                    self.tell(f"whole processes: {name}")
                    found = self._within(worker, None, measure.process, command, line)
                    if found and turn:
                        last = self.figures.processes.get(name, found.spent)
                        self.figures.processes[name] = min(found.spent, last)

    def _batch(self) -> None:
        """Typical boards through ``blockcheck batch``: how long with one worker and with two, how much memory."""
        several = "so many processes" in _output([str(COMMAND), "batch", "--help"])
        with tempfile.TemporaryDirectory() as place:
            for name, number, options in (
                ("one worker", self.plan.boards, ["--workers", "1"] if several else []),
                ("two workers", self.plan.boards, ["--workers", "2"]),
                ("short", self.plan.short, []),
                ("long", self.plan.long, []),
            ):
                if name == "two workers" and not several:
                    continue
                self.tell(f"batch: {name}, {number:,} lines")
                boards = Path(place, f"{name}.jsonl")
                _write_boards(boards, number)
                command = [str(COMMAND), "batch", str(boards), "-o", os.devnull, *options]
                with Worker() as worker:
                    found = self._within(worker, None, measure.process, command)
                if found:
                    self.figures.batch[name] = found

    def _within(
        self,
        worker: Worker,
        seconds: float | None,
        function: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T | None:
        """What a function returns within a time; what it raises is kept as a difference."""
        try:
            return worker.call(seconds, function, *args, **kwargs)
        except WorkerFault as fault:
            self.figures.differences.append(str(fault).strip().splitlines()[-1])
            return None


def difference(instance: Instance, times: dict[str, Timing | None]) -> str | None:
    """What those that finished found, where it is not the same; else None."""
    maxima = {name: timing.maximum for name, timing in times.items() if timing}
    if len(set(maxima.values())) <= 1:
        return None
    return f"{instance.family} {instance.label} ({instance.seed}): {maxima}"


def _medians(found: list[dict[str, float] | None]) -> dict[str, float] | None:
    known = [times for times in found if times]
    names = {name for times in known for name in times}
    return {name: median(times[name] for times in known if name in times) for name in names} or None


def _added(one: Timing, other: Timing) -> Timing:
    return Timing(one.build + other.build, one.solve + other.solve, one.maximum + other.maximum)


def _less(one: Timing, other: Timing) -> Timing:
    return min(one, other, key=lambda timing: timing.whole)


def _output(command: list[str]) -> str:
    return " ".join(subprocess.run(command, capture_output=True, text=True, check=False).stdout.split())


def _write_boards(place: Path, number: int) -> None:
    """Typical boards, one a line."""
    with place.open("w", encoding="utf-8") as out:
        out.writelines(map(_typical_line, range(number)))


def _typical_line(seed: int) -> str:
    """A board on which the first creature blocks the first attacker."""
    return f"{_with_declaration(FAMILIES['typical'].instance((8, 6), seed), {'b0': 'a0'})}\n"


def _with_declaration(instance: Instance, blocks: dict[str, str]) -> str:
    declared = json.dumps({"player": "bob", "blocks": blocks}, separators=(",", ":"))
    return f'{instance.text[:-1]},"declaration":{declared}}}'
