"""Answers made of many asks: when a limit comes before one of them, the whole answer ends."""

from __future__ import annotations

from blockcheck.ask import Answer, Ask, Found, Nothing
from blockcheck.legal import Inquiry
from blockcheck.theory import Declaration

EFFORT_PER_PAIR = 1e-5
"""What it costs to put a question to an asker, for each pair of its theory: about ten microseconds."""


class Stopped(Exception):
    """A limit came first; ``by`` says which. Caught where the answer is made."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


def found(answer: Answer) -> Declaration | None:
    """The declaration found, or None where there is none.

    Raises:
        Stopped: a limit came first.
    """
    match answer:
        case Found(declaration=declaration):
            return declaration
        case Nothing():
            return None
        case _:
            raise Stopped(answer.stopped_by)


def charge(inquiry: Inquiry, effort: float) -> None:
    """Count effort that no asker has spent.

    Raises:
        Stopped: that was the last of a limit.
    """
    inquiry.effort += effort
    if inquiry.stopped_by is not None:
        raise Stopped(inquiry.stopped_by)


def best(inquiry: Inquiry, ask: Ask) -> Declaration | None:
    """The best legal declaration for an ask, or None where there is none; putting the question counts as effort.

    Raises:
        Stopped: a limit came first.
    """
    declaration = found(inquiry.best(ask))
    charge(inquiry, EFFORT_PER_PAIR * len(ask.theory.blockers) * len(ask.theory.attackers))
    return declaration
