"""What paying the costs to block did to the battlefield (509.1e-f), move by move, with the deeds that abilities may wait for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from blockcheck.aftermath.boards import changed, without
from blockcheck.aftermath.firing import Deed
from blockcheck.board import Board, Permanent, key
from blockcheck.reading.paragraphs import masked
from blockcheck.reading.words import MASK

Move = Mapping[str, Any]
"""One move of a declaration's ``pay``."""

BASIC = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
"""The basic land types: each has a mana ability (305.6)."""

_COST = re.compile(r"(?P<cost>[^.:\"\n]+): [^.\n]*\b[Aa]dds?\b")
_ITSELF = re.compile(r"^Sacrifice (?:~|this \w+)$", re.IGNORECASE)
_LIFE = re.compile(r"^Pay (?P<n>\d+) life$", re.IGNORECASE)


def paid(
    board: Board, payer: str, moves: Sequence[Move]
) -> Iterator[tuple[Board, tuple[Deed, ...], tuple[Permanent, ...]]]:
    """After each move: the board, what happened, and the permanents that left the battlefield.

    A move of a permanent that is not there, or that was made already, does nothing.
    """
    for move in moves:
        for verb, target in _steps(board, move):
            board, deeds, left = _step(board, payer, verb, target)
            if deeds:
                yield board, deeds, left


def _steps(board: Board, move: Move) -> Iterator[tuple[str, Any]]:
    """A move in the verbs of a payment; a mana ability is what its cost says."""
    verb = next(iter(move))
    if verb == "activate" and board.has_permanent(move[verb]):
        yield from _costs(board, key(move[verb]), move.get("ability") or 0)
    elif verb in ("tap", "sacrifice", "discard", "life", "exile"):
        yield verb, move[verb]


def _costs(board: Board, name: str, n: int) -> Iterator[tuple[str, Any]]:
    """What the cost of a permanent's mana ability does: abilities of basic land types come first (305.6), then those of its text."""
    costs = tuple(_all_costs(board.permanent(name)))
    for part in re.split(r", ", costs[n] if n < len(costs) else "{T}"):
        if part == "{T}":
            yield "tap", name
        elif _ITSELF.match(part):
            yield "sacrifice", name
        elif found := _LIFE.match(part):
            yield "life", int(found["n"])


def _all_costs(permanent: Permanent) -> Iterator[str]:
    yield from ("{T}" for subtype in permanent.subtypes if subtype in BASIC and "land" in permanent.types)
    if permanent.token and not permanent.oracle_text:
        yield from (_TOKENS[subtype] for subtype in permanent.subtypes if subtype in _TOKENS)
    text = masked(permanent.oracle_text, permanent.name, "").replace(MASK, "")
    yield from (found["cost"].strip() for found in _COST.finditer(text))


_TOKENS = {"Treasure": "{T}, Sacrifice ~", "Gold": "Sacrifice ~"}


def _step(
    board: Board, payer: str, verb: str, target: Any
) -> tuple[Board, tuple[Deed, ...], tuple[Permanent, ...]]:
    if verb == "discard":
        return board, (Deed("discards", None, payer),) * target, ()
    if verb == "life":
        return board, ((Deed("loses life", None, payer),) if target else ()), ()
    names = target if isinstance(target, list | tuple) else (target,)
    there = [key(name) for name in names if board.has_permanent(name)]
    deeds: list[Deed] = []
    left: tuple[Permanent, ...] = ()
    for name in there:
        board, more, gone = _to_permanent(board, verb, name)
        deeds += more
        left += gone
    return board, tuple(deeds), left


def _to_permanent(
    board: Board, verb: str, name: str
) -> tuple[Board, tuple[Deed, ...], tuple[Permanent, ...]]:
    permanent = board.permanent(name)
    if verb == "tap":
        if permanent.tapped:
            return board, (), ()
        deed = Deed("becomes tapped", name, permanent.controller)
        return changed(board, name, tapped=True), (deed,), ()
    rest, left = without(board, name)
    deeds = [Deed("is sacrificed", name, permanent.controller)] if verb == "sacrifice" else []
    for one in left:
        if verb == "sacrifice" or one.key != name:
            deeds.append(Deed("dies", one.key, one.controller))
        deeds.append(Deed("leaves", one.key, one.controller))
    return rest, tuple(deeds), left
