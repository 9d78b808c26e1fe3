"""Where a sentence comes from, in words: its source, its text with names put in, its rule numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from blockcheck.effects import AllOf, Anything, Filter, HasType, Is, Keyword
from blockcheck.patterns import expression
from blockcheck.theory import Origin
from blockcheck.words.names import Names

_REMINDER = expression(r"\s*\([^()]*\)")
_ITSELF = expression(r"\bthis (?:creature|permanent)\b", re.IGNORECASE)
_ONE_OTHER = expression(
    r"\b(?:enchanted|equipped|target|that|chosen) (?:creature|permanent)\b", re.IGNORECASE
)
_CONDITION = expression(r"\b(?:unless|as long as|while|during|if(?! able))\b", re.IGNORECASE)


def source_of(origin: Origin, blockers: Sequence[str], attackers: Sequence[str]) -> str | None:
    """The permanent whose text a sentence comes from; None where there is none, or several say it of themselves."""
    if origin.own is None:
        return origin.source
    bearers = blockers if origin.own == "blocker" else attackers
    return bearers[0] if len(bearers) == 1 else None


def rules(origin: Origin, words: str = "") -> str:
    """The rule numbers in brackets, with the keyword they belong to where the words do not say it: " (menace, 702.111b)"."""
    name = origin.effect.name if isinstance(origin.effect, Keyword) else ""
    keyword = [name] if name and not re.search(f"ha(s|ve) {name}", words) else []
    return f" ({', '.join((*keyword, *origin.cr))})" if origin.cr else ""


def because(names: Names, origin: Origin, words: str) -> str:
    """The source, where the words do not name it already; where they do, that they come from an effect of it."""
    if origin.source is None:
        return ""
    source = names.one(origin.source)
    return f", by an effect of {source}" if source in words else f" because of {source}"


def quoted(origin: Origin) -> str:
    """The text behind a claim, in quotes."""
    return f": “{' '.join(origin.text.split())}”" if origin.text else ""


def is_conditional(origin: Origin) -> bool:
    """Whether the text makes a condition that plain words of ours would leave out."""
    return bool(_CONDITION.search(origin.text))


def without_reminders(text: str) -> str:
    """A text without reminders in brackets and without its final stop."""
    return " ".join(_REMINDER.sub("", text).split()).rstrip(".")


def with_names(names: Names, origin: Origin, spoken_of: Sequence[str]) -> str | None:
    """The text with names for "this creature" or "enchanted creature"; None where it does not say who is meant."""
    text = without_reminders(origin.text)
    told = _ITSELF.sub(lambda _: names.all(spoken_of), text) if origin.own else text
    if not origin.own and len(_ONE_OTHER.findall(text)) == 1:
        told = _ONE_OTHER.sub(lambda _: names.all(spoken_of), text)
    if told == text and not any(name and name in text for name in map(names.one, spoken_of)):
        return None
    return told


def is_particular(wanted: Filter | None) -> bool:
    """Whether a filter means one creature that the text points at ("this creature", "enchanted creature")."""
    match wanted:
        case Is():
            return True
        case AllOf(of=parts):
            return any(map(is_particular, parts))
        case _:
            return False


def is_anyone(wanted: Filter | None) -> bool:
    """Whether a filter means every creature."""
    return isinstance(wanted, Anything) or wanted == HasType("creature") or wanted is None


def field(effect: Any, name: str) -> Any:
    """A field of a typed effect, None where it has no such field."""
    return getattr(effect, name, None)
