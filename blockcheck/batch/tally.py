"""How many boards were legal, illegal and not decided, and how many lines could not be read."""

from __future__ import annotations

import re

from blockcheck.values import dataclass

_LEGAL = re.compile(rb'"legal":(true|false|null)')
"""The first one is the verdict's own: in an id before it the quotes would be escaped."""


@dataclass
class Tally:
    """Counts the answers of a batch."""

    legal: int = 0
    illegal: int = 0
    undecided: int = 0
    errors: int = 0

    def add(self, answer: bytes) -> None:
        """Count one more answer."""
        found = _LEGAL.search(answer)
        if found is None:
            self.errors += 1
        elif found[1] == b"true":
            self.legal += 1
        elif found[1] == b"false":
            self.illegal += 1
        else:
            self.undecided += 1

    @property
    def lines(self) -> int:
        """How many answers there are."""
        return self.legal + self.illegal + self.undecided + self.errors

    def __str__(self) -> str:
        boards = "1 line" if self.lines == 1 else f"{self.lines} lines"
        errors = "1 error" if self.errors == 1 else f"{self.errors} errors"
        return f"{boards}: {self.legal} legal, {self.illegal} illegal, {self.undecided} undecided, {errors}"
