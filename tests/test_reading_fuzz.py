"""Shuffled, truncated and joined words: never an exception, never an effect from half a sentence."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockcheck.reading import printed, read_text

CLAUSES = [
    "This creature can't block.",
    "Enchanted creature gets +2/+2 and can't be blocked by more than one creature.",
    "As long as you control another Giant, all creatures able to block this creature do so.",
    "Target creature can't be blocked this turn except by artifact creatures and/or Walls.",
    "Creatures your opponents control with power less than this creature's power can't block creatures you control.",
    "This creature can't attack or block unless you pay {2} for each +1/+1 counter on it.",
    "Whenever this creature attacks, you may have target creature defending player controls block it this turn if able.",
    '{1}{R}, {T}: Until end of turn, target creature gains menace and "This creature must be blocked if able."',
    "Creatures with islandwalk can be blocked as though they didn't have islandwalk.",
    "Flying, protection from red and from Dragons",
    "Choose one —\n• Creatures can't block this turn.\n• You choose which creatures block this turn.",
]
WORDS = sorted(
    {word for clause in CLAUSES for word in clause.split()}
    | {"(", ")", '"', ":", "—", "{", "}", "~", "\n", "•", "'s", "X", "\x00"}
)


def reads(text: str) -> None:
    """Reads and prints it; every span is the clause's text."""
    for resolved in (False, True):
        for clause in read_text(text, name="Gatehouse Hound", resolved=resolved):
            start, end = clause.span
            assert text[start:end] == clause.text
            if clause.unread is not None:
                assert 0 <= clause.unread.at <= len(text)
            for effect in clause.effects:
                assert printed(effect)


class TestAnythingIsReadWithoutAnException:
    @settings(max_examples=400, deadline=None)
    @given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
    def test_shuffled_words(self, text: str) -> None:
        reads(text)

    @settings(max_examples=200, deadline=None)
    @given(st.text(max_size=80))
    def test_any_characters(self, text: str) -> None:
        reads(text)

    @settings(max_examples=200, deadline=None)
    @given(st.sampled_from(CLAUSES), st.sampled_from(CLAUSES), st.integers(0, 200), st.integers(0, 200))
    def test_joined_halves(self, one: str, other: str, end: int, start: int) -> None:
        reads(one[:end] + other[start:])

    @pytest.mark.slow
    def test_cards_cut_anywhere(self, shared: Path) -> None:
        import json

        chosen = random.Random(5)
        with (shared / "oracle" / "cards.jsonl").open(encoding="utf-8") as file:
            for line in file:
                text = json.loads(line).get("oracle_text", "")
                reads(text[: chosen.randrange(len(text) + 1)])
                reads(text[chosen.randrange(len(text) + 1) :])


class TestHalfASentenceGivesNoEffect:
    @pytest.mark.parametrize(
        "clause", [c for c in CLAUSES if ":" not in c and "Choose" not in c and "," not in c]
    )
    def test_cut_before_its_end(self, clause: str) -> None:
        whole = [e for c in read_text(clause) for e in c.effects]
        words = clause.rstrip(".").split(" ")
        for count in range(1, len(words)):
            cut = " ".join(words[:count])
            for read in read_text(cut):
                if read.effects and read.unread is None:
                    assert cut.endswith(COMPLETE), cut
                    assert read.effects != tuple(whole)


# Where a sentence may end: these beginnings say something by themselves.
COMPLETE = (
    "can't block",
    "can't attack or block",
    "can't be blocked",
    "gets +2/+2",
    "creature",
    "creatures",
    "this turn",
    "Walls",
    "control",
    "{2}",
    "didn't have islandwalk",
)
