"""A bound on what may be reached, by prices, and the declaration that often reaches it.

Each count to which several creatures add has a price, each creature takes what is worth most to it at these prices, and each
count the number worth most: no declaration is worth more than these come to together (Lagrangian relaxation). A flow finds the
prices, and a declaration with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, admits, measure
from blockcheck.askers.flow import NEVER, UNIT, Flow, Source, last_of, steps
from blockcheck.askers.grid import counts_obeyed
from blockcheck.askers.tables import Alike, Shared, Tables
from blockcheck.theory import Declaration, bits

NO_REQUIREMENTS = "bound: no requirements"
EVERY = "bound: every requirement obeyed"
EACH_GROUP = "bound: each group of requirements at its own most"
TOO_MANY = "bound: so many can't be obeyed"
TOO_HEAVY = "bound: nothing weighs so much"
HEAVIEST = "bound: each block as heavy as it can be"
ANY = "bound: one is enough"


class Scale(NamedTuple):
    """How what pairs are worth tells the goal of an ask.

    Where that is weight a requirement is worth more than all weights together: who obeys as many as the floor, and no more can
    be obeyed, weighs what is left.
    """

    each: int
    """What one requirement is worth."""
    base: int
    """The goal where nothing is worth anything."""
    beat: int
    """Whatever comes to no more is not asked for."""
    loose: int | None
    """From here on a bound says nothing, for more requirements may be obeyed than the floor asks for; None: it always tells."""

    def value(self, most: int) -> int:
        """The goal, of what is worth so much; of ``Goal.ANY`` how many requirements are obeyed."""
        return self.base + most // UNIT

    @classmethod
    def of(cls, ask: Ask, alike: Sequence[Alike], sure: int) -> Scale:
        """The scale of an ask; ``sure``: so many requirements are obeyed whatever is declared."""
        if ask.goal is not Goal.WEIGHT:
            return cls(UNIT, sure, ask.floor - 1, None)
        weights = [weight * one.size for one in alike for weight in one.weights]
        low, high = (sum(pick(0, weight) for weight in weights) for pick in (min, max))
        each = 1 + high - low
        least = max(
            (least for of, least in ask.at_least if of == ask.weights), default=ask.weights.base + low
        )
        if not counts_obeyed(ask):
            return cls(UNIT, ask.weights.base, least - 1, None)
        base = ask.weights.base - (ask.floor - sure) * each
        return cls(UNIT * each, base, least - 1, ask.weights.base + low + each)


class Prices:
    """An ask and what its pairs are worth at most.

    ``of``: the price of each shared count. ``surplus``: what each number of it is worth beside its price. ``bound``: what the goal
    of a declaration that the ask admits comes to at most.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.ask = tables.ask
        self.alike = tables.alike()
        self.scale = Scale.of(self.ask, self.alike, tables.sure)
        each = self.scale.each
        self._columns = self._widest()
        sources = [_source(one, each, self._places(one)) for one in self.alike]
        slots = [
            [0] * column.bit_count() if count is None else steps(count.worth, each)
            for count, column in zip(self._columns, tables.open.of, strict=True)
        ]
        slots += [[0] * column.bit_count() for column in tables.open.of]
        cap = self._cap(once=False)
        self.flow = Flow(sources, slots, None if cap is None else last_of(cap.worth))
        everywhere = [price - self.flow.toll for price in self._all_prices()]
        crowd = self._cap(once=True)
        toll = 0 if crowd is None else self._crowding(everywhere, last_of(crowd.worth))
        self.of = [
            -self.flow.toll if one is cap else -toll if one is crowd else self._price(one)
            for one in tables.shared
        ]
        self.surplus = [
            [one if one == NEVER else one * each - price * n for n, one in enumerate(shared.worth)]
            for shared, price in zip(tables.shared, self.of, strict=True)
        ]
        most = sum(source.best(everywhere, -toll) * source.members.bit_count() for source in sources)
        most += sum(map(max, self.surplus)) + each * sum(map(_in_any_case, self.alike))
        self.bound = self.scale.value(most)

    @property
    def is_loose(self) -> bool:
        """Whether the bound says nothing."""
        return self.scale.loose is not None and self.bound >= self.scale.loose

    def answer(self) -> Answer | None:
        """The answer to the ask where the bound is enough, or the flow's declaration reaches it; else None."""
        ask, weighs = self.ask, self.ask.goal is Goal.WEIGHT
        if self.bound <= self.scale.beat:
            return Nothing(TOO_HEAVY if weighs else TOO_MANY)
        if ask.first:
            return None
        declaration = self.reached()
        if declaration is None:
            return None
        return Found(declaration, 0 if ask.goal is Goal.ANY else self.bound, self._proof())

    def declaration(self) -> Declaration:
        """What the flow declares."""
        return frozenset((blocker, place % self.tables.width) for blocker, place in self.flow.pairs())

    def reached(self) -> Declaration | None:
        """The flow's declaration, where the ask admits it and nothing is better."""
        declaration = self.declaration()
        if not admits(self.ask, declaration):
            return None
        best = self.ask.goal is Goal.ANY or measure(self.ask, declaration) == self.bound
        return declaration if best else None

    def _proof(self) -> str:
        number = self.ask.theory.number_of_requirements
        match self.ask.goal:
            case Goal.ANY:
                return ANY
            case Goal.WEIGHT:
                return HEAVIEST
            case Goal.OBEYED:
                return EACH_GROUP if self.bound < number else EVERY if number else NO_REQUIREMENTS

    def _widest(self) -> list[Shared | None]:
        """For each attacker the count of who blocks it that most creatures add to: this one gets a price."""
        found: list[Shared | None] = [None] * self.tables.width
        for one in self.tables.shared:
            if one.attackers.bit_count() == 1:
                attacker = one.attackers.bit_length() - 1
                known = found[attacker]
                if known is None or one.blockers.bit_count() > known.blockers.bit_count():
                    found[attacker] = one
        return found

    def _places(self, one: Alike) -> dict[int, int]:
        """For each attacker its place in the network; a second one for those whose blocks its count does not speak of."""
        first, width = one.members & -one.members, self.tables.width
        counts = ((attacker, self._columns[attacker]) for attacker in bits(one.row))
        return {a: a if count is None or count.blockers & first else a + width for a, count in counts}

    def _all_prices(self) -> list[int]:
        """The price of a block at each place of the network: nothing where no count speaks of it."""
        priced = [
            0 if count is None else price
            for count, price in zip(self._columns, self.flow.prices, strict=False)
        ]
        return priced + [0] * self.tables.width

    def _price(self, one: Shared) -> int:
        attacker = one.attackers.bit_length() - 1
        return self.flow.prices[attacker] if self._columns[attacker] is one else 0

    def _cap(self, *, once: bool) -> Shared | None:
        """The count of all blocks (``once``: of all creatures that block) with the least bound."""
        attackers = sum(1 << a for a, column in enumerate(self.tables.open.of) if column)
        caps = [
            one
            for one in self.tables.shared
            if one.once is once
            and one.blockers == self.tables.everyone
            and not attackers & ~one.attackers
            and one not in self._columns
        ]
        return min(caps, key=lambda one: last_of(one.worth), default=None)

    def _crowding(self, everywhere: list[int], most: int) -> int:
        """What one more creature that blocks would bring, where no more than ``most`` may."""
        values = ([s.best(everywhere, 0)] * s.members.bit_count() for s in self.flow.sources)
        best = sorted(chain.from_iterable(values), reverse=True)
        return best[most] if most < len(best) else 0


def _source(one: Alike, each: int, places: Mapping[int, int]) -> Source:
    """What each pair brings to its creature's requirements and to the measure; at least that, where there are several."""
    weights = zip(places.items(), one.weights or [0] * len(places), strict=True)
    if one.most == 1:
        none = one.obeys(0)
        gains = {
            place: each * (one.obeys(1 << a) - none) + UNIT * weight
            for (a, place), weight in weights
            if one.allows(1 << a)
        }
        return Source(one.members, 1, gains, 0)
    some = [want.attackers for want in one.wants if want.lo == 1]
    any_block = sum(1 for attackers in some if not one.row & ~attackers)
    single = [*one.gains, *((attackers, 1) for attackers in some if one.row & ~attackers)]
    gains = {
        place: each * sum(number for attackers, number in single if attackers >> a & 1) + UNIT * weight
        for (a, place), weight in weights
    }
    return Source(one.members, one.most, gains, each * any_block)


def _in_any_case(one: Alike) -> int:
    """How many of their own requirements creatures obey besides what their pairs bring: at most that, as with pairs."""
    return one.obeys(0) * one.size if one.most == 1 else sum(1 for want in one.wants if want.lo != 1)
