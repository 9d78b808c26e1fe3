"""Keyword abilities as they stand in a text: alone on a line, in comma lists, or inside a sentence that grants them."""

from __future__ import annotations

import re
from typing import Final

from blockcheck.effects import (
    AnyOf,
    Anything,
    ControlledBy,
    Filter,
    HasColor,
    HasParity,
    HasStat,
    HasSubtype,
    HasSupertype,
    HasType,
    Keyword,
    NoneOf,
    Number,
)
from blockcheck.patterns import expression
from blockcheck.reading.names import BLOCKING_KEYWORDS, COLORS, KEYWORDS, SUPERTYPES, TYPES, singular
from blockcheck.reading.normal import all_of

_NAMES: Final = sorted(KEYWORDS - {"landwalk", "protection", "bands with other"}, key=len, reverse=True)
_NAME: Final = expression(
    r"(?P<name>" + "|".join(re.escape(name) for name in _NAMES) + r")(?![\w'-])(?: (?P<n>\d+)(?![\w/]))?",
    re.IGNORECASE,
)
_LAND: Final = r"plains|island|swamp|mountain|forest|desert|gate|cave|locus|sphere|town|lair|mine|tower"
_LANDWALK: Final = expression(
    r"(?P<adjectives>(?:(?:non)?(?:legendary|basic|snow|artifact|enchantment)(?:-covered)? )*)"
    rf"(?P<land>{_LAND}|land)walk(?P<chosen> of the chosen type)?(?![\w'-])",
    re.IGNORECASE,
)
_BANDS: Final = expression(r"bands with other (?P<what>[\w' -]+)", re.IGNORECASE)
_FROM: Final = expression(r"(?P<keyword>protection|hexproof) from ", re.IGNORECASE)
_NEXT: Final = expression(r",? and from |, from | and from ", re.IGNORECASE)
_QUALITY: Final = expression(r"(?:the )?[A-Za-z'-]+(?: [A-Za-z0-9'-]+)*", re.IGNORECASE)

_WHOLE_QUALITIES: Final[dict[str, Filter]] = {
    "everything": Anything(),
    "each color": AnyOf(tuple(HasColor(c) for c in ("W", "U", "B", "R", "G"))),
    "all colors": AnyOf(tuple(HasColor(c) for c in ("W", "U", "B", "R", "G"))),
    "the chosen color": HasColor("chosen"),
    "chosen color": HasColor("chosen"),
    "that color": HasColor("chosen"),
    "the color of your choice": HasColor("chosen"),
    "a color of your choice": HasColor("chosen"),
    "the chosen player": ControlledBy("chosen player"),
    "that player": ControlledBy("chosen player"),
    "the chosen type": HasSubtype("chosen"),
    "the chosen creature type": HasSubtype("chosen"),
    "opponents": ControlledBy("opponent"),
    "your opponents": ControlledBy("opponent"),
    "each of your opponents": ControlledBy("opponent"),
    "each opponent": ControlledBy("opponent"),
    "odd mana values": HasParity("mana value", "odd"),
    "even mana values": HasParity("mana value", "even"),
    "tokens": NoneOf(()),
}
_STAT: Final = expression(
    r"(?:creatures? with )?(?P<stat>power|toughness|mana value|converted mana cost) (?P<n>\d+)(?: or (?P<op>less|greater|more))?",
    re.IGNORECASE,
)

FIRST_WORDS: Final = frozenset(name.split()[0] for name in KEYWORDS) | frozenset(
    "nonlegendary legendary nonbasic basic nonsnow snow snow-covered artifact nonartifact enchantment nonenchantment".split()
)
"""The words that keyword abilities start with; one more shape is a landwalk."""


def quality_word(word: str) -> Filter | None:
    """The filter of one word: a color, a card type, a supertype, a subtype by its capital; with ``non`` before it or not."""
    lower = word.lower()
    if (
        lower.startswith("non")
        and (inner := quality_word(word[3:].lstrip("-"))) is not None
        and lower != "none"
    ):
        return NoneOf((inner,))
    if lower in COLORS:
        return HasColor(COLORS[lower])  # type: ignore[arg-type]
    if lower in TYPES:
        return HasType(TYPES[lower])
    if lower in SUPERTYPES:
        return HasSupertype(lower)
    return HasSubtype(singular(word)) if word[:1].isupper() else None


def _stat_quality(text: str) -> Filter | None:
    found = _STAT.fullmatch(text)
    if found is None:
        return None
    stat = "mana value" if found["stat"].lower().startswith(("mana", "conv")) else found["stat"].lower()
    op = {"less": "<=", "greater": ">=", "more": ">=", None: "="}[found["op"] and found["op"].lower()]
    return HasStat(stat, op, Number(int(found["n"])))  # type: ignore[arg-type]


def quality(text: str) -> Filter | None:
    """What protection or hexproof is from (702.16a, 702.11): ``red``, ``Dragons``, ``the chosen player``; None if not known."""
    lower = text.strip().lower()
    if lower in _WHOLE_QUALITIES:
        return None if lower == "tokens" else _WHOLE_QUALITIES[lower]
    if (stat := _stat_quality(text.strip())) is not None:
        return stat
    parts = [quality_word(word) for word in text.split()]
    return None if None in parts or not parts else all_of(*(p for p in parts if p is not None))


def _longest_quality(text: str, at: int) -> tuple[Filter, int] | None:
    found = _QUALITY.match(text, at)
    if found is None:
        return None
    words = found.group().split(" ")
    for count in range(min(len(words), 6), 0, -1):
        phrase = " ".join(words[:count])
        if (read := quality(phrase)) is not None:
            return read, at + len(phrase)
    return None


def _protections(text: str, at: int) -> tuple[tuple[Keyword, ...], int] | None:
    """``protection from X, from Y, and from Z`` at a place: each is an ability of its own (702.16g)."""
    found = _FROM.match(text, at)
    if found is None:
        return None
    name = found["keyword"].lower()
    end = found.end()
    read: list[Keyword] = []
    while (one := _longest_quality(text, end)) is not None:
        what, stop = one
        read.append(Keyword(name, quality=what))
        following = _NEXT.match(text, stop)
        if following is None:
            return tuple(read), stop
        end = following.end()
    return None


def _landwalk(text: str, at: int) -> tuple[Keyword, int] | None:
    """Any landwalk (702.14): the quality is what the defending player's land has to be."""
    found = _LANDWALK.match(text, at)
    if found is None:
        return None
    parts: list[Filter] = []
    land = found["land"].lower()
    adjectives = [word.removesuffix("-covered") for word in found["adjectives"].lower().split()]
    if land == "land" or found["chosen"]:
        parts += [HasType("land")]
    else:
        parts += [HasSubtype(land.capitalize())]
    if found["chosen"]:
        parts += [HasSubtype("chosen")]
    parts += [read for word in adjectives if (read := quality_word(word)) is not None]
    if parts == [HasType("land")]:
        return Keyword("landwalk"), found.end()
    return Keyword("landwalk", quality=all_of(*parts)), found.end()


def _bands(text: str, at: int) -> tuple[Keyword, int] | None:
    found = _BANDS.match(text, at)
    if found is None:
        return None
    longest = _longest_quality(text, found.start("what"))
    return (Keyword("bands with other", quality=longest[0]), longest[1]) if longest else None


def keyword_at(text: str, at: int) -> tuple[tuple[Keyword, ...], int] | None:
    """The keyword abilities that start at a place in a text, and where they end; None where none does."""
    protections = _protections(text, at)
    if protections is not None:
        return protections
    for special in (_landwalk, _bands):
        if (one := special(text, at)) is not None:
            return (one[0],), one[1]
    found = _NAME.match(text, at)
    if found is None or (found["name"].lower() == "hexproof" and text[found.end() :].startswith(" from ")):
        return None
    n = int(found["n"]) if found["n"] else None
    return (Keyword(found["name"].lower(), n=n),), found.end()


_SEPARATOR: Final = expression(r"\s*[,;]\s*(?:and )?|\s+and\s+")
# What may follow a keyword that has no bearing on blocking: costs, qualities, names; never read.
_COST: Final = expression(r"(?:\s*[—–-]+\s*|\s+)[^.]*\.?")
_CYCLING: Final = expression(r"(?:[a-z]+)(?:land)?cycling", re.IGNORECASE)


def keyword_line(text: str) -> tuple[Keyword, ...] | None:
    """The abilities of a line that holds nothing but keywords; None if it is no such line.

    Args:
        text: the line without reminder text.
    """
    line = text.strip()
    line = line.removesuffix(".")
    read: list[Keyword] = []
    at = 0
    while at < len(line):
        one = keyword_at(line, at) or _typecycling(line, at)
        if one is None:
            return None
        keywords, end = one
        read.extend(keywords)
        following = _SEPARATOR.match(line, end)
        if end == len(line):
            break
        if following is not None and (
            keyword_at(line, following.end()) or _typecycling(line, following.end())
        ):
            at = following.end()
            continue
        if keywords[-1].name not in BLOCKING_KEYWORDS and _COST.fullmatch(line, end):
            break
        return None
    return tuple(read) or None


def _typecycling(text: str, at: int) -> tuple[tuple[Keyword, ...], int] | None:
    found = _CYCLING.match(text, at)
    return ((Keyword("cycling"),), found.end()) if found else None
