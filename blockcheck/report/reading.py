"""How rules text was read: each clause with its class and what it says about blocking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from blockcheck.board import Board
from blockcheck.effects import Clause, to_json
from blockcheck.judge import Judge
from blockcheck.reading import printed, read_text
from blockcheck.report.caret import under
from blockcheck.words import Names

MOST_EXPECTED = 6

_NOTHING = {
    "reminder": "reminder text",
    "window": "when it may be cast",
    "unrelated": "nothing about blocking",
}
_ONCE_RESOLVED = frozenset({"activated", "triggered", "spell", "replacement"})


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its clauses; ``title`` names whose text it is, empty for a text alone."""

    title: str
    clauses: tuple[Clause, ...]

    @property
    def is_unread(self) -> bool:
        """Whether some of it bears on blocking and was not understood."""
        return any(clause.unread for clause in self.clauses)

    def as_json(self) -> dict[str, Any]:
        """The reading as JSON data."""
        return {"title": self.title, "clauses": [_clause_json(clause) for clause in self.clauses]}


def reading_of(text: str) -> Reading:
    """How a text alone reads."""
    return Reading("", read_text(text))


def readings_of(board: Board) -> tuple[Reading, ...]:
    """How every text on a board reads; identical permanents are one reading."""
    return tuple(_readings(board))


def _readings(board: Board) -> Iterator[Reading]:
    names, texts = Names(board), Judge(board).texts
    entries: dict[int, str] = {}
    for permanent in board.permanents:
        entries.setdefault(permanent.entry, permanent.key)
    for key in entries.values():
        if texts.permanents[key]:
            yield Reading(names.one(key), texts.permanents[key])
    for effect, clauses in zip(board.effects, texts.effects, strict=True):
        whose = "" if effect.source is None else f" of {names.one(effect.source)}"
        yield Reading(f"{effect.where}{whose}", clauses)


def _clause_json(clause: Clause) -> dict[str, Any]:
    unread = clause.unread
    return {
        "text": clause.text,
        "span": list(clause.span),
        "class": clause.cls,
        "duration": clause.duration,
        "effects": [to_json(effect) for effect in clause.effects],
        "printed": [printed(effect) for effect in clause.effects],
        "unread": None
        if unread is None
        else {"text": unread.text, "at": unread.at, "expected": list(unread.expected)},
    }


def print_readings(console: Console, readings: tuple[Reading, ...]) -> None:
    """Print each text clause by clause: what it is, what it says, or where understanding ends."""
    for n, reading in enumerate(readings):
        if n:
            console.print()
        if reading.title:
            console.print(Text(reading.title, style="bold"))
        for clause in reading.clauses:
            _print_clause(console, clause)


def _print_clause(console: Console, clause: Clause) -> None:
    if clause.unread is not None:
        _print_unread(console, clause)
        return
    console.print(Padding(Text(" ".join(clause.text.split())), (0, 0, 0, 2)))
    for line in _meanings(clause):
        console.print(Padding(Text(f"→ {line}", style="green" if clause.effects else "dim"), (0, 0, 0, 4)))


def _meanings(clause: Clause) -> list[str]:
    """What a clause says, in the printed form of its effects."""
    if not clause.effects:
        return [_NOTHING.get(clause.cls, "nothing about blocking")]
    after = ", once it has resolved" if clause.cls in _ONCE_RESOLVED else ""
    return [f"{clause.cls}{after}: {printed(effect)}" for effect in clause.effects]


def _print_unread(console: Console, clause: Clause) -> None:
    """The text with a caret under the place where understanding ends, and what could have stood there."""
    if clause.unread is None:
        return
    start = max(0, clause.unread.at - clause.span[0])
    for line in under(clause.text, (start, len(clause.text)), max(20, console.width - 4)):
        console.print(Padding(Text(line, no_wrap=True), (0, 0, 0, 2)), soft_wrap=True)
    words = [word for word in clause.unread.expected if any(map(str.isalnum, word))]
    expected = ", ".join(words[:MOST_EXPECTED])
    told = f"not understood; expected {expected}" if expected else "not understood"
    console.print(Padding(Text(f"→ {told}", style="yellow"), (0, 0, 0, 4)))
