"""Quantities and conditions of the grammar: numbers of permanents, of cards and of facts, and how they compare."""

from __future__ import annotations

from collections.abc import Sequence
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
from blockcheck.reading.normal import all_of, both, none_of
from blockcheck.reading.nouns import fact_of, keyword_name, status, with_stat
from blockcheck.reading.phrases import (
    SEVERAL,
    ZONES,
    Np,
    OfPlayers,
    Part,
    Unclear,
    cards,
    cards_of,
    counted,
    duration,
    many,
    noun_phrases,
    numbered,
    of_permanents,
    only_counters,
    permanents,
    stat_name,
    times_done,
    with_noun,
)

# --- quantities -------------------------------------------------------------------------------------------------------


def stat_of(whose: Any, stat: Any) -> Quantity:
    """ "this creature's power", "its toughness"."""
    if whose.type == "ITS" and str(whose) == "their":
        return StatOf(stat_name(stat), "subject")
    one: Ref = whose.value if whose.type in ("THIS", "HOST", "REF") else (*whose.value, "it")[0]
    return StatOf(stat_name(stat), one)


def quantity(token: Any) -> Quantity:
    """A number, X, or one that was made already."""
    kind = getattr(token, "type", None)
    if kind == "NUMBER":
        return Number(token.value)
    made: Quantity = X() if kind == "X" else token
    return made


def _counted(words: Sequence[Part]) -> None:
    if not any(p.noun and not p.flag and p.counter is None and not p.life for p in words):
        raise Unclear("permanents")


def number_of(*parts: Any) -> Quantity:
    """ "the number of Islands you control"."""
    *words, who = parts
    _counted(words)
    return CountOf(all_of(*(p.filter for p in words), ControlledBy(who.value)))


def number_there(*words: Part) -> Quantity:
    """ "the number of Clerics on the battlefield"."""
    _counted(words)
    return CountOf(all_of(*(p.filter for p in words)))


def greatest_of(stat: Any, *parts: Any) -> Quantity:
    """ "the greatest power among creatures you control"."""
    *words, who = parts
    return fx.GreatestOf(stat_name(stat), all_of(*(p.filter for p in words), ControlledBy(who.value)))


def that_number() -> Quantity:
    """ "that number", counted as the ability resolved."""
    return X()


def chosen_number() -> Quantity:
    """ "the chosen number"."""
    return fx.ChosenNumber()


def life_total(*who: Any) -> Any:
    """ "your life total"."""
    return _number_of(who[0], PlayerNumber(who[0].value, "life")) if who else PlayerNumber("you", "life")


def _number_of(who: Any, number: PlayerNumber | fx.FactNumber) -> Any:
    return OfPlayers(number, who) if who.value in SEVERAL else number


def devotion(*colors: Any) -> Quantity:
    """ "your devotion to black and green"."""
    return fx.Devotion("you", tuple(c.value for c in colors))


def quantity_of(made: Quantity) -> Quantity:
    """One that was made already."""
    return made


def fact_number(token: Any, of: Any) -> Any:
    """A number the board's ``facts`` give, by its name."""
    if getattr(of, "type", None) == "WHO":
        return _number_of(of, fx.FactNumber(token.value, of.value))
    return fx.FactNumber(token.value, of.ref)


# --- conditions -------------------------------------------------------------------------------------------------------


def is_one(one: Np, _be: Any, other: Np) -> Condition:
    """ "it's attacking alone", "enchanted creature is a Human"; of several: "a creature you control is black", "each … is …"."""
    what = counted(other).filter
    if other.quantifier not in ("", "a"):
        raise Unclear("what it is")
    if one.ref is not None:
        return Fits(one.ref, what)
    numbered(one)
    if one.op is not None or one.quantifier in ("a", "another"):
        op, n = many(one)
        return Compare(CountOf(all_of(one.filter, what)), op, n)
    return Compare(CountOf(all_of(one.filter, none_of(what))), "=", Number(0))


def has_keyword(one: Np, _have: Any, keyword: Any) -> Condition:
    """ "it has flying"."""
    if one.ref is None:
        raise Unclear("one permanent")
    return Fits(one.ref, fx.HasKeyword(keyword_name(keyword.value)))


def has_stat(one: Np, have: Any, stat: Any, comparison: tuple[fx.Op, Any]) -> Condition:
    """ "this creature has power 4 or greater"."""
    if one.ref is None:
        raise Unclear("one permanent")
    if have.value != "has":
        raise Unclear("has")
    return Fits(one.ref, with_stat(stat, comparison).filter)


def did(one: Np, *parts: Any) -> Condition:
    """ "it attacked this turn": a fact of the board."""
    if one.ref is None:
        raise Unclear("one permanent")
    if len(parts) > 2 and parts[0].value in ("gain", "gains"):
        raise Unclear("has")
    return Fits(one.ref, fx.HasFact(fact_of(*parts[-2:])))


def are_here(what: Np, _be: Any) -> Condition:
    """ "a Wall is on the battlefield"."""
    return there_are(None, numbered(what))


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
    if what.counter is None or what.on is None or not only_counters(what):
        raise Unclear("counters on it")
    if what.even:
        return Fits(one.ref, HasCounters(what.counter, parity=what.even))  # type: ignore[arg-type]
    op, n = many(what)
    return Fits(one.ref, HasCounters(what.counter, op, n.n if isinstance(n, Number) else 1))


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
    op, n = times_done(what)
    number = fx.FactNumber(f"{what.words}_{_DONE.get(done.value, done.value)}_{_when(parts)}", who.value)
    return _of_players(who, Compare(number, op, n))


_DONE: Final = {"drew": "drawn"}


def _when(parts: tuple[Any, ...]) -> str:
    length = duration(parts)
    if length not in ("this turn", "this combat"):
        raise Unclear("this turn")
    return length.replace(" ", "_")


def has_deed(who: Any, *parts: Any) -> Condition:
    """ "you've committed a crime this turn", "you attacked this turn"."""
    deed = next(p for p in parts if getattr(p, "type", None) in ("DEED", "DID"))
    if deed.type == "DID":
        if deed.value != "attacked":
            raise Unclear("attacked")
        return _of_players(who, fx.Fact(fact_of(deed, parts[-1]), who.value))
    return _of_players(who, fx.Fact(f"{deed.value.replace(' ', '_')}_{_when(parts)}", who.value))


def has_entered(what: Np, *rest: Any) -> Condition:
    """ "an artifact entered the battlefield under your control this turn"."""
    op, n = times_done(what)
    return Compare(fx.FactNumber(f"{what.words}_entered_{_when(rest)}", "you"), op, n)


def had_enter(who: Any, _have: Any, what: Np, *rest: Any) -> Condition:
    """ "you had another Cleric enter the battlefield under your control this turn"."""
    if who.value != "you":
        raise Unclear("you")
    return has_entered(what, *rest)


def has_died(what: Np, *rest: Any) -> Condition:
    """ "a creature died this turn"."""
    op, n = times_done(what)
    return Compare(fx.FactNumber(f"{what.words}_died_{_when(rest)}", "any player"), op, n)


def fact(who: Any, _have: Any, token: Any) -> Condition:
    """A fact of the board by its name."""
    return _of_players(who, fx.Fact(token.value, who.value))


def has_more(who: Any, _have: Any, what: Np, than: Any) -> Condition:
    """ "you have more life than an opponent"."""
    if what.op not in ("<", ">") or what.n is not None:
        raise Unclear("more than a player")
    life = what.life and only_counters(what)
    name = "life" if life else what.zone[0] if what.zone else ""
    if not name or not (life or cards(what) is None):
        raise Unclear("life or cards in hand")
    compared = Compare(PlayerNumber(who.value, name), what.op, PlayerNumber(than.value, name))
    return _of_two(who, than, compared)


def _of_two(who: Any, than: Any, condition: Compare) -> Condition:
    """A relation between two players; only one of them may be one of several."""
    if who.value in SEVERAL and than.value in SEVERAL:
        raise Unclear("you")
    return _of_players(than, _of_players(who, condition))


def _of_players(who: Any, condition: Condition) -> Condition:
    """What is said of one or of each of several players; of all of them together where the words say so.

    A number that is reached when all count together is reached by one of them only where it is one.
    """
    text = str(who)
    if who.value not in SEVERAL:
        return condition
    if text.startswith("no "):
        one = condition if _at_least_one(condition) else fx.SomePlayer(who.value, condition)
        return Neither((one,))
    if text.startswith("each "):
        return fx.EveryPlayer(who.value, condition)
    if text.startswith(("a ", "an ", "any ", "one ", "another ")):
        return condition if _at_least_one(condition) else fx.SomePlayer(who.value, condition)
    if not _at_least_one(condition) and not (
        isinstance(condition, Compare) and isinstance(condition.left, CountOf)
    ):
        raise Unclear("an opponent", "each opponent")
    return condition


def _at_least_one(condition: Condition) -> bool:
    """Whether it asks for one thing at least, so that it makes no difference whether players are counted together."""
    one = isinstance(condition, Compare) and (condition.op, condition.right) == (">=", Number(1))
    return one or isinstance(condition, fx.PlayerHas | fx.Fact)


def has_not_designation(who: Any, _have: Any, what: str) -> Condition:
    """ "you don't have max speed"."""
    if who.value in SEVERAL:
        raise Unclear("you")
    return Neither((PlayerHas(who.value, what),))


def either(*parts: Any) -> Condition:
    """One of them."""
    return fx.Either(tuple(parts))


def stat_is(stat: Any, _be: Any, comparison: tuple[fx.Op, Any]) -> Condition:
    """ "its power is 6 or greater"."""
    op, than = comparison
    several = [side for side in (stat, than) if isinstance(side, OfPlayers)]
    if len(several) > 1:
        raise Unclear("you")
    left, right = (side.number if isinstance(side, OfPlayers) else side for side in (stat, than))
    return _of_players(several[0].who, Compare(left, op, right)) if several else Compare(left, op, right)


def controls(who: Any, what: Np) -> Condition:
    """ "defending player controls three or more artifacts"."""
    theirs: Filter = ControlledBy(who.value)
    if str(who) == "another player":
        theirs = NoneOf((ControlledBy("you"),))
    if what.ref is not None:
        return Fits(what.ref, theirs)
    op, n = many(numbered(what))
    filter_ = all_of(what.filter, theirs)
    count = fx.MostSharing(filter_) if "sharing" in what.flags else CountOf(filter_)
    return _of_players(who, Compare(count, op, n))


def controls_not(who: Any, what: Np) -> Condition:
    """ "you don't control a Forest"."""
    if who.value in SEVERAL:
        raise Unclear("you")
    return Neither((controls(who, what),))


def controls_most(who: Any, what: Np, *_: Any) -> Condition:
    """ "controls the most creatures or is tied for the most"."""
    return _of_players(who, ControlsMost(who.value, permanents(what).filter))


def controls_more(who: Any, what: Np, than: Any) -> Condition:
    """ "you control more creatures than attacking player"."""
    if what.op not in ("<", ">") or what.n is not None:
        raise Unclear("more permanents than a player")
    with_noun(of_permanents(replace(what, op=None)))
    counts = [CountOf(all_of(what.filter, ControlledBy(w.value))) for w in (who, than)]
    return _of_two(who, than, Compare(counts[0], what.op, counts[1]))


def is_poisoned(who: Any, _be: Any) -> Condition:
    """ "an opponent is poisoned": has a poison counter (122.1f)."""
    return _of_players(who, Compare(PlayerNumber(who.value, "poison"), ">=", Number(1)))


def has(who: Any, _have: Any, what: Np) -> Condition:
    """ "you have seven or more cards in hand", "defending player has a rad counter", "you have 5 or less life"."""
    op, n = many(what)
    if what.life and only_counters(what):
        return _of_players(who, Compare(PlayerNumber(who.value, "life"), op, n))
    if what.counter and what.on is None and only_counters(what):
        return _of_players(who, Compare(PlayerNumber(who.value, what.counter), op, n))
    if what.zone is not None:
        return _of_players(who, Compare(cards_of(who.value, what), op, n))
    raise Unclear("cards, life or counters of a player")


def has_designation(who: Any, _have: Any, what: str) -> Condition:
    """ "you have the city's blessing", "you have max speed"."""
    return _of_players(who, PlayerHas(who.value, what))


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
    return _of_players(who, PlayerHas(who.value, "monarch"))


def there_are(_be: Any, what: Np) -> Condition:
    """ "there are seven or more cards in your graveyard", "there are three or more oil counters on this creature"."""
    if what.counter is not None:
        return _counters_there(what)
    op, n = many(what)
    if what.zone is None:
        return Compare(CountOf(with_noun(of_permanents(what)).filter), op, n)
    return Compare(cards_of(what.zone[1], what), op, n)


def _counters_there(what: Np) -> Condition:
    """Counters on one permanent; whom "it" means is not plain here."""
    plain = only_counters(what) and isinstance(what.n, Number | None)
    if what.on is None or what.on == "it" or what.even or not plain:
        raise Unclear("counters on this creature")
    op, n = many(what)
    return Fits(what.on, HasCounters(what.counter or "", op, n.n if isinstance(n, Number) else 1))


def are_there(what: Np, _be: Any, zone: Any) -> Condition:
    """ "seven or more cards are in your graveyard"."""
    if what.zone is not None:
        raise Unclear("cards")
    return there_are(None, replace(what, zone=ZONES[zone.value]))


def more(what: Np) -> Np:
    """ "and an enchantment": what else the same player controls."""
    return what


def conditions(*parts: Condition | Np) -> Condition:
    """All of them."""
    made: list[Condition] = []
    for part in parts:
        made.append(_controls_too(made[-1], part) if isinstance(part, Np) else part)
    return both(*made)


def _controls_too(before: Condition, what: Np) -> Condition:
    filter_ = before.left.filter if isinstance(before, Compare) and isinstance(before.left, CountOf) else None
    owners = [
        f
        for f in (filter_.of if isinstance(filter_, fx.AllOf) else (filter_,))
        if isinstance(f, ControlledBy)
    ]
    if not owners or owners[0].who in SEVERAL:
        raise Unclear("a condition")
    op, n = many(numbered(what))
    return Compare(CountOf(all_of(what.filter, owners[0])), op, n)
