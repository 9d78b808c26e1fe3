"""What the board does not say: asked only where the answers change the verdict (DESIGN.md, honesty)."""

from __future__ import annotations

from typing import Any

from tests.boards import Entry, attacker, blocker, board, judged

NEEDS_CARDS = "This creature can't block unless you have seven or more cards in hand."
MUST_BE_BLOCKED = "This creature must be blocked if able."


def colourless_entry(name: str, text: str = "") -> Entry:
    """A creature whose colours the board does not give."""
    entry = blocker(name, text)
    del entry["colors"]
    return entry


def fields(verdict: Any) -> list[str]:
    return [question.field for question in verdict.questions]


class TestAValueThatIsAbsentIsUnknown:
    def test_it_is_asked_for_where_it_decides(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("bear", NEEDS_CARDS)), {"bear": "ogre"})
        assert (verdict.legal, verdict.stage, fields(verdict)) == (None, None, ["players[1].hand_size"])
        assert verdict.if_ignored is not None
        assert [(row.answers, row.legal, row.stage) for row in verdict.if_ignored.answers] == [
            ((False,), True, None),
            ((True,), False, "509.1b"),
        ]
        assert verdict.decided_by is None

    def test_the_field_answers_it(self) -> None:
        for cards, legal in ((6, False), (7, True)):
            data = board(
                attacker("ogre"),
                blocker("bear", NEEDS_CARDS),
                players=("alice", {"id": "bob", "hand_size": cards}),
            )
            verdict = judged(data, {"bear": "ogre"})
            assert (verdict.legal, fields(verdict)) == (legal, [])

    def test_it_is_not_asked_for_where_both_answers_agree(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("bear", NEEDS_CARDS)), {})
        assert (verdict.legal, verdict.obeyed, verdict.maximum, fields(verdict)) == (True, 0, 0, [])

    def test_a_certain_fault_leaves_nothing_to_ask(self) -> None:
        verdict = judged(board(attacker("ogre", "Flying"), blocker("bear", NEEDS_CARDS)), {"bear": "ogre"})
        assert (verdict.legal, verdict.stage) == (False, "509.1b")
        assert [fault.cr for fault in verdict.broken] == [("702.9b",)]

    def test_figures_that_depend_on_it_are_given_as_bounds(self) -> None:
        data = board(attacker("ogre", MUST_BE_BLOCKED), blocker("bear", NEEDS_CARDS))
        verdict = judged(data, {"bear": "ogre"})
        assert (verdict.legal, verdict.obeyed, verdict.maximum) == (None, 1, None)
        assert (verdict.maximum_at_least, verdict.maximum_at_most) == (0, 1)

    def test_beyond_four_only_what_changes_the_theory_is_asked(self) -> None:
        blockers = [colourless_entry(f"bear{n}") for n in range(6)]
        verdict = judged(board(attacker("ogre", "Fear"), *blockers), {"bear0": "ogre"})
        assert (verdict.legal, len(verdict.questions)) == (None, 6)

    def test_the_same_question_of_two_texts_is_asked_once(self) -> None:
        data = board(attacker("ogre", "Fear"), attacker("imp", "Fear"), colourless_entry("bear"))
        assert fields(judged(data, {"bear": "ogre"})) == ["permanents[2].colors"]


class TestTextThatIsNotUnderstoodMakesNoVerdict:
    STRANGE = "This creature can't be blocked while it snows."

    def test_it_is_named_and_the_rest_is_judged(self) -> None:
        verdict = judged(board(attacker("ogre", self.STRANGE), blocker("bear")), {"bear": "ogre"})
        assert (verdict.legal, verdict.stage, verdict.maximum) == (None, None, None)
        assert [line.text for line in verdict.unread] == [self.STRANGE]
        assert verdict.if_ignored is not None
        assert verdict.if_ignored.legal is True

    def test_a_fault_that_no_permission_could_lift_stays_one(self) -> None:
        verdict = judged(
            board(attacker("ogre", f"{self.STRANGE}\nMenace"), blocker("bear")), {"bear": "ogre"}
        )
        assert (verdict.legal, verdict.stage, verdict.maximum) == (False, "509.1b", None)

    def test_a_fault_that_one_could_lift_does_not(self) -> None:
        tapped = board(attacker("ogre", self.STRANGE), blocker("bear", tapped=True))
        flying = board(attacker("ogre", f"{self.STRANGE}\nFlying"), blocker("bear"))
        assert judged(tapped, {"bear": "ogre"}).legal is None
        assert judged(flying, {"bear": "ogre"}).legal is None

    def test_text_that_has_nothing_to_do_with_blocking_is_no_matter(self) -> None:
        text = "When this creature enters, you may frobnicate a card.\n{T}: Add {G}."
        assert judged(board(attacker("ogre", text), blocker("bear", text)), {"bear": "ogre"}).legal is True

    def test_an_ability_that_its_bearer_lost_is_not_in_force(self) -> None:
        hush = {"text": "Target creature loses all abilities until end of turn.", "targets": ["ogre"]}
        data = board(attacker("ogre", self.STRANGE), blocker("bear"), effects=[hush])
        assert judged(data, {"bear": "ogre"}).legal is True


class TestWhatAnEffectIsBoundTo:
    def test_a_missing_target_is_a_question(self) -> None:
        data = board(
            attacker("ogre"), blocker("bear"), effects=[{"text": "Target creature blocks this turn if able."}]
        )
        verdict = judged(data, {})
        assert (verdict.legal, fields(verdict)) == (None, ["effects[0].targets"])

    def test_an_unused_target_is_none(self) -> None:
        effect = {"text": "Target creature blocks this turn if able.", "targets": [None]}
        verdict = judged(board(attacker("ogre"), blocker("bear"), effects=[effect]), {})
        assert (verdict.legal, verdict.maximum, fields(verdict)) == (True, 0, [])
