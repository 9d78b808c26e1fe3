"""Which pairs fit: the sides of a combat, and an ability's filters and conditions evaluated over them as bit sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import Any

from blockcheck import effects as fx
from blockcheck.board import Board, Permanent
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits
from blockcheck.ground.inside import OF_THE_CREATURE, RELATIVE_WORDS, kinds, words
from blockcheck.ground.questions import Interview, about_whom, entry_of
from blockcheck.ground.scope import PLAINLY, Bindings, Pretend, Scope, permanents
from blockcheck.ground.state import Ability, State
from blockcheck.ground.truth import Truth, Unknown
from blockcheck.theory import Origin, Rectangle, bits
from blockcheck.values import dataclass

Columns = dict[int, int]
"""For each attacker's index the set of blockers: pairs, column by column."""

NO_TEXT = Origin(cr=())


@dataclass(frozen=True)
class Combat:
    """Who may be declared for whom: creatures of the declaring side and the attackers that attack it, in board order."""

    board: Board
    side: frozenset[str]
    blockers: tuple[Permanent, ...]
    attackers: tuple[Permanent, ...]

    def scope(self, bindings: Bindings, state: State) -> Scope:
        """Where what an ability says is evaluated, its own words bound."""
        return Scope(self.board, self.side, bindings, state.keywords, state.bare)

    @cached_property
    def everyone(self) -> Rectangle:
        """Every blocker times every attacker."""
        return Rectangle((1 << len(self.blockers)) - 1, (1 << len(self.attackers)) - 1)

    @cached_property
    def blocker_places(self) -> Mapping[str, int]:
        """The index of each blocker."""
        return {blocker.key: index for index, blocker in enumerate(self.blockers)}

    @cached_property
    def attacker_places(self) -> Mapping[str, int]:
        """The index of each attacker."""
        return {attacker.key: index for index, attacker in enumerate(self.attackers)}


@dataclass(frozen=True)
class Permission:
    """An "as though" in force and the pairs it covers."""

    effect: fx.AsThough
    pairs: Columns


@dataclass(frozen=True, slots=True)
class Case:
    """One ability about to become sentences: its effect without conditions, the conditions, and where they are asked."""

    combat: Combat
    state: State
    interview: Interview
    ability: Ability
    effect: Any
    condition: fx.Condition | None
    able: int
    scope: Scope
    """Where the ability's filters and conditions are evaluated."""
    permissions: tuple[Permission, ...] = ()
    origin: Origin = NO_TEXT
    known: dict[fx.Filter, int] = field(default_factory=dict)
    """Blockers that fit filters which mean the same for every ability, shared by the cases of one combat."""
    prices: dict[object, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)
    """With what a part of a price may be paid, remembered: it is the same for most blockers."""

    def settled(
        self,
        value: Truth,
        asks: fx.Filter | fx.Condition,
        subject: Permanent | None,
        scope: Scope | None = None,
    ) -> bool:
        """A truth value as known, as answered, or as asked now (in a scope that may name a pair)."""
        if not isinstance(value, Unknown):
            return value
        key = None if subject is None else subject.key
        about = about_whom(asks, scope or self.scope)
        return self.interview.settle(value, asks, key, self.ability.source, self.ability.text, about)

    def wonder(self, unknown: Unknown, who: fx.Who) -> None:
        """Ask whom a board's effect means by a word for players, where it does not say."""
        if entry_of(unknown.fields[0]) is not None:
            self.interview.wonder(unknown, who, None, self.ability.source, self.ability.text)

    @property
    def ignoring(self) -> int:
        """The blockers whose player has bought themselves out of the source's effect."""
        source = self.ability.source
        if source is None or not (players := self.combat.board.permanent(source).ignored_by):
            return 0
        return sum(1 << i for i, blocker in enumerate(self.combat.blockers) if blocker.controller in players)


# --- one side -----------------------------------------------------------------------------------------------------------


def blockers_that_fit(case: Case, wanted: fx.Filter, scope: Scope | None = None) -> int:
    """The set of the side's creatures that fit a filter."""
    combat, scope = case.combat, scope or case.scope
    if scope.pretend is not PLAINLY or _is_relative(wanted):
        return _selected(case, wanted, combat.blockers, combat.blocker_places, scope) & ~case.ignoring
    if wanted not in case.known:
        case.known[wanted] = _selected(case, wanted, combat.blockers, combat.blocker_places, scope)
    return case.known[wanted] & ~case.ignoring


@lru_cache(maxsize=4096)
def _is_relative(wanted: fx.Filter) -> bool:
    """Whether a filter means something else for each ability or creature."""
    return bool(words(wanted) & RELATIVE_WORDS)


def blockers_under_condition(case: Case, wanted: fx.Filter) -> int:
    """The set of the side's creatures that fit a filter while the ability's condition holds for them."""
    mask, condition = blockers_that_fit(case, wanted), case.condition
    if condition is None:
        return mask
    if not words(condition) & OF_THE_CREATURE:
        return mask if plain_condition(case) else 0
    return sum(1 << i for i in bits(mask) if _condition_holds_for(case, case.combat.blockers[i]))


def attackers_that_fit(case: Case, wanted: fx.Filter) -> int:
    """The set of attackers that fit a filter while the ability's condition holds for them."""
    mask = 0
    for index in _candidates(case, wanted, case.combat.attacker_places, case.scope):
        attacker = case.combat.attackers[index]
        scope = case.scope.with_pair(None, attacker)
        fitting = case.settled(fits(wanted, attacker, scope), wanted, attacker, scope)
        if fitting and _condition_holds(case, scope, attacker):
            mask |= 1 << index
    return mask


def plain_condition(case: Case) -> bool:
    """Whether a condition that speaks of no creature in particular holds."""
    return _condition_holds(case, case.scope, None)


def _condition_holds_for(case: Case, blocker: Permanent) -> bool:
    return _condition_holds(case, case.scope.with_pair(blocker, None), blocker)


def _condition_holds(case: Case, scope: Scope, subject: Permanent | None) -> bool:
    condition = case.condition
    return condition is None or case.settled(truth(condition, scope, subject), condition, subject, scope)


def _selected(
    case: Case, wanted: fx.Filter, those: Sequence[Permanent], places: Mapping[str, int], scope: Scope
) -> int:
    """The set of permanents that fit; identical ones (one entry, the same keywords) are asked about once."""
    if isinstance(wanted, fx.Anything):
        return (1 << len(those)) - 1
    candidates = _candidates(case, wanted, places, scope)
    if isinstance(wanted, fx.Is) and not isinstance(candidates, range):
        return sum(1 << index for index in candidates)
    one_by_one, of_blockers = _tells_twins_apart(wanted), _of_blockers(scope.pretend)
    known: dict[object, bool] = {}
    mask = 0
    for index in candidates:
        permanent = those[index]
        alike = permanent.key if one_by_one else (permanent.entry, scope.keywords[permanent.key])
        if alike not in known:
            asked = replace(scope, blocker=permanent) if of_blockers else scope
            known[alike] = case.settled(fits(wanted, permanent, asked), wanted, permanent, asked)
        if known[alike]:
            mask |= 1 << index
    return mask


def _of_blockers(pretend: Pretend) -> bool:
    """Whether it is the blocker that is taken to be otherwise."""
    return pretend.has is not None or pretend.lacking == "blocker"


@lru_cache(maxsize=4096)
def _tells_twins_apart(wanted: fx.Filter) -> bool:
    return bool(kinds(wanted) & _INDIVIDUAL)


_INDIVIDUAL = frozenset({fx.Is, fx.AttachedTo, fx.Status, fx.HasNoAbilities})
"""Filters that may tell two permanents of one entry apart."""


def _candidates(case: Case, wanted: fx.Filter, places: Mapping[str, int], scope: Scope) -> Sequence[int]:
    """The indices that could fit: only those that are named, where the filter names permanents ("this")."""
    for ref in _named(wanted):
        meant = permanents(ref, scope, None)
        if not isinstance(meant, Unknown):
            return sorted(places[permanent.key] for permanent in meant if permanent.key in places)
    return range(len(places))


@lru_cache(maxsize=4096)
def _named(wanted: fx.Filter) -> tuple[fx.Ref, ...]:
    """The references that say which permanents could fit a filter at all."""
    parts = (wanted, *(wanted.of if isinstance(wanted, fx.AllOf) else ()))
    return tuple(one.ref for one in parts if isinstance(one, fx.Is) and one.ref not in _RELATIVE)


_RELATIVE = frozenset({"subject", "blocker", "attacker"})


# --- pairs --------------------------------------------------------------------------------------------------------------


def columns(case: Case, blockers: fx.Filter, attackers: fx.Filter, pretend: Pretend = PLAINLY) -> Columns:
    """The pairs whose sides fit the filters while the ability's condition holds."""
    if pretend is PLAINLY and _are_independent(blockers, attackers, case.condition):
        return _independent(case, blockers, attackers)
    found: Columns = {}
    for index in _candidates(case, attackers, case.combat.attacker_places, case.scope):
        scope = replace(case.scope, attacker=case.combat.attackers[index], pretend=pretend)
        mask = _column(case, blockers, attackers, case.combat.attackers[index], scope)
        if mask:
            found[index] = mask
    return found


@lru_cache(maxsize=4096)
def _are_independent(blockers: fx.Filter, attackers: fx.Filter, condition: fx.Condition | None) -> bool:
    """Whether each side can be asked about by itself."""
    asked = words(blockers) | words(condition)
    return not asked & OF_THE_CREATURE and "blocker" not in words(attackers)


def _independent(case: Case, blockers: fx.Filter, attackers: fx.Filter) -> Columns:
    """Each side by itself: the attackers that fit, all with the same blockers."""
    if not plain_condition(case):
        return {}
    fitting = [
        index
        for index in _candidates(case, attackers, case.combat.attacker_places, case.scope)
        if _attacker_fits(case, attackers, case.combat.attackers[index])
    ]
    mask = blockers_that_fit(case, blockers) if fitting else 0
    return dict.fromkeys(fitting, mask) if mask else {}


def _attacker_fits(case: Case, wanted: fx.Filter, attacker: Permanent) -> bool:
    return case.settled(fits(wanted, attacker, case.scope.with_pair(None, attacker)), wanted, attacker)


def _column(case: Case, blockers: fx.Filter, attackers: fx.Filter, attacker: Permanent, scope: Scope) -> int:
    """The blockers that make a fitting pair with one attacker, whom the scope already names."""
    if "blocker" in words(attackers) | words(case.condition):
        return sum(
            1 << index
            for index, blocker in enumerate(case.combat.blockers)
            if not case.ignoring >> index & 1
            and _pair_fits(case, blockers, attackers, replace(scope, blocker=blocker), blocker, attacker)
        )
    if not case.settled(fits(attackers, attacker, scope), attackers, attacker, scope):
        return 0
    return blockers_that_fit(case, blockers, scope) if _condition_holds(case, scope, attacker) else 0


def _pair_fits(
    case: Case,
    blockers: fx.Filter,
    attackers: fx.Filter,
    scope: Scope,
    blocker: Permanent,
    attacker: Permanent,
) -> bool:
    return (
        case.settled(fits(attackers, attacker, scope), attackers, attacker, scope)
        and case.settled(fits(blockers, blocker, scope), blockers, blocker, scope)
        and _condition_holds(case, scope, attacker)
    )


def rectangles(pairs: Columns) -> Iterator[Rectangle]:
    """Pairs as rectangles: attackers with the same blockers together, in order."""
    together: dict[int, int] = {}
    for attacker, mask in sorted(pairs.items()):
        together[mask] = together.get(mask, 0) | 1 << attacker
    return (Rectangle(blockers, attackers) for blockers, attackers in together.items() if blockers)


def rows(pairs: Columns) -> Iterator[Rectangle]:
    """Pairs as rectangles, blockers with the same attackers together, in order."""
    of_blocker: dict[int, int] = {}
    for attacker, mask in pairs.items():
        for blocker in bits(mask):
            of_blocker[blocker] = of_blocker.get(blocker, 0) | 1 << attacker
    together: dict[int, int] = {}
    for blocker, attackers in sorted(of_blocker.items()):
        together[attackers] = together.get(attackers, 0) | 1 << blocker
    return (Rectangle(blockers, attackers) for attackers, blockers in together.items())
