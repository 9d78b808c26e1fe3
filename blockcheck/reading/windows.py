"""Timing lines in rules text: "Cast this spell only during combat after blockers are declared." (506.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from blockcheck.reading import read_text
from blockcheck.reading.words import NUMBERS
from blockcheck.values import dataclass

Whose: TypeAlias = Literal["any", "you", "opponent"]
Point: TypeAlias = Literal[
    "attackers", "blockers", "combat_damage", "end_of_combat", "beginning_of_combat", "combat"
]
"""A point of the combat phase: a declaration, the start of a step, or the phase itself."""


@dataclass(frozen=True, slots=True)
class During:
    """In a step, a phase ("main" is any main phase) or a turn; ``whose`` says in whose turn."""

    what: str
    whose: Whose = "any"


@dataclass(frozen=True, slots=True)
class Before:
    """Before a point of the combat phase."""

    point: Point


@dataclass(frozen=True, slots=True)
class After:
    """After a point of the combat phase."""

    point: Point


@dataclass(frozen=True, slots=True)
class AsSorcery:
    """Whenever a sorcery could be cast (307.1)."""


@dataclass(frozen=True, slots=True)
class AsInstant:
    """Whenever an instant could be cast (304.1)."""


@dataclass(frozen=True, slots=True)
class Provided:
    """Something besides the time, in words: "if" a condition, or how often."""

    text: str


Limit: TypeAlias = During | Before | After | AsSorcery | AsInstant | Provided

Together: TypeAlias = tuple[Limit, ...]
"""Limits that hold at once."""


@dataclass(frozen=True, slots=True)
class TimingLine:
    """A timing line: every one of ``limits`` has to hold, each by one of its alternatives."""

    text: str
    limits: tuple[tuple[Together, ...], ...]

    @property
    def is_of_ability(self) -> bool:
        """Whether it speaks of activating an ability (506.8g), not of casting a spell."""
        return "activate" in self.text.lower()


class NotRead(Exception):
    """A timing line that is not understood: the words that did not fit."""

    def __init__(self, text: str, words: str) -> None:
        super().__init__(text, words)
        self.text = text
        self.words = words


_LINE: Final = re.compile(
    r"^(?:Cast (?:this spell|this card|~|[A-Z][^.]*?)|Activate(?: this ability| this| it)?"
    r"|(?P<who>Only your opponents|Any player|Only any opponent) may activate this ability (?:and|but)"
    r"|(?:This ability|It|They) (?:can|may) be activated"
    r"|(?:This spell|~) (?:can|may) be cast|You may (?:cast|activate) (?:this spell|this ability|~|it)) only (?P<rest>.+?)\.?$",
    re.IGNORECASE,
)
_AND: Final = re.compile(
    r"(?:,? and)? only (?=(?:if|during|before|after|once|twice|on|any|as)\b)"
    r"|,? and (?=(?:if|during|before|after|once|on|any time|as an?)\b)"
    r"|, (?=(?:if|during|before|after|once|on)\b)",
    re.IGNORECASE,
)
_OR: Final = re.compile(r",? or (?=(?:during|before|after|on|any time|as)\b)", re.IGNORECASE)
_WHO: Final[dict[str, Whose]] = {
    "your": "you",
    "their": "you",
    "his or her": "you",
    "an opponent's": "opponent",
    "each opponent's": "opponent",
    "your opponents'": "opponent",
    "your opponent's": "opponent",
    "another player's": "opponent",
    "": "any",
    "the": "any",
    "any": "any",
    "any player's": "any",
    "each player's": "any",
    "each": "any",
}
_WHAT: Final[dict[str, str]] = {
    "turn": "turn",
    "combat": "combat",
    "combat phase": "combat",
    "upkeep": "upkeep",
    "upkeep step": "upkeep",
    "draw step": "draw",
    "main phase": "main",
    "precombat main phase": "precombat_main",
    "postcombat main phase": "postcombat_main",
    "beginning of combat": "beginning_of_combat",
    "beginning of combat step": "beginning_of_combat",
    "declare attackers step": "declare_attackers",
    "declare blockers step": "declare_blockers",
    "combat damage step": "combat_damage",
    "end of combat": "end_of_combat",
    "end of combat step": "end_of_combat",
    "end step": "end",
    "beginning phase": "beginning",
    "ending phase": "ending",
    "cleanup step": "cleanup",
}
_POINT: Final[dict[str, Point]] = {
    "attackers are declared": "attackers",
    "attackers have been declared": "attackers",
    "blockers are declared": "blockers",
    "blockers have been declared": "blockers",
    "combat damage": "combat_damage",
    "combat damage is dealt": "combat_damage",
    "the combat damage step": "combat_damage",
    "the end of combat": "end_of_combat",
    "the end of combat step": "end_of_combat",
    "the beginning of combat": "beginning_of_combat",
    "the combat phase": "combat",
    "combat begins": "combat",
    "combat": "combat",
}


def _longest(words: dict[str, object]) -> str:
    return "|".join(re.escape(word) for word in sorted(filter(None, words), key=len, reverse=True))


_DURING: Final = re.compile(
    rf"(?:during|on) (?:(?P<who>{_longest({**_WHO})}) )?(?P<what>{_longest({**_WHAT})})(?![\w'])",
    re.IGNORECASE,
)
_AROUND: Final = re.compile(
    rf"(?P<side>before|after) (?P<point>{_longest({**_POINT})})(?![\w'])", re.IGNORECASE
)
_SORCERY: Final = re.compile(r"(?:as a sorcery|any time you could cast a sorcery)", re.IGNORECASE)
_INSTANT: Final = re.compile(r"(?:as an instant|any time you could cast an instant)", re.IGNORECASE)
_TIMES: Final = re.compile(r"(?:once|twice|\w+ times)(?: (?:each|per|a) turn)?", re.IGNORECASE)


_ONLY: Final = re.compile(r"\b(?:cast|activated?)\b[^.]* only\b", re.IGNORECASE)


@lru_cache(maxsize=5_000)
def read_line(text: str) -> TimingLine:
    """What a timing line says.

    Args:
        text: one line: "Activate only during combat and only if …".

    Raises:
        NotRead: it is no timing line, or some of its words are not understood.
    """
    line = " ".join(text.split())
    found = _LINE.match(line.translate({ord("’"): "'"}))
    if found is None:
        raise NotRead(line, line)
    limits = tuple(tuple(_alternatives(part, line)) for part in _parts(found["rest"]))
    if (found["who"] or "").lower().endswith(("opponents", "opponent")):
        limits = (((Provided("if you are an opponent of its controller"),),), *limits)
    return TimingLine(line, limits)


def _parts(rest: str) -> Iterator[str]:
    """What has to hold together; an "if" goes on to the next "only"."""
    for part in _AND.split(rest):
        if part and part.strip():
            yield part.strip().removeprefix("only ")


def _alternatives(part: str, line: str) -> Iterator[Together]:
    if part.lower().startswith("if "):
        yield (Provided(part),)
        return
    for alternative in _OR.split(part):
        yield tuple(_limits(alternative.strip(), line))


def _limits(words: str, line: str) -> Iterator[Limit]:
    """Limits that follow each other without a word between them: "during combat before blockers are declared"."""
    while words:
        limit, end = _limit(words, line)
        yield limit
        words = words[end:].lstrip(" ,")


def _limit(words: str, line: str) -> tuple[Limit, int]:
    if found := _DURING.match(words):
        return During(_WHAT[found["what"].lower()], _WHO[(found["who"] or "").lower()]), found.end()
    if found := _AROUND.match(words):
        point = _POINT[found["point"].lower()]
        return (Before(point) if found["side"].lower() == "before" else After(point)), found.end()
    if found := _SORCERY.match(words):
        return AsSorcery(), found.end()
    if found := _INSTANT.match(words):
        return AsInstant(), found.end()
    if (found := _TIMES.match(words)) and (words.split()[0].lower() in ("once", "twice", *NUMBERS)):
        return Provided(found.group()), found.end()
    raise NotRead(line, words)


def timing_lines(text: str, *, name: str | None = None, type_line: str = "") -> tuple[str, ...]:
    """The timing lines of a text, in order: a line alone, or those in the text of a card.

    Args:
        text: a timing line, or any rules text.
        name: the card's own name, which the text may use for itself.
        type_line: tells spells from permanents.
    """
    found: list[str] = []
    if not _ONLY.search(text):
        return ()
    for clause in read_text(text, name=name, type_line=type_line):
        start, end = clause.span
        line = " ".join(text[start:end].split())
        if clause.cls == "window" or _LINE.match(line):
            found.append(line)
    return tuple(found)
