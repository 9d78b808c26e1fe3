"""Boards with something changed: permanents that enter, leave or change, and what hangs on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from blockcheck.board import Attack, Board, BoardEffect, Permanent
from blockcheck.board.checks import unknown_in_permanent
from blockcheck.board.given import GivenBoard
from blockcheck.board.permanents import permanents_of
from blockcheck.board.problems import problems_in
from blockcheck.board.telling import shown
from blockcheck.errors import InputError, raise_if_any

CHANGEABLE = frozenset(
    {"type_line", "name", "oracle_text", "keywords", "power", "toughness", "colors", "protector"}
)
"""The fields of a permanent that can change while it stays what it is."""

_OF_TYPE_LINE = ("supertypes", "types", "subtypes")


def changed(board: Board, key: str, **values: Any) -> Board:
    """The board with fields of one permanent replaced."""
    permanents = tuple(one._replace(**values) if one.key == key else one for one in board.permanents)
    return replace(board, permanents=permanents)


def permanent_of(given: Mapping[str, Any], board: Board) -> Permanent:
    """A permanent that is not on the board yet, read as the board's are.

    Raises:
        InputError: it is written wrong, or its id is taken.
    """
    permanent = _read(given, board)
    if permanent.attacking is not None:
        expected = "to be left out: the event says what it attacks"
        raise _wrong("attacking", permanent.attacking.target, expected)
    if board.has_permanent(permanent.key) or board.has_player(permanent.key):
        raise _wrong("id", permanent.id, "an id that is not on the board yet")
    return permanent


def _read(given: Mapping[str, Any], board: Board) -> Permanent:
    """One permanent from the fields that a board gives."""
    data = {"permanents": [dict(given)]}
    try:
        (read,) = GivenBoard.model_validate(data).permanents
    except ValidationError as error:
        raise_if_any(problems_in(error, data))
        raise
    if read.count is not None:
        raise _wrong("count", read.count, "to be left out")
    problems = list(unknown_in_permanent(board, read, "permanents[0]"))
    entry = 1 + max((one.entry for one in board.permanents), default=-1)
    (permanent,) = permanents_of(read, entry, board.text_is, problems)
    raise_if_any(problems)
    return permanent


def _wrong(field: str, value: Any, expected: str) -> InputError:
    return InputError(field, value, expected, None, f"{field}: expected {expected}, got {shown(value)}")


def with_permanent(board: Board, permanent: Permanent) -> Board:
    """The board with one more permanent."""
    return replace(board, permanents=(*board.permanents, permanent))


def characteristics(board: Board, key: str, to: Mapping[str, Any]) -> Board:
    """The board with characteristics of one permanent changed.

    Raises:
        InputError: a field that is none of ``CHANGEABLE``, or a value that is written wrong.
    """
    one = board.permanent(key)
    for field in to:
        if field not in CHANGEABLE:
            raise _wrong("field", field, f"one of {', '.join(sorted(CHANGEABLE))}")
    given = {"id": one.id, "controller": one.controller, "type_line": type_line_of(one), **to}
    read = _read(given, board)
    values = {field: getattr(read, field) for field in to if field != "type_line"}
    if "type_line" in to:
        values |= {field: getattr(read, field) for field in _OF_TYPE_LINE}
    if values.keys() & {"oracle_text", "name", "keywords", "types"}:
        values["entry"] = read.entry  # a text of its own from now on
    return changed(board, key, **values)


def type_line_of(one: Permanent) -> str:
    """A permanent's type line."""
    left = " ".join(word.capitalize() for word in (*one.supertypes, *one.types))
    return f"{left} — {' '.join(one.subtypes)}" if one.subtypes else left


def without(board: Board, key: str) -> tuple[Board, tuple[Permanent, ...]]:
    """The board after a permanent has left, and everything that left: Auras go with what they enchant (704.5m)."""
    gone = board.permanent(key)
    kept = tuple(_let_go(one, key) for one in board.permanents if one.key != key)
    left = replace(board, permanents=kept, effects=tuple(_without_source(e, gone) for e in board.effects))
    everything: tuple[Permanent, ...] = (gone,)
    for aura in board.attachments(key):
        if "Aura" in aura.subtypes and left.has_permanent(aura.key):
            left, more = without(left, aura.key)
            everything += more
    return left, everything


def _let_go(one: Permanent, key: str) -> Permanent:
    if key not in (one.attached_to, one.paired_with):
        return one
    attached_to = None if one.attached_to == key else one.attached_to
    paired_with = None if one.paired_with == key else one.paired_with
    return one._replace(attached_to=attached_to, paired_with=paired_with)


def _without_source(entry: BoardEffect, gone: Permanent) -> BoardEffect:
    """An effect goes on without its source; choices made for the source stay."""
    if entry.source != gone.key:
        return entry
    return replace(entry, source=None, chosen=entry.chosen or gone.chosen)


def no_longer_attacked(board: Board, key: str) -> Board:
    """The board after an attacked permanent has been removed from combat: its attackers attack nothing (506.4c)."""
    permanents = tuple(
        one._replace(attacking=Attack(None, board.defending_player(one)))
        if one.attacking is not None and one.attacking.target == key
        else one
        for one in board.permanents
    )
    return replace(board, permanents=permanents)


def attacking_now(board: Board, attacking: Mapping[str, str]) -> Board:
    """The board in a combat phase of its own: these creatures attack, and nobody else does."""
    permanents = tuple(
        one._replace(attacking=Attack(attacking[one.key]) if one.key in attacking else None, band=None)
        if one.attacking is not None or one.key in attacking
        else one
        for one in board.permanents
    )
    turn = board.turn
    number = (turn.combat_phase or 1) + 1
    given = board.given.model_copy(update={"turn": turn.model_copy(update={"combat_phase": number})})
    return replace(board, given=given, permanents=permanents, declarations=())
