"""Many boards: one JSON board a line in, one JSON verdict a line out, in the order read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from blockcheck.board import Board
from blockcheck.errors import InputError
from blockcheck.loading import Cards, load_board
from blockcheck.verdict import BatchError, Id, LineError, Verdict

Judging = Callable[[Board], Verdict]


def judged(
    lines: Iterable[bytes], judge: Judging, cards: Cards | None = None
) -> Iterator[Verdict | BatchError]:
    """A verdict for each line, or what is wrong with it, in order.

    Args:
        lines: each the JSON of one board, in UTF-8; an empty line is a line that cannot be read.
        judge: gives the verdict of a board's own declaration; its ``InputError`` belongs to the line.
        cards: a card index, for boards that name cards.
    """
    return (judged_line(line, judge, cards) for line in lines)


def judged_line(line: bytes, judge: Judging, cards: Cards | None = None) -> Verdict | BatchError:
    """The verdict of one line, or what is wrong with it."""
    try:
        return judge(load_board(_one_object(line), cards=cards))
    except InputError as error:
        first = error.problems[0]
        return BatchError(id=_id_of(line), error=LineError(message=error.message, where=first.where))


def write(answers: Iterable[Verdict | BatchError], out: IO[str], *, at_once: bool) -> bool:
    """Write answers as lines of JSON; True when every line could be read.

    ``at_once`` sends each answer on its way before the next line is read, for a program that waits for it.
    """
    every = True
    for answer in answers:
        every = every and isinstance(answer, Verdict)
        out.write(f"{answer.model_dump_json()}\n")
        if at_once:
            out.flush()
    return every


def _one_object(line: bytes) -> bytes:
    """The line, if it may hold a JSON object: YAML is for people, not for lines."""
    found = line.strip()
    if not found.startswith(b"{"):
        got = "an empty line" if not found else "something else"
        expected = "a board as one JSON object"
        raise InputError(
            "", found.decode("utf-8", "replace"), expected, None, f"the line: expected {expected}, got {got}"
        )
    return found


def _id_of(line: bytes) -> Id | None:
    """The id of a board that cannot be read, as far as the line has one."""
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
