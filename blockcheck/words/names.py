"""What permanents and players are called, and lists of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from blockcheck.board import Board, Permanent

MOST_NAMED = 6
"""A longer list names the first and counts the others."""

_OPENINGS = ("All", "Creatures", "Each", "No", "The", "This")
"""Words that open a clause without being a name."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Names:
    """The names of everything on a board.

    A permanent is called by its name; where another one has the same name, its id stands behind it; without a
    name it is called by its id.
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
        listed_keys = tuple(map(str, keys))
        names = self._runs(listed_keys)
        if len(names) > MOST_NAMED:
            return f"{names[0]} and {len(listed_keys) - 1} others"
        return listed(names, last)

    def each(self, keys: Iterable[str | int]) -> str:
        """Names in one phrase with nobody left out."""
        return listed(self._runs(tuple(map(str, keys))))

    def _runs(self, keys: tuple[str, ...]) -> list[str]:
        """The name of each; three or more copies in a row are told as one: "Goblin (goblin#1 to goblin#25)"."""
        told: list[str] = []
        for run in _in_a_row(keys):
            if len(run) < 3:
                told += map(self.one, run)
            else:
                told.append(f"{self._name(run[0])} ({run[0]} to {run[-1]})")
        return told

    def _name(self, key: str) -> str:
        return (self.board.permanent(key).name if self.board.has_permanent(key) else None) or "each of"

    def _called(self, permanent: Permanent) -> str:
        if not permanent.name:
            return f"permanent {permanent.key}" if permanent.key.isdigit() else permanent.key
        if self._bearers[permanent.name] == 1:
            return permanent.name
        return f"{permanent.name} ({permanent.key})"


def inside(names: Names, clause: str) -> str:
    """A clause as it stands inside a sentence: with a small letter, unless it begins with a name."""
    opening = clause.split(" ", 1)[0].removesuffix(",")
    return clause[:1].lower() + clause[1:] if opening in _OPENINGS else clause


def _in_a_row(keys: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Keys cut into runs of copies: "goblin#1", "goblin#2", "goblin#3"."""
    start = 0
    for n in range(1, len(keys) + 1):
        if n == len(keys) or not _follows(keys[n - 1], keys[n]):
            yield keys[start:n]
            start = n


def _follows(one: str, other: str) -> bool:
    base, mark, n = one.rpartition("#")
    return bool(mark) and n.isdigit() and other == f"{base}#{int(n) + 1}"


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


def capitalized(words: str) -> str:
    """Words with a capital at their beginning."""
    return words[:1].upper() + words[1:]
