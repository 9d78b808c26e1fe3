"""How rules text was read: each clause with its class and what it says about blocking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import IO, Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from blockcheck.board import Board
from blockcheck.cards import cards_in
from blockcheck.effects import Clause, Unread, to_json
from blockcheck.judge import Judge
from blockcheck.reading import printed, read_text
from blockcheck.report.caret import plain, under
from blockcheck.values import dataclass
from blockcheck.words import Names

MOST_EXPECTED = 6

_NOTHING = {"reminder": "", "window": ": when it may be cast"}
_ONCE_RESOLVED = frozenset({"activated", "triggered", "spell", "replacement"})


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its clauses; ``title`` names whose text it is, empty for a text alone.

    Of a card with faces, ``faces`` has the name of the face that each clause stands on, and spans count in its text.
    """

    title: str
    clauses: tuple[Clause, ...]
    faces: tuple[str, ...] = ()

    @property
    def is_unread(self) -> bool:
        """Whether some of it bears on blocking and was not understood."""
        return any(clause.unread for clause in self.clauses)

    def as_json(self) -> dict[str, Any]:
        """The reading as JSON data."""
        faces = self.faces or (None,) * len(self.clauses)
        clauses = [_clause_json(clause, face) for clause, face in zip(self.clauses, faces, strict=True)]
        unread = [_unread_json(clause.unread) for clause in self.clauses if clause.unread is not None]
        return {"name": self.title or None, "clauses": clauses, "unread": unread}


def reading_of(text: str) -> Reading:
    """How a text alone reads."""
    return Reading("", read_text(text))


def reading_of_card(card: Mapping[str, Any]) -> Reading:
    """How a card object reads, face by face; its keywords count only where it has no text."""
    faces = card.get("card_faces")
    if not faces:
        return Reading(str(card["name"]), _clauses_of(card))
    read = [(str(face.get("name") or card["name"]), _clauses_of(face)) for face in faces]
    clauses = tuple(clause for _, own in read for clause in own)
    return Reading(str(card["name"]), clauses, tuple(name for name, own in read for _ in own))


def _clauses_of(face: Mapping[str, Any]) -> tuple[Clause, ...]:
    text = face.get("oracle_text")
    said = "\n".join(face.get("keywords") or ()) if text is None else text
    return read_text(said, name=face.get("name"), type_line=face.get("type_line") or "")


def readings_in(file: IO[bytes]) -> Iterator[Reading]:
    """How every card of card data reads, one by one as they come.

    Raises:
        InputError: the data is none, or a card is wrong.
    """
    return map(reading_of_card, cards_in(file))


def readings_of(board: Board) -> Iterator[Reading]:
    """How every text on a board reads; identical permanents are one reading."""
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


def _clause_json(clause: Clause, face: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "text": clause.text,
        "span": list(clause.span),
        "class": clause.cls,
        "effects": [to_json(effect) for effect in clause.effects],
    }
    if clause.duration:
        told["duration"] = clause.duration
    return told if face is None else {**told, "face": face}


def _unread_json(unread: Unread) -> dict[str, Any]:
    return {
        "text": unread.text,
        "span": list(unread.span),
        "at": unread.at,
        "expected": list(unread.expected),
    }


def print_reading(console: Console, reading: Reading) -> None:
    """Print a text clause by clause: what it is, what it says, or where understanding ends."""
    if reading.title:
        console.print(Text(plain(reading.title), style="bold"))
    _print_clauses(console, reading)


def print_card(console: Console, card: Mapping[str, Any], reading: Reading) -> None:
    """Print a card: each face's name, cost, type and size, then how the text reads."""
    for face in card.get("card_faces") or (card,):
        head = " ".join(filter(None, (face.get("name"), face.get("mana_cost"))))
        console.print(Text(plain(head), style="bold"))
        size = "" if face.get("power") is None else f"{face['power']}/{face.get('toughness', '?')}"
        about = ", ".join(filter(None, (face.get("type_line"), size)))
        if about:
            console.print(Text(plain(about)))
    _print_clauses(console, reading)


def _print_clauses(console: Console, reading: Reading) -> None:
    above = ""
    for n, clause in enumerate(reading.clauses):
        if reading.faces and reading.faces[n] != above:
            above = reading.faces[n]
            console.print(Text(plain(above), style="italic"))
        _print_clause(console, clause)


def _print_clause(console: Console, clause: Clause) -> None:
    if clause.unread is not None:
        _print_unread(console, clause, clause.unread)
    else:
        console.print(Padding(Text(plain(" ".join(clause.text.split()))), (0, 0, 0, 2)))
    if clause.effects or clause.unread is None:
        for line in _meanings(clause):
            style = "green" if clause.effects else "dim"
            console.print(Padding(Text(f"→ {clause.cls}{line}", style=style), (0, 0, 0, 4)))


def _meanings(clause: Clause) -> list[str]:
    """What a clause says, in the printed form of its effects."""
    if not clause.effects:
        return [_NOTHING.get(clause.cls, ": nothing about blocking")]
    after = ", once it has resolved" if clause.cls in _ONCE_RESOLVED else ""
    return [f"{after}: {printed(effect)}" for effect in clause.effects]


_WORD = re.compile(r"[\w'’/+-]+|\S|$")


def _print_unread(console: Console, clause: Clause, unread: Unread) -> None:
    """The text with a caret under the first word that did not fit, and what could have stood there."""
    start = max(0, unread.at - clause.span[0])
    found = _WORD.search(clause.text, start)
    span = found.span() if found else (start, start)
    for line in under(clause.text.replace("\n", " "), span, max(20, console.width - 4)):
        console.print(Padding(Text(line, no_wrap=True), (0, 0, 0, 2)), soft_wrap=True)
    words = [word for word in unread.expected if word[:1].isalnum()]
    more = ", …" if len(words) > MOST_EXPECTED else ""
    expected = f"; expected {', '.join(words[:MOST_EXPECTED])}{more}" if words else ""
    console.print(Padding(Text(f"→ {clause.cls}: not understood{expected}", style="yellow"), (0, 0, 0, 4)))
