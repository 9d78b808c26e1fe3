"""Which pairs can matter to an ask, found without search: columns of blockers, one bit set for each attacker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from blockcheck.ask import Ask, Goal
from blockcheck.theory import CostItem, Count, Each, Kind, Pair, Rectangle, Sentence, Theory, bits
from blockcheck.values import dataclass


@dataclass
class Columns:
    """A set of pairs: for each attacker the bit set of its blockers."""

    of: list[int]

    @classmethod
    def none(cls, theory: Theory) -> Columns:
        """No pair of a theory."""
        return cls([0] * len(theory.attackers))

    def __contains__(self, pair: Pair) -> bool:
        return bool(self.of[pair[1]] >> pair[0] & 1)

    def add(self, rectangle: Rectangle) -> None:
        """Add the pairs of a rectangle."""
        for attacker in bits(rectangle.attackers):
            self.of[attacker] |= rectangle.blockers

    def add_pairs(self, pairs: Iterable[Pair]) -> None:
        """Add single pairs."""
        for blocker, attacker in pairs:
            self.of[attacker] |= 1 << blocker

    def remove(self, other: Columns) -> None:
        """Take the pairs of another set away."""
        self.of = [mine & ~others for mine, others in zip(self.of, other.of, strict=True)]

    def blockers(self, rectangle: Rectangle) -> int:
        """The blockers that have a pair of this set in a rectangle."""
        found = 0
        for attacker in bits(rectangle.attackers):
            found |= self.of[attacker] & rectangle.blockers
        return found

    def most(self, rectangle: Rectangle, count: Count) -> int:
        """What COUNT of a rectangle cannot exceed with these pairs."""
        if count is Count.BLOCKERS:
            return self.blockers(rectangle).bit_count()
        return sum((self.of[a] & rectangle.blockers).bit_count() for a in bits(rectangle.attackers))

    def rows(self) -> dict[int, int]:
        """For each blocker that is in a pair, in board order, the bit set of its attackers."""
        rows: dict[int, int] = {}
        for attacker, column in enumerate(self.of):
            for blocker in bits(column):
                rows[blocker] = rows.get(blocker, 0) | 1 << attacker
        return dict(sorted(rows.items()))


def matters(ask: Ask) -> Columns:
    """The pairs that some declaration has which an ask may return: wanted for something, and not forbidden outright.

    Leaving out a pair never disobeys a restriction that has no lower bound, never fails a requirement that has none
    and incurs no cost item; so a pair is wanted only where a count must reach a lower bound, where a measure rewards
    it, or where the ask tells declarations apart (``first``, ``besides``).
    """
    wanted = _wanted(ask)
    wanted.remove(forbidden(ask))
    return wanted


def forbidden(ask: Ask) -> Columns:
    """The pairs that no declaration may have: barred, restricted to 0, with a cost item that is not allowed, or hopeless.

    A pair is hopeless when it meets a guard whose lower bound the pairs that are left cannot reach.
    """
    pairs = Columns.none(ask.theory)
    pairs.add_pairs(ask.barred)
    for _, sentence in ask.theory.of(Kind.RESTRICTION):
        if sentence.guard is None and sentence.hi == 0:
            pairs.add(sentence.counted)
    if ask.allowed is not None:
        for cost in ask.theory.costs:
            if cost.guard and CostItem(cost.sentence, cost.blocker, cost.attacker) not in ask.allowed:
                pairs.add(cost.guard)
    _add_hopeless(pairs, ask.theory)
    return pairs


def _add_hopeless(pairs: Columns, theory: Theory) -> None:
    """Add the pairs that meet a guard in vain, until there are no more."""
    helpful = [s for _, s in theory.of(Kind.RESTRICTION) if s.guard is not None and s.lo]
    everyone = (1 << len(theory.blockers)) - 1
    before: list[int] = []
    while before != pairs.of:
        before = list(pairs.of)
        left = Columns([everyone & ~column for column in pairs.of])
        for sentence in helpful:
            for hopeless in _in_vain(sentence, left):
                pairs.add(hopeless)


def _in_vain(sentence: Sentence, left: Columns) -> Iterator[Rectangle]:
    """The pairs that meet the guard of a sentence whose lower bound the pairs that are left do not reach."""
    guard, counted = sentence.guard or sentence.counted, sentence.counted
    match sentence.each:
        case Each.ATTACKER:
            for attacker in bits(guard.attackers):
                able = left.of[attacker] & counted.blockers if counted.attackers >> attacker & 1 else 0
                if able.bit_count() < sentence.lo:
                    yield Rectangle(guard.blockers, 1 << attacker)
        case Each.WHOLE:
            if left.most(counted, sentence.count) < sentence.lo:
                yield guard
        case Each.BLOCKER if sentence.others:
            able = left.blockers(counted)
            number = able.bit_count()
            if number < sentence.lo:
                yield guard
            elif number == sentence.lo and able & guard.blockers:
                yield Rectangle(able & guard.blockers, guard.attackers)


def capacities(theory: Theory, rows: Mapping[int, int]) -> dict[int, int]:
    """For each blocker, given the attackers that it may block, how many of them it may (509.1a)."""
    most = {blocker: row.bit_count() for blocker, row in rows.items()}
    for _, sentence in theory.of(Kind.RESTRICTION):
        if sentence.hi is not None and is_capacity(sentence):
            blockers, attackers = sentence.counted
            for blocker in bits(blockers):
                if most.get(blocker, 0) > sentence.hi and not rows[blocker] & ~attackers:
                    most[blocker] = sentence.hi
    return most


def is_capacity(sentence: Sentence) -> bool:
    """Whether a restriction says how many attackers each blocker may block at most (509.1a)."""
    each = sentence.each in (Each.BLOCKER, Each.WHOLE)
    return each and sentence.guard is None and sentence.hi is not None and sentence.count is Count.PAIRS


def counts_obeyed(ask: Ask) -> bool:
    """Whether requirements matter to an ask."""
    return ask.goal is Goal.OBEYED or ask.floor > 0 or any(cut.floor for cut in ask.cuts)


def _wanted(ask: Ask) -> Columns:
    wanted = Columns.none(ask.theory)
    wanted.add_pairs(ask.chosen)
    for rewarded in _rewarded(ask):
        wanted.add_pairs(rewarded)
    if counts_obeyed(ask):
        for _, sentence in ask.theory.of(Kind.REQUIREMENT):
            if sentence.lo:
                wanted.add(sentence.counted)
    helpful = [s for _, s in ask.theory.of(Kind.RESTRICTION) if s.guard is not None and s.lo]
    before: list[int] = []
    while before != wanted.of:
        before = list(wanted.of)
        for sentence in helpful:
            for part in _needed(sentence, wanted):
                wanted.add(part)
    return wanted


def _rewarded(ask: Ask) -> Iterator[Iterable[Pair]]:
    """The pairs that a measure rewards, or that tell two declarations apart."""
    measures = [weights for weights, _ in ask.at_least]
    if ask.goal is Goal.WEIGHT:
        measures.append(ask.weights)
    worst = -1 if ask.goal is Goal.WEIGHT else None
    everyone = range(len(ask.theory.blockers)), range(len(ask.theory.attackers))
    for weights in measures:
        yield (pair for pair, weight in weights.of.items() if weight > 0)
        if weights.other > 0:
            yield ((b, a) for b in everyone[0] for a in everyone[1])
    # A pair with a negative weight that nothing wants is in no best declaration, so ``first`` needs it not.
    if ask.besides or (ask.first and (worst is None or ask.weights.other >= 0)):
        yield ((b, a) for b in everyone[0] for a in everyone[1])
    elif ask.first:
        yield (pair for pair, weight in ask.weights.of.items() if weight >= 0)


def _needed(sentence: Sentence, wanted: Columns) -> Iterator[Rectangle]:
    """What a guarded lower bound may want, once wanted pairs can meet its guard."""
    guard, counted = sentence.guard or sentence.counted, sentence.counted
    if sentence.each is Each.ATTACKER:
        for attacker in bits(guard.attackers & counted.attackers):
            if wanted.of[attacker] & guard.blockers:
                yield Rectangle(counted.blockers, 1 << attacker)
        return
    met = wanted.blockers(guard)
    if met:
        own = sentence.each is not Each.WHOLE and not sentence.others
        yield Rectangle(counted.blockers & met if own else counted.blockers, counted.attackers)
