"""Notes in words: what was taken as the board gives it, and what was given and not used."""

from __future__ import annotations

from blockcheck.ground import Note
from blockcheck.words.names import Names


def note_message(names: Names, note: Note) -> str:
    """A note in one sentence."""
    match note.about:
        case "characteristics":
            by = f"what {names.one(note.source)} changes" if note.source else "what effects change"
            return f"{names.all(note.subjects)}: {_listed(note.detail)} as the board gives {_them(note.detail)}, with {by} already in."
        case "chooser":
            return f"{names.one(note.subjects[0])} chooses how creatures block (509.1); what is legal stays the same."
        case "band":
            return (
                f"{names.all(note.subjects)} could not form a band now; a band once formed lasts (702.22e)."
            )
        case _:
            hint = f"; did you mean {note.detail}?" if note.detail else ""
            return f"{note.subjects[0]}: no text on the board asks for this fact{hint}"


def _listed(what: str) -> str:
    words = what.split(", ")
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else what


def _them(what: str) -> str:
    return "them" if "," in what else "it"
