"""Bounds that need no solver: what cannot be exceeded, and a plain attempt to reach it.

An ask is settled here when it asks for more than a bound, when a declaration reaches the bound, or when any
declaration will do. Everything else is left to a solver. The proof says which bound it was.
"""

from __future__ import annotations

from collections import Counter

from blockcheck.ask import Answer, Ask, Found, Goal, Nothing, admits, measure
from blockcheck.askers.grid import Columns, capacities, forbidden
from blockcheck.askers.mending import mended
from blockcheck.theory import Count, Declaration, Instance, Pair, bits, counted, evaluation_of

NO_REQUIREMENTS = "bound: no requirements"
EVERY = "bound: every requirement obeyed"
EACH_GROUP = "bound: each group of requirements at its own most"
TOO_MANY = "bound: so many can't be obeyed"
FORBIDDEN = "bound: a chosen pair is forbidden"
ANY = "bound: one is enough"


MOST_LOOKED_AT = 60
"""Requirements that are looked at one by one; where there are more, a solver over classes of creatures is faster."""


def settled(ask: Ask) -> Answer | None:
    """The answer to an ask where bounds are enough, else None. No solver is loaded; effort is 0."""
    banned = forbidden(ask)
    if any(pair in banned for pair in ask.chosen):
        return Nothing(FORBIDDEN)
    if ask.floor > ask.theory.number_of_requirements:
        return Nothing(TOO_MANY)
    if ask.goal is Goal.ANY and not ask.first and admits(ask, ask.chosen):
        return Found(ask.chosen, 0, ANY)
    if ask.goal is Goal.WEIGHT or ask.theory.number_of_requirements > MOST_LOOKED_AT:
        return mended(ask)
    possible = _Possible(ask, banned)
    if ask.floor > possible.most_obeyed:
        return Nothing(TOO_MANY)
    if ask.first:
        return None
    return _any(ask, possible) if ask.goal is Goal.ANY else _most_obeyed(ask, possible)


def _any(ask: Ask, possible: _Possible) -> Answer | None:
    candidate = possible.candidate()
    return Found(candidate, 0, ANY) if admits(ask, candidate) else None


def _most_obeyed(ask: Ask, possible: _Possible) -> Answer | None:
    most, number = possible.most_obeyed, ask.theory.number_of_requirements
    proof = (EVERY if number else NO_REQUIREMENTS) if most == number else EACH_GROUP
    for candidate in (ask.chosen, possible.candidate()):
        if measure(ask, candidate) == most and admits(ask, candidate):
            return Found(candidate, most, proof)
    return None


class _Possible:
    """The pairs that are not forbidden outright, and what requirements can get from them."""

    def __init__(self, ask: Ask, banned: Columns) -> None:
        self.ask = ask
        everyone = (1 << len(ask.theory.blockers)) - 1
        self.open = Columns([everyone & ~column for column in banned.of])
        rows = self.open.rows()
        self.rows = [rows.get(blocker, 0) for blocker in range(len(ask.theory.blockers))]
        self.capacity = capacities(ask.theory, dict(enumerate(self.rows)))
        self._alone, self._shared, self._easy = self._groups()

    def has(self, pair: Pair) -> bool:
        """Whether a pair may be declared, as far as single pairs go."""
        return bool(self.rows[pair[0]] >> pair[1] & 1)

    @property
    def most_obeyed(self) -> int:
        """No declaration obeys more: each blocker's own requirements at their most, and each other one obeyed."""
        alone = sum(
            min(
                len(group), sum(score for _, score in self._scores(group).most_common(self.capacity[blocker]))
            )
            for blocker, group in self._alone.items()
        )
        return alone + len(self._shared) + self._easy

    def candidate(self) -> Declaration:
        """A plain attempt at a declaration that obeys many requirements; nothing is promised about it."""
        attempt = _Attempt(self)
        wanted = Counter(a for instance in self._shared for a in bits(instance.counted.attackers))
        for blocker, group in self._alone.items():
            scores = self._scores(group)
            for attacker in sorted(scores, key=lambda a: (-scores[a], -wanted[a], a)):
                if attempt.add((blocker, attacker)):
                    wanted[attacker] -= 1
        for instance in self._shared:
            attempt.fill(instance)
        evaluation = evaluation_of(frozenset(attempt.pairs))
        for instance in self.ask.theory.restrictions:
            if instance.guard is not None and instance.lo and not evaluation.holds(instance):
                attempt.fill(instance)
                evaluation = evaluation_of(frozenset(attempt.pairs))
        return frozenset(attempt.pairs)

    def _groups(self) -> tuple[dict[int, list[Instance]], list[Instance], int]:
        """Requirements that one blocker alone can obey, those that several can, and how many ask for no block."""
        alone: dict[int, list[Instance]] = {}
        shared: list[Instance] = []
        easy = 0
        for instance in self.ask.theory.requirements:
            blockers = list(bits(self.open.blockers(instance.counted)))
            if not instance.lo:
                easy += 1
            elif self._reach(instance, blockers) < instance.lo:
                continue
            elif len(blockers) == 1:
                alone.setdefault(blockers[0], []).append(instance)
            else:
                shared.append(instance)
        return alone, shared, easy

    def _reach(self, instance: Instance, blockers: list[int]) -> int:
        """COUNT of an instance is at most this."""
        if instance.count is Count.BLOCKERS:
            return sum(1 for blocker in blockers if self.capacity[blocker])
        within = ((self.rows[b] & instance.counted.attackers).bit_count() for b in blockers)
        return sum(min(self.capacity[b], size) for b, size in zip(blockers, within, strict=True))

    def _scores(self, group: list[Instance]) -> Counter[int]:
        """For one blocker's group, how many of its requirements each attacker could help."""
        return Counter(
            attacker
            for instance in group
            for blocker in bits(instance.counted.blockers)
            for attacker in bits(self.rows[blocker] & instance.counted.attackers)
        )


class _Attempt:
    """Pairs being collected, never more for a blocker than it may be in."""

    def __init__(self, possible: _Possible) -> None:
        self.possible = possible
        self.pairs = set(possible.ask.chosen)
        self._used = Counter(blocker for blocker, _ in self.pairs)

    def add(self, pair: Pair) -> bool:
        """Add a pair if its blocker is free for it."""
        free = self._used[pair[0]] < self.possible.capacity[pair[0]] and self.possible.has(pair)
        if free and pair not in self.pairs:
            self.pairs.add(pair)
            self._used[pair[0]] += 1
        return free

    def fill(self, instance: Instance) -> None:
        """Add pairs of free blockers until an instance's lower bound is met, or none is left."""
        missing = instance.lo - counted(instance, frozenset(self.pairs))
        for blocker in bits(self.possible.open.blockers(instance.counted)):
            for attacker in bits(instance.counted.attackers & self.possible.rows[blocker]):
                if missing <= 0:
                    return
                if (blocker, attacker) not in self.pairs and self.add((blocker, attacker)):
                    missing -= 1
