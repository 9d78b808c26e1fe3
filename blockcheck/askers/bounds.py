"""Bounds that need no solver and no search: what cannot be exceeded, any declaration that will do, the nearest by mending.

Everything else is left to others. The proof says which bound it was.
"""

from __future__ import annotations

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, admits
from blockcheck.askers.grid import forbidden
from blockcheck.askers.mending import mended

TOO_MANY = "bound: so many can't be obeyed"
FORBIDDEN = "bound: a chosen pair is forbidden"
ANY = "bound: one is enough"


def settled(ask: Ask) -> Answer | None:
    """The answer to an ask where this is enough, else None. No solver is loaded; effort is 0."""
    if ask.chosen and any(pair in forbidden(ask) for pair in ask.chosen):
        return Nothing(FORBIDDEN)
    if ask.floor > ask.theory.number_of_requirements:
        return Nothing(TOO_MANY)
    if ask.goal is Goal.ANY and not ask.first and admits(ask, ask.chosen):
        return Found(ask.chosen, 0, ANY)
    return mended(ask)
