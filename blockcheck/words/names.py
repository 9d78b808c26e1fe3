"""What permanents and players are called, and lists of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from blockcheck.board import Board, Permanent

MOST_NAMED = 6
"""A longer list names the first and counts the others."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Names:
    """The names of everything on a board.

    A permanent is called by its name; where another one has the same name, its id stands behind it; without a name
    it is called by its id.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._bearers = Counter(permanent.name for permanent in board.permanents)

    def one(self, key: str | int) -> str:
        """The name of a permanent or player, by id."""
        if self.board.has_permanent(key):
            return self._called(self.board.permanent(key))
        return str(key)

    def player(self, key: str | int) -> str:
        """The name of a player: the id."""
        return str(key)

    def all(self, keys: Iterable[str | int], last: str = "and") -> str:
        """Names in one phrase, "A, B and C"; a long list is shortened to "A and 39 others"."""
        names = [self.one(key) for key in keys]
        if len(names) > MOST_NAMED:
            return f"{names[0]} and {len(names) - 1} others"
        return listed(names, last)

    def _called(self, permanent: Permanent) -> str:
        if not permanent.name:
            return f"permanent {permanent.key}" if permanent.key.isdigit() else permanent.key
        if self._bearers[permanent.name] == 1:
            return permanent.name
        return f"{permanent.name} ({permanent.key})"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in one phrase: "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def number(n: int) -> str:
    """A number as it stands in a sentence: "two", "25"."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def creatures(n: int) -> str:
    """A number of creatures: "one creature", "two creatures"."""
    return counted(n, "creature")


def counted(n: int, noun: str) -> str:
    """A number of things: "one creature", "two creatures"."""
    return f"{number(n)} {noun}" if n == 1 else f"{number(n)} {noun}s"


def verb(subjects: Sequence[object], singular: str, plural: str) -> str:
    """The form of a verb that agrees with its subjects."""
    return singular if len(subjects) == 1 else plural


def of(name: str) -> str:
    """The possessive form: "Ogre's", "Bears'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
