"""Text that bears on blocking in a form nobody reads is said to be unread; it never passes for unrelated."""

from __future__ import annotations

import pytest

from blockcheck.reading import read_text
from tests.boards import attacker, blocker, board, judged

SAID = [
    "Protection from tokens",
    "Protection from colored creatures",
    "Protection from its colors",
    "Flying, protection from frobnication",
    "Non-Island landwalk",
    "This creature is unblockable.",
    "Creatures you control are unblockable.",
    "This creature has the same abilities as enchanted creature.",
    "Creatures you control have all keyword abilities.",
    "If a creature would block this creature, it doesn't.",
    "As long as this creature entered this turn, it can't be blocked.",
    "This creature can't be blocked by creatures that blocked this turn.",
    "This creature can't be blocked as long as it's the target of a spell.",
]


class TestWhatBearsOnBlockingIsNeverIgnored:
    @pytest.mark.parametrize("text", SAID)
    def test_it_leaves_the_verdict_open(self, text: str) -> None:
        verdict = judged(board(attacker("ogre", text), blocker("bear")), {"bear": "ogre"})
        asked = bool(verdict.unread) or bool(verdict.questions)
        assert (verdict.legal, asked) == (None, True)

    @pytest.mark.parametrize(
        "text",
        [
            "Trample, ward {2}",
            "Whenever this creature attacks, put a flying, first strike, or vigilance counter on it.",
            "When this creature enters, you may tap target blocking creature.",
        ],
    )
    def test_what_does_not_is_not_in_the_way(self, text: str) -> None:
        assert judged(board(attacker("ogre", text), blocker("bear")), {"bear": "ogre"}).legal is True

    def test_the_words_are_pointed_at(self) -> None:
        (clause,) = read_text("Protection from tokens")
        assert clause.unread is not None
        assert clause.cls == "unread"


class TestAnAbilityBehindAnAnchorWord:
    TEXT = (
        "As this creature enters, choose Tides or Storms.\n"
        "• Tides — This creature can't be blocked.\n"
        "• Storms — This creature has flying."
    )

    def test_is_there_only_where_the_word_was_chosen(self) -> None:
        for label, blocks_flyers, expected in (
            ("Tides", "Flying", False),
            ("storms", "Flying", True),
            ("Storms", "", False),
        ):
            ogre = attacker("ogre", self.TEXT, chosen={"label": label})
            assert judged(board(ogre, blocker("bear", blocks_flyers)), {"bear": "ogre"}).legal is expected

    def test_is_asked_for(self) -> None:
        verdict = judged(board(attacker("ogre", self.TEXT), blocker("bear", "Flying")), {"bear": "ogre"})
        assert verdict.legal is None
        assert {question.field for question in verdict.questions} == {"permanents[0].chosen.label"}


class TestAKeywordOfTheList:
    def test_that_nobody_reads_is_said_beside_a_text_with_other_keywords(self) -> None:
        ogre = attacker("ogre", "Vigilance", keywords=["Vigilance", "Protection from tokens"])
        verdict = judged(board(ogre, blocker("bear")), {"bear": "ogre"})
        assert verdict.legal is None
        assert [line.text for line in verdict.unread] == ["Protection from tokens"]

    def test_that_only_names_what_the_text_says_is_no_matter(self) -> None:
        ogre = attacker("ogre", "Protection from white", keywords=["Protection"])
        assert judged(board(ogre, blocker("bear")), {"bear": "ogre"}).legal is True
