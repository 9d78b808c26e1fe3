"""A bound on what may be obeyed, by prices, and the declaration that often reaches it.

Each count to which several creatures add has a price, each creature takes what is worth most to it at these prices, and each
count the number worth most: no declaration obeys more than these come to together (Lagrangian relaxation). A flow finds the
prices, and a declaration with them.
"""

from __future__ import annotations

from blockcheck.ask import Answer, Found, Goal, Nothing, admits, measure
from blockcheck.askers.flow import NEVER, UNIT, Flow, Source, last_of, steps
from blockcheck.askers.tables import Alike, Shared, Tables
from blockcheck.theory import bits

NO_REQUIREMENTS = "bound: no requirements"
EVERY = "bound: every requirement obeyed"
EACH_GROUP = "bound: each group of requirements at its own most"
TOO_MANY = "bound: so many can't be obeyed"
ANY = "bound: one is enough"


class Prices:
    """An ask and what its pairs are worth at most.

    ``of``: the price of each shared count. ``surplus``: what each number of it is worth beside its price, in units.
    ``most_obeyed``: no declaration that the ask admits obeys more.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.alike = tables.alike()
        self._columns = self._columns_of_all()
        slots = [
            steps(self._columns[a].worth) if a in self._columns else [0] * column.bit_count()
            for a, column in enumerate(tables.open.of)
        ]
        sources = list(map(_source, self.alike))
        cap = self._cap(once=False)
        self.flow = Flow(sources, slots, None if cap is None else last_of(cap.worth))
        everywhere = [
            (self.flow.prices[a] if a in self._columns else 0) - self.flow.toll for a in range(tables.width)
        ]
        crowd = self._cap(once=True)
        toll = 0 if crowd is None else self._crowding(everywhere, last_of(crowd.worth))
        self.of = [
            -self.flow.toll if one is cap else -toll if one is crowd else self._price(one)
            for one in tables.shared
        ]
        self.surplus = [
            [one if one == NEVER else one * UNIT - price * number for number, one in enumerate(shared.worth)]
            for shared, price in zip(tables.shared, self.of, strict=True)
        ]
        most = sum(source.best(everywhere, -toll) * source.members.bit_count() for source in sources)
        most += sum(map(max, self.surplus))
        self.most_obeyed = tables.sure + sum(map(_in_any_case, self.alike)) + most // UNIT

    def answer(self) -> Answer | None:
        """The answer to the ask where the bound is enough, or the flow's declaration reaches it; else None."""
        ask, most = self.tables.ask, self.most_obeyed
        if most < ask.floor:
            return Nothing(TOO_MANY)
        if ask.goal is Goal.WEIGHT or ask.first:
            return None
        declaration = frozenset(self.flow.pairs())
        if not admits(ask, declaration):
            return None
        if ask.goal is Goal.ANY:
            return Found(declaration, 0, ANY)
        number = ask.theory.number_of_requirements
        proof = EACH_GROUP if most < number else EVERY if number else NO_REQUIREMENTS
        return Found(declaration, most, proof) if measure(ask, declaration) == most else None

    def _columns_of_all(self) -> dict[int, Shared]:
        """For an attacker the count of all who may block it, where one is spoken of."""
        columns = self.tables.open.of
        singles = (
            (one.attackers.bit_length() - 1, one)
            for one in self.tables.shared
            if one.attackers.bit_count() == 1
        )
        return {a: one for a, one in singles if one.blockers == columns[a]}

    def _price(self, one: Shared) -> int:
        attacker = one.attackers.bit_length() - 1
        return self.flow.prices[attacker] if self._columns.get(attacker) is one else 0

    def _cap(self, *, once: bool) -> Shared | None:
        """The count of all blocks (``once``: of all creatures that block) with the least bound."""
        attackers = sum(1 << a for a, column in enumerate(self.tables.open.of) if column)
        caps = [
            one
            for one in self.tables.shared
            if one.once is once and one.blockers == self.tables.everyone and not attackers & ~one.attackers
        ]
        return min(
            (one for one in caps if one not in self._columns.values()),
            key=lambda one: last_of(one.worth),
            default=None,
        )

    def _crowding(self, everywhere: list[int], most: int) -> int:
        """What one more creature that blocks would bring, where no more than ``most`` may."""
        best = sorted(
            (value for s in self.flow.sources for value in [s.best(everywhere, 0)] * s.members.bit_count()),
            reverse=True,
        )
        return best[most] if most < len(best) else 0


def _source(one: Alike) -> Source:
    """What each pair brings to the requirements of its own creature: at least that, where it may block several attackers."""
    if one.most == 1:
        none = one.obeys(0)
        gains = {a: UNIT * (one.obeys(1 << a) - none) for a in bits(one.row) if one.allows(1 << a)}
        return Source(one.members, 1, gains, 0)
    some = [want.attackers for want in one.wants if want.lo == 1]
    any_block = sum(1 for attackers in some if not one.row & ~attackers)
    each = [*one.gains, *((attackers, 1) for attackers in some if one.row & ~attackers)]
    gains = {a: UNIT * sum(number for attackers, number in each if attackers >> a & 1) for a in bits(one.row)}
    return Source(one.members, one.most, gains, UNIT * any_block)


def _in_any_case(one: Alike) -> int:
    """How many of their own requirements creatures obey besides what their pairs bring: at most that, as with pairs."""
    return one.obeys(0) * one.size if one.most == 1 else sum(1 for want in one.wants if want.lo != 1)
