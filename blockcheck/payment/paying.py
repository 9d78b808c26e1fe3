"""Can a bill be paid, and how? An exact search over what a player's means can become (509.1e-f).

Mana abilities first, then the payments. Permanents that are alike for the bill are counted, mana that no symbol tells apart is one kind,
and what would be left over is not made: what remains is small. The cheapest payment by :class:`Toll` comes first, so the first one
reached is the one that keeps most; where nothing is enough, it is the one that comes nearest.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from blockcheck.payment.bill import GENERIC, SNOW, Bill, ManaBill, Unit, accepts, mana_bills
from blockcheck.payment.means import Holding, Means, Source
from blockcheck.payment.settlement import Entry
from blockcheck.values import dataclass

NODES = 60_000
"""How many states are looked at before the question is left open: about two seconds of work."""

Pool: TypeAlias = tuple[int, ...]
Stock: TypeAlias = tuple[int, ...]


class TooMany(Exception):
    """The search was given up after :data:`NODES` states."""


class Toll(NamedTuple):
    """What a payment costs its player, the worst first: what is missing, permanents lost, cards, life, counters, taps."""

    missing: int = 0
    lost: int = 0
    cards: int = 0
    life: int = 0
    counters: int = 0
    taps: int = 0

    def plus(self, other: Toll) -> Toll:
        """The sum."""
        return Toll(*(a + b for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Lack:
    """What is missing: mana symbols (with braces), life, and units."""

    mana: str = ""
    life: int = 0
    units: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """The payment that keeps most, entry by entry in the form of a declaration's ``pay``; ``lack`` is what it comes short of."""

    entries: tuple[Entry, ...]
    lack: Lack
    toll: Toll

    @property
    def is_whole(self) -> bool:
        """Whether everything is paid: partial payments are not allowed (509.1f)."""
        return self.toll.missing == 0


def best_payment(bill: Bill, means: Means) -> Payment:
    """The payment that keeps as much as possible, or the one that comes nearest.

    Fewest permanents lost, then cards, life and counters, then fewest permanents tapped; of equals the first in board order.

    Raises:
        TooMany: the search was given up.
    """
    found: list[tuple[Toll, Payment]] = []
    for reading in mana_bills(bill.mana):
        beat = min((toll for toll, _ in found), default=None)
        payment = _Search(bill, reading, means, beat).run()
        if payment is not None:
            found.append((payment.toll, payment))
    return min(found, key=lambda pair: pair[0])[1]


def most_mana(means: Means, wanted: int) -> int:
    """So much mana at most can be made of means, as far as ``wanted``: whatever its types, and whatever it costs."""
    bill = Bill((str(wanted),))
    (reading,) = mana_bills(bill.mana)
    return wanted - _Search(bill, reading, means, None).missing


# --- what is alike ---------------------------------------------------------------------------------------------------------


class _Kind(NamedTuple):
    """Permanents that are alike for a bill; ``options`` are the mana abilities of each of them."""

    keys: tuple[str, ...]
    tapped: bool
    snow: bool
    sources: tuple[Source, ...]
    counters: tuple[tuple[str, int], ...]


class _Cards(NamedTuple):
    """Cards of a zone that are alike for a bill: ``fits`` says which of the sets that units ask for they are in."""

    zone: str
    fits: tuple[bool, ...]


def _kinds(bill: Bill, means: Means, collapse: _Collapse) -> tuple[_Kind, ...]:
    """The player's permanents by what they are good for; one whose counters or turns are counted stands alone."""
    units = [*bill.units, *(u for h in means.holdings for s in h.sources for u in s.units)]
    sets = list(dict.fromkeys(unit.among for unit in units))
    together: dict[object, list[Holding]] = {}
    for holding in means.holdings:
        uses = tuple(source for source in holding.sources if bill.asks_for_mana)
        fits = tuple(holding.key in among for among in sets)
        if not uses and not any(fits):
            continue
        counted = any(source.counters or source.once for source in uses)
        like = tuple(_like(source, holding, collapse) for source in uses)
        alone = holding.key if counted else ""
        together.setdefault((holding.tapped, fits, like, alone), []).append(holding)
    return tuple(_kind(group, bill.asks_for_mana) for group in together.values())


def _kind(group: list[Holding], with_sources: bool) -> _Kind:
    first = group[0]
    counters = tuple(sorted(first.counters.items())) if len(group) == 1 else ()
    sources = first.sources if with_sources else ()
    return _Kind(tuple(holding.key for holding in group), first.tapped, first.snow, sources, counters)


def _like(source: Source, holding: Holding, collapse: _Collapse) -> object:
    """What a mana ability comes to, with mana that nothing tells apart made equal."""
    pools = frozenset(collapse.pool(word, holding.snow) for word in source.outcomes)
    return (pools, *(getattr(source, name) for name in _OTHERWISE))


_OTHERWISE = tuple(name for name in Source.__match_args__ if name not in ("ability", "outcomes"))


class _Collapse:
    """Mana by which symbols it pays: a pool is how much there is of each such kind, never more than could be used."""

    def __init__(self, reading: ManaBill, means: Means) -> None:
        sources = [source for holding in means.holdings for source in holding.sources]
        own = [bill for source in sources for bill in mana_bills(source.mana)]
        self.symbols = tuple(sorted({kind for bill in (reading, *own) for kind, _ in bill.kinds}))
        signatures = {self._signature(letter, snow) for letter in "WUBRGC" for snow in (False, True)}
        self.signatures = tuple(sorted(signatures))
        self._place = {signature: n for n, signature in enumerate(self.signatures)}
        dearest = max((bill.total for bill in own), default=0)
        self.most = (reading.total + 1) * (1 + dearest) + sum(bill.total for bill in own)

    def _signature(self, letter: str, snow: bool) -> tuple[bool, ...]:
        return tuple(accepts(kind, letter, snow) for kind in self.symbols)

    def pool(self, word: str, snow: bool) -> Pool:
        """Mana as a pool."""
        counts = [0] * len(self.signatures)
        for letter, n in Counter(word).items():
            counts[self._place[self._signature(letter, snow)]] += n
        return tuple(min(n, self.most) for n in counts)

    def added(self, one: Pool, other: Pool) -> Pool:
        """Two pools together."""
        return tuple(min(a + b, self.most) for a, b in zip(one, other, strict=True))

    def takers(self, kind: str) -> tuple[int, ...]:
        """The places of the mana that pays a symbol."""
        at = self.symbols.index(kind)
        return tuple(n for n, signature in enumerate(self.signatures) if signature[at])


# --- the search ------------------------------------------------------------------------------------------------------------


class _Node(NamedTuple):
    """A state: ``stage`` -1 while mana abilities are activated, then how many units are paid."""

    stage: int
    pool: Pool
    stock: Stock


class _Step(NamedTuple):
    """One thing done: ``what`` is activate, tap, sacrifice …, ``kind`` and ``tapped`` say with which permanent."""

    what: str
    kind: int = -1
    tapped: bool = False
    source: int = -1
    word: Pool = ()
    n: int = 1
    counter: str = ""


_Way: TypeAlias = tuple[Stock, Toll, tuple[_Step, ...]]


@dataclass
class _Search:
    """The search for one bill under one reading of its mana symbols; ``beat`` is a toll that is not worth exceeding."""

    bill: Bill
    reading: ManaBill
    means: Means
    beat: Toll | None
    _from: dict[_Node, tuple[_Node, tuple[_Step, ...]] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.collapse = _Collapse(self.reading, self.means)
        self.kinds = _kinds(self.bill, self.means, self.collapse)
        self.units = tuple(sorted(self.bill.units, key=lambda unit: _ORDER.index(unit.verb)))
        self.life = self.bill.life + self.reading.life
        self.wanted = Counter(dict(self.reading.kinds))
        self.unpaid = lru_cache(maxsize=None)(self._unpaid)

    @cached_property
    def places(self) -> dict[object, int]:
        """Where in a stock a thing is counted: untapped and tapped permanents of each kind first."""
        places: dict[object, int] = {}
        for n, kind in enumerate(self.kinds):
            places[n, False], places[n, True] = 2 * n, 2 * n + 1
            for counter, _ in kind.counters:
                places["counter", n, counter] = 0
            for m, source in enumerate(kind.sources):
                if source.once:
                    places["once", n, m] = 0
        for thing in ("life", *self.cards, *(("player", kind) for kind in self.means.counters)):
            places[thing] = 0
        return {thing: n for n, thing in enumerate(places)}

    @cached_property
    def asked_for(self) -> tuple[frozenset[str], ...]:
        """The sets of cards that units ask for."""
        return tuple(dict.fromkeys(unit.cards for unit in self.units if unit.cards is not None))

    @cached_property
    def cards(self) -> dict[_Cards, int]:
        """How many cards there are of each kind."""
        having = {"hand": self.means.hand, "graveyard": self.means.graveyard}
        named = frozenset[str]().union(*self.asked_for)
        kinds = Counter(
            _Cards(key.partition("[")[0], tuple(key in cards for cards in self.asked_for)) for key in named
        )
        for zone, number in having.items():
            of_zone = sum(n for kind, n in kinds.items() if kind.zone == zone)
            kinds[_Cards(zone, (False,) * len(self.asked_for))] += number - of_zone
        return dict(sorted(kinds.items()))

    def start(self) -> _Node:
        """The state before anything is done."""
        stock = [0] * len(self.places)
        for n, kind in enumerate(self.kinds):
            stock[self.places[n, kind.tapped]] = len(kind.keys)
            for counter, number in kind.counters:
                stock[self.places["counter", n, counter]] = number
            for m, source in enumerate(kind.sources):
                if source.once:
                    stock[self.places["once", n, m]] = 1
        stock[self.places["life"]] = self.means.life
        for cards, number in self.cards.items():
            stock[self.places[cards]] = number
        for counter, number in self.means.counters.items():
            stock[self.places["player", counter]] = number
        pool = self.collapse.pool(self.means.pool, False)
        return _Node(
            -1, self.collapse.added(pool, self.collapse.pool(self.means.snow_pool, True)), tuple(stock)
        )

    def run(self) -> Payment | None:
        """The payment with the least toll; None where none is below ``beat``."""
        start = self.start()
        tolls = {start: Toll()}
        self._from = {start: None}
        heap = [(self._at_least(start), 0, 0, start, Toll())]
        pushed = looked_at = 0
        while heap:
            least, depth, _, node, toll = heapq.heappop(heap)
            if toll > tolls[node]:
                continue
            if self.beat is not None and least >= self.beat:
                return None
            if node.stage == len(self.units):
                return self._payment(node, toll)
            looked_at += 1
            if looked_at > NODES:
                raise TooMany
            for after, more, steps in self._next(node):
                total = toll.plus(more)
                if after not in tolls or total < tolls[after]:
                    pushed += 1
                    tolls[after] = total
                    self._from[after] = (node, steps)
                    least = total.plus(self._at_least(after))
                    heapq.heappush(heap, (least, depth - 1, pushed, after, total))
        return None

    def _at_least(self, node: _Node) -> Toll:
        """What is still to come at least: mana that nothing can make is missing, all other needs activations."""
        if node.stage >= 0:
            return Toll()
        short = self.unpaid(node.pool).total() - self.missing
        return Toll(missing=self.missing, taps=-(-max(0, short) // self.largest) if self.largest else 0)

    @cached_property
    def missing(self) -> int:
        """So much mana is missing whatever is done: with every permanent giving all it could, of any type it could."""
        supplies = [*zip(self.collapse.signatures, self.start().pool, strict=True)]
        for kind in self.kinds:
            for sources in _apart(kind.sources):
                words = [self.collapse.pool(word, kind.snow) for s in sources for word in s.outcomes]
                most = max((sum(word) for word in words), default=0) * len(kind.keys)
                again = any(s.untaps for s in kind.sources)
                free = any(not (s.taps or s.leaves or s.once) for s in sources) or again
                supplies.append((self._any_of(words), self.collapse.most if free else most))
        return self._short_of(supplies).total()

    def _any_of(self, words: list[Pool]) -> tuple[bool, ...]:
        """The symbols that some mana of some word pays."""
        of = [
            signature
            for word in words
            for n, signature in zip(word, self.collapse.signatures, strict=True)
            if n
        ]
        return tuple(any(column) for column in zip(*of, strict=True)) or (False,) * len(self.collapse.symbols)

    @cached_property
    def untapping(self) -> bool:
        """Whether a mana ability could serve for more than its mana: it untaps what something else then taps."""
        sources = [source for kind in self.kinds for source in kind.sources]
        taps = any(unit.verb == "tap" for unit in (*self.units, *(u for s in sources for u in s.units)))
        return taps and any(source.untaps for source in sources)

    @cached_property
    def largest(self) -> int:
        """The most mana that one tap adds; 0 where some mana needs neither a tap nor anything worse."""
        free = False
        most = 1
        for kind in self.kinds:
            for source in kind.sources:
                most = max(most, *map(len, source.outcomes))
                cost = source.leaves or source.life or source.damage or source.units or source.counters
                free = free or not (source.taps or cost or source.energy)
        return 0 if free else most

    def _next(self, node: _Node) -> Iterator[tuple[_Node, Toll, tuple[_Step, ...]]]:
        if node.stage >= 0:
            unit = self.units[node.stage]
            for stock, toll, steps in self._pay(unit, node.stock):
                yield node._replace(stage=node.stage + 1, stock=stock), toll, steps
            yield node._replace(stage=node.stage + 1), Toll(missing=1), (_Step("lack", node.stage),)
            return
        missing = self.unpaid(node.pool).total()
        if missing or self.untapping:
            yield from self._activations(node)
        yield self._settled(node, missing)

    def _settled(self, node: _Node, missing: int) -> tuple[_Node, Toll, tuple[_Step, ...]]:
        """Mana and life paid: from here on nothing is activated any more."""
        at = self.places["life"]
        paid = min(self.life, node.stock[at])
        stock = (*node.stock[:at], node.stock[at] - paid, *node.stock[at + 1 :])
        lack = self.life - paid
        steps = (*((_Step("life", n=paid),) if paid else ()), *((_Step("no life", n=lack),) if lack else ()))
        mana = (_Step("mana", word=node.pool),)
        return _Node(0, (), stock), Toll(missing=missing + lack, life=paid), (*mana, *steps)

    def _unpaid(self, pool: Pool) -> Counter[str]:
        """The mana that a pool leaves unpaid."""
        return self._short_of(list(zip(self.collapse.signatures, pool or self._empty, strict=True)))

    @cached_property
    def _empty(self) -> Pool:
        return (0,) * len(self.collapse.signatures)

    def _short_of(self, supplies: list[tuple[tuple[bool, ...], int]]) -> Counter[str]:
        """The fewest symbols that mana leaves unpaid, each supply with the symbols it pays; the rest pays generic ones."""
        takers = {
            kind: [at for at, (pays, _) in enumerate(supplies) if pays[self.collapse.symbols.index(kind)]]
            for kind in self.wanted
        }
        single = [kind for kind, n in self.wanted.items() if kind != GENERIC for _ in range(n)]
        holder: dict[int, list[int]] = {}

        def place(symbol: int, seen: set[int]) -> bool:
            for at in takers[single[symbol]]:
                if at in seen or not supplies[at][1]:
                    continue
                seen.add(at)
                held = holder.setdefault(at, [])
                if len(held) < supplies[at][1]:
                    held.append(symbol)
                    return True
                for n, other in enumerate(held):
                    if place(other, seen):
                        held[n] = symbol
                        return True
            return False

        unpaid = Counter(single[n] for n in range(len(single)) if not place(n, set()))
        spare = sum(n for _, n in supplies) - (len(single) - unpaid.total())
        generic = self.wanted[GENERIC] - spare
        return unpaid + Counter({GENERIC: max(0, generic)})

    # --- mana abilities ---

    def _activations(self, node: _Node) -> Iterator[tuple[_Node, Toll, tuple[_Step, ...]]]:
        for n, kind in enumerate(self.kinds):
            for m, source in enumerate(kind.sources):
                for stock, toll, steps in self._costs(n, m, source, node.stock):
                    pools = {self.collapse.pool(word, kind.snow): None for word in source.outcomes}
                    for left in self._spent(source, node.pool):
                        for gain in pools:
                            after = _Node(-1, self.collapse.added(left, gain), stock)
                            yield after, toll, (steps[0]._replace(word=gain), *steps[1:])

    def _costs(self, n: int, m: int, source: Source, stock: Stock) -> Iterator[_Way]:
        """The ways to pay an activation cost, its mana left aside."""
        states = [False] if source.taps else [True] if source.untaps else [True, False]
        for tapped in states:
            if not stock[self.places[n, tapped]]:
                continue
            taken = self._take(n, m, source, stock, tapped)
            if taken is None:
                continue
            base, toll = taken
            first = _Step("activate", n, tapped, m)
            ways: list[_Way] = [(base, toll, (first,))]
            for unit in source.units:
                ways = [
                    (after, before.plus(more), (*steps, *also))
                    for held, before, steps in ways
                    for after, more, also in self._pay(unit, held)
                ]
            yield from ways

    def _take(self, n: int, m: int, source: Source, stock: Stock, tapped: bool) -> tuple[Stock, Toll] | None:
        """The stock after the parts of an activation cost that leave no choice; None where it can't be paid."""
        change: Counter[int] = Counter()
        if source.leaves or source.taps or source.untaps:
            change[self.places[n, tapped]] -= 1
        if (source.taps or source.untaps) and not source.leaves:
            change[self.places[n, not tapped]] += 1
        if source.once:
            change[self.places["once", n, m]] -= 1
        for counter, number in source.counters:
            change[self.places.get(("counter", n, counter), -1)] -= number
        for counter, number in source.energy:
            change[self.places.get(("player", counter), -1)] -= number
        if -1 in change:
            return None
        change[self.places["life"]] -= source.life
        after = list(stock)
        for at, by in change.items():
            after[at] += by
        if min(after) < 0:
            return None
        after[self.places["life"]] = max(0, after[self.places["life"]] - source.damage)
        counters = sum(number for _, number in (*source.counters, *source.energy))
        toll = Toll(lost=int(source.leaves), life=source.life + source.damage, counters=counters)
        return tuple(after), toll._replace(taps=int(source.taps))

    def _spent(self, source: Source, pool: Pool) -> list[Pool]:
        """What can be left of a pool when the mana of an activation cost has been paid from it."""
        found: dict[Pool, None] = {}
        for bill in mana_bills(source.mana):
            if bill.life:
                continue
            pools = {pool: None}
            for kind, n in bill.kinds:
                for _ in range(n):
                    pools = {
                        (*one[:at], one[at] - 1, *one[at + 1 :]): None
                        for one in pools
                        for at in self.collapse.takers(kind)
                        if one[at]
                    }
            found |= pools
        return list(found)

    # --- units ---

    def _pay(self, unit: Unit, stock: Stock) -> Iterator[_Way]:
        """The ways to do one thing: with a permanent of each kind that fits, or with a card."""
        match unit.verb:
            case "discard" | "exile":
                yield from self._pay_card(unit, stock)
            case "tap":
                for n in self._fitting(unit):
                    if stock[self.places[n, False]]:
                        moved = {self.places[n, False]: -1, self.places[n, True]: 1}
                        yield _changed(stock, moved), Toll(taps=1), (_Step("tap", n),)
            case "sacrifice" | "return":
                for n in self._fitting(unit):
                    for tapped in (True, False):
                        if stock[self.places[n, tapped]]:
                            gone = {self.places[n, tapped]: -1}
                            yield _changed(stock, gone), Toll(lost=1), (_Step(unit.verb, n, tapped),)
            case "counter":
                for n in self._fitting(unit):
                    for tapped in (True, False):
                        if stock[self.places[n, tapped]]:
                            step = _Step("counter", n, tapped, n=unit.n, counter=unit.counter)
                            yield stock, Toll(counters=unit.n), (step,)

    def _pay_card(self, unit: Unit, stock: Stock) -> Iterator[_Way]:
        for cards in self.cards:
            at = self.places[cards]
            if stock[at] and self._is_asked_for(cards, unit):
                yield _changed(stock, {at: -1}), Toll(cards=1), (_Step(unit.verb),)

    def _is_asked_for(self, cards: _Cards, unit: Unit) -> bool:
        in_place = cards.zone == ("hand" if unit.verb == "discard" else "graveyard")
        return in_place and (unit.cards is None or cards.fits[self.asked_for.index(unit.cards)])

    def _fitting(self, unit: Unit) -> Iterator[int]:
        return (n for n, kind in enumerate(self.kinds) if kind.keys[0] in unit.among)

    # --- from states back to entries ---

    def _payment(self, node: _Node, toll: Toll) -> Payment:
        steps: list[_Step] = []
        at: _Node | None = node
        while at is not None and (before := self._from[at]) is not None:
            steps[:0] = before[1]
            at = before[0]
        told = _Telling(self, steps)
        return Payment(told.entries(), told.lack(), toll)


_ORDER = ("tap", "counter", "discard", "exile", "sacrifice", "return")
"""Payments are made in any order (509.1f): what is tapped can still be sacrificed."""


def _apart(sources: tuple[Source, ...]) -> Iterator[list[Source]]:
    """Mana abilities of one permanent, of which each part is good for one activation: {T}, leaving, and any other alone."""
    yield [source for source in sources if source.taps]
    yield [source for source in sources if source.leaves and not source.taps]
    yield from ([source] for source in sources if not source.taps and not source.leaves)


def _changed(stock: Stock, by: Mapping[int, int]) -> Stock:
    return tuple(number + by.get(at, 0) for at, number in enumerate(stock))


class _Telling:
    """Steps told with the ids of permanents: of those that are alike the first on the board that has not been used."""

    def __init__(self, search: _Search, steps: list[_Step]) -> None:
        self.search, self.steps = search, steps
        self.held = {
            (n, tapped): list(kind.keys) if kind.tapped is tapped else []
            for n, kind in enumerate(search.kinds)
            for tapped in (False, True)
        }
        self.holdings = {holding.key: holding for holding in search.means.holdings}

    def entries(self) -> tuple[Entry, ...]:
        """The payment in the form of a declaration's ``pay``."""
        told: list[Entry] = []
        for step in self.steps:
            match step.what:
                case "activate":
                    told.append(self._activated(step))
                case "tap":
                    key = self._moved(step.kind, False, True)
                    told.append({"tap": key})
                case "sacrifice" | "return":
                    told.append({step.what: self._moved(step.kind, step.tapped, None)})
                case "counter":
                    key = self.held[step.kind, step.tapped][0]
                    told.append({"counter": (key, step.counter, step.n)})
                case "life":
                    told.append({"life": step.n})
                case "discard" | "exile":
                    told.append({step.what: 1})
        return tuple(told)

    def lack(self) -> Lack:
        """What is missing."""
        search = self.search
        units = tuple(search.units[step.kind] for step in self.steps if step.what == "lack")
        life = sum(step.n for step in self.steps if step.what == "no life")
        pool = next((step.word for step in self.steps if step.what == "mana"), ())
        return Lack(_as_symbols(search.unpaid(pool)), life, units)

    def _activated(self, step: _Step) -> Entry:
        source = self.search.kinds[step.kind].sources[step.source]
        if source.taps or source.untaps:
            key = self._moved(step.kind, step.tapped, None if source.leaves else not step.tapped)
        elif source.leaves:
            key = self._moved(step.kind, step.tapped, None)
        else:
            key = self.held[step.kind, step.tapped][0]
        holding = self.holdings[key]
        own = holding.sources[step.source]
        collapse = self.search.collapse
        word = next(word for word in own.outcomes if collapse.pool(word, holding.snow) == step.word)
        several = {"ability": own.ability} if len(holding.sources) > 1 else {}
        return {"activate": key, **several, "add": word}

    def _moved(self, kind: int, tapped: bool, to: bool | None) -> str:
        key = self.held[kind, tapped].pop(0)
        if to is not None:
            self.held[kind, to].append(key)
        return key


def _as_symbols(unpaid: Mapping[str, int]) -> str:
    """Mana that is missing, as symbols: generic first."""
    generic = unpaid.get(GENERIC, 0)
    others = [
        ("{S}" if kind == SNOW else f"{{{'/'.join(kind)}}}") * n
        for kind, n in sorted(unpaid.items())
        if kind != GENERIC
    ]
    return (f"{{{generic}}}" if generic else "") + "".join(others)
