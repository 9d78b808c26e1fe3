"""Bad input: every problem in one line, with the place, what stands there and what was expected."""

import copy
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from blockcheck.errors import (
    BlockcheckError,
    DeclarationError,
    DeclarationErrors,
    InputError,
    InputErrors,
    Undecided,
    closest,
    raise_if_any,
)
from blockcheck.loading import load_board, load_declaration

BAD = Path(__file__).parent / "bad"
TABLE = BAD / "expected.txt"


def expected_messages() -> dict[str, str]:
    """The table: a file's name in brackets, and under it the whole message."""
    parts = re.split(r"^\[(.*)\]\n", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: message.rstrip("\n") for name, message in zip(parts[1::2], parts[2::2], strict=True)}


EXPECTED = expected_messages()

TYPE_NAMES = re.compile(
    r"\b(str|int|dict|bool|float|NoneType|tuple|tuples|dictionary|instance|Mapping|pydantic|Input|validator|None|True|False)\b"
)

PLAIN: dict[str, Any] = {
    "players": ["alice", "bob"],
    "permanents": [
        {"id": "brute", "controller": "alice", "power": 4, "attacking": "bob"},
        {"id": "ogre", "controller": "alice", "power": 3, "attacking": "bob"},
        {"id": "hound", "controller": "bob", "power": 2},
        {"id": 7, "controller": "bob", "power": 2},
    ],
}


def refusal(source: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        load_board(source)
    return caught.value


class TestEveryBadInputIsToldInPlainWords:
    def test_each_file_is_in_the_table(self) -> None:
        assert sorted(EXPECTED) == sorted(file.name for file in BAD.iterdir() if file != TABLE)

    @pytest.mark.parametrize("name", EXPECTED)
    def test_the_whole_message(self, name: str) -> None:
        assert str(refusal(BAD / name)) == EXPECTED[name]

    @pytest.mark.parametrize("name", EXPECTED)
    def test_no_message_speaks_of_the_program(self, name: str) -> None:
        assert TYPE_NAMES.search(EXPECTED[name]) is None

    @pytest.mark.parametrize("name", EXPECTED)
    def test_each_problem_has_its_own_line_and_place(self, name: str) -> None:
        problems = refusal(BAD / name).problems
        assert "\n".join(problem.message for problem in problems) == EXPECTED[name]
        assert all(problem.message.startswith(problem.where) for problem in problems)
        assert all("\n" not in problem.message for problem in problems)

    @pytest.mark.parametrize("name", [name for name in EXPECTED if not name.endswith(".bin")])
    def test_text_is_refused_as_the_file_is(self, name: str) -> None:
        assert str(refusal((BAD / name).read_bytes())) == EXPECTED[name]


class TestAProblemIsDataToo:
    def test_a_wrong_value(self) -> None:
        problem = refusal('{"text_is": "printd", "permanents": []}')
        told = (problem.where, problem.value, problem.expected, problem.closest)
        assert told == ("text_is", "printd", "printed or current", "printed")

    def test_an_unknown_field(self) -> None:
        problem = refusal('{"permanents": [], "declartion": 1}')
        told = (problem.where, problem.value, problem.expected, problem.closest)
        assert told == ("declartion", 1, "a field of the format", "declaration")

    def test_an_unknown_id(self) -> None:
        problem = refusal(PLAIN | {"active_player": "alise"})
        told = (problem.where, problem.value, problem.expected, problem.closest)
        assert told == ("active_player", "alise", "the id of a player", "alice")

    def test_several_problems_come_as_one_error(self) -> None:
        error = refusal('{"players": 1, "permanents": 2}')
        assert isinstance(error, InputErrors)
        assert [problem.where for problem in error.problems] == ["players", "permanents"]
        assert (error.where, error.value) == ("players", 1)

    def test_one_problem_stands_for_itself(self) -> None:
        error = refusal('{"permanents": 2}')
        assert not isinstance(error, InputErrors)
        assert error.problems == (error,)

    def test_problems_of_the_declaration_are_told_apart(self) -> None:
        one = refusal(BAD / "blocks_twice.json")
        several = refusal(BAD / "unknown_in_declaration.json")
        assert isinstance(one, DeclarationError)
        assert isinstance(several, DeclarationErrors)

    def test_problems_of_other_fields_are_not(self) -> None:
        assert not isinstance(refusal(BAD / "unknown_ids.json"), DeclarationError)

    @pytest.mark.parametrize("name", ["unknown_ids.json", "blocks_twice.json", "unknown_in_declaration.json"])
    @pytest.mark.parametrize("again", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
    def test_errors_travel_between_processes(self, name: str, again: Any) -> None:
        error = refusal(BAD / name)
        assert type(again(error)) is type(error)
        assert str(again(error)) == str(error)
        assert len(again(error).problems) == len(error.problems)

    def test_no_problem_raises_nothing(self) -> None:
        raise_if_any([])

    def test_an_undecided_board_carries_its_verdict(self) -> None:
        error = Undecided("the board does not say", {"legal": None})
        assert isinstance(error, BlockcheckError)
        assert (str(error), error.verdict) == ("the board does not say", {"legal": None})


class TestTheClosestName:
    @pytest.mark.parametrize(
        ("word", "known", "near"),
        [
            ("attackng", ["attached_to", "attacking"], "attacking"),
            ("HOUND", ["hound", "bear"], "hound"),
            ("goblin", ["goblins", "goblin#1", "goblin#2"], "goblin#1"),
            ("zebra", ["hound", "bear"], None),
            ("x" * 10_000, ["x" * 9_999], None),
            ("hound", [], None),
        ],
    )
    def test_is_near_or_none(self, word: str, known: list[str], near: str | None) -> None:
        assert closest(word, known) == near


class TestWhatIsNoText:
    def test_a_missing_file(self, tmp_path: Path) -> None:
        assert str(refusal(tmp_path / "none.json")) == f"there is no file {tmp_path / 'none.json'}"

    def test_a_directory(self, tmp_path: Path) -> None:
        assert str(refusal(tmp_path)) == f"{tmp_path} is a directory; expected a file"

    def test_a_file_name_as_text(self) -> None:
        message = 'the board: expected a board, got "board.json"; give a file as its path, not as text'
        assert str(refusal("board.json")) == message

    @pytest.mark.parametrize("text", ["[" * 50_000_000, b"{" * 50_000_000])
    def test_fifty_megabytes_of_brackets(self, text: str | bytes) -> None:
        assert str(refusal(text)) == "expected at most 32 MB of text, got more"

    @pytest.mark.parametrize(
        "text", ["[" * 1_000_000, '{"a":' * 100_000, "- " * 100_000, "a: [" * 100_000, "? " * 100_000]
    )
    def test_a_megabyte_of_brackets(self, text: str) -> None:
        assert str(refusal(text)) == "expected lists and objects nested at most 60 deep, got more"

    def test_much_yaml(self) -> None:
        message = "expected at most 1 MB of YAML, got more; write large boards as JSON"
        assert str(refusal("- x\n" * 300_000)) == message

    def test_a_key_twice_deep_inside(self) -> None:
        text = '{"a":' * 700 + '{"b": 1, "b": 2}' + "}" * 700
        assert str(refusal(text)) == ".".join(["a"] * 700) + ".b: this key is there twice"

    def test_half_a_surrogate_pair_in_a_python_text(self) -> None:
        assert str(refusal('{"id": "\ud800"}')) == "expected whole characters, got half of a surrogate pair"

    def test_half_a_surrogate_pair_as_key(self) -> None:
        assert str(refusal('{"\\ud800": 1}')) == r'the board: expected whole characters, got "\ud800"'


class TestDataOfAnotherProgram:
    def test_a_cycle(self) -> None:
        cycle: dict[str, Any] = {}
        cycle["permanents"] = [cycle]
        assert str(refusal(cycle)) == "expected lists and objects nested at most 60 deep, got more"

    def test_a_key_that_is_no_text(self) -> None:
        message = "declaration.blocks: expected text as key, got true"
        assert str(refusal(PLAIN | {"declaration": {"blocks": {True: "brute"}}})) == message

    def test_one_id_as_two_keys(self) -> None:
        message = "declaration.blocks.7: this key is there twice"
        assert str(refusal(PLAIN | {"declaration": {"blocks": {7: "brute", "7": "ogre"}}})) == message

    @pytest.mark.parametrize("value", [b"7", {"alice"}, object(), 1j, iter([])])
    def test_what_json_does_not_have(self, value: Any) -> None:
        message = "players[1]: expected a value that JSON has, got something that JSON does not have"
        assert str(refusal(PLAIN | {"players": ["alice", value]})) == message

    @pytest.mark.parametrize("value", [float("nan"), float("inf")])
    def test_numbers_that_json_does_not_have(self, value: float) -> None:
        problem = refusal(PLAIN | {"players": ["alice", {"id": "bob", "facts": {"x": value}}]})
        assert (problem.where, problem.expected) == ("players[1].facts.x", "true, false or a number")

    def test_half_a_surrogate_pair(self) -> None:
        message = r'players[0]: expected whole characters, got "\udfff"'
        assert str(refusal(PLAIN | {"players": ["\udfff", "bob"]})) == message


class TestBlocksGivenBesideTheBoard:
    def refusal(self, blocks: Any, player: str | int | None = None) -> DeclarationError:
        with pytest.raises(DeclarationError) as caught:
            load_declaration(blocks, load_board(PLAIN), player=player)
        return caught.value

    @pytest.mark.parametrize(
        ("blocks", "message"),
        [
            ({"huond": "brute"}, 'blocks.huond: no permanent has the id "huond"; did you mean "hound"?'),
            ({"hound": "bruta"}, 'blocks.hound: no permanent has the id "bruta"; did you mean "brute"?'),
            (
                {"hound": ["ogre", "oger"]},
                'blocks.hound[1]: no permanent has the id "oger"; did you mean "ogre"?',
            ),
            (
                {"hound": ["ogre", "brute", "ogre"]},
                'blocks.hound[2]: "hound" blocks "ogre" twice; expected each attacker once',
            ),
            (
                {"hound": None},
                "blocks.hound: expected an id (text or a whole number) or a list, got null; "
                "leave the field out where the value is not known",
            ),
            (
                {"my hound": "ogre"},
                'blocks["my hound"]: no permanent has the id "my hound"; did you mean "hound"?',
            ),
        ],
    )
    def test_are_refused_as_on_the_board(self, blocks: Any, message: str) -> None:
        assert str(self.refusal(blocks)) == message

    @pytest.mark.parametrize(
        ("player", "message"),
        [
            ("alice", 'player: "alice" is the active player; expected a defending player'),
            ("bbo", 'player: no player has the id "bbo"; did you mean "bob"?'),
            (True, 'player: expected an id (text or a whole number), got true; quote it: "true"'),
        ],
    )
    def test_by_nobody_who_could(self, player: Any, message: str) -> None:
        assert str(self.refusal({}, player)) == message

    def test_faults_of_509_1a_are_no_bad_input(self) -> None:
        board = load_board(PLAIN)
        assert load_declaration({"brute": "hound"}, board).pairs == (("brute", "hound"),)


class TestACardIndex:
    def test_that_does_not_know_the_name(self) -> None:
        def cards(name: str) -> dict[str, Any]:
            raise InputError(
                "", name, "a card name", "Loyal Hound", f'no card "{name}"; did you mean "Loyal Hound"?'
            )

        with pytest.raises(InputError) as caught:
            load_board(BAD / "card_name.json", cards=cards)
        assert str(caught.value) == 'permanents[1].card: no card "Loyal Hound"; did you mean "Loyal Hound"?'
        assert (caught.value.where, caught.value.value) == ("permanents[1].card", "Loyal Hound")
