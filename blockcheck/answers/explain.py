"""Why: what mends each fault, and what stands against each requirement that is not obeyed, or against a pair.

An explanation is a set of restrictions, requirements and cost items of which nothing can be left out. It is found by
plain deletion: whatever can go goes, and each question "does it still fail?" is one ask. Creatures that are alike share
the answers: what was found for one of them is exchanged for the other, and the evaluator confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from blockcheck.answers.check import CostRow, Fault, Judgement, cost_row, faults_with_instances
from blockcheck.answers.exchange import Exchange, exchange_of, meaning, shape
from blockcheck.answers.nearest import nearest_legal
from blockcheck.answers.options import reach_of
from blockcheck.answers.steps import Way, way_from
from blockcheck.answers.stopping import EFFORT_PER_PAIR, Stopped, best, charge, found
from blockcheck.ask import Ask, Goal, nearness
from blockcheck.legal import CostItems, Inquiry, Legal
from blockcheck.theory import (
    CostItem,
    Count,
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
from blockcheck.values import dataclass

_T = TypeVar("_T")

_Part: TypeAlias = Instance | CostItem

NOBODY: Declaration = frozenset()

EFFORT_PER_PART, EFFORT_PER_LOOK = 1e-5, 1e-6
"""What it costs to ask about a part of an explanation, and to evaluate it."""

MOST_TRIED = 12
"""Explanations of other requirements that are tried for one before its own is looked for."""


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
    """What there is to say about a declaration; with ``limit`` a field is None that was not known before it came.

    ``faults`` come each with the nearest declaration in which it is mended and no other restriction is newly disobeyed.
    ``way`` leads to the nearest legal declaration.
    ``unmet`` has the requirements that the witness does not obey, each with what stands against it; with ``limit`` only
    those that were explained before it came. ``impossible`` and ``bound`` are None too where they were not asked for.
    """

    faults: tuple[tuple[Fault, Declaration], ...] | None = None
    way: Way | None = None
    unmet: tuple[tuple[Instance, Conflict], ...] | None = None
    impossible: Conflict | None = None
    always: tuple[Pair, ...] | None = None
    never: tuple[Pair, ...] | None = None
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
    legal: Legal,
    declaration: Declaration,
    pair: Pair | None = None,
    *,
    bound: bool = False,
    judged: Judgement | None = None,
) -> Explanation:
    """Explain a declaration of blockers.

    Args:
        legal: legality on the declaration's theory.
        declaration: the declared pairs that are pairs of the theory.
        pair: a pair to be told of why no legal declaration has it.
        bound: whether to prove the maximum too.
        judged: what is held of the declaration, where that is known already.
    """
    return _Explaining(legal.inquiry(), declaration, judged).explanation(pair, bound)


def newly_forbidden(theory: Theory, declaration: Declaration) -> Declaration:
    """The pairs that a declaration leaves out and that a restriction forbids, also one it disobeys with other pairs."""
    columns = theory.forbidden.items()
    return frozenset((b, a) for a, blockers in columns for b in bits(blockers)) - declaration


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

    def __init__(self, inquiry: Inquiry, declaration: Declaration, judged: Judgement | None) -> None:
        self.inquiry = inquiry
        self.theory = inquiry.theory
        self.declaration = declaration
        self.judged = judged
        self.items = incurred(self.theory, declaration)

    def explanation(self, pair: Pair | None, bound: bool) -> Explanation:
        """One thing after the other, until everything is known or a limit comes."""
        known = Explanation()
        try:
            for found_now in self._parts(pair, bound):
                known = replace(known, **found_now)
        except Stopped as stopped:
            return replace(known, limit=stopped.by)
        return known

    def _parts(self, pair: Pair | None, bound: bool) -> Iterator[dict[str, Any]]:
        """The fields of an explanation as they become known: the reasons of many requirements last."""
        yield {"faults": self.mended_faults()}
        yield {"way": self.way()}
        if pair is not None:
            yield {"impossible": self.impossible(pair)}
        reach = reach_of(self.inquiry, None if self.judged is None else self.judged.witness)
        every = Rectangle((1 << len(self.theory.blockers)) - 1, (1 << len(self.theory.attackers)) - 1)
        never = tuple(one for one in every.each_pair() if one not in reach.anywhere)
        yield {"always": tuple(sorted(reach.everywhere)), "never": never}
        if bound:
            yield {"bound": self.bound()}
        for explained in self.unmet():
            yield {"unmet": explained}

    def mended_faults(self) -> tuple[tuple[Fault, Declaration], ...]:
        """Each fault with the nearest declaration that mends it and newly disobeys no other restriction."""
        evaluation = evaluation_of(self.declaration)
        kept = [one for one in self.theory.restrictions if evaluation.holds(one)]
        barred = newly_forbidden(self.theory, self.declaration)
        nearest = nearness(self.declaration)
        mended = []
        for fault, instance in faults_with_instances(self.theory, self.declaration):
            theory = self.theory.keep([instance, *kept])
            ask = Ask(theory, barred=barred, goal=Goal.WEIGHT, weights=nearest, first=True)
            self.charge(len(kept))
            mended.append((fault, found(self.inquiry.ask(ask)) or NOBODY))
        return tuple(mended)

    def way(self) -> Way | None:
        """The way to the nearest legal declaration; None where that is not known."""
        judged = self.judged
        nearest = judged.nearest if judged else found(nearest_legal(self.inquiry, self.declaration))
        if nearest is None:
            return None
        paying = judged.witness if judged else self.witness()
        return way_from(self.inquiry, self.declaration, nearest, paying)

    def unmet(self) -> Iterator[tuple[tuple[Instance, Conflict], ...]]:
        """Each requirement that the witness does not obey, with what stands against it: more of them each time."""
        witness = self.witness()
        explained: list[tuple[Instance, Conflict]] = []
        yield ()
        if witness is None:
            return
        evaluation = evaluation_of(witness)
        met = [one for one in self.theory.requirements if evaluation.holds(one)]
        sharing = _Sharing(self, met, self.unpaid(self.items))
        for one in self.theory.requirements:
            if not evaluation.holds(one):
                conflict = sharing.conflict(one)
                if conflict is None:
                    conflict = self.conflict(met, self.items, also=one)
                    sharing.learn(one, conflict)
                explained.append((one, conflict))
                yield tuple(explained)

    def witness(self) -> Declaration | None:
        """The nearest declaration that obeys the maximum; None where none can be paid."""
        if self.judged is None:
            return found(self.inquiry.witness(self.declaration))
        if self.judged.witness is None and self.judged.limit is not None:
            raise Stopped(self.judged.limit)
        return self.judged.witness

    def impossible(self, pair: Pair) -> Conflict | None:
        """What stands against a pair; None where a legal declaration has it."""
        legal = best(self.inquiry, Ask(self.theory, chosen=frozenset({pair})))
        return self.against(pair) if legal is None else None

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

        def asked(parts: _Parts) -> _Question:
            wanted = (*parts.requirements, *(() if also is None else (also,)))
            return _Question(parts.restrictions, wanted, len(wanted), parts.unpaid, chosen)

        parts = _Parts(self.theory.restrictions, tuple(met), self.unpaid(items))
        about = sum({1 << blocker for blocker, _ in chosen}) | (0 if also is None else also.counted.blockers)
        deletion = _Deletion(self, asked)
        if deletion.fails(close := parts.about(about)):
            return deletion.smallest(close)
        if deletion.fails(parts):
            return deletion.smallest(parts)
        return Conflict(unpayable=tuple(sorted(items, key=cost_order)))

    def bound(self) -> Bound:
        """A minimal reason why the maximum is no larger, for the declaration's own cost items."""
        maximum = self.inquiry.maximum(self.items)
        if maximum.obeyed is None:
            raise Stopped(maximum.limit or "")
        requirements = self.theory.requirements
        unnamed_obeyed = maximum.obeyed - len(requirements)

        def asked(parts: _Parts) -> _Question:
            number = len(parts.requirements) + unnamed_obeyed + 1
            return _Question(parts.restrictions, parts.requirements, number, parts.unpaid, NOBODY)

        parts = _Parts(self.theory.restrictions, requirements, self.unpaid(self.items))
        smallest = _Deletion(self, asked).smallest(parts)
        return Bound(smallest, len(smallest.requirements) + unnamed_obeyed)

    def unpaid(self, items: CostItems) -> tuple[CostItem, ...]:
        """Every cost item but these."""
        return tuple(item for item in self.guards if item not in items)

    @cached_property
    def guards(self) -> Mapping[CostItem, Rectangle]:
        """The pairs that incur each cost item."""
        return {
            CostItem(c.sentence, c.blocker, c.attacker): c.guard
            for c in self.theory.costs
            if c.guard is not None
        }

    def answered(self, question: _Question) -> Declaration | None:
        """A declaration as asked for; None where there is none.

        Raises:
            Stopped: a limit came first.
        """
        said = self.theory.keep([*question.restrictions, *question.wanted])
        barred = (Sentence(Kind.RESTRICTION, self.guards[item], hi=0) for item in question.unpaid)
        theory = replace(said, sentences=(*said.sentences, *barred))
        self.charge(len(theory.sentences))
        return found(self.inquiry.ask(Ask(theory, chosen=question.chosen, floor=max(0, question.number))))

    def charge(self, parts: int) -> None:
        """Count what it costs to put a question about so many parts.

        Raises:
            Stopped: that was the last of the limit.
        """
        pairs = len(self.theory.blockers) * len(self.theory.attackers)
        charge(self.inquiry, EFFORT_PER_PAIR * pairs + EFFORT_PER_PART * parts)


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


@dataclass(frozen=True, slots=True)
class _Question:
    """Is there a declaration with the chosen pairs that obeys the restrictions and so many of the wanted requirements?

    It incurs none of the cost items that are ``unpaid``.
    """

    restrictions: tuple[Instance, ...]
    wanted: tuple[Instance, ...]
    number: int
    unpaid: tuple[CostItem, ...]
    chosen: Declaration

    def admits(self, declaration: Declaration, guards: Mapping[CostItem, Rectangle]) -> bool:
        """Whether a declaration is one, by the evaluator."""
        evaluation = evaluation_of(declaration)
        return (
            declaration >= self.chosen
            and all(map(evaluation.holds, self.restrictions))
            and sum(map(evaluation.holds, self.wanted)) >= self.number
            and not any(evaluation.count(guards[item], Count.PAIRS) for item in self.unpaid)
        )


class _Deletion:
    """Leaving out whatever can go, from parts of which ``asked`` makes a question that has no answer."""

    def __init__(self, explaining: _Explaining, asked: Callable[[_Parts], _Question]) -> None:
        self.explaining = explaining
        self.asked = asked
        self._seen: dict[Hashable, tuple[Rectangle, Declaration]] = {}

    def fails(self, parts: _Parts, gone: Sequence[_Part] = ()) -> bool:
        """Whether parts cannot hold together, from which others have gone."""
        question = self.asked(parts)
        if len(gone) != 1:
            return self.explaining.answered(question) is None
        kind, place = self._of(gone[0])
        if kind in self._seen and self._stands(question, place, *self._seen[kind]):
            return False
        declaration = self.explaining.answered(question)
        if declaration is None:
            return True
        self._seen[kind] = (place, declaration)
        return False

    def smallest(self, parts: _Parts) -> Conflict:
        """What is left when everything has gone that can: cost items first, then requirements, then restrictions."""
        unpaid = minimal(parts.unpaid, lambda some, gone: self.fails(replace(parts, unpaid=some), gone))
        parts = replace(parts, unpaid=unpaid)
        requirements = minimal(
            parts.requirements, lambda some, gone: self.fails(replace(parts, requirements=some), gone)
        )
        parts = replace(parts, requirements=requirements)
        restrictions = minimal(
            parts.restrictions, lambda some, gone: self.fails(replace(parts, restrictions=some), gone)
        )
        parts = replace(parts, restrictions=restrictions)
        for place in range(len(restrictions)):
            parts = self._narrowed(parts, place)
        return Conflict(parts.restrictions, parts.requirements, parts.unpaid)

    def _of(self, part: _Part) -> tuple[Hashable, Rectangle]:
        """What kind of part it is, and of whom it speaks."""
        if isinstance(part, CostItem):
            return CostItem, self.explaining.guards[part]
        return shape(part), part.guard or part.counted

    def _stands(self, question: _Question, place: Rectangle, other: Rectangle, seen: Declaration) -> bool:
        """Whether what was seen without a part like this one answers the question, creatures exchanged."""
        exchange = exchange_of(other, place)
        if exchange is None:
            return False
        parts = len(question.restrictions) + len(question.wanted)
        charge(self.explaining.inquiry, EFFORT_PER_LOOK * parts)
        return question.admits(exchange.of_declaration(seen), self.explaining.guards)

    def _narrowed(self, parts: _Parts, place: int) -> _Parts:
        """The same with fewer creatures in a restriction that forbids each of its pairs."""
        restriction = parts.restrictions[place]
        if restriction.guard is not None or restriction.hi != 0:
            return parts

        def with_part(rectangle: Rectangle) -> _Parts:
            one = replace(restriction, counted=rectangle)
            return replace(
                parts, restrictions=(*parts.restrictions[:place], one, *parts.restrictions[place + 1 :])
            )

        def some(mask: int, rectangle: Callable[[int], Rectangle]) -> int:
            """As few bits of a set as will do, but one at least."""

            def fails(kept: tuple[int, ...], gone: object) -> bool:
                return bool(kept) and self.fails(with_part(rectangle(sum(1 << bit for bit in kept))))

            return sum(1 << bit for bit in minimal(tuple(bits(mask)), fails))

        attackers = restriction.counted.attackers
        blockers = some(restriction.counted.blockers, lambda mask: Rectangle(mask, attackers))
        return with_part(Rectangle(blockers, some(attackers, lambda mask: Rectangle(blockers, mask))))


def minimal(parts: tuple[_T, ...], fails: Callable[[tuple[_T, ...], tuple[_T, ...]], bool]) -> tuple[_T, ...]:
    """The parts that are left when all have gone without which it still fails, front to back; none of them can go.

    ``fails`` is asked about parts and those that have gone from them; it holds for all parts, and for whatever contains
    parts that fail. Many are tried at once where many can go, and each that stays was tried alone.
    """
    kept, start, size = parts, 0, len(parts)
    while start < len(kept):
        rest, gone = kept[:start] + kept[start + size :], kept[start : start + size]
        if fails(rest, gone):
            kept, size = rest, 2 * size
        elif len(gone) > 1:
            size = (len(gone) + 3) // 4
        else:
            start += 1
            size = 1
    return kept


# --- what is shared -----------------------------------------------------------------------------------------------------


class _Sharing:
    """Explanations that are known, for requirements that differ from theirs in two creatures exchanged.

    What fails goes on failing, and without any part it goes on not failing, when two creatures are exchanged in all of
    it; so only what the explanation names then has to be there: restrictions of the theory (or parts of those that forbid
    pairs), requirements that are ``met``, cost items that are ``unpaid``.
    """

    def __init__(self, explaining: _Explaining, met: Sequence[Instance], unpaid: Sequence[CostItem]) -> None:
        restrictions = explaining.theory.restrictions
        self._restrictions = {meaning(one): one for one in reversed(restrictions)}
        self._forbidding = [one for one in restrictions if one.guard is None and one.hi == 0]
        self._met = {meaning(one): one for one in reversed(met)}
        self._guards = explaining.guards
        self._unpaid = {self._guards[item]: item for item in reversed(unpaid)}
        self._known: dict[Hashable, list[tuple[Instance, Conflict]]] = {}

    def learn(self, one: Instance, conflict: Conflict) -> None:
        """Remember what stands against a requirement."""
        if not conflict.unpayable:
            self._known.setdefault(shape(one), []).append((one, conflict))

    def conflict(self, one: Instance) -> Conflict | None:
        """What stands against a requirement, where that is the same as for another one."""
        for other, conflict in self._known.get(shape(one), [])[-MOST_TRIED:]:
            exchange = exchange_of(other.counted, one.counted)
            shared = exchange and self._exchanged(conflict, exchange)
            if shared:
                return shared
        return None

    def _exchanged(self, conflict: Conflict, exchange: Exchange) -> Conflict | None:
        """A conflict with creatures exchanged, where everything that it names then is there."""
        restrictions = [self._restriction(exchange.of_instance(one)) for one in conflict.restrictions]
        requirements = [self._met.get(meaning(exchange.of_instance(one))) for one in conflict.requirements]
        unpaid = [self._unpaid.get(exchange.of_rectangle(self._guards[item])) for item in conflict.unpaid]
        found = Conflict(
            _in_order(restrictions),
            _in_order(requirements),
            tuple(sorted(filter(None, unpaid), key=cost_order)),
        )
        sizes = [len(part) for part in (found.restrictions, found.requirements, found.unpaid)]
        return found if sizes == [len(restrictions), len(requirements), len(unpaid)] else None

    def _restriction(self, wanted: Instance) -> Instance | None:
        """A restriction of the theory that says this, or the part of one that does."""
        if wanted.guard is not None or wanted.hi != 0:
            return self._restrictions.get(meaning(wanted))
        (blockers, attackers) = wanted.counted
        whole = [
            one
            for one in self._forbidding
            if not blockers & ~one.counted.blockers and not attackers & ~one.counted.attackers
        ]
        same = [one for one in whole if one.sentence == wanted.sentence]
        return next((replace(one, counted=wanted.counted) for one in (*same, *whole)), None)


def _in_order(instances: Sequence[Instance | None]) -> tuple[Instance, ...]:
    """Those that are there, in the theory's order."""
    there = [one for one in instances if one is not None]
    return tuple(sorted(there, key=lambda one: cost_order(CostItem(one.sentence, one.blocker, one.attacker))))
