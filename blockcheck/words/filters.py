"""Filters as players say them: "creatures with flying", "green creatures", "Walls"."""

from __future__ import annotations

from blockcheck import effects as fx
from blockcheck.words.names import listed

_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_IRREGULAR = {
    "Elf": "Elves",
    "Dwarf": "Dwarves",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
    "Thief": "Thieves",
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
    one = phrase.replace("creatures", "creature")
    return f"{'an' if one[0] in 'aeiou' else 'a'} {one}"


def _either(parts: tuple[fx.Filter, ...]) -> str | None:
    if all(isinstance(part, fx.HasKeyword) for part in parts):
        return f"creatures with {listed([part.keyword for part in parts if isinstance(part, fx.HasKeyword)], 'or')}"
    phrases = [described(part) for part in parts]
    known = [phrase for phrase in phrases if phrase is not None]
    return listed(known, "and/or") if len(known) == len(phrases) else None


def _together(parts: tuple[fx.Filter, ...]) -> str | None:
    """Adjectives, a noun, and what stands behind it: "tapped green Walls with flying"."""
    before: list[str] = []
    nouns: list[str] = []
    behind: list[str] = []
    for part in parts:
        if part == fx.HasType("creature"):
            continue
        if noun := _noun(part):
            nouns.append(noun)
        elif adjective := _adjective(part):
            before.append(adjective)
        elif phrase := _behind(part):
            behind.append(phrase)
        else:
            return None
    return " ".join([*before, *(nouns or ["creatures"]), *behind])


def _noun(part: fx.Filter) -> str | None:
    match part:
        case fx.HasSubtype(subtype=subtype) if subtype != "chosen":
            return _IRREGULAR.get(subtype, subtype if subtype.endswith("s") else f"{subtype}s")
        case _:
            return None


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
