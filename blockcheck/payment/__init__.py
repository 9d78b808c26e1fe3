"""Costs to block (509.1d-f): what the defending players have, whether it is enough, and how it is paid.

A small exact model of its own, without the solver: bills (``bill``), means (``means``, read off a board by ``wealth``), the search
between them (``paying``), payments stated by a player (``stated``), and the port to cost items (``treasury``). How something is paid
(``settlement``) every verdict tells; the rest is loaded where there is something to pay.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from blockcheck.payment.settlement import NOTHING_TO_PAY, Entry, Settlement

if TYPE_CHECKING:
    from blockcheck.payment.stated import stated_settlement
    from blockcheck.payment.treasury import Treasury

__all__ = ["NOTHING_TO_PAY", "Entry", "Settlement", "Treasury", "stated_settlement"]

_HOMES = {"Treasury": "treasury", "stated_settlement": "stated"}


def __getattr__(name: str) -> Any:
    """A name from the module it lives in (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
