"""Declarations and effects with their ids looked up."""

from __future__ import annotations

from typing import Any

from blockcheck.board.given import Chosen, GivenEffect, Payment
from blockcheck.board.scalars import FrozenMap, key
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Declaration:
    """Who blocks whom, by keys in board order; creatures that block nothing are left out.

    ``where`` is its path on the board.
    """

    player: str
    blocks: FrozenMap[str, tuple[str, ...]]
    declared_by: str | None = None
    pay: tuple[Payment, ...] | None = None
    where: str = "declaration"

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every (blocker, attacker) pair, in board order."""
        return tuple(
            (blocker, attacker) for blocker, attackers in self.blocks.items() for attacker in attackers
        )


@dataclass(frozen=True, slots=True)
class BoardEffect:
    """What something that resolved has left in force.

    Words or a typed effect, and what its words are bound to, by keys.
    ``targets`` holds the ids of each target in the text's order, none for an "up to one" not used; None: the
    board does not say. ``has_left``: it is tried what holds when its source, which the board does not name, has left.
    """

    where: str
    text: str | None
    effect: FrozenMap[str, Any] | None
    source: str | None
    controller: str | None
    targets: tuple[tuple[str, ...], ...] | None
    it: tuple[str, ...] | None
    affected: tuple[str, ...] | None
    x: int | None
    chosen: Chosen | None
    triggered: tuple[str, ...] | None = None
    has_left: bool = False


def effect_of(given: GivenEffect, n: int, controllers: dict[str, str]) -> BoardEffect:
    """An entry of ``effects``; its controller defaults to the source's."""
    source = None if given.source is None else key(given.source)
    controller = controllers.get(source) if source is not None else None
    return BoardEffect(
        where=f"effects[{n}]",
        text=given.text,
        effect=given.effect,
        source=source,
        controller=controller if given.controller is None else key(given.controller),
        targets=None if given.targets is None else tuple(keys_of(target) for target in given.targets),
        it=None if given.it is None else keys_of(given.it),
        affected=None if given.affected is None else keys_of(given.affected),
        x=given.x,
        chosen=given.chosen,
        triggered=given.triggered,
    )


def keys_of(given: str | int | tuple[str | int, ...] | None) -> tuple[str, ...]:
    """One id, several or none, as keys."""
    if given is None:
        return ()
    return tuple(map(key, given)) if isinstance(given, tuple) else (key(given),)
