"""The state of combat, and windows, on a terminal: a picture of who blocks whom, then what triggers, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from blockcheck.outcome import AftermathAnswer, AttackerLine, TriggerLine, UnreadTrigger, WindowAnswer
from blockcheck.words import Names

_INDENT = 2
MOST_DRAWN = 8
"""More creatures that block one attacker are told in one line."""


def print_aftermath(console: Console, names: Names, answer: AftermathAnswer) -> None:
    """Print who blocks whom, who never did, and what triggers for whom.

    Args:
        console: where to print.
        names: the names of everything on the battlefield, and of what has left it.
        answer: the state of combat.
    """
    console.print(Text("Who blocks whom", style="bold"))
    for line in _picture(names, answer.attackers) or ["Nothing attacks."]:
        console.print(Padding(Text(line, no_wrap=True), (0, 0, 0, _INDENT)), soft_wrap=True)
    _lines(console, "Also", [*_also(names, answer)])
    for group in answer.triggers:
        console.print()
        console.print(Text(f"Triggered abilities of {names.player(group.player)}", style="bold"))
        _triggers(console, group.triggers)
    _unread(console, names, answer.unread)


def print_windows(console: Console, answers: Sequence[WindowAnswer]) -> None:
    """Print for each timing line whether a spell may be cast now, else when next."""
    for answer in answers:
        _window(console, answer)


def _window(console: Console, answer: WindowAnswer) -> None:
    style = {True: "bold green", False: "bold red", None: "bold yellow"}[answer.now]
    console.print(Text(answer.line, style="italic"), soft_wrap=not console.is_terminal)
    line = Text.assemble(" " * _INDENT, (answer.message, style))
    console.print(line, soft_wrap=not console.is_terminal)


# --- the picture ----------------------------------------------------------------------------------------------------------------


def _picture(names: Names, attackers: Sequence[AttackerLine]) -> list[str]:
    """One line for each creature that blocks, and its attacker at the end of the last one."""
    rows = [(_blockers(names, line), line) for line in attackers]
    width = max((len(name) for blockers, _ in rows for name in blockers), default=0)
    widest = max((len(names.one(line.attacker)) for line in attackers), default=0)
    return [drawn for blockers, line in rows for drawn in _drawn(names, blockers, line, width, widest)]


def _blockers(names: Names, line: AttackerLine) -> list[str]:
    if len(line.blocked_by) > MOST_DRAWN:
        return [names.all(line.blocked_by)]
    return [names.one(key) for key in line.blocked_by]


def _drawn(
    names: Names, blockers: Sequence[str], line: AttackerLine, width: int, widest: int
) -> Iterator[str]:
    for n, blocker in enumerate(blockers[:-1]):
        yield f"{blocker:<{width}} ──{'┐' if n == 0 else '┤'}"
    stroke = " ──┴──▶ " if len(blockers) > 1 else " ─────▶ " if blockers else "        "
    start = f"{blockers[-1] if blockers else '':<{width}}{stroke}" if width else ""
    yield f"{start}{names.one(line.attacker):<{widest}}  {_state(names, line)}"


def _state(names: Names, line: AttackerLine) -> str:
    target = "attacks nothing any more" if line.attacks is None else f"attacks {names.one(line.attacks)}"
    state = line.state if line.state == "unblocked" or line.blocked_by else "blocked, by no creature"
    band = f", in a band with {names.all(line.band)}" if line.band else ""
    return f"{state}, {target}{band}"


def _also(names: Names, answer: AftermathAnswer) -> Iterator[str]:
    for key in answer.never_blocking:
        yield f"{names.one(key)} was chosen but never becomes a blocking creature (509.1g)"
    for key, attackers in answer.blocking.items():
        if not attackers:
            yield f"{names.one(key)} is a blocking creature and blocks nothing (506.4)"
    if answer.gone:
        verb = "has" if len(answer.gone) == 1 else "have"
        yield f"{names.all(answer.gone)} {verb} left the battlefield"
    if answer.note is not None:
        yield answer.note
    if answer.over:
        yield "The combat phase has ended"


# --- what triggers ----------------------------------------------------------------------------------------------------------------


def _triggers(console: Console, lines: Sequence[TriggerLine]) -> None:
    grid = Table.grid(padding=(0, 1))
    for n, line in enumerate(lines, 1):
        grid.add_row(*([f"{n}."] if len(lines) > 1 else []), Text(line.message))
        grid.add_row(*([""] if len(lines) > 1 else []), Text(f"“{' '.join(line.text.split())}”", style="dim"))
        for field in dict.fromkeys(path for time in line.times for path in time.open):
            grid.add_row(*([""] if len(lines) > 1 else []), Text(f"Not settled; give {field}"))
    console.print(Padding(grid, (0, 0, 0, _INDENT)))


def _unread(console: Console, names: Names, texts: Sequence[UnreadTrigger]) -> None:
    told = [
        f"{names.one(one.source) if one.source is not None else 'An effect'}: {one.text}" for one in texts
    ]
    pairs = list(zip(told, texts, strict=True))
    _lines(console, "Not understood", [said for said, one in pairs if one.field is None])
    _lines(console, "Not settled", [f"{said} (give {one.field})" for said, one in pairs if one.field])


def _lines(console: Console, title: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    console.print()
    console.print(Text(title, style="bold"))
    for line in lines:
        console.print(Padding(Text(line), (0, 0, 0, _INDENT)))
