"""Judging one declaration: the steps of 509.1a-d in order, as data without words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_

from blockcheck.answers.nearest import nearest_legal
from blockcheck.ask import Answer, Found, Unknown
from blockcheck.legal import Inquiry, Legal
from blockcheck.theory import (
    CostItem,
    Declaration,
    Evaluation,
    Instance,
    NamedSentence,
    Origin,
    Pair,
    Place,
    Price,
    Rectangle,
    Theory,
    cost_order,
    counted,
    disobeyed,
    evaluation_of,
    incurred,
    inside,
)
from blockcheck.values import dataclass


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
    blocker: str | None
    attackers: tuple[str, ...]
    payer: str
    price: Price


@dataclass(frozen=True, slots=True)
class Judgement:
    """What holds for one declaration on one theory.

    ``legal`` None: a limit came first (``limit`` says which). ``stage`` is the first step that fails, None when legal.
    ``maximum`` None: known only between ``at_least`` and ``at_most``. ``witness`` is a legal declaration that obeys
    the maximum, the nearest such one unless there is a ``limit``, None where there is none that can be paid (or none is
    known); ``nearest`` the legal one with the fewest changes, None where that is not known. ``proof`` says how the
    maximum is known, ``limit`` what came before all was known.
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
    nearest: Declaration | None = None


def faults(theory: Theory, declaration: Declaration) -> tuple[Fault, ...]:
    """Every fault of 509.1a and restriction disobeyed (509.1b), in the theory's order.

    One for each instance; a sentence that several creatures say of themselves is one for each of them.
    """
    return tuple(fault for fault, _ in faults_with_instances(theory, declaration))


def faults_with_instances(theory: Theory, declaration: Declaration) -> tuple[tuple[Fault, Instance], ...]:
    """Every fault with what is disobeyed, narrowed to the creature that says it of itself where pairs are forbidden."""
    return faults_from(theory, declaration, disobeyed(theory, declaration))


def faults_from(
    theory: Theory, declaration: Declaration, instances: Iterable[Instance]
) -> tuple[tuple[Fault, Instance], ...]:
    """The faults that disobeyed restrictions are, each with what is disobeyed, narrowed in the same way."""
    found: list[tuple[Fault, Instance]] = []
    for instance in instances:
        pairs = pairs_at_fault(instance, declaration)
        own = theory.sentences[instance.sentence].origin.own
        whole = instance.blocker is None and instance.attacker is None
        parts = _by_bearer(pairs, own) if whole else [pairs]
        found += [(_fault(theory, instance, part, declaration), _narrowed(instance, part)) for part in parts]
    return tuple(found)


def _narrowed(instance: Instance, pairs: list[Pair]) -> Instance:
    """The part of an instance that these pairs disobey, where it forbids each pair by itself."""
    if instance.guard is not None or instance.hi != 0:
        return instance
    rectangle = Rectangle(
        reduce(or_, (1 << blocker for blocker, _ in pairs)),
        reduce(or_, (1 << attacker for _, attacker in pairs)),
    )
    return replace(instance, counted=rectangle)


def pairs_at_fault(instance: Instance, declaration: Declaration) -> list[Pair]:
    """The declared pairs that meet the guard, or those that are counted."""
    part = instance.guard or instance.counted
    return sorted(pair for pair in declaration if inside(pair, part))


def _by_bearer(pairs: list[Pair], own: str | None) -> Iterator[list[Pair]]:
    if own is None:
        yield pairs
        return
    side = 0 if own == "blocker" else 1
    for bearer in sorted({pair[side] for pair in pairs}):
        yield [pair for pair in pairs if pair[side] == bearer]


def _fault(theory: Theory, instance: Instance, pairs: list[Pair], declaration: Declaration) -> Fault:
    sentence = theory.sentences[instance.sentence]
    return Fault(
        sentence.step,
        sentence.origin,
        tuple(theory.blockers[b] for b in sorted({b for b, _ in pairs})),
        tuple(theory.attackers[a] for a in sorted({a for _, a in pairs})),
        instance.lo,
        instance.hi,
        counted(instance, declaration),
        sentence.liftable,
    )


def requirement_rows(
    theory: Theory, declaration: Declaration, witness: Declaration | None
) -> tuple[RequirementRow, ...]:
    """One row for each requirement sentence, with what the declaration and the witness do not obey (509.1c)."""
    seen = evaluation_of(declaration)
    best = None if witness is None else evaluation_of(witness)
    return tuple(_row(theory, one, seen, best) for one in theory.named_requirements)


def _row(
    theory: Theory, requirement: NamedSentence, seen: Evaluation, best: Evaluation | None
) -> RequirementRow:
    index, sentence, blockers, attackers = requirement
    missed = _named(theory, seen.missed(index, sentence))
    by_witness = missed if best is seen or best is None else _named(theory, best.missed(index, sentence))
    size = sentence.size
    return RequirementRow(
        index,
        sentence.origin,
        blockers,
        attackers,
        sentence.lo,
        sentence.hi,
        size,
        size - len(missed),
        missed,
        None if best is None else by_witness,
    )


def _named(theory: Theory, places: Iterable[Place]) -> tuple[tuple[str | None, str | None], ...]:
    blockers, attackers = theory.blockers, theory.attackers
    return tuple((None if b is None else blockers[b], None if a is None else attackers[a]) for b, a in places)


def cost_rows(theory: Theory, declaration: Declaration) -> tuple[CostRow, ...]:
    """The cost items that a declaration incurs, in the theory's order (509.1d)."""
    items = sorted(incurred(theory, declaration), key=cost_order)
    return tuple(row for item in items if (row := cost_row(theory, item, declaration)))


def cost_row(theory: Theory, item: CostItem, pairs: Iterable[Pair]) -> CostRow | None:
    """A cost item with the attackers for which some pairs incur it; None where the sentence is no cost item."""
    sentence = theory.sentences[item.sentence]
    if sentence.payer is None or sentence.price is None:
        return None
    met = [p for p in pairs if inside(p, sentence.domain) and item.blocker in (None, p[0])]
    attackers = sorted({a for _, a in met} if item.attacker is None else {item.attacker})
    blocker = None if item.blocker is None else theory.blockers[item.blocker]
    named = tuple(theory.attackers[a] for a in attackers)
    return CostRow(item, sentence.origin, blocker, named, sentence.payer, sentence.price)


def check_declaration(legal: Legal, declaration: Declaration, outside: tuple[Fault, ...] = ()) -> Judgement:
    """Judge one declaration by the steps of 509.1a-d, and find the nearest legal one that obeys the maximum.

    Args:
        legal: legality on the declaration's theory.
        declaration: the declared pairs that are pairs of the theory.
        outside: faults of declared pairs that are no pairs of the theory (509.1a).
    """
    theory, inquiry = legal.theory, legal.inquiry()
    standing = inquiry.judge(declaration)
    found = (*outside, *(fault for fault, _ in faults_from(theory, declaration, standing.disobeyed)))
    is_legal = standing.legal is True and not outside
    answers: list[Answer] = [] if is_legal else [inquiry.witness(declaration)]
    if not (is_legal or standing.legal is None or not theory.costs):
        answers.append(nearest_legal(inquiry, declaration))
    witness = declaration if is_legal else _witness(inquiry, answers[0])
    limits = [standing.maximum.limit, *(one.stopped_by for one in answers if isinstance(one, Unknown))]
    return Judgement(
        legal=False if outside else standing.legal,
        stage="509.1a" if outside else standing.stage,
        faults=found,
        requirements=requirement_rows(theory, declaration, witness),
        obeyed=standing.obeyed,
        maximum=standing.maximum.obeyed,
        at_least=standing.maximum.at_least,
        at_most=standing.maximum.at_most,
        witness=witness,
        costs=cost_rows(theory, declaration),
        payable=standing.payable,
        proof=standing.maximum.proof,
        limit=next(filter(None, limits), None),
        nearest=declaration if is_legal else _known(answers[-1]),
    )


def _witness(inquiry: Inquiry, answer: Answer) -> Declaration | None:
    """A legal declaration that obeys the maximum: where a limit came before the nearest was known, the best that was seen."""
    if isinstance(answer, Unknown) and answer.best is not None and inquiry.is_evidently_legal(answer.best):
        return answer.best
    return _known(answer)


def _known(answer: Answer) -> Declaration | None:
    """The declaration found; None where there is none, or none is known."""
    return answer.declaration if isinstance(answer, Found) else None
