"""509.1a: which creatures may be chosen at all, how many attackers each may block, and what lifts that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blockcheck import effects as fx
from blockcheck.board import Permanent
from blockcheck.ground.filters import number
from blockcheck.ground.pairs import (
    Case,
    Columns,
    Combat,
    Permission,
    blockers_under_condition,
    columns,
    rectangles,
)
from blockcheck.ground.questions import Interview
from blockcheck.ground.state import State
from blockcheck.ground.truth import Unknown
from blockcheck.theory import Each, Kind, Origin, Rectangle, Sentence, bits


def permissions_of(combat: Combat, state: State, interview: Interview) -> tuple[Permission, ...]:
    """Every "as though" in force with the pairs it covers."""
    found = []
    for case in _cases(combat, state, interview, fx.AsThough):
        pairs = columns(case, case.effect.blockers, case.effect.attackers)
        found.append(Permission(case.effect, pairs))
    return tuple(found)


def _cases(combat: Combat, state: State, interview: Interview, kind: type) -> Iterator[Case]:
    """The abilities in force whose effect is of a kind."""
    for _, ability, plain, condition in state.of(kind):
        scope = combat.scope(ability.bindings, state)
        yield Case(combat, state, interview, ability, plain, condition, combat.everyone.blockers, scope)


def choosing(
    combat: Combat, state: State, interview: Interview, permissions: tuple[Permission, ...]
) -> tuple[list[Sentence], int]:
    """What 509.1a says of the creatures chosen, and the set of creatures that may be chosen at all."""
    everyone = combat.everyone
    gone = _mask(blocker.phased_out for blocker in combat.blockers)
    battles = _mask("battle" in blocker.types for blocker in combat.blockers)
    tapped = _tapped(combat, permissions)
    untouchable = _mask(attacker.phased_out for attacker in combat.attackers)
    found = [_never(rectangle, "tapped", "509.1a", liftable=True) for rectangle in rectangles(tapped)]
    if gone:
        found.append(_never(Rectangle(gone, everyone.attackers), "phased out", "702.26b"))
    if battles:
        found.append(_never(Rectangle(battles, everyone.attackers), "battle", "509.1a"))
    if untouchable:
        found.append(_never(Rectangle(everyone.blockers, untouchable), "attacker phased out", "702.26b"))
    found += _limits(combat, state, interview)
    fully_tapped = everyone.blockers
    for attacker in range(len(combat.attackers)):
        fully_tapped &= tapped.get(attacker, 0)
    return found, everyone.blockers & ~(gone | battles | fully_tapped)


def _never(rectangle: Rectangle, reason: str, cr: str, *, liftable: bool = False) -> Sentence:
    origin = Origin((cr,), reason=reason)
    return Sentence(Kind.RESTRICTION, rectangle, hi=0, step="509.1a", liftable=liftable, origin=origin)


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << index for index, flag in enumerate(flags) if flag)


def _tapped(combat: Combat, permissions: tuple[Permission, ...]) -> Columns:
    """Pairs that are out because the blocker is tapped, less those an effect lets it block as though it were untapped."""
    mask = _mask(blocker.tapped for blocker in combat.blockers)
    pairs = dict.fromkeys(range(len(combat.attackers)), mask)
    for permission in permissions:
        if permission.effect.untapped:
            pairs = {a: column & ~permission.pairs.get(a, 0) for a, column in pairs.items()}
    return pairs


def _limits(combat: Combat, state: State, interview: Interview) -> Iterator[Sentence]:
    """One attacker for each blocker, and one more for each additional creature it can block (509.1a)."""
    limits: list[int | None] = [1] * len(combat.blockers)
    for case in _cases(combat, state, interview, fx.ExtraBlocks):
        for index in bits(blockers_under_condition(case, case.effect.blockers)):
            limits[index] = _raised(limits[index], case, combat.blockers[index])
    together: dict[int, int] = {}
    for index, limit in enumerate(limits):
        if limit is not None and limit < len(combat.attackers):
            together[limit] = together.get(limit, 0) | 1 << index
    for limit, mask in sorted(together.items()):
        yield Sentence(
            Kind.RESTRICTION,
            Rectangle(mask, combat.everyone.attackers),
            hi=limit,
            each=Each.BLOCKER,
            step="509.1a",
            liftable=True,
            origin=Origin(("509.1a",), reason="one attacker"),
        )


def _raised(limit: int | None, case: Case, blocker: Permanent) -> int | None:
    """A limit with an ability's extra blocks added; None is no limit."""
    if limit is None or case.effect.n is None:
        return None
    extra = number(case.effect.n, case.scope, blocker)
    if isinstance(extra, Unknown):
        case.interview.wonder(extra, case.effect.n, blocker.key, case.ability.source, case.ability.text)
        return limit
    return limit + extra
