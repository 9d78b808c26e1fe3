"""What is plainly right about an entry is passed over quickly: never anything that the whole check would tell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from blockcheck.board import Board
from blockcheck.board.checks import _attack_fault, _names_only_known, _plainly_attacks, unknown_in_permanent
from blockcheck.board.given import Chosen, Departed
from blockcheck.board.permanents import Attack
from blockcheck.loading import load_board

NAMES = ("alice", "bob", "carol", "dave", "ogre", "walker", "siege", "keep", "nobody", 7)
"""Two teams of two, creatures, a planeswalker, two battles, and what nothing is called."""


def drawn(random: Random) -> Board:
    """A board of two teams with something to attack of every kind; ids may be numbers."""
    players = [
        {"id": name, "team": team}
        for name, team in zip(("alice", "bob", "carol", "dave"), "xyxy", strict=True)
    ]
    permanents: list[dict[str, Any]] = [
        {"id": "ogre", "controller": "alice", "power": 2, "attacking": "bob"},
        {"id": "walker", "controller": random.choice(("bob", "alice")), "type_line": "Planeswalker"},
        {"id": "siege", "controller": "alice", "type_line": "Battle — Siege", "protector": "dave"},
        {"id": "keep", "controller": "bob", "type_line": "Battle"},
        {"id": 7, "controller": "bob", "power": 1},
    ]
    return load_board({"players": players, "active_player": "alice", "permanents": permanents})


@pytest.mark.parametrize("seed", range(8))
class TestNothingIsPassedOver:
    def test_no_unknown_name(self, seed: int) -> None:
        random, plain = Random(seed), 0
        board = drawn(random)
        for _ in range(150):
            fields: dict[str, Any] = {"controller": random.choice(NAMES)}
            attacked = random.choice(
                (None, *NAMES, Departed(target=None, defending_player=random.choice(NAMES)))
            )
            fields["attacking"] = attacked
            if random.random() < 0.5:
                field = random.choice(
                    ("owner", "protector", "attached_to", "paired_with", "ignored_by", "chosen")
                )
                name = random.choice(NAMES)
                listed = {"ignored_by": (name,), "chosen": Chosen(player=name)}
                fields[field] = listed.get(field, name)
            entry = board.given.permanents[0].model_copy(update=fields)
            if _names_only_known(board, entry):
                plain += 1
                assert list(unknown_in_permanent(board, entry, "permanents[0]")) == []
        assert plain

    def test_no_odd_attack(self, seed: int) -> None:
        random, plain = Random(seed), 0
        board = drawn(random)
        names = [str(name) for name in NAMES if name != "nobody"]
        for _ in range(150):
            attacker = random.choice(board.permanents)._replace(
                controller=random.choice(("alice", "bob", "carol")),
                attacking=Attack(random.choice(names)) if random.random() < 0.9 else Attack(None, "bob"),
            )
            if _plainly_attacks(board, attacker):
                plain += 1
                assert _attack_fault(board, attacker) is None
        assert plain
