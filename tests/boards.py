"""Small boards for tests: alice attacks, bob declares blockers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blockcheck import Judge, Verdict, load_board

Entry = dict[str, Any]
Blocks = Mapping[str, str | list[str]]


def attacker(name: str, text: str = "", *, power: int = 2, attacking: Any = "bob", **more: Any) -> Entry:
    """A tapped green creature of alice's that attacks."""
    given = {"controller": "alice", "tapped": True, "attacking": attacking, **more}
    return _creature(name, text, power, given)


def blocker(name: str, text: str = "", *, power: int = 2, **more: Any) -> Entry:
    """An untapped green creature of bob's."""
    return _creature(name, text, power, {"controller": "bob", **more})


def thing(name: str, controller: str, type_line: str, text: str = "", **more: Any) -> Entry:
    """A permanent that is no creature."""
    return {
        "id": name,
        "controller": controller,
        "name": name.capitalize(),
        "type_line": type_line,
        "oracle_text": text,
        "colors": [],
        **more,
    }


def board(
    *permanents: Entry, effects: Iterable[Entry] = (), players: Any = ("alice", "bob"), **more: Any
) -> Any:
    """A board on which alice is the active player."""
    return {
        "players": list(players),
        "active_player": "alice",
        "permanents": list(permanents),
        "effects": list(effects),
        **more,
    }


def judged(data: Mapping[str, Any], blocks: Blocks, *, player: str | None = None) -> Verdict:
    """The verdict on ``blocks``."""
    return Judge(load_board(data)).check(blocks, player=player)


def _creature(name: str, text: str, power: int, given: Mapping[str, Any]) -> Entry:
    return {
        "id": name,
        "name": name.capitalize(),
        "type_line": "Creature — Beast",
        "oracle_text": text,
        "power": power,
        "toughness": 2,
        "colors": ["G"],
        **given,
    }
