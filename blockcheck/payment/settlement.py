"""How the costs of a declaration are paid: what is told, without how it is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from blockcheck.theory import CostItem, Price
from blockcheck.values import dataclass

Entry: TypeAlias = Mapping[str, str | int | tuple[str, str, int]]
"""A step of a payment, in the form of a declaration's ``pay``."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """How the costs of a declaration are paid.

    ``payable`` None: the board does not say. ``payment`` is the one that keeps most (None where none is known), ``shortfall`` what
    each player lacks at least. ``declined`` are the cost items that a player states not to pay.
    """

    payable: bool | None
    payment: tuple[Entry, ...] | None
    shortfall: tuple[tuple[str, Price], ...] = ()
    declined: frozenset[CostItem] = frozenset()


NOTHING_TO_PAY = Settlement(True, ())
