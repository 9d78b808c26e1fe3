"""What may still be done: the legal declarations that contain the blocks chosen so far.

A covering loop finds them: each ask is for a legal declaration with as many uncovered pairs as possible, until there is
none. Every declaration found also tells what is not forced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import chain, groupby
from operator import itemgetter
from types import MappingProxyType
from typing import TypeAlias

from blockcheck.answers.alike import Alike
from blockcheck.answers.check import Fault, RequirementRow, faults, requirement_rows
from blockcheck.answers.nearest import NOTHING_CHOSEN, nearest_legal
from blockcheck.answers.rows import able_to_block, most_blocked, open_rows
from blockcheck.answers.stopping import Stopped, best, charge, found
from blockcheck.ask import Ask, Goal, Weights
from blockcheck.legal import CostItems, Inquiry, Legal
from blockcheck.theory import Declaration, Pair, Rectangle, Theory, bits, incurred
from blockcheck.values import dataclass

EFFORT_PER_EXCHANGE, EFFORT_PER_LOOK = 1e-6, 5e-7
"""What it costs to think of an exchange, and to judge the declaration that it makes, for each block and each sentence."""

Choice: TypeAlias = Sequence[Pair | None]
"""The blocks chosen so far, in board order; None is a pair that is no pair of the theory (509.1a)."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What the chosen blocks still lack, when nothing but what is forced is added to them.

    ``faults`` are restrictions that more blocks have to mend, ``requirements`` those that could be obeyed;
    ``completion`` is the smallest legal declaration that contains the chosen blocks.
    """

    faults: tuple[Fault, ...]
    requirements: tuple[RequirementRow, ...]
    completion: Declaration


@dataclass(frozen=True, slots=True)
class Options:
    """What the legal declarations that contain the chosen blocks have in them.

    ``attackers`` has every creature that could block at all. With a dead end it and the other lists are empty, and
    ``conflict`` has the places (in the choice) of a minimal set of blocks that cannot stand together. ``missing`` is None
    when the chosen blocks are legal, or a dead end. ``limit`` says what came before everything was known; then nothing
    else does.
    """

    attackers: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    must_block: tuple[int, ...] = ()
    forced: tuple[Pair, ...] = ()
    legal_now: bool = False
    missing: Missing | None = None
    conflict: tuple[int, ...] = ()
    dead_end: bool = False
    limit: str | None = None


def options(legal: Legal, choice: Choice) -> Options:
    """The options after some blocks have been chosen.

    Args:
        legal: legality on the declaration's theory.
        choice: the blocks chosen so far, in board order.
    """
    try:
        return _options(legal.inquiry(), choice)
    except Stopped as stopped:
        return Options(limit=stopped.by)


def _options(inquiry: Inquiry, choice: Choice) -> Options:
    chosen = frozenset(pair for pair in choice if pair is not None)
    theory = inquiry.theory
    completion = None if None in choice else found(nearest_legal(inquiry, chosen, chosen))
    if completion is None:
        nobody = dict.fromkeys(able_to_block(theory), ())
        return Options(nobody, conflict=_conflict(inquiry, choice), dead_end=True)
    reach = Reach(inquiry, chosen, completion)
    reach.cover()
    forced, legal_now = reach.forced(), completion == chosen
    reachable = reach.anywhere - chosen
    return Options(
        attackers={
            b: tuple(sorted(a for other, a in reachable if other == b)) for b in able_to_block(theory)
        },
        must_block=reach.must_block(forced),
        forced=tuple(sorted(forced)),
        legal_now=legal_now,
        missing=None if legal_now else _missing(theory, chosen | forced, completion),
    )


def reach_of(inquiry: Inquiry, known: Declaration | None = None) -> Reach:
    """All that is in any, and all that is in every legal declaration; ``known`` is one, where one is known.

    Raises:
        Stopped: a limit came first.
    """
    first = known
    if first is None:
        first = best(inquiry, Ask(inquiry.theory))
    reach = Reach(inquiry, NOTHING_CHOSEN, NOTHING_CHOSEN if first is None else first)
    reach.cover()
    reach.forced()
    return reach


class Reach:
    """What is known of the legal declarations that contain the chosen blocks: those found so far.

    ``anywhere`` are the pairs that are in any of them, ``everywhere`` those that are in every one.
    """

    def __init__(self, inquiry: Inquiry, chosen: Declaration, first: Declaration) -> None:
        self.inquiry = inquiry
        self.chosen = chosen
        self.alike = Alike(inquiry.theory, chosen)
        self.last = self.everywhere = first
        self.anywhere: Declaration = frozenset()
        self.always_blocking = {blocker for blocker, _ in first}
        self._items: dict[Pair, CostItems] = {}
        self.take(first)

    def look_for(self, barred: Iterable[Pair] = (), weights: Weights | None = None, least: int = 0) -> bool:
        """Find a legal declaration of most weight, at least so much; whether there is one."""
        weights = weights or Weights({})
        ask = Ask(
            self.inquiry.theory,
            chosen=self.chosen,
            barred=frozenset(barred),
            at_least=((weights, least),) if least else (),
            goal=Goal.WEIGHT,
            weights=weights,
        )
        declaration = best(self.inquiry, ask)
        if declaration is None:
            return False
        self.take(declaration)
        self.last = declaration
        return True

    def take(self, declaration: Declaration) -> None:
        """Learn from a legal declaration that contains the chosen blocks."""
        self.anywhere |= self.alike.like(declaration)
        self.everywhere = self.alike.whole(self.everywhere & declaration)
        blocking = self.always_blocking & {blocker for blocker, _ in declaration}
        self.always_blocking = self.alike.whole_classes(blocking)

    def cover(self) -> None:
        """Find declarations until every pair that is in any of them has been seen, or one that is like it."""
        rows = enumerate(open_rows(self.inquiry.theory))
        possible = frozenset(self.alike.first((b, a)) for b, row in rows for a in bits(row))
        self._exchange(possible)
        while uncovered := possible - self.anywhere:
            if not self.look_for(weights=Weights(dict.fromkeys(sorted(uncovered), 1)), least=1):
                return
            self._exchange(possible)

    def _exchange(self, possible: Declaration) -> None:
        """Take what is legal when one creature of the last declaration found blocks another attacker instead."""
        theory, last = self.inquiry.theory, self.last
        for blocker, pairs in groupby(sorted(possible - self.anywhere), key=itemgetter(0)):
            others = self.chosen | {pair for pair in last if pair[0] != blocker}
            items = incurred(theory, others)
            for pair in pairs:
                charge(self.inquiry, EFFORT_PER_EXCHANGE)
                if not self.inquiry.knows_maximum(items | self._items_of(pair)):
                    continue
                exchanged = others | {pair}
                charge(self.inquiry, EFFORT_PER_LOOK * (len(exchanged) + len(theory.sentences)))
                if self.inquiry.is_evidently_legal(exchanged):
                    self.take(exchanged)

    def _items_of(self, pair: Pair) -> CostItems:
        """The cost items that a pair incurs."""
        if pair not in self._items:
            self._items[pair] = incurred(self.inquiry.theory, frozenset({pair}))
        return self._items[pair]

    def forced(self) -> Declaration:
        """The pairs that are in every one of them."""
        while candidates := self.everywhere - self.chosen:
            weights = Weights(dict.fromkeys(sorted(candidates), -1), base=len(candidates))
            if not self.look_for(weights=weights, least=1):
                break
        return self.everywhere

    def must_block(self, forced: Declaration) -> tuple[int, ...]:
        """The creatures that block in every one of them."""
        theory = self.inquiry.theory
        most = most_blocked(theory)
        certain = {blocker for blocker, _ in forced}
        while unsure := {b for b in self.always_blocking - certain if most[b] <= 1}:
            # Each of these is in one pair at most, so that fewer pairs are fewer creatures.
            rows = (Rectangle(1 << b, (1 << len(theory.attackers)) - 1).each_pair() for b in sorted(unsure))
            weights = Weights(dict.fromkeys(chain.from_iterable(rows), -1), base=len(unsure))
            if not self.look_for(weights=weights, least=1):
                certain |= unsure
        while unsure := self.always_blocking - certain:
            blocker = min(unsure)
            if not self.look_for(barred=((blocker, attacker) for attacker in range(len(theory.attackers)))):
                certain.add(blocker)
        return tuple(sorted(certain))


def _missing(theory: Theory, chosen: Declaration, completion: Declaration) -> Missing:
    rows = requirement_rows(theory, chosen, completion)
    return Missing(
        faults(theory, chosen),
        tuple(row for row in rows if len(row.not_obeyed) > len(row.not_obeyed_by_witness or ())),
        completion,
    )


def _conflict(inquiry: Inquiry, choice: Choice) -> tuple[int, ...]:
    """The places of blocks that cannot stand together, none of which can be left out: by deletion in board order."""
    kept = list(range(len(choice)))
    for place in range(len(choice)):
        others = [other for other in kept if other != place]
        if _is_dead_end(inquiry, [choice[other] for other in others]):
            kept = others
    return tuple(kept)


def _is_dead_end(inquiry: Inquiry, choice: Choice) -> bool:
    if None in choice:
        return True
    chosen = frozenset(pair for pair in choice if pair is not None)
    return best(inquiry, Ask(inquiry.theory, chosen=chosen)) is None
