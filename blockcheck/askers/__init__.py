"""The askers by name. Each loads what it needs when it is first asked: a question that bounds settle loads no solver."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from blockcheck.ask import Answer, Ask, Asker
from blockcheck.askers.bounds import settled
from blockcheck.askers.parts import apart
from blockcheck.askers.small import looked_through


def by_enumeration(ask: Ask) -> Answer:
    """Try every declaration: the slow twin."""
    from blockcheck.askers.enumerate import enumerated

    return enumerated(ask)


def by_cpsat(ask: Ask) -> Answer:
    """Leave it to CP-SAT, with every creature named and no bounds."""
    from blockcheck.askers.cpsat import solve

    return solve(ask)


def by_classes(ask: Ask) -> Answer:
    """Leave it to CP-SAT, with interchangeable creatures counted, without bounds."""
    from blockcheck.askers.cpsat import solve_by_classes

    return solve_by_classes(ask)


def shipped(ask: Ask) -> Answer:
    """Bounds first, prices and a search on boards that are not large, then CP-SAT over classes, for each independent part."""
    return settled(ask) or looked_through(ask) or apart(ask, by_bounds_and_classes) or by_classes(ask)


def by_bounds_and_classes(ask: Ask) -> Answer:
    """The same, for one part or a board that is left whole."""
    return settled(ask) or looked_through(ask) or by_classes(ask)


ASKERS: Mapping[str, Asker] = MappingProxyType(
    {"enumerate": by_enumeration, "cpsat": by_cpsat, "classes": by_classes, "shipped": shipped}
)
