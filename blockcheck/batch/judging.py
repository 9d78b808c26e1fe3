"""The answer to one line of a batch: a verdict as JSON, or what is wrong with the line."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, TypeAlias

from blockcheck.ask import Limit
from blockcheck.board import Board
from blockcheck.cards import cards_at
from blockcheck.errors import InputError
from blockcheck.judge import Judge
from blockcheck.loading import MOST_BYTES, load_board
from blockcheck.values import dataclass
from blockcheck.verdict import BatchError, Id, LineError, Verdict

BOM = b"\xef\xbb\xbf"
JUDGES_KEPT = 8
"""How many boards are remembered for lines to come."""

_Battlefield: TypeAlias = tuple[tuple[str, ...], str]
"""What two boards have in common that differ in their ids and declarations only."""

_WARM: Mapping[str, Any] = {
    "players": ["alice", "bob"],
    "active_player": "alice",
    "permanents": [
        {"id": 1, "controller": "alice", "power": 1, "attacking": "bob", "oracle_text": "Menace"},
        {"id": 2, "controller": "alice", "power": 1, "attacking": "bob"},
        {"id": 3, "controller": "bob", "power": 1, "oracle_text": "This creature blocks each combat if able."},
        {"id": 4, "controller": "bob", "power": 1, "oracle_text": "This creature can't block alone."},
    ],
    "effects": [{"text": "Target creature blocks this creature this turn if able.", "source": 1, "targets": [3]}],
    "declaration": {"blocks": {}},
}  # fmt: skip
"""A board that needs the grammar and the solver."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a verdict depends on besides its line.

    ``limit`` stops the solver; ``cards`` is the file of a card index, None where there is none.
    """

    limit: Limit
    cards: str | None = None


class LineJudge:
    """Answers lines; boards that differ in their declaration only share a Judge.

    Args:
        settings: what every verdict depends on.
    """

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.limit
        self._cards = cards_at(settings.cards)
        self._judges: OrderedDict[_Battlefield, Judge] = OrderedDict()

    def __call__(self, line: bytes) -> bytes:
        """The answer to a line, as a line without its end: the same bytes whatever was asked before."""
        return self.answer(line).model_dump_json().encode()

    def answer(self, line: bytes) -> Verdict | BatchError:
        """The verdict on the board of a line, or what is wrong with it."""
        try:
            return self._verdict(load_board(_one_object(line), cards=self._cards))
        except InputError as error:
            return error_row(line, error.message, error.problems[0].where)

    def warm(self) -> None:
        """Load what judging needs, so that the first line takes no longer than the others."""
        Judge(load_board(_WARM), limit=self._limit).check()

    def _verdict(self, board: Board) -> Verdict:
        declared = board.declaration
        if declared is None or board.given.declarations or declared.pay is not None or declared.declared_by:
            return Judge(board, limit=self._limit).check()
        verdict = self._judge(board).check(declared.blocks, player=declared.player)
        return verdict.model_copy(update={"id": board.id})

    def _judge(self, board: Board) -> Judge:
        """A Judge of these permanents, players and effects; the one used longest ago makes room for a new one."""
        place = (board.player_keys, board.battlefield_json())
        judge = self._judges.pop(place, None) or Judge(board, limit=self._limit)
        self._judges[place] = judge
        if len(self._judges) > JUDGES_KEPT:
            self._judges.popitem(last=False)
        return judge


def error_row(line: bytes, message: str, where: str = "") -> BatchError:
    """What stands in the place of a verdict: the id as far as the line has one, and what is wrong."""
    return BatchError(id=_id_of(line), error=LineError(message=message, where=where))


def _one_object(line: bytes) -> bytes:
    """The line, if it may hold a JSON object: YAML is for people, not for lines."""
    if len(line) > MOST_BYTES:
        return line
    found = line.strip().removeprefix(BOM)
    if not found.startswith(b"{"):
        got = "an empty line" if not found else "something else"
        expected = "a board as one JSON object"
        message = f"the line: expected {expected}, got {got}"
        raise InputError("", found[:80].decode("utf-8", "replace"), expected, None, message)
    return found


def _id_of(line: bytes) -> Id | None:
    """The id of a board that cannot be read, as far as the line has one."""
    if len(line) > MOST_BYTES:
        return None
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    found = data.get("id") if isinstance(data, dict) else None
    if isinstance(found, str):
        return found if _is_whole(found) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _is_whole(text: str) -> bool:
    """Whether a text can be written again: JSON lets half a character through."""
    return text.encode("utf-8", "replace").decode() == text
