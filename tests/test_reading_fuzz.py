"""Shuffled, truncated and joined words: never an exception, never an effect from half a sentence."""

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockcheck.effects import Changes
from blockcheck.reading import printed, read_text
from tests.test_reading_wordings import (
    CANT_BE_BLOCKED,
    CANT_BLOCK,
    CONDITIONS,
    COSTS,
    GRANTS,
    NUMBERS_OF_BLOCKERS,
    PERMISSIONS,
    REQUIREMENTS,
    SEVERAL,
)
from tests.test_reading_wordings import RESOLVED as RESOLVED_TABLE

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
    """Every checked wording, cut after each of its words: what is read of a beginning has to be a sentence by itself."""

    @pytest.mark.parametrize("resolved", [False, True])
    def test_cut_after_any_word(self, resolved: bool) -> None:
        for clause in RESOLVED if resolved else STATIC:
            words = clause.rstrip(".").split(" ")
            for count in range(1, len(words)):
                cut, following = " ".join(words[:count]), words[count]
                if told(cut, resolved):
                    assert not cut.endswith((",", ":", "—")), cut
                    assert words[count - 1].lower() not in UNFINISHED or words[count - 2] == "from", cut
                    assert following in GOES_ON or cut.endswith(COMPLETE), (cut, following)

    def test_joined_without_a_stop(self) -> None:
        for one, other in permutations(SENTENCES, 2):
            for text in (f"{one} {other}", f"{one} {other[0].lower()}{other[1:]}"):
                assert not told(text, False), text

    def test_the_second_half_alone(self) -> None:
        for clause in (
            "can't block unless you control a Wall.",
            "unless you control a Wall, can't block.",
            "as long as you control a Wall.",
            "except by two or more creatures.",
            "by creatures with flying.",
            "and can't be blocked.",
            "if able.",
            "blocks each combat if able.",
            "must be blocked if able.",
        ):
            assert not told(clause, False), clause


def told(text: str, resolved: bool) -> tuple[Any, ...]:
    """The effects of a text that bear on blocking and are taken as understood."""
    return tuple(
        effect
        for clause in read_text(text, name="Gatehouse Hound", resolved=resolved)
        if clause.unread is None
        for effect in clause.effects
        if not isinstance(effect, Changes)
    )


TABLES = (
    CANT_BLOCK,
    CANT_BE_BLOCKED,
    NUMBERS_OF_BLOCKERS,
    PERMISSIONS,
    REQUIREMENTS,
    COSTS,
    CONDITIONS,
    GRANTS,
)
STATIC = [text for table in TABLES for text, _effect in table] + [text for text, _effects in SEVERAL]
RESOLVED = [text for text, *_more in RESOLVED_TABLE]
SENTENCES = (
    "This creature can't block",
    "Creatures you control can't be blocked",
    "Walls can't block",
    "This creature must be blocked if able",
    "This creature blocks each combat if able",
    "All creatures able to block this creature do so",
    "Enchanted creature has menace",
    "Target creature can't block this turn",
    "Creatures with flying can't be blocked except by creatures with reach",
    "You choose which creatures block this turn",
)
UNFINISHED = frozenset(
    "a an the by with without except than or and and/or unless as long if for to of on in that this each all no other another "
    "untapped tapped black white blue red green artifact legendary snow additional more fewer at least up".split()
)

# The words with which a sentence that was already whole goes on.
GOES_ON = frozenset(
    "unless by with without this as except each or and and/or if of alone for until during you your in attached only be that".split()
)

# Where a sentence is whole although it goes on with something else.
COMPLETE = (
    "can't block",
    "can't attack or block",
    "control",
    "creature",
    "blocking",
    "controls",
    "Lesson",
    "ward",
    "creatures",
)
