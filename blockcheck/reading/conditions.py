"""Quantities and conditions of the grammar: numbers of permanents, of cards and of facts, and how they compare."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from blockcheck import effects as fx
from blockcheck.effects import (
    Anything,
    Compare,
    Condition,
    ControlledBy,
    ControlsMost,
    CountOf,
    Filter,
    Fits,
    HasCounters,
    HasDesignation,
    Neither,
    NoneOf,
    Number,
    PlayerHas,
    PlayerNumber,
    Quantity,
    Ref,
    StatOf,
    TurnOf,
    X,
)
from blockcheck.reading.normal import all_of, both
from blockcheck.reading.nouns import status
from blockcheck.reading.phrases import (
    ZONES,
    Np,
    Part,
    Unclear,
    cards,
    duration,
    many,
    noun_phrases,
    permanents,
    stat_name,
)

# --- quantities -------------------------------------------------------------------------------------------------------


def stat_of(whose: Any, stat: Any) -> Quantity:
    """ "this creature's power", "its toughness"."""
    one: Ref = whose.value if whose.type in ("THIS", "HOST", "REF") else (*whose.value, "it")[0]
    return StatOf(stat_name(stat), one)


def quantity(token: Any) -> Quantity:
    """A number, X, or one that was made already."""
    kind = getattr(token, "type", None)
    if kind == "NUMBER":
        return Number(token.value)
    made: Quantity = X() if kind == "X" else token
    return made


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
    return fx.GreatestOf(stat_name(stat), all_of(*(p.filter for p in words), ControlledBy(who.value)))


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
        permanents(one)
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
    what = noun_phrases(parts)[0]
    op, n = many(what)
    return Compare(
        fx.FactNumber(f"{what.words}_{_DONE.get(done.value, done.value)}_{_when(parts)}", who.value), op, n
    )


_DONE: Final = {"drew": "drawn"}


def _when(parts: tuple[Any, ...]) -> str:
    length = duration(parts)
    if length not in ("this turn", "this combat"):
        raise Unclear("this turn")
    return length.replace(" ", "_")


def has_deed(who: Any, *parts: Any) -> Condition:
    """ "you've committed a crime this turn"."""
    deed = next(p for p in parts if getattr(p, "type", None) == "DEED")
    return fx.Fact(f"{deed.value.replace(' ', '_')}_{_when(parts)}", who.value)


def has_entered(what: Np, *rest: Any) -> Condition:
    """ "an artifact entered the battlefield under your control this turn"."""
    op, n = many(what)
    return Compare(fx.FactNumber(f"{what.words}_entered_{_when(rest)}", "you"), op, n)


def had_enter(who: Any, _have: Any, what: Np, *rest: Any) -> Condition:
    """ "you had another Cleric enter the battlefield under your control this turn"."""
    if who.value != "you":
        raise Unclear("you")
    return has_entered(what, *rest)


def has_died(what: Np, *rest: Any) -> Condition:
    """ "a creature died this turn"."""
    op, n = many(what)
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


def controls(who: Any, what: Np) -> Condition:
    """ "defending player controls three or more artifacts"."""
    theirs: Filter = ControlledBy(who.value)
    if str(who) == "another player":
        theirs = NoneOf((ControlledBy("you"),))
    if what.ref is not None:
        return Fits(what.ref, theirs)
    op, n = many(what)
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
    op, n = many(what)
    if what.life:
        return Compare(PlayerNumber(who.value, "life"), op, n)
    if what.counter:
        return Compare(PlayerNumber(who.value, what.counter), op, n)
    if what.zone is not None:
        return Compare(PlayerNumber(who.value, what.zone[0], cards(what)), op, n)
    raise Unclear("cards, life or counters of a player")


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
    """ "there are seven or more cards in your graveyard", "there are three or more oil counters on this creature"."""
    if what.counter is not None:
        return _counters_there(what)
    op, n = many(what)
    if "types" in what.flags and what.zone is not None:
        return Compare(PlayerNumber(what.zone[1], "card types", cards(what)), op, n)
    if what.zone is None:
        return Compare(CountOf(what.filter), op, n)
    return Compare(PlayerNumber(what.zone[1], what.zone[0], cards(what)), op, n)


def _counters_there(what: Np) -> Condition:
    """Counters on one permanent; whom "it" means is not plain here."""
    if what.on is None or what.on == "it" or what.even or not isinstance(what.n, Number | None):
        raise Unclear("counters on this creature")
    n = what.n.n if isinstance(what.n, Number) else 1
    return Fits(what.on, HasCounters(what.counter or "", what.op or ">=", n))


def are_there(what: Np, _be: Any, zone: Any) -> Condition:
    """ "seven or more cards are in your graveyard"."""
    return there_are(None, replace(what, zone=ZONES[zone.value]))


def conditions(*parts: Condition) -> Condition:
    """All of them."""
    return both(*parts)
