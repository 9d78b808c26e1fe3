"""Why: what mends each fault, and what stands against each requirement that is not obeyed, or against a pair.

An explanation is a set of restrictions, requirements and cost items of which nothing can be left out. It is found by
plain deletion: whatever can go goes, and each question "does it still fail?" is one ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from blockcheck.answers.check import CostRow, Fault, cost_row, faults_with_instances
from blockcheck.answers.options import options_within
from blockcheck.answers.stopping import Stopped, found
from blockcheck.ask import Ask, Goal, nearness
from blockcheck.legal import CostItems, Inquiry, Legal
from blockcheck.theory import (
    CostItem,
    Declaration,
    Instance,
    Kind,
    Origin,
    Pair,
    Rectangle,
    Sentence,
    Theory,
    bits,
    cost_order,
    evaluation_of,
    incurred,
)

_T = TypeVar("_T")

NOBODY: Declaration = frozenset()


@dataclass(frozen=True, slots=True)
class Conflict:
    """What cannot hold together with a requirement or a pair; none of it can be left out.

    ``restrictions`` and ``requirements`` are instances of the theory, or parts of those that forbid pairs; ``unpaid``
    are cost items that nobody incurs (509.1c: nobody has to pay); ``unpayable`` those that would have to be paid and
    cannot be.
    """

    restrictions: tuple[Instance, ...] = ()
    requirements: tuple[Instance, ...] = ()
    unpaid: tuple[CostItem, ...] = ()
    unpayable: tuple[CostItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """Under ``conflict.restrictions`` (and with ``unpaid`` unpaid) no declaration obeys more than ``k`` of its requirements.

    With every requirement that is not named obeyed too, that is the maximum.
    """

    conflict: Conflict
    k: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say about a declaration.

    ``faults`` come each with the nearest declaration in which it is mended and no other restriction is newly disobeyed.
    ``unmet`` has the requirements that ``witness`` does not obey, each with what stands against it. ``limit``: what came
    before everything was known; then nothing else is.
    """

    faults: tuple[tuple[Fault, Declaration], ...] = ()
    unmet: tuple[tuple[Instance, Conflict], ...] = ()
    impossible: Conflict | None = None
    always: tuple[Pair, ...] = ()
    never: tuple[Pair, ...] = ()
    bound: Bound | None = None
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A restriction or requirement and whom it speaks of, by id; ``here`` is the creature that it binds, of several."""

    step: str
    origin: Origin
    blockers: tuple[str, ...]
    attackers: tuple[str, ...]
    lo: int
    hi: int | None
    here: str | None = None


def explain(
    legal: Legal, declaration: Declaration, pair: Pair | None = None, *, bound: bool = False
) -> Explanation:
    """Explain a declaration of blockers.

    Args:
        legal: legality on the declaration's theory.
        declaration: the declared pairs that are pairs of the theory.
        pair: a pair to be told of why no legal declaration has it.
        bound: whether to prove the maximum too.
    """
    try:
        return _Explaining(legal.inquiry(), declaration).explanation(pair, bound)
    except Stopped as stopped:
        return Explanation(limit=stopped.by)


def said(theory: Theory, instance: Instance) -> Said:
    """An instance with ids."""
    sentence = theory.sentences[instance.sentence]
    domain = instance.guard or instance.counted
    here = None
    if sentence.kind is Kind.REQUIREMENT and instance.blocker is not None and sentence.size > 1:
        here = theory.blockers[instance.blocker]
    return Said(
        sentence.step,
        sentence.origin,
        tuple(theory.blockers[b] for b in bits(domain.blockers)),
        tuple(theory.attackers[a] for a in bits(domain.attackers)),
        instance.lo,
        instance.hi,
        here,
    )


def cost_said(theory: Theory, item: CostItem) -> CostRow | None:
    """A cost item with ids."""
    return cost_row(theory, item, theory.sentences[item.sentence].domain.each_pair())


class _Explaining:
    """One declaration being explained."""

    def __init__(self, inquiry: Inquiry, declaration: Declaration) -> None:
        self.inquiry = inquiry
        self.theory = inquiry.theory
        self.declaration = declaration
        self.items = incurred(self.theory, declaration)

    def explanation(self, pair: Pair | None, bound: bool) -> Explanation:
        reach = options_within(self.inquiry, ())
        reachable = {(b, a) for b, attackers in reach.attackers.items() for a in attackers}
        every = Rectangle((1 << len(self.theory.blockers)) - 1, (1 << len(self.theory.attackers)) - 1)
        impossible = pair is not None and pair not in reachable
        return Explanation(
            faults=self.mended_faults(),
            unmet=self.unmet(),
            impossible=self.against(pair) if pair is not None and impossible else None,
            always=reach.forced,
            never=tuple(one for one in every.each_pair() if one not in reachable),
            bound=self.bound() if bound else None,
        )

    def mended_faults(self) -> tuple[tuple[Fault, Declaration], ...]:
        """Each fault with the nearest declaration that mends it and newly disobeys no other restriction."""
        evaluation = evaluation_of(self.declaration)
        kept = [one for one in self.theory.restrictions if evaluation.holds(one)]
        nearest = nearness(self.declaration)
        mended = []
        for fault, instance in faults_with_instances(self.theory, self.declaration):
            ask = Ask(self.theory.keep([instance, *kept]), goal=Goal.WEIGHT, weights=nearest, first=True)
            mended.append((fault, found(self.inquiry.ask(ask)) or NOBODY))
        return tuple(mended)

    def unmet(self) -> tuple[tuple[Instance, Conflict], ...]:
        """Each requirement that the witness does not obey, with what stands against it."""
        witness = found(self.inquiry.witness(self.declaration))
        if witness is None:
            return ()
        evaluation = evaluation_of(witness)
        met = [one for one in self.theory.requirements if evaluation.holds(one)]
        return tuple(
            (one, self.conflict(met, self.items, also=one))
            for one in self.theory.requirements
            if not evaluation.holds(one)
        )

    def against(self, pair: Pair) -> Conflict:
        """What stands against a pair that no legal declaration has.

        Whoever declares it incurs its cost items, and is held to the maximum of these (509.1c).
        """
        items = incurred(self.theory, frozenset({pair}))
        witness = found(self.inquiry.witness(NOBODY, items))
        if witness is None or self.inquiry.legal.can_pay(items) is False:
            return Conflict(unpayable=tuple(sorted(items, key=cost_order)))
        evaluation = evaluation_of(witness)
        met = [one for one in self.theory.requirements if evaluation.holds(one)]
        return self.conflict(met, items, chosen=frozenset({pair}))

    def conflict(
        self,
        met: Sequence[Instance],
        items: CostItems,
        also: Instance | None = None,
        chosen: Declaration = NOBODY,
    ) -> Conflict:
        """What cannot hold together with ``also`` and the chosen pairs.

        A minimal set of restrictions, of the requirements ``met``, and of cost items other than ``items`` left unpaid.
        """

        def fails(parts: _Parts) -> bool:
            wanted = [*parts.requirements, *([] if also is None else [also])]
            return self.is_impossible(parts, wanted, len(wanted), chosen)

        parts = _Parts(self.theory.restrictions, tuple(met), self.unpaid(items))
        about = sum({1 << blocker for blocker, _ in chosen}) | (0 if also is None else also.counted.blockers)
        close = parts.about(about)
        if fails(close):
            return _smallest(close, fails)
        if not fails(parts):
            return Conflict(unpayable=tuple(sorted(items, key=cost_order)))
        return _smallest(parts, fails)

    def bound(self) -> Bound | None:
        """A minimal reason why the maximum is no larger, for the declaration's own cost items."""
        maximum = self.inquiry.maximum(self.items)
        if maximum.obeyed is None:
            raise Stopped(maximum.limit or "")
        requirements = self.theory.requirements
        unnamed_obeyed = maximum.obeyed - len(requirements)

        def fails(parts: _Parts) -> bool:
            k = len(parts.requirements) + unnamed_obeyed
            return k >= 0 and self.is_impossible(parts, parts.requirements, k + 1)

        smallest = _smallest(_Parts(self.theory.restrictions, requirements, self.unpaid(self.items)), fails)
        return Bound(smallest, len(smallest.requirements) + unnamed_obeyed)

    def unpaid(self, items: CostItems) -> tuple[CostItem, ...]:
        """Every cost item but these."""
        every = (CostItem(cost.sentence, cost.blocker, cost.attacker) for cost in self.theory.costs)
        return tuple(item for item in every if item not in items)

    def is_impossible(
        self, parts: _Parts, wanted: Sequence[Instance], number: int, chosen: Declaration = NOBODY
    ) -> bool:
        """Whether no declaration under these restrictions and unpaid cost items obeys so many of the wanted requirements."""
        said = self.theory.keep([*parts.restrictions, *wanted])
        guards = {CostItem(c.sentence, c.blocker, c.attacker): c.guard for c in self.theory.costs}
        barred = (Sentence(Kind.RESTRICTION, guard, hi=0) for i in parts.unpaid if (guard := guards[i]))
        theory = replace(said, sentences=(*said.sentences, *barred))
        return found(self.inquiry.ask(Ask(theory, chosen=chosen, floor=number))) is None


# --- what can be left out -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Parts:
    """What an explanation may name."""

    restrictions: tuple[Instance, ...]
    requirements: tuple[Instance, ...]
    unpaid: tuple[CostItem, ...]

    def about(self, blockers: int) -> _Parts:
        """Those that speak of some creatures."""

        def speaks(instance: Instance) -> bool:
            guard = 0 if instance.guard is None else instance.guard.blockers
            return bool((guard | instance.counted.blockers) & blockers)

        return replace(
            self,
            restrictions=tuple(filter(speaks, self.restrictions)),
            requirements=tuple(filter(speaks, self.requirements)),
        )


def _smallest(parts: _Parts, fails: Callable[[_Parts], bool]) -> Conflict:
    """What is left when everything has gone that can: cost items first, then requirements, then restrictions."""
    unpaid = minimal(parts.unpaid, lambda some: fails(replace(parts, unpaid=some)))
    parts = replace(parts, unpaid=unpaid)
    requirements = minimal(parts.requirements, lambda some: fails(replace(parts, requirements=some)))
    parts = replace(parts, requirements=requirements)
    restrictions = minimal(parts.restrictions, lambda some: fails(replace(parts, restrictions=some)))
    parts = replace(parts, restrictions=restrictions)
    for place in range(len(restrictions)):
        parts = _narrowed(parts, place, fails)
    return Conflict(parts.restrictions, parts.requirements, parts.unpaid)


def _narrowed(parts: _Parts, place: int, fails: Callable[[_Parts], bool]) -> _Parts:
    """The same with fewer creatures in a restriction that forbids each of its pairs."""
    restriction = parts.restrictions[place]
    if restriction.guard is not None or restriction.hi != 0:
        return parts

    def with_part(rectangle: Rectangle) -> _Parts:
        one = replace(restriction, counted=rectangle)
        return replace(
            parts, restrictions=(*parts.restrictions[:place], one, *parts.restrictions[place + 1 :])
        )

    attackers = restriction.counted.attackers
    blockers = _some(restriction.counted.blockers, lambda some: fails(with_part(Rectangle(some, attackers))))
    return with_part(
        Rectangle(blockers, _some(attackers, lambda some: fails(with_part(Rectangle(blockers, some)))))
    )


def _some(mask: int, fails: Callable[[int], bool]) -> int:
    """As few bits of a set as will do, but one at least."""
    kept = minimal(tuple(bits(mask)), lambda some: bool(some) and fails(sum(1 << bit for bit in some)))
    return sum(1 << bit for bit in kept)


def minimal(parts: tuple[_T, ...], fails: Callable[[tuple[_T, ...]], bool]) -> tuple[_T, ...]:
    """The parts that are left when all have gone without which it still fails, front to back; none of them can go.

    ``fails`` holds for all parts, and for whatever contains parts that fail. Large chunks are tried first, then smaller
    ones, and single parts last.
    """
    kept, size = parts, len(parts)
    while size:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            if fails(rest):
                kept = rest
            else:
                start += size
        size //= 2
    return kept
