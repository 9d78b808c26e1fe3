"""Binding the relative words of an effect ("you", "this", "defending player") to a board."""

from __future__ import annotations

from collections.abc import Mapping

from blockcheck.board import Board, Chosen, Permanent
from blockcheck.effects import Ref, Who
from blockcheck.ground.truth import Unknown
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Pretend:
    """An "as though" under trial: the keyword that one side of a pair is taken to have or to lack (609.4)."""

    has: str | None = None
    lacks: str | None = None
    lacking: str = "attacker"


PLAINLY = Pretend()
"""Nothing is taken to be otherwise."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """What an effect's own words refer to, fixed when it began.

    ``this`` is the permanent whose ability it is, ``you`` the player who controls it. ``targets`` holds, for each target in
    the text's order, the ids chosen for it (permanents or players); None: the board does not say. ``affected`` is the set
    fixed when the effect began (611.2c). ``where`` is the path of the board's entry. ``has_left``: no permanent here is "this".
    ``it_is_this``: "it" is the source where nothing else is said. ``player_places``: which of the targets are players; None: those
    that are.
    """

    this: str | None
    you: str | None
    where: str
    it: tuple[str, ...] | None = None
    targets: tuple[tuple[str, ...], ...] | None = None
    affected: tuple[str, ...] | None = None
    x: int | None = None
    chosen: Chosen | None = None
    has_left: bool = False
    it_is_this: bool = True
    player_places: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a filter or a condition is evaluated: the board, the abilities there, the bindings, and the pair in question.

    ``keywords`` gives the keywords in force for each permanent, ``bare`` the permanents that have no abilities at all. ``one`` is the
    player that a word for several means while they are asked about one by one.
    """

    board: Board
    side: frozenset[str]
    bindings: Bindings
    keywords: Mapping[str, frozenset[str]]
    bare: frozenset[str] = frozenset()
    blocker: Permanent | None = None
    attacker: Permanent | None = None
    pretend: Pretend = PLAINLY
    one: tuple[Who, str] | None = None

    def with_pair(self, blocker: Permanent | None, attacker: Permanent | None) -> Scope:
        """The same scope, asking about a pair (or one side of it)."""
        return Scope(
            self.board,
            self.side,
            self.bindings,
            self.keywords,
            self.bare,
            blocker,
            attacker,
            self.pretend,
            self.one,
        )

    @property
    def this(self) -> Permanent | None:
        """The permanent that "this" means, if it is on the board."""
        key = self.bindings.this
        return None if key is None else self.board.permanent(key)


def permanents(ref: Ref, scope: Scope, subject: Permanent | None) -> tuple[Permanent, ...] | Unknown:
    """The permanents that a reference means; none when what it means is not a permanent here."""
    match ref:
        case "this":
            return _missing(scope, "source", _known_source(scope)) or _one(scope.this)
        case "subject":
            return _one(subject)
        case "blocker":
            return _one(scope.blocker or subject)
        case "attacker":
            return _one(scope.attacker or subject)
        case "host":
            given = scope.bindings.this if scope.bindings.it is None else scope.bindings.it
            return _missing(scope, "it", given) or _named(scope, _attached_to(scope))
        case "paired":
            return _missing(scope, "source", _known_source(scope)) or _named(
                scope, (scope.this.paired_with,) if scope.this and scope.this.paired_with else ()
            )
        case "it":
            return _it(scope)
        case _:
            return _target(scope, int(ref.removeprefix("target") or 1) - 1)


def _known_source(scope: Scope) -> object:
    """What says which permanent "this" is, or that it has left; None where nothing does."""
    return scope.bindings.has_left or scope.bindings.this or None


def _it(scope: Scope) -> tuple[Permanent, ...] | Unknown:
    """What "it" means: what ``it`` names, else the source where the words can mean that."""
    it = scope.bindings.it
    if it is None and scope.this is not None and _can_be_it(scope.this, scope.bindings):
        return (scope.this,)
    if it and all(map(scope.board.has_player, it)):
        return Unknown((f"{scope.bindings.where}.it",))
    return _bound(scope, it, "it")


def _can_be_it(this: Permanent, bindings: Bindings) -> bool:
    """Whether "it" may be the source: of a board's effect only a creature, for it speaks of blocking."""
    return bindings.it_is_this and (this.is_creature or not bindings.where.startswith("effects["))


def _one(permanent: Permanent | None) -> tuple[Permanent, ...]:
    return () if permanent is None else (permanent,)


def _named(scope: Scope, keys: tuple[str, ...]) -> tuple[Permanent, ...]:
    return tuple(scope.board.permanent(key) for key in keys if scope.board.has_permanent(key))


def last_known(ref: Ref, scope: Scope) -> Unknown | None:
    """The field of a board's effect whose object is not here: its last known information counts (608.2h), which no board gives."""
    if not scope.bindings.where.startswith("effects["):
        return None
    field = {"this": "source", "it": "it", "host": "it"}.get(
        ref, "targets" if ref.startswith("target") else ""
    )
    return Unknown((f"{scope.bindings.where}.{field}",)) if field else None


def _missing(scope: Scope, field: str, given: object) -> Unknown | None:
    """The field that would say whom a board effect means by itself or by its host, where nothing that is given does."""
    left_open = given is None and scope.bindings.where.startswith("effects[")
    return Unknown((f"{scope.bindings.where}.{field}",)) if left_open else None


def _attached_to(scope: Scope) -> tuple[str, ...]:
    """What "enchanted/equipped creature" means: where the source is attached, or, of a board effect, what ``it`` names."""
    if scope.bindings.it is not None:
        return scope.bindings.it
    this = scope.this
    return (this.attached_to,) if this is not None and this.attached_to is not None else ()


def _bound(scope: Scope, keys: tuple[str, ...] | None, name: str) -> tuple[Permanent, ...] | Unknown:
    return Unknown((f"{scope.bindings.where}.{name}",)) if keys is None else _named(scope, keys)


def _target(scope: Scope, n: int) -> tuple[Permanent, ...] | Unknown:
    targets = _permanent_targets(scope)
    return _bound(scope, None if targets is None or n >= len(targets) else targets[n], "targets")


def _permanent_targets(scope: Scope) -> list[tuple[str, ...]] | None:
    """Targets that are no players, in order; a player target stands apart ("target player")."""
    targets, places = scope.bindings.targets, scope.bindings.player_places
    if targets is None:
        return None
    if places is not None:
        return [keys for n, keys in enumerate(targets) if n not in places]
    return [keys for keys in targets if not (keys and all(scope.board.has_player(key) for key in keys))]


def players(who: Who, scope: Scope, subject: Permanent | None) -> frozenset[str] | Unknown:
    """The players that a word means. An opponent is anyone outside your team (102.3)."""
    board = scope.board
    if scope.one is not None and scope.one[0] == who:
        return frozenset({scope.one[1]})
    if who in ("its controller", "its owner"):
        return _player_of(who, subject or scope.this)
    if who in ("you", "opponent"):
        return _missing(scope, "controller", scope.bindings.you) or _of_controller(who, scope)
    match who:
        case "defending player":
            return _defending(scope, subject)
        case "attacking player":
            return _attacking(scope, subject)
        case "enchanted player":
            return _enchanted(scope)
        case "chosen player":
            return _chosen_player(scope)
        case "target player" | "target's controller" | "that player":
            return _pointed_at(who, scope, subject)
        case "active player":
            return board.active_side
        case "monarch":
            return frozenset(key for key in board.player_keys if "monarch" in board.player(key).designations)
        case _:
            return frozenset(board.player_keys)


def _of_controller(who: Who, scope: Scope) -> frozenset[str]:
    """The controller of the effect, or every opponent (102.3); nobody where nobody controls it."""
    you = scope.bindings.you
    if you is None:
        return frozenset()
    return (
        frozenset({you}) if who == "you" else frozenset(scope.board.player_keys) - scope.board.team_mates(you)
    )


def _pointed_at(who: Who, scope: Scope, subject: Permanent | None) -> frozenset[str] | Unknown:
    """The player that a board's effect names by its targets or by ``it``."""
    if who == "target player":
        return _players_among(scope, scope.bindings.targets, "targets")
    if who == "that player":
        it = scope.bindings.it
        return _players_among(scope, None if it is None else (it,), "it")
    meant = permanents("target", scope, subject)
    return meant if isinstance(meant, Unknown) else frozenset(one.controller for one in meant)


def _enchanted(scope: Scope) -> frozenset[str] | Unknown:
    """The player that the source is attached to."""
    if missing := _missing(scope, "source", _known_source(scope)):
        return missing
    key = None if scope.this is None else scope.this.attached_to
    return frozenset({key}) if key is not None and scope.board.has_player(key) else frozenset()


def _player_of(who: Who, permanent: Permanent | None) -> frozenset[str]:
    if permanent is None:
        return frozenset()
    return frozenset({permanent.owner if who == "its owner" else permanent.controller})


def _defending(scope: Scope, subject: Permanent | None) -> frozenset[str]:
    """The player whom the attacker in question attacks (508.5); without one, the players who declare."""
    for candidate in (scope.attacker, subject, scope.this):
        if candidate is not None and candidate.attacking is not None:
            return frozenset({scope.board.defending_player(candidate)})
    return scope.side


def _attacking(scope: Scope, subject: Permanent | None) -> frozenset[str]:
    """The controller of the attacker in question (805.10c); without one, the active player or team."""
    for candidate in (scope.attacker, subject):
        if candidate is not None and candidate.attacking is not None:
            return frozenset({candidate.controller})
    return scope.board.active_side


def chosen(scope: Scope) -> Chosen:
    """The choices made for the effect or for its source."""
    if scope.bindings.chosen is not None:
        return scope.bindings.chosen
    this = scope.this
    return this.chosen if this is not None and this.chosen is not None else Chosen()


def chosen_field(scope: Scope, what: str) -> Unknown:
    """The path of a choice that the board does not state."""
    return Unknown((f"{scope.bindings.where}.chosen.{what}",))


def _chosen_player(scope: Scope) -> frozenset[str] | Unknown:
    player = chosen(scope).player
    return chosen_field(scope, "player") if player is None else frozenset({str(player)})


def _players_among(
    scope: Scope, bound: tuple[tuple[str, ...], ...] | None, name: str
) -> frozenset[str] | Unknown:
    keys = frozenset(key for group in bound or () for key in group if scope.board.has_player(key))
    return keys or Unknown((f"{scope.bindings.where}.{name}",))
