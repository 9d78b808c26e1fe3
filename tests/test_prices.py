"""Bounds by prices: a flow filled best, and what its prices prove of a theory."""

import itertools
from collections.abc import Iterator
from random import Random

import pytest

from blockcheck.ask import Ask, Found, Goal, Nothing
from blockcheck.askers.enumerate import declarations
from blockcheck.askers.flow import NEVER, UNIT, Flow, Source, steps
from blockcheck.askers.grid import matters
from blockcheck.askers.prices import Prices
from blockcheck.askers.small import looked_through
from blockcheck.askers.tables import Tables
from blockcheck.theory import Declaration, Pair, bits
from tests.theories import crowd, parse, text_of, theory
from tests.twins import best_of


def network(random: Random) -> tuple[list[Source], list[list[int]], int | None]:
    """A few creatures, some alike, some that may block several attackers, and what blocks of an attacker bring."""
    attackers = range(random.randint(1, 3))
    slots = [
        sorted((random.randint(0, 3) for _ in range(random.randint(0, 3))), reverse=True) for _ in attackers
    ]
    sources, members = [], 0
    while members < random.randint(2, 4):
        size = random.randint(1, 2)
        most = 1 if size > 1 else random.randint(1, 2)
        gains = {a: random.randint(-1, 3) for a in attackers if random.random() < 0.8}
        once = random.randint(0, 2) if most > 1 else 0
        sources.append(Source((1 << size) - 1 << members, most, gains, once))
        members += size
    return sources, slots, random.choice((None, 0, 1, 2))


def fillings(sources: list[Source]) -> Iterator[frozenset[Pair]]:
    """Every way to fill a network, whatever its slots."""
    ways = [
        [
            [(b, a) for a in way]
            for k in range(source.most + 1)
            for way in itertools.combinations(source.gains, k)
        ]
        for source in sources
        for b in bits(source.members)
    ]
    return (frozenset(itertools.chain.from_iterable(filling)) for filling in itertools.product(*ways))


def brought(
    sources: list[Source], slots: list[list[int]], total: int | None, pairs: frozenset[Pair]
) -> int | None:
    """What pairs bring, by definition; None where there is no room for them."""
    numbers = [sum(a == attacker for _, a in pairs) for attacker in range(len(slots))]
    if any(number > len(slots[a]) for a, number in enumerate(numbers)):
        return None
    if total is not None and len(pairs) > total:
        return None
    owner = {b: source for source in sources for b in bits(source.members)}
    own = sum(owner[b].gains[a] for b, a in pairs) + sum(owner[b].once for b in {b for b, _ in pairs})
    return own + sum(sum(slots[a][:number]) for a, number in enumerate(numbers))


class TestAFlow:
    def test_brings_as_much_as_any_filling_and_its_prices_prove_it(self) -> None:
        for seed in range(400):
            sources, slots, total = network(Random(seed))
            flow = Flow(sources, slots, total)
            values = [brought(sources, slots, total, pairs) for pairs in fillings(sources)]
            most = max(value for value in values if value is not None)
            assert brought(sources, slots, total, frozenset(flow.pairs())) == most, seed
            assert most == bound(sources, slots, total, flow), seed


def bound(sources: list[Source], slots: list[list[int]], total: int | None, flow: Flow) -> int:
    """What each creature and each attacker can get at the prices of a flow."""
    prices = [price - flow.toll for price in flow.prices]
    most = sum(source.best(prices, 0) * source.members.bit_count() for source in sources)
    for price, column in zip(flow.prices, slots, strict=True):
        most += max(sum(column[:number]) - price * number for number in range(len(column) + 1))
    return most + flow.toll * (total or 0)


class TestWhatNumbersAreWorth:
    @pytest.mark.parametrize(
        ("worth", "expected"),
        [
            ([0, 1, 1, 1], [UNIT, 0, 0]),
            ([0, NEVER, 1, 1], [UNIT // 2, UNIT // 2, 0]),
            ([0, NEVER, NEVER, 2], [2 * UNIT // 3] * 3),
            ([0, 2, NEVER, NEVER], [2 * UNIT]),
            ([1, 0, 0], [0, 0]),
            ([0, NEVER], []),
        ],
    )
    def test_becomes_concave(self, worth: list[int], expected: list[int]) -> None:
        assert steps(worth, UNIT) == expected


class TestABound:
    @pytest.mark.parametrize("make", [theory, crowd])
    def test_is_never_below_the_maximum(self, make: object) -> None:
        for seed in range(200):
            whole = theory(seed) if make is theory else crowd(seed)
            ask = Ask(whole, allowed=frozenset(), goal=Goal.OBEYED)
            expected = best_of(ask, list(declarations(whole)))
            assert expected is not None
            assert expected[0] <= Prices(Tables(ask, matters(ask))).bound, f"{seed}\n{text_of(whole)}"

    @pytest.mark.parametrize(
        ("lines", "size", "maximum"),
        [
            # Two attackers want the only creature that may block either.
            (["requirement each attacker: pairs(0 x 0,1) >= 1"], (1, 2), 1),
            # Three attackers want two creatures, and nobody can please one without leaving another.
            (["requirement each attacker: pairs(0,1 x *) >= 1"], (2, 3), 2),
            # Whom two creatures please together costs a lure for each of them.
            (
                [
                    "restriction each attacker: if any(* x 1) then pairs(* x 1) >= 2",
                    "requirement each pair: pairs(* x 0) >= 1",
                    "requirement: pairs(* x 1) >= 1",
                ],
                (3, 2),
                3,
            ),
            # Only two may block, however much is asked of all.
            (["restriction: blockers(* x *) <= 2", "requirement each blocker: pairs(* x *) >= 1"], (4, 2), 2),
        ],
    )
    def test_is_reached(self, lines: list[str], size: tuple[int, int], maximum: int) -> None:
        ask = Ask(parse(["restriction each blocker: pairs(* x *) <= 1", *lines], *size), goal=Goal.OBEYED)
        answer = looked_through(ask)
        assert isinstance(answer, Found)
        assert (answer.value, answer.proof) == (maximum, "bound: each group of requirements at its own most")
        assert looked_through(Ask(ask.theory, floor=maximum + 1)) == Nothing("bound: so many can't be obeyed")

    def test_of_creatures_that_may_block_several_attackers_keeps_to_how_many_may_block(self) -> None:
        lines = [
            "restriction each blocker: pairs(* x *) <= 2",
            "restriction: blockers(* x *) <= 1",
            "requirement each pair: pairs(* x *) >= 1",
        ]
        ask = Ask(parse(lines, 3, 3), goal=Goal.OBEYED)
        assert Prices(Tables(ask, matters(ask))).bound == 2

    def test_says_which_it_was(self) -> None:
        plain = parse(["restriction each blocker: pairs(* x *) <= 1"], 3, 2)
        assert looked_through(Ask(plain, goal=Goal.OBEYED)) == Found(frozenset(), 0, "bound: no requirements")
        wanted = parse(["requirement: pairs(* x *) >= 1"], 1, 1)
        everyone: Declaration = frozenset({(0, 0)})
        answer = looked_through(Ask(wanted, goal=Goal.OBEYED))
        assert answer == Found(everyone, 1, "bound: every requirement obeyed")
