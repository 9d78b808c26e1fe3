"""What users of other programs reported as wrong after the declaration, each as a small board of its own."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Judge, load_board
from blockcheck.aftermath import BecomesBlocked, Enters, Leaves, MakesBlock, RemovedFromCombat
from blockcheck.window import window
from tests.boards import attacker, blocker, board, thing
from tests.combats import BECOMES_BLOCKED, BECOMES_BLOCKED_BY, after, counts, pairs

AFTER_BLOCKERS = "Cast this spell only during combat after blockers are declared."


class TestCreaturesThatAttackAPlaneswalkerCanBeBlocked:
    DATA = board(
        attacker("ogre", BECOMES_BLOCKED, attacking="sage"),
        blocker("bear"),
        thing("sage", "bob", "Planeswalker — Sage"),
    )

    def test_and_become_blocked(self) -> None:
        state = after(self.DATA, {"bear": "ogre"})
        assert (state.blocked, counts(state)) == (("ogre",), {"ogre": 1})

    def test_also_when_the_planeswalker_has_left_before(self) -> None:
        gone = {"target": None, "defending_player": "bob"}
        state = after(board(attacker("ogre", attacking=gone), blocker("bear")), {"bear": "ogre"})
        assert state.blocked == ("ogre",)

    def test_and_stay_blocked_when_it_leaves_after(self) -> None:
        state = after(self.DATA, {"bear": "ogre"}, Leaves("sage"))
        assert (state.blocked, state.board.attacked("ogre")) == (("ogre",), None)


class TestSomebodyElseChoosesTheBlocks:
    def test_the_state_is_that_of_the_same_declaration(self) -> None:
        data = board(
            attacker("ogre", BECOMES_BLOCKED),
            blocker("bear"),
            effects=[
                {
                    "text": "You choose which creatures block this combat and how those creatures block.",
                    "controller": "alice",
                }
            ],
            declaration={"player": "bob", "declared_by": "alice", "blocks": {"bear": "ogre"}},
        )
        state = after(data)
        assert (state.blocks, counts(state)) == ((("bear", "ogre"),), {"ogre": 1})


class TestBlockingOneOfABandBlocksAll:
    def band(self, *texts: str) -> Any:
        members = [attacker(f"ogre{n}", text, band="b") for n, text in enumerate(texts)]
        return board(*members, attacker("imp", BECOMES_BLOCKED), blocker("bear"), blocker("cat"))

    def test_each_of_it_becomes_blocked_by_the_same_creature(self) -> None:
        text = f"Banding\n{BECOMES_BLOCKED}\n{BECOMES_BLOCKED_BY}"
        state = after(self.band(text, text), {"bear": "ogre0"})
        assert counts(state) == {"ogre0": 2, "ogre1": 2}
        assert state.unblocked == ("imp",)

    def test_two_creatures_on_two_members_block_each_of_them(self) -> None:
        text = f"Banding\n{BECOMES_BLOCKED_BY}"
        state = after(self.band(text, text), {"bear": "ogre0", "cat": "ogre1"})
        assert counts(state) == {"ogre0": 2, "ogre1": 2}

    def test_a_creature_that_may_block_two_counts_a_member_once(self) -> None:
        data = board(
            attacker("ogre0", f"Banding\n{BECOMES_BLOCKED_BY}", band="b"),
            attacker("ogre1", band="b"),
            blocker("bear", "This creature can block an additional creature each combat."),
        )
        assert counts(after(data, {"bear": ["ogre0", "ogre1"]})) == {"ogre0": 1}


class TestCountingBlockTriggers:
    def test_becomes_blocked_bushido_and_rampage_do_not_count_blockers(self) -> None:
        data = board(
            attacker("ogre", f"Bushido 1\nRampage 2\n{BECOMES_BLOCKED}"),
            *map(blocker, ("bear", "cat", "dog")),
        )
        state = after(data, {"bear": "ogre", "cat": "ogre", "dog": "ogre"})
        assert [one.count for one in state.triggers] == [1, 1, 1]

    def test_equipment_that_lets_you_draw_for_each_blocker_counts_them(self) -> None:
        text = "Whenever equipped creature becomes blocked by a creature, you may draw two cards."
        lens = thing("lens", "alice", "Artifact — Equipment", text, attached_to="ogre")
        data = board(attacker("ogre"), attacker("imp"), lens, blocker("bear"), blocker("cat"), blocker("dog"))
        state = after(data, {"bear": "ogre", "cat": "ogre", "dog": "imp"})
        assert counts(state) == {"lens": 2}
        assert pairs(state.triggers[0]) == [(("bear",), ("ogre",)), (("cat",), ("ogre",))]

    def test_an_aura_on_a_creature_that_blocks_or_becomes_blocked_triggers_once(self) -> None:
        text = "Whenever enchanted creature blocks or becomes blocked, you may put a +1/+1 counter on it."
        fury = thing("fury", "bob", "Enchantment — Aura", text, attached_to="bear")
        data = board(
            attacker("ogre"),
            attacker("imp"),
            blocker("bear", "This creature can block an additional creature each combat."),
            fury,
        )
        assert counts(after(data, {"bear": ["ogre", "imp"]})) == {"fury": 1}

    def test_an_attached_trigger_waits_for_no_other_creature(self) -> None:
        text = "Whenever equipped creature becomes blocked, it deals 1 damage to defending player."
        helm = thing("helm", "alice", "Artifact — Equipment", text, attached_to="ogre")
        data = board(attacker("ogre"), attacker("imp"), helm, blocker("bear"))
        assert counts(after(data, {"bear": "imp"})) == {}

    def test_a_blocker_that_blocks_several_triggers_for_each_or_once_as_it_says(self) -> None:
        each = "This creature can block any number of creatures.\nWhenever this creature blocks a creature, it gets +2/+2."
        once = (
            "This creature can block any number of creatures.\nWhenever this creature blocks, it gets +2/+2."
        )
        for text, n in ((each, 3), (once, 1)):
            data = board(*map(attacker, ("ogre", "imp", "rat")), blocker("gate", text))
            assert counts(after(data, {"gate": ["ogre", "imp", "rat"]})) == {"gate": n}

    def test_becomes_blocked_also_by_an_effect(self) -> None:
        data = board(attacker("ogre", f"Bushido 1\n{BECOMES_BLOCKED}\n{BECOMES_BLOCKED_BY}"), blocker("bear"))
        state = after(data, {}, BecomesBlocked(("ogre",)))
        assert [one.cr for one in state.triggers] == ["702.45a", "509.3c"]

    def test_flanking_hits_every_blocker_without_it(self) -> None:
        data = board(attacker("knight", "Flanking"), blocker("bear"), blocker("cat"))
        assert counts(after(data, {"bear": "knight", "cat": "knight"})) == {"knight": 2}

    def test_a_token_that_enters_blocking_is_one_more_blocker(self) -> None:
        data = board(attacker("ogre", f"{BECOMES_BLOCKED}\n{BECOMES_BLOCKED_BY}"), blocker("king"))
        token = {
            "id": "cub",
            "controller": "bob",
            "type_line": "Token Creature — Cat",
            "token": True,
            "power": 1,
        }
        state = after(data, {"king": "ogre"}, Enters(token, blocking="ogre"))
        assert [one.cr for one in state.triggers] == ["509.3d"]


class TestAnEffectOnAnyNumberOfAttackersBlocksEachOfThem:
    @pytest.mark.parametrize("n", [0, 1, 2, 4])
    def test_x_of_them(self, n: int) -> None:
        data = board(*(attacker(f"imp{k}", BECOMES_BLOCKED) for k in range(4)), blocker("bear"))
        targets = tuple(f"imp{k}" for k in range(n))
        state = after(data, {}, BecomesBlocked(targets))
        assert (state.blocked, counts(state)) == (targets, dict.fromkeys(targets, 1))


class TestOnlyDuringCombatAfterBlockersAreDeclared:
    @pytest.mark.parametrize(
        ("turn", "now"),
        [
            ({"step": "declare_attackers"}, False),
            ({"step": "declare_blockers", "blockers_declared": False}, False),
            ({"step": "declare_blockers", "blockers_declared": True}, True),
            ({"step": "combat_damage"}, True),
            ({"step": "end_of_combat"}, True),
            ({"step": "end_of_combat", "skipped": ["declare_blockers", "combat_damage"]}, False),
            ({"phase": "postcombat_main"}, False),
        ],
    )
    def test_the_phase_alone_is_not_enough(self, turn: dict[str, Any], now: bool) -> None:
        assert window(AFTER_BLOCKERS, turn).now is now

    @pytest.mark.parametrize(
        ("turn", "now"),
        [
            ({"step": "declare_blockers", "blockers_declared": True, "player": "alice"}, True),
            ({"step": "declare_attackers", "player": "alice"}, False),
            ({"step": "declare_blockers", "blockers_declared": True, "player": "bob"}, False),
        ],
    )
    def test_in_one_step_of_somebody_elses_turn(self, turn: dict[str, Any], now: bool) -> None:
        line = "Cast this spell only during the declare blockers step on an opponent's turn."
        assert window(line, turn, player="bob").now is now

    def test_what_such_a_spell_does_is_an_event(self) -> None:
        data = board(attacker("ogre"), attacker("imp", BECOMES_BLOCKED), blocker("bear"))
        state = after(data, {"bear": "ogre"}, RemovedFromCombat("bear"), MakesBlock("bear", ("imp",)))
        assert (state.blocked, counts(state)) == (("ogre", "imp"), {"imp": 1})


class TestTheJudgeIsAskedAgainAndAgain:
    def test_states_do_not_change(self) -> None:
        judge = Judge(load_board(board(attacker("ogre", BECOMES_BLOCKED), blocker("bear"), blocker("cat"))))
        first = judge.after({"bear": "ogre"})
        after_event = counts(first), first.blocks
        assert judge.after({"cat": "ogre"}).blocks == (("cat", "ogre"),)
        assert (counts(first), first.blocks) == after_event
