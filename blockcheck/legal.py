"""What is legal: maximum(C), and declarations judged each with its own cost items (509.1c).

A declaration is legal when it disobeys no restriction, obeys at least the maximum of its cost items, and its total
can be paid (or may be). Everything here is asked of one :class:`~blockcheck.ask.Asker`. The effort limit is summed
over the asks of one :class:`Inquiry`, in a fixed order; what was learned before is charged again when it is used, so an
answer never depends on what was asked earlier.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TypeAlias

from blockcheck.ask import (
    Answer,
    Ask,
    Asker,
    AskerFault,
    Budget,
    Cut,
    Found,
    Goal,
    Limit,
    Nothing,
    Unknown,
    nearness,
)
from blockcheck.askers.classes import alike_items
from blockcheck.errors import Undecided
from blockcheck.theory import (
    CostItem,
    Declaration,
    Instance,
    Pair,
    Theory,
    cost_order,
    disobeyed,
    disobeys_any,
    incurred,
    obeyed,
)
from blockcheck.values import dataclass

CostItems: TypeAlias = frozenset[CostItem]

Payable: TypeAlias = Callable[[CostItems], bool | None]
"""Whether the total of some cost items can be paid; None: open. Who can pay for more can pay for less."""

PayableBeside: TypeAlias = Callable[[CostItems, frozenset[int]], bool | None]
"""The same while these creatures block: a price may spare them. Who can pay beside more can pay beside fewer."""

NO_ITEMS: CostItems = frozenset()

MOST_SIFTED = 24
"""Cost items that are tried one by one for being needed where a set of them can't be paid."""


@dataclass(frozen=True, slots=True)
class Maximum:
    """The most requirements that a declaration obeys which disobeys no restriction and incurs only some cost items.

    ``obeyed`` is None when a limit came first (``limit`` says which); it lies between ``at_least`` and ``at_most``.
    ``proof`` says how it is known: a solver's status, ``enumeration`` or a bound. ``seen`` is a declaration that obeys
    ``at_least``; which one depends on the asker (:meth:`Inquiry.witness` gives the one to show).
    """

    obeyed: int | None
    at_least: int
    at_most: int
    proof: str
    seen: Declaration | None = None
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How one declaration stands: what :meth:`Inquiry.judge` finds.

    ``legal`` None: a limit came first. ``stage`` is the first step of 509.1 that fails, None when legal or not
    decided. ``payable`` None: open, which counts as may be paid. ``disobeyed`` are the restrictions not obeyed.
    """

    legal: bool | None
    stage: str | None
    obeyed: int
    maximum: Maximum
    items: CostItems
    payable: bool | None
    disobeyed: tuple[Instance, ...] = ()


@dataclass
class Legal:
    """The legal declarations of a theory: the floor on which every answer stands.

    ``budgets`` are what no payment exceeds: they say nothing that ``payable`` does not, but save asking it often.

    Immutable to its users; it only remembers what asks came to, which changes no answer.
    """

    theory: Theory
    asker: Asker
    limit: Limit = field(default_factory=Limit)
    payable: Payable | None = None
    payable_beside: PayableBeside | None = None
    budgets: tuple[Budget, ...] = ()
    _known: dict[tuple[CostItems, int, Goal], list[tuple[Limit, Answer]]] = field(
        default_factory=dict, repr=False
    )

    def inquiry(self) -> Inquiry:
        """A new inquiry, with the whole limit before it."""
        return Inquiry(self)

    def maximum(self, items: CostItems = NO_ITEMS) -> Maximum:
        """See :meth:`Inquiry.maximum`."""
        return self.inquiry().maximum(items)

    def judge(self, declaration: Declaration) -> Standing:
        """See :meth:`Inquiry.judge`."""
        return self.inquiry().judge(declaration)

    def best(self, ask: Ask) -> Answer:
        """See :meth:`Inquiry.best`."""
        return self.inquiry().best(ask)

    def __contains__(self, declaration: Declaration) -> bool:
        """Whether a declaration is legal.

        Raises:
            Undecided: a limit came first; it carries the :class:`Standing`.
        """
        standing = self.judge(declaration)
        if standing.legal is None:
            raise Undecided("a limit came before it was known whether the declaration is legal", standing)
        return standing.legal

    def __iter__(self) -> Iterator[Declaration]:
        """The legal declarations, lexicographically over pairs in board order; the limit is for all of them.

        Raises:
            Undecided: a limit came before the next one was known; it carries the answer.
        """
        inquiry = self.inquiry()
        seen: set[Declaration] = set()
        while True:
            answer = inquiry.best(Ask(self.theory, first=True, besides=frozenset(seen)))
            match answer:
                case Found():
                    seen.add(answer.declaration)
                    yield answer.declaration
                case Nothing():
                    return
                case Unknown():
                    raise Undecided("a limit came before the next legal declaration was known", answer)

    def can_pay(self, items: CostItems) -> bool | None:
        """Whether the total of some cost items can be paid (509.1d-f); None: open. Nothing to pay is always paid."""
        if not items:
            return True
        return self.payable(items) if self.payable else None

    def can_afford(self, declaration: Declaration) -> bool | None:
        """Whether the cost items of a declaration can be paid, which it may make harder: some prices spare blockers."""
        items = incurred(self.theory, declaration)
        if not items or self.payable_beside is None:
            return self.can_pay(items)
        return self.payable_beside(items, _blocking(declaration))

    def unpaid(self, declaration: Declaration) -> Cut | None:
        """Where the cost items of a declaration can't be paid: the cut that says so, with as few blockers as it needs."""
        items = incurred(self.theory, declaration)
        if self.can_pay(items) is False:
            return Cut(self._fewest(items), None)
        if self.payable_beside is None or self.can_afford(declaration) is not False:
            return None
        needed = _blocking(declaration)
        for blocker in sorted(needed):
            if self.payable_beside(items, needed - {blocker}) is False:
                needed -= {blocker}
        return Cut(items, None, needed)

    def _fewest(self, items: CostItems) -> CostItems:
        """As few of some cost items as still can't be paid together; large sets are left as they are."""
        if len(items) <= MOST_SIFTED:
            for item in sorted(items, key=cost_order):
                if self.can_pay(items - {item}) is False:
                    items -= {item}
        return items

    def numbers_of(self, items: CostItems) -> tuple[tuple[CostItems, int], ...]:
        """How many of each set of cost items that are alike are among some; the maximum depends on nothing else."""
        numbers = Counter(self._alike[item] for item in items)
        return tuple(sorted(numbers.items(), key=lambda one: min(map(cost_order, one[0]))))

    @cached_property
    def _alike(self) -> Mapping[CostItem, CostItems]:
        return alike_items(self.theory)

    def recalled(self, items: CostItems, goal: Goal, floor: int, limit: Limit) -> Answer:
        """The answer to an ask for any or the most obeyed within a floor and cost items, asked for once only."""
        answers = self._known.setdefault((items, floor, goal), [])
        for before, answer in answers:
            if before == limit if isinstance(answer, Unknown) else _within(answer, limit):
                return answer
        answer = self.asker(Ask(self.theory, allowed=items, goal=goal, floor=floor, limit=limit))
        answers.append((limit, answer))
        return answer


class Inquiry:
    """The asks behind one answer: they share the limit, and what they learn about sets of cost items."""

    def __init__(self, legal: Legal) -> None:
        self.legal = legal
        self.theory = legal.theory
        self.effort = 0.0
        self._cuts: list[Cut] = []
        self._maxima: dict[CostItems, Maximum] = {}
        self._began = time.monotonic()

    @property
    def stopped_by(self) -> str | None:
        """The limit that has come, if one has."""
        limit = self.legal.limit
        if limit.effort is not None and self.effort >= limit.effort:
            return "effort"
        if limit.seconds is not None and time.monotonic() - self._began >= limit.seconds:
            return "clock"
        return None

    def maximum(self, items: CostItems = NO_ITEMS) -> Maximum:
        """The most requirements obeyed by a declaration whose cost items all lie in ``items`` (509.1c).

        The plain maximum is that of no cost items: nobody has to pay (509.1c, last sentence).
        """
        if items not in self._maxima:
            answer = self._recalled(items, Goal.OBEYED)
            self._maxima[items] = self._as_maximum(answer)
        return self._maxima[items]

    def maximum_of_alike(self, items: CostItems) -> Maximum:
        """The same maximum, asked for once for all sets of cost items that nothing tells apart."""
        many = self.legal.numbers_of(items)
        first = (item for group, number in many for item in sorted(group, key=cost_order)[:number])
        return self.maximum(frozenset(first))

    def judge(self, declaration: Declaration) -> Standing:
        """How a declaration stands, in the order of 509.1: restrictions, requirements, payment.

        Where it disobeys no restriction, "does one obey more?" is asked first; that settles the maximum of a legal
        declaration too. The maximum of an illegal one is looked for while effort remains.
        """
        items = incurred(self.theory, declaration)
        faults = disobeyed(self.theory, declaration)
        standing = Standing(
            legal=False,
            stage=None,
            obeyed=obeyed(self.theory, declaration),
            maximum=Maximum(None, 0, self.theory.number_of_requirements, ""),
            items=items,
            payable=self.legal.can_afford(declaration),
            disobeyed=faults,
        )
        if faults:
            stage = min(self.theory.sentences[fault.sentence].step for fault in faults)
            return replace(standing, stage=stage, maximum=self.maximum(items))
        return self._against_maximum(standing, declaration)

    def witness(self, declaration: Declaration, items: CostItems | None = None) -> Answer:
        """The declaration nearest to this one that obeys the maximum, within its own cost items (or ``items``).

        It is legal, for a set of cost items has no larger maximum than one that contains it. ``Nothing`` where none can
        be paid. Nearest: fewest changes, then fewest pairs removed, then lexicographically first.
        """
        items = incurred(self.theory, declaration) if items is None else items
        maximum = self.maximum(items)
        if maximum.obeyed is None:
            return Unknown(maximum.limit or "", at_most=0)
        return self._search(
            Ask(
                self.theory,
                allowed=items,
                floor=maximum.obeyed,
                goal=Goal.WEIGHT,
                weights=nearness(declaration),
                first=True,
            ),
            self._unpaid,
        )

    def best(self, ask: Ask) -> Answer:
        """The answer to an ask among legal declarations that can be paid (or may be): each with its own cost items.

        Find one, find the maximum of its cost items; if it obeys fewer, whoever incurs all of these must obey as many,
        and if they can't be paid nobody may incur them all: repeat. The ask's own limit is not used.
        """
        least = self.maximum().at_least
        return self._search(replace(ask, floor=max(ask.floor, least)), self._flaw)

    def knows_maximum(self, items: CostItems) -> bool:
        """Whether the maximum of some cost items has been asked for already."""
        return items in self._maxima

    def is_evidently_legal(self, declaration: Declaration) -> bool:
        """Whether a declaration is legal by what this inquiry knows already; False may also mean that more asks are needed."""
        items = incurred(self.theory, declaration)
        maximum = self._maxima.get(items)
        if maximum is None or self.legal.unpaid(declaration) or disobeys_any(self.theory, declaration):
            return False
        return obeyed(self.theory, declaration) >= maximum.at_most

    def _against_maximum(self, standing: Standing, declaration: Declaration) -> Standing:
        """The same, for a declaration that disobeys no restriction."""
        more = self._recalled(standing.items, Goal.ANY, standing.obeyed + 1)
        number, most = standing.obeyed, self.theory.number_of_requirements
        unpaid = "509.1d" if standing.payable is False else None
        match more:
            case Nothing():
                maximum = Maximum(number, number, number, more.proof, declaration)
                return replace(standing, legal=not unpaid, stage=unpaid, maximum=maximum)
            case Found():
                maximum = self._at_least(self.maximum(standing.items), more.declaration)
                if unpaid and isinstance(self.witness(declaration), Nothing):
                    return replace(standing, stage=unpaid, maximum=maximum)
                return replace(standing, stage="509.1c", maximum=maximum)
            case Unknown():
                maximum = Maximum(None, number, most, "", declaration, more.stopped_by)
                return replace(standing, legal=False if unpaid else None, stage=unpaid, maximum=maximum)

    def _at_least(self, maximum: Maximum, seen: Declaration) -> Maximum:
        """A maximum that takes a declaration into account which was found before it."""
        number = obeyed(self.theory, seen)
        return maximum if number <= maximum.at_least else replace(maximum, at_least=number, seen=seen)

    def _as_maximum(self, answer: Answer) -> Maximum:
        match answer:
            case Found():
                return Maximum(answer.value, answer.value, answer.value, answer.proof, answer.declaration)
            case Unknown():
                best = frozenset[Pair]() if answer.best is None else answer.best
                most = self.theory.number_of_requirements if answer.at_most is None else answer.at_most
                return Maximum(None, obeyed(self.theory, best), most, "", best, answer.stopped_by)
            case Nothing():
                raise AskerFault("no declaration found, but the empty one disobeys no restriction")

    def ask(self, ask: Ask) -> Answer:
        """The answer to an ask about declarations of any theory, legal or not, within what is left of the limit."""
        return self._spend(self.legal.asker(replace(ask, limit=self._limit_left())))

    def _search(self, ask: Ask, flaw: Callable[[Declaration], Cut | str | None]) -> Answer:
        """Ask, and ask again without the flaw of what was found, until there is none."""
        while True:
            answer = self.ask(replace(ask, cuts=(*ask.cuts, *self._cuts), budgets=self.legal.budgets))
            if isinstance(answer, Nothing):
                return answer
            seen = answer.declaration if isinstance(answer, Found) else answer.best
            found = None if seen is None else flaw(seen)
            if isinstance(answer, Unknown):
                return answer if found is None else replace(answer, best=None, value=None)
            if found is None:
                return answer
            if isinstance(found, str):
                at_most = None if ask.goal is Goal.ANY else answer.value
                return Unknown(found, at_most=at_most, effort=answer.effort)
            self._cuts.append(found)

    def _unpaid(self, declaration: Declaration) -> Cut | str | None:
        """A cut, where the cost items of a declaration can't be paid."""
        return self.legal.unpaid(declaration)

    def _flaw(self, declaration: Declaration) -> Cut | str | None:
        """Why a declaration is not legal, as a cut; what stopped the search, where that is not known."""
        items = incurred(self.theory, declaration)
        unpaid = self.legal.unpaid(declaration)
        if unpaid is not None:
            return unpaid
        maximum, number = self.maximum_of_alike(items), obeyed(self.theory, declaration)
        if number >= maximum.at_most:
            return None
        many = self.legal.numbers_of(items)
        return (
            Cut(NO_ITEMS, maximum.at_least, many=many) if number < maximum.at_least else maximum.limit or ""
        )

    def _recalled(self, items: CostItems, goal: Goal, floor: int = 0) -> Answer:
        return self._spend(self.legal.recalled(items, goal, floor, self._limit_left()))

    def _limit_left(self) -> Limit:
        """What is left of the limit."""
        limit = self.legal.limit
        if not self.effort and limit.seconds is None:
            return limit
        effort = None if limit.effort is None else max(0.0, limit.effort - self.effort)
        elapsed = time.monotonic() - self._began
        seconds = None if limit.seconds is None else max(0.0, limit.seconds - elapsed)
        return replace(limit, effort=effort, seconds=seconds)

    def _spend(self, answer: Answer) -> Answer:
        self.effort += answer.effort
        return answer


def _blocking(declaration: Declaration) -> frozenset[int]:
    return frozenset(blocker for blocker, _ in declaration)


def _within(answer: Answer, limit: Limit) -> bool:
    """Whether an answer would have come before a limit."""
    return limit.effort is None or answer.effort < limit.effort
