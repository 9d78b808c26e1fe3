"""Who can pay for what on one board (509.1d-f): the port between cost items and players' means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from blockcheck.ask import Budget
from blockcheck.ground import Grounded
from blockcheck.payment.bill import Bill, Unit, bill_of, mana_bills, symbols
from blockcheck.payment.means import PLENTY, Means
from blockcheck.payment.paying import Lack, Payment, TooMany, best_payment, most_mana
from blockcheck.payment.settlement import NOTHING_TO_PAY, Settlement
from blockcheck.payment.wealth import Wealth
from blockcheck.theory import CostItem, Price, PriceAction

PAID_WITH = frozenset({"sacrifice", "discard", "tap", "exile", "counter"})
"""The actions that a price may consist of here; a price with any other is left open."""


class Treasury:
    """The means of a side's players, and what they can pay for; answers are remembered.

    Args:
        grounded: the theory of the side's declaration and the abilities in force.
    """

    def __init__(self, grounded: Grounded) -> None:
        self.theory = grounded.theory
        self._wealth = Wealth(grounded.combat.board, grounded.combat.side, grounded.state)
        self._turn_order = grounded.combat.board.player_keys
        self._paid: dict[tuple[str, Bill, bool], Payment | None] = {}

    def payable(self, items: frozenset[CostItem]) -> bool | None:
        """Whether the total of some cost items can be paid; None where the board does not say."""
        return self.payable_beside(items, frozenset())

    def payable_beside(self, items: frozenset[CostItem], blockers: frozenset[int]) -> bool | None:
        """The same when these creatures (by index) are declared as blockers: some prices spare them."""
        return _every(self._can_pay(payer, prices, blockers) for payer, prices in self._prices(items))

    def settlement(self, items: frozenset[CostItem], blockers: frozenset[int]) -> Settlement:
        """How the cost items of a declaration are paid, or what is missing."""
        if not items:
            return NOTHING_TO_PAY
        payable = self.payable_beside(items, blockers)
        payments = [
            (payer, self._payment(payer, prices, blockers, hoping=payable is False))
            for payer, prices in self._prices(items)
        ]
        if payable is False:
            lacks = [(payer, _as_price(one.lack)) for payer, one in payments if one and not one.is_whole]
            return Settlement(False, None, tuple(lacks))
        entries = [entry for _, one in payments if one is not None for entry in one.entries]
        return Settlement(payable, tuple(entries) if payable else None)

    def bills(
        self, items: frozenset[CostItem], blockers: frozenset[int], *, hoping: bool
    ) -> tuple[tuple[str, Bill], ...]:
        """What each player has to pay, in turn order."""
        declared = frozenset(self.theory.blockers[b] for b in blockers)
        return tuple(
            (payer, bill_of(prices, blocking=declared, hoping=hoping))
            for payer, prices in self._prices(items)
        )

    @cached_property
    def budgets(self) -> tuple[Budget, ...]:
        """What no payment exceeds, however it is made: so much mana, life, cards, permanents to tap and to sacrifice."""
        found: list[Budget] = []
        items = [CostItem(cost.sentence, cost.blocker, cost.attacker) for cost in self.theory.costs]
        for payer in self._turn_order:
            own = [(item, price) for item in items if (price := self._price(item, payer)) is not None]
            if own:
                found += self._of(payer, own)
        return tuple(found)

    def _price(self, item: CostItem, payer: str) -> Price | None:
        sentence = self.theory.sentences[item.sentence]
        return (
            sentence.price
            if sentence.payer == payer and sentence.price and is_settled(sentence.price)
            else None
        )

    def _of(self, payer: str, own: list[tuple[CostItem, Price]]) -> Iterator[Budget]:
        means = self._wealth.means(payer, hoping=True)
        mana = {item: _least_mana(price.mana) for item, price in own}
        total = sum(mana.values())
        limits = [(mana, most_mana(means, total) if total else 0)]
        untaps = any(source.untaps for holding in means.holdings for source in holding.sources)
        untapped = sum(not holding.tapped for holding in means.holdings)
        limits.append(({item: price.life for item, price in own}, means.life))
        for verb, most in (
            ("discard", means.hand),
            ("exile", means.graveyard),
            ("tap", PLENTY if untaps else untapped),
            ("sacrifice", len(means.holdings)),
        ):
            weights = {item: sum(a.n for a in price.actions if a.verb == verb) for item, price in own}
            limits.append((weights, most))
        for weights, most in limits:
            if sum(weights.values()) > most:
                yield Budget(weights, most)

    @property
    def wealth(self) -> Wealth:
        """What the players have."""
        return self._wealth

    def _prices(self, items: Iterable[CostItem]) -> list[tuple[str, list[Price]]]:
        """The prices that each player has to pay, players in turn order."""
        bills: dict[str, list[Price]] = {}
        for item in sorted(items, key=_place):
            sentence = self.theory.sentences[item.sentence]
            if sentence.payer is not None and sentence.price is not None:
                bills.setdefault(sentence.payer, []).append(sentence.price)
        return [(payer, bills[payer]) for payer in self._turn_order if payer in bills]

    def _can_pay(self, payer: str, prices: Sequence[Price], blockers: frozenset[int]) -> bool | None:
        """Prices with an open number are left out, and then nothing is sure but that the others can't be paid."""
        known = [price for price in prices if is_settled(price)]
        hoped = self._payment(payer, known, blockers, hoping=True)
        if hoped is not None and not hoped.is_whole:
            return False
        sure = self._payment(payer, known, blockers, hoping=False)
        return True if len(known) == len(prices) and sure is not None and sure.is_whole else None

    def _means(self, payer: str, bill: Bill, hoping: bool) -> Means:
        return self._wealth.means(payer, hoping=hoping, activating=bill.asks_for_mana)

    def _payment(
        self, payer: str, prices: Sequence[Price], blockers: frozenset[int], *, hoping: bool
    ) -> Payment | None:
        """The best payment; None where the search was given up."""
        declared = frozenset(self.theory.blockers[b] for b in blockers)
        known = [price for price in prices if is_settled(price)]
        bill = bill_of(known, blocking=declared, hoping=hoping)
        key = (payer, bill, hoping)
        if key not in self._paid:
            try:
                self._paid[key] = best_payment(bill, self._means(payer, bill, hoping))
            except TooMany:
                self._paid[key] = None
        return self._paid[key]


def is_settled(price: Price) -> bool:
    """Whether a price has only known numbers and things that are understood."""
    return not price.unknown and all(action.verb in PAID_WITH for action in price.actions)


@cache
def _least_mana(mana: str) -> int:
    """The fewest mana with which symbols can be paid."""
    return min(reading.total for reading in mana_bills(symbols(mana)))


def _every(answers: Iterable[bool | None]) -> bool | None:
    given = list(answers)
    if False in given:
        return False
    return None if None in given else True


def _as_price(lack: Lack) -> Price:
    """What is missing, as a price."""
    actions: dict[Unit, int] = {}
    for unit in lack.units:
        actions[unit] = actions.get(unit, 0) + 1
    return Price(lack.mana, lack.life, tuple(_as_action(unit, n) for unit, n in actions.items()))


def _as_action(unit: Unit, n: int) -> PriceAction:
    many = unit.n if unit.verb == "counter" else n
    return PriceAction(unit.verb, many, unit.text, unit.what, counter=unit.counter)


def _place(item: CostItem) -> tuple[int, int, int]:
    return (
        item.sentence,
        -1 if item.blocker is None else item.blocker,
        -1 if item.attacker is None else item.attacker,
    )
