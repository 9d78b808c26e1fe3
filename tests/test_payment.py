"""Payments: the search against its plain twin, and what it finds replayed move by move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from blockcheck.payment.bill import Bill, Unit
from blockcheck.payment.means import Holding, Means, Source
from blockcheck.payment.paying import Payment, Toll, best_payment
from blockcheck.payment.settlement import Entry
from tests.payments import TooMany, cheapest, pools, symbols

KEYS = ("a", "b", "c", "d")
WORDS = st.lists(st.text("WGC", min_size=1, max_size=2), min_size=1, max_size=2, unique=True).map(tuple)
SYMBOLS = st.sampled_from(["0", "1", "1", "2", "W", "G", "C", "W/G", "2/W", "G/P", "S"])
OWN_COSTS = st.sampled_from([(), (), (), ("1",), ("W/G",), ("G",)])
SETS = st.frozensets(st.sampled_from(KEYS), max_size=4)


def units(verbs: list[str]) -> st.SearchStrategy[Unit]:
    """Things to do, with some of the four permanents."""
    return st.builds(
        lambda verb, among, cards: (
            Unit(verb, cards=cards) if verb in ("discard", "exile") else Unit(verb, among)
        ),
        st.sampled_from(verbs),
        SETS,
        st.none() | st.frozensets(st.sampled_from(["graveyard[0]", "graveyard[1]"])),
    )


SOURCES = st.builds(
    lambda symbols, **more: Source(taps=symbols == "T", untaps=symbols == "Q", **more),
    symbols=st.sampled_from(["T", "T", "T", "Q", ""]),
    ability=st.just(0),
    outcomes=WORDS,
    leaves=st.booleans(),
    mana=OWN_COSTS,
    life=st.sampled_from([0, 0, 1]),
    damage=st.sampled_from([0, 0, 1]),
    units=st.lists(units(["tap", "sacrifice"]), max_size=1).map(tuple),
    counters=st.sampled_from([(), (), (("charge", 1),)]),
    energy=st.sampled_from([(), (), (("energy", 1),)]),
    once=st.booleans(),
)


def numbered(sources: list[Source]) -> tuple[Source, ...]:
    """The mana abilities of one permanent."""
    return tuple(replace(source, ability=n) for n, source in enumerate(sources))


@st.composite
def means(draw: st.DrawFn) -> Means:
    """Up to four permanents, some of them alike."""
    kinds = draw(st.lists(st.lists(SOURCES, max_size=2).map(numbered), min_size=1, max_size=2))
    holdings = []
    for name in KEYS[: draw(st.integers(0, 4))]:
        counters = draw(st.sampled_from([{}, {"charge": 1}]))
        tapped, snow = draw(st.sampled_from([(False, False), (False, False), (True, False), (False, True)]))
        holdings.append(Holding(name, tapped, snow, counters, draw(st.sampled_from(kinds))))
    pool, cold = draw(st.text("WGC", max_size=2)), draw(st.text("WG", max_size=1))
    life, hand = draw(st.integers(0, 3)), draw(st.integers(0, 1))
    energy = draw(st.sampled_from([{}, {"energy": 1}]))
    return Means("bob", pool, life, hand, 2, energy, tuple(holdings), cold)


@st.composite
def bills(draw: st.DrawFn) -> Bill:
    """A few symbols, a little life, a thing or two to do."""
    mana = tuple(draw(st.lists(SYMBOLS, max_size=3)))
    wanted = draw(st.lists(units(["tap", "sacrifice", "discard", "exile", "exile"]), max_size=3))
    return Bill(mana, draw(st.sampled_from([0, 0, 1, 2])), tuple(wanted))


def agree(bill: Bill, having: Means) -> bool:
    """Whether the search finds what the plain twin finds, on a board that the twin can walk."""
    try:
        least = cheapest(bill, having)
    except TooMany:
        reject()
    return best_payment(bill, having).toll == least


class TestTheSearchAgreesWithItsPlainTwin:
    @given(bill=bills(), having=means())
    @settings(max_examples=150, deadline=None)
    def test_on_random_means_and_bills(self, bill: Bill, having: Means) -> None:
        assert agree(bill, having)

    @pytest.mark.slow
    @given(bill=bills(), having=means())
    @settings(max_examples=4_000, deadline=None)
    def test_on_very_many(self, bill: Bill, having: Means) -> None:
        assert agree(bill, having)


class TestWhatIsFoundCanBeDone:
    @given(bill=bills(), having=means())
    @settings(max_examples=150, deadline=None)
    def test_move_by_move(self, bill: Bill, having: Means) -> None:
        payment = best_payment(bill, having)
        if payment.is_whole:
            replay(bill, having, payment)


class TestWhatCanBePaidWithMoreCanBePaidWithLess:
    @given(bill=bills(), more=bills(), having=means())
    @settings(max_examples=80, deadline=None)
    def test_every_part_of_a_bill_that_can_be_paid(self, bill: Bill, more: Bill, having: Means) -> None:
        both = Bill(bill.mana + more.mana, bill.life + more.life, bill.units + more.units)
        if best_payment(both, having).is_whole:
            assert best_payment(bill, having).is_whole


class Replay:
    """A payment done in plain steps; it fails where a step can't be done."""

    def __init__(self, bill: Bill, having: Means) -> None:
        self.holdings = {holding.key: holding for holding in having.holdings}
        self.tapped = {key for key, holding in self.holdings.items() if holding.tapped}
        self.counters = Counter({(h.key, kind): n for h in having.holdings for kind, n in h.counters.items()})
        self.counters.update({("bob", kind): n for kind, n in having.counters.items()})
        self.gone: set[str] = set()
        self.once: set[tuple[str, int]] = set()
        self.life, self.hand, self.graveyard = having.life, having.hand, having.graveyard
        floating = [(c, False) for c in having.pool] + [(c, True) for c in having.snow_pool]
        self.pools = {tuple(sorted(floating))}
        self.owed = list(bill.units)
        self.done: list[tuple[str, str]] = []
        self.paid = 0
        self.toll = Toll()

    def do(self, entry: Entry) -> None:
        verb, value = next(iter(entry.items()))
        name = str(value)
        assert name not in self.gone
        match verb:
            case "activate":
                self.activate(self.holdings[name], entry)
            case "tap":
                assert name not in self.tapped
                self.tapped.add(name)
                self.count(taps=1)
            case "sacrifice":
                self.gone.add(name)
                self.count(lost=1)
            case "discard":
                self.hand -= 1
                self.count(cards=1)
            case "exile":
                self.graveyard -= 1
                self.count(cards=1)
            case "life":
                self.life -= int(name)
                self.paid += int(name)
                self.count(life=int(name))
        assert min(self.life, self.hand, self.graveyard) >= 0
        if verb in ("tap", "sacrifice", "discard", "exile"):
            self.done.append((verb, name))

    def activate(self, holding: Holding, entry: Entry) -> None:
        source = holding.sources[int(str(entry.get("ability", 0)))]
        assert not (source.taps and holding.key in self.tapped)
        assert not source.untaps or holding.key in self.tapped
        assert (holding.key, source.ability) not in self.once
        assert entry["add"] in source.outcomes
        gained = [(letter, holding.snow) for letter in str(entry["add"])]
        left = {rest for pool in self.pools for rest in pools(pool, list(source.mana))}
        self.pools = {tuple(sorted([*rest, *gained])) for rest in left}
        self.tapped = (self.tapped | ({holding.key} if source.taps else set())) - (
            {holding.key} if source.untaps else set()
        )
        self.gone |= {holding.key} if source.leaves else set()
        self.once |= {(holding.key, source.ability)} if source.once else set()
        self.counters.subtract({(holding.key, kind): n for kind, n in source.counters})
        self.counters.subtract({("bob", kind): n for kind, n in source.energy})
        assert self.pools
        assert self.life >= source.life
        assert min(self.counters.values(), default=0) >= 0
        self.life = max(source.life, self.life - source.damage) - source.life
        self.owed += source.units
        removed = sum(n for _, n in (*source.counters, *source.energy))
        self.count(
            int(source.leaves), life=source.life + source.damage, counters=removed, taps=int(source.taps)
        )

    def count(self, lost: int = 0, cards: int = 0, life: int = 0, counters: int = 0, taps: int = 0) -> None:
        self.toll = self.toll.plus(Toll(0, lost, cards, life, counters, taps))


def replay(bill: Bill, having: Means, payment: Payment) -> None:
    """Do what a payment says and check that it pays everything, once, and costs what it says."""
    replayed = Replay(bill, having)
    for entry in payment.entries:
        replayed.do(entry)
    assert len(replayed.done) == len(replayed.owed)
    assert any(
        all(does(done, unit) for done, unit in zip(replayed.done, order, strict=True))
        for order in permutations(replayed.owed)
    )
    asked = (0, replayed.paid - bill.life)
    assert any(asked in symbols(pool, list(bill.mana)) for pool in replayed.pools)
    assert replayed.toll == payment.toll


def does(done: tuple[str, str], unit: Unit) -> bool:
    """Whether a step is what a unit asks for."""
    verb, name = done
    return verb == unit.verb and (verb in ("discard", "exile") or name in unit.among)


class TestAPaymentKeepsAsMuchAsPossible:
    def test_lands_are_tapped_before_a_token_is_sacrificed(self) -> None:
        treasure = Holding("treasure", sources=(Source(0, ("G",), leaves=True),))
        forest = Holding("forest", sources=(Source(0, ("G",)),))
        payment = best_payment(Bill(("1",)), Means("bob", holdings=(treasure, forest)))
        assert payment.entries == ({"activate": "forest", "add": "G"},)

    def test_mana_rather_than_life(self) -> None:
        forest = Holding("forest", sources=(Source(0, ("G",)),))
        payment = best_payment(Bill(("G/P",)), Means("bob", life=20, holdings=(forest,)))
        assert payment.entries == ({"activate": "forest", "add": "G"},)

    def test_floating_mana_before_anything(self) -> None:
        forest = Holding("forest", sources=(Source(0, ("G",)),))
        assert best_payment(Bill(("1",)), Means("bob", pool="G", holdings=(forest,))).entries == ()

    def test_one_permanent_for_two_mana_rather_than_two(self) -> None:
        forest = Holding("forest", sources=(Source(0, ("G",)),))
        swamp = Holding("swamp", sources=(Source(0, ("B",)),))
        ring = Holding("ring", sources=(Source(0, ("CC",)),))
        payment = best_payment(Bill(("2",)), Means("bob", holdings=(forest, swamp, ring)))
        assert payment.entries == ({"activate": "ring", "add": "CC"},)

    def test_what_was_tapped_for_mana_is_sacrificed(self) -> None:
        elf = Holding("elf", sources=(Source(0, ("G",)),))
        cat = Holding("cat")
        bill = Bill(("G",), units=(Unit("sacrifice", frozenset({"elf", "cat"})),))
        payment = best_payment(bill, Means("bob", holdings=(elf, cat)))
        assert payment.entries == ({"activate": "elf", "add": "G"}, {"sacrifice": "elf"})


class TestManyPermanentsCostLittle:
    def test_forty_lands_of_every_kind(self) -> None:
        words = [("W",), ("U",), ("B",), ("R",), ("G",), ("W", "U"), ("C",), ("W", "U", "B", "R", "G")]
        lands = tuple(Holding(f"l{n}", sources=(Source(0, words[n % len(words)]),)) for n in range(40))
        assert best_payment(Bill(("20", "G", "W", "W")), Means("bob", holdings=lands)).is_whole
        short = best_payment(Bill(("50",)), Means("bob", holdings=lands))
        assert (short.lack.mana, short.toll.missing) == ("{10}", 10)
