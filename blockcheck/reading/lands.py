"""Land types in rules text (305.6, 305.7): which lands a text makes what, to be held against the types and texts of a board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from blockcheck import effects as fx
from blockcheck.patterns import expression
from blockcheck.reading.mana import BASIC, Unclear, clear_lines, which

_ABOUT_LANDS: Final = expression(
    r"\b(?:is|are|becomes?)\b.*\b(?:Plains|Islands?|Swamps?|Mountains?|Forests?|(?:chosen|land) type)\b"
    r"|\bloses? all land types\b"
)
_LASTS: Final = r"(?: until [^.]+| for as long as [^.]+| this turn)?\.?$"
_BECOMES: Final = expression(
    r"^(?P<what>[^.:\"]+?) (?:is|are|becomes?) (?P<types>[^.:\"]+?)"
    r"(?P<besides> in addition to (?:its|their) other (?:land )?types)?" + _LASTS
)
_LOSES: Final = expression(r"^(?P<what>[^.:\"]+?) loses? all land types\b")
_NO_STATEMENT: Final = expression(
    r"^(?:When|Whenever|At)\b|\b(?:can|can't|has|have|gets?|pays?|if|unless|block|attack)\b"
)
_NAMED: Final = {name: name for name in BASIC} | {f"{name}s": name for name in BASIC if name != "Plains"}


@lru_cache(maxsize=10_000)
def read_land_types(text: str, *, name: str | None = None, type_line: str = "") -> tuple[fx.LandTypes, ...]:
    """What a permanent's text, or that of an effect that lasts, says about land types.

    Args:
        text: the text.
        name: the permanent's own name, which the text may use for itself.
        type_line: tells legends from others.
    """
    if not _ABOUT_LANDS.search(text):
        return ()
    return tuple(said for line in clear_lines(text, name, type_line) for said in _said(line))


def _said(line: str) -> Iterator[fx.LandTypes]:
    for pattern in (_LOSES, _BECOMES):
        found = pattern.match(line)
        if found is None or _NO_STATEMENT.search(found["what"]):
            continue
        groups = found.groupdict()
        types = () if pattern is _LOSES else _types(groups["types"])
        if types is not None:
            yield fx.LandTypes(_whom(groups["what"]), types, bool(groups.get("besides")), line)
            return


def _types(said: str) -> tuple[str, ...] | None:
    """The basic land types; none where the text leaves them to a choice, None where it speaks of something else."""
    if re.search(r"\bchosen type\b", said):
        return ("chosen",)
    if re.search(r"\bevery basic land type\b", said):
        return tuple(BASIC)
    if re.search(r"\bland type\b.*\bchoice\b", said):
        return ()
    found = tuple(_NAMED[word] for word in re.findall(r"\w+", said) if word in _NAMED)
    return (() if " or " in said else found) if found else None


def _whom(what: str) -> fx.Filter | None:
    if re.match(r"^[Tt]arget\b", what):
        return fx.Is("target")
    try:
        return which(what)
    except Unclear:
        return None
