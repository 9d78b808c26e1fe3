"""The one port to a solver: an :class:`Ask` goes in; Found, Nothing or Unknown comes out.

It is implemented twice (``askers/enumerate.py``, ``askers/cpsat.py``). Every answer of the package is tested by
swapping the implementation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Protocol, TypeAlias

from blockcheck.theory import CostItem, Declaration, Pair, Theory, disobeys_any, incurred, obeyed
from blockcheck.values import dataclass


class AskerFault(RuntimeError):
    """An asker contradicts the evaluator: a fault of this program (or of a solver), never of the input."""


class Goal(StrEnum):
    """What to look for among the declarations that an ask admits."""

    ANY = "any"
    OBEYED = "most requirements obeyed"
    WEIGHT = "most weight"


@dataclass(frozen=True, slots=True)
class Weights:
    """A linear measure of declarations: ``base`` plus the weight of each declared pair (``other`` where not named)."""

    of: Mapping[Pair, int]
    base: int = 0
    other: int = 0

    def weight(self, pair: Pair) -> int:
        """What one declared pair adds."""
        return self.of.get(pair, self.other)

    def total(self, declaration: Declaration) -> int:
        """The measure of one declaration."""
        return self.base + sum(map(self.weight, declaration))


def nearness(declaration: Declaration) -> Weights:
    """Most weight is nearest to ``declaration``: fewest changes first, then fewest pairs removed.

    A change is one pair added or one pair removed; the declaration itself weighs 0 and every other one less.
    """
    change = len(declaration) + 1
    return Weights(dict.fromkeys(sorted(declaration), change + 1), -(change + 1) * len(declaration), -change)


@dataclass(frozen=True, slots=True)
class Cut:
    """Whoever incurs all of ``items`` must obey at least ``floor`` requirements; None: nobody may incur them all.

    With ``blockers`` (indices) it holds only where all of these block; with ``many`` only where of each of these sets at
    least so many items are incurred (they are alike, so that one cut speaks of every choice among them).
    """

    items: frozenset[CostItem]
    floor: int | None
    blockers: frozenset[int] = frozenset()
    many: tuple[tuple[frozenset[CostItem], int], ...] = ()

    def applies(self, items: frozenset[CostItem], blockers: frozenset[int]) -> bool:
        """Whether it holds for a declaration with these cost items and these blockers."""
        enough = all(len(alike & items) >= number for alike, number in self.many)
        return enough and self.items <= items and self.blockers <= blockers


@dataclass(frozen=True, slots=True)
class Budget:
    """The cost items that a declaration incurs weigh at most ``most`` together (items not named weigh nothing)."""

    weights: Mapping[CostItem, int]
    most: int

    def allows(self, items: Iterable[CostItem]) -> bool:
        """Whether it holds for a declaration with these cost items."""
        return sum(self.weights.get(item, 0) for item in items) <= self.most


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop: ``effort`` in CP-SAT's deterministic time and what is charged beside it, ``seconds`` on the clock; None: no limit."""

    effort: float | None = None
    seconds: float | None = None
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Ask:
    """Is there a declaration that disobeys no restriction and …, and which is the best by ``goal``?

    ``allowed``: the cost items it may incur (None: all). ``chosen``/``barred``: pairs it must (must not) have.
    ``floor``: requirements it obeys at least. ``cuts``, ``budgets``: see :class:`Cut`, :class:`Budget`.
    ``at_least``: measures it must reach.
    ``besides``: declarations it must not be. ``weights``: the measure to maximise with ``Goal.WEIGHT``.
    ``first``: of the best, the lexicographically first over pairs in board order (a block before no block).
    """

    theory: Theory
    allowed: frozenset[CostItem] | None = None
    chosen: frozenset[Pair] = frozenset()
    barred: frozenset[Pair] = frozenset()
    floor: int = 0
    cuts: tuple[Cut, ...] = ()
    at_least: tuple[tuple[Weights, int], ...] = ()
    besides: frozenset[Declaration] = frozenset()
    goal: Goal = Goal.ANY
    weights: Weights = field(default_factory=lambda: Weights({}))
    first: bool = False
    limit: Limit = Limit()
    budgets: tuple[Budget, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The best declaration; ``value`` is its measure by the goal (0 for ``Goal.ANY``), proven best.

    ``proof`` says how: a solver status such as ``OPTIMAL``, ``enumeration``, or the bound that was reached.
    ``effort`` is what the ask cost, in the units of :class:`Limit`.
    """

    declaration: Declaration
    value: int
    proof: str
    effort: float = 0.0


@dataclass(frozen=True, slots=True)
class Nothing:
    """No declaration satisfies the ask, proven."""

    proof: str
    effort: float = 0.0


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit came first. ``best`` is the best declaration seen, if any; the goal's value is at most ``at_most``."""

    stopped_by: str
    best: Declaration | None = None
    value: int | None = None
    at_most: int | None = None
    effort: float = 0.0


Answer: TypeAlias = Found | Nothing | Unknown


def admits(ask: Ask, declaration: Declaration) -> bool:
    """Whether a declaration satisfies every field of an ask but its goal; the evaluator that askers are held to."""
    return (
        declaration >= ask.chosen
        and not declaration & ask.barred
        and declaration not in ask.besides
        and not disobeys_any(ask.theory, declaration)
        and all(weights.total(declaration) >= least for weights, least in ask.at_least)
        and _can_afford(ask, declaration)
    )


def _can_afford(ask: Ask, declaration: Declaration) -> bool:
    """Whether its cost items are allowed, and it obeys as many requirements as the floor and the cuts demand."""
    items = incurred(ask.theory, declaration)
    if not all(budget.allows(items) for budget in ask.budgets):
        return False
    if ask.allowed is not None and not items <= ask.allowed:
        return False
    blockers = frozenset(blocker for blocker, _ in declaration)
    floors = [ask.floor, *(cut.floor for cut in ask.cuts if cut.applies(items, blockers))]
    known = [floor for floor in floors if floor is not None]
    return len(known) == len(floors) and (max(known) <= 0 or obeyed(ask.theory, declaration) >= max(known))


def measure(ask: Ask, declaration: Declaration) -> int:
    """The measure of a declaration by an ask's goal (0 for ``Goal.ANY``)."""
    match ask.goal:
        case Goal.ANY:
            return 0
        case Goal.OBEYED:
            return obeyed(ask.theory, declaration)
        case Goal.WEIGHT:
            return ask.weights.total(declaration)


class Asker(Protocol):
    """Answers asks; equal asks get equal answers (unless a wall-clock limit or several workers were asked for)."""

    def __call__(self, ask: Ask) -> Answer:
        """Answer one ask."""
        ...
