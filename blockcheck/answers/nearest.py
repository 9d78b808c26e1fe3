"""The legal declaration nearest to one: the fewest changes that make it legal."""

from __future__ import annotations

from blockcheck.ask import Answer, Ask, Goal, nearness
from blockcheck.legal import Inquiry
from blockcheck.theory import Declaration

NOTHING_CHOSEN: Declaration = frozenset()


def nearest_legal(inquiry: Inquiry, declaration: Declaration, chosen: Declaration = NOTHING_CHOSEN) -> Answer:
    """The legal declaration with the fewest changes, then the fewest pairs removed, then the first in board order.

    Each candidate is judged with its own cost items (509.1c); one whose total can't be paid is none.

    Args:
        inquiry: legality, and what is left of its limit.
        declaration: the declaration to change.
        chosen: pairs that have to stay.

    Returns:
        ``Found`` with it, ``Nothing`` where no legal declaration has the chosen pairs, ``Unknown`` where a limit
        came first.
    """
    weights = nearness(declaration)
    return inquiry.best(Ask(inquiry.theory, chosen=chosen, goal=Goal.WEIGHT, weights=weights, first=True))
