"""What a Judge has remembered changes no verdict: each is, byte for byte, that of a Judge who is asked for the first time."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.families import FAMILIES
from blockcheck import Board, Judge, load_board
from tests.boards import attacker, blocker, board


def declared(random: Random, given: Board) -> dict[str, list[str]]:
    """Any blocks, legal or not, by anybody of attackers or others."""
    attackers = [one.key for one in given.attackers]
    blockers = [one.key for one in given.permanents if one.attacking is None]
    chosen = [blocker for blocker in blockers if random.random() < 0.4]
    return {key: random.sample(attackers, random.choice((1, 1, 1, 2))) for key in chosen}


class TestAFurtherVerdictIsThatOfAFreshJudge:
    @pytest.mark.parametrize("family", ["typical", "costs", "lure and menace"])
    def test_on_boards_of_every_kind(self, family: str) -> None:
        for seed in range(6):
            text = FAMILIES[family].instance((4, 3), seed).text
            random, judge = Random(seed), Judge(load_board(text))
            for _ in range(5):
                blocks = declared(random, judge.board)
                fresh = Judge(load_board(text)).check(blocks)
                assert judge.check(blocks).model_dump_json() == fresh.model_dump_json()

    def test_where_two_requirements_say_the_same_in_the_same_place(self) -> None:
        """Two players are attacked: the first requirement of each side is another one."""
        willing = "This creature blocks each combat if able."
        data = board(
            attacker("ogre"),
            attacker("giant", attacking="carol"),
            blocker("bear", willing),
            blocker("ox", willing, controller="carol"),
        )
        data["players"] = ["alice", "bob", "carol"]
        judge = Judge(load_board(data))
        for player in ("bob", "carol", "bob"):
            fresh = Judge(load_board(data)).check({}, player=player)
            assert judge.check({}, player=player) == fresh
            assert [line.source for line in fresh.requirements] == ["bear" if player == "bob" else "ox"]
