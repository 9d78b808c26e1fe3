"""A payment that a player states, entry by entry (a declaration's ``pay``): whether it can be made and pays everything (509.1e-f)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TypeAlias

from blockcheck.board import Board
from blockcheck.board.declarations import Declaration
from blockcheck.board.given import (
    Activate,
    Decline,
    Discard,
    Exile,
    PayLife,
    Payment,
    PutCounter,
    Sacrifice,
    Tap,
)
from blockcheck.board.scalars import key
from blockcheck.board.telling import inside, shown
from blockcheck.errors import DeclarationError
from blockcheck.payment.bill import Bill, ManaBill, Unit, accepts, mana_bills
from blockcheck.payment.means import Holding, Means, Source
from blockcheck.payment.settlement import Entry, Settlement
from blockcheck.payment.treasury import Treasury
from blockcheck.theory import CostItem
from blockcheck.values import dataclass

_Pool: TypeAlias = frozenset[tuple[tuple[str, bool], int]]
"""Mana by letter and by whether its source is snow, with how much there is of each."""


class _Refused(Exception):
    """What can't be done, with the place of the entry."""

    def __init__(self, n: int | None, step: str, message: str) -> None:
        super().__init__(n, step, message)
        self.n, self.step, self.message = n, step, message


def stated_settlement(
    board: Board,
    declared: Declaration,
    treasury: Treasury,
    items: frozenset[CostItem],
    blockers: frozenset[int],
) -> Settlement:
    """What a stated payment comes to: paid, declined, or open where the board does not say whether the player has it.

    Args:
        board: the board.
        declared: the declaration whose ``pay`` is checked.
        treasury: the means of the declaring side.
        items: the cost items that the declaration incurs.
        blockers: the creatures (by index) that it declares.

    Raises:
        DeclarationError: an entry that can't be done or that no cost asks for, or not everything is paid.
    """
    pay = declared.pay or ()
    if declined := [n for n, one in enumerate(pay) if isinstance(one, Decline)]:
        return Settlement(False, None, declined=_declined(declared, treasury, items, declined))
    entries = tuple(_as_entry(board, one) for one in pay)
    for hoping in (False, True):
        try:
            _carry_out(board, pay, treasury, items, blockers, hoping)
        except _Refused as refused:
            if hoping:
                raise _told(declared, pay, refused) from None
        else:
            return Settlement(None if hoping else treasury.payable_beside(items, blockers), entries)
    return Settlement(None, entries)


def _told(declared: Declaration, pay: Sequence[Payment], refused: _Refused) -> DeclarationError:
    steps: tuple[str | int, ...] = ("pay",) if refused.n is None else ("pay", refused.n, refused.step)
    where = inside(declared.where, *steps)
    value = None if refused.n is None else getattr(pay[refused.n], refused.step)
    return DeclarationError(where, value, "a payment of the costs", None, f"{where}: {refused.message}")


def _declined(
    declared: Declaration, treasury: Treasury, items: Iterable[CostItem], entries: Iterable[int]
) -> frozenset[CostItem]:
    """The cost items that are declined, each named by its blocker or by the permanent that its text stands on."""
    pay, found = declared.pay or (), set[CostItem]()
    for n in entries:
        one = pay[n]
        name = key(one.decline) if isinstance(one, Decline) else ""
        named = {item for item in items if name in _names_of(item, treasury)}
        if not named:
            what = f"{shown(name)} has no cost here; expected a creature whose cost is declined"
            raise _told(declared, pay, _Refused(n, "decline", what))
        found |= named
    return frozenset(found)


def _names_of(item: CostItem, treasury: Treasury) -> tuple[str | None, ...]:
    theory = treasury.theory
    blocker = None if item.blocker is None else theory.blockers[item.blocker]
    attacker = None if item.attacker is None else theory.attackers[item.attacker]
    return blocker, attacker, theory.sentences[item.sentence].origin.source


def _as_entry(board: Board, payment: Payment) -> Entry:
    given = payment.model_dump(exclude_none=True)
    return {
        name: board.permanent(value).id
        if name in ("activate", "tap", "sacrifice")
        else tuple(value)
        if isinstance(value, list)
        else value
        for name, value in given.items()
    }


def _carry_out(
    board: Board,
    pay: Sequence[Payment],
    treasury: Treasury,
    items: frozenset[CostItem],
    blockers: frozenset[int],
    hoping: bool,
) -> None:
    """Do what is stated, one entry after the other, for everyone who has to pay."""
    payers = {
        payer: _Payer(board, bill, treasury.wealth.means(payer, hoping=hoping))
        for payer, bill in treasury.bills(items, blockers, hoping=hoping)
    }
    for n, payment in enumerate(pay):
        _payer_of(board, payment, payers, n).do(n, payment)
    for payer in payers.values():
        payer.finish()


def _payer_of(board: Board, payment: Payment, payers: dict[str, _Payer], n: int) -> _Payer:
    """Who makes an entry: the controller of the permanent, or whoever owes such a thing."""
    match payment:
        case (
            Activate(activate=name)
            | Tap(tap=name)
            | Sacrifice(sacrifice=name)
            | PutCounter(counter=(name, _, _))
        ):
            controller = board.permanent(name).controller
            if controller not in payers:
                step = next(iter(payment.model_fields_set & {"activate", "tap", "sacrifice", "counter"}))
                who = " and ".join(payers) or "nobody"
                what = (
                    f"{shown(name)} is controlled by {controller}; expected a permanent of who pays ({who})"
                )
                raise _Refused(n, step, what)
            return payers[controller]
        case _:
            owing = [payer for payer in payers.values() if payer.owes(payment)] or list(payers.values())
            if not owing:
                raise _Refused(n, next(iter(payment.model_fields_set)), "no cost has to be paid")
            return owing[0]


@dataclass
class _Payer:
    """One player making a payment: what is left, what was done, what is owed."""

    board: Board
    bill: Bill
    means: Means
    tapped: set[str] = field(default_factory=set)
    gone: dict[str, str] = field(default_factory=dict)
    once: set[tuple[str, int]] = field(default_factory=set)
    exiled: set[str] = field(default_factory=set)
    lifes: int = 0
    done: list[tuple[int, str, str, Unit]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.holdings = {holding.key: holding for holding in self.means.holdings}
        self.tapped = {holding.key for holding in self.means.holdings if holding.tapped}
        self.counters = {holding.key: Counter(holding.counters) for holding in self.means.holdings}
        self.own = Counter(self.means.counters)
        self.life, self.hand, self.graveyard = self.means.life, self.means.hand, self.means.graveyard
        pool = _mana(self.means.pool, False) + _mana(self.means.snow_pool, True)
        self.pools: set[_Pool] = {_frozen(pool)}
        self.owed = list(self.bill.units)

    def owes(self, payment: Payment) -> bool:
        """Whether an entry that names no permanent is something this player has to do."""
        match payment:
            case PayLife():
                return self.lifes < self.bill.life or any("P" in symbol for symbol in self.bill.mana)
            case Discard():
                return any(unit.verb == "discard" for unit in self.owed)
            case _:
                return any(unit.verb == "exile" for unit in self.owed)

    def do(self, n: int, payment: Payment) -> None:
        """Carry out one entry."""
        match payment:
            case Activate():
                self._activate(n, payment)
            case Tap(tap=name):
                one = self._present(n, "tap", key(name))
                if one in self.tapped:
                    raise _Refused(n, "tap", f"{shown(one)} is tapped already")
                self.tapped.add(one)
                self.done.append((n, "tap", one, Unit("tap")))
            case Sacrifice(sacrifice=name):
                one = self._present(n, "sacrifice", key(name))
                self.gone[one] = "sacrificed"
                self.done.append((n, "sacrifice", one, Unit("sacrifice")))
            case PutCounter(counter=(name, kind, number)):
                one = self._present(n, "counter", key(name))
                self.done.append((n, "counter", one, Unit("counter", n=number, counter=kind)))
            case PayLife(life=number):
                if number > self.life:
                    raise _Refused(n, "life", f"{self.means.player} has only {self.life} life to pay")
                self.life -= number
                self.lifes += number
            case Discard(discard=number):
                self._cards(n, "discard", number)
            case Exile(exile=int() as number):
                self._cards(n, "exile", number)
            case Exile(exile=cards):
                self._named(n, cards if isinstance(cards, tuple) else (cards,))

    def finish(self) -> None:
        """Everything that is asked for is done, and nothing else (509.1f)."""
        left = self._unmatched()
        if left is not None:
            n, verb, _, _ = left
            raise _Refused(n, verb, "no cost asks for this; a payment must be exact")
        if self._unpaid_units:
            unit = self._unpaid_units[0]
            raise _Refused(None, "", f"too little: {self.means.player} still has to {unit.verb} something")
        readings = [bill for bill in mana_bills(self.bill.mana) if self.bill.life + bill.life == self.lifes]
        if not readings:
            asked = self.bill.life + min((bill.life for bill in mana_bills(self.bill.mana)), default=0)
            word = "little" if self.lifes < asked else "much"
            what = f"too {word}: {self.means.player} pays {self.lifes} life, and {asked} is asked for"
            raise _Refused(None, "", what)
        if not any(_pays(pool, reading) for pool in self.pools for reading in readings):
            mana = "".join(f"{{{symbol}}}" for symbol in self.bill.mana)
            what = f"too little: what {self.means.player} activates does not pay {mana}"
            raise _Refused(None, "", what)

    def _present(self, n: int, step: str, name: str) -> str:
        if name in self.gone:
            raise _Refused(n, step, f"{shown(name)} is {self.gone[name]} already")
        if name not in self.holdings:
            raise _Refused(n, step, f"{shown(name)} is phased out")
        return name

    def _cards(self, n: int, verb: str, number: int) -> None:
        have = self.hand if verb == "discard" else self.graveyard
        if number > have:
            place = "hand" if verb == "discard" else "graveyard"
            raise _Refused(n, verb, f"{self.means.player} has only {have} cards in {place}")
        if verb == "discard":
            self.hand -= number
        else:
            self.graveyard -= number
        self.done += [(n, verb, "", Unit(verb))] * number

    def _named(self, n: int, names: Sequence[str | int]) -> None:
        """Exile cards by name: each of them once, where the board names the cards of the graveyard."""
        self._cards(n, "exile", len(names))
        listed = self.board.player(self.means.player).graveyard
        if not isinstance(listed, tuple):
            return
        for at, name in enumerate(names, start=len(self.done) - len(names)):
            found = (f"graveyard[{m}]" for m, card in enumerate(listed) if card.name == str(name))
            card = next((one for one in found if one not in self.exiled), None)
            if card is None:
                place = f"the graveyard of {self.means.player}"
                raise _Refused(
                    n, "exile", f"{shown(name)} is not in {place}, or only as often as it is exiled already"
                )
            self.exiled.add(card)
            self.done[at] = (n, "exile", card, Unit("exile"))

    # --- mana abilities ---

    def _activate(self, n: int, payment: Activate) -> None:
        name = self._present(n, "activate", key(payment.activate))
        if not self.bill.asks_for_mana:
            what = "no cost contains mana, so no mana ability may be activated (509.1e)"
            raise _Refused(n, "activate", what)
        holding = self.holdings[name]
        sources = [s for s in holding.sources if payment.ability in (None, s.ability)]
        if not sources:
            what = f"{shown(name)} has no mana ability that can be activated"
            if payment.ability is not None and holding.sources:
                raise _Refused(n, "ability", f"{what} with the number {payment.ability}")
            raise _Refused(n, "activate", what)
        fitting = [s for s in sources if payment.add is None or _words(s, payment.add)]
        if not fitting:
            raise _Refused(n, "add", f"{shown(name)} does not add {shown(payment.add)}")
        problems = []
        for source in fitting:
            problem = self._tried(holding, source, payment.add)
            if problem is None:
                return
            problems.append(problem)
        raise _Refused(n, "activate", problems[0])

    def _tried(self, holding: Holding, source: Source, add: str | None) -> str | None:
        """Activate an ability; why that can't be done, or None when it is done."""
        name = holding.key
        if source.taps and name in self.tapped:
            return f"{shown(name)} is tapped already"
        if source.untaps and name not in self.tapped:
            return f"{shown(name)} is not tapped"
        if source.once and (name, source.ability) in self.once:
            return f"{shown(name)} can do that only once each turn"
        if source.life > self.life:
            return f"{self.means.player} has only {self.life} life to pay"
        if any(self.counters[name][kind] < number for kind, number in source.counters):
            return f"{shown(name)} has not enough counters"
        if any(self.own[kind] < number for kind, number in source.energy):
            return f"{self.means.player} has not enough counters"
        left = {after for pool in self.pools for after in _spent(pool, source.mana)}
        if not left:
            return f"nothing pays the cost of {shown(name)}'s own ability yet"
        words = source.outcomes if add is None else _words(source, add)
        self.pools = {
            _frozen(Counter(dict(pool)) + _mana(word, holding.snow)) for pool in left for word in words
        }
        self._paid(holding, source)
        return None

    def _paid(self, holding: Holding, source: Source) -> None:
        """Take what an activation cost takes without a choice; the rest is owed."""
        name = holding.key
        if source.taps:
            self.tapped.add(name)
        if source.untaps:
            self.tapped.discard(name)
        if source.leaves:
            self.gone[name] = "gone"
        if source.once:
            self.once.add((name, source.ability))
        self.life = max(0, self.life - source.life - source.damage)
        self.counters[name].subtract(dict(source.counters))
        self.own.subtract(dict(source.energy))
        self.owed += source.units

    # --- what was done against what is owed ---

    def _unmatched(self) -> tuple[int, str, str, Unit] | None:
        """An entry that pays nothing, after as many as possible were matched with what is owed."""
        holder: dict[int, int] = {}

        def place(entry: int, seen: set[int]) -> bool:
            for m, unit in enumerate(self.owed):
                if m not in seen and _does(self.done[entry], unit):
                    seen.add(m)
                    if m not in holder or place(holder[m], seen):
                        holder[m] = entry
                        return True
            return False

        left = [entry for entry in range(len(self.done)) if not place(entry, set())]
        self._unpaid_units = [unit for m, unit in enumerate(self.owed) if m not in holder]
        return self.done[left[0]] if left else None

    _unpaid_units: list[Unit] = field(default_factory=list)


def _does(done: tuple[int, str, str, Unit], unit: Unit) -> bool:
    _, verb, name, what = done
    if verb != unit.verb:
        return False
    if verb in ("discard", "exile"):
        return not name or unit.cards is None or name in unit.cards
    if name not in unit.among:
        return False
    return verb != "counter" or (what.n, what.counter) == (unit.n, unit.counter)


def _words(source: Source, add: str) -> tuple[str, ...]:
    """The outcomes that are a stated one, whatever the order of its letters."""
    return tuple(word for word in source.outcomes if sorted(word) == sorted(add))


def _mana(word: str, snow: bool) -> Counter[tuple[str, bool]]:
    return Counter((letter, snow) for letter in word)


def _frozen(pool: Counter[tuple[str, bool]]) -> _Pool:
    return frozenset((one, n) for one, n in pool.items() if n)


def _spent(pool: _Pool, symbols: Sequence[str]) -> set[_Pool]:
    """What can be left of a pool after paying symbols with mana."""
    return {
        left for bill in mana_bills(symbols) if not bill.life for left in _without(pool, list(_each(bill)))
    }


def _each(bill: ManaBill) -> Iterator[str]:
    return (kind for kind, n in bill.kinds for _ in range(n))


def _without(pool: _Pool, kinds: Sequence[str]) -> set[_Pool]:
    pools = {pool}
    for kind in kinds:
        pools = {
            _frozen(Counter(dict(one)) - Counter({mana: 1}))
            for one in pools
            for mana, _ in one
            if accepts(kind, *mana)
        }
    return pools


def _pays(pool: _Pool, bill: ManaBill) -> bool:
    """Whether a pool pays a bill: whatever is left over pays generic symbols."""
    kinds = list(_each(bill))
    named = [kind for kind in kinds if kind != "generic"]
    total = sum(n for _, n in pool)
    return total >= len(kinds) and bool(_without(pool, named))
