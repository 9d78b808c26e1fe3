"""What comes first in board order, in few solves: blocks are dealt out to creature after creature, each taking the first it can.

A model counts the blocks of interchangeable creatures; beside it the next creatures in board order are named, as many as
one number can tell, and the largest number is looked for. Of many that are alike a fixed search finds what would be
first if all of them came next. Where the declaration at hand gives creatures the first blocks that are left for them, nothing is
solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Final, TypeAlias

from ortools.sat.python import cp_model_helper as cp

from blockcheck.askers.classes import Class
from blockcheck.askers.model import Model
from blockcheck.theory import Declaration, Pair, bits
from blockcheck.values import dataclass

Run: TypeAlias = Callable[[cp.CpModelProto, bool], cp.CpSolverResponse]
"""Solves a model, with a fixed search in the order of its strategy or without."""

LARGEST_NUMBER: Final = 2**48
"""What the blocks of a window can spell stays far below what the solver can add up."""

MANY: Final = 8
"""So many that are alike are looked ahead for together."""

_FAR: Final = 2**40
"""More than any count."""


_Kind: TypeAlias = tuple[int, int | None]
"""The place of a class and a favourite: nothing tells creatures of one kind apart. (``~b`` for one that may block several.)"""


@dataclass
class _Turn:
    """Interchangeable creatures that follow each other in board order: ``members`` are still to take blocks."""

    kind: _Kind
    members: list[int]
    several: bool
    """Whether it is one creature that may block several attackers."""
    begun: int = 0
    """How many attackers that one has been dealt."""

    @property
    def place(self) -> int:
        """Where its class is."""
        return self.kind[0]

    @property
    def favourite(self) -> int | None:
        """The attacker that it is rewarded for."""
        return None if self.several else self.kind[1]


@dataclass(frozen=True)
class _Entry:
    """A turn in a window, with attackers that come next for it, in groups of which each makes one digit."""

    turn: _Turn
    groups: list[list[int]]
    cut: bool = False
    """Whether others come after these."""

    @cached_property
    def attackers(self) -> list[int]:
        """All of these attackers."""
        return [attacker for group in self.groups for attacker in group]

    @property
    def is_whole(self) -> bool:
        """Whether all blocks of the turn are named."""
        return self.turn.several or not self.cut

    def is_told(self, numbers: Mapping[int, int]) -> bool:
        """Whether the digits told which blocks these are: none is one of several that share a digit."""
        return not any(numbers[attacker] for group in self.groups if len(group) > 1 for attacker in group)


class Dealing:
    """Blocks being dealt out.

    Args:
        built: a model for what comes first.
        run: solves it.
    """

    def __init__(self, built: Model, run: Run) -> None:
        self.built = built
        self.run = run
        self.pairs: list[Pair] = []
        self._turns = list(_turns(built.classes))[::-1]
        self._left = [one.size if one.row else 0 for one in built.classes]
        self._dealt: Counter[Pair] = Counter()
        """For a class and an attacker: how many have been dealt it; ``_kept`` of them as a favourite."""
        self._kept: Counter[Pair] = Counter()
        self._blocking: Counter[int] = Counter()
        """For a class: how many of those who may block several attackers have been dealt any."""
        self._favouring = Counter(turn.kind for turn in self._turns for _ in turn.members)
        self._coming = {turn.kind: list(bits(built.classes[turn.place].row)) for turn in self._turns}
        """For interchangeable creatures the attackers that one of them may still be dealt."""
        self._at_hand: Sequence[int] = ()
        self._ahead: dict[_Kind, dict[int, int]] = {}
        """For interchangeable creatures the blocks that are the first for all of them; they can only get worse ones."""
        self._looks_ahead = True
        self._guesses = False
        """Whether the last window would have come out the same with guesses."""

    @property
    def declaration(self) -> Declaration:
        """What has been dealt."""
        return frozenset(self.pairs)

    def response(self) -> cp.CpSolverResponse | None:
        """Deal: None when all is dealt, else the response that ended it before."""
        while self._turns:
            turn = self._turns[-1]
            evident = self._evident(turn)
            if evident is not None:
                self._deal(turn, self._coming[turn.kind], evident)
            elif not self._look_ahead(turn):
                response = self._solve(self._window())
                if response is not None:
                    return response
        return None

    def _solve(self, window: list[_Entry]) -> cp.CpSolverResponse | None:
        """Deal a window, up to where it is not told how; the response, where it is no answer."""
        naming = _Naming(self, window)
        naming.spell()
        response = self.run(naming.proto, False)
        if response.status != cp.CpSolverStatus.OPTIMAL:
            return response
        self._at_hand = list(response.solution)
        self._guesses = True
        for entry in window:
            turn, attackers = entry.turn, entry.attackers
            numbers = {a: self._at_hand[naming.named[id(turn), a]] for a in attackers}
            if not entry.is_told(numbers):
                self._guesses = False
                break
            self._guesses &= entry.cut or self._is_guessed(turn, numbers)
            self._ahead.pop(turn.kind, None)
            self._deal(turn, attackers, numbers)
            if self._turns and self._turns[-1] is turn:
                break
        return None

    def _is_guessed(self, turn: _Turn, numbers: Mapping[int, int]) -> bool:
        """Whether a turn takes nothing but what comes first for it and what it is rewarded for."""
        guesses = (*self._coming[turn.kind][:1], turn.favourite)
        return all(attacker in guesses for attacker, number in numbers.items() if number)

    def _look_ahead(self, turn: _Turn) -> bool:
        """Find what is first for all creatures of a kind and deal the next of them theirs; where they are many, and it is found soon."""
        if not self._looks_ahead or turn.several or self._favouring[turn.kind] < MANY:
            return False
        members = [b for one in reversed(self._turns) if one.kind == turn.kind for b in one.members]
        every = replace(turn, members=members)
        naming = _Naming(self, [_Entry(every, [[attacker] for attacker in self._coming[turn.kind]])])
        naming.order()
        response = self.run(naming.proto, True)
        self._looks_ahead = response.status == cp.CpSolverStatus.OPTIMAL
        if self._looks_ahead:
            self._at_hand = list(response.solution)
            ahead = self._ahead[turn.kind] = {a: self._at_hand[v] for (_, a), v in naming.named.items()}
            self._deal(turn, self._coming[turn.kind], _first_of(ahead, len(turn.members)))
        return self._looks_ahead

    def _evident(self, turn: _Turn) -> dict[int, int] | None:
        """The blocks of a turn, where the declaration at hand has those that are first for it; else None."""
        coming, number = self._coming[turn.kind], len(turn.members)
        if not coming:
            return {}
        if not self._at_hand or turn.several:
            return None
        wanted = _first_of(self._ahead.get(turn.kind, {coming[0]: number}), number)
        enough = all(self._has(turn, attacker, some) for attacker, some in wanted.items())
        return wanted if enough and self._can_spare(turn, wanted) else None

    def _has(self, turn: _Turn, attacker: int, number: int) -> bool:
        """Whether the declaration at hand has so many more blocks of an attacker for a turn."""
        pair = turn.place, attacker
        kept = self._at_hand_of(self.built.kept, pair)
        if turn.favourite == attacker:
            return kept - self._kept[pair] >= number
        blocks = self._at_hand_of(self.built.variables, pair)
        return (blocks - kept) - (self._dealt[pair] - self._kept[pair]) >= number

    def _can_spare(self, turn: _Turn, wanted: dict[int, int]) -> bool:
        """Whether the declaration at hand asks nothing else of the creatures of a turn."""
        number = len(turn.members)
        if turn.favourite is not None:
            favoured = turn.place, turn.favourite
            keep = self._kept[favoured] + self._favouring[favoured] - number
            if self._at_hand_of(self.built.kept, favoured) > keep + wanted.get(turn.favourite, 0):
                return False
        if sum(wanted.values()) == number:
            return True
        row = [(turn.place, attacker) for attacker in bits(self.built.classes[turn.place].row)]
        left = sum(self._at_hand_of(self.built.variables, pair) - self._dealt[pair] for pair in row)
        return left - sum(wanted.values()) <= self._left[turn.place] - number

    def _at_hand_of(self, variables: dict[Pair, int], pair: Pair) -> int:
        return self._at_hand[variables[pair]] if pair in variables else 0

    def _window(self) -> list[_Entry]:
        """As many turns as one number can tell, at least something of one."""
        window: list[_Entry] = []
        room = LARGEST_NUMBER
        for turn in reversed(self._turns):
            coming = self._coming[turn.kind]
            groups = _guessed(turn, coming) if window and self._guesses else [[a] for a in coming]
            values = _values(turn)
            fitting = _fitting(values, room) if values else len(groups) if len(groups) < room else 0
            if window and fitting < min(1, len(groups)):
                break
            taken = groups[: max(1, fitting)]
            named = sum(map(len, taken))
            window.append(_Entry(turn, taken, named < len(coming)))
            room //= values ** len(taken) if values else len(taken) + 1
            if len(taken) < len(groups):
                break
        return window

    def _deal(self, turn: _Turn, attackers: Sequence[int], numbers: Mapping[int, int]) -> None:
        """Let creatures take blocks, so many of each of some attackers; they get no more of these."""
        ahead = self._ahead.get(turn.kind, {})
        last = -1
        for attacker in attackers:
            number = numbers.get(attacker, 0)
            if number:
                last = attacker
                self._take(turn, attacker, number)
                ahead[attacker] = ahead.get(attacker, 0) - number
        passed = attackers[-1] + 1 if turn.members and attackers else last
        coming = self._coming[turn.kind] = [a for a in self._coming[turn.kind] if a >= passed]
        if not turn.members or not coming or turn.begun == self.built.classes[turn.place].most:
            self._leave(turn, len(turn.members))
            self._blocking[turn.place] += turn.begun > 0
            self._turns.pop()

    def _take(self, turn: _Turn, attacker: int, number: int) -> None:
        pair = turn.place, attacker
        self._dealt[pair] += number
        self._kept[pair] += number if turn.favourite == attacker else 0
        if turn.several:
            self.pairs.append((turn.members[0], attacker))
            turn.begun += 1
            return
        self.pairs += ((blocker, attacker) for blocker in turn.members[:number])
        turn.members = turn.members[number:]
        self._leave(turn, number)

    def _leave(self, turn: _Turn, number: int) -> None:
        """So many creatures of a turn are done."""
        self._left[turn.place] -= number
        self._favouring[turn.kind] -= number


class _Naming:
    """A model with the creatures of a window named: ``named`` has a variable for a turn and an attacker."""

    def __init__(self, dealing: Dealing, window: list[_Entry]) -> None:
        self.dealing = dealing
        self.built = dealing.built
        self.window = window
        self.proto = cp.CpModelProto()
        self.proto.copy_from(self.built.proto)
        self.named: dict[tuple[int, int], int] = {}
        for entry in window:
            self._name(entry)
        for place, one in enumerate(self.built.classes):
            if one.row:
                self._count(place, one)

    def _name(self, entry: _Entry) -> None:
        turn = entry.turn
        most = 1 if turn.several else len(turn.members)
        named = self._attackers(entry)
        for attacker in named:
            self.named[id(turn), attacker] = self._variable(0, most)
        if len(named) > 1:
            most = self.built.classes[turn.place].most - turn.begun if turn.several else most
            self._linear([(v, 1) for v in self._of(turn, named)], most)

    def _attackers(self, entry: _Entry) -> list[int]:
        """Of which attackers the blocks of a turn are named."""
        return self.dealing._coming[entry.turn.kind] if entry.turn.several else entry.attackers

    def _of(self, turn: _Turn, attackers: Iterable[int]) -> list[int]:
        return [self.named[id(turn), attacker] for attacker in attackers]

    def _count(self, place: int, one: Class) -> None:
        """What has been dealt and is named for a class is counted for it, and the others take no more than is theirs."""
        dealing, built = self.dealing, self.built
        entries = [entry for entry in self.window if entry.turn.place == place]
        if not entries and dealing._left[place] == one.size:
            return
        named: dict[int, list[int]] = {attacker: [] for attacker in bits(one.row)}
        extra: dict[int, list[int]] = {attacker: [] for attacker in bits(one.row)}
        for entry in entries:
            for attacker in self._attackers(entry):
                variable = self.named[id(entry.turn), attacker]
                named[attacker].append(variable)
                if entry.turn.favourite != attacker:
                    extra[attacker].append(variable)
        for attacker, variables in named.items():
            pair = place, attacker
            block = built.variables[pair]
            if variables or dealing._dealt[pair]:
                self._linear([(block, -1), *((v, 1) for v in variables)], -dealing._dealt[pair])
            if pair in built.kept:
                terms = [(built.kept[pair], 1), (block, -1), *((v, 1) for v in extra[attacker])]
                self._linear(terms, dealing._kept[pair] - dealing._dealt[pair])
                self._keep(place, attacker)
        whole = [entry for entry in entries if entry.is_whole]
        blocks = [(built.variables[place, attacker], 1) for attacker in named]
        blocks += ((v, -1) for entry in whole for v in self._of(entry.turn, self._attackers(entry)))
        dealt = sum(dealing._dealt[place, attacker] for attacker in named)
        others = dealing._left[place] - sum(len(entry.turn.members) for entry in whole)
        self._linear(blocks, dealt + others * one.most)
        if place in built.blocking:
            self._share(place, one, [entry.turn for entry in whole], named, others)

    def _share(
        self, place: int, one: Class, turns: list[_Turn], named: Mapping[int, list[int]], others: int
    ) -> None:
        """The others of a class, who may block several attackers each, can be dealt what is left (see ``Model.blocking``)."""
        dealing, built = self.dealing, self.built
        dealt = {attacker: dealing._dealt[place, attacker] for attacker in named}
        blocking = dealing._blocking[place]
        own = [(built.blocking[place], 1), *((self._blocks(turn), -1) for turn in turns)]
        less = [(variable, -factor) for variable, factor in own]
        self._linear(less, -blocking)
        self._linear(own, blocking + others)
        left: list[tuple[int, int]] = []
        for attacker, variables in named.items():
            mine = [(built.variables[place, attacker], 1), *((v, -1) for v in variables)]
            left += mine
            self._linear([*mine, *less], dealt[attacker] - blocking)
        every = sum(dealt.values())
        self._linear([*left, *((v, factor * one.most) for v, factor in less)], every - blocking * one.most)
        self._linear([*own, *((v, -factor) for v, factor in left)], blocking - every)

    def _blocks(self, turn: _Turn) -> int:
        """A variable that is 1 where a creature that may block several attackers blocks."""
        blocks = self._variable(int(turn.begun > 0), 1)
        named = self._of(turn, self.dealing._coming[turn.kind])
        for variable in named:
            self._linear([(variable, 1), (blocks, -1)], 0)
        self._linear([(blocks, 1), *((v, -1) for v in named)], int(turn.begun > 0))
        return blocks

    def _variable(self, least: int, most: int) -> int:
        self.proto.variables.add().domain.extend([least, most])
        return len(self.proto.variables) - 1

    def _keep(self, place: int, attacker: int) -> None:
        """Only who has not been dealt another block keeps the favourite."""
        most = self.dealing._kept[place, attacker] + self.dealing._favouring[place, attacker]
        terms = [(self.built.kept[place, attacker], 1)]
        for entry in self.window:
            turn = entry.turn
            if turn.kind != (place, attacker):
                continue
            if entry.is_whole:
                most -= len(turn.members)
                terms += ((v, -1) for v in self._of(turn, [a for a in entry.attackers if a == attacker]))
            else:
                terms += ((v, 1) for v in self._of(turn, [a for a in entry.attackers if a != attacker]))
        self._linear(terms, most)

    def order(self) -> None:
        """Search what is named in order, a block before no block."""
        strategy = self.proto.search_strategy.add()
        strategy.variables.extend([*self.named.values(), *self.built.variables.values()])
        strategy.variable_selection_strategy = cp.DecisionStrategyProto.CHOOSE_FIRST
        strategy.domain_reduction_strategy = cp.DecisionStrategyProto.SELECT_UPPER_HALF

    def spell(self) -> None:
        """Look for the largest number: the earlier the blocks in board order, the larger it is."""
        factor = 1
        aim = self.proto.objective
        for entry in reversed(self.window):
            values = _values(entry.turn)
            for number, group in enumerate(reversed(entry.groups), 1):
                variables = self._of(entry.turn, group)
                aim.vars.extend(variables)
                aim.coeffs.extend([-factor if values else -factor * number] * len(variables))
                factor *= values or 1
            factor *= 1 if values else len(entry.groups) + 1

    def _linear(self, terms: Iterable[tuple[int, int]], most: int) -> None:
        variables, factors = zip(*terms, strict=True)
        constraint = self.proto.constraints.add().linear
        constraint.vars.extend(variables)
        constraint.coeffs.extend(factors)
        constraint.domain.extend([-_FAR, most])


def _guessed(turn: _Turn, coming: Sequence[int]) -> list[list[int]]:
    """Attackers in few groups: what comes first, and what a turn is rewarded for; what is between is only told apart from these."""
    favourite = turn.favourite
    if favourite is None or favourite not in coming[1:]:
        return [[attacker] for attacker in coming]
    between = list(coming[1 : coming.index(favourite)])
    return [group for group in ([coming[0]], between, [favourite]) if group]


def _values(turn: _Turn) -> int:
    """How many numbers there are for each attacker of a turn; 0 where it is one creature that blocks one attacker."""
    if turn.several:
        return 2
    return 0 if len(turn.members) == 1 else len(turn.members) + 1


def _fitting(values: int, room: int) -> int:
    """How many digits of so many values a number below ``room`` has."""
    digits = 0
    while room >= values:
        room //= values
        digits += 1
    return digits


def _first_of(blocks: dict[int, int], number: int) -> dict[int, int]:
    """The first so many of some blocks."""
    first: dict[int, int] = {}
    for attacker, some in blocks.items():
        if number and some:
            first[attacker] = min(number, some)
            number -= first[attacker]
    return first


def _turns(classes: Sequence[Class]) -> Iterator[_Turn]:
    """Whose turn it is, in board order."""
    favourites = {b: attacker for one in classes for attacker, mask in one.favourites for b in bits(mask)}
    owner = {b: place for place, one in enumerate(classes) if one.row for b in bits(one.members)}

    def kind(blocker: int) -> _Kind:
        place = owner[blocker]
        return place, ~blocker if classes[place].most > 1 else favourites.get(blocker)

    for each, members in groupby(sorted(owner), kind):
        yield _Turn(each, list(members), classes[each[0]].most > 1)
