"""An ask as tables: what is said of one creature alone, and counts to which several creatures add.

What is said of one is asked of each of its ways to block. What is said of several is a count, and how many requirements each
number of it obeys. Only what is said under a guard of other pairs stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from blockcheck.ask import Ask, Goal
from blockcheck.askers.flow import NEVER
from blockcheck.askers.grid import Columns, capacities, counts_obeyed, is_capacity
from blockcheck.theory import Count, Each, Kind, Rectangle, Sentence, bits, instances
from blockcheck.values import dataclass

_NO_BOUND = 10**6

Way: TypeAlias = int
"""Whom one creature blocks, as a bit set of attackers."""


class Own(NamedTuple):
    """Said of one creature: if it blocks any of ``guard`` (0: always), then so many of ``attackers``.

    ``once``: they count as one, however many they are.
    """

    guard: int
    attackers: int
    lo: int
    hi: int
    once: bool

    def holds(self, way: Way) -> bool:
        """Whether it holds for a way to block."""
        if self.guard and not way & self.guard:
            return True
        number = (way & self.attackers).bit_count()
        return self.lo <= (min(number, 1) if self.once else number) <= self.hi


class Guarded(NamedTuple):
    """If any pair of ``guard`` is declared, so many of ``parts`` have a declared pair; all are bit sets of pairs."""

    guard: int
    parts: tuple[int, ...]
    lo: int
    hi: int

    def may_hold(self, declared: int, coming: int) -> bool:
        """Whether it can still hold when some of the ``coming`` pairs join those declared."""
        if not declared & self.guard:
            return True
        if sum(1 for part in self.parts if part & declared) > self.hi:
            return False
        return sum(1 for part in self.parts if part & (declared | coming)) >= self.lo


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """A count to which several creatures add: blocks of ``attackers``, or (``once``) who of them blocks any.

    ``worth``: for each number of it how many requirements are obeyed; ``NEVER`` where a restriction is not.
    """

    blockers: int
    attackers: int
    once: bool
    worth: list[int]


class Alike(NamedTuple):
    """Creatures of which the same is said (one alone, where it may block several attackers).

    ``gains``: attackers of whom each block obeys so many requirements of its own. ``wants``: its other requirements, ``rules``:
    its restrictions. ``shared``: the places of the counts to which it adds. ``weights``: what the ask's measure says of its
    pairs, in the order of their attackers; empty where it has none.
    """

    members: int
    row: int
    most: int
    gains: tuple[tuple[int, int], ...]
    wants: tuple[Own, ...]
    rules: tuple[Own, ...]
    shared: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many they are."""
        return self.members.bit_count()

    def allows(self, way: Way) -> bool:
        """Whether a way to block disobeys no restriction of its own."""
        return all(rule.holds(way) for rule in self.rules)

    def obeys(self, way: Way) -> int:
        """How many requirements of its own a way to block obeys."""
        number = sum(1 for want in self.wants if want.holds(way))
        return number + sum(each * (attackers & way).bit_count() for attackers, each in self.gains)

    def weigh(self, way: Way) -> int:
        """What a way to block adds to the ask's measure."""
        return sum(weight for a, weight in zip(bits(self.row), self.weights, strict=False) if way >> a & 1)


class Tables:
    """What an ask says of the pairs that matter to it.

    ``open``: these pairs, but those that leave no room for the chosen ones. ``sure``: so many requirements are obeyed whatever is
    declared.
    """

    def __init__(self, ask: Ask, wanted: Columns) -> None:
        self.ask = ask
        self.open = _with_room(ask, wanted)
        self.width = len(ask.theory.attackers)
        self.rows = self.open.rows()
        self.everyone = sum(1 << blocker for blocker in self.rows)
        self.most = capacities(ask.theory, self.rows)
        self.sure = 0
        self.guarded: list[Guarded] = []
        self._gains: dict[int, list[tuple[int, int]]] = {blocker: [] for blocker in self.rows}
        self._wants: dict[int, list[Own]] = {blocker: [] for blocker in self.rows}
        self._rules: dict[int, list[Own]] = {blocker: [] for blocker in self.rows}
        self._counts: dict[tuple[int, int, bool], Shared] = {}
        self._one_each = all(most == 1 for most in self.most.values())
        # Restrictions come first: no number that they rule out is worth anything afterwards.
        for index, sentence in ask.theory.of(Kind.RESTRICTION):
            self._restrict(index, sentence)
        if counts_obeyed(ask):
            for _, sentence in ask.theory.of(Kind.REQUIREMENT):
                self._score(sentence)
        self.shared = list(self._counts.values())

    def alike(self) -> list[Alike]:
        """The creatures in pairs that matter, in groups of which the same is said."""
        groups: dict[object, Alike] = {}
        weight = self.ask.weights.weight if self.ask.goal is Goal.WEIGHT else None
        for blocker, row in self.rows.items():
            one = Alike(
                1 << blocker,
                row,
                self.most[blocker],
                tuple(self._gains[blocker]),
                tuple(self._wants[blocker]),
                tuple(self._rules[blocker]),
                tuple(place for place, count in enumerate(self.shared) if count.blockers >> blocker & 1),
                () if weight is None else tuple(weight((blocker, attacker)) for attacker in bits(row)),
            )
            key = one[1:] if one.most == 1 else one
            known = groups.get(key)
            groups[key] = one._replace(members=one.members | known.members) if known else one
        return list(groups.values())

    def _restrict(self, index: int, sentence: Sentence) -> None:
        if sentence.guard is None and (sentence.hi == 0 or self._is_kept(sentence)):
            return
        match sentence.each:
            case Each.WHOLE:
                self._restrict_one(sentence, sentence.guard, sentence.counted)
            case Each.ATTACKER:
                guard, counted = sentence.guard, sentence.counted
                for attacker in bits(sentence.domain.attackers):
                    one = 1 << attacker
                    narrowed = guard and Rectangle(guard.blockers, one)
                    self._restrict_one(
                        sentence, narrowed, Rectangle(counted.blockers, counted.attackers & one)
                    )
            case Each.BLOCKER | Each.PAIR:
                for instance in instances(index, sentence):
                    self._restrict_one(sentence, instance.guard, instance.counted)

    def _is_kept(self, sentence: Sentence) -> bool:
        """Whether it says how many attackers each creature may block, and none can block more anyway."""
        if sentence.each is not Each.BLOCKER or sentence.hi is None or not is_capacity(sentence):
            return False
        return all(self.most[b] <= sentence.hi for b in bits(sentence.counted.blockers & self.everyone))

    def _restrict_one(self, sentence: Sentence, guard: Rectangle | None, counted: Rectangle) -> None:
        inside = self.open.blockers(counted)
        meeting = inside if guard is None else self.open.blockers(guard)
        lo, hi = sentence.lo, _NO_BOUND if sentence.hi is None else sentence.hi
        if not meeting:
            return
        if _is_one(meeting) and not inside & ~meeting:
            own = counted.attackers if inside else 0
            rule = Own(guard.attackers if guard else 0, own, lo, hi, sentence.count is Count.BLOCKERS)
            self._rules[meeting.bit_length() - 1].append(rule)
        elif guard is None or (meeting == inside and guard.attackers == counted.attackers):
            worth = self._counted(inside, counted.attackers, sentence.count).worth
            for number in range(1, len(worth)):
                if not lo <= number <= hi:
                    worth[number] = NEVER
        else:
            pairs = sum(self._rows_of(guard))
            self.guarded.append(Guarded(pairs, self._parts(counted, sentence.count), lo, hi))

    def _score(self, sentence: Sentence) -> None:
        blockers, attackers = sentence.counted
        match sentence.each:
            case Each.WHOLE:
                self._score_one(sentence, blockers, attackers)
            case Each.ATTACKER:
                for attacker in bits(attackers):
                    self._score_one(sentence, blockers, 1 << attacker)
            case Each.BLOCKER:
                for blocker in bits(blockers):
                    self._score_one(sentence, 1 << blocker, attackers)
            case Each.PAIR:
                if_none, if_one = map(sentence.admits, (0, 1))
                self.sure += sentence.size * if_none
                for blocker in bits(blockers & self.everyone):
                    self._gains[blocker].append((attackers, if_one - if_none))

    def _score_one(self, sentence: Sentence, blockers: int, attackers: int) -> None:
        inside = self.open.blockers(Rectangle(blockers, attackers))
        lo, hi = sentence.lo, _NO_BOUND if sentence.hi is None else sentence.hi
        if not inside:
            self.sure += sentence.admits(0)
        elif _is_one(inside):
            want = Own(0, attackers, lo, hi, sentence.count is Count.BLOCKERS)
            self._wants[inside.bit_length() - 1].append(want)
        else:
            worth = self._counted(inside, attackers, sentence.count).worth
            for number in range(lo, min(hi + 1, len(worth))):
                if worth[number] > NEVER:
                    worth[number] += 1

    def _counted(self, blockers: int, attackers: int, count: Count) -> Shared:
        once = count is Count.BLOCKERS and not self._one_each and not _is_one(attackers)
        key = blockers, attackers, once
        if key not in self._counts:
            rows = ((b, self.rows[b] & attackers) for b in bits(blockers))
            largest = sum(1 if once else min(self.most[b], row.bit_count()) for b, row in rows)
            self._counts[key] = Shared(blockers, attackers, once, [0] * (largest + 1))
        return self._counts[key]

    def _rows_of(self, rectangle: Rectangle) -> Iterator[int]:
        """The open pairs of a rectangle, creature by creature."""
        for blocker in bits(rectangle.blockers & self.everyone):
            yield (self.rows[blocker] & rectangle.attackers) << blocker * self.width

    def _parts(self, counted: Rectangle, count: Count) -> tuple[int, ...]:
        rows = self._rows_of(counted)
        if count is Count.BLOCKERS:
            return tuple(row for row in rows if row)
        return tuple(1 << place for place in bits(sum(rows)))


def _with_room(ask: Ask, wanted: Columns) -> Columns:
    """The pairs that matter, but those of creatures that block as many as they may by what is chosen."""
    if not ask.chosen:
        return wanted
    chosen = Columns.none(ask.theory)
    chosen.add_pairs(ask.chosen)
    most = capacities(ask.theory, wanted.rows())
    full = sum(1 << b for b, row in chosen.rows().items() if row.bit_count() >= most.get(b, 0))
    return Columns([(one & ~full) | other for one, other in zip(wanted.of, chosen.of, strict=True)])


def _is_one(mask: int) -> bool:
    """Whether a set has one member (or none)."""
    return not mask & (mask - 1)
