"""Other legal declarations with as few changes as the nearest one, the nearest first.

Whatever comes after a declaration in board order agrees with it up to a pair that it leaves out. The last pair of which
that can be said is found by halving (Lawler, 1972), so that creatures need not be named to tell what is known already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from blockcheck.answers.stopping import best
from blockcheck.ask import Ask, Goal, Weights, nearness
from blockcheck.legal import Inquiry
from blockcheck.theory import Declaration, Pair, Theory


def as_near(inquiry: Inquiry, declaration: Declaration, nearest: Declaration) -> Iterator[Declaration]:
    """The other legal declarations with as few changes: fewest pairs removed first, then in board order.

    Raises:
        Stopped: a limit came before the next one was known.
    """
    weights, latest = nearness(declaration), nearest
    while len(latest ^ declaration) == len(nearest ^ declaration):
        yield from _Equal(inquiry, weights, weights.total(latest)).after(latest)
        following = _lighter(inquiry, weights, latest) if latest & declaration else None
        if following is None or len(following ^ declaration) > len(nearest ^ declaration):
            return
        yield following
        latest = following


def _lighter(inquiry: Inquiry, weights: Weights, than: Declaration) -> Declaration | None:
    """The first of the heaviest legal declarations that weigh less than another."""
    weighing_less = Weights({pair: -weight for pair, weight in weights.of.items()}, 0, -weights.other)
    less = weighing_less, 1 + weights.base - weights.total(than)
    ask = Ask(inquiry.theory, at_least=(less,), goal=Goal.WEIGHT, weights=weights, first=True)
    return best(inquiry, ask)


class _Branch(NamedTuple):
    """Declarations that agree with this one up to a pair that they leave out: one of those from ``low`` up to ``end``."""

    pairs: list[Pair]
    low: int
    end: int


class _Equal:
    """The legal declarations of one weight, in board order."""

    def __init__(self, inquiry: Inquiry, weights: Weights, value: int) -> None:
        self.inquiry = inquiry
        self.ask = Ask(inquiry.theory, at_least=((weights, value),))

    def after(self, first: Declaration) -> Iterator[Declaration]:
        """All that come after the first of them."""
        branches = [_Branch(sorted(first), 0, len(first))]
        while branches:
            branch = branches.pop()
            place = self._last(branch)
            if place is None:
                continue
            following = best(self.inquiry, replace(self._agreeing(branch.pairs, place, place), first=True))
            branches.append(branch._replace(end=place))
            if following is not None:
                branches.append(_Branch(sorted(following), place, len(following)))
                yield following

    def _last(self, branch: _Branch) -> int | None:
        """The last pair of a branch up to which some declaration agrees and which it leaves out."""
        pairs, low, end = branch
        found: int | None = None
        while low < end:
            place = low if found is None else (low + end) // 2
            other = self._leaving_out(pairs, place, branch.end)
            if other is None:
                end = place
            else:
                found = next(n for n in range(place, branch.end) if pairs[n] not in other)
                low = found + 1
        return found

    def _leaving_out(self, pairs: list[Pair], place: int, end: int) -> Declaration | None:
        """A declaration that agrees up to a place and leaves out one of the pairs from there on."""
        ask = self._agreeing(pairs, place, place + 1)
        some = Weights(dict.fromkeys(pairs[place:end], -1)), 1 + place - end
        return best(self.inquiry, replace(ask, at_least=(*ask.at_least, some)))

    def _agreeing(self, pairs: list[Pair], place: int, free: int) -> Ask:
        """Asks for what agrees up to a place; of the pairs up to there only those before ``free`` are not barred."""
        chosen = frozenset(pairs[:place])
        barred = frozenset(up_to(self.inquiry.theory, pairs[place])).difference(pairs[:free])
        return replace(self.ask, chosen=chosen, barred=barred)


def up_to(theory: Theory, last: Pair) -> Iterator[Pair]:
    """The pairs in board order, the last one included."""
    size = len(theory.attackers)
    return (divmod(place, size) for place in range(last[0] * size + last[1] + 1))
