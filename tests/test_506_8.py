"""506.8a-g: when a spell or an ability with a timing line about combat may be cast or activated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from blockcheck import InputError, Judge, load_board
from blockcheck.judge.outcome import window_answer
from blockcheck.reading.windows import read_line, timing_lines
from blockcheck.window import Slot, Window, window, windows
from tests.boards import attacker, blocker, board, thing

BEFORE_ATTACKERS = "Cast this spell only before attackers are declared."
BEFORE_BLOCKERS = "Cast this spell only before blockers are declared."
AFTER_BLOCKERS = "Cast this spell only after blockers are declared."
IN_COMBAT = "Cast this spell only during combat."
IN_COMBAT_BEFORE_BLOCKERS = "Cast this spell only during combat before blockers are declared."
IN_COMBAT_AFTER_BLOCKERS = "Cast this spell only during combat after blockers are declared."
NOBODY_ATTACKS = ["declare_blockers", "combat_damage"]

ORDER = [
    "upkeep",
    "draw",
    "precombat_main",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "combat_damage",
    "end_of_combat",
    "postcombat_main",
    "end",
]


def moment(step: str, **more: Any) -> dict[str, Any]:
    """The turn so far at a step or in a main phase."""
    return {"phase" if step.endswith("main") else "step": step, **more}


def when(line: str, *, player: str | None = None, **more: Any) -> list[str]:
    """The steps of a turn in which a line holds."""
    steps = [step for step in ORDER if step not in more.get("skipped", ())]
    if "combat" in more.get("skipped", ()):
        steps = [step for step in steps if step.endswith(("main", "end", "upkeep", "draw"))]
    return [step for step in steps if window(line, moment(step, **more), player=player).now]


def told(answer: Window) -> tuple[bool | None, str, str]:
    return answer.now, answer.cr, answer.reason


class TestBeforeOrAfterAttackersAreDeclared:
    """506.8a: before or after the declare attackers step begins, whether or not anything attacks."""

    def test_before(self) -> None:
        assert when(BEFORE_ATTACKERS) == ["upkeep", "draw", "precombat_main", "beginning_of_combat"]

    def test_not_any_more_in_the_declare_attackers_step(self) -> None:
        answer = window(BEFORE_ATTACKERS, moment("declare_attackers"))
        assert told(answer) == (False, "506.8a", "the declare attackers step has begun")
        assert answer.next is None

    def test_after(self) -> None:
        assert when("Activate only after attackers are declared.") == ORDER[4:]

    def test_nobody_gets_priority_in_that_step_before_they_are_declared(self) -> None:
        line = "Activate only after attackers are declared."
        answer = window(line, moment("declare_attackers", attackers_declared=False))
        assert (answer.now, answer.cr, answer.next) == (
            False,
            "508.2",
            Slot("combat", "declare_attackers", 1),
        )
        assert window(line, moment("declare_attackers", attackers_declared=True)).now is True


class TestBeforeOrAfterBlockersAreDeclared:
    """506.8b: before or after the declare blockers step begins, whether or not anything blocks."""

    def test_before(self) -> None:
        assert when(BEFORE_BLOCKERS) == ORDER[:5]

    def test_after(self) -> None:
        assert when(AFTER_BLOCKERS) == ORDER[5:]

    def test_not_yet(self) -> None:
        answer = window(AFTER_BLOCKERS, moment("declare_attackers"))
        assert told(answer) == (False, "506.8b", "it is still before blockers are declared")
        assert answer.next == Slot("combat", "declare_blockers", 1)

    def test_nobody_gets_priority_in_that_step_before_they_are_declared(self) -> None:
        for line in (BEFORE_BLOCKERS, AFTER_BLOCKERS):
            answer = window(line, moment("declare_blockers", blockers_declared=False))
            assert told(answer)[:2] == (False, "509.2")


class TestDuringCombat:
    """506.8c: in any combat phase of the turn."""

    def test_in_its_steps_only(self) -> None:
        assert when(IN_COMBAT) == ORDER[3:8]
        assert told(window(IN_COMBAT, moment("precombat_main"))) == (
            False,
            "506.8c",
            "it is not the combat phase",
        )

    def test_in_the_second_combat_phase_too(self) -> None:
        steps = [
            step for step in ORDER[3:8] if window(IN_COMBAT_BEFORE_BLOCKERS, moment(step, combat_phase=2)).now
        ]
        assert steps == ["beginning_of_combat", "declare_attackers"]
        assert window(IN_COMBAT_AFTER_BLOCKERS, moment("combat_damage", combat_phase=2)).now is True

    def test_before_blockers_of_that_combat_phase(self) -> None:
        answer = window(IN_COMBAT_BEFORE_BLOCKERS, moment("declare_blockers", combat_phase=2))
        assert told(answer) == (False, "506.8c", "the declare blockers step has begun")
        assert (answer.next, answer.in_another_combat) == (None, True)

    def test_of_a_certain_player(self) -> None:
        line = "Cast this spell only during combat on an opponent's turn."
        assert window(line, moment("combat_damage", player="alice"), player="bob").now is True
        answer = window(line, moment("combat_damage", player="alice"), player="alice")
        assert told(answer) == (False, "102.1", "it is your own turn")
        asked = window(line, moment("combat_damage"))
        assert (asked.now, asked.needs) == (None, ("turn.player", "player"))


class TestWithoutDuringCombat:
    """506.8d: only the first combat phase of the turn counts."""

    @pytest.mark.parametrize("line", [BEFORE_ATTACKERS, BEFORE_BLOCKERS, "Activate only before combat."])
    @pytest.mark.parametrize("step", ["beginning_of_combat", "postcombat_main"])
    def test_before_it_only(self, line: str, step: str) -> None:
        answer = window(line, moment(step, combat_phase=2))
        assert (answer.now, answer.next, answer.in_another_combat) == (False, None, False)

    def test_after_it_from_then_on(self) -> None:
        line = "Cast this spell only after combat."
        assert when(line) == ["postcombat_main", "end"]
        facts = moment("declare_attackers", combat_phase=2, earlier_combats=[[]])
        assert window(line, facts).now is True

    def test_after_a_combat_phase_that_is_skipped_never(self) -> None:
        answer = window("Cast this spell only after combat.", moment("postcombat_main", skipped=["combat"]))
        assert told(answer) == (False, "506.8d", "the combat phase is skipped")

    def test_what_happened_in_it_has_to_be_told(self) -> None:
        answer = window(AFTER_BLOCKERS, moment("beginning_of_combat", combat_phase=2))
        assert (answer.now, answer.needs) == (None, ("turn.earlier_combats",))
        skipped = moment("beginning_of_combat", combat_phase=2, earlier_combats=[NOBODY_ATTACKS])
        assert told(window(AFTER_BLOCKERS, skipped)) == (
            False,
            "506.8b",
            "the declare blockers step is skipped",
        )

    def test_before_combat_or_during_combat_before_blockers_are_declared(self) -> None:
        line = "Cast this spell only before combat or during combat before blockers are declared."
        assert when(line) == ORDER[:5]
        assert window(line, moment("declare_attackers", combat_phase=2)).now is True
        assert window(line, moment("postcombat_main", combat_phase=2)).now is False


class TestTheStatedPointDoesNotExist:
    """506.8e: then the declare attackers step, or the precombat main phase, is the last time."""

    @pytest.mark.parametrize("line", [BEFORE_BLOCKERS, "Cast this spell only before the combat damage step."])
    def test_because_nothing_attacks(self, line: str) -> None:
        assert when(line, skipped=NOBODY_ATTACKS) == ORDER[:5]
        answer = window(line, moment("end_of_combat", skipped=NOBODY_ATTACKS))
        assert answer.cr == "506.8e"
        assert answer.reason.endswith("step is skipped, so the declare attackers step was the last time")

    @pytest.mark.parametrize("line", [BEFORE_ATTACKERS, BEFORE_BLOCKERS, "Activate only before combat."])
    def test_because_the_combat_phase_is_skipped(self, line: str) -> None:
        assert when(line, skipped=["combat"]) == ["upkeep", "draw", "precombat_main"]
        answer = window(line, moment("postcombat_main", skipped=["combat"]))
        assert told(answer) == (
            False,
            "506.8e",
            "the combat phase is skipped, so the precombat main phase was the last time",
        )

    def test_a_point_that_exists_counts(self) -> None:
        line = "Activate only before the end of combat step."
        assert when(line, skipped=NOBODY_ATTACKS) == ORDER[:5]
        answer = window(line, moment("end_of_combat", skipped=NOBODY_ATTACKS))
        assert told(answer) == (False, "506.8d", "the end of combat step has begun")


class TestDuringCombatAfterBlockersAreDeclaredWithoutThatStep:
    """506.8f: not in that combat phase."""

    def test_never_in_it(self) -> None:
        assert when(IN_COMBAT_AFTER_BLOCKERS, skipped=NOBODY_ATTACKS) == []
        answer = window(IN_COMBAT_AFTER_BLOCKERS, moment("end_of_combat", skipped=NOBODY_ATTACKS))
        assert told(answer) == (False, "506.8f", "the declare blockers step is skipped")
        assert (answer.next, answer.in_another_combat) == (None, True)

    def test_with_that_step_from_then_on(self) -> None:
        assert when(IN_COMBAT_AFTER_BLOCKERS) == ["declare_blockers", "combat_damage", "end_of_combat"]
        assert window(IN_COMBAT_AFTER_BLOCKERS, moment("first_strike_damage")).now is True


class TestAbilitiesLikeSpells:
    """506.8g."""

    def test_the_same_answer_for_an_ability(self) -> None:
        for line in (BEFORE_BLOCKERS, IN_COMBAT_AFTER_BLOCKERS):
            ability = line.replace("Cast this spell", "Activate this ability")
            assert when(ability) == when(line)

    def test_in_the_text_of_a_card(self) -> None:
        text = "Flying\n{T}: Untap target creature. Activate this ability only during combat."
        assert window(text, moment("combat_damage")).cr == "506.8g"
        assert window(text, moment("upkeep")).now is False


class TestOtherTimes:
    @pytest.mark.parametrize(
        ("line", "steps"),
        [
            ("Cast this spell only during the declare blockers step.", ["declare_blockers"]),
            ("Activate only during the end of combat step.", ["end_of_combat"]),
            ("Activate only during combat or during the end step.", [*ORDER[3:8], "end"]),
            ("Cast this spell only after combat.", ["postcombat_main", "end"]),
            ("Activate only once each turn.", ORDER),
            ("Activate only as an instant.", ORDER),
        ],
    )
    def test_in_a_step(self, line: str, steps: list[str]) -> None:
        assert when(line) == steps

    @pytest.mark.parametrize(
        ("line", "mine", "theirs"),
        [
            ("Activate only during your turn, before attackers are declared.", ORDER[:4], []),
            ("Activate only during an opponent's turn and only before combat.", [], ORDER[:3]),
            ("Activate only during your upkeep.", ["upkeep"], []),
            ("Activate only as a sorcery.", ["precombat_main", "postcombat_main"], []),
            ("Cast this spell only during an opponent's turn and only during combat.", [], ORDER[3:8]),
        ],
    )
    def test_in_somebodys_turn(self, line: str, mine: list[str], theirs: list[str]) -> None:
        for player, steps in (("alice", mine), ("bob", theirs)):
            assert [s for s in ORDER if window(line, moment(s, player="alice"), player=player).now] == steps

    def test_conditions_besides_the_time_are_told(self) -> None:
        line = "Activate only during combat and only if defending player controls a snow land."
        answer = window(line, moment("combat_damage"))
        assert (answer.now, answer.provided) == (True, ("if defending player controls a snow land",))
        assert window_answer(answer).message == "Yes, now, if defending player controls a snow land."

    @pytest.mark.parametrize(("attacked", "now"), [(["bob"], True), (["carol"], False), (None, True)])
    def test_whether_you_have_been_attacked_is_a_turn_fact(
        self, attacked: list[str] | None, now: bool
    ) -> None:
        line = "Cast this spell only during the declare attackers step and only if you've been attacked this step."
        facts = moment(
            "declare_attackers", player="alice", **({} if attacked is None else {"attacked": attacked})
        )
        answer = window(line, facts, player="bob")
        assert answer.now is now
        assert answer.provided == (("if you've been attacked this step",) if attacked is None else ())

    @pytest.mark.parametrize(("step", "cr"), [("untap", "502.4"), ("cleanup", "514.3")])
    def test_no_player_gets_priority(self, step: str, cr: str) -> None:
        assert told(window("Activate only once each turn.", moment(step)))[:2] == (False, cr)

    def test_each_line_of_a_text(self) -> None:
        text = (
            "{1}: Draw a card. Activate only during combat.\n{2}: Scry 1. Activate only during your upkeep."
        )
        assert [one.now for one in windows(text, moment("combat_damage", player="bob"), player="bob")] == [
            True,
            False,
        ]


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("text", "turn", "message"),
        [
            (
                "Flying",
                moment("end"),
                "text: expected one timing line, as in “Cast this spell only during combat.”, got none",
            ),
            (
                "Cast this spell only under a full moon.",
                moment("end"),
                'text: this timing line is not understood from "under a full moon" on',
            ),
            (IN_COMBAT, {}, "turn.step: missing; expected a step, or a main phase"),
            (
                IN_COMBAT,
                {"step": "end", "phase": "combat"},
                'turn.phase: expected ending, the phase of that step, got "combat"',
            ),
            (
                IN_COMBAT,
                moment("declare_blockers", skipped=["declare_blockers"]),
                'turn.skipped: expected no step that the turn is in, got "declare_blockers"',
            ),
            (
                IN_COMBAT,
                moment("end", earlier_combats=[[]]),
                "turn.earlier_combats: expected one list for each combat phase before this one: 0, got 1",
            ),
            (IN_COMBAT, {"stepp": "end"}, 'turn.stepp: unknown field; did you mean "step"?'),
            (
                IN_COMBAT,
                moment("upkeep", combat_phase=2),
                "turn.combat_phase: expected 1 in the upkeep step, got 2",
            ),
            (
                IN_COMBAT,
                moment("precombat_main", attackers_declared=True),
                "turn.attackers_declared: expected false in the precombat main phase, got true",
            ),
            (
                IN_COMBAT,
                moment("declare_attackers", blockers_declared=True),
                "turn.blockers_declared: expected false in the declare attackers step, got true",
            ),
            (
                IN_COMBAT,
                moment("declare_blockers", attackers_declared=False),
                "turn.attackers_declared: expected true in the declare blockers step, got false",
            ),
            (
                IN_COMBAT,
                moment("combat_damage", blockers_declared=False),
                "turn.blockers_declared: expected true in the combat damage step, got false",
            ),
        ],
    )
    def test_is_told(self, text: str, turn: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError) as error:
            window(text, turn)
        assert str(error.value) == message


class TestMessages:
    @pytest.mark.parametrize(
        ("line", "turn", "message"),
        [
            (IN_COMBAT, moment("end_of_combat"), "Yes, now."),
            (
                IN_COMBAT,
                moment("upkeep"),
                "Not now: it is not the combat phase (506.8c). Next: the beginning of combat step.",
            ),
            (
                BEFORE_BLOCKERS,
                moment("end"),
                "Not now: the declare blockers step has begun (506.8b). Not again this turn.",
            ),
            (
                IN_COMBAT_AFTER_BLOCKERS,
                moment("postcombat_main"),
                "Not now: it is not the combat phase (506.8c). Not again this turn, unless it has another combat phase.",
            ),
            (
                "Activate only during your upkeep.",
                moment("upkeep"),
                "Not decided: give turn.player and player.",
            ),
        ],
    )
    def test_of_windows(self, line: str, turn: dict[str, Any], message: str) -> None:
        assert window_answer(window(line, turn)).message == message


class TestWhoMayActivate:
    def test_only_opponents(self) -> None:
        line = "Only your opponents may activate this ability and only during combat."
        answer = window(line, moment("end_of_combat"))
        assert (answer.now, answer.provided) == (True, ("if you are an opponent of its controller",))
        assert told(window(line, moment("upkeep")))[:2] == (False, "506.8c")

    def test_any_player_in_a_turn_of_their_own(self) -> None:
        line = "Any player may activate this ability but only during their upkeep."
        assert window(line, moment("upkeep", player="bob"), player="bob").now is True
        assert window(line, moment("upkeep", player="bob"), player="alice").now is False


class TestConditionsAreAskedOfTheBoard:
    DATA = board(
        attacker("ogre", "Flying"),
        attacker("imp", attacking="carol"),
        blocker("bear", counters={"oil": 2}),
        thing("peak", "bob", "Snow Land", tapped=True),
        players=("alice", {"id": "bob", "hand_size": 1}, "carol"),
        turn={"step": "declare_blockers"},
    )

    def asked(self, line: str, **more: Any) -> Window:
        (one,) = Judge(load_board(self.DATA)).windows(line, **more)
        return one

    @pytest.mark.parametrize(
        ("condition", "source", "met"),
        [
            ("defending player controls a snow land", "ogre", True),
            ("defending player controls a snow land", "imp", False),
            ("this creature is attacking", "ogre", True),
            ("this creature is attacking", "bear", False),
            ("there are two or more oil counters on this creature", "bear", True),
            ("there are three or more oil counters on this creature", "bear", False),
            ("there are three or more oil counters on Bear", "bear", False),
            ("a creature with flying is attacking you", "bear", True),
            ("you control a Wall", "bear", False),
            ("you have no cards in hand", "bear", False),
        ],
    )
    def test_met_or_not(self, condition: str, source: str, met: bool) -> None:
        answer = self.asked(f"Activate only during combat and only if {condition}.", source=source)
        assert (answer.now, answer.provided, answer.needs) == (met, (), ())
        if not met:
            assert (answer.cr, answer.reason) == ("602.5", f"it is not so that {condition}")

    def test_of_a_spell_for_whoever_would_cast_it(self) -> None:
        line = "Cast this spell only if a creature with flying is attacking you."
        assert self.asked(line, player="bob").now is True
        answer = self.asked(line, player="carol")
        assert window_answer(answer).message == (
            "Not now: it is not so that a creature with flying is attacking you (601.3). "
            "Next: the declare blockers step, once it is so."
        )
        assert self.asked(line).provided == ("if a creature with flying is attacking you",)

    def test_what_the_board_leaves_open_is_asked_for(self) -> None:
        answer = self.asked("Activate only if an opponent has no cards in hand.", source="ogre")
        assert (answer.now, answer.needs) == (None, ("players[2].hand_size",))

    def test_what_is_not_understood_is_told(self) -> None:
        answer = self.asked("Activate only if the moon is full.", source="bear")
        assert (answer.now, answer.provided) == (True, ("if the moon is full",))

    def test_at_another_time_it_may_be_otherwise(self) -> None:
        line = "Activate only during your upkeep and only if you control a Wall."
        answer = self.asked(line, source="bear")
        assert (answer.now, answer.cr) == (False, "506.8")

    def test_the_turn_is_the_boards(self) -> None:
        assert self.asked("Cast this spell only during an opponent's turn.", player="bob").now is True
        assert (
            self.asked("Cast this spell only during combat.", turn={"step": "end"}, player="bob").now is False
        )

    @pytest.mark.parametrize(
        ("more", "message"),
        [
            ({"source": "ber"}, 'source: "ber" is no permanent of the board; did you mean "bear"?'),
            ({"player": "dave"}, 'player: "dave" is no player of the board'),
        ],
    )
    def test_who_is_not_there(self, more: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError) as error:
            self.asked("Cast this spell only during combat.", **more)
        assert str(error.value) == message


class TestEveryTimingLineOfTheCardsIsRead:
    def test_each_says_something_about_time_or_a_condition(self, shared: Path) -> None:
        lines: list[str] = []
        for row in (shared / "oracle" / "cards.jsonl").read_text(encoding="utf-8").splitlines():
            card = json.loads(row)
            lines += timing_lines(card["oracle_text"], name=card["name"], type_line=card["type_line"])
        assert len(lines) > 90
        for line in lines:
            assert read_line(line).limits
