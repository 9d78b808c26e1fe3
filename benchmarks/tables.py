"""The tables that a run's figures make; everything is a ratio within the run, but for what says ms or MB."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from benchmarks.families import LARGE, Size
from benchmarks.figures import Figures, Place, Plan
from benchmarks.measure import OURS, Timing
from benchmarks.peers import FLOOR, PEERS
from benchmarks.table import Cell, Table

TYPICAL: Place = ("typical", (8, 6))
UNFINISHED = "did not finish"
MEGABYTE = 2**20


def tables(figures: Figures, plan: Plan) -> list[Table]:
    """All tables of a run, the targets first."""
    return [
        targets(figures, plan),
        verdicts(figures),
        options(figures),
        peers(figures, plan, "Finding the maximum, from the theory: times of blockcheck", lambda t: t.whole),
        peers(figures, plan, "Finding the maximum, solving alone: times of blockcheck", lambda t: t.solve),
        tiny(figures),
        processes(figures),
        memory(figures),
        growth(figures),
        batch(figures, plan),
    ]


def targets(figures: Figures, plan: Plan) -> Table:
    """What has to be reached, and whether it was."""
    rows: list[tuple[Cell, ...]] = []
    for name, figure, most in _targets(figures):
        reached = None if figure is None else figure <= most
        rows.append((name, figure, most, {None: "not measured", True: "yes", False: "NO"}[reached]))
    notes = ["Ratios within this run; processor time, the clock for batch."]
    if plan.smoke:
        notes.append(
            "A short run: it compares answers, its figures are rough and its batches mostly start-up."
        )
    return Table("Targets", ("target", "figure", "at most", "reached"), rows, tuple(notes))


def _targets(figures: Figures) -> Iterator[tuple[str, float | None, float]]:
    typical = figures.verdicts.get(TYPICAL) or {}
    options = figures.options.get(TYPICAL) or {}
    yield "typical, fresh legal, in floors", _ratio(typical, "legal", "floor"), 1
    yield "typical, fresh illegal, in floors", _ratio(typical, "illegal", "floor"), 4
    yield "typical, further legal / first", _ratio(typical, "further legal", "legal"), 0.05
    yield "typical, further illegal / first", _ratio(typical, "further illegal", "illegal"), 0.5
    yield "typical, options, in floors", _ratio(options, "options", "floor"), 10
    for place, most in ((("lure and menace", (20, 10)), 10.0), *((place, 200.0) for place in LARGE)):
        for kind in ("legal", "illegal"):
            times = figures.verdicts.get(place) or {}
            label = f"{_label(*place)}, {kind} / the same of typical"
            yield label, _over(times.get(kind), typical.get(kind)), most
    for place in LARGE:
        peak = figures.memory.get(place)
        yield f"{_label(*place)}, peak MB", peak and peak[1] / MEGABYTE, 500
    for (family, size), ratio in _against_best(figures).items():
        yield f"{_label(family, size)}, time / best peer's", ratio, 2
    for name, share in _shares(figures).items():
        yield f"above 5 x 4, share of sizes where {name} is faster", share, 0.5
    yield "below 5 x 4, ms more than the best peer, worst", _worst_below(figures), 1
    commands = figures.processes
    yield "check without solver / minimal app", _ratio(commands, "check, no solver", "minimal app"), 2
    yield "check with solver / minimal app", _ratio(commands, "check, solver", "minimal app"), 2.5
    two, one = figures.batch.get("two workers"), figures.batch.get("one worker")
    yield "batch, two workers / one, time", two.clock / one.clock if two and one else None, 1 / 1.7
    short, long = figures.batch.get("short"), figures.batch.get("long")
    yield "batch, peak memory long / short", long.peak / short.peak if short and long else None, 1.1


def verdicts(figures: Figures) -> Table:
    """From JSON to verdict."""
    typical = figures.verdicts.get(TYPICAL) or {}
    rows: list[tuple[Cell, ...]] = []
    for (family, size), times in figures.verdicts.items():
        if times is None:
            rows.append((family, _size(size), *(UNFINISHED if n == 0 else None for n in range(10))))
            continue
        rows.append(
            (
                family,
                _size(size),
                times["floor"] * 1000 if "floor" in times else UNFINISHED,
                _ratio(times, "legal", "floor"),
                _ratio(times, "illegal", "floor"),
                _ratio(times, "far", "floor"),
                _ratio(times, "further legal", "legal"),
                _ratio(times, "further illegal", "illegal"),
                _over(times.get("legal"), typical.get("legal")),
                _over(times.get("illegal"), typical.get("illegal")),
                times["illegal"] * 1000,
                times["far"] * 1000 if "far" in times else None,
            )
        )
    columns = (
        "family", "blockers x attackers", "floor, ms", "legal / floor", "illegal / floor", "far / floor", "further legal / first",
        "further illegal / first", "legal / typical", "illegal / typical", "illegal, ms", "far, ms",
    )  # fmt: skip
    return Table(
        "From JSON to verdict, texts read before",
        columns,
        rows,
        (
            "Floor: the JSON parsed, the plain 0/1 model of the same theory built and solved once by CP-SAT.",
            "Far: everybody blocks somebody; nothing where that is legal, or did not finish.",
            "Illegal: with witness, nearest declaration and reasons. Medians over boards, least of several rounds.",
        ),
    )


def options(figures: Figures) -> Table:
    """What may still be done, from JSON."""
    rows: list[tuple[Cell, ...]] = []
    for (family, size), times in figures.options.items():
        known = times or {}
        rows.append(
            (
                family,
                _size(size),
                known["floor"] * 1000 if "floor" in known else UNFINISHED,
                _ratio(known, "options", "floor"),
                _ratio(known, "pair by pair", "options"),
            )
        )
    return Table(
        "Options of no blocks yet, from JSON, texts read before",
        ("family", "blockers x attackers", "floor, ms", "options / floor", "pair by pair / options"),
        rows,
        ("Pair by pair: one solve of the plain model for each pair; its answer is compared with ours.",),
    )


def peers(figures: Figures, plan: Plan, title: str, measure: Callable[[Timing], float]) -> Table:
    """What each peer takes, in times of what blockcheck takes: above 1 the peer is slower."""
    rows: list[tuple[Cell, ...]] = []
    names = (FLOOR.name, *(peer.name for peer in PEERS))
    for (family, size), times in figures.peers.items():
        ours = times.get(OURS)
        row: list[Cell] = [family, _size(size), ours.whole * 1000 if ours else UNFINISHED]
        for name in names:
            timing = times.get(name)
            if timing is None or ours is None:
                row.append(
                    None if name not in times else (UNFINISHED if timing is None else measure(timing) * 1000)
                )
            else:
                row.append(measure(timing) / ours.whole)
        rows.append(tuple(row))
    notes = [
        "Above 1 the peer is slower. Where blockcheck did not finish, peers in ms.",
        f"Limit for a peer: {plan.peer_limit:g} s a board; one that did not finish is not asked about larger boards.",
        f"depth-first is not tried above {plan.depth_first} pairs. MiniZinc is a whole process with Gecode.",
        f"Plain CP-SAT, clingo, RC2, HiGHS, Z3: in this process, one thread. Every answer is compared: "
        f"{len(figures.differences)} differences.",
        *(f"{name} is not installed: left out." for name in figures.missing),
    ]
    return Table(title, ("family", "blockers x attackers", "blockcheck, ms", *names), rows, tuple(notes))


def tiny(figures: Figures) -> Table:
    """Boards so small that all are fast: the difference in ms."""
    rows: list[tuple[Cell, ...]] = []
    for (family, size), times in figures.peers.items():
        best, ours = _best(times), times.get(OURS)
        if _is_tiny(size) and best and ours:
            rows.append((family, _size(size), best[0], best[1] * 1000, (ours.whole - best[1]) * 1000))
    return Table(
        "Below 5 x 4: ms more than the best peer, for all boards of the size together",
        ("family", "blockers x attackers", "best peer", "its ms", "blockcheck, ms more"),
        rows,
    )


def processes(figures: Figures) -> Table:
    """Whole commands."""
    least = figures.processes.get("minimal app")
    rows: list[tuple[Cell, ...]] = [
        (name, seconds * 1000, least and seconds / least) for name, seconds in figures.processes.items()
    ]
    return Table(
        "Whole processes", ("command", "ms", "times the minimal app"), rows, ("Least of several, in turn.",)
    )


def memory(figures: Figures) -> Table:
    """Peak memory."""
    rows: list[tuple[Cell, ...]] = []
    for (family, size), peak in figures.memory.items():
        known = (UNFINISHED, None) if peak is None else (peak[0] / MEGABYTE, peak[1] / MEGABYTE)
        rows.append((family, _size(size), *known))
    return Table(
        "Peak memory of a process that judges no blocks",
        ("family", "blockers x attackers", "before, MB", "after, MB"),
        rows,
    )


def growth(figures: Figures) -> Table:
    """How the time grows with the number of pairs."""
    rows: list[tuple[Cell, ...]] = []
    for family in dict.fromkeys(family for family, _ in figures.verdicts):
        verdict = {s: t["illegal"] for (f, s), t in figures.verdicts.items() if f == family and t}
        floor = {
            s: t["floor"] for (f, s), t in figures.verdicts.items() if f == family and t and "floor" in t
        }
        rows.append((family, len(verdict), _exponent(verdict), _exponent(floor)))
    return Table(
        "Growth: the exponent k in time ~ pairs^k, from JSON to an illegal verdict",
        ("family", "sizes", "blockcheck", "floor"),
        rows,
        ("Least squares on logarithms, over the sizes that finished.",),
    )


def batch(figures: Figures, plan: Plan) -> Table:
    """Many boards."""
    one = figures.batch.get("one worker")
    rows: list[tuple[Cell, ...]] = [
        (name, done.clock * 1000, one.clock / done.clock if one else None, done.peak / MEGABYTE)
        for name, done in figures.batch.items()
    ]
    notes = [f"One and two workers: {plan.boards:,} boards. Short: {plan.short:,}, long: {plan.long:,}."]
    if "two workers" not in figures.batch:
        notes.append("This blockcheck has no worker processes for batch.")
    columns = ("run", "ms on the clock", "one worker / it", "peak, MB")
    return Table("blockcheck batch, typical boards", columns, rows, tuple(notes))


def _against_best(figures: Figures) -> dict[Place, float]:
    """Above 5 x 4: the ratio to the best peer that finishes."""
    ratios: dict[Place, float] = {}
    for place, times in figures.peers.items():
        best, ours = _best(times), times.get(OURS)
        if best and not _is_tiny(place[1]):
            ratios[place] = ours.whole / best[1] if ours else math.inf
    return ratios


def _shares(figures: Figures) -> dict[str, float]:
    """Above 5 x 4: on which share of the sizes each peer is faster; one that did not finish is slower."""
    faster: dict[str, list[bool]] = {}
    for (_, size), times in figures.peers.items():
        ours = times.get(OURS)
        for name, timing in times.items():
            if name not in (OURS, FLOOR.name) and not _is_tiny(size):
                won = timing is not None and (ours is None or timing.whole < ours.whole)
                faster.setdefault(name, []).append(won)
    return {name: sum(won) / len(won) for name, won in faster.items()}


def _worst_below(figures: Figures) -> float | None:
    found = [
        (ours.whole - best[1]) * 1000
        for (_, size), times in figures.peers.items()
        if _is_tiny(size) and (best := _best(times)) and (ours := times.get(OURS))
    ]
    return max(found, default=None)


def _best(times: dict[str, Timing | None]) -> tuple[str, float] | None:
    """The fastest of the peers, the plain model left out."""
    known = [(t.whole, name) for name, t in times.items() if t and name not in (OURS, FLOOR.name)]
    return (min(known)[1], min(known)[0]) if known else None


def _is_tiny(size: Size) -> bool:
    return size[0] * size[1] < 20


def _ratio(times: dict[str, float], of: str, to: str) -> float | None:
    return _over(times.get(of), times.get(to))


def _over(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one / other


def _exponent(times: dict[Size, float]) -> float | None:
    points = [(math.log(n * m), math.log(seconds)) for (n, m), seconds in times.items()]
    if len(points) < 3:
        return None
    x, y = (sum(point[side] for point in points) / len(points) for side in (0, 1))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def _size(size: Size) -> str:
    return f"{size[0]:,} x {size[1]:,}"


def _label(family: str, size: Size) -> str:
    return f"{family} {_size(size)}"
