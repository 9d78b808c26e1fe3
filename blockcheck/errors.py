"""What can go wrong, cut by whose fault it is: the input, or a board that does not decide.

A fault of the program itself is neither: it is an ordinary Python exception.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

LONGEST_NAME = 80
MOST_CANDIDATES = 2000
MOST_PROBLEMS = 20


class BlockcheckError(Exception):
    """The base of every error that blockcheck raises on purpose."""


class InputError(BlockcheckError):
    """The input is wrong: one problem, in one line.

    ``where`` is the path (``permanents[2].power``; empty for the whole input), ``value`` what stands there,
    ``expected`` what should, ``closest`` the known field or id nearest to it, if any, ``message`` all of that
    for people.
    """

    def __init__(self, where: str, value: Any, expected: str, closest: str | None, message: str) -> None:
        super().__init__(where, value, expected, closest, message)
        self.where = where
        self.value = value
        self.expected = expected
        self.closest = closest
        self.message = message

    def __str__(self) -> str:
        return self.message

    @property
    def problems(self) -> tuple[InputError, ...]:
        """Every problem found: here this one."""
        return (self,)


class DeclarationError(InputError):
    """The blocks given do not fit the board.

    A name that is not there, a pair told twice, a player who cannot declare.
    """


class InputErrors(InputError):
    """Several problems of one input, in the order of the input; its own fields are those of the first."""

    def __init__(self, problems: Iterable[InputError]) -> None:
        listed = tuple(problems)
        first = listed[0]
        message = "\n".join(problem.message for problem in listed)
        super().__init__(first.where, first.value, first.expected, first.closest, message)
        self.args = (listed,)
        self._problems = listed

    @property
    def problems(self) -> tuple[InputError, ...]:
        """Every problem found."""
        return self._problems


class DeclarationErrors(InputErrors, DeclarationError):
    """Several problems, all of them in the blocks given."""


class Undecided(BlockcheckError):
    """The board does not decide the question; ``verdict`` says what is missing."""

    def __init__(self, message: str, verdict: object) -> None:
        super().__init__(message, verdict)
        self.message = message
        self.verdict = verdict

    def __str__(self) -> str:
        return self.message


class Illegal(BlockcheckError):
    """The declaration is illegal and is taken back whole (733): nothing comes after it; ``verdict`` says why."""

    def __init__(self, message: str, verdict: object) -> None:
        super().__init__(message, verdict)
        self.message = message
        self.verdict = verdict

    def __str__(self) -> str:
        return self.message


class Impossible(BlockcheckError):
    """An event that cannot happen in this state of combat; the message says why, ``cr`` by which rule."""

    def __init__(self, message: str, cr: str) -> None:
        super().__init__(message, cr)
        self.message = message
        self.cr = cr

    def __str__(self) -> str:
        return self.message


def raise_if_any(problems: Sequence[InputError]) -> None:
    """Raise the problems found, if any, as one error: the first twenty of them, and how many more there are.

    Raises:
        InputError: the only problem.
        InputErrors: several; DeclarationErrors when all of them are about the declaration.
    """
    if not problems:
        return
    if len(problems) == 1:
        raise problems[0]
    in_declaration = all(isinstance(problem, DeclarationError) for problem in problems)
    kind = DeclarationErrors if in_declaration else InputErrors
    more = len(problems) - MOST_PROBLEMS
    if more <= 0:
        raise kind(problems)
    single = DeclarationError if in_declaration else InputError
    raise kind([*problems[:MOST_PROBLEMS], single("", None, "", None, f"and {more} more problems")])


def renamed(problem: InputError, places: Mapping[str, str]) -> InputError:
    """A problem with another name for its place: that of the longest path in ``places`` that leads to it."""
    leading = [place for place in places if re.match(rf"{re.escape(place)}(?![^.\[])", problem.where)]
    if not leading:
        return problem
    where = places[max(leading, key=len)]
    message = where + problem.message.removeprefix(problem.where)
    return type(problem)(where, problem.value, problem.expected, problem.closest, message)


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to this one, or None when none is near."""
    candidates = list(known)[:MOST_CANDIDATES]
    if len(word) > LONGEST_NAME:
        return None
    if f"{word}#1" in candidates:
        return f"{word}#1"
    folded = {candidate.casefold(): candidate for candidate in reversed(candidates)}
    near = difflib.get_close_matches(word, candidates, n=1) or difflib.get_close_matches(
        word.casefold(), folded, n=1
    )
    return folded[near[0].casefold()] if near else None
