"""The legal declarations as a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any, Protocol

from blockcheck.answers.listing import declarations
from blockcheck.answers.stopping import Stopped
from blockcheck.errors import InputError, Undecided
from blockcheck.guide import LegalList
from blockcheck.judge.assembly import limit_reached
from blockcheck.judge.sides import Side
from blockcheck.theory import Declaration
from blockcheck.verdict import Blocks, Id, Verdict

MOST_COUNTED = 100_000


class _Check(Protocol):
    def __call__(self, blocks: Mapping[Any, Id | Sequence[Id]], *, player: Id | None = None) -> Verdict: ...


class _Differs(Exception):
    """The answers to the board's questions give different declarations."""


class LegalDeclarations:
    """The legal declarations of one player or team, in lexicographic order over pairs in board order.

    ``{"bear": "ogre"} in judge.legal`` judges one; iteration gives each blocker with its attackers; ``count()`` counts.
    ``judge.legal.by("carol")`` are those of another player. All of them raise ``Undecided`` where the board does not
    decide, or a limit came first; the error carries the verdict.
    """

    def __init__(self, check: _Check, sides: Callable[[Id | None], Side], player: Id | None = None) -> None:
        self._check = check
        self._sides = sides
        self._player = player

    def by(self, player: Id) -> LegalDeclarations:
        """The legal declarations of a player."""
        return LegalDeclarations(self._check, self._sides, player)

    def __contains__(self, blocks: Mapping[Any, Id | Sequence[Id]]) -> bool:
        verdict = self._check(blocks, player=self._player)
        if verdict.legal is None:
            raise Undecided("the board does not decide whether these blocks are legal", verdict)
        return verdict.legal

    def __iter__(self) -> Iterator[Blocks]:
        side = self._side
        try:
            for declaration in _agreed(side):
                yield side.telling.blocks(side.theory, declaration)
        except (_Differs, Stopped) as stopped:
            raise Undecided(
                "the board does not decide the legal declarations", _open(side, stopped)
            ) from None

    def count(self, limit: int = MOST_COUNTED) -> tuple[int, bool]:
        """How many there are, and whether that is exact; at most ``limit`` are counted.

        Raises:
            InputError: the limit is less than 1.
            Undecided: the board does not decide it.
        """
        answer = self.answer(limit, listed=False)
        if answer.count is None or answer.exact is None:
            raise Undecided("the board does not decide the legal declarations", answer)
        return answer.count, answer.exact

    def answer(self, limit: int = MOST_COUNTED, *, listed: bool = True) -> LegalList:
        """The first declarations, at most ``limit``, or only how many there are.

        Raises:
            InputError: the limit is less than 1.
        """
        if limit < 1:
            raise InputError("limit", limit, "at least 1", None, f"limit: expected at least 1, got {limit}")
        side = self._side
        found: list[Declaration] = []
        number, stop = 0, None
        try:
            for declaration in islice(_agreed(side), limit + 1):
                number += 1
                if listed and number <= limit:
                    found.append(declaration)
        except _Differs as differs:
            return _open(side, differs)
        except Stopped as stopped:
            stop = limit_reached(stopped.by)
        blocks = tuple(side.telling.blocks(side.theory, one) for one in found)
        return LegalList(
            **side.whose(),
            declarations=blocks if listed else None,
            count=min(number, limit),
            exact=number <= limit and stop is None,
            limit=stop,
        )

    @property
    def _side(self) -> Side:
        return self._sides(self._player)


def _agreed(side: Side) -> Iterator[Declaration]:
    """The legal declarations, as long as they are the same whatever the answers to the board's questions are."""
    if side.has_unread:
        raise _Differs
    for together in zip_longest(*map(declarations, side.legals)):
        if any(one != together[0] for one in together):
            raise _Differs
        yield together[0]


def _open(side: Side, stopped: Exception) -> LegalList:
    """The answer where the board does not decide."""
    limit = limit_reached(stopped.by) if isinstance(stopped, Stopped) else None
    return LegalList(**side.whose(), count=None, exact=None, limit=limit, **side.open(limit is None))
