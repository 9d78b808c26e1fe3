"""509.4 and 506.3: creatures that enter attacking or blocking, and what cannot attack or block."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Impossible, InputError
from blockcheck.aftermath import BecomesUnblocked, Enters, Leaves, MakesBlock, then
from tests.boards import attacker, blocker, board, thing
from tests.combats import (
    BECOMES_BLOCKED,
    BECOMES_BLOCKED_BY,
    BLOCKS,
    BLOCKS_A_CREATURE,
    ISNT_BLOCKED,
    after,
    counts,
)


def entering(
    type_line: str = "Creature — Cat", controller: str = "bob", text: str = "", **more: Any
) -> dict[str, Any]:
    power = {"power": 1} if "Creature" in type_line else {}
    return {
        "id": "new",
        "controller": controller,
        "type_line": type_line,
        "oracle_text": text,
        **power,
        **more,
    }


PLAIN = board(attacker("ogre"), attacker("imp"), blocker("bear"))


class TestACreatureIsPutOntoTheBattlefieldBlocking:
    """509.4."""

    def test_it_blocks_what_was_chosen_for_it(self) -> None:
        state = after(PLAIN, {"bear": "ogre"}, Enters(entering(), blocking="imp"))
        assert state.blocks == (("bear", "ogre"), ("new", "imp"))
        assert (state.blocking, state.blocked) == (("bear", "new"), ("ogre", "imp"))
        assert state.blocked_by["imp"] == ("new",)

    def test_it_never_blocked(self) -> None:
        state = after(PLAIN, {}, Enters(entering(text=f"{BLOCKS}\n{BLOCKS_A_CREATURE}"), blocking="imp"))
        assert counts(state) == {}
        assert state.entered == {"new"}

    def test_but_the_attacker_becomes_blocked_by_it(self) -> None:
        data = board(attacker("ogre", f"{BECOMES_BLOCKED}\n{BECOMES_BLOCKED_BY}"), blocker("bear"))
        assert counts(after(data, {}, Enters(entering(), blocking="ogre"))) == {"ogre": 2}

    def test_an_effect_may_make_it_block_another_attacker_too(self) -> None:
        enters = Enters(entering(text=f"{BLOCKS}\n{BLOCKS_A_CREATURE}"), blocking="imp")
        state = after(PLAIN, {}, enters, MakesBlock("new", ("ogre",)))
        assert [one.cr for one in state.triggers] == ["509.3b"]

    def test_a_band_is_blocked_as_one(self) -> None:
        data = board(attacker("ogre", "Banding", band="b"), attacker("imp", band="b"), blocker("bear"))
        assert after(data, {}, Enters(entering(), blocking="imp")).blocked == ("ogre", "imp")

    def test_its_id_must_be_new(self) -> None:
        with pytest.raises(InputError) as error:
            after(PLAIN, {}, Enters(entering() | {"id": "bear"}, blocking="imp"))
        assert str(error.value) == 'id: expected an id that is not on the board yet, got "bear"'

    def test_it_is_written_as_on_a_board(self) -> None:
        with pytest.raises(InputError) as error:
            after(PLAIN, {}, Enters(entering(tappd=True), blocking="imp"))
        assert str(error.value) == 'permanents[0].tappd: unknown field; did you mean "tapped"?'

    def test_its_controller_is_a_player(self) -> None:
        with pytest.raises(InputError) as error:
            after(PLAIN, {}, Enters(entering(controller="zoe"), blocking="imp"))
        assert str(error.value) == 'permanents[0].controller: no player has the id "zoe"'


class TestTheEffectSaysWhatItBlocksAndThatIsNotAttackingAnyMore:
    """509.4a."""

    def test_it_enters_but_never_blocks(self) -> None:
        state = after(PLAIN, {}, Leaves("imp"), Enters(entering(), blocking="imp"))
        assert state.board.has_permanent("new")
        assert state.blocking == ()
        assert (
            state.note == "new enters, but imp is not attacking, so new is never a blocking creature (509.4a)"
        )

    def test_a_creature_that_never_attacked(self) -> None:
        assert after(PLAIN, {}, Enters(entering(), blocking="bear")).blocking == ()

    def test_while_it_attacks_it_does(self) -> None:
        assert after(PLAIN, {}, Enters(entering(), blocking="imp")).note == ""


class TestItIsNotAffectedByRequirementsOrRestrictions:
    """509.4b."""

    def test_flying(self) -> None:
        data = board(attacker("drake", "Flying"), blocker("bear"))
        assert after(data, {}, Enters(entering(), blocking="drake")).blocked == ("drake",)

    def test_menace(self) -> None:
        data = board(attacker("ogre", "Menace"), blocker("bear"))
        assert after(data, {}, Enters(entering(), blocking="ogre")).blocks == (("new", "ogre"),)

    def test_cant_block(self) -> None:
        state = after(PLAIN, {}, Enters(entering(text="This creature can't block."), blocking="ogre"))
        assert state.blocking == ("new",)


class TestOnlyACreatureCanAttackOrBlock:
    """506.3."""

    def test_an_effect_cannot_make_anything_else_block(self) -> None:
        data = board(attacker("ogre"), blocker("bear"), thing("rock", "bob", "Artifact"))
        with pytest.raises(Impossible) as error:
            after(data, {}, MakesBlock("rock", ("ogre",)))
        assert (str(error.value), error.value.cr) == (
            "rock is no creature; only a creature can block",
            "506.3",
        )

    def test_it_can_make_a_creature_block(self) -> None:
        assert after(PLAIN, {}, MakesBlock("bear", ("ogre", "imp"))).blocked == ("ogre", "imp")

    def test_only_an_attacking_creature_can_be_blocked(self) -> None:
        with pytest.raises(Impossible, match=r"^bear is not attacking$"):
            after(PLAIN, {}, MakesBlock("bear", ("bear",)))

    def test_by_a_creature_of_the_player_it_attacks(self) -> None:
        data = board(attacker("ogre"), blocker("bear"), blocker("mate", controller="alice"))
        with pytest.raises(Impossible) as error:
            after(data, {}, MakesBlock("mate", ("ogre",)))
        assert str(error.value) == "ogre does not attack alice, who controls mate"

    def test_what_is_not_there_does_nothing(self) -> None:
        with pytest.raises(Impossible, match=r"^ghost is not on the battlefield$"):
            after(PLAIN, {}, MakesBlock("ghost", ("ogre",)))


class TestANoncreaturePermanentEntersAttackingOrBlocking:
    """506.3a."""

    def test_it_never_attacks_or_blocks(self) -> None:
        state = after(PLAIN, {}, Enters(entering("Artifact"), blocking="ogre"))
        assert (state.board.has_permanent("new"), state.blocking, state.blocked) == (True, (), ())
        assert state.note == "new enters, but it is no creature and never a blocking one (506.3a)"
        state = after(PLAIN, {}, Enters(entering("Artifact", "alice"), attacking="bob"))
        assert state.note == "new enters, but it is no creature and never an attacking one (506.3a)"

    def test_a_creature_does(self) -> None:
        state = after(PLAIN, {}, Enters(entering("Artifact Creature — Golem", "alice"), attacking="bob"))
        assert state.attackers == ("ogre", "imp", "new")
        assert "new" in state.unblocked


class TestACreatureEntersAttackingUnderAnotherPlayersControl:
    """506.3b."""

    def test_it_never_attacks(self) -> None:
        state = after(PLAIN, {}, Enters(entering(controller="bob"), attacking="bob"))
        assert state.attackers == ("ogre", "imp")
        assert state.note == "new enters, but bob is not attacking, so it never attacks (506.3b)"

    def test_the_attacking_players_does(self) -> None:
        assert "new" in after(PLAIN, {}, Enters(entering(controller="alice"), attacking="bob")).attackers


class TestACreatureEntersAttackingWhatCannotBeAttacked:
    """506.3c."""

    @pytest.mark.parametrize("target", ["nobody", "alice", "bear"])
    def test_it_never_attacks(self, target: str) -> None:
        state = after(PLAIN, {}, Enters(entering(controller="alice"), attacking=target))
        assert state.note == f"new enters, but {target} cannot be attacked, so it never attacks (506.3c)"

    @pytest.mark.parametrize(
        ("type_line", "more"), [("Planeswalker — Sage", {}), ("Battle — Siege", {"protector": "bob"})]
    )
    def test_a_planeswalker_or_a_battle_can_be(self, type_line: str, more: dict[str, Any]) -> None:
        data = board(attacker("ogre"), blocker("bear"), thing("sage", "bob", type_line, **more))
        state = after(data, {}, Enters(entering(controller="alice"), attacking="sage"))
        assert state.board.attacked("new") == "sage"

    def test_attacks_and_isnt_blocked_does_not_trigger_any_more(self) -> None:
        state = after(PLAIN, {}, Enters(entering(controller="alice", text=ISNT_BLOCKED), attacking="bob"))
        assert counts(state) == {}

    def test_one_that_entered_before_blockers_were_declared_triggers(self) -> None:
        data = board(attacker("ogre", ISNT_BLOCKED, tapped=False), blocker("bear"))
        assert counts(after(data, {})) == {"ogre": 1}


class TestACreatureEntersBlockingWhatDoesNotAttackItsController:
    """506.3d."""

    DATA = board(
        attacker("ogre"),
        attacker("imp", attacking="carol"),
        blocker("bear"),
        players=("alice", "bob", "carol"),
        declarations=[{"player": "bob", "blocks": {}}, {"player": "carol", "blocks": {}}],
    )

    def test_it_never_blocks(self) -> None:
        state = after(self.DATA, None, Enters(entering(), blocking="imp"))
        assert state.blocking == ()
        assert state.note == "new enters, but imp does not attack bob, so new never blocks it (506.3d)"

    def test_what_attacks_its_controller_it_does(self) -> None:
        assert after(self.DATA, None, Enters(entering(), blocking="ogre")).blocking == ("new",)

    def test_a_planeswalker_of_its_controller_is_enough(self) -> None:
        data = board(
            attacker("ogre", attacking="sage"), blocker("bear"), thing("sage", "bob", "Planeswalker — Sage")
        )
        assert after(data, {}, Enters(entering(), blocking="ogre")).blocking == ("new",)


class TestACreatureThatIsAlsoABattleEnters:
    """506.3e."""

    SIEGE = "Battle Creature — Siege Golem"

    def test_it_never_blocks_or_attacks(self) -> None:
        state = after(PLAIN, {}, Enters(entering(self.SIEGE, protector="alice"), blocking="ogre"))
        assert state.note == "new enters, but it is a battle and never a blocking creature (506.3e)"
        state = after(PLAIN, {}, Enters(entering(self.SIEGE, "alice", protector="bob"), attacking="bob"))
        assert state.note == "new enters, but it is a battle and never an attacking creature (506.3e)"

    def test_it_simply_enters_otherwise(self) -> None:
        state = after(PLAIN, {}, Enters(entering(self.SIEGE, protector="alice")))
        assert (state.note, state.board.has_permanent("new")) == ("", True)


class TestAnEffectWouldMakeABattleABlockingCreature:
    """506.3f."""

    def test_it_does_nothing(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("fort", type_line="Battle Creature — Siege", protector="alice"),
        )
        with pytest.raises(Impossible) as error:
            after(data, {}, MakesBlock("fort", ("ogre",)))
        assert (str(error.value), error.value.cr) == (
            "fort is a battle, which cannot become a blocking creature",
            "506.3f",
        )

    def test_of_a_creature_it_does(self) -> None:
        state = after(PLAIN, {"bear": "ogre"}, BecomesUnblocked(("ogre",)))
        assert then(state, MakesBlock("bear", ("imp",))).blocks == (("bear", "imp"),)
