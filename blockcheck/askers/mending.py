"""The nearest declaration by mending: start from the heaviest one and change only what some flaw asks for.

Where a declaration has a flaw, each one without it differs from it in at least one of a few pairs: a search tree, taken
heaviest first. Most declarations people make need one change or two; past a small budget a solver takes over.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import chain, islice

from blockcheck.ask import Ask, Found, Goal, Nothing, admits
from blockcheck.askers.grid import forbidden
from blockcheck.theory import (
    CostItem,
    Declaration,
    Evaluation,
    Instance,
    Kind,
    Pair,
    Rectangle,
    Theory,
    board_order,
    cost_order,
    evaluation_of,
    incurred,
    inside,
    instance_at,
    obeyed,
)

PROOF = "bound: every nearer declaration has a flaw"

BUDGET = 60
"""Declarations looked at before a solver takes over: about what one of its answers costs."""

MOST_NAMED = 2_000
"""So many pairs that might be changed are too many to look at."""


def mended(ask: Ask) -> Found | Nothing | None:
    """The heaviest declaration (of these the first), where a change always costs weight and few are needed."""
    weights = ask.weights
    costly = weights.other < 0 and 0 not in weights.of.values()
    if ask.goal is not Goal.WEIGHT or not costly or ask.at_least or ask.besides:
        return None
    banned = forbidden(ask)
    heaviest = frozenset(p for p, weight in weights.of.items() if weight > 0 and p not in banned) | ask.chosen
    heap = [(-weights.total(heaviest), 0, heaviest, ask.chosen)]
    best: list[Declaration] = []
    value = looked_at = 0
    while heap and not (best and -heap[0][0] < value):
        loss, _, declaration, settled = heapq.heappop(heap)
        if admits(ask, declaration):
            best.append(declaration)
            value = -loss
            continue
        named = set(islice(_options(ask, declaration), MOST_NAMED))
        if len(named) == MOST_NAMED:
            return None
        for pair in sorted(p for p in named - settled if p not in banned):
            looked_at += 1
            if looked_at > BUDGET:
                return None
            settled |= {pair}
            changed = declaration ^ {pair}
            heapq.heappush(heap, (-weights.total(changed), looked_at, changed, settled))
    return Found(min(best, key=board_order), value, PROOF) if best else Nothing(PROOF)


def _options(ask: Ask, declaration: Declaration) -> Iterator[Pair]:
    """Pairs of which at least one differs in each declaration that the ask admits: what the first flaw names."""
    theory, evaluation = ask.theory, evaluation_of(declaration)
    for index, sentence in theory.of(Kind.RESTRICTION):
        for instance in evaluation.disobeyed(index, sentence):
            return chain(_within_bounds(instance, declaration), _one(instance.guard, declaration))
    items = {item: _one(_guard(theory, item), declaration) for item in incurred(theory, declaration)}
    paid = frozenset(items)
    for item in sorted(items, key=cost_order):
        if ask.allowed is not None and item not in ask.allowed:
            return iter(items[item])
    for budget in ask.budgets:
        if not budget.allows(items):
            return chain.from_iterable(pairs for item, pairs in items.items() if budget.weights.get(item))
    for cut in ask.cuts:
        blockers = frozenset(blocker for blocker, _ in declaration)
        if cut.applies(paid, blockers) and (cut.floor is None or obeyed(theory, declaration) < cut.floor):
            named = cut.items.union(*(alike & paid for alike, _ in cut.many))
            fewer = [pair for item in named for pair in items[item]]
            fewer += [min(p for p in declaration if p[0] == blocker) for blocker in sorted(cut.blockers)]
            return (
                iter(fewer) if cut.floor is None else chain(fewer, _obeying(theory, evaluation, declaration))
            )
    return _obeying(theory, evaluation, declaration)


def _guard(theory: Theory, item: CostItem) -> Rectangle:
    """The pairs that incur a cost item."""
    blockers, attackers = theory.sentences[item.sentence].domain
    return Rectangle(
        blockers if item.blocker is None else 1 << item.blocker,
        attackers if item.attacker is None else 1 << item.attacker,
    )


def _obeying(theory: Theory, evaluation: Evaluation, declaration: Declaration) -> Iterator[Pair]:
    """Pairs that bring a requirement nearer to being obeyed."""
    for index, sentence in theory.of(Kind.REQUIREMENT):
        for place in evaluation.missed(index, sentence):
            yield from _within_bounds(instance_at(index, sentence, place), declaration)


def _within_bounds(instance: Instance, declaration: Declaration) -> Iterator[Pair]:
    """The pairs that bring COUNT nearer to its bounds: one of them changes wherever COUNT is within."""
    if evaluation_of(declaration).count(instance.counted, instance.count) >= instance.lo:
        return (pair for pair in declaration if inside(pair, instance.counted))
    return (pair for pair in instance.counted.each_pair() if pair not in declaration)


def _one(guard: Rectangle | None, declaration: Declaration) -> list[Pair]:
    """One of the pairs that meet a guard: it is gone wherever the guard is not met."""
    return [] if guard is None else sorted(pair for pair in declaration if inside(pair, guard))[:1]
