"""The plain twin of the payment search: every order of everything a player could do, one permanent and one mana at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from blockcheck.payment.bill import Bill, Unit
from blockcheck.payment.means import Means, Source
from blockcheck.payment.paying import Toll

NOTHING = Toll()
MANY = 4_000
"""More states than this the plain twin does not walk: a few random boards have millions."""
Mana = tuple[str, bool]
"""A letter, and whether its source is snow."""


class TooMany(Exception):
    """The plain twin would need too long."""


@dataclass(frozen=True)
class State:
    """What one player has left."""

    pool: tuple[Mana, ...]
    tapped: frozenset[str]
    gone: frozenset[str]
    once: frozenset[tuple[str, int]]
    counters: tuple[tuple[str, int], ...]
    life: int
    hand: tuple[str, ...]
    graveyard: tuple[str, ...]
    toll: Toll = NOTHING


def cheapest(bill: Bill, means: Means) -> Toll:
    """The least toll of all payments, whole or not; TooMany if there are too many to walk."""
    return min(toll for state in reachable(bill, means) for toll in settled(bill, means, state))


def reachable(bill: Bill, means: Means) -> set[State]:
    """Every state that mana abilities lead to."""
    pool = tuple(sorted([(c, False) for c in means.pool] + [(c, True) for c in means.snow_pool]))
    counters = [
        (f"{holding.key} {kind}", n) for holding in means.holdings for kind, n in holding.counters.items()
    ]
    counters += [(f"player {kind}", n) for kind, n in means.counters.items()]
    start = State(
        pool,
        frozenset(holding.key for holding in means.holdings if holding.tapped),
        frozenset(),
        frozenset(),
        tuple(sorted(counters)),
        means.life,
        tuple(f"hand[{n}]" for n in range(means.hand)),
        tuple(f"graveyard[{n}]" for n in range(means.graveyard)),
    )
    seen, waiting = {start}, [start]
    while waiting and bill.mana:
        state = waiting.pop()
        for after in activations(means, state):
            if after not in seen and len(after.pool) <= 8:
                if len(seen) == MANY:
                    raise TooMany
                seen.add(after)
                waiting.append(after)
    return seen


def activations(means: Means, state: State) -> Iterator[State]:
    for holding in means.holdings:
        if holding.key in state.gone:
            continue
        for n, source in enumerate(holding.sources):
            if source.taps and holding.key in state.tapped:
                continue
            if source.untaps and holding.key not in state.tapped:
                continue
            if source.once and (holding.key, n) in state.once:
                continue
            for after in costs(means, holding.key, source, n, state):
                for word in source.outcomes:
                    more = [(letter, holding.snow) for letter in word]
                    yield replace(after, pool=tuple(sorted([*after.pool, *more])))


def costs(means: Means, name: str, source: Source, n: int, state: State) -> Iterator[State]:
    counters = dict(state.counters)
    for key, number in [(f"{name} {kind}", number) for kind, number in source.counters] + [
        (f"player {kind}", number) for kind, number in source.energy
    ]:
        counters[key] = counters.get(key, 0) - number
    if min(counters.values(), default=0) < 0 or source.life > state.life:
        return
    removed = sum(number for _, number in (*source.counters, *source.energy))
    toll = Toll(
        lost=int(source.leaves), life=source.life + source.damage, counters=removed, taps=int(source.taps)
    )
    paid = replace(
        state,
        tapped=(state.tapped | ({name} if source.taps else set())) - ({name} if source.untaps else set()),
        gone=state.gone | ({name} if source.leaves else set()),
        once=state.once | ({(name, n)} if source.once else set()),
        counters=tuple(sorted(counters.items())),
        life=max(0, state.life - source.life - source.damage),
        toll=state.toll.plus(toll),
    )
    for left in units(means, source.units, paid):
        for pool in pools(left.pool, list(source.mana)):
            yield replace(left, pool=pool)


def pools(pool: tuple[Mana, ...], symbols: list[str]) -> set[tuple[Mana, ...]]:
    """What can be left after paying symbols with mana."""
    if not symbols:
        return {pool}
    first, *rest = symbols
    if first.isdigit():
        if first == "0":
            return pools(pool, rest)
        rest = [*rest, str(int(first) - 1)]
    found = set()
    for at, (letter, snow) in enumerate(pool):
        if first.isdigit() or (first == "S" and snow) or letter in first.split("/"):
            found |= pools((*pool[:at], *pool[at + 1 :]), rest)
    return found


def units(means: Means, wanted: tuple[Unit, ...], state: State) -> Iterator[State]:
    """Every way to do some things, all of them."""
    if not wanted:
        yield state
        return
    for after in unit(means, wanted[0], state):
        yield from units(means, wanted[1:], after)


def unit(means: Means, wanted: Unit, state: State) -> Iterator[State]:
    toll = state.toll.plus(Toll(cards=1))
    for card in state.hand if wanted.verb == "discard" else ():
        if wanted.cards is None or card in wanted.cards:
            yield replace(state, hand=tuple(c for c in state.hand if c != card), toll=toll)
    for card in state.graveyard if wanted.verb == "exile" else ():
        if wanted.cards is None or card in wanted.cards:
            yield replace(state, graveyard=tuple(c for c in state.graveyard if c != card), toll=toll)
    for holding in means.holdings:
        key = holding.key
        if key in state.gone or key not in wanted.among:
            continue
        if wanted.verb == "tap" and key not in state.tapped:
            yield replace(state, tapped=state.tapped | {key}, toll=state.toll.plus(Toll(taps=1)))
        if wanted.verb == "sacrifice":
            yield replace(state, gone=state.gone | {key}, toll=state.toll.plus(Toll(lost=1)))
        if wanted.verb == "counter":
            yield replace(state, toll=state.toll.plus(Toll(counters=wanted.n)))


def settled(bill: Bill, means: Means, state: State) -> Iterator[Toll]:
    """The toll of every way to pay the bill from a state, with what is missing."""
    for symbols_left, life in symbols(state.pool, list(bill.mana)):
        owed = bill.life + life
        paid = min(owed, state.life)
        toll = state.toll.plus(Toll(missing=symbols_left + owed - paid, life=paid))
        for order in set(permutations(bill.units)):
            yield from (toll.plus(more) for more in doing(means, order, replace(state, toll=Toll())))


def doing(means: Means, order: tuple[Unit, ...], state: State) -> Iterator[Toll]:
    if not order:
        yield state.toll
        return
    for after in unit(means, order[0], state):
        yield from doing(means, order[1:], after)
    yield from doing(means, order[1:], replace(state, toll=state.toll.plus(Toll(missing=1))))


def symbols(pool: tuple[Mana, ...], left: list[str]) -> set[tuple[int, int]]:
    """How many mana are missing and how much life is paid, for every way to pay symbols."""
    if not left:
        return {(0, 0)}
    first, *rest = left
    found: set[tuple[int, int]] = set()
    if first.isdigit():
        if first == "0":
            return symbols(pool, rest)
        rest = [*rest, str(int(first) - 1)]
    found |= {(missing + 1, life) for missing, life in symbols(pool, rest)}
    halves = first.split("/")
    for half in halves:
        if half.isdigit() and not first.isdigit():
            found |= symbols(pool, [*rest, half])
        if half == "P":
            found |= {(missing, life + 2) for missing, life in symbols(pool, rest)}
    for at, (letter, snow) in enumerate(pool):
        if first.isdigit() or (first == "S" and snow) or letter in halves:
            found |= symbols((*pool[:at], *pool[at + 1 :]), rest)
    return found
