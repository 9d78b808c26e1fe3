"""The question that every peer answers, read from an exported theory (``blockcheck export --format theory``).

Declare blockers so that no restriction is disobeyed, no cost item is incurred but those allowed, and as many
requirements as possible are obeyed. Nothing here uses the checker's own normal form: a peer that read a theory
through it could not disagree with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Pair: TypeAlias = tuple[int, int]
"""Positions of a blocker and an attacker."""

Form: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """``if any pair of guard then lo <= COUNT <= hi``: COUNT is how many of the groups have a declared pair.

    A group is one pair, or all pairs of one blocker where blockers are counted. ``guard`` None: always.
    """

    guard: tuple[Pair, ...] | None
    groups: tuple[tuple[Pair, ...], ...]
    lo: int
    hi: int


@dataclass(frozen=True)
class Problem:
    """``pairs`` are those that may be declared at all; restrictions must hold, requirements should."""

    blockers: int
    attackers: int
    pairs: tuple[Pair, ...]
    restrictions: tuple[Row, ...]
    requirements: tuple[Row, ...]
    data: str = ""
    """The same as data for the MiniZinc page, for who wants it."""

    def is_allowed(self, declaration: Iterable[Pair]) -> bool:
        """Whether a declaration disobeys no restriction and has only pairs that may be declared."""
        declared = frozenset(declaration)
        return declared <= set(self.pairs) and all(holds(row, declared) for row in self.restrictions)

    def obeyed(self, declaration: Iterable[Pair]) -> int:
        """How many requirements a declaration obeys."""
        declared = frozenset(declaration)
        return sum(holds(row, declared) for row in self.requirements)


def holds(row: Row, declared: frozenset[Pair]) -> bool:
    """The plain meaning of a row."""
    if row.guard is not None and declared.isdisjoint(row.guard):
        return True
    return row.lo <= sum(not declared.isdisjoint(group) for group in row.groups) <= row.hi


def problem(theory: str, allowed: Iterable[tuple[int, int | None, int | None]] = ()) -> Problem:
    """Read a theory.

    Args:
        theory: the exported JSON.
        allowed: the cost items that may be incurred, each the position of its sentence with its blocker and attacker.
    """
    items = set(allowed)
    form = json.loads(theory)
    sentences = list(enumerate(form["sentences"]))
    barred: set[Pair] = set()
    for place, sentence in sentences:
        if sentence["kind"] == "cost item":
            for blocker, attacker in _each(sentence):
                if (place, blocker, attacker) not in items:
                    barred.update(_pairs(sentence["guard"], blocker, attacker))
        elif sentence["kind"] == "restriction" and sentence["guard"] is None and sentence["hi"] == 0:
            barred.update(_pairs(sentence["counted"], None, None))
    n, m = len(form["blockers"]), len(form["attackers"])
    possible = [(b, a) for b in range(n) for a in range(m) if (b, a) not in barred]
    open_pairs = set(possible)

    def rows(kind: str) -> Iterator[Row]:
        for _, sentence in sentences:
            if sentence["kind"] == kind:
                for blocker, attacker in _each(sentence):
                    yield _row(sentence, blocker, attacker, open_pairs)

    restrictions = tuple(row for row in rows("restriction") if _says_something(row))
    return Problem(n, m, tuple(possible), restrictions, tuple(rows("requirement")))


def _each(sentence: Form) -> Iterator[tuple[int | None, int | None]]:
    """For which blocker and attacker a sentence is said."""
    domain = sentence["guard"] or sentence["counted"]
    by_blocker = sentence["each"] in ("blocker", "pair")
    by_attacker = sentence["each"] in ("attacker", "pair")
    for blocker in domain["blockers"] if by_blocker else (None,):
        for attacker in domain["attackers"] if by_attacker else (None,):
            yield blocker, attacker


def _row(sentence: Form, blocker: int | None, attacker: int | None, possible: set[Pair]) -> Row:
    guard = None
    if sentence["guard"] is not None:
        guard = tuple(pair for pair in _pairs(sentence["guard"], blocker, attacker) if pair in possible)
    if sentence["others"]:
        counted = [pair for pair in _pairs(sentence["counted"], None, None) if pair[0] != blocker]
    else:
        counted = list(_pairs(sentence["counted"], blocker, attacker))
    counted = [pair for pair in counted if pair in possible]
    groups: dict[Any, list[Pair]] = {}
    for pair in counted:
        groups.setdefault(pair if sentence["count"] == "pairs" else pair[0], []).append(pair)
    hi = len(groups) if sentence["hi"] is None else min(sentence["hi"], len(groups))
    return Row(guard, tuple(map(tuple, groups.values())), sentence["lo"], hi)


def _pairs(rectangle: Form, blocker: int | None, attacker: int | None) -> Iterator[Pair]:
    blockers, attackers = rectangle["blockers"], rectangle["attackers"]
    for b in blockers if blocker is None else ({blocker} & set(blockers)):
        for a in attackers if attacker is None else ({attacker} & set(attackers)):
            yield b, a


def _says_something(row: Row) -> bool:
    """Whether a declaration of possible pairs could disobey a restriction."""
    return row.guard != () and not (row.lo == 0 and row.hi >= len(row.groups))
