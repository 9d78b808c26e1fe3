"""From a card's text to sentences: paragraphs, keyword lines, ability words, costs, triggers, modes, quotes, reminder text.

Each sentence keeps its span in the whole text, the class of the ability it belongs to, and where its own words start after a
trigger, a cost or an ability word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from blockcheck.effects import (
    Both,
    ClauseClass,
    Compare,
    Condition,
    FactNumber,
    Fits,
    HasCounters,
    HasDesignation,
    Keyword,
    Number,
    PlayerHas,
)
from blockcheck.patterns import expression
from blockcheck.reading.keywords import keyword_line
from blockcheck.reading.words import MASK, SAME_LENGTH
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its span, its class, where its words start, and the keywords if it is a line of them.

    ``open``: it stands by itself in a permanent's text, so its meaning decides whether it is static or has an end or a target.
    ``gate``: the level, the counters or the designation without which the object does not have the ability.
    """

    start: int
    end: int
    cls: ClauseClass
    body: int
    ability: int
    keywords: tuple[Keyword, ...] = ()
    otherwise: bool = False
    open: bool = False
    gate: Condition | None = None


def _own_names(name: str | None, type_line: str) -> list[str]:
    """The name, and for a legend its short forms."""
    if not name:
        return []
    names = [face for face in name.split(" // ") if len(face) > 1]
    for face in list(names):
        for cut in (", ", " the ", " of ", " and "):
            short = face.split(cut)[0]
            legendary = not type_line or "legendary" in type_line.lower()
            if short != face and len(short) > 2 and (cut in (", ", " the ") or legendary):
                names.append(short)
    return sorted(set(names), key=len, reverse=True)


def masked(text: str, name: str | None, type_line: str) -> str:
    """The text with one spelling of quotes and dashes and ``~`` for the card's own names; nothing moves."""
    text = text.translate(SAME_LENGTH)
    for own in (*_own_names(name, type_line), "CARDNAME"):
        text = _without_name(text, own.translate(SAME_LENGTH))
    return text


_NOT_BEFORE: Final = expression(r"(?:[\w'-]|\b[Aa]n? )\Z")


def _without_name(text: str, name: str) -> str:
    """The text with ``~`` for a name; one of several words is known in any case of letters.

    By hand, because a pattern for each card would have to be compiled first, which takes longer than all the reading.
    """
    where, wanted = (text.lower(), name.lower()) if " " in name else (text, name)
    at = where.find(wanted) if len(where) == len(text) else -1
    while at >= 0:
        end = at + len(wanted)
        whole = end == len(text) or not (text[end].isalnum() or text[end] in "_-")
        if whole and not _NOT_BEFORE.search(text, max(0, at - 4), at):
            text = f"{text[:at]}~{MASK * (len(wanted) - 1)}{text[end:]}"
        at = where.find(wanted, end)
    return text


_REMINDER: Final = expression(r"\([^()]*\)?")
_TAGS: Final = expression(r"</?i>|&mdash;")


def _without_reminders(text: str) -> str:
    text = _REMINDER.sub(lambda found: " " * len(found.group()), text)
    return _TAGS.sub(lambda found: ("—" if "m" in found.group() else " ").ljust(len(found.group())), text)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Spans of paragraphs; a line that starts in lower case or follows a comma continues the one above."""
    start = 0
    spans: list[tuple[int, int]] = []
    for line in text.split("\n"):
        end = start + len(line)
        stripped = line.strip()
        before = text[spans[-1][0] : spans[-1][1]].rstrip() if spans else ""
        if stripped and spans and before and (stripped[0].islower() or before.endswith(",")):
            spans[-1] = (spans[-1][0], end)
        elif stripped:
            spans.append((start, end))
        start = end + 1
    return iter(spans)


_LABEL: Final = expression(
    r"\s*(?P<bullet>[•*]|\+ (?=\{)|\d+(?:(?:—|-)\d+)?\s*\||\d+\+\s*\|)?\s*"
    r"(?P<label>(?!When|At )[A-Z][^.:{}\"]{0,58}?\s*(?:—|--| - )\s*)?",
)
_CHAPTER: Final = expression(r"\s*(?:[IVX]+(?:, )?)+\s*(?:—|--|-)\s*")
_BULLET_COST: Final = expression(r"\+?\s*(?:\{[^}]*\})+\s*(?:—|--|-)\s*")
_LOYALTY: Final = expression(r"\[?[+-]?(?:\d+|X)\]?:\s*")
_COST: Final = expression(r"(?P<cost>(?:[^.:\"]|\"[^\"]*\")+):\s+")
_CHOOSE: Final = expression(
    r"Choose (?:one|two|three|one or more)(?: or both| or more)?\s*(?:—|--|-|:)\s+(?=\S)"
)
_TRIGGER: Final = expression(r"(?:When|Whenever|At)\b", re.IGNORECASE)
_HEADING_GOES_ON: Final = expression(
    r"\s*(?:(?:blocks|attacks|dies|enters|becomes|mutates|non)|or\b|and/or\b|[\w~' -]+, (?:or|and/or)\b)"
)
_DELAYED: Final = expression(r"(?:Until end of turn|This turn|Until your next turn), (?=when)", re.IGNORECASE)
_REFLEXIVE: Final = expression(
    r"(?:(?:If|When) (?:you|they|he or she|that player|a player|the player) (?:do|does|can't),|Then,?)\s+",
    re.IGNORECASE,
)
# Conditions that were settled while a spell or an ability resolved: kept, as a trigger or a cost is.
_SETTLED: Final = expression(
    r"If (?:this spell was kicked|it was kicked|you (?:win|lose) the flip|(?:that|the) card is an? [\w ]*card|they guessed right"
    r"|(?:\{[^}]*\})+ was spent to cast (?:this spell|it)|this spell was cast using \w+|it wasn't cast|an? \w+ was beheld),\s+",
    re.IGNORECASE,
)
_OTHERWISE: Final = expression(r"(?:Otherwise|If not),\s+", re.IGNORECASE)
_INTERVENING: Final = expression(r"if\b", re.IGNORECASE)
_WINDOW: Final = expression(
    r"(?:Cast (?:this spell|~\x00*)|Activate(?: this ability)?|This ability can be activated) only\b",
    re.IGNORECASE,
)
_REPLACEMENT: Final = expression(
    r"As (?:~|this \w+|enchanted|equipped)[^,]*(?:enters|is turned)|If [^.]* would |Prevent |The next time "
    r"|(?:~\x00*|this \w+) enters|You may have (?:~\x00*|this \w+) enter",
    re.IGNORECASE,
)
_NEVER_STATIC: Final = expression(
    r"\btarget\b|(?<!blocking creature )\bthis combat\b|^for as long as\b|\buntil end of turn\b|\buntil your next turn\b"
    r"|(?:^|[^\w])(?:block|blocks|blocked|able|it|creature)(?: \w+)? this turn\b|^this turn\b",
    re.IGNORECASE,
)
_QUOTED: Final = expression(r'"[^"]*"?')


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Spans of sentences; a quotation is not cut."""
    at = start
    quoted = False
    n = start
    while n < end:
        if text[n] == '"':
            quoted = not quoted
        closes = not quoted and (text[n] in ".!?" or (text[n] == '"' and text[n - 1] in ".!?"))
        if closes and (n + 1 >= end or text[n + 1].isspace()):
            yield at, n + 1
            at = n + 1
        n += 1
    if text[at:end].strip():
        yield at, end


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


_NAME_BEFORE: Final = expression(rf"(?:[A-Z][\w'-]*|~{MASK}*)$")
_NAME_AFTER: Final = expression(r"\s+(?:the )?[A-Z][\w'-]*(?: (?:of |the )*[A-Z][\w'-]*)*,")


def _in_name(text: str, start: int, comma: int) -> bool:
    """Whether a comma is inside a name: capitals before it, and after it up to the next comma."""
    return bool(_NAME_BEFORE.search(text[start:comma]) and _NAME_AFTER.match(text, comma + 1))


def _heading_end(text: str, start: int, end: int) -> int:
    """Where the body of a trigger starts: after the comma that ends its condition, and its "if" with it."""
    at = start
    quoted = False
    for n in range(start, end):
        if text[n] == '"':
            quoted = not quoted
        if (
            text[n] == ","
            and not quoted
            and not (_HEADING_GOES_ON.match(text, n + 1) or _in_name(text, start, n))
        ):
            at = n + 1
            break
    else:
        return start
    body = at + (len(text[at:end]) - len(text[at:end].lstrip()))
    if _INTERVENING.match(text, body) and (comma := text.find(",", body, end)) > 0:
        body = comma + 1
    return body


def _class(text: str, start: int, end: int, spell: bool, resolved: bool) -> ClauseClass:
    sentence = text[start:end]
    if resolved:
        return "static"
    if spell:
        return "spell"
    if _REPLACEMENT.match(sentence):
        return "replacement"
    return "spell" if _NEVER_STATIC.search(_QUOTED.sub(" ", sentence)) else "static"


_SPELL: Final = expression(r"\b(?:Instant|Sorcery)\b")
_PERMANENT: Final = expression(r"\b(?:Creature|Artifact|Enchantment|Land|Planeswalker|Battle)\b")


@dataclass(slots=True)
class _Shape:
    """What a paragraph is: its class, where its body starts."""

    cls: ClauseClass | None
    body: int


def _shape(text: str, start: int, end: int, above: ClauseClass | None) -> _Shape:
    """The shape of a paragraph: label, chapter, cost or trigger before the body."""
    at = _skip(_CHAPTER, text, start)
    cls: ClauseClass | None = "triggered" if at > start else None
    label = _LABEL.match(text, at)
    if label is not None:
        if label["bullet"]:
            cls = above
        at = label.end() if label["label"] is None or _is_label(label["label"]) else label.start("label")
    if (after := _skip(_BULLET_COST, text, at)) > at:
        at = after
    if (after := _skip(_LOYALTY, text, at)) > at:
        return _Shape("activated", after)
    cost = _COST.match(text[:end], at)
    if cost is not None and not cost["cost"].lower().startswith(("when", "at the", "choose")):
        return _Shape("activated", cost.end())
    at = _skip(_CHOOSE, text[:end], at)
    delayed = _skip(_DELAYED, text, at)
    if _TRIGGER.match(text, delayed):
        return _Shape("triggered", at)
    return _Shape(cls, at)


def _is_label(text: str) -> bool:
    """Whether words before a dash are an ability word, a flavour word or a chapter, not part of a sentence."""
    return not re.search(r"\b(?:can't|blocks?|choose|creatures?)\b", text, re.IGNORECASE)


def sentences(text: str, type_line: str, resolved: bool) -> Iterator[Sentence]:
    """All sentences of a masked text in order.

    Args:
        text: as :func:`masked` gives it.
        type_line: tells instants and sorceries.
        resolved: the text is what a spell or an ability left in force.
    """
    spell = bool(_SPELL.search(type_line)) and not _PERMANENT.search(type_line) and not resolved
    bare = _without_reminders(text)
    above: ClauseClass | None = None
    level: Condition | None = None
    for start, end in _paragraphs(text):
        if (reached := _level(bare[start:end])) is not None:
            level = reached
        if not bare[start:end].strip():
            yield Sentence(start, end, "reminder", start, start)
            continue
        gate, body = _gate(bare, start, end)
        gate = gate or level
        keywords = keyword_line(bare[body:end].replace(MASK, ""))
        if keywords is not None:
            yield Sentence(start, end, "keyword", start, start, keywords, gate=gate)
            continue
        if (inside := _unknown_keyword(text, bare, start, end)) is not None:
            yield from inside
            continue
        shape = _shape(bare, start, end, above)
        above = shape.cls or ("spell" if spell else None)
        yield from (replace(one, gate=gate) for one in _ability(bare, start, end, shape, spell, resolved))


_LEVEL: Final = expression(r"\s*LEVEL (?P<low>\d+)(?:[-—](?P<high>\d+)|\+)\s*$")
_CLASS_LEVEL: Final = expression(r"\s*(?:\{[^}]*\})+: Level (?P<n>\d+)\s*$")
_GATES: Final[dict[re.Pattern[str], Callable[[re.Match[str]], Condition]]] = {
    expression(r"\s*(?P<n>\d+)\+\s*\|\s*"): lambda f: Fits("this", HasCounters("charge", ">=", int(f["n"]))),
    expression(r"\s*Max speed\s*(?:—|--)\s*", re.IGNORECASE): lambda _f: PlayerHas("you", "max speed"),
    expression(r"\s*Solved\s*(?:—|--)\s*", re.IGNORECASE): lambda _f: Fits("this", HasDesignation("solved")),
}


def _level(paragraph: str) -> Condition | None:
    """The level from which the paragraphs below belong to the object (711, 716)."""
    if (found := _CLASS_LEVEL.match(paragraph)) is not None:
        return Compare(FactNumber("class_level", "this"), ">=", Number(int(found["n"])))
    if (found := _LEVEL.match(paragraph)) is None:
        return None
    low = Fits("this", HasCounters("level", ">=", int(found["low"])))
    return Both((low, Fits("this", HasCounters("level", "<=", int(found["high"]))))) if found["high"] else low


def _gate(text: str, start: int, end: int) -> tuple[Condition | None, int]:
    """What a label before an ability asks for (702.178, 719.3c, 721.2), and where the ability starts."""
    for pattern, condition in _GATES.items():
        if (found := pattern.match(text, start, end)) is not None:
            return condition(found), found.end()
    return None, start


_LONE: Final = expression(r"\s*[A-Z][\w'-]*(?: [\w'-]+){0,2}\s*$")


def _unknown_keyword(text: str, bare: str, start: int, end: int) -> Iterator[Sentence] | None:
    """A keyword that is known only by its reminder text: the reminder is read in its place."""
    open_, close = text.find("(", start, end), text.rfind(")", start, end)
    if _LONE.match(bare[start:end]) is None or not start < open_ < close:
        return None
    return _reminder_as_text(text, start, open_, close)


def _reminder_as_text(text: str, start: int, open_: int, close: int) -> Iterator[Sentence]:
    inside = text.replace("(", " ").replace(")", " ")
    yield Sentence(start, open_, "keyword", start, start)
    yield from _ability(
        inside, open_ + 1, close, _shape(inside, open_ + 1, close, None), spell=False, resolved=False
    )


def _ability(
    text: str, start: int, end: int, shape: _Shape, spell: bool, resolved: bool
) -> Iterator[Sentence]:
    first = True
    for begin, stop in _sentences(text, shape.body, end):
        body = _skip(expression(r"\s*"), text, begin)
        whole = start if first else body
        cls = shape.cls
        if _WINDOW.match(text, body):
            cls = "window"
        elif cls is None or resolved:
            cls = _class(text, body, stop, spell, resolved)
        otherwise = _OTHERWISE.match(text, body) is not None
        by_itself = shape.cls is None and cls in ("static", "spell") and not spell and not resolved
        yield Sentence(whole, stop, cls, _body(text, body, stop), start, otherwise=otherwise, open=by_itself)
        first = False


def _body(text: str, at: int, end: int) -> int:
    """Where the words of a sentence start: after a trigger inside it, "if you do", "then"."""
    delayed = _skip(_DELAYED, text, at)
    for kept in (_REFLEXIVE, _SETTLED, _OTHERWISE):
        if (after := _skip(kept, text, delayed)) > delayed:
            return after
    if _TRIGGER.match(text, delayed):
        return _heading_end(text, delayed, end)
    return at
