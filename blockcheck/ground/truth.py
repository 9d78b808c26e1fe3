"""Truth values of what a board may not say: true, false, or unknown with the fields that would tell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not decided by the board; ``fields`` are the paths of absent values that would decide it, the first asked first.

    Of an amount, ``least`` and ``most`` are what is known of it (None: nothing).
    """

    fields: tuple[str, ...]
    least: int | None = None
    most: int | None = None


Truth: TypeAlias = bool | Unknown


def every(truths: Iterable[Truth]) -> Truth:
    """True when all are, false as soon as one is, else unknown (Kleene's conjunction)."""
    fields: tuple[str, ...] = ()
    for truth in truths:
        if truth is False:
            return False
        if isinstance(truth, Unknown):
            fields += truth.fields
    return Unknown(tuple(dict.fromkeys(fields))) if fields else True


def negated(truth: Truth) -> Truth:
    """The negation; what is unknown stays so."""
    return truth if isinstance(truth, Unknown) else not truth


def some(truths: Iterable[Truth]) -> Truth:
    """True as soon as one is (Kleene's disjunction)."""
    return negated(every(negated(truth) for truth in truths))
