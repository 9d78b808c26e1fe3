"""Text to board: JSON, or YAML of the same shape, read strictly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import ValidationError

from blockcheck.board import Board, Declaration
from blockcheck.board.checks import board_of, declaration_of
from blockcheck.board.given import GivenBoard, GivenDeclaration
from blockcheck.board.problems import problems_in
from blockcheck.board.scalars import Odd
from blockcheck.board.telling import inside, path, shown, wrong
from blockcheck.errors import DeclarationError, InputError, raise_if_any
from blockcheck.patterns import expression

Cards: TypeAlias = Callable[[str], Mapping[str, Any]]
"""A card index: the card object of a name; it raises InputError for a name that it does not know."""

MOST_BYTES = 32 * 1024 * 1024
DEEPEST = 60
MOST_DIGITS = 1000
_HALF = expression("[\ud800-\udfff]")
_WRITTEN_HALF = expression(r"\\u[dD][89a-fA-F]|\\U0000[dD][89a-fA-F]")
"""An escape that may stand for half of a pair: looking at every text of a board costs more than reading it."""
_SUFFIXES = (".json", ".yaml", ".yml")


def load_board(source: str | bytes | Path | Mapping[str, Any], *, cards: Cards | None = None) -> Board:
    """Read a board.

    Args:
        source: JSON or YAML text (text that begins with a brace or a bracket is JSON), a file that holds it,
            or the object itself.
        cards: a card index, for boards that name cards.

    Returns:
        The board, with every default filled in.

    Raises:
        InputError: the input is wrong; InputErrors when several fields are. Each says where, what stands
            there and what was expected.
    """
    data = _plain(source) if isinstance(source, Mapping) else _read(_text(source))
    if isinstance(data, str) and data.endswith(_SUFFIXES):
        raise wrong(
            "", data, "a board", f"expected a board, got {shown(data)}; give a file as its path, not as text"
        )
    data = _with_cards(data, cards)
    try:
        given = GivenBoard.model_validate(data)
    except ValidationError as error:
        raise_if_any(problems_in(error, data))
        raise
    return board_of(given)


def load_object(text: str, name: str) -> dict[str, Any]:
    """A JSON object, read as strictly as a board: each key once, not too deep, plain values.

    Args:
        text: the JSON.
        name: what it is, for messages.

    Raises:
        InputError: it is no such object.
    """
    try:
        data = _json(text)
        if isinstance(data, dict):
            return dict(_plain(data))
    except InputError as error:
        message = f"{name}: {error.message}"
        raise InputError(name, error.value, error.expected, error.closest, message) from None
    raise wrong(name, data, "a JSON object", f"expected a JSON object, got {shown(data)}")


def load_declaration(
    blocks: Mapping[Any, Any],
    board: Board,
    *,
    player: str | int | None = None,
    pay: Sequence[Mapping[str, Any]] | None = None,
    declared_by: str | int | None = None,
) -> Declaration:
    """Blocks that stand outside the board, as a declaration on it.

    Args:
        blocks: each blocker's id with the id of an attacker, or a list of them.
        board: the board they are made on.
        player: who declares; the only player or team that is attacked when left out.
        pay: how costs are paid, entry by entry; a way is looked for when left out.
        declared_by: who chooses, where an effect gives the choice to another player.

    Raises:
        DeclarationError: the blocks do not fit the board; DeclarationErrors when several do not.
    """
    given_beside = {
        "player": player,
        "pay": None if pay is None else [dict(entry) for entry in pay],
        "declared_by": declared_by,
    }
    data = {"blocks": _plain(blocks)} | {name: one for name, one in given_beside.items() if one is not None}
    try:
        given = GivenDeclaration.model_validate(data)
    except ValidationError as error:
        raise_if_any(problems_in(error, data, DeclarationError))
        raise
    problems: list[InputError] = []
    declaration = declaration_of(given, board, "", problems)
    raise_if_any(problems)
    return declaration


# --- bytes to text ---


def _text(source: str | bytes | Path) -> str:
    raw = _file(source) if isinstance(source, Path) else source
    if len(raw) > MOST_BYTES:
        raise _unreadable(f"expected at most {MOST_BYTES // 2**20} MB of text, got more")
    text = _decoded(raw) if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
    if not text.isascii() and _HALF.search(text):
        raise _unreadable("expected whole characters, got half of a surrogate pair")
    if not text.strip():
        raise _unreadable("expected a board, got nothing: the text is empty")
    return text


def _file(place: Path) -> bytes:
    try:
        with place.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _unreadable(f"there is no file {place}") from None
    except IsADirectoryError:
        raise _unreadable(f"{place} is a directory; expected a file") from None
    except OSError as error:
        raise _unreadable(f"{place} cannot be read: {error.strerror}") from None


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(f"expected UTF-8 text; byte {error.start + 1} is none") from None


def _unreadable(what: str) -> InputError:
    return InputError("", None, "a board as JSON or YAML", None, what)


# --- text to data ---


def _read(text: str) -> Any:
    if text.lstrip()[0] in "{[":
        data = _json(text)
    else:
        from blockcheck.board.yaml_text import read_yaml

        data = read_yaml(text, DEEPEST)
    if _WRITTEN_HALF.search(text):
        raise_if_any(_half_pairs(data))
    return data


def _json(text: str, whole: Callable[[str], int | Odd] | None = None) -> Any:
    doubled: list[_Doubled] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        doubled.append(_Doubled(found, pairs))
        return doubled[-1]

    try:
        data = json.loads(
            text, object_pairs_hook=once, parse_constant=Odd, parse_float=_float, parse_int=whole
        )
    except json.JSONDecodeError as error:
        raise _not_json(error) from None
    except RecursionError:
        raise _unreadable(f"expected lists and objects nested at most {DEEPEST} deep, got more") from None
    except ValueError:
        return _json(text, _whole)  # Python refuses to convert a number of thousands of digits
    if doubled:
        raise_if_any(_doubled_keys(data))
    return data


class _Doubled(dict[str, Any]):
    """An object that has a key twice."""

    def __init__(self, found: dict[str, Any], pairs: list[tuple[str, Any]]) -> None:
        super().__init__(found)
        names = [name for name, _ in pairs]
        self.twice = next(name for n, name in enumerate(names) if name in names[:n])


def _float(written: str) -> float | Odd:
    value = float(written)
    return value if isfinite(value) else Odd(written)


def _whole(written: str) -> int | Odd:
    return int(written) if len(written) <= MOST_DIGITS else Odd(written)


def _not_json(error: json.JSONDecodeError) -> InputError:
    expected = next((words for start, words in _JSON_WORDS.items() if error.msg.startswith(start)), "JSON")
    return _unreadable(f"not JSON: line {error.lineno}, column {error.colno}: expected {expected}")


_JSON_WORDS = {
    "Expecting value": "a value",
    "Expecting property name": "a field name in double quotes",
    "Expecting ',' delimiter": "a comma, or the end of the list or object",
    "Expecting ':' delimiter": "a colon",
    "Unterminated string": "a double quote that ends the text beginning here",
    "Invalid control character": "no line break or tab within a text (write \\n or \\t)",
    "Invalid \\uXXXX": "four hexadecimal digits after \\u",
    "Invalid \\escape": "an escape that JSON has",
    "Illegal trailing comma": "no comma before the end",
    "Extra data": "nothing after the board",
}


def _doubled_keys(data: Any) -> list[InputError]:
    return [
        wrong(inside(where, value.twice), value.twice, "each key once", "this key is there twice")
        for where, value in _everything(data)
        if isinstance(value, _Doubled)
    ]


def _half_pairs(data: Any) -> list[InputError]:
    """Texts that hold half of a surrogate pair: JSON can write them, and nothing can print them."""
    return [
        wrong(where, value, "whole characters", f"expected whole characters, got {shown(value)}")
        for where, value in _everything(data)
        if isinstance(value, str) and _HALF.search(value)
    ]


def _everything(data: Any) -> Iterator[tuple[str, Any]]:
    """Every value and every key in the data, each with its path; a key has the path of its object."""
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        where, value = waiting.pop()
        yield where, value
        if isinstance(value, dict):
            yield from ((where, name) for name in value)
            waiting += [(inside(where, step), inner) for step, inner in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(f"{where}[{n}]", inner) for n, inner in reversed(list(enumerate(value)))]


def _plain(source: Mapping[Any, Any]) -> Any:
    """Data of another program as JSON has it: mappings with text keys, lists, scalars."""
    odd: list[str] = []
    data = _plain_value(source, (), odd)
    if odd:
        raise_if_any(_half_pairs(data))
    return data


def _plain_value(value: Any, steps: tuple[str | int, ...], odd: list[str]) -> Any:
    """One value by its path; texts that may hold half of a character are added to ``odd``."""
    if len(steps) > DEEPEST:
        raise _unreadable(f"expected lists and objects nested at most {DEEPEST} deep, got more")
    if isinstance(value, str):
        if not value.isascii():
            odd.append(value)
        return value
    if isinstance(value, list | tuple):
        return [_plain_value(inner, (*steps, n), odd) for n, inner in enumerate(value)]
    if isinstance(value, Mapping):
        plain: dict[str, Any] = {}
        for name, inner in value.items():
            if isinstance(name, bool) or not isinstance(name, str | int):
                raise wrong(path(steps), name, "text as key", f"expected text as key, got {shown(name)}")
            step = str(name)
            if step in plain:
                raise wrong(path((*steps, step)), name, "each key once", "this key is there twice")
            if not step.isascii():
                odd.append(step)
            plain[step] = _plain_value(inner, (*steps, step), odd)
        return plain
    if value is None or isinstance(value, bool | int | float):
        return value
    where = path(steps)
    raise wrong(where, value, "a value that JSON has", f"expected a value that JSON has, got {shown(value)}")


# --- card names ---


def _with_cards(data: Any, cards: Cards | None) -> Any:
    """The board with the card object for every card name, so that it stands for itself from here on."""
    if not isinstance(data, dict):
        return data
    problems: list[InputError] = []
    found: dict[str, Any] = {}
    if cards is not None and isinstance(permanents := data.get("permanents"), list):
        found["permanents"] = [_with_card(one, n, cards, problems) for n, one in enumerate(permanents)]
    if isinstance(players := data.get("players"), list):
        found["players"] = [_with_zones(one, n, cards, problems) for n, one in enumerate(players)]
    raise_if_any(problems)
    return data | found


def _with_card(permanent: Any, n: int, cards: Cards, problems: list[InputError]) -> Any:
    name = permanent.get("card") if isinstance(permanent, dict) else None
    if not isinstance(name, str) or permanent.get("face_down") is True:
        return permanent
    card = _looked_up(name, f"permanents[{n}].card", cards, problems)
    return permanent if card is None else {**_face_named(name, card), **permanent, "card": card}


def _looked_up(name: str, where: str, cards: Cards | None, problems: list[InputError]) -> Any:
    """The card object of a name; None where there is none, which is a problem."""
    try:
        if cards is not None:
            return _plain(cards(name))
        what = f"{shown(name)} is only a card name, and no card index is at hand; give the card object"
        problems.append(wrong(where, name, "a card object", what))
    except InputError as error:
        told = f"{where}: {error.message}"
        problems.append(InputError(where, name, error.expected, error.closest, told))
    return None


def _with_zones(player: Any, n: int, cards: Cards | None, problems: list[InputError]) -> Any:
    """A player with the card objects of the cards in the graveyard and in exile."""
    zones = {
        zone: [_in_zone(one, f"players[{n}].{zone}[{m}]", cards, problems) for m, one in enumerate(listed)]
        for zone in ("graveyard", "exile")
        if isinstance(player, dict) and isinstance(listed := player.get(zone), list)
    }
    return {**player, **zones} if zones else player


def _in_zone(given: Any, where: str, cards: Cards | None, problems: list[InputError]) -> Any:
    """A card in a zone: a name that an index knows is that card, and else no more than a name; ``card`` as of a permanent."""
    if isinstance(given, str):
        return given if cards is None else _known(given, cards)
    if not isinstance(given, dict) or "card" not in given:
        return given
    card = given["card"]
    if isinstance(card, str):
        named = {"name": card}
        card = _looked_up(card, f"{where}.card", cards, problems)
    else:
        named = {}
    if card is None or not isinstance(card, dict):
        return card
    return {**card, **named, **{field: value for field, value in given.items() if field != "card"}}


def _known(name: str, cards: Cards) -> Any:
    try:
        return {**_plain(cards(name)), "name": name}
    except InputError as error:
        if error.value != name:  # it is the index that is wrong
            raise
        return name


def _face_named(name: str, card: Any) -> dict[str, Any]:
    """The face that a card was named by; an Adventure's or Omen's half is never up."""
    from blockcheck.board.card import SPELL_HALVES
    from blockcheck.cards import folded

    faces = card.get("card_faces") if isinstance(card, dict) else None
    if not isinstance(faces, list) or folded(name) == folded(str(card.get("name"))):
        return {}
    for face in faces:
        line = str(face.get("type_line") or "")
        if folded(str(face.get("name"))) == folded(name) and not any(half in line for half in SPELL_HALVES):
            return {"face": face["name"]}
    return {}
