"""Payments: the search against its plain twin, and what it finds replayed move by move."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockcheck.payment.bill import Bill, Unit, mana_bills
from blockcheck.payment.means import Holding, Means, Source
from blockcheck.payment.paying import Payment, best_payment
from tests.payments import cheapest

KEYS = ("a", "b", "c", "d")
WORDS = st.lists(st.text("WGC", min_size=1, max_size=2), min_size=1, max_size=2, unique=True).map(tuple)
SYMBOLS = st.sampled_from(["0", "1", "1", "2", "W", "G", "C", "W/G", "2/W", "G/P", "S"])
OWN_COSTS = st.sampled_from([(), (), (), ("1",), ("W/G",), ("G",)])
SETS = st.frozensets(st.sampled_from(KEYS), max_size=4)


def units(verbs: list[str]) -> st.SearchStrategy[Unit]:
    """Things to do, with some of the four permanents."""
    return st.builds(
        lambda verb, among: Unit(verb, among if verb not in ("discard", "exile") else frozenset()),
        st.sampled_from(verbs),
        SETS,
    )


SOURCES = st.builds(
    Source,
    ability=st.just(0),
    outcomes=WORDS,
    taps=st.just(True),
    leaves=st.booleans(),
    mana=OWN_COSTS,
    life=st.sampled_from([0, 0, 1]),
    damage=st.sampled_from([0, 0, 1]),
    units=st.lists(units(["tap", "sacrifice"]), max_size=1).map(tuple),
    counters=st.sampled_from([(), (), (("charge", 1),)]),
    once=st.booleans(),
)


@st.composite
def means(draw: st.DrawFn) -> Means:
    """Up to four permanents, some of them alike."""
    kinds = draw(st.lists(st.lists(SOURCES, max_size=1).map(tuple), min_size=1, max_size=2))
    holdings = []
    for name in KEYS[: draw(st.integers(0, 4))]:
        counters = draw(st.sampled_from([{}, {"charge": 1}]))
        tapped, snow = draw(st.sampled_from([(False, False), (False, False), (True, False), (False, True)]))
        holdings.append(Holding(name, tapped, snow, counters, draw(st.sampled_from(kinds))))
    pool = draw(st.text("WGC", max_size=2))
    return Means("bob", pool, draw(st.integers(0, 3)), draw(st.integers(0, 1)), 0, {}, tuple(holdings))


@st.composite
def bills(draw: st.DrawFn) -> Bill:
    """A few symbols, a little life, a thing or two to do."""
    mana = tuple(draw(st.lists(SYMBOLS, max_size=3)))
    wanted = draw(st.lists(units(["tap", "sacrifice", "discard"]), max_size=2))
    return Bill(mana, draw(st.sampled_from([0, 0, 1, 2])), tuple(wanted))


class TestTheSearchAgreesWithItsPlainTwin:
    @given(bill=bills(), having=means())
    @settings(max_examples=150, deadline=None)
    def test_on_random_means_and_bills(self, bill: Bill, having: Means) -> None:
        assert best_payment(bill, having).toll == cheapest(bill, having)

    @pytest.mark.slow
    @given(bill=bills(), having=means())
    @settings(max_examples=4_000, deadline=None)
    def test_on_very_many(self, bill: Bill, having: Means) -> None:
        assert best_payment(bill, having).toll == cheapest(bill, having)


class TestWhatIsFoundCanBeDone:
    @given(bill=bills(), having=means())
    @settings(max_examples=80, deadline=None)
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


def replay(bill: Bill, having: Means, payment: Payment) -> None:
    """Do what a payment says in plain steps, and fail where that can't be done."""
    holdings = {holding.key: holding for holding in having.holdings}
    tapped = {key for key, holding in holdings.items() if holding.tapped}
    gone: set[str] = set()
    pool = Counter(having.pool)
    owed = list(bill.units)
    done: list[tuple[str, str]] = []
    spent = 0
    for entry in payment.entries:
        name = str(next(iter(entry.values())))
        assert name not in gone
        match next(iter(entry)):
            case "activate":
                source = holdings[name].sources[0]
                assert not (source.taps and name in tapped)
                assert entry["add"] in source.outcomes
                tapped |= {name} if source.taps else set()
                gone |= {name} if source.leaves else set()
                pool.update(str(entry["add"]))
                spent += sum(bill.total for bill in list(mana_bills(source.mana))[:1])
                owed += source.units
            case "tap":
                assert name not in tapped
                tapped.add(name)
                done.append(("tap", name))
            case "sacrifice":
                gone.add(name)
                done.append(("sacrifice", name))
            case "discard":
                done.append(("discard", ""))
            case "life":
                assert int(name) <= having.life
    assert sorted(verb for verb, _ in done) == sorted(unit.verb for unit in owed)
    life = sum(int(str(entry["life"])) for entry in payment.entries if "life" in entry)
    asked = min(reading.total for reading in mana_bills(bill.mana) if reading.life + bill.life == life)
    assert pool.total() - spent >= asked


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
