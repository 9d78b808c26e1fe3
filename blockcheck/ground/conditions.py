"""Conditions on a board: true, false, or unknown with the fields that would answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from blockcheck import effects as fx
from blockcheck.board import Permanent
from blockcheck.ground.filters import Amount, compared, fits, number, on_battlefield
from blockcheck.ground.scope import Scope, permanents, players
from blockcheck.ground.truth import Truth, Unknown, every, negated, some


def truth(condition: fx.Condition, scope: Scope, subject: Permanent | None = None) -> Truth:
    """Whether a condition is met; ``subject`` is the creature it is asked about, where it speaks of one."""
    return _CONDITIONS[type(condition)](condition, scope, subject)


def _compare(condition: fx.Compare, scope: Scope, subject: Permanent | None) -> Truth:
    return compared(
        number(condition.left, scope, subject), condition.op, number(condition.right, scope, subject)
    )


def _fits(condition: fx.Fits, scope: Scope, subject: Permanent | None) -> Truth:
    meant = permanents(condition.ref, scope, subject)
    return meant if isinstance(meant, Unknown) else some(fits(condition.filter, one, scope) for one in meant)


def _controls_most(condition: fx.ControlsMost, scope: Scope, subject: Permanent | None) -> Truth:
    """No other player controls more permanents that fit (or, by "tied", as many)."""
    who = players(condition.who, scope, subject)
    if isinstance(who, Unknown):
        return who
    counts = {key: _controlled(condition.filter, key, scope) for key in scope.board.player_keys}
    return every(
        some(compared(counts[mine], ">=", counts[other]) for mine in sorted(who))
        for other in scope.board.player_keys
    )


def _controlled(wanted: fx.Filter, player: str, scope: Scope) -> Amount:
    truths = [fits(wanted, one, scope) for one in on_battlefield(scope) if one.controller == player]
    fields = tuple(field for one in truths if isinstance(one, Unknown) for field in one.fields)
    return Unknown(fields) if fields else sum(one is True for one in truths)


def _player_has(condition: fx.PlayerHas, scope: Scope, subject: Permanent | None) -> Truth:
    who = players(condition.who, scope, subject)
    if isinstance(who, Unknown):
        return who
    return some(_has(condition.designation, key, scope) for key in sorted(who))


def _has(designation: str, player: str, scope: Scope) -> Truth:
    """Whether a player has a designation; a player with speed 4 has max speed (702.179e)."""
    given = scope.board.player(player)
    if designation in given.designations or designation != "max speed":
        return designation in given.designations
    if given.speed is None:
        return Unknown((f"{scope.board.where_player(player)}.speed",))
    return given.speed >= MAX_SPEED


MAX_SPEED = 4


def _turn_of(condition: fx.TurnOf, scope: Scope, subject: Permanent | None) -> Truth:
    who = players(condition.who, scope, subject)
    return who if isinstance(who, Unknown) else bool(who & scope.board.active_side)


def _fact(condition: fx.Fact, scope: Scope, subject: Permanent | None) -> Truth:
    who = players(condition.of, scope, subject)
    if isinstance(who, Unknown):
        return who
    return some(_player_fact(condition.key, key, scope) for key in sorted(who))


def _player_fact(fact: str, player: str, scope: Scope) -> Truth:
    value = scope.board.player(player).facts.get(fact)
    return Unknown((f"{scope.board.where_player(player)}.facts.{fact}",)) if value is None else bool(value)


def _some_player(condition: fx.SomePlayer, scope: Scope, subject: Permanent | None) -> Truth:
    who = players(condition.who, scope, subject)
    return who if isinstance(who, Unknown) else some(_one_by_one(condition, who, scope, subject))


def _every_player(condition: fx.EveryPlayer, scope: Scope, subject: Permanent | None) -> Truth:
    who = players(condition.who, scope, subject)
    return who if isinstance(who, Unknown) else every(_one_by_one(condition, who, scope, subject))


def _one_by_one(
    condition: fx.SomePlayer | fx.EveryPlayer, who: frozenset[str], scope: Scope, subject: Permanent | None
) -> Iterator[Truth]:
    return (
        truth(condition.condition, replace(scope, one=(condition.who, key)), subject) for key in sorted(who)
    )


_CONDITIONS: dict[type, Callable[[Any, Scope, Permanent | None], Truth]] = {
    fx.Compare: _compare,
    fx.Fits: _fits,
    fx.ControlsMost: _controls_most,
    fx.PlayerHas: _player_has,
    fx.TurnOf: _turn_of,
    fx.Fact: _fact,
    fx.Both: lambda condition, scope, subject: every(truth(one, scope, subject) for one in condition.of),
    fx.Either: lambda condition, scope, subject: some(truth(one, scope, subject) for one in condition.of),
    fx.SomePlayer: _some_player,
    fx.EveryPlayer: _every_player,
    fx.Neither: lambda condition, scope, subject: negated(
        some(truth(one, scope, subject) for one in condition.of)
    ),
}
