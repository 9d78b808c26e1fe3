"""Judging one declaration: the steps of 509.1a-d in order, as data without words."""

from __future__ import annotations

from dataclasses import dataclass

from blockcheck.theory import CostItem, Declaration, Origin, Price


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of 509.1a or a restriction disobeyed (509.1b).

    ``blockers`` and ``attackers`` are ids: those whose declared pairs make the fault. ``lo`` and ``hi`` are the bounds
    of the count that was disobeyed and ``counted`` what it was (all 0 for a pair that simply may not be).
    """

    step: str
    origin: Origin
    blockers: tuple[str, ...]
    attackers: tuple[str, ...]
    lo: int = 0
    hi: int | None = 0
    counted: int = 0
    liftable: bool = False


@dataclass(frozen=True, slots=True)
class RequirementRow:
    """One requirement sentence: how many of its instances hold, and which do not (a None stands for "any")."""

    sentence: int
    origin: Origin
    blockers: tuple[str, ...]
    attackers: tuple[str, ...]
    lo: int
    hi: int | None
    of: int
    obeyed: int
    not_obeyed: tuple[tuple[str | None, str | None], ...]
    not_obeyed_by_witness: tuple[tuple[str | None, str | None], ...] | None


@dataclass(frozen=True, slots=True)
class CostRow:
    """A cost item that a declaration incurs (509.1d)."""

    item: CostItem
    origin: Origin
    blocker: str
    attackers: tuple[str, ...]
    payer: str
    price: Price


@dataclass(frozen=True, slots=True)
class Judgement:
    """What holds for one declaration on one theory.

    ``legal`` None: a limit came first (``limit`` says which). ``stage`` is the first step that fails, None when legal.
    ``maximum`` None: known only between ``at_least`` and ``at_most``. ``witness`` is a legal declaration that obeys
    the maximum, None where there is none that can be paid (or none is known). ``proof`` says how the maximum is known.
    """

    legal: bool | None
    stage: str | None
    faults: tuple[Fault, ...]
    requirements: tuple[RequirementRow, ...]
    obeyed: int
    maximum: int | None
    at_least: int
    at_most: int
    witness: Declaration | None
    costs: tuple[CostRow, ...]
    payable: bool | None
    proof: str
    limit: str | None = None
