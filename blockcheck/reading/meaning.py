"""What the rules of the grammar mean: words to filters, conditions and effects. One small function for each rule's name.

Knows no parser: each function takes the values of the rule's parts, terminals as tokens with ``type`` and ``value``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from blockcheck import effects as fx
from blockcheck.effects import (
    THIS,
    AllOrNone,
    Anything,
    AsThough,
    BlockCost,
    CantBlock,
    Changes,
    ChoosesBlocks,
    Compare,
    Condition,
    ControlledBy,
    ControlsMost,
    CountOf,
    Duration,
    Effect,
    ExtraBlocks,
    Filter,
    Fits,
    Grant,
    HasColor,
    HasCounters,
    HasDesignation,
    HasKeyword,
    HasNoAbilities,
    HasStat,
    HasSubtype,
    HasSupertype,
    HasType,
    Is,
    Keyword,
    Lose,
    MaxBlockers,
    MaxBlocking,
    MinBlockers,
    MustBeBlocked,
    MustBlock,
    MustBlockThese,
    NeedsCompany,
    Neither,
    NoActivation,
    NoneOf,
    Number,
    PlayerHas,
    PlayerNumber,
    PricePart,
    Quantity,
    Ref,
    StatOf,
    Status,
    TurnOf,
    While,
    X,
)
from blockcheck.reading.names import UNINFLECTED, singular
from blockcheck.reading.normal import all_of, any_of, both, in_combat, none_of


class Unclear(Exception):
    """Words that fit the grammar but make no sense together; the argument says what was expected."""


@dataclass(frozen=True, slots=True)
class Ability:
    """A quoted ability, still as text."""

    text: str


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
    words: str = ""
    flags: frozenset[str] = frozenset()
    even: str = ""
    on: Ref | None = None

    @property
    def ref(self) -> Ref | None:
        """The permanent referred to, where it is one."""
        return self.filter.ref if isinstance(self.filter, Is) else None


@dataclass(slots=True)
class Meaning:
    """What a clause says: its effects, their condition apart, its duration, and what each target has to be."""

    effects: tuple[Effect, ...]
    condition: Condition | None = None
    duration: Duration = ""
    targets: tuple[fx.Target, ...] = ()


@dataclass(slots=True)
class Draft:
    """The effects of a clause while it is put together from left to right."""

    effects: list[Effect] = field(default_factory=list)
    durations: list[tuple[bool, str]] = field(default_factory=list)
    subject: Np | None = None
    gaining: Callable[[Filter, tuple[Effect, ...]], Effect] | None = None


Step = Callable[[Draft], None]


def _one(n: Any) -> Quantity:
    return Number(n) if isinstance(n, int) else n


# --- noun phrases -----------------------------------------------------------------------------------------------------


def np_ref(*parts: Any) -> Np:
    """One permanent, or one of two: "this creature or enchanted creature"."""
    nps = [p for p in parts if isinstance(p, Np)]
    return nps[0] if len(nps) == 1 else Np(any_of(*(p.filter for p in nps)))


def ref(token: Any) -> Np:
    """A word that refers: this, enchanted, it, that creature."""
    if token.type == "REF" and token.value == "pair":
        return Np(any_of(Is("this"), Is("paired")))
    if token.type in ("THIS", "HOST", "REF"):
        return Np(Is(token.value), (token.value,))
    if token.type == "THEY":
        return Np(Is("it"), ())
    candidates = token.value
    return Np(Is(candidates[0] if candidates else "it"), candidates)


_AMOUNTS: Final[dict[tuple[str, ...], str]] = {
    ("NUMBER",): "=",
    ("NUMBER", "OR_MORE"): ">=",
    ("NUMBER", "OR_FEWER"): "<=",
    ("AT_LEAST", "NUMBER"): ">=",
    ("EXACTLY", "NUMBER"): "=",
    ("MORE_THAN", "NUMBER"): ">",
    ("FEWER_THAN", "NUMBER"): "<",
    ("NO", "MORE_THAN", "NUMBER"): "<=",
    ("UP_TO", "NUMBER"): "<=",
}


def _amount(kinds: tuple[str, ...], values: dict[str, Any]) -> tuple[fx.Op | None, Quantity | None]:
    if kinds in ((), ("A",), ("ANY",), ("EACH",), ("ANY_NUMBER",)):
        return None, None
    if kinds == ("NO",):
        return "=", Number(0)
    if kinds == ("MORE",):
        return ">", None
    if kinds in (("X",), ("UP_TO", "X")):
        return "=", X()
    if kinds in _AMOUNTS:
        return _AMOUNTS[kinds], Number(values["NUMBER"])  # type: ignore[return-value]
    raise Unclear("a number of creatures")


def _prefix(tokens: list[Any]) -> dict[str, Any]:
    """What stands before the noun: "up to two other target", "an additional", "no more than three"."""
    values = {t.type: t.value for t in tokens}
    if len(values) != len(tokens):
        raise Unclear("a creature")
    rest = tuple(t.type for t in tokens if t.type not in ("OTHER", "TARGET", "ADDITIONAL", "EVEN", "BASE"))
    if "ADDITIONAL" in values and rest[:1] == ("A",):
        rest = rest[1:] or ("A",)
    if "OTHER" in values and rest[:1] in (("ANY",), ("EACH",), ("A",)) and rest[1:]:
        raise Unclear("a creature")
    op, n = _amount(rest, values)
    return {
        "op": op,
        "n": n,
        "additional": "ADDITIONAL" in values,
        "any_number": "ANY_NUMBER" in values,
        "other": values.get("OTHER"),
        "target": values.get("TARGET"),
        "even": "even" if "even" in str(values.get("EVEN", "")) else "odd" if "EVEN" in values else "",
    }


def prefix(token: Any) -> Any:
    """One word before the noun."""
    return token


def np(*parts: Any) -> Np:
    """Permanents by their properties: "up to two other target creatures you control with flying or reach"."""
    tokens = [p for p in parts if getattr(p, "type", None) not in (None, "OR")]
    start = _prefix(tokens)
    alts: list[Alt] = [p for p in parts if isinstance(p, Alt)]
    filter_ = any_of(*_spread(alts))
    first = alts[0]
    if first.zone is None:
        filter_ = _permanents(filter_)
    if start["other"] is not None and start["target"] is None:
        filter_ = all_of(filter_, NoneOf((Is(start["other"][0]),)))
    target = start["target"]
    if "this way" in {p.flag for p in first.parts}:
        return Np(Is("it"))
    return Np(
        Is(target) if target else filter_,
        (target,) if target else (),
        start["op"],
        start["n"],
        start["additional"],
        start["any_number"],
        zone=first.zone,
        keyword=first.keyword,
        counter=first.counter,
        life=first.life,
        target=filter_ if target else None,
        bare=_bare(tokens, alts[-1]),
        words=("other_" if start["other"] is not None else "") + _slug(alts),
        flags=frozenset(p.flag for p in first.parts if p.flag),
        even=start["even"],
        on=next((p.on for p in first.parts if p.on), None),
    )


def target(what: Np) -> fx.Target | None:
    """What a noun phrase says of its target; None where it has none."""
    if what.target is None:
        return None
    n = what.n.n if isinstance(what.n, Number) else None
    if what.any_number or isinstance(what.n, X):
        return fx.Target(what.target, 0, None)
    if n is None:
        return fx.Target(what.target)
    return fx.Target(what.target, 0 if what.op == "<=" else n, n)


def _permanents(one: Filter) -> Filter:
    """The filter without "permanent", which everything on the battlefield is."""
    if isinstance(one, fx.AllOf):
        return all_of(*map(_permanents, one.of))
    if isinstance(one, fx.AnyOf):
        return any_of(*map(_permanents, one.of))
    return Anything() if one == HasType("permanent") else one


def _bare(before: list[Any], last: Alt) -> bool:
    """Whether a singular noun stands without a word before it: "creature can't block" is no clause."""
    nouns = [p for p in last.parts if p.noun and p.word]
    if before or not nouns:
        return False
    word = nouns[-1].word
    return singular(word.capitalize()) == word.capitalize() and word.capitalize() not in UNINFLECTED


def _plural(what: Np) -> Np:
    """The same noun phrase, where it can stand for permanents as it is."""
    if what.bare:
        raise Unclear("a or each", "creatures")
    if what.zone is not None or what.counter is not None or what.life or what.even or what.flags - {"without", "sharing"}:
        raise Unclear("creatures")
    return what


def _slug(alts: list[Alt]) -> str:
    """The noun phrase as part of the name of a fact: ``instant_or_sorcery_spells``."""
    texts = [" ".join(p.word for p in one.parts if p.word) for one in alts]
    text = " or ".join(text for text in texts if text)
    if text and not text.endswith(("s", "life")):
        text = text[:-1] + "ies" if text.endswith("y") else text + "s"
    return text.replace(" ", "_").replace("-", "_").lower()


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


def alt(*parts: Part) -> Alt:
    """Words and additions of one alternative."""
    return Alt(parts)


def alt_keyword(token: Any) -> Alt:
    """ "with flying or reach": the second keyword alone."""
    name = keyword_name(token.value)
    return Alt((Part(HasKeyword(name), keyword=name),), only_keyword=True)


def _spread(alts: list[Alt]) -> list[Filter]:
    """The filters of the alternatives, what is said once for all given to all."""
    last = alts[-1]
    owners = [p for p in last.parts if p.owner]
    nouns = [p for p in last.parts if p.noun]
    filters: list[Filter] = []
    for n, one in enumerate(alts):
        if one.only_keyword and n:
            _second_keyword(filters, alts[0], one)
            continue
        parts = list(one.parts)
        if n < len(alts) - 1:
            parts += [p for p in owners if not any(q.owner for q in parts)]
            if not any(q.noun for q in parts):
                parts += nouns
        filters.append(all_of(*(p.filter for p in parts)))
    return filters


def _second_keyword(filters: list[Filter], first: Alt, one: Alt) -> None:
    """ "with flying or reach" is an alternative, "without flying or reach" is neither."""
    if any(p.flag == "without" for p in first.parts):
        filters[-1] = all_of(filters[-1], NoneOf((one.filter,)))
    elif first.keyword:
        filters.append(all_of(one.filter, *(p.filter for p in first.parts if not p.keyword)))
    else:
        raise Unclear("a creature")


def color(token: Any) -> Part:
    """A color."""
    return Part(HasColor(token.value), word=str(token))


def type_(token: Any) -> Part:
    """A card type; "card" and "spell" say nothing more."""
    plain = token.value in ("card", "spell")
    return Part(Anything() if plain else HasType(token.value), noun=True, word=str(token), flag=token.value if plain else "")


def subtype(token: Any) -> Part:
    """A subtype."""
    return Part(HasSubtype(token.value), noun=True, word=str(token))


def supertype(token: Any) -> Part:
    """A supertype."""
    return Part(HasSupertype(token.value), word=str(token))


def status(token: Any) -> Part:
    """Tapped, untapped, attacking, token …"""
    if token.value == "untapped":
        return Part(NoneOf((Status("tapped"),)))
    state = "face down" if token.value == "face-down" else token.value
    return Part(Status(state), noun=state == "token", word=str(token) if state == "token" else "")


def alone(*_: Any) -> Part:
    """Attacking alone (506.5)."""
    return Part(Status("attacking alone"))


def designated(token: Any) -> Part:
    """Suspected, goaded, monstrous …"""
    return Part(HasDesignation(token.value))


def counter(token: Any) -> Part:
    """Counters, as what is counted."""
    return Part(Anything(), noun=True, counter=token.value)


def life(*_: Any) -> Part:
    """Life, as what is counted."""
    return Part(Anything(), noun=True, life=True)


BLOCKING: Final = fx.HasFact("blocking")
"""Stands for "blocking" while a clause is read; only a price can count creatures that will be blocking."""


def blocking(*_: Any) -> Part:
    """Blocking, as what a price is due for."""
    return Part(BLOCKING)


def non(_token: Any, part: Part) -> Part:
    """ "nonblack", "non-Wall"."""
    return Part(none_of(part.filter), word="non" + part.word)


def historic() -> Part:
    """Historic: an artifact, legendary or a Saga (700.6)."""
    return Part(any_of(HasType("artifact"), HasSupertype("legendary"), HasSubtype("Saga")), word="historic")


def card_types() -> Part:
    """Card types, as what is counted among cards."""
    return Part(Anything(), noun=True, word="card types", flag="types")


def attacking(token: Any) -> Part:
    """ "attacking you"."""
    return Part(token.value)


def keyword_name(keywords: tuple[Keyword, ...]) -> str:
    """The name a filter asks for: ``swampwalk`` for one landwalk, ``landwalk`` for any."""
    if len(keywords) != 1:
        raise Unclear("one keyword")
    one = keywords[0]
    if one.name == "landwalk" and isinstance(one.quality, HasSubtype):
        return one.quality.subtype.lower() + "walk"
    if one.quality is not None:
        raise Unclear("a keyword without a quality")
    return one.name


def with_keyword(token: Any, *_: Any) -> Part:
    """ "with flying", "with landwalk abilities"."""
    name = keyword_name(token.value)
    return Part(HasKeyword(name), keyword=name)


def without_keyword(token: Any) -> Part:
    """ "without flying"."""
    return Part(NoneOf((HasKeyword(keyword_name(token.value)),)), flag="without")


def with_counters(*tokens: Any) -> Part:
    """ "with two or more oil counters on it"."""
    *before, kind, _it = tokens
    start = _prefix(list(before))
    if start["n"] is None:
        return Part(HasCounters(kind.value))
    if not isinstance(start["n"], Number) or start["op"] is None:
        raise Unclear("a number of counters")
    op = ">=" if len(before) == 1 and start["op"] == "=" and start["n"].n else start["op"]
    return Part(HasCounters(kind.value, op, start["n"].n))


def compared(number: Any, *more: Any) -> tuple[fx.Op, Quantity]:
    """ "3 or greater", "2 or less", "4"."""
    op: fx.Op = "="
    if more:
        op = ">=" if more[0].type == "OR_MORE" else "<="
    return op, Number(number.value) if number.type == "NUMBER" else X()


def compared_to(relation: Any, than: Quantity) -> tuple[fx.Op, Quantity]:
    """ "less than this creature's power"."""
    return _RELATIONS[relation.value], than


_STATS: Final = {"converted mana cost": "mana value", "converted mana costs": "mana value", "mana values": "mana value"}


def _stat(token: Any) -> fx.Stat:
    return _STATS.get(token.value, token.value)  # type: ignore[return-value]


def with_stat(stat: Any, comparison: tuple[fx.Op, Quantity]) -> Part:
    """ "with power 3 or greater", "with power or toughness 1 or less"."""
    op, than = comparison
    if stat.value == "power or toughness":
        return Part(any_of(HasStat("power", op, than), HasStat("toughness", op, than)))
    return Part(HasStat(_stat(stat), op, than))


_RELATIONS: Final[dict[str, fx.Op]] = {
    "less than": "<",
    "greater than": ">",
    "equal to": "=",
    "less than or equal to": "<=",
    "greater than or equal to": ">=",
    "equal to or greater than": ">=",
    "equal to or less than": "<=",
}


def with_comparative(how: Any, stat: Any) -> Part:
    """ "with greater power": than the other creature of the pair, whom the context names."""
    op: fx.Op = {"greater": ">", "lesser": "<", "less": "<", "equal": "="}[how.value]  # type: ignore[assignment]
    return Part(HasStat(_stat(stat), op, StatOf(_stat(stat), "subject")))


def with_parity(how: Any, stat: Any) -> Part:
    """ "with even mana values"."""
    return Part(fx.HasParity(_stat(stat), how.value))


def nothing_more(*_: Any) -> Part:
    """What a becoming adds that says nothing about who fits."""
    return Part(Anything())


def with_fact(token: Any) -> Part:
    """A fact of the board by its name."""
    return Part(fx.HasFact(token.value))


def with_no_abilities() -> Part:
    """ "with no abilities"."""
    return Part(HasNoAbilities())


def with_abilities() -> Part:
    """ "with abilities"."""
    return Part(NoneOf((HasNoAbilities(),)))


def controlled(who: Any) -> Part:
    """ "you control", "defending player controls"."""
    return Part(ControlledBy(who.value), owner=True)


def not_controlled(who: Any) -> Part:
    """ "you don't control"."""
    return Part(NoneOf((ControlledBy(who.value),)), owner=True)


def owned(who: Any) -> Part:
    """ "you own"."""
    return Part(fx.OwnedBy(who.value), owner=True)


def controlled_by_them(they: Any) -> Part:
    """ "they control": the player spoken of."""
    return Part(ControlledBy(they.value), owner=True)


def other_than(_words: Any, one: Np) -> Part:
    """ "other than this creature"."""
    return Part(NoneOf((one.filter,)))


def that_is(_be: Any, part: Part) -> Part:
    """ "that are enchanted"."""
    return part


def share_a_type(*_: Any) -> Part:
    """ "that share a creature type", as what is counted."""
    return Part(Anything(), flag="sharing")


def shares(what: Any, one: Np) -> Part:
    """ "that shares a color with it"."""
    if one.ref is None:
        raise Unclear("one permanent")
    return Part(fx.SharesWith(what.value.removeprefix("a ").removesuffix(" with"), one.ref))


def of_chosen(token: Any) -> Part:
    """ "of the chosen color", "of the chosen type"."""
    return Part(HasColor("chosen") if "color" in token.value else HasSubtype("chosen"))


def in_pile(*_: Any) -> Part:
    """ "in the pile of that player's choice"."""
    return Part(fx.HasLabel("chosen"))


def named(token: Any) -> Part:
    """ "named …"."""
    return Part(fx.Named(token.value))


def on_ref(one: Np) -> Part:
    """ "on it", of counters."""
    return Part(Anything(), on=one.ref or "it", flag="on")


def this_way(*_: Any) -> Part:
    """ "dealt damage this way": those the board's ``it`` names."""
    return Part(Anything(), flag="this way")


def not_declared(*_: Any) -> Part:
    """ "not declared as an attacking or blocking creature this combat"."""
    return Part(Anything(), flag="not declared")


def pronoun(token: Any) -> Any:
    """It or they."""
    return token


_ZONES: Final[dict[str, tuple[str, fx.Who]]] = {
    "in hand": ("hand", "you"),
    "in your hand": ("hand", "you"),
    "in your graveyard": ("graveyard", "you"),
    "in exile": ("exile", "any player"),
    "in their graveyard": ("graveyard", "that player"),
    "in their hand": ("hand", "that player"),
}


def in_zone(token: Any) -> Part:
    """ "in your graveyard"."""
    return Part(Anything(), zone=_ZONES[token.value])


def attached_to(one: Np) -> Part:
    """ "attached to this creature"."""
    if one.ref is None:
        raise Unclear("one permanent")
    return Part(fx.AttachedTo(one.ref))


# --- quantities -------------------------------------------------------------------------------------------------------


def stat_of(whose: Any, stat: Any) -> Quantity:
    """ "this creature's power", "its toughness"."""
    one: Ref = whose.value if whose.type in ("THIS", "HOST", "REF") else (*whose.value, "it")[0]
    return StatOf(_stat(stat), one)


def quantity(token: Any) -> Quantity:
    """A number, X, or one that was made already."""
    kind = getattr(token, "type", None)
    if kind == "NUMBER":
        return Number(token.value)
    return X() if kind == "X" else token  # type: ignore[no-any-return]


def number_of(*parts: Any) -> Quantity:
    """ "the number of Islands you control"."""
    *words, who = parts
    return CountOf(all_of(*(p.filter for p in words), ControlledBy(who.value)))


def number_there(*words: Part) -> Quantity:
    """ "the number of Clerics on the battlefield"."""
    return CountOf(all_of(*(p.filter for p in words)))


def greatest_of(stat: Any, *parts: Any) -> Quantity:
    """ "the greatest power among creatures you control"."""
    *words, who = parts
    return fx.GreatestOf(_stat(stat), all_of(*(p.filter for p in words), ControlledBy(who.value)))


def that_number() -> Quantity:
    """ "that number", counted as the ability resolved."""
    return X()


def life_total(*who: Any) -> Quantity:
    """ "your life total"."""
    return PlayerNumber(who[0].value if who else "you", "life")


def devotion(*colors: Any) -> Quantity:
    """ "your devotion to black and green"."""
    return fx.Devotion("you", tuple(c.value for c in colors))


def quantity_of(made: Quantity) -> Quantity:
    """One that was made already."""
    return made


def fact_number(token: Any, of: Any) -> Quantity:
    """A number the board's ``facts`` give, by its name."""
    who = of.value if getattr(of, "type", None) == "WHO" else of.ref
    return fx.FactNumber(token.value, who)


# --- conditions -------------------------------------------------------------------------------------------------------


def is_one(one: Np, _be: Any, other: Np) -> Condition:
    """ "it's attacking alone", "enchanted creature is a Human"."""
    if one.ref is None:
        _plural(one)
        return Compare(CountOf(all_of(one.filter, other.filter)), ">=", Number(1))
    return Fits(one.ref, other.filter)


def is_not_one(one: Np, be: Any, other: Np) -> Condition:
    """ "it isn't untapped"."""
    return Neither((is_one(one, be, other),))


def is_turn(*_: Any) -> Condition:
    """ "it's your turn"."""
    return TurnOf("you")


def is_not_turn(*_: Any) -> Condition:
    """ "it's not your turn"."""
    return Neither((TurnOf("you"),))


def is_ring_bearer(one: Np, _be: Any) -> Condition:
    """ "it is your Ring-bearer"."""
    if one.ref is None:
        raise Unclear("one creature")
    return Fits(one.ref, HasDesignation("ring-bearer"))


def is_paired(one: Np, _be: Any) -> Condition:
    """ "this creature is paired with another creature" (702.95)."""
    if one.ref != "this":
        raise Unclear("this creature")
    return Fits("paired", Anything())


def has_counters(one: Np, _have: Any, what: Np) -> Condition:
    """ "it has five or more +1/+1 counters on it", "an opponent has …"; "it has flying"."""
    if one.ref is None or (what.n is not None and not isinstance(what.n, Number)):
        raise Unclear("one permanent")
    if what.counter is None or what.on is None:
        raise Unclear("counters on it")
    if what.even:
        return Fits(one.ref, HasCounters(what.counter, parity=what.even))  # type: ignore[arg-type]
    n = what.n.n if isinstance(what.n, Number) else 1
    return Fits(one.ref, HasCounters(what.counter, what.op or ">=", n))


def has_not_dealt(one: Np, *_: Any) -> Condition:
    """ "it hasn't dealt damage yet"."""
    if one.ref is None:
        raise Unclear("one creature")
    return Neither((Fits(one.ref, fx.HasFact("dealt_damage")),))


def remains(one: Np, *state: Any) -> Condition:
    """ "remains tapped", "remains on the battlefield"."""
    if one.ref is None:
        raise Unclear("one permanent")
    return Fits(one.ref, status(state[0]).filter if state else Anything())


def has_done(who: Any, *parts: Any) -> Condition:
    """ "you've cast two or more spells this turn": a number that the board's facts give."""
    done = next(p for p in parts if getattr(p, "type", None) == "DONE")
    what = _nps(parts)[0]
    op, n = _many(what)
    return Compare(fx.FactNumber(f"{what.words}_{_DONE.get(done.value, done.value)}_{_when(parts)}", who.value), op, n)


_DONE: Final = {"drew": "drawn"}


def _when(parts: tuple[Any, ...]) -> str:
    length = _duration(parts)
    if length not in ("this turn", "this combat"):
        raise Unclear("this turn")
    return length.replace(" ", "_")


def has_deed(who: Any, *parts: Any) -> Condition:
    """ "you've committed a crime this turn"."""
    deed = next(p for p in parts if getattr(p, "type", None) == "DEED")
    return fx.Fact(f"{deed.value.replace(' ', '_')}_{_when(parts)}", who.value)


def has_entered(what: Np, *rest: Any) -> Condition:
    """ "an artifact entered the battlefield under your control this turn"."""
    op, n = _many(what)
    return Compare(fx.FactNumber(f"{what.words}_entered_{_when(rest)}", "you"), op, n)


def had_enter(who: Any, _have: Any, what: Np, *rest: Any) -> Condition:
    """ "you had another Cleric enter the battlefield under your control this turn"."""
    if who.value != "you":
        raise Unclear("you")
    return has_entered(what, *rest)


def has_died(what: Np, *rest: Any) -> Condition:
    """ "a creature died this turn"."""
    op, n = _many(what)
    return Compare(fx.FactNumber(f"{what.words}_died_{_when(rest)}", "any player"), op, n)


def fact(who: Any, _have: Any, token: Any) -> Condition:
    """A fact of the board by its name."""
    return fx.Fact(token.value, who.value)


def has_more(who: Any, _have: Any, what: Np, than: Any) -> Condition:
    """ "you have more life than an opponent"."""
    if what.op != ">" or what.n is not None:
        raise Unclear("more than a player")
    name = "life" if what.life else what.zone[0] if what.zone else ""
    if not name:
        raise Unclear("life or cards in hand")
    return Compare(PlayerNumber(who.value, name), ">", PlayerNumber(than.value, name))


def has_not_designation(who: Any, _have: Any, what: str) -> Condition:
    """ "you don't have max speed"."""
    return Neither((PlayerHas(who.value, what),))


def either(*parts: Any) -> Condition:
    """One of them."""
    return fx.Either(tuple(parts))


def stat_is(stat: Quantity, _be: Any, comparison: tuple[fx.Op, Quantity]) -> Condition:
    """ "its power is 6 or greater"."""
    op, than = comparison
    return Compare(stat, op, than)


def _many(what: Np) -> tuple[fx.Op, Quantity]:
    if what.any_number or what.additional:
        raise Unclear("a number of permanents")
    return what.op or ">=", what.n if what.n is not None else Number(1)


def controls(who: Any, what: Np) -> Condition:
    """ "defending player controls three or more artifacts"."""
    theirs: Filter = ControlledBy(who.value)
    if str(who) == "another player":
        theirs = NoneOf((ControlledBy("you"),))
    if what.ref is not None:
        return Fits(what.ref, theirs)
    op, n = _many(what)
    filter_ = all_of(what.filter, theirs)
    return Compare(fx.MostSharing(filter_) if "sharing" in what.flags else CountOf(filter_), op, n)


def controls_not(who: Any, what: Np) -> Condition:
    """ "you don't control a Forest"."""
    return Neither((controls(who, what),))


def controls_most(who: Any, what: Np, *_: Any) -> Condition:
    """ "controls the most creatures or is tied for the most"."""
    return ControlsMost(who.value, what.filter)


def controls_more(who: Any, what: Np, than: Any) -> Condition:
    """ "you control more creatures than attacking player"."""
    if what.op != ">" or what.n is not None:
        raise Unclear("more permanents than a player")
    counts = [CountOf(all_of(what.filter, ControlledBy(w.value))) for w in (who, than)]
    return Compare(counts[0], ">", counts[1])


def has(who: Any, _have: Any, what: Np) -> Condition:
    """ "you have seven or more cards in hand", "defending player has a rad counter", "you have 5 or less life"."""
    op, n = _many(what)
    if what.life:
        return Compare(PlayerNumber(who.value, "life"), op, n)
    if what.counter:
        return Compare(PlayerNumber(who.value, what.counter), op, n)
    if what.zone is not None:
        return Compare(PlayerNumber(who.value, what.zone[0], _cards(what)), op, n)
    raise Unclear("cards, life or counters of a player")


def _cards(what: Np) -> Filter | None:
    return None if what.filter == Anything() else what.filter


def has_designation(who: Any, _have: Any, what: str) -> Condition:
    """ "you have the city's blessing", "you have max speed"."""
    return PlayerHas(who.value, what)


def designation(token: Any) -> str:
    """The designation of a player."""
    if token.type == "KEYWORD":
        if token.value[0].name != "max speed":
            raise Unclear("a designation of a player")
        return "max speed"
    return str(token.value).removeprefix("the ").replace(" 's", "'s")


def is_monarch(who: Any, _be: Any, what: Any) -> Condition:
    """ "you're the monarch"."""
    if what.value != "monarch":
        raise Unclear("the monarch")
    return PlayerHas(who.value, "monarch")


def there_are(_be: Any, what: Np) -> Condition:
    """ "there are seven or more cards in your graveyard"."""
    op, n = _many(what)
    if "types" in what.flags and what.zone is not None:
        return Compare(PlayerNumber(what.zone[1], "card types", _cards(what)), op, n)
    if what.zone is None:
        return Compare(CountOf(what.filter), op, n)
    return Compare(PlayerNumber(what.zone[1], what.zone[0], _cards(what)), op, n)


def are_there(what: Np, _be: Any, zone: Any) -> Condition:
    """ "seven or more cards are in your graveyard"."""
    return there_are(None, replace(what, zone=_ZONES[zone.value]))


def conditions(*parts: Condition) -> Condition:
    """All of them."""
    return both(*parts)


# --- verbs ------------------------------------------------------------------------------------------------------------


Verb = Callable[[Draft, Np], None]


def _duration(parts: tuple[Any, ...]) -> str:
    found = [p.value for p in parts if getattr(p, "type", None) == "DURATION"]
    return found[-1] if found else ""


def _nps(parts: tuple[Any, ...]) -> list[Np]:
    return [p for p in parts if isinstance(p, Np)]


def _object(what: Np, subject: Np) -> Filter:
    """The filter of an object; a pronoun never means the subject itself."""
    if what.refs and what.ref == subject.ref and what.target is None and len(what.refs) > 0:
        others = [r for r in what.refs if r != subject.ref]
        return Is(others[0] if others else "it")
    return in_combat(_in_pair(what.filter, "blocker"))


def _in_pair(one: Filter, other: Ref) -> Filter:
    """Names who "greater power" is greater than: the other creature of the pair."""
    if isinstance(one, HasStat) and isinstance(one.than, StatOf) and one.than.of == "subject":
        return HasStat(one.stat, one.op, StatOf(one.than.stat, other))
    if isinstance(one, fx.AllOf):
        return all_of(*(_in_pair(f, other) for f in one.of))
    if isinstance(one, fx.AnyOf):
        return any_of(*(_in_pair(f, other) for f in one.of))
    return one


def _says(make: Callable[[Np], Effect | tuple[Effect, ...]], parts: tuple[Any, ...]) -> Verb:
    def verb(draft: Draft, subject: Np) -> None:
        made = make(subject)
        made = made if isinstance(made, tuple) else (made,)
        draft.effects.extend(made)
        draft.gaining = None
        matters = any(not isinstance(e, Changes) for e in made)
        if (length := _duration(parts)) or matters:
            draft.durations.append((matters, length))

    return verb


def _blockers(subject: Np) -> Filter:
    if subject.player is not None:
        raise Unclear("creatures")
    return in_combat(subject.filter)


def cant_block(*parts: Any) -> Verb:
    """ "can't block", "can't block Humans"."""
    objects = [_plural(o) for o in _nps(parts)]
    return _says(
        lambda s: CantBlock(_blockers(s), _object(objects[0], s) if objects else Anything()), parts
    )


def cant_block_alone(*parts: Any) -> Verb:
    """ "can't block alone"."""
    return _says(lambda s: NeedsCompany(_blockers(s)), parts)


def cant_block_with(*parts: Any) -> Verb:
    """ "each opponent can't block with more than one creature", "your opponents can't block with Walls"."""
    (what,) = _nps(parts)

    def make(subject: Np) -> Effect:
        if subject.player is None:
            raise Unclear("a player")
        theirs = all_of(in_combat(what.filter), ControlledBy(subject.player))
        if what.op is None:
            return CantBlock(theirs, Anything())
        if what.op == ">" and isinstance(what.n, Number):
            return MaxBlocking(theirs, what.n.n, each=subject.player)
        raise Unclear("more than one creature")

    return _says(make, parts)


@dataclass(frozen=True, slots=True)
class By:
    """By whom something can't be, or except by whom."""

    np: Np
    excepted: bool = False


def by(what: Np) -> By:
    """ "by creatures with flying"."""
    return By(_plural(what))


def except_by(*parts: Any) -> By:
    """ "except by creatures with flying"."""
    return By(_plural(_nps(parts)[0]), excepted=True)


def by_slip(*_: Any) -> By | None:
    """ "must be blocked it if able"."""
    return None


def _not_by(given: By, subject: Np) -> Effect:
    attackers = in_combat(subject.filter)
    who = in_combat(_in_pair(given.np.filter, "attacker"))
    op, n = given.np.op, given.np.n
    if op is None:
        return CantBlock(none_of(who) if given.excepted else who, attackers)
    if who == Anything() and isinstance(n, Number):
        if given.excepted and op == ">=":
            return MinBlockers(attackers, n.n)
        if not given.excepted and op == ">":
            return MaxBlockers(attackers, n.n)
        if not given.excepted and op == ">=":
            return MaxBlockers(attackers, n.n - 1)
    raise Unclear("creatures that fit, or a number of creatures")


def cant_be_blocked(*parts: Any) -> Verb:
    """ "can't be blocked", "(except) by Walls", "except by two or more creatures", "by more than one creature"."""
    given = [p for p in parts if isinstance(p, By)]
    return _says(
        lambda s: _not_by(given[0], s) if given else CantBlock(Anything(), _blockers(s)), parts
    )


def cant_block_or_be(*parts: Any) -> Verb:
    """ "can't block or be blocked by non-Spirit creatures": the creatures govern both halves."""
    (given,) = [p for p in parts if isinstance(p, By)]
    if given.np.op is not None:
        raise Unclear("creatures that fit")
    who = in_combat(given.np.filter)
    who = none_of(who) if given.excepted else who
    return _says(lambda s: (CantBlock(_blockers(s), who), CantBlock(who, _blockers(s))), parts)


def can_block_or_be_only(*parts: Any) -> Verb:
    """ "can block or be blocked by only creatures with shadow"."""
    who = none_of(in_combat(_plural(_nps(parts)[0]).filter))
    return _says(lambda s: (CantBlock(_blockers(s), who), CantBlock(who, _blockers(s))), parts)


def can_be_blocked_only(*parts: Any) -> Verb:
    """ "can be blocked only by creatures with flying"."""
    who = none_of(in_combat(_plural(_nps(parts)[0]).filter))
    return _says(lambda s: CantBlock(who, _blockers(s)), parts)


def only_can_block(*parts: Any) -> Step:
    """ "only creatures in the chosen pile can block"."""
    (what,) = _nps(parts)
    verb = _says(lambda _s: CantBlock(none_of(in_combat(what.filter)), Anything()), parts)
    return lambda draft: verb(draft, what)


def can_block_only(*parts: Any) -> Verb:
    """ "can block only creatures with flying"."""
    what = _plural(_nps(parts)[0])
    return _says(lambda s: CantBlock(_blockers(s), none_of(in_combat(what.filter))), parts)


def can_block_at_all(*parts: Any) -> Verb:
    """ "no more than two creatures can block each combat"."""

    def make(subject: Np) -> Effect:
        if subject.op == "<=" and isinstance(subject.n, Number):
            return MaxBlocking(in_combat(subject.filter), subject.n.n)
        raise Unclear("no more than a number of creatures")

    return _says(make, parts)


def _extra(what: Np) -> Quantity | None:
    if in_combat(what.filter) != Anything():
        raise Unclear("an additional creature")
    if what.any_number and not what.additional:
        return None
    if what.additional and what.op in (None, "=", "<="):
        return what.n if what.n is not None else Number(1)
    raise Unclear("an additional creature", "any number of creatures")


def can_block(*parts: Any) -> Verb:
    """ "can block an additional creature each combat", "any number of creatures"."""
    (what,) = _nps(parts)
    if what.keyword and what.op is None:
        attackers, has = in_combat(what.filter), what.keyword
        return _says(lambda s: AsThough(_blockers(s), attackers, has=has), parts)
    n = _extra(what)
    return _says(lambda s: ExtraBlocks(_blockers(s), n), parts)


def can_block_for_each(*parts: Any) -> Verb:
    """ "can block an additional creature for each Equipment attached to it"."""
    what, each = _nps(parts)
    if _extra(what) != Number(1) or each.op is not None:
        raise Unclear("an additional creature")
    return _says(lambda s: ExtraBlocks(_blockers(s), CountOf(each.filter)), parts)


@dataclass(frozen=True, slots=True)
class AsIf:
    """What "as though" sets aside: a keyword had, a keyword lacked, or being tapped."""

    has: str | None = None
    lacks: str | None = None
    untapped: bool = False


def as_though_had(_np: Np, _have: Any, keyword: Any) -> AsIf:
    """ "as though it had reach"."""
    return AsIf(has=keyword_name(keyword.value))


def as_though_lacks(_np: Np, keyword: Any) -> AsIf:
    """ "as though it didn't have shadow"."""
    return AsIf(lacks=keyword_name(keyword.value))


def as_though_lacks_those(_np: Np) -> AsIf:
    """ "as though they didn't have those abilities": the keyword the attackers were named by."""
    return AsIf(lacks="")


def as_though_untapped(_np: Np, state: Any) -> AsIf:
    """ "as though they were untapped"."""
    if state.value != "untapped":
        raise Unclear("untapped")
    return AsIf(untapped=True)


def _as_though(blockers: Filter, attackers: Filter, how: AsIf, keyword: str) -> Effect:
    lacks = how.lacks if how.lacks != "" else keyword
    if how.lacks == "" and not keyword:
        raise Unclear("a keyword")
    return AsThough(blockers, attackers, how.has, lacks, how.untapped)


def can_block_as_though(*parts: Any) -> Verb:
    """ "can block creatures with shadow as though it had shadow"."""
    (how,) = [p for p in parts if isinstance(p, AsIf)]
    objects = _nps(parts)
    attackers = in_combat(objects[0].filter) if objects else Anything()
    keyword = objects[0].keyword if objects else ""
    return _says(lambda s: _as_though(_blockers(s), attackers, how, keyword), parts)


def can_be_blocked_as_though(*parts: Any) -> Verb:
    """ "can be blocked as though they didn't have islandwalk"."""
    (how,) = [p for p in parts if isinstance(p, AsIf)]
    objects = _nps(parts)
    blockers = in_combat(objects[0].filter) if objects else Anything()
    return _says(lambda s: _as_though(blockers, in_combat(s.filter), how, s.keyword), parts)


def must_be_blocked(*parts: Any) -> Verb:
    """ "must be blocked if able", "by two or more creatures", "by an Eldrazi", "by exactly one creature"."""
    given = [p for p in parts if isinstance(p, By)]
    if not given:
        return _says(lambda s: MustBeBlocked(_blockers(s)), parts)
    who = given[0].np
    if given[0].excepted:
        raise Unclear("by creatures")
    blockers = in_combat(who.filter)
    blockers = fx.CREATURES if blockers == Anything() else blockers
    if who.n is None:
        return _says(lambda s: MustBeBlocked(_blockers(s), blockers), parts)
    if not isinstance(who.n, Number) or who.op not in (">=", "="):
        raise Unclear("a number of creatures")
    lo, hi = who.n.n, who.n.n if who.op == "=" else None
    return _says(lambda s: MustBeBlocked(_blockers(s), blockers, lo, hi), parts)


def must_block(*parts: Any) -> Verb:
    """ "blocks each combat if able", "block this creature this turn if able"."""
    objects = [_plural(o) for o in _nps(parts)]

    def make(subject: Np) -> Effect:
        if not objects:
            return MustBlock(_blockers(subject))
        if objects[0].op is not None:
            raise Unclear("a creature")
        attackers = _object(objects[0], subject)
        return MustBlockThese(_blockers(subject), _without_attacking(attackers))

    return _says(make, parts)


def _without_attacking(one: Filter) -> Filter:
    """Attackers are attacking; "each attacking creature" says no more than each of them."""
    if one == Status("attacking"):
        return Anything()
    return all_of(*(f for f in one.of if f != Status("attacking"))) if isinstance(one, fx.AllOf) else one


def able(subject: Np, what: Np, *rest: Any) -> Step:
    """ "all creatures able to block it do so"."""
    _plural(what)

    def step(draft: Draft) -> None:
        verb = _says(lambda s: MustBlockThese(in_combat(s.filter), in_combat(what.filter)), rest)
        verb(draft, subject)

    return step


def _change(what: tuple[Any, ...], parts: tuple[Any, ...]) -> Verb:
    """A note of what changes: the board states current values."""

    def verb(draft: Draft, subject: Np) -> None:
        last = draft.effects[-1] if draft.effects else None
        before = last.what if isinstance(last, Changes) and last.of == subject.filter else ()
        if before:
            draft.effects.pop()
        draft.effects.append(Changes(subject.filter, (*before, *(w for w in what if w not in before))))
        draft.gaining = None
        draft.durations.append((False, _duration(parts)))

    return verb


def gets(*parts: Any) -> Verb:
    """ "gets +2/+2"."""
    return _change(("power", "toughness"), parts)


def has_changed(_have: Any, what: Any) -> Verb:
    """ "has changed power and toughness"."""
    words = what.value.removeprefix("changed ").replace("controller", "control")
    return _change(tuple(words.split(" and ")), ())


def becomes(*parts: Any) -> Verb:
    """ "is a Spirit in addition to its other types", "becomes a 3/2 blue Elemental"; a designation changes nothing."""
    what = _nps(parts)[0]
    if what.ref is not None or what.op is not None or what.target is not None:
        raise Unclear("what it becomes")
    changed = [("types", HasType), ("types", HasSubtype), ("types", HasSupertype), ("colors", HasColor)]
    filters = what.filter.of if isinstance(what.filter, fx.AllOf) else (what.filter,)
    said = dict.fromkeys(name for name, cls in changed for f in filters if isinstance(f, cls))
    if not said:
        return nothing()
    return _change(tuple(said), parts)


def in_addition(*_: Any) -> None:
    """ "in addition to its other types"."""


def _abilities(ability: Any) -> tuple[Effect, ...]:
    return ability  # type: ignore[no-any-return]


def _gain(draft: Draft, subject: Np, abilities: tuple[Any, ...], direct: bool) -> None:
    last = draft.effects[-1] if draft.effects else None
    if not direct and isinstance(last, Grant) and last.to == subject.filter and draft.gaining is not None:
        draft.effects[-1] = Grant(last.to, last.abilities + abilities)
    elif direct:
        draft.effects.extend(abilities)
    else:
        draft.effects.append(Grant(subject.filter, abilities))


def gains(how: Any, ability: tuple[Any, ...], *rest: Any) -> Verb:
    """ "has menace", "gains flying until end of turn"; what this permanent itself has is its own ability."""

    def verb(draft: Draft, subject: Np) -> None:
        direct = how.value in ("has", "have") and subject.filter == THIS
        _gain(draft, subject, ability, direct)
        draft.gaining = lambda to, abilities: Grant(to, abilities) if not direct else While  # type: ignore[return-value]
        draft.durations.append((True, _duration(rest)))

    return verb


def gained_too(ability: tuple[Any, ...], *rest: Any) -> Step:
    """One more ability of those that are gained."""

    def step(draft: Draft) -> None:
        if draft.subject is None or draft.gaining is None:
            raise Unclear("has or gains")
        last = draft.effects[-1] if draft.effects else None
        direct = draft.subject.filter == THIS and not isinstance(last, Grant)
        _gain(draft, draft.subject, ability, direct)
        if length := _duration(rest):
            draft.durations.append((True, length))

    return step


def keyword_ability(token: Any) -> tuple[Effect, ...]:
    """Keywords."""
    return token.value  # type: ignore[no-any-return]


def quoted_ability(token: Any) -> tuple[Any, ...]:
    """A quoted ability; its text is read where the clause is known."""
    return (Ability(token.value),)


def loses(keyword: Any, *rest: Any) -> Verb:
    """ "loses flying"."""
    names = tuple(keyword_name((k,)) for k in keyword.value)
    return _says(lambda s: Lose(s.filter, names), rest)


def loses_all(*rest: Any) -> Verb:
    """ "loses all abilities"."""
    return _says(lambda s: Lose(s.filter), rest)


def cant_have(keyword: Any) -> Verb:
    """ "can't have or gain flying"."""
    names = tuple(keyword_name((k,)) for k in keyword.value)

    def verb(draft: Draft, subject: Np) -> None:
        if draft.effects and draft.effects[-1] == Lose(subject.filter, names):
            draft.effects.pop()
        draft.effects.append(Lose(subject.filter, names, for_good=True))

    return verb


def _nothing(draft: Draft, _subject: Np) -> None:
    draft.gaining = None


def nothing(*_: Any) -> Verb:
    """What is said of attacking, or an instruction beside: nothing about blocking."""
    return _nothing


# --- clauses ----------------------------------------------------------------------------------------------------------


def subject(*parts: Np) -> Np:
    """Who does it: one or several."""
    if len(parts) == 1:
        return _plural(parts[0])
    if any(_plural(p).op is not None for p in parts):
        raise Unclear("creatures")
    filters = [p.filter for p in parts]
    owner = [f for f in getattr(filters[-1], "of", ()) if isinstance(f, ControlledBy)]
    shared = [f if isinstance(f, Is) or "controlled_by" in repr(f) else all_of(f, *owner) for f in filters]
    return Np(any_of(*shared))


def subject_may(who: Any, one: Np) -> Np:
    """ "you may have target creature"."""
    if who.value != "you":
        raise Unclear("you may have")
    return one


def subject_player(who: Any) -> Np:
    """A player, who blocks with creatures."""
    return Np(ControlledBy(who.value), player=who.value)


def said(who: Np, *parts: Any) -> Step:
    """A subject and what is said of it."""
    verb = parts[-1]

    def step(draft: Draft) -> None:
        draft.subject = who
        verb(draft, who)

    return step


def said_too(verb: Verb) -> Step:
    """What else is said of the same subject."""

    def step(draft: Draft) -> None:
        if verb is _nothing:
            return
        if draft.subject is None:
            raise Unclear("a creature")
        verb(draft, draft.subject)

    return step


def no_activation(*parts: Any) -> Step:
    """ "its activated abilities (with {T} in their costs) can't be activated"."""
    cost = next((p.value for p in parts if p.type == "MANA"), "")

    def step(draft: Draft) -> None:
        of = draft.subject.filter if draft.subject is not None else Is((*parts[0].value, "it")[0])
        draft.effects.append(NoActivation(of, with_cost=cost))

    return step


def no_activation_of(*parts: Any) -> Step:
    """ "activated abilities (with {T} in their costs) of creatures can't be activated"."""
    cost = next((p.value for p in parts if getattr(p, "type", "") == "MANA"), "")
    (what,) = _nps(parts)
    return lambda draft: draft.effects.append(NoActivation(what.filter, with_cost=cost))


def _choose(draft: Draft, made: ChoosesBlocks, length: str) -> None:
    draft.effects.append(made)
    draft.durations.append((True, length))


def chooses_which(who: Any, what: Np, *rest: Any) -> Step:
    """ "you choose which creatures block this turn"."""
    made = ChoosesBlocks(who.value, _plural(what).filter, how=False)
    return lambda draft: _choose(draft, made, _duration(rest))


def chooses_how(who: Any, what: Np, *rest: Any) -> Step:
    """ "you choose how those creatures block": those that were spoken of, or those named."""

    def step(draft: Draft) -> None:
        those = what.refs == () and isinstance(what.filter, Is)
        blockers = (draft.subject.filter if draft.subject else fx.CREATURES) if those else what.filter
        _choose(draft, ChoosesBlocks(who.value, blockers, which=False), _duration(rest))

    return step


def chooses_how_too(_what: Np) -> Step:
    """ "and how those creatures block"."""

    def step(draft: Draft) -> None:
        last = draft.effects.pop() if draft.effects else None
        if not isinstance(last, ChoosesBlocks):
            raise Unclear("a player chooses")
        draft.effects.append(replace(last, how=True))

    return step


def how_block(what: Np) -> Np:
    """ "how those creatures block"."""
    return what


def items(first: Step, *others: Step) -> Draft:
    """The parts of a clause, from left to right."""
    draft = Draft()
    for step in (first, *others):
        step(draft)
    return draft


Mark = Callable[[Draft], "Condition | None"]


def lead_while(condition: Condition) -> Mark:
    """ "as long as …," at the start."""
    return lambda _draft: condition


tail_while = lead_while


def lead_duration(token: Any) -> Mark:
    """ "this turn," at the start."""

    def mark(draft: Draft) -> None:
        draft.durations.insert(0, (True, token.value))

    return mark


def lead_for_as_long(condition: Condition) -> Mark:
    """ "for as long as …"."""

    def mark(draft: Draft) -> Condition:
        draft.durations.insert(0, (True, "for as long as"))
        return condition

    return mark


tail_for_as_long = lead_for_as_long


def unless(condition: Condition) -> Mark:
    """ "unless you control a Vampire"."""
    return lambda _draft: Neither((condition,))


def _mend(change: Callable[[CantBlock], Effect | None]) -> Mark:
    """Changes what "unless" governs: every "can't block" of the clause; there has to be one."""

    def mark(draft: Draft) -> None:
        made = [change(e) if isinstance(e, CantBlock) else e for e in draft.effects]
        if None in made or made == draft.effects:
            raise Unclear("a condition")
        draft.effects[:] = [e for e in made if e is not None]

    return mark


def unless_mana(*_: Any) -> Mark:
    """ "unless they're mana abilities"."""

    def mark(draft: Draft) -> None:
        made = [replace(e, mana_too=False) if isinstance(e, NoActivation) else e for e in draft.effects]
        if made == draft.effects:
            raise Unclear("activated abilities")
        draft.effects[:] = made

    return mark


def unless_company(others: Np) -> Mark:
    """ "unless at least two other creatures block", "unless a creature with greater power also blocks"."""

    def change(effect: CantBlock) -> Effect | None:
        if effect.attackers != Anything():
            return None
        filter_ = _in_pair(others.filter, "blocker")
        parts = [f for f in (filter_.of if isinstance(filter_, fx.AllOf) else (filter_,)) if f != NoneOf((THIS,))]
        fit = in_combat(all_of(*parts))
        n = others.n.n if isinstance(others.n, Number) else 1
        if others.op not in (None, ">=") or others.ref is not None:
            return None
        return NeedsCompany(effect.blockers, n, fx.CREATURES if fit == Anything() else fit)

    return _mend(change)


def unless_all_block(blockers: Np, _attacker: Np) -> Mark:
    """ "unless all creatures defending player controls block it"."""

    def change(effect: CantBlock) -> Effect | None:
        fit = in_combat(blockers.filter)
        parts = fit.of if isinstance(fit, fx.AllOf) else (fit,)
        if effect.blockers != Anything() or ControlledBy("defending player") not in parts:
            return None
        rest = all_of(*(f for f in parts if f != ControlledBy("defending player")))
        return AllOrNone(effect.attackers, fx.CREATURES if rest == Anything() else rest)

    return _mend(change)


def pay_mana(token: Any) -> PricePart:
    """ "pays {2}"."""
    return PricePart("mana", mana=token.value)


def pay_life(token: Any) -> PricePart:
    """ "pays 1 life"."""
    return PricePart("life", n=Number(token.value))


def unless_pays(who: Any, price: PricePart, *each: Any) -> Mark:
    """ "unless its controller pays {2}", "for each of those creatures", "for each card in your hand"."""
    times = _times(_nps(each))

    def change(effect: CantBlock) -> Effect:
        blockers, attackers = effect.blockers, _without_attacking(effect.attackers)
        return BlockCost(blockers, (price,), who.value, None if attackers == Anything() else attackers, times)

    def mark(draft: Draft) -> Condition | None:
        if any(isinstance(e, CantBlock) for e in draft.effects):
            return _mend(change)(draft)
        return Neither((fx.Fact("paid", who.value),))

    return mark


def pay_action(verb: Any, what: Np) -> PricePart:
    """ "sacrifices a land", "tap an untapped creature you control"."""
    if what.op not in (None, "=") or what.ref is not None or (what.n is not None and not isinstance(what.n, Number)):
        raise Unclear("what is paid")
    noted = "not declared as an attacking or blocking creature this combat" if "not declared" in what.flags else ""
    name: Any = verb.value.removesuffix("s")
    return PricePart(name, what.n or Number(1), what=what.filter, text=noted)


def where_x(_x: Any, _be: Any, value: Quantity) -> Mark:
    """ ", where X is …": every X of the clause."""

    def mark(draft: Draft) -> None:
        draft.effects[:] = [_with_x(e, value) for e in draft.effects]

    return mark


def _with_x(value: Any, x: Quantity) -> Any:
    if isinstance(value, X):
        return x
    if isinstance(value, tuple):
        return tuple(_with_x(v, x) for v in value)
    if hasattr(value, "kind"):
        return replace(value, **{f.name: _with_x(getattr(value, f.name), x) for f in fields(value) if f.name != "kind"})
    return value


def _times(given: list[Np]) -> Quantity:
    """How often the price is due for each blocker: once "for each of those creatures"."""
    if not given or given[0].ref is not None or "'blocking'" in repr(given[0].filter):
        return Number(1)
    (each,) = given
    if each.zone is not None:
        return PlayerNumber(each.zone[1], each.zone[0], _cards(each))
    if each.counter is not None:
        return fx.CountersOn(each.counter, each.on or "this")
    return CountOf(each.filter)


def _lasting(durations: list[tuple[bool, str]]) -> Duration:
    """The duration of what bears on blocking, else any; "each combat" is none."""
    said = [length for matters, length in durations if matters and length] or [
        length for _matters, length in durations if length
    ]
    for length in said:
        if length in ("each combat", "each turn"):
            return ""
        return _LENGTHS.get(length, length)  # type: ignore[return-value]
    return ""


_LENGTHS: Final = {"each combat this turn": "this turn", "until end of combat": "this combat"}


def start(*parts: Any) -> Meaning:
    """A whole clause."""
    (draft,) = [p for p in parts if isinstance(p, Draft)]
    conditions_: list[Condition] = []
    for mark in parts:
        if not isinstance(mark, Draft) and (condition := mark(draft)) is not None:
            conditions_.append(condition)
    condition = both(*conditions_) if conditions_ else None
    if repr(BLOCKING) in repr((draft.effects, condition)):
        raise Unclear("creatures")
    return Meaning(tuple(draft.effects), condition, _lasting(draft.durations))


RULES: Final[dict[str, Callable[..., Any]]] = {
    name: value for name, value in list(globals().items()) if callable(value) and not name.startswith("_")
} | {"type": type_}
"""Every rule of the grammar by name."""
