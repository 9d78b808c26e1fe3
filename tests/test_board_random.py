"""Random input: whatever it is, it is read, or refused in plain words."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blockcheck.board import Board
from blockcheck.errors import InputError
from blockcheck.loading import load_board
from tests.test_board_format import EVERYTHING

WORDS = sorted(
    {*EVERYTHING, *EVERYTHING["permanents"][0], *EVERYTHING["players"][1], *EVERYTHING["effects"][0]}
    | {
        "declarations",
        "blocks",
        "pay",
        "tap",
        "card",
        "card_faces",
        "count",
        "protector",
        "attached_to",
        "target",
        "defending_player",
    }
    | {"alice", "bob", "brute", "x#1", "kind", "Creature — Elf", "Battle", "*", "{G}", "R"}
)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(WORDS)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=3) | st.sampled_from(WORDS), inner, max_size=5)
    ),
    max_leaves=25,
)


@st.composite
def nearly_boards(draw: st.DrawFn) -> Any:
    """A good board with something else in one to four places."""
    board = json.loads(json.dumps(EVERYTHING))
    for _ in range(draw(st.integers(1, 4))):
        place: Any = board
        while isinstance(place, dict | list) and place:
            step = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if draw(st.integers(0, 3)) == 0 or not isinstance(place[step], dict | list):
                place[step] = draw(ANYTHING)
                break
            place = place[step]
    return board


def read(source: Any) -> tuple[Board | None, tuple[InputError, ...]]:
    try:
        return load_board(source), ()
    except InputError as error:
        return None, error.problems


def loads_or_says_why(source: Any) -> None:
    board, problems = read(source)
    assert all(problem.message.encode() and "\n" not in problem.message for problem in problems)
    assert board is None or load_board(board.model_dump_json()) == board


class TestRandomInput:
    @given(ANYTHING)
    @settings(max_examples=300, deadline=None)
    def test_anything_is_read_or_refused(self, data: Any) -> None:
        loads_or_says_why(json.dumps(data))

    @given(nearly_boards())
    @settings(max_examples=400, deadline=None)
    def test_nearly_a_board_is_read_or_refused(self, data: Any) -> None:
        loads_or_says_why(json.dumps(data))
        if isinstance(data, dict):
            loads_or_says_why(data)

    @given(st.text(max_size=60) | st.binary(max_size=60) | st.text("[]{}:,-\"'&*#!|> \n0a", max_size=40))
    @settings(max_examples=400, deadline=None)
    def test_any_text_is_read_or_refused(self, text: str | bytes) -> None:
        loads_or_says_why(text)
