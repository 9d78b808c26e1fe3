"""509.1a: the defending player chooses which creatures block, and what each of them blocks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import attacker, blocker, board, judged, thing


def broken(verdict: Any) -> list[tuple[str, str]]:
    return [(fault.step, fault.message) for fault in verdict.broken]


class TestThePlayerChoosesWhichCreaturesIfAnyWillBlock:
    def test_no_blocks_at_all_are_legal(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("bear")), {})
        assert (verdict.legal, verdict.stage, verdict.obeyed, verdict.maximum) == (True, None, 0, 0)
        assert verdict.witness == {}

    def test_any_number_of_creatures_may_block_one_attacker(self) -> None:
        data = board(attacker("ogre"), *(blocker(f"bear{n}") for n in range(3)))
        verdict = judged(data, {f"bear{n}": "ogre" for n in range(3)})
        assert verdict.legal is True
        assert verdict.witness == {f"bear{n}": ("ogre",) for n in range(3)}

    def test_a_creature_that_came_under_control_this_turn_may_block(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("bear", summoning_sick=True)), {"bear": "ogre"})
        assert verdict.legal is True


class TestTheyControl:
    def test_another_players_creature_is_no_choice(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat", controller="carol"),
            players=("alice", "bob", "carol"),
        )
        verdict = judged(data, {"cat": "ogre"}, player="bob")
        assert (verdict.legal, verdict.stage) == (False, "509.1a")
        assert len(verdict.broken) == 1

    def test_the_attackers_own_creature_is_no_choice(self) -> None:
        verdict = judged(
            board(attacker("ogre"), blocker("bear"), blocker("imp", controller="alice")), {"imp": "ogre"}
        )
        assert (verdict.legal, verdict.stage) == (False, "509.1a")


class TestTheChosenCreaturesMustBeUntapped:
    def test_a_tapped_creature(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("bear", tapped=True)), {"bear": "ogre"})
        assert (verdict.legal, verdict.stage) == (False, "509.1a")
        assert broken(verdict) == [("509.1a", "Bear is tapped (509.1a)")]

    def test_unless_an_effect_lets_it_block_as_though_it_were_untapped(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear", tapped=True),
            blocker("lord", "Tapped creatures you control can block as though they were untapped."),
        )
        assert judged(data, {"bear": "ogre"}).legal is True

    def test_which_says_nothing_of_another_players_creatures(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear", tapped=True),
            blocker(
                "lord",
                "Tapped creatures you control can block as though they were untapped.",
                controller="carol",
            ),
            players=("alice", "bob", "carol"),
        )
        assert judged(data, {"bear": "ogre"}, player="bob").stage == "509.1a"


class TestTheyCantAlsoBeBattles:
    def test_a_creature_that_is_also_a_battle(self) -> None:
        data = board(attacker("ogre"), blocker("wall", type_line="Creature Battle — Siege", protector="bob"))
        verdict = judged(data, {"wall": "ogre"})
        assert (verdict.legal, verdict.stage) == (False, "509.1a")

    @pytest.mark.parametrize("type_line", ["Land — Forest", "Artifact", "Enchantment — Aura"])
    def test_what_is_no_creature_cannot_be_chosen(self, type_line: str) -> None:
        verdict = judged(
            board(attacker("ogre"), blocker("bear"), thing("rock", "bob", type_line)), {"rock": "ogre"}
        )
        assert (verdict.legal, verdict.stage) == (False, "509.1a")

    def test_a_phased_out_creature_is_not_there(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("bear", phased_out=True)), {"bear": "ogre"})
        assert (verdict.legal, verdict.stage) == (False, "509.1a")


class TestForEachOneCreatureToBlock:
    def test_two_attackers_are_one_too_many(self) -> None:
        verdict = judged(board(attacker("ogre"), attacker("imp"), blocker("bear")), {"bear": ["ogre", "imp"]})
        assert (verdict.legal, verdict.stage) == (False, "509.1a")
        assert [(fault.blockers, fault.attackers) for fault in verdict.broken] == [
            (("bear",), ("ogre", "imp"))
        ]

    def test_an_additional_creature(self) -> None:
        text = "This creature can block an additional creature each combat."
        data = board(attacker("ogre"), attacker("imp"), attacker("rat"), blocker("bear", text))
        assert judged(data, {"bear": ["ogre", "imp"]}).legal is True
        assert judged(data, {"bear": ["ogre", "imp", "rat"]}).stage == "509.1a"

    def test_additional_creatures_add_up(self) -> None:
        text = "This creature can block an additional creature each combat."
        others = "Each creature you control can block an additional creature each combat."
        data = board(
            attacker("ogre"), attacker("imp"), attacker("rat"), blocker("bear", text), blocker("lord", others)
        )
        assert judged(data, {"bear": ["ogre", "imp", "rat"]}).legal is True

    def test_any_number_of_creatures(self) -> None:
        attackers = [f"imp{n}" for n in range(5)]
        data = board(
            *map(attacker, attackers), blocker("bear", "This creature can block any number of creatures.")
        )
        assert judged(data, {"bear": attackers}).legal is True


class TestThatsAttackingThatPlayerAPlaneswalkerTheyControlOrABattleTheyProtect:
    def test_a_creature_that_does_not_attack(self) -> None:
        idle = blocker("imp", controller="alice")
        verdict = judged(board(attacker("ogre"), idle, blocker("bear")), {"bear": "imp"})
        assert (verdict.legal, verdict.stage) == (False, "509.1a")

    def test_an_attacker_of_another_player(self) -> None:
        data = board(
            attacker("ogre"),
            attacker("imp", attacking="carol"),
            blocker("bear"),
            players=("alice", "bob", "carol"),
        )
        assert judged(data, {"bear": "imp"}, player="bob").stage == "509.1a"
        assert judged(data, {"bear": "ogre"}, player="bob").legal is True

    def test_their_planeswalker(self) -> None:
        data = board(
            attacker("ogre", attacking="sage"), thing("sage", "bob", "Planeswalker"), blocker("bear")
        )
        assert judged(data, {"bear": "ogre"}).legal is True

    def test_another_players_planeswalker(self) -> None:
        data = board(
            attacker("ogre", attacking="sage"),
            attacker("imp"),
            thing("sage", "carol", "Planeswalker"),
            blocker("bear"),
            players=("alice", "bob", "carol"),
        )
        assert judged(data, {"bear": "ogre"}, player="bob").stage == "509.1a"

    def test_a_battle_is_defended_by_its_protector(self) -> None:
        data = board(
            attacker("ogre", attacking="keep"),
            thing("keep", "alice", "Battle — Siege", protector="bob"),
            blocker("bear"),
        )
        assert judged(data, {"bear": "ogre"}).legal is True

    def test_what_it_attacked_has_left_but_the_attack_goes_on(self) -> None:
        data = board(attacker("ogre", attacking={"target": None, "defending_player": "bob"}), blocker("bear"))
        assert judged(data, {"bear": "ogre"}).legal is True


class TestEveryFaultIsToldAtOnce:
    def test_three_faults_of_two_steps(self) -> None:
        data = board(
            attacker("ogre", "Flying"),
            attacker("imp"),
            blocker("bear", tapped=True),
            blocker("cat"),
            blocker("dog"),
        )
        verdict = judged(data, {"bear": "imp", "cat": "ogre", "dog": ["ogre", "imp"]})
        assert verdict.stage == "509.1a"
        assert [fault.step for fault in verdict.broken] == ["509.1a", "509.1a", "509.1b"]
