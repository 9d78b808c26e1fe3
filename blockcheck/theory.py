"""Sentences: the one language in which everything said about a declaration of blockers is written.

A sentence is ``if GUARD then LO <= COUNT(atoms) <= HI`` over atoms ``x[b,a]`` ("b blocks a"). It speaks of a
rectangle (a set of blockers times a set of attackers, both bit sets) as a whole, or says the same for each
blocker, each attacker or each pair in it. *Restrictions* must hold (CR 509.1a, 509.1b), *requirements* score one
for each instance that holds (509.1c), *cost items* are incurred when their guard is met (509.1d).

Nothing here knows a keyword, a card or a solver. :func:`holds` is what every clever algorithm is compared with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain, compress, count
from typing import NamedTuple, TypeAlias

from blockcheck.errors import BlockcheckError
from blockcheck.values import dataclass

Pair: TypeAlias = tuple[int, int]
"""(index of a blocker, index of an attacker) in a theory."""

Declaration: TypeAlias = frozenset[tuple[int, int]]
"""Who blocks whom; creatures in no pair do not block."""


class MeaninglessSentence(BlockcheckError):
    """A sentence that says nothing here, or something that the rules of 509.1 cannot say."""


class Kind(StrEnum):
    """What a sentence does to a declaration."""

    RESTRICTION = "restriction"
    REQUIREMENT = "requirement"
    COST = "cost item"


class Each(StrEnum):
    """For what in its rectangle a sentence is said separately."""

    WHOLE = "whole"
    BLOCKER = "blocker"
    ATTACKER = "attacker"
    PAIR = "pair"


class Count(StrEnum):
    """What COUNT counts: pairs ``x[b,a]`` in the rectangle, or blockers that are in at least one of them."""

    PAIRS = "pairs"
    BLOCKERS = "blockers"


class Rectangle(NamedTuple):
    """Blockers times attackers; bit ``i`` of a set stands for index ``i`` of the theory's tuple."""

    blockers: int
    attackers: int

    @property
    def pairs(self) -> int:
        """How many pairs it holds."""
        return self.blockers.bit_count() * self.attackers.bit_count()

    def each_pair(self) -> Iterator[Pair]:
        """Every pair, blockers first, in board order."""
        attackers = tuple(bits(self.attackers))
        return ((b, a) for b in bits(self.blockers) for a in attackers)


@dataclass(frozen=True, slots=True)
class PriceAction:
    """A part of a price that is no mana and no life: ``verb`` is sacrifice, discard, tap, exile or counter.

    ``among`` are the ids of the permanents it may be paid with, ``perhaps`` of those for which the board does not say;
    ``undeclared``: none that is declared as a blocker. ``counter`` is the kind of counters to put on one of them. ``cards`` are
    the cards that fit (None: any card does), as ``graveyard[2]``, ``hoped`` those with the ones of which the board does not say.
    """

    verb: str
    n: int
    text: str
    what: object = None
    among: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    undeclared: bool = False
    counter: str = ""
    cards: tuple[str, ...] | None = None
    hoped: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Price:
    """What a cost item asks for (509.1d: it is locked in); ``unknown`` names board fields that a number depends on."""

    mana: str = ""
    life: int = 0
    actions: tuple[PriceAction, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a sentence comes from, for words and reports only; nothing is decided by it.

    ``source`` is the id of a permanent, or None when no permanent is the source; with ``own`` set to ``"blocker"`` or
    ``"attacker"`` each blocker (attacker) it speaks of is its own source, and ``source`` is None. ``text`` is the
    clause as it stands on the board, ``effect`` the typed effect it was read as, ``reason`` a short code of our own
    (such as ``tapped``) for what no text says.
    """

    cr: tuple[str, ...]
    text: str = ""
    source: str | None = None
    own: str | None = None
    effect: object = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """``if ANY(guard) then lo <= COUNT(counted) <= hi``, for the whole rectangle or for ``each`` part of it.

    ``each`` ranges over the guard's rectangle, or over ``counted`` where there is no guard; an instance restricts
    both to its blocker and (or) attacker. With ``others`` (each blocker only) an instance counts every blocker of
    ``counted`` *but* its own ("at least two other creatures block"). ``hi`` None is no upper bound.
    ``liftable`` marks a fault that some permission could lift ("as though …", an extra block).
    """

    kind: Kind
    counted: Rectangle
    lo: int = 0
    hi: int | None = None
    count: Count = Count.PAIRS
    each: Each = Each.WHOLE
    guard: Rectangle | None = None
    others: bool = False
    step: str = "509.1b"
    liftable: bool = False
    payer: str | None = None
    price: Price | None = None
    origin: Origin = field(default=Origin(cr=()))

    def __post_init__(self) -> None:
        """Refuse what has no meaning (DESIGN.md section 1)."""
        problem = _problem(self)
        if problem:
            raise MeaninglessSentence(f"{problem}: {self.kind} {self.origin.text or self.origin.reason!r}")

    @property
    def domain(self) -> Rectangle:
        """The rectangle over which ``each`` ranges."""
        return self.guard or self.counted

    @property
    def size(self) -> int:
        """How many instances it has."""
        match self.each:
            case Each.WHOLE:
                return 1
            case Each.BLOCKER:
                return self.domain.blockers.bit_count()
            case Each.ATTACKER:
                return self.domain.attackers.bit_count()
            case Each.PAIR:
                return self.domain.pairs

    def admits(self, count: int) -> bool:
        """Whether a COUNT is within its bounds."""
        return count >= self.lo and (self.hi is None or count <= self.hi)


@dataclass(frozen=True, slots=True)
class Instance:
    """One row of the normal form: a sentence said of the whole (no index), a blocker, an attacker or a pair."""

    sentence: int
    blocker: int | None
    attacker: int | None
    guard: Rectangle | None
    counted: Rectangle
    lo: int
    hi: int | None
    count: Count


Place: TypeAlias = tuple[int | None, int | None]
"""The blocker and the attacker that an instance is about; None: it is about no single one."""


class CostItem(NamedTuple):
    """A cost item of a theory: the sentence's index and the blocker and attacker it is tied to."""

    sentence: int
    blocker: int | None
    attacker: int | None


def cost_order(item: CostItem) -> tuple[int, int, int]:
    """A sort key: the theory's order, blockers first."""
    blocker, attacker = (-1 if part is None else part for part in item[1:])
    return (item.sentence, blocker, attacker)


class NamedSentence(NamedTuple):
    """A sentence of a theory with its place there, and the ids of the blockers and attackers that it counts."""

    place: int
    sentence: Sentence
    blockers: tuple[str, ...]
    attackers: tuple[str, ...]


@dataclass(frozen=True)
class Theory:
    """All sentences about one declaration. ``blockers`` and ``attackers`` are ids in board order."""

    blockers: tuple[str, ...]
    attackers: tuple[str, ...]
    sentences: tuple[Sentence, ...]

    def __post_init__(self) -> None:
        """Refuse rectangles that reach outside."""
        for sentence in self.sentences:
            for part in (sentence.guard, sentence.counted):
                if part and (part.blockers >> len(self.blockers) or part.attackers >> len(self.attackers)):
                    raise MeaninglessSentence(f"a rectangle outside the theory: {sentence.origin.text!r}")

    def of(self, kind: Kind) -> tuple[tuple[int, Sentence], ...]:
        """Sentences of one kind with their indices, in order."""
        return self._by_kind[kind]

    @cached_property
    def _by_kind(self) -> Mapping[Kind, tuple[tuple[int, Sentence], ...]]:
        numbered = tuple(enumerate(self.sentences))
        return {kind: tuple((i, s) for i, s in numbered if s.kind is kind) for kind in Kind}

    @cached_property
    def restrictions(self) -> tuple[Instance, ...]:
        """The normal form of all restrictions."""
        return tuple(self._instances(Kind.RESTRICTION))

    @cached_property
    def requirements(self) -> tuple[Instance, ...]:
        """The normal form of all requirements: each instance that holds scores one (509.1c)."""
        return tuple(self._instances(Kind.REQUIREMENT))

    @cached_property
    def named_requirements(self) -> tuple[NamedSentence, ...]:
        """The requirement sentences, each with the ids of those it speaks of."""
        return tuple(
            NamedSentence(
                index,
                sentence,
                tuple(self.blockers[b] for b in bits(sentence.counted.blockers)),
                tuple(self.attackers[a] for a in bits(sentence.counted.attackers)),
            )
            for index, sentence in self.of(Kind.REQUIREMENT)
        )

    @cached_property
    def number_of_requirements(self) -> int:
        """How many instances requirements have: what no declaration can exceed."""
        return sum(sentence.size for _, sentence in self.of(Kind.REQUIREMENT))

    @cached_property
    def costs(self) -> tuple[Instance, ...]:
        """The normal form of all cost items."""
        return tuple(self._instances(Kind.COST))

    def _instances(self, kind: Kind) -> Iterator[Instance]:
        return (instance for i, sentence in self.of(kind) for instance in instances(i, sentence))

    @cached_property
    def forbidden(self) -> Mapping[int, int]:
        """For each attacker the blockers that some restriction forbids to block it, whatever else is declared."""
        found: dict[int, int] = {}
        for _, restriction in self.of(Kind.RESTRICTION):
            if forbids_pairs(restriction):
                for attacker in bits(restriction.counted.attackers):
                    found[attacker] = found.get(attacker, 0) | restriction.counted.blockers
        return found

    @cached_property
    def bounds(self) -> tuple[tuple[int, Sentence], ...]:
        """The other restrictions, with their indices."""
        return tuple((i, one) for i, one in self.of(Kind.RESTRICTION) if not forbids_pairs(one))

    def keep(self, wanted: Iterable[Instance]) -> Theory:
        """A theory that says only ``wanted``: each instance becomes a sentence about the whole of its rectangle."""
        return replace(self, sentences=tuple(self._alone(instance) for instance in wanted))

    def _alone(self, instance: Instance) -> Sentence:
        return replace(
            self.sentences[instance.sentence],
            each=Each.WHOLE,
            others=False,
            guard=instance.guard,
            counted=instance.counted,
        )


def bits(mask: int) -> Iterator[int]:
    """The indices in a bit set, ascending."""
    number = mask.bit_count()
    if number < 2 or number * _SPARSE < mask.bit_length():
        return _lowest_first(mask)
    return compress(count(), f"{mask:b}"[::-1].encode().translate(_DIGITS))


def _lowest_first(mask: int) -> Iterator[int]:
    """The same, for few indices: the number is copied for each, but digits of which most are 0 are not read."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_SPARSE = 32
_DIGITS = bytes.maketrans(b"01", b"\0\1")


def forbids_pairs(restriction: Sentence) -> bool:
    """Whether a restriction forbids each pair it counts by itself."""
    return restriction.hi == 0 and restriction.guard is None


def instances(index: int, sentence: Sentence) -> Iterator[Instance]:
    """The instances of ``sentence`` (number ``index`` of its theory), blockers first, in board order."""
    domain = sentence.domain
    by_blocker = sentence.each in (Each.BLOCKER, Each.PAIR)
    by_attacker = sentence.each in (Each.ATTACKER, Each.PAIR)
    for blocker in bits(domain.blockers) if by_blocker else (None,):
        for attacker in bits(domain.attackers) if by_attacker else (None,):
            yield _instance(index, sentence, blocker, attacker)


def instance_at(index: int, sentence: Sentence, place: Place) -> Instance:
    """The instance of a sentence (number ``index`` of its theory) at a place."""
    return _instance(index, sentence, *place)


def _instance(index: int, sentence: Sentence, blocker: int | None, attacker: int | None) -> Instance:
    return Instance(
        index,
        blocker,
        attacker,
        sentence.guard and _restricted(sentence.guard, blocker, attacker),
        _counted(sentence, blocker, attacker),
        sentence.lo,
        sentence.hi,
        sentence.count,
    )


def _counted(sentence: Sentence, blocker: int | None, attacker: int | None) -> Rectangle:
    if sentence.others and blocker is not None:
        return Rectangle(sentence.counted.blockers & ~(1 << blocker), sentence.counted.attackers)
    return _restricted(sentence.counted, blocker, attacker)


def _restricted(rectangle: Rectangle, blocker: int | None, attacker: int | None) -> Rectangle:
    blockers = rectangle.blockers if blocker is None else rectangle.blockers & (1 << blocker)
    attackers = rectangle.attackers if attacker is None else rectangle.attackers & (1 << attacker)
    return Rectangle(blockers, attackers)


def holds(instance: Instance, declaration: Declaration) -> bool:
    """Whether an instance holds for a declaration; the plain meaning of ``if GUARD then LO <= COUNT <= HI``."""
    if instance.guard is not None and not any(inside(pair, instance.guard) for pair in declaration):
        return True
    count = counted(instance, declaration)
    return count >= instance.lo and (instance.hi is None or count <= instance.hi)


def counted(instance: Instance, declaration: Declaration) -> int:
    """COUNT(atoms) of an instance for a declaration."""
    pairs = [pair for pair in declaration if inside(pair, instance.counted)]
    return len(pairs) if instance.count is Count.PAIRS else len({blocker for blocker, _ in pairs})


class Evaluation:
    """A declaration as rows and columns of bit sets: what :func:`holds` says, for whole sentences at once.

    What a sentence says of creatures in none of its declared pairs needs no look at each of them: there COUNT is 0.
    """

    def __init__(self, declaration: Declaration) -> None:
        self.rows: dict[int, int] = {}
        self.columns: dict[int, int] = {}
        for blocker, attacker in declaration:
            self.rows[blocker] = self.rows.get(blocker, 0) | 1 << attacker
            self.columns[attacker] = self.columns.get(attacker, 0) | 1 << blocker
        self.blocking = sum(1 << blocker for blocker in self.rows)
        self.blocked = sum(1 << attacker for attacker in self.columns)

    def touched(self, index: int, sentence: Sentence) -> Iterator[Instance]:
        """The instances of a sentence (number ``index``) with a declared pair in their domain, and that of the whole."""
        domain = sentence.domain
        match sentence.each:
            case Each.WHOLE:
                yield _instance(index, sentence, None, None)
            case Each.BLOCKER:
                for blocker in bits(domain.blockers & self.blocking):
                    if self.rows[blocker] & domain.attackers:
                        yield _instance(index, sentence, blocker, None)
            case Each.ATTACKER:
                for attacker in bits(domain.attackers & self.blocked):
                    if self.columns[attacker] & domain.blockers:
                        yield _instance(index, sentence, None, attacker)
            case Each.PAIR:
                for blocker in bits(domain.blockers & self.blocking):
                    for attacker in bits(self.rows[blocker] & domain.attackers):
                        yield _instance(index, sentence, blocker, attacker)

    def missed(self, index: int, requirement: Sentence) -> list[Place]:
        """Where a requirement (whatever its number) does not hold: the blocker and the attacker of each such instance, in order."""
        blockers, attackers = requirement.counted
        rows, columns, admits = self.rows, self.columns, requirement.admits
        match requirement.each:
            case Each.WHOLE:
                holds = admits(self.count(requirement.counted, requirement.count))
                return [] if holds else [(None, None)]
            case Each.BLOCKER:
                most = None if requirement.count is Count.PAIRS else 1
                counts = ((b, (rows.get(b, 0) & attackers).bit_count()) for b in bits(blockers))
                return [(b, None) for b, n in counts if not admits(n if most is None else min(n, most))]
            case Each.ATTACKER:
                found = ((a, (columns.get(a, 0) & blockers).bit_count()) for a in bits(attackers))
                return [(None, a) for a, n in found if not admits(n)]
            case Each.PAIR:
                those, (if_none, if_one) = tuple(bits(attackers)), map(admits, (0, 1))
                return [
                    (b, a)
                    for b in bits(blockers)
                    for a in those
                    if not (if_one if rows.get(b, 0) >> a & 1 else if_none)
                ]

    def disobeyed(self, index: int, restriction: Sentence) -> Iterator[Instance]:
        """The instances of a restriction that do not hold: where nothing is declared, every one does."""
        if not self.fails(restriction):
            return iter(())
        return (instance for instance in self.touched(index, restriction) if not self.holds(instance))

    def fails(self, restriction: Sentence) -> bool:
        """Whether some instance of a restriction does not hold."""
        if self._keeps_to_capacity(restriction):
            return False
        return not all(map(restriction.admits, self.counts(restriction)))

    def counts(self, sentence: Sentence) -> list[int]:
        """COUNT of each instance that is touched and whose guard is met, in order."""
        domain, (blockers, attackers) = sentence.domain, sentence.counted
        rows, columns = self.rows, self.columns
        match sentence.each:
            case Each.WHOLE:
                met = sentence.guard is None or self.count(sentence.guard, Count.PAIRS)
                return [self.count(sentence.counted, sentence.count)] if met else []
            case Each.BLOCKER:
                touched = [b for b in bits(domain.blockers & self.blocking) if rows[b] & domain.attackers]
                if sentence.others:
                    others = [Rectangle(blockers & ~(1 << b), attackers) for b in touched]
                    return [self.count(one, sentence.count) for one in others]
                found = [(rows[b] & attackers).bit_count() if blockers >> b & 1 else 0 for b in touched]
                return found if sentence.count is Count.PAIRS else [min(n, 1) for n in found]
            case Each.ATTACKER:
                return [
                    (columns[a] & blockers).bit_count() if attackers >> a & 1 else 0
                    for a in bits(domain.attackers & self.blocked)
                    if columns[a] & domain.blockers
                ]
            case Each.PAIR:
                return [
                    rows[b] >> a & 1 if blockers >> b & 1 and attackers >> a & 1 else 0
                    for b in bits(domain.blockers & self.blocking)
                    for a in bits(rows[b] & domain.attackers)
                ]

    def meets(self, pairs: Mapping[int, int]) -> bool:
        """Whether a declared pair is among these: for each attacker the blockers in question."""
        return any(mask & pairs.get(attacker, 0) for attacker, mask in self.columns.items())

    def _keeps_to_capacity(self, restriction: Sentence) -> bool:
        """Whether it says how many attackers each blocker may block at most, and no blocker blocks more of any."""
        if restriction.each is not Each.BLOCKER or restriction.guard is not None or restriction.hi is None:
            return False
        return all(row.bit_count() <= restriction.hi for row in self.rows.values())

    def obeyed(self, requirement: Sentence) -> int:
        """How many instances of a requirement hold."""
        if requirement.each is Each.PAIR:
            ones = self.count(requirement.counted, Count.PAIRS)
            return ones * requirement.admits(1) + (requirement.size - ones) * requirement.admits(0)
        counts = self.counts(requirement)
        untouched = 0 if requirement.lo else requirement.size - len(counts)
        return untouched + sum(map(requirement.admits, counts))

    def holds(self, instance: Instance) -> bool:
        """Whether an instance holds."""
        if instance.guard is not None and not self.count(instance.guard, Count.PAIRS):
            return True
        count = self.count(instance.counted, instance.count)
        return count >= instance.lo and (instance.hi is None or count <= instance.hi)

    def count(self, rectangle: Rectangle, what: Count) -> int:
        """How many declared pairs, or declared blockers, lie in a rectangle; read along its shorter side."""
        blockers, attackers = rectangle
        if not blockers or not attackers:
            return 0
        if not attackers & (attackers - 1):
            return (self.columns.get(attackers.bit_length() - 1, 0) & blockers).bit_count()
        if not blockers & (blockers - 1):
            found = self.rows.get(blockers.bit_length() - 1, 0) & attackers
            return found.bit_count() if what is Count.PAIRS else bool(found)
        columns = [mask & blockers for attacker, mask in self.columns.items() if attackers >> attacker & 1]
        if what is Count.PAIRS:
            return sum(mask.bit_count() for mask in columns)
        seen = 0
        for mask in columns:
            seen |= mask
        return seen.bit_count()


@lru_cache(maxsize=16)
def evaluation_of(declaration: Declaration) -> Evaluation:
    """The evaluation of a declaration; those of the last few are kept, for a declaration is looked at from many sides."""
    return Evaluation(declaration)


def incurred(theory: Theory, declaration: Declaration) -> frozenset[CostItem]:
    """The cost items whose guard a declaration meets (509.1d)."""
    costs = theory.of(Kind.COST)
    if not costs:
        return frozenset()
    evaluation = evaluation_of(declaration)
    return frozenset(
        CostItem(cost.sentence, cost.blocker, cost.attacker)
        for index, sentence in costs
        for cost in evaluation.touched(index, sentence)
        if evaluation.count(cost.guard or cost.counted, Count.PAIRS)
    )


def disobeyed(theory: Theory, declaration: Declaration) -> tuple[Instance, ...]:
    """The restrictions that a declaration disobeys (509.1a, 509.1b), in the theory's order."""
    evaluation = evaluation_of(declaration)
    restrictions = theory.of(Kind.RESTRICTION) if evaluation.meets(theory.forbidden) else theory.bounds
    found = (evaluation.disobeyed(index, sentence) for index, sentence in restrictions)
    return tuple(chain.from_iterable(found))


def disobeys_any(theory: Theory, declaration: Declaration) -> bool:
    """Whether a declaration disobeys a restriction."""
    evaluation = evaluation_of(declaration)
    if evaluation.meets(theory.forbidden):
        return True
    return any(evaluation.fails(restriction) for _, restriction in theory.bounds)


def obeyed(theory: Theory, declaration: Declaration) -> int:
    """How many requirements a declaration obeys (509.1c)."""
    evaluation = evaluation_of(declaration)
    return sum(evaluation.obeyed(requirement) for _, requirement in theory.of(Kind.REQUIREMENT))


def board_order(declaration: Declaration) -> tuple[tuple[float, float], ...]:
    """A sort key: lexicographically first over pairs in board order, a block before no block."""
    return (*sorted(declaration), (float("inf"), 0.0))


def inside(pair: Pair, rectangle: Rectangle) -> bool:
    """Whether a pair lies in a rectangle."""
    return bool(rectangle.blockers >> pair[0] & 1 and rectangle.attackers >> pair[1] & 1)


def _problem(sentence: Sentence) -> str | None:
    """What is meaningless about a sentence, or None."""
    if sentence.lo < 0 or (sentence.hi is not None and sentence.hi < sentence.lo):
        return "the bounds of a count are not a range"
    if not sentence.domain.blockers or not sentence.domain.attackers:
        return "a sentence about nobody"
    if sentence.others and (sentence.each is not Each.BLOCKER or sentence.count is not Count.BLOCKERS):
        return "only a sentence for each blocker can count the other blockers"
    if sentence.others and sentence.guard is None:
        return "a sentence that counts other blockers needs a guard"
    match sentence.kind:
        case Kind.RESTRICTION:
            return _restriction_problem(sentence)
        case Kind.REQUIREMENT:
            return _requirement_problem(sentence)
        case Kind.COST:
            if sentence.guard is None or sentence.price is None or sentence.payer is None:
                return "a cost item needs a guard, a payer and a price"
            return None


def _restriction_problem(sentence: Sentence) -> str | None:
    if sentence.guard is None and sentence.lo > 0:
        return "a restriction without a guard can't demand blocks (that is a requirement)"
    if sentence.lo == 0 and sentence.hi is None:
        return "a restriction that nothing can disobey"
    return None


def _requirement_problem(sentence: Sentence) -> str | None:
    if sentence.guard is not None:
        return "a requirement has no guard"
    if sentence.lo == 0 and (sentence.hi is None or sentence.hi >= _most(sentence)):
        return "a requirement that nothing can fail"
    return None


def _most(sentence: Sentence) -> int:
    """The largest COUNT that any declaration gives an instance."""
    blockers = 1 if sentence.each in (Each.BLOCKER, Each.PAIR) else sentence.counted.blockers.bit_count()
    attackers = 1 if sentence.each in (Each.ATTACKER, Each.PAIR) else sentence.counted.attackers.bit_count()
    return blockers if sentence.count is Count.BLOCKERS else blockers * attackers
