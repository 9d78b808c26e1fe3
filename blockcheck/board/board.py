"""The board.

Players, permanents, effects and declarations, with every default filled in and every id looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any, Literal

from blockcheck.board.declarations import BoardEffect, Declaration
from blockcheck.board.given import GivenBoard, Turn
from blockcheck.board.permanents import Permanent
from blockcheck.board.players import Player
from blockcheck.board.scalars import key
from blockcheck.values import dataclass


@cache
def _no_turn() -> Turn:
    return Turn()


@dataclass(frozen=True, eq=False)
class Board:
    """The moment blockers are declared, as ``load_board`` makes it.

    ``given`` is what was read; two boards are equal when that is.
    Permanents and players are named by their *key*, the text of their id. The order of ``permanents`` is the
    order of everything.
    """

    given: GivenBoard
    players: tuple[Player, ...]
    active_player: str
    shared_team_turns: bool
    permanents: tuple[Permanent, ...]
    effects: tuple[BoardEffect, ...]
    declarations: tuple[Declaration, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.given == other.given

    def __hash__(self) -> int:
        return hash(self.given)

    def with_declarations(self, declarations: tuple[Declaration, ...]) -> Board:
        """The same board with other declarations; what was looked up on it stays looked up."""
        return self._with(declarations=declarations)

    def with_effects(self, effects: tuple[BoardEffect, ...]) -> Board:
        """The same permanents and players with other effects, to try what those could mean."""
        return self._with(effects=effects)

    def _with(self, **fields: object) -> Board:
        other = object.__new__(Board)
        vars(other).update(vars(self), **fields)
        return other

    # --- as it was given ---

    @property
    def id(self) -> str | int | None:
        """The board's id, as it was given."""
        return self.given.id

    @property
    def text_is(self) -> Literal["printed", "current"]:
        """Whether keywords and abilities from elsewhere still have to be applied to the texts.

        A permanent may override it.
        """
        return self.given.text_is or "printed"

    @property
    def turn(self) -> Turn:
        """The turn facts that are given."""
        return self.given.turn or _no_turn()

    @property
    def declaration(self) -> Declaration | None:
        """The first declaration on the board, or None."""
        return self.declarations[0] if self.declarations else None

    def model_dump_json(self, *, indent: int | None = None) -> str:
        """The board as it was given, as JSON: it loads to an equal board."""
        return self.given.model_dump_json(exclude_unset=True, indent=indent)

    def battlefield_json(self) -> str:
        """The board as it was given without its id and its declarations, as JSON."""
        return self.given.model_dump_json(exclude_unset=True, exclude={"id", "declaration", "declarations"})

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of what may be given."""
        from blockcheck.board.schema import board_schema

        return board_schema()

    # --- players ---

    @cached_property
    def _players(self) -> dict[str, Player]:
        return {player.key: player for player in self.players}

    @cached_property
    def player_keys(self) -> tuple[str, ...]:
        """The players' keys in turn order."""
        return tuple(self._players)

    def player(self, name: str | int) -> Player:
        """The player with that id. Raises KeyError where there is none."""
        return self._players[key(name)]

    def has_player(self, name: str | int) -> bool:
        """Whether a player has that id."""
        return key(name) in self._players

    def where_player(self, name: str | int) -> str:
        """The path of a player on the board: ``players[1]``."""
        return f"players[{self.player_keys.index(key(name))}]"

    @cached_property
    def turn_order(self) -> tuple[str, ...]:
        """The players from the active one on: APNAP order (101.4)."""
        start = self.player_keys.index(self.active_player)
        return self.player_keys[start:] + self.player_keys[:start]

    def team_of(self, name: str | int) -> str | None:
        """The team of a player, or None."""
        return self.player(name).team

    def team_mates(self, name: str | int) -> frozenset[str]:
        """The player and everyone on the player's team; anyone else is an opponent (102.3)."""
        return self._teams[key(name)]

    @cached_property
    def _teams(self) -> dict[str, frozenset[str]]:
        return {
            one.key: frozenset(
                other.key
                for other in self.players
                if other.key == one.key or (one.team is not None and other.team == one.team)
            )
            for one in self.players
        }

    def declaring_side(self, name: str | int) -> frozenset[str]:
        """The players who declare together with this one.

        The team with shared team turns (805.10d), else the player alone.
        """
        return self.team_mates(name) if self.shared_team_turns else frozenset({key(name)})

    @cached_property
    def active_side(self) -> frozenset[str]:
        """The active player, or the active team (805.4a)."""
        return self.declaring_side(self.active_player)

    @cached_property
    def defending_sides(self) -> tuple[frozenset[str], ...]:
        """The sides that something attacks, in APNAP order (802.4)."""
        attacked = {self.defending_player(attacker) for attacker in self.attackers}
        sides = (self.declaring_side(player) for player in self.turn_order if player not in self.active_side)
        return tuple(dict.fromkeys(side for side in sides if side & attacked))

    @cached_property
    def default_player(self) -> str | None:
        """Who declares when nobody is named: the only player or team that is attacked; where nothing attacks, the only other one."""
        attacked = {self.defending_player(attacker) for attacker in self.attackers}
        waiting = (self.declaring_side(one) for one in self.turn_order if one not in self.active_side)
        sides = self.defending_sides or tuple(dict.fromkeys(waiting))
        if len(sides) != 1:
            return None
        side = [one for one in self.turn_order if one in sides[0]]
        return next((one for one in side if one in attacked), side[0])

    # --- permanents ---

    @cached_property
    def _permanents(self) -> dict[str, Permanent]:
        return {permanent.key: permanent for permanent in self.permanents}

    def permanent(self, name: str | int) -> Permanent:
        """The permanent with that id. Raises KeyError where there is none."""
        return self._permanents[key(name)]

    def has_permanent(self, name: str | int) -> bool:
        """Whether a permanent has that id."""
        return key(name) in self._permanents

    @cached_property
    def positions(self) -> dict[str, int]:
        """The position of each permanent in board order, by key."""
        return {permanent.key: n for n, permanent in enumerate(self.permanents)}

    def where(self, name: str | int) -> str:
        """The path of a permanent's entry on the board: ``permanents[2]``."""
        return f"permanents[{self.permanent(name).entry}]"

    @cached_property
    def phased_in(self) -> tuple[Permanent, ...]:
        """The permanents that exist: phased-out ones are treated as though they did not (702.26b)."""
        return tuple(permanent for permanent in self.permanents if not permanent.phased_out)

    @cached_property
    def attackers(self) -> tuple[Permanent, ...]:
        """The attacking creatures."""
        return tuple(permanent for permanent in self.permanents if permanent.attacking is not None)

    def attacked(self, attacker: Permanent | str | int) -> str | None:
        """What a permanent attacks, by key: a player, planeswalker or battle.

        None when that has left or nothing is attacked.
        """
        attack = self._of(attacker).attacking
        return None if attack is None else attack.target

    def defending_player(self, attacker: Permanent | str | int) -> str:
        """The defending player of an attacker (508.5, 310.8d).

        The player it attacks, the planeswalker's controller, the battle's protector, or, the target gone, who
        that was.

        Raises:
            KeyError: the permanent does not attack.
        """
        permanent = self._of(attacker)
        attack = permanent.attacking
        if attack is None:
            raise KeyError(permanent.key)
        if attack.target is None:
            return attack.defending_player or ""
        return self._defends(attack.target)

    def _defends(self, target: str) -> str:
        if target in self._players:
            return target
        permanent = self._permanents[target]
        if "battle" in permanent.types and permanent.protector is not None:
            return permanent.protector
        return permanent.controller

    def attachments(self, name: str | int) -> tuple[Permanent, ...]:
        """What is attached to a permanent or player, in board order."""
        return self._attachments.get(key(name), ())

    @cached_property
    def _attachments(self) -> dict[str, tuple[Permanent, ...]]:
        carried: dict[str, list[Permanent]] = {}
        for permanent in self.phased_in:
            if permanent.attached_to is not None:
                carried.setdefault(permanent.attached_to, []).append(permanent)
        return {host: tuple(attached) for host, attached in carried.items()}

    def is_tempted_ring_bearer(self, permanent: Permanent) -> bool:
        """Whether the Ring's first ability makes a permanent legendary and evasive.

        A Ring-bearer whose controller was tempted (701.54c).
        """
        return "ring-bearer" in permanent.designations and self.player(permanent.controller).ring_tempted != 0

    def in_board_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """Keys of permanents, sorted as the board lists them."""
        return tuple(sorted(names, key=self.positions.__getitem__))

    def _of(self, permanent: Permanent | str | int) -> Permanent:
        return permanent if isinstance(permanent, Permanent) else self.permanent(permanent)
