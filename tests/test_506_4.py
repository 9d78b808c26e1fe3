"""506.4: what is removed from combat, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Impossible, InputError, Judge
from blockcheck.aftermath import (
    Changes,
    ChangesControl,
    Event,
    Leaves,
    MakesBlock,
    NewCombatPhase,
    PhasesOut,
    Regenerates,
    RemovedFromCombat,
    Taps,
    then,
)
from blockcheck.judge.outcome import aftermath_answer
from tests.boards import attacker, blocker, board, thing
from tests.combats import BECOMES_BLOCKED, after, counts

BOTH = board(attacker("ogre"), attacker("imp"), blocker("bear"), blocker("cat"))
BLOCKS = {"bear": "ogre", "cat": "imp"}

WAYS: list[Any] = [
    pytest.param(Leaves, {}, id="leaves the battlefield"),
    pytest.param(ChangesControl, {"to": None}, id="its controller changes"),
    pytest.param(PhasesOut, {}, id="phases out"),
    pytest.param(RemovedFromCombat, {}, id="an effect removes it"),
    pytest.param(Regenerates, {}, id="regenerates"),
    pytest.param(Changes, {"to": {"type_line": "Artifact"}}, id="stops being a creature"),
    pytest.param(Changes, {"to": {"type_line": "Battle Creature — Siege"}}, id="becomes a battle"),
]


def event(way: Any, more: dict[str, Any], permanent: str, to: str) -> Event:
    given = {"to": to} if more == {"to": None} else more
    made: Event = way(permanent, **given)
    return made


class TestAPermanentIsRemovedFromCombat:
    @pytest.mark.parametrize(("way", "more"), WAYS)
    def test_an_attacking_creature(self, way: Any, more: dict[str, Any]) -> None:
        state = after(BOTH, BLOCKS, event(way, more, "ogre", "bob"))
        assert state.attackers == ("imp",)
        assert (state.blocked, state.unblocked) == (("imp",), ())
        assert state.blocks == (("cat", "imp"),)
        assert state.blocking == ("bear", "cat")

    @pytest.mark.parametrize(("way", "more"), WAYS)
    def test_a_blocking_creature(self, way: Any, more: dict[str, Any]) -> None:
        state = after(BOTH, BLOCKS, event(way, more, "bear", "alice"))
        assert state.blocking == ("cat",)
        assert state.blocked == ("ogre", "imp")

    def test_nothing_else_is(self) -> None:
        state = after(BOTH, {"bear": "ogre"}, Leaves("cat"))
        assert (state.blocks, state.attackers) == ((("bear", "ogre"),), ("ogre", "imp"))

    def test_an_effect_cannot_remove_what_is_not_in_combat(self) -> None:
        with pytest.raises(Impossible, match=r"^cat is not in combat$"):
            after(BOTH, {"bear": "ogre"}, RemovedFromCombat("cat"))

    def test_a_member_of_a_band_leaves_the_band(self) -> None:
        data = board(
            attacker("ogre", "Banding", band="b"), attacker("imp", "Banding", band="b"), blocker("bear")
        )
        state = after(data, {}, RemovedFromCombat("ogre"), MakesBlock("bear", ("imp",)))
        assert state.blocks == (("bear", "imp"),)

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            (ChangesControl("bear", "bob"), "bob controls bear already"),
            (ChangesControl("bear", "zoe"), "There is no player zoe"),
            (Leaves("ghost"), "ghost is not on the battlefield"),
        ],
    )
    def test_what_cannot_happen_says_why(self, wrong: Event, message: str) -> None:
        with pytest.raises(Impossible) as error:
            after(BOTH, BLOCKS, wrong)
        assert str(error.value) == message

    def test_nor_can_what_is_phased_out_phase_out(self) -> None:
        with pytest.raises(Impossible, match=r"^bear is phased out$"):
            after(BOTH, BLOCKS, PhasesOut("bear"), PhasesOut("bear"))

    def test_to_what_is_phased_out_nothing_happens(self) -> None:
        for event in (Leaves("bear"), Taps("bear"), MakesBlock("bear", ("ogre",)), RemovedFromCombat("bear")):
            with pytest.raises(Impossible, match=r"^bear is phased out$"):
                after(BOTH, BLOCKS, PhasesOut("bear"), event)

    def test_what_is_attached_phases_out_with_it(self) -> None:
        """702.26g."""
        text = "Whenever a creature becomes blocked, draw a card."
        horn = thing("horn", "bob", "Artifact — Equipment", text, attached_to="bear")
        data = board(attacker("ogre"), blocker("bear"), blocker("cat"), horn)
        state = after(data, {}, PhasesOut("bear"))
        assert state.board.permanent("horn").phased_out
        assert counts(then(state, MakesBlock("cat", ("ogre",)))) == {}
        assert counts(after(data, {}, MakesBlock("cat", ("ogre",)))) == {"horn": 1}

    def test_a_characteristic_that_cannot_change(self) -> None:
        with pytest.raises(InputError, match=r"^field: expected one of colors, .*, got "):
            after(BOTH, BLOCKS, Changes("bear", {"tapped": True}))


class TestWhatWouldHaveKeptItFromBlocking:
    """506.4a."""

    def test_removes_nothing(self) -> None:
        state = after(BOTH, BLOCKS, Changes("bear", {"oracle_text": "This creature can't block."}))
        assert state.blocks == (("bear", "ogre"), ("cat", "imp"))

    def test_an_effect_that_says_so_does(self) -> None:
        assert after(BOTH, BLOCKS, RemovedFromCombat("bear")).blocking == ("cat",)


class TestTappingOrUntapping:
    """506.4b."""

    def test_a_blocker_or_an_attacker_stays(self) -> None:
        state = after(BOTH, BLOCKS, Taps("bear"), Taps("ogre", tapped=False))
        assert state.blocks == (("bear", "ogre"), ("cat", "imp"))
        assert (state.board.permanent("bear").tapped, state.board.permanent("ogre").tapped) == (True, False)

    def test_becoming_tapped_is_waited_for(self) -> None:
        text = "Whenever a creature you control becomes tapped, you gain 1 life."
        data = board(attacker("ogre"), blocker("bear"), thing("sap", "bob", "Enchantment", text))
        assert counts(after(data, {"bear": "ogre"}, Taps("bear"))) == {"sap": 1}
        with pytest.raises(Impossible, match=r"^ogre is tapped already$"):
            after(data, {"bear": "ogre"}, Taps("ogre"))


class TestAnAttackedPlaneswalkerOrBattleIsRemoved:
    """506.4c."""

    SAGE = board(
        attacker("ogre", BECOMES_BLOCKED, attacking="sage"),
        thing("sage", "bob", "Planeswalker — Sage"),
        blocker("bear"),
    )

    @pytest.mark.parametrize(
        "event",
        [
            Leaves("sage"),
            PhasesOut("sage"),
            RemovedFromCombat("sage"),
            ChangesControl("sage", "alice"),
            Changes("sage", {"type_line": "Artifact"}),
        ],
    )
    def test_its_attacker_attacks_on_and_attacks_nothing(self, event: Event) -> None:
        state = after(self.SAGE, {}, event)
        assert state.attackers == ("ogre",)
        assert state.board.attacked("ogre") is None
        assert state.board.defending_player("ogre") == "bob"
        assert aftermath_answer(state).attackers[0].attacks is None

    def test_it_may_still_be_blocked(self) -> None:
        state = after(self.SAGE, {}, Leaves("sage"), MakesBlock("bear", ("ogre",)))
        assert (state.blocked, counts(state)) == (("ogre",), {"ogre": 1})

    def test_while_it_is_there_it_is_attacked(self) -> None:
        assert after(self.SAGE, {}, Taps("bear")).board.attacked("ogre") == "sage"


class TestABlockingCreatureThatIsAnAttackedPlaneswalker:
    """506.4d."""

    DATA = board(
        attacker("ogre", attacking="sage"),
        attacker("imp"),
        blocker("sage", type_line="Planeswalker Creature — Sage"),
    )

    @pytest.mark.parametrize(
        ("type_line", "blocking", "attacked"),
        [
            ("Planeswalker — Sage", (), "sage"),
            ("Creature — Human", ("sage",), None),
            ("Enchantment", (), None),
        ],
    )
    def test_is_removed_as_what_it_stops_being(
        self, type_line: str, blocking: tuple[str, ...], attacked: str | None
    ) -> None:
        state = after(self.DATA, {"sage": "imp"}, Changes("sage", {"type_line": type_line}))
        assert (state.blocking, state.board.attacked("ogre")) == (blocking, attacked)
        assert state.blocked == ("imp",)


class TestAnAttackedPlaneswalkerThatIsAlsoABattle:
    """506.4e."""

    @staticmethod
    def data(controller: str) -> Any:
        fort = thing("fort", controller, "Battle Planeswalker — Siege", protector="bob")
        return board(attacker("ogre", attacking="fort"), fort, blocker("bear"))

    @pytest.mark.parametrize(
        ("controller", "type_line", "attacked"),
        [
            ("alice", "Battle — Siege", "fort"),
            ("alice", "Planeswalker — Sage", None),
            ("bob", "Planeswalker — Sage", "fort"),
            ("bob", "Artifact", None),
        ],
    )
    def test_stays_attacked_as_a_battle_or_as_its_protectors_planeswalker(
        self, controller: str, type_line: str, attacked: str | None
    ) -> None:
        state = after(self.data(controller), {}, Changes("fort", {"type_line": type_line}))
        assert state.board.attacked("ogre") == attacked


class TestANewCombatPhaseBegins:
    def test_nobody_blocks_and_the_board_is_ready_for_another_declaration(self) -> None:
        text = "Whenever this creature blocks, draw a card."
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", text))
        first = after(data, {"bear": "ogre"})
        second = then(first, NewCombatPhase({"imp": "bob"}))
        assert (second.over, second.blocking, second.attackers) == (True, (), ())
        assert second.board.turn.combat_phase == 2
        again = Judge(second.board).after({"bear": "imp"})
        assert (again.blocks, counts(again)) == ((("bear", "imp"),), {"bear": 1})

    def test_nothing_happens_in_the_old_one_any_more(self) -> None:
        with pytest.raises(Impossible) as error:
            after(BOTH, BLOCKS, NewCombatPhase({}), RemovedFromCombat("ogre"))
        assert (str(error.value), error.value.cr) == ("The combat phase has ended", "511.3")

    @pytest.mark.parametrize(
        ("attacking", "message"),
        [
            ({"bear": "alice"}, "bear is no creature of the attacking player"),
            ({"ogre": "alice"}, "alice cannot be attacked"),
        ],
    )
    def test_only_what_can_attack_attacks(self, attacking: dict[str, str], message: str) -> None:
        with pytest.raises(Impossible) as error:
            after(BOTH, BLOCKS, NewCombatPhase(attacking))
        assert str(error.value) == message
