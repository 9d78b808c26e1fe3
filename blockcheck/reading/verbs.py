"""Verbs and whole clauses of the grammar: what is said of a subject, from left to right, and the conditions around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, fields, replace
from typing import Any, Final, Literal

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
    Condition,
    ControlledBy,
    CountOf,
    Duration,
    Effect,
    ExtraBlocks,
    Filter,
    Grant,
    HasColor,
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
    PlayerNumber,
    PricePart,
    Quantity,
    Ref,
    StatOf,
    Status,
    X,
)
from blockcheck.reading.normal import all_of, any_of, both, in_combat, none_of
from blockcheck.reading.nouns import BLOCKING, alt, counter, keyword_name, np
from blockcheck.reading.phrases import (
    Np,
    OfPlayers,
    Unclear,
    cards,
    counted,
    duration,
    noun_phrases,
    numbered,
    of_permanents,
    only_counters,
    permanents,
    with_noun,
)
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Ability:
    """A quoted ability, still as text; ``at`` is the place of the quotation among the words of its clause."""

    text: str
    at: int


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
    gaining: bool = False


Step = Callable[[Draft], None]


def _one(n: Any) -> Quantity:
    return Number(n) if isinstance(n, int) else n


# --- verbs ------------------------------------------------------------------------------------------------------------


Verb = Callable[[Draft, Np], None]


def _object(what: Np, subject: Np) -> Filter:
    """The filter of an object; a pronoun never means the subject itself."""
    if what.pronoun and what.ref == subject.ref:
        others = [r for r in what.refs if r != subject.ref]
        return Is(others[0] if others else "it")
    return in_combat(_in_pair(what.filter, "blocker"))


def _in_pair(one: Filter, other: Ref) -> Filter:
    """Names who "greater power" is greater than: the other creature of the pair."""
    if isinstance(one, HasStat) and isinstance(one.than, StatOf) and _of_other(one, one.than):
        return HasStat(one.stat, one.op, StatOf(one.than.stat, other))
    if isinstance(one, fx.AllOf):
        return all_of(*(_in_pair(f, other) for f in one.of))
    if isinstance(one, fx.AnyOf):
        return any_of(*(_in_pair(f, other) for f in one.of))
    return one


def _of_other(one: HasStat, than: StatOf) -> bool:
    """Whether it compares with the same value of another creature ("greater power"), not with another value of its own."""
    return than.of == "subject" and than.stat == one.stat


def _says(make: Callable[[Np], Effect | tuple[Effect, ...]], parts: tuple[Any, ...]) -> Verb:
    def verb(draft: Draft, subject: Np) -> None:
        made = make(subject)
        made = made if isinstance(made, tuple) else (made,)
        draft.effects.extend(made)
        draft.gaining = False
        matters = any(not isinstance(e, Changes) for e in made)
        if (length := duration(parts)) or matters:
            draft.durations.append((matters, length))

    return verb


def _blockers(subject: Np) -> Filter:
    if subject.player is not None:
        raise Unclear("creatures")
    return in_combat(subject.filter)


def cant_block(*parts: Any) -> Verb:
    """ "can't block", "can't block Humans"."""
    objects = [permanents(o) for o in noun_phrases(parts)]
    return _says(lambda s: CantBlock(_blockers(s), _object(objects[0], s) if objects else Anything()), parts)


def cant_block_alone(*parts: Any) -> Verb:
    """ "can't block alone"."""
    return _says(lambda s: NeedsCompany(_blockers(s)), parts)


def cant_block_with(*parts: Any) -> Verb:
    """ "each opponent can't block with more than one creature", "your opponents can't block with Walls"."""
    what = numbered(noun_phrases(parts)[0])

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
    return By(numbered(what))


def except_by(*parts: Any) -> By:
    """ "except by creatures with flying"."""
    return By(numbered(noun_phrases(parts)[0]), excepted=True)


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
    return _says(lambda s: _not_by(given[0], s) if given else CantBlock(Anything(), _blockers(s)), parts)


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
    who = none_of(in_combat(permanents(noun_phrases(parts)[0]).filter))
    return _says(lambda s: (CantBlock(_blockers(s), who), CantBlock(who, _blockers(s))), parts)


def can_be_blocked_only(*parts: Any) -> Verb:
    """ "can be blocked only by creatures with flying"."""
    given = By(numbered(noun_phrases(parts)[0]), excepted=True)
    return _says(lambda s: _not_by(given, s), parts)


def only_can_block(*parts: Any) -> Step:
    """ "only creatures in the chosen pile can block"."""
    what = permanents(noun_phrases(parts)[0])
    verb = _says(lambda _s: CantBlock(none_of(in_combat(what.filter)), Anything()), parts)
    return lambda draft: verb(draft, what)


def can_block_only(*parts: Any) -> Verb:
    """ "can block only creatures with flying"."""
    what = permanents(noun_phrases(parts)[0])
    return _says(lambda s: CantBlock(_blockers(s), none_of(in_combat(what.filter))), parts)


@dataclass(frozen=True, slots=True)
class OfSome:
    """A verb that is said of a number of creatures; any other is said of all that fit."""

    verb: Verb


def can_block_at_all(*parts: Any) -> OfSome:
    """ "no more than two creatures can block each combat"."""

    def make(subject: Np) -> Effect:
        if subject.op == "<=" and isinstance(subject.n, Number):
            return MaxBlocking(in_combat(subject.filter), subject.n.n)
        raise Unclear("no more than a number of creatures")

    return OfSome(_says(make, parts))


def _extra(what: Np) -> Quantity | None:
    if in_combat(with_noun(of_permanents(what)).filter) != Anything():
        raise Unclear("an additional creature")
    if what.any_number:
        return None
    if what.additional:
        return what.n if what.n is not None else Number(1)
    raise Unclear("an additional creature", "any number of creatures")


def can_block(*parts: Any) -> Verb:
    """ "can block an additional creature each combat", "any number of creatures"."""
    (what,) = noun_phrases(parts)
    if what.keyword and not (what.additional or what.any_number):
        permanents(what)
        attackers, has = in_combat(what.filter), what.keyword
        return _says(lambda s: AsThough(_blockers(s), attackers, has=has), parts)
    n = _extra(what)
    return _says(lambda s: ExtraBlocks(_blockers(s), n), parts)


def can_block_for_each(*parts: Any) -> Verb:
    """ "can block an additional creature for each Equipment attached to it"."""
    what, each = noun_phrases(parts)
    if _extra(what) != Number(1):
        raise Unclear("an additional creature")
    count = CountOf(counted(each).filter)
    return _says(lambda s: ExtraBlocks(_blockers(s), count), parts)


@dataclass(frozen=True, slots=True)
class AsIf:
    """What "as though" sets aside for whom: a keyword had, a keyword lacked, or being tapped."""

    whom: Np
    has: str | None = None
    lacks: str | None = None
    untapped: bool = False


def as_though_had(whom: Np, have: Any, keyword: Any) -> AsIf:
    """ "as though it had reach"."""
    if have.value != "had":
        raise Unclear("had")
    return AsIf(counted(whom), has=keyword_name(keyword.value))


def as_though_lacks(whom: Np, keyword: Any) -> AsIf:
    """ "as though it didn't have shadow"."""
    return AsIf(counted(whom), lacks=keyword_name(keyword.value))


def as_though_lacks_those(whom: Np) -> AsIf:
    """ "as though they didn't have those abilities": the keyword the attackers were named by."""
    return AsIf(counted(whom), lacks="")


def as_though_untapped(whom: Np, state: Any) -> AsIf:
    """ "as though they were untapped"."""
    if state.value != "untapped":
        raise Unclear("untapped")
    return AsIf(counted(whom), untapped=True)


def _is_subject(whom: Np, subject: Np) -> bool:
    """Whether "it" or "they" in "as though it had shadow" can be the subject: it by name, or what stands for it."""
    return whom.pronoun or whom.filter == subject.filter


def _as_though(blockers: Filter, attackers: Filter, how: AsIf, keyword: str) -> AsThough:
    lacks = how.lacks if how.lacks != "" else keyword
    if how.lacks == "" and not keyword:
        raise Unclear("a keyword")
    return AsThough(blockers, attackers, how.has, lacks, how.untapped)


def _as_though_blocking(subject: Np, objects: list[Np], how: AsIf) -> Effect:
    """What blockers may do. "They" lack a keyword where they are the creatures blocked, and "it" where it is the one that blocks."""
    attackers = in_combat(objects[0].filter) if objects else Anything()
    made = _as_though(_blockers(subject), attackers, how, objects[0].keyword if objects else "")
    if not _is_subject(how.whom, subject):
        raise Unclear("it", "they")
    others = bool(objects) and (how.whom.plural or objects[0].quantifier in ("a", "another"))
    return made if how.lacks is None or others else replace(made, lacking="blocker")


def can_block_as_though(*parts: Any) -> Verb:
    """ "can block creatures with shadow as though it had shadow"."""
    (how,) = [p for p in parts if isinstance(p, AsIf)]
    objects = [permanents(o) for o in noun_phrases(parts)]
    return _says(lambda s: _as_though_blocking(s, objects, how), parts)


def can_be_blocked_as_though(*parts: Any) -> Verb:
    """ "can be blocked as though they didn't have islandwalk"."""
    (how,) = [p for p in parts if isinstance(p, AsIf)]
    objects = [permanents(o) for o in noun_phrases(parts)]
    blockers = in_combat(objects[0].filter) if objects else Anything()

    def make(subject: Np) -> Effect:
        if not _is_subject(how.whom, subject) or how.lacks is None:
            raise Unclear("it", "they")
        return _as_though(blockers, in_combat(subject.filter), how, subject.keyword)

    return _says(make, parts)


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
    if not isinstance(who.n, Number) or not (who.op == ">=" or "exactly" in who.flags):
        raise Unclear("two or more creatures", "exactly one creature")
    lo, hi = who.n.n, who.n.n if who.op == "=" else None
    return _says(lambda s: MustBeBlocked(_blockers(s), blockers, lo, hi), parts)


def must_block(*parts: Any) -> Verb:
    """ "blocks each combat if able", "block this creature this turn if able"."""
    objects = [permanents(o) for o in noun_phrases(parts)]

    def make(subject: Np) -> Effect:
        if not objects:
            return MustBlock(_blockers(subject))
        attackers = _without_attacking(_object(objects[0], subject))
        return MustBlockThese(_blockers(subject), attackers)

    return _says(make, parts)


def _without_attacking(one: Filter) -> Filter:
    """Attackers are attacking; "each attacking creature" says no more than each of them."""
    if one == Status("attacking"):
        return Anything()
    return all_of(*(f for f in one.of if f != Status("attacking"))) if isinstance(one, fx.AllOf) else one


def able(subject: Np, what: Np, *rest: Any) -> Step:
    """ "all creatures able to block it do so"."""
    permanents(what)
    counted(subject)

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
        draft.gaining = False
        draft.durations.append((False, duration(parts)))

    return verb


def gets(*parts: Any) -> Verb:
    """ "gets +2/+2", "gets +1/+1 for each Island you control"."""
    for each in noun_phrases(parts):
        _one_by_one(each)
    return _change(("power", "toughness"), parts)


def has_changed(_have: Any, what: Any) -> Verb:
    """ "has changed power and toughness"."""
    words = what.value.removeprefix("changed ").replace("controller", "control")
    return _change(tuple(words.split(" and ")), ())


_CHANGED: Final = (("types", HasType), ("types", HasSubtype), ("types", HasSupertype), ("colors", HasColor))


def becomes(*parts: Any) -> Verb:
    """ "is a Spirit in addition to its other types", "becomes a 3/2 blue Elemental with flying"; a designation changes nothing."""
    what = noun_phrases(parts)[0]
    if (
        what.ref is not None
        or what.op is not None
        or what.any_number
        or what.additional
        or what.zone is not None
        or what.target is not None
        or what.flags - {"size", "base"}
    ):
        raise Unclear("what it becomes")
    parts_of_it = what.filter.of if isinstance(what.filter, fx.AllOf) else (what.filter,)
    filters = [f for f in parts_of_it if not (isinstance(f, HasStat) and f.stat.startswith("base "))]
    if any(not isinstance(f, _SAID_OF_IT) for f in filters):
        raise Unclear("what it becomes")
    size = ("power", "toughness") if what.flags & {"size", "base"} else ()
    said = (*size, *dict.fromkeys(name for name, cls in _CHANGED for f in filters if isinstance(f, cls)))
    if not said:
        return nothing()
    given = tuple(Keyword(f.keyword) for f in filters if isinstance(f, fx.HasKeyword))
    return _with_abilities(_change(said, parts), given, going_on=bool(given) or "base" in what.flags)


_SAID_OF_IT: Final = (
    HasType,
    HasSubtype,
    HasSupertype,
    HasColor,
    fx.HasKeyword,
    fx.HasDesignation,
    Anything,
    Status,
)


def _with_abilities(change: Verb, given: tuple[Keyword, ...], *, going_on: bool) -> Verb:
    """What changes, and the abilities that come with it; more of them may follow after "with"."""

    def verb(draft: Draft, subject: Np) -> None:
        change(draft, subject)
        if given:
            draft.effects.append(Grant(subject.filter, given))
            draft.durations[-1] = (True, draft.durations[-1][1])
        draft.gaining = going_on

    return verb


def becomes_all(*parts: Any) -> Verb:
    """ "is all colors", "is every creature type", "is the chosen type in addition to its other types"."""
    what = next(p.value for p in parts if getattr(p, "type", "") == "CHARACTER")
    return _change(("colors" if "color" in what else "types",), parts)


def is_no_more(_be: Any, what: Np) -> Verb:
    """ "isn't a creature"."""
    if what.ref is not None or not isinstance(counted(what).filter, HasType):
        raise Unclear("what it is not")
    return _change(("types",), ())


def takes_control(what: Np, *rest: Any) -> Verb:
    """ "you control enchanted creature"."""

    def verb(draft: Draft, subject: Np) -> None:
        if subject.player is None or what.ref is None:
            raise Unclear("a creature")
        _change(("control",), rest)(draft, what)

    return verb


def in_addition(*_: Any) -> None:
    """ "in addition to its other types"."""


def _abilities(ability: Any) -> tuple[Effect, ...]:
    return ability  # type: ignore[no-any-return]


def _gain(draft: Draft, subject: Np, abilities: tuple[Any, ...], direct: bool) -> None:
    last = draft.effects[-1] if draft.effects else None
    if not direct and isinstance(last, Grant) and last.to == subject.filter and draft.gaining:
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
        draft.gaining = True
        draft.durations.append((True, duration(rest)))

    return verb


def gained_too(ability: tuple[Any, ...], *rest: Any) -> Step:
    """One more ability of those that are gained."""

    def step(draft: Draft) -> None:
        if draft.subject is None or not draft.gaining:
            raise Unclear("has or gains")
        last = draft.effects[-1] if draft.effects else None
        direct = draft.subject.filter == THIS and not isinstance(last, Grant)
        _gain(draft, draft.subject, ability, direct)
        if length := duration(rest):
            draft.durations.append((True, length))

    return step


def keyword_ability(token: Any) -> tuple[Effect, ...]:
    """Keywords."""
    return token.value  # type: ignore[no-any-return]


def quoted_ability(token: Any) -> tuple[Any, ...]:
    """A quoted ability; its text is read where the clause is known."""
    return (Ability(token.value, token.start_pos),)


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
    draft.gaining = False


def nothing(*_: Any) -> Verb:
    """What is said of attacking, or an instruction beside: nothing about blocking."""
    return _nothing


# --- clauses ----------------------------------------------------------------------------------------------------------


def subject(*parts: Np) -> Np:
    """Who does it: one or several."""
    if any(p.quantifier in ("a", "another") and p.target is None for p in parts):
        raise Unclear("each creature", "creatures")
    if len(parts) == 1:
        return numbered(parts[0])
    for part in parts:
        counted(part)
        if part.bare:
            raise Unclear("creatures")
    permanents(parts[-1])
    filters = [
        p.filter if p.nouns or p.ref or p.target else all_of(p.filter, *parts[-1].nouns) for p in parts
    ]
    owner = [f for f in getattr(filters[-1], "of", ()) if isinstance(f, ControlledBy)]
    shared = [f if isinstance(f, Is) or "controlled_by" in repr(f) else all_of(f, *owner) for f in filters]
    return Np(any_of(*shared), nouns=tuple(shared))


def subject_may(who: Any, one: Np) -> Np:
    """ "you may have target creature"."""
    if who.value != "you":
        raise Unclear("you may have")
    return one


def subject_player(who: Any) -> Np:
    """A player, who blocks with creatures."""
    return Np(ControlledBy(who.value), player=who.value, nouns=(ControlledBy(who.value),))


def said(who: Np, *parts: Any) -> Step:
    """A subject and what is said of it."""
    verb = parts[-1]

    def step(draft: Draft) -> None:
        draft.subject = who
        _say(draft, who, verb)

    return step


def _say(draft: Draft, who: Np, verb: Verb | OfSome) -> None:
    """What a verb says of its subject; only a verb that asks for it may be given a number of creatures."""
    if isinstance(verb, OfSome):
        verb.verb(draft, who)
    else:
        verb(draft, counted(who))


def said_too(verb: Verb | OfSome) -> Step:
    """What else is said of the same subject."""

    def step(draft: Draft) -> None:
        if verb is _nothing:
            return
        if draft.subject is None:
            raise Unclear("a creature")
        _say(draft, draft.subject, verb)

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
    what = permanents(noun_phrases(parts)[0])
    return lambda draft: draft.effects.append(NoActivation(what.filter, with_cost=cost))


def _choose(draft: Draft, made: ChoosesBlocks, length: str) -> None:
    draft.effects.append(made)
    draft.durations.append((True, length))


def chooses_which(who: Any, what: Np, *rest: Any) -> Step:
    """ "you choose which creatures block this turn"."""
    made = ChoosesBlocks(who.value, permanents(what).filter, how=False)
    return lambda draft: _choose(draft, made, duration(rest))


def chooses_how(who: Any, what: Np, *rest: Any) -> Step:
    """ "you choose how those creatures block": those that were spoken of, or those named."""

    def step(draft: Draft) -> None:
        those = what.pronoun
        blockers = (draft.subject.filter if draft.subject else fx.CREATURES) if those else what.filter
        _choose(draft, ChoosesBlocks(who.value, blockers, which=False), duration(rest))

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
    return permanents(what)


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


def lead_turn(*who: Any) -> Mark:
    """ "during your turn", "during each opponent's turn"."""
    whose: fx.Who = who[0].value if who else "you"
    return lambda _draft: fx.TurnOf(whose)


def lead_other_turn() -> Mark:
    """ "during turns other than yours"."""
    return lambda _draft: Neither((fx.TurnOf("you"),))


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
    filter_ = _in_pair(numbered(others).filter, "blocker")
    parts = [f for f in (filter_.of if isinstance(filter_, fx.AllOf) else (filter_,)) if not _is_other(f)]
    fit = in_combat(all_of(*parts))
    n = others.n.n if isinstance(others.n, Number) else 1

    def change(effect: CantBlock) -> Effect | None:
        some = others.op == ">=" or others.quantifier in ("a", "another")
        if effect.attackers != Anything() or not some or others.ref is not None:
            return None
        return NeedsCompany(effect.blockers, n, fx.CREATURES if fit == Anything() else fit)

    return _mend(change)


def _is_other(one: Filter) -> bool:
    """Whether it says no more than "other"."""
    return isinstance(one, NoneOf) and all(isinstance(f, Is) for f in one.of)


def unless_all_block(blockers: Np, attacker: Np) -> Mark:
    """ "unless all creatures defending player controls block it"."""
    fit = in_combat(permanents(blockers).filter)
    parts = fit.of if isinstance(fit, fx.AllOf) else (fit,)
    same = permanents(attacker)
    if blockers.quantifier != "each" or ControlledBy("defending player") not in parts:
        raise Unclear("all creatures defending player controls")

    def change(effect: CantBlock) -> Effect | None:
        if effect.blockers != Anything() or not (same.pronoun or in_combat(same.filter) == effect.attackers):
            return None
        rest = all_of(*(f for f in parts if f != ControlledBy("defending player")))
        return AllOrNone(effect.attackers, fx.CREATURES if rest == Anything() else rest)

    return _mend(change)


def pay_mana(token: Any) -> PricePart:
    """ "pays {2}", "pay {E}{E}" (energy counters are no mana: 107.14)."""
    if re.fullmatch(r"(?:\{E\})+", token.value):
        return PricePart("remove", Number(token.value.count("E")), counter="energy")
    if not _MANA_SYMBOLS.fullmatch(token.value):
        raise Unclear("mana")
    return PricePart("mana", mana=token.value)


_MANA_SYMBOLS: Final = re.compile(r"(?:\{(?:\d+|[WUBRGCSXYZ]|[WUBRGC2]/[WUBRGC]|[WUBRG](?:/[WUBRG])?/P)\})+")


def pay_life(token: Any) -> PricePart:
    """ "pays 1 life"."""
    return PricePart("life", n=Number(token.value))


def unless_pays(who: Any, paid: tuple[PricePart, ...], *each: Any) -> Mark:
    """ "unless its controller pays {2}", "for each of those creatures", "for each card in your hand"."""
    times = _times(noun_phrases(each), who.value)

    def change(effect: CantBlock) -> Effect:
        blockers, attackers = effect.blockers, _without_attacking(effect.attackers)
        if attackers == Anything():
            return BlockCost(blockers, paid, who.value, None, times)
        return BlockCost(blockers, paid, who.value, attackers, times, _due(who.value, times, bool(each)))

    def mark(draft: Draft) -> Condition | None:
        if any(isinstance(e, CantBlock) for e in draft.effects):
            return _mend(change)(draft)
        return Neither((fx.Fact("paid", who.value),))

    return mark


def _due(payer: str, times: Quantity, counted: bool) -> Literal["blocker", "pair", "attacker"]:
    """How often a price to block some attackers is due: of the defending player once for each that is blocked, if no more is said."""
    if payer != "defending player":
        return "blocker"
    return "pair" if counted and times == Number(1) else "attacker"


def pay_action(verb: Any, what: Np) -> PricePart:
    """ "sacrifices a land", "tap an untapped creature you control", "exiles two cards from their graveyard"."""
    name: Any = verb.value.removesuffix("s")
    n = _number_paid(what)
    noted = (
        "not declared as an attacking or blocking creature this combat"
        if "not declared" in what.flags
        else ""
    )
    if name in ("discard", "exile"):
        if "card" not in what.flags or (name == "exile") != (
            what.zone is not None and what.zone[0] == "graveyard"
        ):
            raise Unclear("a card")
        return PricePart(name, n, what=cards(what))
    if what.zone is not None or what.counter is not None:
        raise Unclear("a permanent")
    return PricePart(name, n, what=with_noun(what).filter, text=noted)


def pay_counters(*parts: Any) -> PricePart:
    """ "puts a -1/-1 counter on a creature they control"."""
    *before, kind, what = parts
    n = _number_paid(np(*before, alt(counter(kind))))
    if _number_paid(permanents(what)) != Number(1):
        raise Unclear("a creature")
    return PricePart("counter", n, what=what.filter, counter=kind.value)


def _number_paid(what: Np) -> Number:
    """How many are paid; this creature is one."""
    if what.target is not None or what.any_number or what.additional or what.even:
        raise Unclear("what is paid")
    if what.op == "=" and isinstance(what.n, Number):
        return what.n
    if what.op is None and (what.ref is not None or what.quantifier in ("a", "another")):
        return Number(1)
    raise Unclear("what is paid")


def price(*parts: PricePart) -> tuple[PricePart, ...]:
    """Everything that is paid."""
    return parts


def where_x(_x: Any, _be: Any, value: Quantity) -> Mark:
    """ ", where X is …": every X of the clause."""
    if isinstance(value, OfPlayers):
        raise Unclear("a number")

    def mark(draft: Draft) -> None:
        draft.effects[:] = [_with_x(e, value) for e in draft.effects]

    return mark


def _with_x(value: Any, x: Quantity) -> Any:
    if isinstance(value, X):
        return x
    if isinstance(value, tuple):
        return tuple(_with_x(v, x) for v in value)
    if isinstance(value, PricePart) and value.mana == "{X}":
        return replace(value, n=x, mana="{1}")
    if hasattr(value, "kind"):
        return replace(
            value, **{f.name: _with_x(getattr(value, f.name), x) for f in fields(value) if f.name != "kind"}
        )
    return value


def _is_any_blocking(each: Np, payer: fx.Who) -> bool:
    """Whether it is "blocking creature they control": every creature of theirs that blocks, with nothing more asked of it."""
    parts = each.filter.of if isinstance(each.filter, fx.AllOf) else (each.filter,)
    theirs = (ControlledBy(payer), ControlledBy("that player"))
    rest = all_of(*(p for p in parts if p != BLOCKING and p not in theirs))
    return BLOCKING in parts and any(one in parts for one in theirs) and in_combat(rest) == Anything()


def _times(given: list[Np], payer: fx.Who) -> Quantity:
    """How often the price is due for each blocker: once "for each of those creatures"."""
    if not given:
        return Number(1)
    each = _one_by_one(given[0])
    if each.ref is not None or _is_any_blocking(each, payer):
        counted(each)
        return Number(1)
    if each.zone is not None:
        return PlayerNumber(each.zone[1], each.zone[0], cards(each))
    if each.counter is not None and each.on is not None and only_counters(each):
        return fx.CountersOn(each.counter, each.on)
    return CountOf(with_noun(counted(each)).filter)


def _one_by_one(each: Np) -> Np:
    """What "for each" counts: one at a time."""
    number = each.op is not None or each.any_number or each.additional or bool(each.even)
    if number or each.target is not None or each.quantifier:
        raise Unclear("what is counted")
    return each


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
    marks = [mark(draft) for mark in parts if not isinstance(mark, Draft)]
    given = [condition for condition in marks if condition is not None]
    condition = both(*given) if given else None
    if repr(BLOCKING) in repr((draft.effects, condition)):
        raise Unclear("creatures")
    return Meaning(tuple(draft.effects), condition, _lasting(draft.durations))
