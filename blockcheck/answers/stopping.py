"""Answers made of many asks: when a limit comes before one of them, the whole answer ends."""

from __future__ import annotations

from blockcheck.ask import Answer, Found, Nothing
from blockcheck.legal import Inquiry
from blockcheck.theory import Declaration


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
