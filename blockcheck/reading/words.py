"""From characters to words: what a clause is made of before the grammar sees it.

Own names, "this creature", "it", "enchanted creature", "target creature", players, numbers, keyword abilities and quotes become one
word each, with their value, and every word keeps its place in the whole text.
"""

from __future__ import annotations

import functools
import re
from dataclasses import field
from typing import Any, Final

from blockcheck.effects import Attacks, Ref
from blockcheck.patterns import expression
from blockcheck.reading.keywords import FIRST_WORDS, keyword_at
from blockcheck.reading.names import (
    BLOCKING_KEYWORDS,
    COLORS,
    DESIGNATIONS,
    STATUSES,
    SUPERTYPES,
    TYPES,
    UNINFLECTED,
    singular,
    starts_as_subtype,
)
from blockcheck.values import dataclass

SAME_LENGTH: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "—", "\xa0": " ", "\t": " "}
)
"""Spellings that are made one without moving any character."""

MASK: Final = "\x00"
"""Fills the place of a name that was replaced by ``~``; it is no word."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its kind ("word" for one that only the grammar knows), its value and its span in the whole text."""

    kind: str
    value: Any
    start: int
    end: int
    text: str = ""


@dataclass(slots=True)
class Mentions:
    """What "it" and "that creature" can refer to: what was spoken of so far, in order, and the targets counted."""

    pronoun: list[Ref] = field(default_factory=list)
    that: list[Ref] = field(default_factory=list)
    targets: int = 0
    targets_player: bool = False
    player: str = "that player"
    piles: bool = False
    before: tuple[Ref, ...] = ()
    other: Ref = "this"

    def speak_of(self, ref: Ref) -> None:
        """A permanent was spoken of."""
        for spoken in (self.pronoun, self.that):
            if ref in spoken:
                spoken.remove(ref)
            spoken.append(ref)

    def it(self) -> tuple[Ref, ...]:
        """What "it" can mean, nearest first; without any in its own ability, what the one above spoke of."""
        return tuple(reversed(self.pronoun)) or self.before

    def others(self) -> tuple[Ref, ...]:
        """What "that creature" can mean, nearest first: never the permanent itself."""
        return tuple(ref for ref in reversed(self.that) if ref != "this")

    def next(self) -> Mentions:
        """For the next ability."""
        return Mentions(
            before=tuple(ref for ref in reversed(self.pronoun) if ref in ("this", "host")) or self.before,
            other=self.other,
        )


NUMBERS: Final[dict[str, int]] = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "ninety-nine": 99, "hundred": 100}

_CONTRACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "it's": ("it", "is"),
    "he's": ("it", "is"),
    "she's": ("it", "is"),
    "they're": ("they", "are"),
    "that's": ("that", "is"),
    "there's": ("there", "is"),
    "you're": ("you", "are"),
    "you've": ("you", "have"),
    "isn't": ("is", "not"),
    "aren't": ("is", "not"),
    "cannot": ("can't",),
}

_PRONOUNS: Final = frozenset({"it", "he", "she", "him", "itself", "them", "they", "himself", "herself"})
_POSSESSIVES: Final = frozenset({"its", "his", "their"})
_THESE: Final = r"creature|permanent|artifact|enchantment|land|token|planeswalker|battle|[A-Z][a-z]+"
_HOST_TYPES: Final = "Vehicle|Equipment|Forest|Island|Mountain|Plains|Swamp"
_HOSTS: Final = rf"(?:[Tt]he )?\b(?:[Ee]nchanted|[Ee]quipped|[Ff]ortified) (?:creature|permanent|artifact|planeswalker|land|{_HOST_TYPES})"
_THOSE: Final = r"(?:attacking |blocking |other |first |chosen |blocked )?(?:creatures?|permanents?|tokens?|lands?|artifacts?|[A-Z][a-z]+)"

# Words before "enchanted creature" that make it one of several such creatures, not the one this is on.
_ONE_OF_MANY: Final = frozenset("a an another other each every all any no".split())

# Players, longest first; the value is a Who.
_PLAYERS: Final[dict[str, str]] = {
    r"defending players?": "defending player",
    r"(?:the )?attacking player": "attacking player",
    r"the active player": "active player",
    r"(?:your opponents|each of your opponents|each opponent|an opponent|opponents|a opponent|one of your opponents)": "opponent",
    r"(?:(?:its|their|his|her)|(?:that|the|enchanted|equipped) (?:creature|permanent)'s) controllers?": "its controller",
    r"(?:its|their) owners?": "its owner",
    r"enchanted player": "enchanted player",
    r"the chosen player": "chosen player",
    r"that opponent|that player|those players|that creature's controller": "that player",
    r"(?:any player|a player|each player|players|another player)": "any player",
    r"the monarch": "monarch",
    r"the target's controller": "target's controller",
    r"you(?!')": "you",
}
_PLAYER: Final = expression(
    "|".join(f"(?P<p{n}>{pattern})" for n, pattern in enumerate(_PLAYERS)) + r"(?![\w-])", re.IGNORECASE
)
_NO_ONE: Final = re.compile(r"no (?P<who>opponent|player)(?![\w'-])", re.IGNORECASE)
_FIRST_OF_PLAYERS: Final = frozenset(
    "defending the attacking your each an opponents a one its their his her that those enchanted equipped any players another you "
    "he him no".split()
)
_PLAYER_VALUES: Final = tuple(_PLAYERS.values())
_ANY_PLAYER: Final = expression("(?:" + "|".join(f"(?:{p})" for p in _PLAYERS) + r")(?![\w-])", re.IGNORECASE)

# Permanents that are meant in one way only.
_FIXED: Final[dict[str, str]] = {
    "the attacker": "attacker",
    "the blocker": "blocker",
    "the paired creature": "paired",
    "the creature itself": "subject",
    "the creature spoken of": "it",
    "the target creature": "target",
    "the second target creature": "target 2",
    "the third target creature": "target 3",
    "the fourth target creature": "target 4",
    "the other(?= can't| blocks| must)": "it",
    "both creatures": "pair",
    "each of those creatures": "pair",
}

_SCAN: Final = expression(
    r"(?P<skip>[\s\x00]+)"
    r'|(?P<quote>"[^"]*"?)'
    r"|(?P<mana>(?:\{[^{}]+\})+)"
    r"|(?P<change>[+-](?:\d+|X)/[+-](?:\d+|X)(?![\w/]))"
    r"|(?P<base>\d+/\d+)"
    r"|(?P<number>\d+)"
    rf"|(?P<fixed>\b(?i:{'|'.join(_FIXED)})\b)"
    rf"|(?P<this>~(?:'s controller)?|\b[Tt]his (?:{_THESE})\b)"
    rf"|(?P<host>\b{_HOSTS}\b(?! (?:tokens?|creatures?|permanents?|artifacts?|lands?|[A-Z][a-z]+)\b))"
    rf"|(?P<those>\b(?:[Tt]hat|[Tt]hose|[Tt]he(?= (?:attacking|blocking|other|first|chosen|blocked) )) {_THOSE}\b|\b[Tt]hat player\b)"
    r"|(?P<word>and/or|[^\W\d_](?:[\w/]|[-'](?=\w))*)"
    r"|(?P<possessive>'s\b)"
    r"|(?P<mark>[^\s])"
)


def _players(text: str, at: int) -> tuple[str, int] | None:
    found = _ANY_PLAYER.match(text, at)
    if found is None:
        return None
    inner = _PLAYER.match(text, at)
    for n, value in enumerate(_PLAYER_VALUES):
        if inner is not None and inner[f"p{n}"]:
            return value, found.end()
    return None


_TARGET_PLAYER: Final = expression(r"target (?:player|opponent)s?(?![\w'-])", re.IGNORECASE)
_COUNTER: Final = expression(
    r"(?:(?P<kind>[+-]\d+/[+-]\d+|(?!(?:no|a|an|the|more|fewer|of|or|with|without|all|each|any|those|that|two|three|four|five|six"
    r"|seven|eight|nine|ten|x|additional|\d+) )[a-z][\w-]*) )?counters?(?![\w'-])",
    re.IGNORECASE,
)
_ATTACKING: Final = expression(r"(?P<start>attacking )", re.IGNORECASE)
_AND_PERMANENTS: Final = expression(
    r",? (?:and/or |or |and )(?:a )?planeswalkers? (?:you|they|that player|your opponents|defending player) controls?",
    re.IGNORECASE,
)
_NAME_AFTER: Final = expression(r"\s+(?P<name>[A-Z][\w'-]*(?:,? (?:of |the |and )*[A-Z][\w'-]*)*)")
_HE_OR_SHE: Final = expression(r"(?:he or she|him or her|his or her)(?![\w'-])", re.IGNORECASE)


_SUBJECT: Final = expression(
    r"(?P<name>[A-Z][\w'-]*(?:,? (?:the |of |and )*[A-Z][\w'-]*)*)"
    r"(?= (?:can|can't|cannot|must|has|hasn't|gets|gains|blocks|attacks or blocks|loses|becomes|is|isn't|remains)\b)"
)
_NO_NAME: Final = expression(
    r"(?:A|An|The|Each|All|Any|Every|Other|Another|Target|This|That|Those|It|He|She|They|You|Your|X|No|Non.*|Enchanted|Equipped|Fortified"
    r"|Its|Their|One|Two|Three|Up|As|If|Creatures?|Permanents?|Tokens?|Lands?|Artifacts?)\b"
)


def _own_subject(text: str, at: int) -> int:
    """Where a name ends that is the subject of a sentence: a capitalised singular is the object itself (its other face's name)."""
    found = _SUBJECT.match(text, at)
    if found is None or _NO_NAME.match(found["name"]):
        return 0
    last = found["name"].split()[-1]
    if singular(last) != last or last in UNINFLECTED or _any_of_list(found["name"]):
        return 0
    return found.end("name")


def _any_of_list(name: str) -> bool:
    return name.lower() in TYPES or name.lower() in COLORS or name.split()[0].lower() in COLORS


_NOUNS: Final = frozenset({"TYPE", "SUBTYPE", "Word"})
_LISTED: Final = _NOUNS | {"COLOR", "KEYWORD"}


def _lists(words: list[Word]) -> list[Word]:
    """Commas of "A, B, or C" as "or", those of "A, B, and C" as "and"; "blue and black" of one thing without its "and"."""
    made: list[Word] = []
    before = ""
    for n, word in enumerate(words):
        if word.kind == "MARK" and word.value == ",":
            joint = _joint(words, n)
            if joint == "and" and before != "and" and words[n + 1].text == "and":
                joint = None
            before = joint or ""
            if joint is None:
                made.append(word)
            elif joint and words[n + 1].text != joint:
                made.append(Word("word", joint, word.start, word.end, joint))
        elif not (word.text == "and" and _one_thing(words, n)):
            made.append(word)
    return made


def _joint(words: list[Word], n: int) -> str | None:
    """What a comma of a list is: the word that ends the list, "" beside that word or between adjectives; None in no list."""

    def text(at: int) -> str:
        return words[at].text if at < len(words) else ""

    def listed(at: int) -> int:
        """How many words the item there has: with "a" before it or not."""
        count = 1 + (text(at) in ("a", "an"))
        end = at + count - 1
        return count if end < len(words) and words[end].kind in _LISTED else 0

    if n == 0 or words[n - 1].kind not in _LISTED:
        return None
    if n > 1 and words[n - 2].kind == "NON" and n + 1 < len(words) and words[n + 1].kind == "NON":
        return ""
    if text(n + 1) == "and":
        return "and" if words[n - 1].kind in _NOUNS else None
    if text(n + 1) in ("or", "and/or"):
        return ""
    at = n + 1
    while count := listed(at):
        nouns = words[n - 1].kind in _NOUNS and words[at + count - 1].kind in _NOUNS
        at += count
        if text(at) != ",":
            return None
        if text(at + 1) in ("or", "and/or") and listed(at + 2):
            return "or"
        if text(at + 1) == "and" and nouns and listed(at + 2):
            return "and"
        at += 1
    return None


def _one_thing(words: list[Word], n: int) -> bool:
    """Whether an "and" stands between two colors of one thing: "a 2/2 blue and black", "devotion to black and green"."""
    if not (0 < n < len(words) - 1) or {words[n - 1].kind, words[n + 1].kind} != {"COLOR"}:
        return False
    before = words[n - 2] if n > 1 else None
    return before is not None and (before.kind == "BASE" or before.text == "to")


_COST: Final = expression(r"(?:\s*—\s*|\s)(?:\{[^{}]+\})+")


_GAPS: Final = frozenset(" \n" + MASK)
_SPECIAL: Final = (
    frozenset({"attacking", "named", "target", "her"})
    | _FIRST_OF_PLAYERS
    | FIRST_WORDS
    | _PRONOUNS
    | _POSSESSIVES
    | frozenset(_CONTRACTIONS)
)


def _may_be_special(lower: str) -> bool:
    """Whether a word may start something that is known by its value; most words are only themselves."""
    return lower in _SPECIAL or "'" in lower or lower.startswith("counter") or lower.endswith("walk")


@functools.lru_cache(maxsize=4096)
def _kind(text: str, first: bool) -> tuple[str, Any]:
    """The kind and the value of a word that stands for itself; the same words come again and again."""
    lower = text.lower()
    if lower in ("other", "another"):
        return "OTHER", lower
    if text == "X":
        return "X", "X"
    if lower.startswith("non") and len(lower) > 3 and lower != "none":
        return "NON", lower
    if lower in NUMBERS:
        return "NUMBER", NUMBERS[lower]
    if lower in COLORS:
        return "COLOR", COLORS[lower]
    if lower in TYPES:
        return "TYPE", TYPES[lower]
    if lower in SUPERTYPES:
        return "SUPERTYPE", lower
    if lower in STATUSES or lower == "tokens":
        return "STATUS", lower.removesuffix("s") if lower == "tokens" else lower
    if lower in DESIGNATIONS or lower.rstrip("s") == "commander":
        return "DESIGNATION", lower.rstrip("s") if lower.startswith("commander") else lower
    capital = text[:1].isupper() and (not first or starts_as_subtype(text))
    return ("Word", text) if capital else ("word", lower)


class Scanner:
    """Words of one piece of text, one after the other; ``mentions`` goes on from piece to piece."""

    def __init__(self, text: str, start: int, end: int, mentions: Mentions) -> None:
        """Scan ``text[start:end]``; spans stay those of the whole text."""
        self.text = text[:end]
        self.at = start
        self.first = True
        self.mentions = mentions
        self.words: list[Word] = []

    def run(self) -> list[Word]:
        """All words of the piece."""
        while self.at < len(self.text):
            if self.text[self.at] in _GAPS:
                self.at += 1
                continue
            self._step()
            self.first = self.first and not self.words
        return _lists(self.words)

    def _put(self, kind: str, value: Any, end: int) -> None:
        text = value if kind in ("word", "MARK") else self.text[self.at : end].lower()
        self.words.append(Word(kind, value, self.at, end, text))
        self.at = end

    def _step(self) -> None:
        start = self.first or (self.words and self.words[-1].text in ("as", "if", "unless", "while"))
        if start and (name := _own_subject(self.text, self.at)):
            self._this("~", name)
            return
        found = _SCAN.match(self.text, self.at)
        if found is None:  # pragma: no cover - the last branch of the pattern takes any character
            self.at += 1
            return
        kind = found.lastgroup or "skip"
        if kind == "skip":
            self.at = found.end()
        elif kind == "word":
            self._word(found.group(), found.end())
        else:
            getattr(self, f"_{kind}")(found.group(), found.end())

    def _quote(self, text: str, end: int) -> None:
        closed = len(text) > 1 and text.endswith('"')
        self._put("QUOTE" if closed else "MARK", text.strip('"').rstrip(","), end)

    def _mana(self, text: str, end: int) -> None:
        self._put("MANA", text, end)

    def _change(self, text: str, end: int) -> None:
        counter = _COUNTER.match(self.text, self.at)
        if counter is not None and counter["kind"] == text:
            self._put("COUNTER", text, counter.end())
        else:
            self._put("CHANGE", text, end)

    def _base(self, text: str, end: int) -> None:
        self._put("BASE", text, end)

    def _number(self, text: str, end: int) -> None:
        self._put("NUMBER", int(text), end)

    def _fixed(self, text: str, end: int) -> None:
        ref = next(
            value for words, value in _FIXED.items() if re.match(words, self.text[self.at :], re.IGNORECASE)
        )
        if ref == "pair" and "paired with" not in self.text:
            self._plain(text.split()[0], self.at + len(text.split()[0]))
            return
        self._put("REF", ref, end)

    def _this(self, text: str, end: int) -> None:
        if text.lower() in ("this turn", "this combat") or text.lower().startswith("this spell"):
            self._plain(text.split()[0], self.at + 4)
        elif text == "~'s controller":
            self._put("WHO", "you", end)
        else:
            self.mentions.speak_of("this")
            self._put("THIS", "this", end)

    def _host(self, text: str, end: int) -> None:
        last = text.split()[-1]
        before = self.words[-1] if self.words else None
        if singular(last) != last or (
            before is not None and (before.kind == "TARGET" or before.text in _ONE_OF_MANY)
        ):
            self._plain(text.split()[0], self.at + len(text.split()[0]))
            return
        if self.text[end : end + 13] == "'s controller":
            self._put("WHO", "its controller", end + 13)
            return
        self.mentions.speak_of("host")
        self._put("HOST", "host", end)

    def _those(self, text: str, end: int) -> None:
        player = _players(self.text, self.at)
        if player is not None:
            self._player(*player)
            return
        meant = self.mentions.others()
        self.mentions.speak_of((*meant, "it")[0])
        self._put("THOSE" if text.lower().startswith("those") else "THAT_ONE", meant, end)

    def _possessive(self, text: str, end: int) -> None:
        self._put("word", text, end)

    def _mark(self, text: str, end: int) -> None:
        self._put("MARK", text, end)

    def _player(self, who: str, end: int) -> None:
        self._put("WHO", self.mentions.player if who == "that player" else who, end)

    def _word(self, text: str, end: int) -> None:
        if not _may_be_special(text.lower()) and not self.text.startswith(" counter", end):
            self._plain(text, end)
            return
        for special in (
            self._attacking,
            self._named,
            self._target,
            self._players,
            self._counter,
            self._keyword,
            self._pronoun,
        ):
            if special(text.lower(), end):
                return
        if text.endswith("'s") and text.lower() not in _CONTRACTIONS:
            self._plain(text[:-2], end - 2)
            self._put("word", "'s", end)
            return
        self._plain(text, end)

    def _attacking(self, lower: str, end: int) -> bool:
        found = _ATTACKING.match(self.text, self.at) if lower == "attacking" else None
        who = _players(self.text, found.end("start")) if found else None
        if found is None or who is None or re.match(r"\s+controls?\b", self.text[who[1] :]):
            return False
        more = _AND_PERMANENTS.match(self.text, who[1])
        self._put("ATTACKING", Attacks(who[0], more is not None), more.end() if more else who[1])  # type: ignore[arg-type]
        return True

    def _named(self, lower: str, end: int) -> bool:
        found = _NAME_AFTER.match(self.text, end) if lower == "named" else None
        if found is None:
            return False
        self._put("word", "named", end)
        self._put("NAME", found["name"], found.end())
        return True

    def _target(self, lower: str, end: int) -> bool:
        if lower != "target":
            return False
        player = _TARGET_PLAYER.match(self.text, self.at)
        if player is not None and self.mentions.targets_player:
            return False
        if player is not None:
            self.mentions.targets_player = True
            self.mentions.player = "target player"
            self._put("WHO", "target player", player.end())
            return True
        self.mentions.targets += 1
        n = self.mentions.targets
        ref: Any = "target" if n == 1 else f"target {n}"
        self.mentions.speak_of(ref)
        rest = self.text[end:].lstrip()
        if re.match(
            r"(?:[\w-]+ )*creatures? (?:an opponent|any player|a player|another player) controls?\b", rest
        ):
            self.mentions.player = "target's controller" if n == 1 else "that player"
        self._put("TARGET", ref, end)
        return True

    def _players(self, lower: str, _end: int) -> bool:
        if lower not in _FIRST_OF_PLAYERS and "'" not in lower:
            return False
        if _HE_OR_SHE.match(self.text, self.at):
            found = _HE_OR_SHE.match(self.text, self.at)
            self._put("THEY", self.mentions.player, found.end() if found else self.at)
            return True
        if lower == "no" and (nobody := _NO_ONE.match(self.text, self.at)) is not None:
            who = "opponent" if nobody["who"].lower() == "opponent" else "any player"
            self._put("NO_ONE", who, nobody.end())
            return True
        player = _players(self.text, self.at)
        if player is None:
            return False
        self._player(*player)
        return True

    def _counter(self, lower: str, end: int) -> bool:
        if not (lower.startswith("counter") or self.text.startswith(" counter", end)):
            return False
        found = _COUNTER.match(self.text, self.at)
        if found is None:
            return False
        self._put("COUNTER", (found["kind"] or "").lower(), found.end())
        return True

    def _keyword(self, lower: str, _end: int) -> bool:
        if lower not in FIRST_WORDS and not lower.endswith("walk"):
            return False
        found = keyword_at(self.text, self.at)
        if found is None:
            return False
        keywords, end = found
        if keywords[-1].name not in BLOCKING_KEYWORDS and (cost := _COST.match(self.text, end)):
            end = cost.end()
        self._put("KEYWORD", keywords, end)
        return True

    def _pronoun(self, lower: str, end: int) -> bool:
        if lower == "her":
            following = self.text[end:].split()[:1]
            lower = (
                "its" if following and following[0].rstrip(".,") in ("power", "toughness", "mana") else "it"
            )
        controls = re.match(r"\s+controls?\b", self.text[end:])
        if (lower in ("they", "he", "she") and (controls or not self.mentions.it())) or (
            lower in ("they", "them") and not self.mentions.it()
        ):
            self._put("THEY", self.mentions.player, end)
        elif lower in _PRONOUNS:
            meant = self.mentions.others() if lower in ("they", "them") else self.mentions.it()
            self._put("IT", meant, end)
        elif lower in _POSSESSIVES:
            self._put("ITS", self.mentions.it(), end)
        elif lower in _CONTRACTIONS:
            self._contraction(_CONTRACTIONS[lower], end)
        else:
            return False
        return True

    def _contraction(self, parts: tuple[str, ...], end: int) -> None:
        if parts == ("it", "is") and re.match(r"\s+activated abilities\b", self.text[end:]):
            self._put("ITS", self.mentions.it(), end)
            return
        start = self.at
        for n, part in enumerate(parts):
            self.at = start
            last = n == len(parts) - 1
            if part == "you":
                self._put("WHO", "you", end)
            elif part in _PRONOUNS:
                self._put("IT", self.mentions.it(), end)
            else:
                self._put("word", part, end)
            self.at = end if last else start

    def _plain(self, text: str, end: int) -> None:
        kind, value = _kind(text, self.first)
        if kind == "OTHER":
            self._put("OTHER", (*reversed(self.mentions.that), self.mentions.other), end)
        elif kind == "NON":
            self._non(text, end)
        else:
            self._put(kind, value, end)

    def _non(self, text: str, end: int) -> None:
        bare = text[3:].lstrip("-")
        start = self.at
        self._put("NON", "non", start + len(text) - len(bare))
        if bare[:1].isupper():
            self._put("SUBTYPE", singular(bare), end)
        else:
            self._plain(bare, end)
