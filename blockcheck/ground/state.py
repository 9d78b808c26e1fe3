"""The abilities in force on a board after grants and losses, in list order (FORMAT.md, ``text_is``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from blockcheck import effects as fx
from blockcheck.board import Board, BoardEffect, Permanent
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import LANDWALK_SUFFIX, fits, has_keyword
from blockcheck.ground.inside import OF_THE_CREATURE, keywords_asked, words
from blockcheck.ground.keywords import DESIGNATIONS, landwalk_name
from blockcheck.ground.lands import Land, land_texts, lands_of
from blockcheck.ground.questions import Interview, about_whom
from blockcheck.ground.scope import Bindings, Scope, chosen
from blockcheck.ground.truth import Truth
from blockcheck.patterns import expression
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """What the texts of a board were read as: the clauses of each permanent by id, and of each entry of ``effects``.

    ``lands`` and ``effects_on_lands`` are what the same texts say about land types, where they say anything.
    """

    permanents: Mapping[str, tuple[fx.Clause, ...]]
    effects: tuple[tuple[fx.Clause, ...], ...]
    lands: Mapping[str, tuple[fx.LandTypes, ...]] = field(default_factory=dict)
    effects_on_lands: tuple[tuple[fx.LandTypes, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """An effect in force. ``bearer`` is the permanent that has the ability (None: an effect of its own).

    ``source`` is the permanent whose text says it, which words name; for the bearer's own text it is the bearer.
    ``cr`` overrides the effect's rule number; ``reason`` names a designation.
    """

    effect: fx.Effect
    bindings: Bindings
    bearer: str | None
    source: str | None
    text: str
    cr: str = ""
    reason: str = ""


class Said(NamedTuple):
    """An ability in force by its place among all, with its effect without conditions, and all of these as one."""

    place: int
    ability: Ability
    effect: Any
    condition: fx.Condition | None


@dataclass(frozen=True, slots=True)
class UnreadText:
    """Text in force that bears on blocking and was not understood."""

    source: str | None
    clause: fx.Clause


@dataclass(frozen=True, slots=True)
class State:
    """Every ability in force, the keywords of each permanent, and the text in force that nobody understood.

    ``silenced`` are the permanents that have lost all abilities of their own; ``bare`` those without any ability at all. ``lands`` are
    those whose types some text changes.
    """

    abilities: tuple[Ability, ...]
    keywords: Mapping[str, frozenset[str]]
    bare: frozenset[str]
    unread: tuple[UnreadText, ...]
    silenced: frozenset[str] = frozenset()
    lands: Mapping[str, Land] = field(default_factory=dict)
    said: Mapping[type, Sequence[Said]] = field(default_factory=dict)
    """The same abilities by what kind of effect they are without their conditions."""

    def of(self, *kinds: type) -> Sequence[Said]:
        """The abilities of some kinds, in their order."""
        found = [self.said[kind] for kind in kinds if kind in self.said]
        if len(found) > 1:
            return sorted(chain.from_iterable(found), key=itemgetter(0))
        return found[0] if found else ()


def state_of(board: Board, side: frozenset[str], texts: Texts, interview: Interview) -> State:
    """The state of abilities: each permanent's own, then grants and losses in list order, then the board's effects."""
    return _Build(board, side, texts, interview).state()


class _Build:
    """What each permanent has, changed by one grant or loss after the other: by dependency, else in list order (613.7, 613.8)."""

    def __init__(self, board: Board, side: frozenset[str], texts: Texts, interview: Interview) -> None:
        self.board, self.side, self.texts, self.interview = board, side, texts, interview
        self.of: dict[str, list[Ability]] = {p.key: list(_own(board, p, texts)) for p in board.phased_in}
        self.free: list[Ability] = []
        self.keywords: dict[str, frozenset[str]] = {p.key: frozenset() for p in board.permanents}
        self.silenced: set[str] = set()
        self.granted: list[Ability] = []
        self.lands = lands_of(board, side, tuple(land_texts(board, texts.lands, texts.effects_on_lands)))
        for key in self.lands:
            if self.lands[key].keeps is False:
                self.of[key] = [ability for ability in self.of[key] if ability.reason]
        for key in self.of:
            self._refresh(key)

    def state(self) -> State:
        pending = [ability for own in self.of.values() for ability in own if _changes_abilities(ability)]
        for n, entry in enumerate(self.board.effects):
            self.free += _of_effect(entry, self.texts.effects[n])
        pending += [ability for ability in self.free if _changes_abilities(ability)]
        barred: list[tuple[str, tuple[str, ...]]] = []
        while pending:
            ability = next((one for one in pending if not self._waits(one, pending)), pending[0])
            pending = [one for one in pending if one is not ability]
            if self._exists(ability):
                barred += self._apply(ability)
                pending += self.granted
                self.granted = []
        for key, keywords in barred:
            self._lose(key, keywords)
        abilities = tuple(ability for own in self.of.values() for ability in own) + tuple(self.free)
        return State(
            abilities,
            self.keywords,
            frozenset(key for key in self.of if self._is_bare(key)),
            tuple(self._unread()),
            frozenset(self.silenced),
            self.lands,
            _by_kind(abilities),
        )

    def _exists(self, ability: Ability) -> bool:
        """Whether an ability's bearer still has it."""
        return ability.bearer is None or any(one is ability for one in self.of[ability.bearer])

    def _waits(self, ability: Ability, pending: Sequence[Ability]) -> bool:
        """Whether an effect depends on one that is still to be applied (613.8a).

        It does where that one may take the ability away, or changes a keyword that decides whom this one reaches.
        """
        asked = keywords_asked(ability.effect)
        return any(
            other is not ability and self._decides(other, ability, asked)
            for other in pending
            if asked or isinstance(unwrapped(other.effect)[0], fx.Lose)
        )

    def _decides(self, other: Ability, ability: Ability, asked: frozenset[str]) -> bool:
        effect, condition = unwrapped(other.effect)
        if isinstance(effect, fx.Lose) and not effect.keywords:
            bearer = None if ability.bearer is None else self.board.permanent(ability.bearer)
            return bool(asked) or (
                bearer is not None and self._may_reach(other, effect.which, condition, bearer)
            )
        return any(has_keyword(word, _changed(effect)) for word in asked)

    def _may_reach(
        self, ability: Ability, wanted: fx.Filter, condition: fx.Condition | None, permanent: Permanent
    ) -> bool:
        """Whether an effect reaches a permanent, as far as the board tells; nothing is asked."""
        scope, fixed = self._scope(ability), ability.bindings.affected
        fitting = permanent.key in fixed if fixed is not None else fits(wanted, permanent, scope) is not False
        return fitting and (condition is None or truth(condition, scope, permanent) is not False)

    def _scope(self, ability: Ability) -> Scope:
        return Scope(self.board, self.side, ability.bindings, self.keywords)

    def _apply(self, ability: Ability) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Carry out a grant or a loss; returns what may not be had whatever comes later."""
        effect, condition = unwrapped(ability.effect)
        if isinstance(effect, fx.Keyword) and condition is not None:
            effect = fx.Grant(fx.THIS, (effect,))
        if not isinstance(effect, fx.Grant | fx.Lose):
            return []
        wanted = effect.to if isinstance(effect, fx.Grant) else effect.which
        reached = [
            p for p in self._candidates(ability, wanted) if self._reaches(ability, wanted, condition, p)
        ]
        for permanent in reached:
            if isinstance(effect, fx.Grant):
                self._grant(permanent, effect, ability)
            else:
                self._lose(permanent.key, effect.keywords)
        return (
            [(p.key, effect.keywords) for p in reached]
            if isinstance(effect, fx.Lose) and effect.for_good
            else []
        )

    def _candidates(self, ability: Ability, wanted: fx.Filter) -> Sequence[Permanent]:
        """Whom a grant could reach: the set fixed when the effect began (611.2c), else everything on the battlefield."""
        fixed = ability.bindings.affected
        if fixed is not None:
            return [p for p in self.board.phased_in if p.key in fixed]
        if wanted == fx.THIS and ability.bearer is not None:
            return [self.board.permanent(ability.bearer)]
        return self.board.phased_in

    def _reaches(
        self, ability: Ability, wanted: fx.Filter, condition: fx.Condition | None, permanent: Permanent
    ) -> bool:
        others = ability.bearer != permanent.key
        if others and permanent.text_is == "current":
            return False
        scope = self._scope(ability)
        fixed = ability.bindings.affected is not None
        if not fixed and not self._settled(ability, fits(wanted, permanent, scope), wanted, permanent):
            return False
        return condition is None or self._settled(
            ability, truth(condition, scope, permanent), condition, permanent
        )

    def _settled(
        self, ability: Ability, value: Truth, asks: fx.Filter | fx.Condition, permanent: Permanent
    ) -> bool:
        about = about_whom(asks, self._scope(ability))
        of_it = isinstance(asks, fx.Filter) or bool(words(asks) & OF_THE_CREATURE)
        subject = permanent.key if of_it else None
        return self.interview.settle(value, asks, subject, ability.source, ability.text, about)

    def _grant(self, permanent: Permanent, effect: fx.Grant, granter: Ability) -> None:
        """Give abilities: "this" is now the permanent, "you" its controller; choices stay those of the granter."""
        bindings = Bindings(
            this=permanent.key,
            you=permanent.controller,
            where=granter.bindings.where,
            x=granter.bindings.x,
            chosen=chosen(self._scope(granter)),
        )
        for granted in effect.abilities:
            if _is_redundant(granted, self.of[permanent.key]):
                continue
            ability = Ability(granted, bindings, permanent.key, granter.source, granter.text)
            self.of[permanent.key].append(ability)
            self.granted += [ability] if _changes_abilities(ability) else []
        self._refresh(permanent.key)

    def _lose(self, key: str, keywords: tuple[str, ...]) -> None:
        """Take keywords away; with none named, every ability."""
        if not keywords:
            self.silenced.add(key)
        self.of[key] = [
            a
            for a in self.of[key]
            if a.reason in _NO_ABILITY or (keywords and not _is_keyword(a.effect, keywords))
        ]
        self._refresh(key)

    def _refresh(self, key: str) -> None:
        self.keywords[key] = frozenset(_keyword_names(self.of[key]))

    def _is_bare(self, key: str) -> bool:
        if any(ability.reason not in _NO_ABILITY for ability in self.of[key]):
            return False
        clauses = self.texts.permanents.get(key, ())
        return key in self.silenced or all(clause.cls == "reminder" for clause in clauses)

    def _keeps_text(self, key: str) -> bool:
        return key not in self.lands or self.lands[key].keeps is not False

    def _unread(self) -> Iterator[UnreadText]:
        for key in self.of:
            if key not in self.silenced and self._keeps_text(key):
                for clause in self.texts.permanents.get(key, ()):
                    if clause.unread and clause.cls in _IN_FORCE:
                        yield UnreadText(key, clause)
        for n, entry in enumerate(self.board.effects):
            yield from (UnreadText(entry.source, clause) for clause in self.texts.effects[n] if clause.unread)


_IN_FORCE = frozenset({"keyword", "static", "unread", "spell", "replacement"})
"""Of a permanent's text: only the body of an activated or triggered ability is certain not to be in force as it stands."""


@lru_cache(maxsize=4096)
def unwrapped(effect: fx.Effect) -> tuple[fx.Effect, fx.Condition | None]:
    """An effect without its conditions, and all of them as one."""
    conditions: list[fx.Condition] = []
    while isinstance(effect, fx.While):
        conditions.append(effect.condition)
        effect = effect.effect
    return effect, (
        fx.Both(tuple(conditions)) if len(conditions) > 1 else conditions[0] if conditions else None
    )


def _by_kind(abilities: Iterable[Ability]) -> Mapping[type, Sequence[Said]]:
    found: dict[type, list[Said]] = {}
    for place, ability in enumerate(abilities):
        effect, condition = unwrapped(ability.effect)
        found.setdefault(type(effect), []).append(Said(place, ability, effect, condition))
    return found


def _own(board: Board, permanent: Permanent, texts: Texts) -> Iterator[Ability]:
    key = permanent.key
    bindings = Bindings(this=key, you=permanent.controller, where=board.where(key))
    for clause in texts.permanents.get(key, ()):
        if clause.cls in ("keyword", "static"):
            yield from (Ability(effect, bindings, key, key, clause.text) for effect in clause.effects)
    for counter, number in permanent.counters.items():
        if number and counter in _KEYWORD_COUNTERS:
            yield Ability(fx.Keyword(counter), bindings, key, key, f"{counter} counter", reason="counter")
    for designation in permanent.designations:
        for effect, cr in DESIGNATIONS.get(designation, ()):
            yield Ability(effect, bindings, key, key, designation, cr, reason=designation)


_KEYWORD_COUNTERS = frozenset(
    {
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "decayed",
        "exalted",
        "haste",
        "hexproof",
        "indestructible",
    }
    | {"lifelink", "menace", "reach", "shadow", "trample", "vigilance"}
)
"""Counters that give the keyword of their name (122.1b)."""

_NO_ABILITY = frozenset({"detained", "ring-bearer"})
"""Designations whose meaning is an effect on the permanent, not an ability that it could lose."""


def _changes_abilities(ability: Ability) -> bool:
    """Whether an ability grants or takes away abilities."""
    effect, condition = unwrapped(ability.effect)
    return isinstance(effect, fx.Grant | fx.Lose) or (
        isinstance(effect, fx.Keyword) and condition is not None
    )


def _changed(effect: fx.Effect) -> frozenset[str]:
    """The keywords that an effect gives or takes away."""
    match effect:
        case fx.Grant():
            return frozenset(_names_of(effect.abilities))
        case fx.Keyword():
            return frozenset(_names(effect))
        case fx.Lose():
            return frozenset(effect.keywords)
        case _:
            return frozenset()


def _names_of(effects: Iterable[fx.Effect]) -> Iterator[str]:
    return (name for effect in effects if isinstance(effect, fx.Keyword) for name in _names(effect))


def _of_effect(entry: BoardEffect, clauses: tuple[fx.Clause, ...]) -> Iterator[Ability]:
    bindings = Bindings(
        this=entry.source,
        you=entry.controller,
        where=entry.where,
        it=entry.it,
        targets=entry.targets,
        affected=entry.affected,
        x=entry.x,
        chosen=entry.chosen,
        has_left=entry.has_left,
        player_places=player_places(entry.text),
        it_is_this=entry.text is not None and not _ANOTHER.search(entry.text),
    )
    for clause in clauses:
        yield from (Ability(effect, bindings, None, entry.source, clause.text) for effect in clause.effects)


_ANOTHER = expression(
    r"\b[Tt]h(?:at|ose|ese) (?:creature|permanent|token|attacker|blocker|[A-Z])"
    r"|\b[Tt]he (?:chosen|other) |\b[Tt]hey\b|\b[Cc]hooses?\b"
)
"""Words for what is not the source itself."""

_TARGET = expression(r"\b[Tt]arget(?P<player> (?:player|opponent)s?(?![\w'-]))?")


def player_places(text: str | None) -> frozenset[int] | None:
    """Which of a text's targets, in order, are players; None for a typed effect, which does not say it."""
    if text is None:
        return None
    return frozenset(n for n, target in enumerate(_TARGET.finditer(text)) if target["player"])


_EACH_INSTANCE = frozenset({"afflict", "bushido", "flanking", "frenzy", "rampage"})
"""Keywords of which each instance triggers separately (702.25b and its like)."""


def _is_redundant(granted: fx.Effect, own: Iterable[Ability]) -> bool:
    """Whether it is a second instance of a keyword that counts once (702.9c and its like)."""
    if not isinstance(granted, fx.Keyword) or granted.name in _EACH_INSTANCE:
        return False
    return any(ability.effect == granted for ability in own)


def _is_keyword(effect: fx.Effect, keywords: tuple[str, ...]) -> bool:
    names = set(_names(effect)) if isinstance(effect, fx.Keyword) else set()
    return any(name in names or (name == "landwalk" and effect_is_landwalk(names)) for name in keywords)


def effect_is_landwalk(names: Iterable[str]) -> bool:
    """Whether any keyword name is a landwalk."""
    return any(name.endswith(LANDWALK_SUFFIX) for name in names)


def _keyword_names(abilities: Iterable[Ability]) -> Iterator[str]:
    for ability in abilities:
        if isinstance(ability.effect, fx.Keyword):
            yield from _names(ability.effect)


def _names(keyword: fx.Keyword) -> Iterator[str]:
    yield keyword.name
    if keyword.name == "landwalk":
        yield landwalk_name(keyword)
