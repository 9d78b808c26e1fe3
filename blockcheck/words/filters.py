"""Filters as players say them: "creatures with flying", "green creatures", "Walls"."""

from __future__ import annotations

from typing import NamedTuple

from blockcheck import effects as fx
from blockcheck.words.names import listed, number

_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_IRREGULAR = {
    "Elf": "Elves",
    "Dwarf": "Dwarves",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
}
_RELATIONS: dict[fx.Op, str] = {">=": "{} or greater", "<=": "{} or less", "=": "{}"}


def described(wanted: fx.Filter | None) -> str | None:
    """A filter as a phrase in the plural, or None where only its own text says it well."""
    match wanted:
        case None | fx.Anything():
            return "creatures"
        case fx.AnyOf(of=parts):
            return _either(parts)
        case fx.AllOf(of=parts):
            return _together(parts)
        case _:
            return _together((wanted,))


def except_for(wanted: fx.Filter | None) -> str | None:
    """What a filter leaves out, where it says "all but …": the phrase of its exception, else None."""
    match wanted:
        case fx.NoneOf(of=parts):
            return _either(parts)
        case fx.AllOf(of=(fx.HasType("creature"), fx.NoneOf() as but)):
            return except_for(but)
        case _:
            return None


def single(phrase: str) -> str:
    """A phrase for one creature: "a creature with flying", "one of: Walls"."""
    if phrase.count("creatures") != 1:
        return f"one of these: {phrase}"
    return _with_article(phrase.replace("creatures", "creature"))


def a_land(quality: fx.Filter | None) -> str | None:
    """A quality of lands as one of them: "a Swamp", "a snow land"; None where only its own text says it well."""
    parts = quality.of if isinstance(quality, fx.AllOf) else (quality or fx.Anything(),)
    found = _sorted_out(tuple(part for part in parts if part not in (fx.HasType("land"), fx.Anything())))
    if found is None or found.behind:
        return None
    return _with_article(" ".join([*found.before, *(found.nouns or ["land"])]))


def objects(wanted: fx.Filter | None, n: int, noun: str) -> str:
    """A number of things to pay with: "a land", "two untapped creatures"; ``noun`` where the filter names no kind."""
    parts = wanted.of if isinstance(wanted, fx.AllOf) else (wanted or fx.Anything(),)
    kinds = [part.type for part in parts if isinstance(part, fx.HasType)]
    plain = (fx.HasType, fx.ControlledBy, fx.Anything)
    found = _sorted_out(tuple(part for part in parts if not isinstance(part, plain))) or _Parts([], [], [])
    one = " ".join([*found.before, *kinds[:-1], *(found.nouns or kinds[-1:] or [noun])])
    words = _with_article(one) if n == 1 else f"{number(n)} {_plural(one)}"
    return " ".join([words, *found.behind])


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"


def _either(parts: tuple[fx.Filter, ...]) -> str | None:
    if all(isinstance(part, fx.HasKeyword) for part in parts):
        return f"creatures with {listed([part.keyword for part in parts if isinstance(part, fx.HasKeyword)], 'or')}"
    if all(isinstance(part, fx.HasColor) for part in parts):
        colors = [_adjective(part) or "other" for part in parts]
        return f"{listed(colors, 'or')} creatures"
    phrases = [described(part) for part in parts]
    known = [phrase for phrase in phrases if phrase is not None]
    return listed(known, "and/or") if len(known) == len(phrases) else None


class _Parts(NamedTuple):
    """What stands before a noun, the nouns, and what stands behind."""

    before: list[str]
    nouns: list[str]
    behind: list[str]


def _together(parts: tuple[fx.Filter, ...]) -> str | None:
    """A phrase in the plural: "tapped green Walls with flying"."""
    found = _sorted_out(tuple(part for part in parts if part != fx.HasType("creature")))
    if found is None:
        return None
    return " ".join(
        [*found.before, *(map(_plural, found.nouns) if found.nouns else ["creatures"]), *found.behind]
    )


def _sorted_out(parts: tuple[fx.Filter, ...]) -> _Parts | None:
    found = _Parts([], [], [])
    for part in parts:
        for words, into in ((_noun, found.nouns), (_adjective, found.before), (_behind, found.behind)):
            if (word := words(part)) is not None:
                into.append(word)
                break
        else:
            return None
    return found


def _noun(part: fx.Filter) -> str | None:
    match part:
        case fx.HasSubtype(subtype=subtype) if subtype != "chosen":
            return subtype
        case _:
            return None


def _plural(subtype: str) -> str:
    return _IRREGULAR.get(subtype, subtype if subtype.endswith("s") else f"{subtype}s")


def _adjective(part: fx.Filter) -> str | None:
    match part:
        case fx.HasColor(color=color) if color != "chosen":
            return _COLORS.get(color, color)
        case fx.HasType(type=word) if word != "permanent":
            return word
        case fx.HasSupertype(supertype=word) | fx.HasDesignation(designation=word):
            return word
        case fx.Status(status="tapped" | "attacking" | "enchanted" | "equipped" | "modified" as word):
            return word
        case fx.NoneOf(of=(one,)):
            return _not(one)
        case _:
            return None


def _not(part: fx.Filter) -> str | None:
    if part == fx.Status("tapped"):
        return "untapped"
    if isinstance(part, fx.HasColor | fx.HasType | fx.HasSupertype):
        word = _adjective(part)
        return f"non{word}" if word and word not in ("colorless", "multicolored", "monocolored") else None
    if isinstance(part, fx.HasSubtype) and part.subtype != "chosen":
        return f"non-{part.subtype}"
    return None


def _behind(part: fx.Filter) -> str | None:
    match part:
        case fx.HasKeyword(keyword=keyword):
            return f"with {keyword}"
        case fx.NoneOf(of=keywords) if all(isinstance(one, fx.HasKeyword) for one in keywords):
            return (
                f"without {listed([one.keyword for one in keywords if isinstance(one, fx.HasKeyword)], 'or')}"
            )
        case fx.HasStat(stat=stat, op=op, than=fx.Number(n=n)) if op in _RELATIONS:
            return f"with {stat} {_RELATIONS[op].format(n)}"
        case fx.HasStat(stat=stat, op=">", than=fx.StatOf(stat=other)) if stat == other:
            return f"with greater {stat}"
        case fx.HasStat(stat=stat, op="<", than=fx.StatOf(stat=other)) if stat == other:
            return f"with lesser {stat}"
        case fx.SharesWith(what=what):
            return f"that share a {what} with it"
        case fx.ControlledBy(who="defending player"):
            return "defending player controls"
        case _:
            return None
