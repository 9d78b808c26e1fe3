"""Interchangeable creatures as classes: what a model counts instead of naming each (DESIGN.md sections 4 and 7).

Two blockers are of one class when no sentence and nothing in an ask tells them apart: partition refinement over the
sets that these speak of (Paige and Tarjan, 1987). Sentences that say the same of different creatures are put together first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from blockcheck.ask import Ask, Goal
from blockcheck.askers.grid import Columns, forbidden
from blockcheck.theory import CostItem, Count, Each, Kind, Pair, Rectangle, Sentence, Theory, bits


class Class(NamedTuple):
    """Blockers that are interchangeable: ``members`` as a bit set.

    ``row`` are the attackers of the pairs that matter for each of them, ``most`` is how many it may block.
    ``favourites``: for an attacker the members of whom this one pair is rewarded more than for the others. Nobody is the
    favourite of two, and whoever has one may block one attacker only.
    """

    members: int
    row: int
    most: int
    favourites: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        """How many members it has."""
        return self.members.bit_count()


def alone(ask: Ask, wanted: Columns) -> list[Class]:
    """Each blocker in a class of its own, in board order."""
    classing = _Classing(wanted, said_together(ask.theory))
    return [classing.of(1 << blocker) for blocker in range(len(ask.theory.blockers))]


def together(ask: Ask, wanted: Columns) -> list[Class]:
    """The classes of the blockers of an ask, in the board order of their first members.

    Only such classes are kept whole as can be counted: a count of blocks for each attacker tells everything that
    sentences say of the members, and can be dealt out to them again.
    """
    everyone = (1 << len(ask.theory.blockers)) - 1
    if ask.besides or not everyone:
        return alone(ask, wanted)
    said = said_together(ask.theory)
    prices_count = ask.budgets or any(cut.many for cut in ask.cuts)
    counting = said + ([s for _, s in ask.theory.of(Kind.COST)] if prices_count else [])
    favoured = _favoured(ask)
    wanted = _widened(ask, wanted, favoured)
    classing = _Classing(wanted, said)
    found: list[Class] = []
    for mask in _refined(everyone, _telling_apart(ask, wanted, said, favoured)):
        for whole in _with_favourites(classing.of(mask), favoured):
            if _is_countable(whole, counting):
                found.append(whole)
            else:
                found += (whole._replace(members=1 << blocker) for blocker in bits(whole.members))
    return sorted(found, key=_first)


def by_favourite(one: Class) -> list[Class]:
    """A class cut into those with the same favourite, of whom nothing is rewarded more than for the others."""
    parts = [mask for _, mask in one.favourites]
    parts.append(one.members & ~sum(parts))
    return [one._replace(members=mask, favourites=()) for mask in parts if mask]


def alike_items(theory: Theory) -> dict[CostItem, frozenset[CostItem]]:
    """For each cost item those that nothing tells apart from it: exchanging them turns the theory into itself."""
    sentences = [*said_together(theory), *(s for _, s in theory.of(Kind.COST))]
    sets = [part.blockers for s in sentences for part in (s.counted, s.guard) if part is not None]
    masks = list(
        _refined((1 << len(theory.blockers)) - 1, [*forbidden(Ask(theory)).of, *dict.fromkeys(sets)])
    )
    owner = {blocker: place for place, mask in enumerate(masks) for blocker in bits(mask)}
    groups: dict[object, list[CostItem]] = {}
    for cost in theory.costs:
        item = CostItem(cost.sentence, cost.blocker, cost.attacker)
        key = item if item.blocker is None else (item.sentence, owner[item.blocker], item.attacker)
        groups.setdefault(key, []).append(item)
    return {item: alike for group in groups.values() for alike in [frozenset(group)] for item in group}


def in_order(classes: Iterable[Class]) -> list[Class]:
    """Classes cut into runs without a creature of another class between: in them, what comes first is told by counts.

    Creatures that may block several attackers are alone.
    """
    runs: list[Class] = []
    alike = [part for one in classes for part in by_favourite(one)]
    owner = {blocker: one for one in alike if one.row for blocker in bits(one.members)}
    before: Class | None = None
    for blocker, one in sorted(owner.items()):
        if one is before and one.most <= 1:
            runs[-1] = runs[-1]._replace(members=runs[-1].members | 1 << blocker)
        else:
            runs.append(one._replace(members=1 << blocker))
        before = one
    return runs + [one for one in alike if not one.row]


def alike_attackers(ask: Ask, classes: Sequence[Class], said: list[Sentence]) -> list[tuple[int, ...]]:
    """Attackers that nothing tells apart, in groups of two or more; none where cost items may tell them apart."""
    if ask.cuts or ask.budgets or ask.besides:
        return []
    columns = [tuple(one.row >> a & 1 for one in classes) for a in range(len(ask.theory.attackers))]
    weighed = [_by_attacker(pairs) for pairs in (dict.fromkeys(ask.chosen, 1), *_measured(ask))]
    groups: dict[object, list[int]] = {}
    for attacker, column in enumerate(columns):
        spoken_of = tuple(
            part.attackers >> attacker & 1 for s in said for part in (s.counted, s.guard) if part is not None
        )
        key = column, spoken_of, tuple(row.get(attacker) for row in weighed)
        groups.setdefault(key, []).append(attacker)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def said_together(theory: Theory) -> list[Sentence]:
    """The restrictions and requirements of a theory, those that say the same of different creatures as one.

    What forbids pairs outright is left out: these pairs are not wanted.
    """
    sentences = [
        _plainly(sentence)
        for sentence in theory.sentences
        if sentence.kind is not Kind.COST
        and not (sentence.guard is None and sentence.hi == 0 and _restricts(sentence))
    ]
    return _joined(_joined(sentences, of_blockers=True), of_blockers=False)


def _restricts(sentence: Sentence) -> bool:
    return sentence.kind is Kind.RESTRICTION


def _plainly(sentence: Sentence) -> Sentence:
    """A sentence about one creature as one that is said for each creature."""
    if sentence.each is not Each.WHOLE:
        return sentence
    parts = [part for part in (sentence.counted, sentence.guard) if part is not None]
    for side, each in enumerate((Each.BLOCKER, Each.ATTACKER)):
        if len({part[side] for part in parts}) == 1 and parts[0][side].bit_count() == 1:
            return replace(sentence, each=each)
    return sentence


def _joined(sentences: list[Sentence], *, of_blockers: bool) -> list[Sentence]:
    """Sentences that say the same for each of several blockers (attackers), none twice, as one."""
    kept: list[Sentence] = []
    places: dict[object, list[int]] = {}
    for sentence in sentences:
        key = _but_for(sentence, of_blockers=of_blockers)
        found = places.setdefault(key, []) if key is not None else []
        for place in found:
            if not _side(kept[place].domain, of_blockers) & _side(sentence.domain, of_blockers):
                kept[place] = _both(kept[place], sentence, of_blockers=of_blockers)
                break
        else:
            found.append(len(kept))
            kept.append(sentence)
    return kept


def _but_for(sentence: Sentence, *, of_blockers: bool) -> object:
    """All that a sentence says but for the creatures it says it of; None where it is not said for each of them."""
    if (
        sentence.each not in (Each.PAIR, Each.BLOCKER if of_blockers else Each.ATTACKER)
        or sentence.kind is Kind.COST
    ):
        return None
    guard, counted = sentence.guard, sentence.counted
    if guard is not None and not sentence.others and _side(guard, of_blockers) != _side(counted, of_blockers):
        return None
    rest = None if guard is None else _side(guard, not of_blockers)
    said = counted if sentence.others else _side(counted, not of_blockers)
    return sentence.kind, sentence.lo, sentence.hi, sentence.count, sentence.each, sentence.others, rest, said


def _both(one: Sentence, other: Sentence, *, of_blockers: bool) -> Sentence:
    guard = one.guard and other.guard and _union(one.guard, other.guard, of_blockers)
    counted = one.counted if one.others else _union(one.counted, other.counted, of_blockers)
    return replace(one, guard=guard, counted=counted)


def _union(one: Rectangle, other: Rectangle, of_blockers: bool) -> Rectangle:
    if of_blockers:
        return Rectangle(one.blockers | other.blockers, one.attackers)
    return Rectangle(one.blockers, one.attackers | other.attackers)


def _side(part: Rectangle, of_blockers: bool) -> int:
    return part.blockers if of_blockers else part.attackers


def _refined(everyone: int, sets: Iterable[int]) -> Iterator[int]:
    """The coarsest partition of which each set is a union."""
    masks = [everyone]
    for one in sets:
        parts = (part for mask in masks for part in (mask & one, mask & ~one))
        masks = [part for part in parts if part]
    return iter(masks)


def _favoured(ask: Ask) -> dict[int, int]:
    """For each attacker the blockers whose one rewarded pair is the one with it, where only one measure rewards, and all alike."""
    weights = ask.weights
    values = set(weights.of.values())
    same = all(replace(other, base=weights.base) == weights for other, _ in ask.at_least)
    if ask.goal is not Goal.WEIGHT or not same or len(values) != 1 or min(values) <= weights.other:
        return {}
    numbers = Counter(blocker for blocker, _ in weights.of)
    favoured: dict[int, int] = {}
    for blocker, attacker in weights.of:
        if numbers[blocker] == 1:
            favoured[attacker] = favoured.get(attacker, 0) | 1 << blocker
    return favoured


def _widened(ask: Ask, wanted: Columns, favoured: Mapping[int, int]) -> Columns:
    """With every pair that is not forbidden of an attacker that some favour: so favours alone tell nobody apart."""
    if not favoured:
        return wanted
    everyone, banned = (1 << len(ask.theory.blockers)) - 1, forbidden(ask)
    columns = zip(wanted.of, banned.of, strict=True)
    return Columns(
        [everyone & ~ban if own and a in favoured else own for a, (own, ban) in enumerate(columns)]
    )


def _with_favourites(whole: Class, favoured: Mapping[int, int]) -> list[Class]:
    """A class with the favourites of its members; in several classes where they may block several attackers."""
    own = ((a, favoured.get(a, 0) & whole.members) for a in bits(whole.row))
    one = whole._replace(favourites=tuple((attacker, mask) for attacker, mask in own if mask))
    return [one] if one.size > 1 and one.most <= 1 else by_favourite(one)


def _telling_apart(
    ask: Ask, wanted: Columns, said: list[Sentence], favoured: Mapping[int, int]
) -> Iterator[int]:
    """Sets of blockers such that two creatures in the same ones are interchangeable, but for what they favour."""
    favouring = sum(favoured.values())
    yield from dict.fromkeys(wanted.of)
    yield from dict.fromkeys(
        part.blockers for sentence in said for part in (sentence.counted, sentence.guard) if part is not None
    )
    yield from _alike_rows((blocker, (attacker,)) for blocker, attacker in ask.chosen)
    for weights in _measured(ask):
        yield from _alike_rows(
            (blocker, (attacker, weight))
            for (blocker, attacker), weight in weights.items()
            if not favouring >> blocker & 1
        )
    for budget in ask.budgets:
        yield from _alike_rows(
            (item.blocker, (item.sentence, item.attacker, weight))
            for item, weight in budget.weights.items()
            if item.blocker is not None
        )
    if ask.cuts or ask.budgets:
        yield from dict.fromkeys(cost.domain.blockers for _, cost in ask.theory.of(Kind.COST))
    for cut in ask.cuts:
        named = {item.blocker for item in cut.items if item.blocker is not None}
        yield from (1 << blocker for blocker in named | cut.blockers)
        for alike, _ in cut.many:
            yield sum(1 << blocker for blocker in {item.blocker for item in alike} if blocker is not None)


def _measured(ask: Ask) -> Iterator[Mapping[Pair, int]]:
    """What the measures of an ask say of single pairs."""
    yield ask.weights.of
    for weights, _ in ask.at_least:
        yield weights.of


def _alike_rows(entries: Iterable[tuple[int, tuple[object, ...]]]) -> Iterable[int]:
    """Sets of the blockers of which equal things are said."""
    rows: dict[int, list[tuple[object, ...]]] = {}
    for blocker, entry in entries:
        rows.setdefault(blocker, []).append(entry)
    groups: dict[frozenset[tuple[object, ...]], int] = {}
    for blocker, row in rows.items():
        key = frozenset(row)
        groups[key] = groups.get(key, 0) | 1 << blocker
    return groups.values()


def _by_attacker(weights: Mapping[Pair, object]) -> dict[int, frozenset[tuple[int, object]]]:
    rows: dict[int, list[tuple[int, object]]] = {}
    for (blocker, attacker), weight in weights.items():
        rows.setdefault(attacker, []).append((blocker, weight))
    return {attacker: frozenset(row) for attacker, row in rows.items()}


class _Classing:
    """Whom each creature may block and how many, to make classes of."""

    def __init__(self, wanted: Columns, said: list[Sentence]) -> None:
        self.wanted = wanted
        self.capacities = [(s.counted, s.hi) for s in said if s.hi is not None and _is_capacity(s)]

    def of(self, mask: int) -> Class:
        """The class of creatures that nothing tells apart."""
        row = self._row((mask & -mask).bit_length() - 1, single=not mask & (mask - 1))
        most = row.bit_count()
        for counted, hi in self.capacities:
            if hi < most and counted.blockers & mask and not row & ~counted.attackers:
                most = hi
        return Class(mask, row, most)

    def _row(self, blocker: int, *, single: bool) -> int:
        """Whom a creature may block: read at once for all where many are alone in their class."""
        if single:
            return self._rows.get(blocker, 0)
        return sum(1 << a for a, column in enumerate(self.wanted.of) if column >> blocker & 1)

    @cached_property
    def _rows(self) -> dict[int, int]:
        return self.wanted.rows()


def _is_capacity(sentence: Sentence) -> bool:
    """Whether it says how many attackers each blocker may block at most (509.1a)."""
    by_blocker = sentence.each in (Each.BLOCKER, Each.WHOLE)
    return _restricts(sentence) and sentence.guard is None and sentence.count is Count.PAIRS and by_blocker


def _is_countable(one: Class, said: list[Sentence]) -> bool:
    return one.size == 1 or one.most <= 1 or all(_says_of_a_number(sentence, one) for sentence in said)


def _says_of_a_number(sentence: Sentence, one: Class) -> bool:
    """Whether counts tell a sentence about creatures that may block several attackers each."""
    parts = [part for part in (sentence.counted, sentence.guard) if part is not None]
    if not any(part.blockers & one.members for part in parts):
        return True
    whole = all(part.attackers & one.row in (0, one.row) for part in parts)
    match sentence.each:
        case Each.ATTACKER:
            return True
        case Each.PAIR:
            return sentence.guard is None or sentence.kind is Kind.COST
        case Each.WHOLE:
            counted = sentence.counted.attackers & one.row
            return sentence.count is Count.PAIRS or counted in (0, one.row)
        case Each.BLOCKER:
            if sentence.others or sentence.kind is Kind.COST:
                return whole
            unbounded = sentence.hi is None or sentence.hi >= one.most
            return sentence.guard is None and whole and sentence.lo <= 1 and unbounded


def _first(one: Class) -> int:
    return one.members & -one.members
