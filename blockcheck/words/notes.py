"""Notes beside a verdict, in words."""

from __future__ import annotations

from collections.abc import Callable

from blockcheck.ground import Note
from blockcheck.words.names import Names, listed, of, verb


def note_message(names: Names, note: Note) -> str:
    """What a reader should know besides the verdict."""
    return _NOTES[note.about](names, note)


def _characteristics(names: Names, note: Note) -> str:
    whose, what = names.all(note.subjects), listed(note.detail.split(", "))
    return f"{_said(names, note)} is taken as already applied to {what} of {whose}"


def _band(names: Names, note: Note) -> str:
    return f"{names.all(note.subjects)} could not form a band now; they stay one (702.22)"


def _chooser(names: Names, note: Note) -> str:
    who = listed([names.player(key) for key in note.subjects], "or") or "a player"
    return f"{_said(names, note)} lets {who} choose the blocks; what is legal stays the same (509.1)"


def _random(names: Names, note: Note) -> str:
    return f"{_said(names, note)} takes the choice of blocks away from everyone (509.1); what is legal is judged without it"


def _undeclared(names: Names, note: Note) -> str:
    players = [names.player(key) for key in note.subjects]
    return f"{listed(players)} {verb(players, 'is', 'are')} attacked too and {verb(players, 'has', 'have')} not declared (802.4)"


def _fact(names: Names, note: Note) -> str:
    hint = f"; did you mean “{note.detail}”?" if note.detail else ""
    return f"no text asks for {note.subjects[0]}{hint}"


def _said(names: Names, note: Note) -> str:
    text = f"“{note.text}”"
    return text if note.source is None else f"{of(names.one(note.source))} {text}"


_NOTES: dict[str, Callable[[Names, Note], str]] = {
    "characteristics": _characteristics,
    "band": _band,
    "chooser": _chooser,
    "random": _random,
    "undeclared": _undeclared,
    "fact": _fact,
}
