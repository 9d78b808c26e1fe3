"""Costs to block (509.1d-f): what the defending players have, whether it is enough, and how it is paid.

A small exact model of its own, without the solver: bills (``bill``), means (``means``, read off a board by ``wealth``), the search
between them (``paying``), payments stated by a player (``stated``), and the port to cost items (``treasury``).
"""

from blockcheck.payment.paying import Entry
from blockcheck.payment.stated import stated_settlement
from blockcheck.payment.treasury import NOTHING_TO_PAY, Settlement, Treasury

__all__ = ["NOTHING_TO_PAY", "Entry", "Settlement", "Treasury", "stated_settlement"]
