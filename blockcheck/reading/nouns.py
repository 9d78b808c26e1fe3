"""Noun phrases of the grammar: which permanents, how many of them, and what a pronoun may refer to.

Each public function is the meaning of the grammar's rule of its name and takes the values of the rule's parts, terminals as tokens
with ``type`` and ``value``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal, cast

from blockcheck import effects as fx
from blockcheck.effects import (
    Anything,
    ControlledBy,
    Filter,
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
    NoneOf,
    Number,
    Quantity,
    StatOf,
    Status,
    X,
)
from blockcheck.reading.names import SUBTYPES, TYPES, UNINFLECTED, singular
from blockcheck.reading.normal import all_of, any_of, none_of
from blockcheck.reading.phrases import (
    RELATIONS,
    ZONES,
    Alt,
    Np,
    OfPlayers,
    Part,
    Unclear,
    counted,
    stat_name,
    with_noun,
)

# --- noun phrases -----------------------------------------------------------------------------------------------------


def np_ref(*parts: Any) -> Np:
    """One permanent, or one of several: "this creature or enchanted creature", "this creature or Walls you control"."""
    nps = [np(p) if isinstance(p, Alt) else p for p in parts if isinstance(p, Np | Alt)]
    if len(nps) == 1:
        return nps[0]
    filters = tuple(with_noun(counted(p)).filter for p in nps)
    return Np(any_of(*filters), nouns=filters)


def ref(token: Any) -> Np:
    """A word that refers: this, enchanted, it, that creature."""
    if token.type == "REF" and token.value == "pair":
        pair = (Is("this"), Is("paired"))
        return Np(any_of(*pair), nouns=pair)
    if token.type in ("THIS", "HOST", "REF"):
        return Np(Is(token.value), (token.value,))
    if token.type == "THEY":
        return Np(Is("it"), pronoun=True, plural=True)
    candidates = token.value
    plural = token.type == "THOSE" or str(token) in ("they", "them")
    return Np(Is(candidates[0] if candidates else "it"), candidates, pronoun=True, plural=plural)


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


_OF_TARGETS: Final = (
    (),
    ("NUMBER",),
    ("NUMBER", "OR_MORE"),
    ("UP_TO", "NUMBER"),
    ("X",),
    ("UP_TO", "X"),
    ("ANY_NUMBER",),
    ("RANGE",),
)
_OF_MORE: Final = (("A",), ("NUMBER",), ("UP_TO", "NUMBER"), ("X",), ("UP_TO", "X"), ("ANY_NUMBER",))
"""How many there may be of targets, and of additional creatures."""


def _amount(kinds: tuple[str, ...], values: dict[str, Any]) -> tuple[fx.Op | None, Quantity | None]:
    if kinds in ((), ("A",), ("ANY",), ("EACH",), ("ANY_NUMBER",), ("EVEN",)):
        return None, None
    if kinds == ("NO",):
        return "=", Number(0)
    if kinds == ("RANGE",):
        return "<=", Number(3 if "three" in values["RANGE"] else 2)
    if kinds in (("MORE",), ("FEWER",)):
        return ">" if kinds == ("MORE",) else "<", None
    if kinds in (("X",), ("UP_TO", "X")):
        return "=", X()
    if kinds in _AMOUNTS:
        return _AMOUNTS[kinds], Number(values["NUMBER"])  # type: ignore[return-value]
    raise Unclear("a number of creatures")


def _how_many(tokens: list[Any]) -> tuple[str, ...]:
    """The kinds of the words that say how many; "other", "additional" and "target" follow, but for "an additional two"."""
    kinds = tuple(t.type for t in tokens)
    if kinds == ("A", "ADDITIONAL", "NUMBER"):
        return ("NUMBER",)
    first = next((n for n, kind in enumerate(kinds) if kind in _AFTER_AMOUNT), len(kinds))
    many, after = kinds[:first], kinds[first:]
    if after not in _AFTERS or ("another" in map(str, tokens) and many):
        raise Unclear("a creature")
    if many[:1] == ("EACH_OF",):
        many = many[1:] if after[-1:] == ("TARGET",) and many[1:] else many
    if (after[-1:] == ("TARGET",) and many not in _OF_TARGETS) or (
        after[-1:] == ("ADDITIONAL",) and many not in _OF_MORE
    ):
        raise Unclear("a number of creatures")
    return many


_AFTER_AMOUNT: Final = ("OTHER", "ADDITIONAL", "TARGET")
_AFTERS: Final = ((), ("OTHER",), ("ADDITIONAL",), ("TARGET",), ("OTHER", "TARGET"))


def _prefix(tokens: list[Any]) -> dict[str, Any]:
    """What stands before the noun: "up to two other target", "an additional", "no more than three"."""
    values = {t.type: t.value for t in tokens}
    many = _how_many(tokens)
    op, n = _amount(many, values)
    return {
        "op": op,
        "n": n,
        "additional": "ADDITIONAL" in values,
        "any_number": "ANY_NUMBER" in values,
        "other": values.get("OTHER"),
        "target": values.get("TARGET"),
        "flags": frozenset({"some"} if "RANGE" in values else {"exactly"} if "EXACTLY" in values else ()),
        "quantifier": _quantifier(many[0] if many else "", [str(t) for t in tokens]),
        "even": "even" if "even" in str(values.get("EVEN", "")) else "odd" if "EVEN" in values else "",
    }


def _quantifier(first: str, words: list[str]) -> Literal["", "a", "another", "each"]:
    """Whether the noun phrase speaks of one or of each, where it gives no number."""
    if "another" in words:
        return "another"
    return "a" if first == "A" else "each" if first in ("ANY", "EACH") else ""


def prefix(token: Any) -> Any:
    """One word before the noun."""
    return token


def np(*parts: Any) -> Np:
    """Permanents by their properties: "up to two other target creatures you control with flying or reach"."""
    alts: list[Alt] = [p for p in parts if isinstance(p, Alt)]
    alts += [_PILE for p in parts if getattr(p, "type", "") == "AND_PILE"]
    tokens = list(parts[: parts.index(alts[0])])
    if any(getattr(p, "type", "") == "A" and str(p) == "the" for p in parts[len(tokens) :]):
        raise Unclear("a creature")
    start = _prefix(tokens)
    filter_ = any_of(*_spread(alts))
    first, zone = alts[0], _zone(alts)
    if zone is None:
        filter_ = _without_permanent(filter_)
    if alts[-1] is _PILE and (start["op"] or start["target"] or start["any_number"] or start["additional"]):
        raise Unclear("creatures")
    _agree(tokens, alts[-1])
    if start["other"] is not None:
        filter_ = all_of(filter_, NoneOf((Is(start["other"][0]),)))
    target = start["target"]
    made = Np(
        Is(target) if target else filter_,
        (target,) if target else (),
        start["op"],
        start["n"],
        start["additional"],
        start["any_number"],
        zone=zone,
        keyword=first.keyword if len({one.keyword for one in alts}) == 1 else "",
        counter=first.counter,
        life=any(one.life for one in alts),
        target=filter_ if target else None,
        bare=_bare(tokens, alts[-1]),
        words=("other_" if start["other"] is not None else "") + _slug(alts),
        named=all(p.word for one in alts for p in one.parts),
        flags=frozenset(p.flag for one in alts for p in one.parts if p.flag) | start["flags"],
        even=start["even"],
        nouns=tuple(p.filter for p in _last_named(alts).parts if p.noun and not p.relative),
        quantifier=start["quantifier"],
        on=next((p.on for p in first.parts if p.on), None),
    )
    return _this_way(made) if "this way" in made.flags else made


def _zone(alts: list[Alt]) -> tuple[str, fx.Who] | None:
    """Where the cards are, said with the last alternative for all; counters are of one kind."""
    zone = alts[-1].zone
    if any(one.zone not in (None, zone) for one in alts) or len({one.counter for one in alts}) > 1:
        raise Unclear("cards", "counters")
    return zone


_ONE: Final = frozenset({"a", "an", "another", "each", "every"})
_SEVERAL_MORE: Final = frozenset({"OR_MORE", "OR_FEWER", "X", "ANY_NUMBER", "RANGE", "MORE", "FEWER", "EVEN"})


def _agree(before: list[Any], last: Alt) -> None:
    """Number and noun have to agree, where the noun tells: "three or more Lessons", "another creature"."""
    many = _is_plural(last)
    said = {t.type: t.value for t in before}
    words = {str(t) for t in before}
    wants: bool | None = None
    if said.keys() & _SEVERAL_MORE or "all" in words:
        wants = True
    elif "NUMBER" in said:
        wants = said["NUMBER"] != 1
    elif words & _ONE or (before[-1:] and before[-1].type == "TARGET"):
        wants = False
    if many is not None and wants is not None and many is not wants:
        raise Unclear("the plural" if wants else "the singular")


def _is_plural(last: Alt) -> bool | None:
    """Whether the noun is a plural; None where its form does not tell."""
    nouns = [p for p in last.parts if p.noun and p.word and not p.relative]
    if not nouns:
        return None
    word = nouns[-1].word
    if word in TYPES or word in ("token", "tokens"):
        return word.endswith("s")
    name = word.capitalize()
    if name in UNINFLECTED:
        return None
    return singular(name) != name if singular(name) in SUBTYPES else None


def _this_way(made: Np) -> Np:
    """ "creatures dealt damage this way": those that ``it`` names."""
    also = () if made.filter == HasType("creature") else (made.filter,)
    return replace(
        made,
        filter=all_of(Is("it"), *also),
        nouns=(Is("it"),),
        flags=made.flags - {"this way"},
        quantifier="",
        bare=False,
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
    least = 1 if "some" in what.flags else 0
    return fx.Target(what.target, least if what.op == "<=" else n, None if what.op == ">=" else n)


def _without_permanent(one: Filter) -> Filter:
    """The filter without "permanent", which everything on the battlefield is."""
    if isinstance(one, fx.AllOf):
        return all_of(*map(_without_permanent, one.of))
    if isinstance(one, fx.AnyOf):
        return any_of(*map(_without_permanent, one.of))
    return Anything() if one == HasType("permanent") else one


def _bare(before: list[Any], last: Alt) -> bool:
    """Whether a singular noun stands without a word before it: "creature can't block" is no clause."""
    nouns = [p for p in last.parts if p.noun and p.word and not p.relative]
    if before or not nouns:
        return False
    word = nouns[-1].word
    return singular(word.capitalize()) == word.capitalize() and word.capitalize() not in UNINFLECTED


def _slug(alts: list[Alt]) -> str:
    """The noun phrase as part of the name of a fact: ``instant_or_sorcery_spells``."""
    texts = [" ".join(p.word for p in one.parts if p.word) for one in alts]
    text = " or ".join(text for text in texts if text)
    if text and not text.endswith(("s", "life")):
        text = text[:-1] + "ies" if text.endswith("y") else text + "s"
    return text.replace(" ", "_").replace("-", "_").lower()


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
        if n and (_goes_on(alts[n - 1], one) or (_nouns(alts[0]) and not _nouns(one))):
            parts = _one_more_such(alts[n - 1], one)
            alts[n] = Alt(tuple(parts))
        if n < len(alts) - 1:
            parts += [p for p in owners if not any(q.owner for q in parts)]
            if not any(q.noun for q in parts):
                parts += nouns
        filters.append(all_of(*(p.filter for p in parts)))
    return filters


def _last_named(alts: list[Alt]) -> Alt:
    """The last alternative that is more than another keyword."""
    return next(one for one in reversed(alts) if not one.only_keyword)


def _nouns(one: Alt) -> list[Part]:
    return [p for p in one.parts if p.noun]


def _goes_on(before: Alt, one: Alt) -> bool:
    """Whether one word goes on with a relative clause: "creatures that are Goblins or Elves"."""
    return before.parts[-1].relative and len(one.parts) == 1 and one.parts[0].filter != HasType("creature")


def _one_more_such(before: Alt, one: Alt) -> list[Part]:
    """ "creatures you control that are enchanted or equipped": all but what the relative clause says holds for both."""
    if not before.parts[-1].relative:
        raise Unclear("creatures")
    *shared, last = before.parts
    said = [replace(p, relative=True) for p in one.parts]
    if last.filter == Anything() or len(said) != 1:
        raise Unclear("creatures")
    return [*shared, *said]


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
    return Part(
        Anything() if plain else HasType(token.value),
        noun=True,
        word=str(token),
        flag=token.value if plain else "",
    )


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
    state: Any = "face down" if token.value == "face-down" else token.value
    return Part(Status(state), noun=state == "token", word=str(token) if state == "token" else "")


def alone(*_: Any) -> Part:
    """Attacking alone (506.5)."""
    return Part(Status("attacking alone"))


def designated(token: Any) -> Part:
    """Suspected, goaded, monstrous …"""
    return Part(HasDesignation(token.value), noun=token.value == "commander")


def counter(token: Any) -> Part:
    """Counters, as what is counted."""
    return Part(Anything(), noun=True, counter=token.value)


def life(*_: Any) -> Part:
    """Life, as what is counted."""
    return Part(Anything(), noun=True, life=True, word="life")


BLOCKING: Final = fx.HasFact("blocking")
"""Stands for "blocking" while a clause is read; only a price can count creatures that will be blocking."""


def blocking(*_: Any) -> Part:
    """Blocking, as what a price is due for."""
    return Part(BLOCKING)


def non(_token: Any, part: Part) -> Part:
    """ "nonblack", "non-Wall"."""
    return Part(none_of(part.filter), word="non" + part.word)


_OUTLAWS: Final = ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")


def outlaw(token: Any) -> Part:
    """An outlaw (700.12)."""
    return Part(any_of(*map(HasSubtype, _OUTLAWS)), noun=True, word=str(token))


def own(token: Any) -> Part:
    """ "your commander": the one you own (903.3)."""
    if token.value != "commander":
        raise Unclear("your commander")
    return Part(all_of(HasDesignation("commander"), fx.OwnedBy("you")), noun=True)


def size(_token: Any) -> Part:
    """ "4/4": what something becomes."""
    return Part(Anything(), flag="size")


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
    if one.n is not None:
        raise Unclear("a keyword without a number")
    if one.name == "landwalk" and isinstance(one.quality, HasSubtype):
        return one.quality.subtype.lower() + "walk"
    if one.quality is not None:
        raise Unclear("a keyword without a quality")
    return one.name


def with_keyword(token: Any, *_: Any) -> Part:
    """ "with flying", "with landwalk abilities"."""
    name = keyword_name(token.value)
    return Part(HasKeyword(name), keyword=name)


def that_has_keyword(have: Any, keyword: Any) -> Part:
    """ "that have flying"."""
    if have.value not in ("has", "have"):
        raise Unclear("have")
    return with_keyword(keyword)


def without_keyword(token: Any) -> Part:
    """ "without flying"."""
    return Part(NoneOf((HasKeyword(keyword_name(token.value)),)), flag="without")


def with_counters(*tokens: Any) -> Part:
    """ "with two or more oil counters on it"."""
    *before, kind, _it = tokens
    start = _prefix(list(before))
    if [t.type for t in before] in ([], ["A"]):
        return Part(HasCounters(kind.value))
    if not isinstance(start["n"], Number) or start["other"] or start["additional"] or start["target"]:
        raise Unclear("a number of counters")
    if len(before) == 1 and before[0].type == "NUMBER" and start["n"].n:
        raise Unclear("or more", "exactly")
    return Part(HasCounters(kind.value, start["op"], start["n"].n))


def compared(number: Any, *more: Any) -> tuple[fx.Op, Quantity]:
    """ "3 or greater", "2 or less", "4"."""
    op: fx.Op = "="
    if more:
        op = ">=" if more[0].type == "OR_MORE" else "<="
    return op, Number(number.value) if number.type == "NUMBER" else X()


def compared_to(relation: Any, than: Quantity) -> tuple[fx.Op, Quantity]:
    """ "less than this creature's power"."""
    return RELATIONS[relation.value], than


def with_stat(stat: Any, comparison: tuple[fx.Op, Quantity]) -> Part:
    """ "with power 3 or greater", "with power or toughness 1 or less"."""
    op, than = comparison
    if isinstance(than, OfPlayers):
        raise Unclear("a number")
    if stat.value == "power or toughness" and isinstance(than, StatOf):
        raise Unclear("a number")
    if isinstance(than, StatOf) and than.of == "it" and than.stat != stat_name(stat):
        than = StatOf(than.stat, "subject")
    if stat.value == "power or toughness":
        return Part(any_of(HasStat("power", op, than), HasStat("toughness", op, than)))
    return Part(HasStat(stat_name(stat), op, than))


def with_comparative(how: Any, stat: Any) -> Part:
    """ "with greater power": than the other creature of the pair, whom the context names."""
    op: fx.Op = {"greater": ">", "lesser": "<", "less": "<", "equal": "="}[how.value]  # type: ignore[assignment]
    return Part(HasStat(stat_name(stat), op, StatOf(stat_name(stat), "subject")))


def with_parity(how: Any, stat: Any) -> Part:
    """ "with even mana values"."""
    return Part(fx.HasParity(stat_name(stat), how.value))


def based(token: Any) -> Part:
    """ "with base power and toughness 1/1"."""
    power, toughness = map(int, token.value.split("/"))
    return Part(
        all_of(HasStat("base power", "=", Number(power)), HasStat("base toughness", "=", Number(toughness))),
        flag="base",
    )


def with_chosen_parity(stat: Any) -> Part:
    """ "with mana value of the chosen quality": odd or even."""
    return Part(fx.HasParity(stat_name(stat), "chosen"))


def with_chosen_name(*_: Any) -> Part:
    """ "with the chosen name"."""
    return Part(fx.Named("chosen"))


def nothing_more(*_: Any) -> Part:
    """ "on the battlefield"."""
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


def other_than_kind(*parts: Any) -> Part:
    """ "other than Walls", "except for Walls"."""
    return that_is_not(None, parts[-1])


def that_is(_be: Any, *parts: Any) -> Part:
    """ "that are enchanted", "that's a Wall"."""
    articles, part = parts[:-1], cast(Part, parts[-1])
    if any(str(token) == "the" for token in articles) or part.flag or part.counter is not None or part.life:
        raise Unclear("what it is")
    return replace(part, relative=True)


def that_is_not(_be: Any, part: Part) -> Part:
    """ "that aren't Walls"."""
    if part.filter == Anything() or part.flag:
        raise Unclear("what it is not")
    return Part(none_of(part.filter))


def that_did(what: Any, when: Any) -> Part:
    """ "that attacked this turn": a fact of the board."""
    return Part(fx.HasFact(fact_of(what, when)))


def fact_of(what: Any, when: Any) -> str:
    """The name of the fact that a permanent or a player did something this turn."""
    if when.value not in ("this turn", "this combat"):
        raise Unclear("this turn")
    return f"{what.value.split(' ')[0]}_{when.value.replace(' ', '_')}"


def without_counters(*parts: Any) -> Part:
    """ "without counters on them"."""
    return Part(HasCounters(parts[0].value, "=", 0))


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


def in_same_pile(*_: Any) -> Part:
    """ "in a pile with the chosen label": with that of the attacker in question."""
    return Part(fx.HasLabel("attacker"))


_PILE: Final = Alt((Part(HasType("creature"), noun=True, word="creatures"), in_same_pile()))


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


def in_zone(token: Any) -> Part:
    """ "in your graveyard"."""
    return Part(Anything(), zone=ZONES[token.value])


def attached_to(one: Np) -> Part:
    """ "attached to this creature"."""
    if one.ref is None:
        raise Unclear("one permanent")
    return Part(fx.AttachedTo(one.ref))
