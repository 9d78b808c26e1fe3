"""The way from an illegal declaration to a legal one: each step with what needs it, ways as short, and what is too little."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import groupby, islice

from blockcheck.answers.check import faults_from, pairs_at_fault
from blockcheck.answers.others import as_near
from blockcheck.answers.stopping import charge
from blockcheck.legal import Inquiry, Standing
from blockcheck.theory import Declaration, Instance, Pair, disobeyed, evaluation_of, incurred
from blockcheck.values import dataclass

MOST_WAYS = 3
"""So many other legal declarations with as few changes are told."""

EFFORT_PER_STEP = 1e-3
"""What it costs to judge a declaration without one step."""


@dataclass(frozen=True, slots=True)
class Step:
    """What changes in a declaration, and what stands against going without it (or stopping there).

    ``restrictions`` would be disobeyed. Where none is, ``requirements`` would not be obeyed that the legal declaration
    obeys, or one that has as much to pay; they are told too where blocks are exchanged and only the new ones left out.
    Where there is nothing of either, the cost items could not be paid.
    """

    changes: frozenset[Pair]
    restrictions: tuple[Instance, ...]
    requirements: tuple[Instance, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """How a declaration becomes legal.

    ``steps`` are the changes of the nearest legal declaration, those that the same sentences need together, each with what
    would be wrong without it. ``others`` are other legal declarations with as few changes. ``paying`` is the nearest within
    the cost items declared, where that is another one: it may obey more, for whoever pays has to (509.1c). ``too_little``
    is what stands against merely taking back the blocks at fault; None where that is legal, or the nearest legal
    declaration takes back blocks only.
    """

    steps: tuple[Step, ...] = ()
    others: tuple[Declaration, ...] = ()
    paying: Declaration | None = None
    too_little: Step | None = None


def way_from(
    inquiry: Inquiry, declaration: Declaration, nearest: Declaration, paying: Declaration | None
) -> Way:
    """The way from a declaration to the nearest legal one.

    Args:
        inquiry: legality, and what is left of its limit.
        declaration: an illegal declaration.
        nearest: the legal declaration with the fewest changes.
        paying: the one that obeys the most within the cost items declared.

    Raises:
        Stopped: a limit came first.
    """
    others = tuple(islice(as_near(inquiry, declaration, nearest), MOST_WAYS))
    pays = paying is not None and paying not in (nearest, *others) and incurred(inquiry.theory, paying)
    return Way(
        steps=tuple(_steps(inquiry, declaration, nearest)),
        others=others,
        paying=paying if pays else None,
        too_little=_too_little(inquiry, declaration, nearest),
    )


def _steps(inquiry: Inquiry, declaration: Declaration, nearest: Declaration) -> Iterator[Step]:
    """The changes of each creature with what needs them; those that the same sentences need as one."""
    alike: dict[Hashable, list[Step]] = {}
    for changes in _by_blocker(declaration ^ nearest):
        step = _exchange(inquiry, nearest, changes)
        if step is not None:
            named = (
                frozenset(one.sentence for one in part) for part in (step.restrictions, step.requirements)
            )
            alike.setdefault(tuple(named), []).append(step)
    for steps in alike.values():
        together = frozenset(pair for step in steps for pair in step.changes)
        joined = _exchange(inquiry, nearest, together) if len(steps) > 1 else None
        yield from steps if joined is None else [joined]


def _by_blocker(changes: frozenset[Pair]) -> Iterator[frozenset[Pair]]:
    for _, pairs in groupby(sorted(changes), key=lambda pair: pair[0]):
        yield frozenset(pairs)


def _exchange(inquiry: Inquiry, nearest: Declaration, changes: frozenset[Pair]) -> Step | None:
    """What stands against going without some changes, and without their new blocks only."""
    step = _step(inquiry, nearest, changes, nearest ^ changes)
    added = changes & nearest
    if step is None or not step.restrictions or added in (changes, frozenset()):
        return step
    only_taken_back = _step(inquiry, nearest, added, nearest - added)
    return step if only_taken_back is None else replace(step, requirements=only_taken_back.requirements)


def _step(
    inquiry: Inquiry, nearest: Declaration, changes: frozenset[Pair], other: Declaration
) -> Step | None:
    """What stands against another declaration; None where it is legal, or a limit leaves that open."""
    charge(inquiry, EFFORT_PER_STEP)
    standing = inquiry.judge(other)
    if standing.legal is not False:
        return None
    restrictions = tuple(instance for _, instance in faults_from(inquiry.theory, other, standing.disobeyed))
    return Step(changes, restrictions, _lost(inquiry, standing, nearest, other))


def _lost(
    inquiry: Inquiry, standing: Standing, nearest: Declaration, other: Declaration
) -> tuple[Instance, ...]:
    """The requirements that the nearest legal declaration obeys and another does not, where that is what is wrong.

    Where there are none (the other one has more to pay), those that a declaration obeys which pays as much.
    """
    if standing.stage != "509.1c":
        return ()
    there = evaluation_of(other)
    for best_one in (nearest, standing.maximum.seen):
        here = None if best_one is None else evaluation_of(best_one)
        lost = [
            one for one in inquiry.theory.requirements if here and here.holds(one) and not there.holds(one)
        ]
        if lost:
            return tuple(lost)
    return ()


def _too_little(inquiry: Inquiry, declaration: Declaration, nearest: Declaration) -> Step | None:
    """What stands against taking back every block at fault and changing nothing else."""
    faults = disobeyed(inquiry.theory, declaration)
    at_fault = frozenset(pair for fault in faults for pair in pairs_at_fault(fault, declaration))
    if not at_fault or nearest <= declaration:
        return None
    return _step(inquiry, nearest, at_fault, declaration - at_fault)
