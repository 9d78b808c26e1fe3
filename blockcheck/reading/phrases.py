"""Noun phrases as values: which permanents, how many of them, and what a pronoun may refer to."""

from __future__ import annotations

from typing import Any, Final, Literal

from blockcheck import effects as fx
from blockcheck.effects import Anything, Filter, Is, Number, Quantity, Ref
from blockcheck.reading.normal import all_of
from blockcheck.values import dataclass


class Unclear(Exception):
    """Words that fit the grammar but make no sense together; the argument says what was expected."""


@dataclass(frozen=True, slots=True)
class Np:
    """A noun phrase: which permanents, how many of them, and what it may refer to."""

    filter: Filter
    refs: tuple[Ref, ...] = ()
    op: fx.Op | None = None
    n: Quantity | None = None
    additional: bool = False
    any_number: bool = False
    zone: tuple[str, fx.Who] | None = None
    keyword: str = ""
    counter: str | None = None
    life: bool = False
    target: Filter | None = None
    player: fx.Who | None = None
    bare: bool = False
    pronoun: bool = False
    plural: bool = False
    words: str = ""
    named: bool = False
    flags: frozenset[str] = frozenset()
    even: str = ""
    on: Ref | None = None
    nouns: tuple[Filter, ...] = ()
    quantifier: Literal["", "a", "another", "each"] = ""

    @property
    def ref(self) -> Ref | None:
        """The permanent referred to, where it is one."""
        return self.filter.ref if isinstance(self.filter, Is) else None


@dataclass(frozen=True, slots=True)
class OfPlayers:
    """A number that each of several players has; ``who`` is the word for them, which says whether it is one's or each one's."""

    number: fx.PlayerNumber | fx.FactNumber
    who: Any


SEVERAL: Final = frozenset({"opponent", "any player"})
"""Words that may mean more than one player."""


@dataclass(frozen=True, slots=True)
class Part:
    """One word or one addition of a noun phrase."""

    filter: Filter
    noun: bool = False
    owner: bool = False
    keyword: str = ""
    counter: str | None = None
    zone: tuple[str, fx.Who] | None = None
    life: bool = False
    word: str = ""
    flag: str = ""
    on: Ref | None = None
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Alt:
    """One of the alternatives of a noun phrase."""

    parts: tuple[Part, ...]
    only_keyword: bool = False

    @property
    def filter(self) -> Filter:
        """What fits it."""
        return all_of(*(p.filter for p in self.parts))

    @property
    def keyword(self) -> str:
        """The keyword named with "with"."""
        return next((p.keyword for p in self.parts if p.keyword), "")

    @property
    def counter(self) -> str | None:
        """The kind of counters counted."""
        return next((p.counter for p in self.parts if p.counter is not None), None)

    @property
    def zone(self) -> tuple[str, fx.Who] | None:
        """Where the cards are."""
        return next((p.zone for p in self.parts if p.zone), None)

    @property
    def life(self) -> bool:
        """Whether it counts life."""
        return any(p.life for p in self.parts)


def permanents(what: Np) -> Np:
    """The same noun phrase, where it can stand for all permanents that fit; a number of them it must not give."""
    return _without_number(numbered(what))


def numbered(what: Np) -> Np:
    """The same noun phrase, where it can stand for permanents, be it a number of them."""
    if what.bare:
        raise Unclear("a or each", "creatures")
    if what.target is None and (what.any_number or what.additional):
        raise Unclear("a number of creatures")
    return with_noun(of_permanents(what))


def with_noun(what: Np) -> Np:
    """The same noun phrase, where it has a noun: "can't block blue" is half a clause."""
    if not what.nouns and what.ref is None:
        raise Unclear("creatures")
    return what


def counted(what: Np) -> Np:
    """The same noun phrase, where it stands for all permanents that fit; after "for each" its noun may stand alone."""
    return _without_number(of_permanents(what))


def of_permanents(what: Np) -> Np:
    """The same noun phrase, where it is about permanents."""
    told = what.flags - {"without", "sharing", "some", "exactly", "base"}
    if "some" in what.flags and what.target is None:
        raise Unclear("target creatures")
    if what.op is not None and what.n is None:
        raise Unclear("than a player")
    if what.zone is not None or what.counter is not None or what.life or what.even or told:
        raise Unclear("creatures")
    return what


def only_counters(what: Np) -> bool:
    """Whether a noun phrase says no more than what is counted: counters, or life."""
    return what.filter == Anything() and what.zone is None and not what.flags - {"on", "exactly"}


def _without_number(what: Np) -> Np:
    """Whoever reads no number must find none: one that is read over would say something else. Of targets it is kept apart."""
    if what.target is None and (what.op is not None or what.any_number or what.additional):
        raise Unclear("creatures", "all creatures")
    return what


_STATS: Final[dict[str, fx.Stat]] = {
    "converted mana cost": "mana value",
    "converted mana costs": "mana value",
    "mana values": "mana value",
}


def stat_name(token: Any) -> fx.Stat:
    """Power, toughness or mana value, in the one spelling of the vocabulary."""
    name: fx.Stat = _STATS.get(token.value, token.value)
    return name


RELATIONS: Final[dict[str, fx.Op]] = {
    "less than": "<",
    "greater than": ">",
    "equal to": "=",
    "less than or equal to": "<=",
    "greater than or equal to": ">=",
    "equal to or greater than": ">=",
    "equal to or less than": "<=",
}


ZONES: Final[dict[str, tuple[str, fx.Who]]] = {
    "in hand": ("hand", "you"),
    "in your hand": ("hand", "you"),
    "in your graveyard": ("graveyard", "you"),
    "in exile": ("exile", "any player"),
    "in their graveyard": ("graveyard", "that player"),
    "in their hand": ("hand", "that player"),
    "from your graveyard": ("graveyard", "you"),
    "from their graveyard": ("graveyard", "that player"),
}


def many(what: Np) -> tuple[fx.Op, Quantity]:
    """How many are asked for: "a Forest" is at least one."""
    without = what.op is not None and what.n is None
    if what.any_number or what.additional or what.even or what.quantifier == "each" or without:
        raise Unclear("a number of permanents")
    if is_plain_number(what):
        raise Unclear("or more", "exactly")
    return what.op or ">=", what.n if what.n is not None else Number(1)


def is_plain_number(what: Np) -> bool:
    """Whether it says "two" and neither "two or more" nor "exactly two": of what happened at least two, else nobody knows."""
    return what.op == "=" and isinstance(what.n, Number) and what.n.n > 0 and "exactly" not in what.flags


def times_done(what: Np) -> tuple[fx.Op, Quantity]:
    """How often something has to have happened: "you've drawn two cards" is at least two, each word of which names the fact."""
    if not what.named:
        raise Unclear("a fact about the turn")
    if is_plain_number(what) and what.n is not None:
        return ">=", what.n
    return many(what)


def cards_of(who: fx.Who, what: Np) -> fx.PlayerNumber:
    """How many cards, or card types among them, a player has where the noun phrase says.

    Raises:
        Unclear: it says nowhere, or something else than cards.
    """
    if what.zone is None:
        raise Unclear("cards")
    if "types" not in what.flags:
        return fx.PlayerNumber(who, what.zone[0], cards(what))
    plain = what.filter == Anything() and not (what.life or what.flags - {"types", "exactly"})
    if not plain or what.zone[0] != "graveyard":
        raise Unclear("card types among cards in a graveyard")
    return fx.PlayerNumber(who, "card types")


def cards(what: Np) -> Filter | None:
    """Which cards are counted; None for all of them."""
    if what.life or what.counter is not None or what.flags - {"card", "without", "exactly"}:
        raise Unclear("cards")
    return None if what.filter == Anything() else what.filter


def duration(parts: tuple[Any, ...]) -> str:
    """The last duration among the parts of a rule."""
    found = [p.value for p in parts if getattr(p, "type", None) == "DURATION"]
    return found[-1] if found else ""


def noun_phrases(parts: tuple[Any, ...]) -> list[Np]:
    """The noun phrases among the parts of a rule."""
    return [p for p in parts if isinstance(p, Np)]
