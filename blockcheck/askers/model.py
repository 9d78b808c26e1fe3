"""An ask as a CP-SAT model: restrictions hard, requirements maximised (509.1c), blockers counted by class.

For each class of interchangeable blockers and each attacker there is one variable: how many of the class block it. A class
of one gives the plain 0/1 model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import TypeAlias

from ortools.sat.python import cp_model_helper as cp

from blockcheck.ask import Ask, Budget, Cut, Goal, Weights
from blockcheck.askers.classes import Class, alike_attackers, by_favourite, said_together
from blockcheck.askers.grid import counts_obeyed
from blockcheck.theory import (
    CostItem,
    Count,
    Declaration,
    Each,
    Kind,
    Pair,
    Rectangle,
    Sentence,
    bits,
    cost_order,
)

_LEAST, _MOST = -(2**63), 2**63 - 1

Terms: TypeAlias = dict[int, int]
"""A sum of variables with their factors."""


class Model:
    """The model of an ask.

    Args:
        ask: what is asked.
        classes: its blockers, each in one class; see :mod:`blockcheck.askers.classes`.
        first: whether it is to find what comes first. Then there is no objective, and no attacker stands for another.
        reach: then, the value of the goal that has to be reached.
    """

    def __init__(
        self, ask: Ask, classes: Sequence[Class], *, first: bool = False, reach: int | None = None
    ) -> None:
        self.ask = ask
        self.classes = classes
        self.proto = cp.CpModelProto()
        self.variables: dict[Pair, int] = {}
        """The variable for a class (by its place) and an attacker."""
        self.blocking: dict[int, int] = {}
        """For a class whose members may block several attackers: how many of them block."""
        self.kept: dict[Pair, int] = {}
        """For a class and an attacker that some members favour: how many of these block it."""
        self._most: list[int] = []
        self._literals: dict[tuple[int, ...], int] = {}
        self._counts: dict[tuple[Rectangle, Count], tuple[Terms, int]] = {}
        self._able: list[list[tuple[int, Class]]] = [[] for _ in ask.theory.attackers]
        """For each attacker the classes that may block it, with their places."""
        for place, one in enumerate(classes):
            self._count_blocks(place, one)
        self._linear({}, int(not ask.chosen <= self._all_pairs()))
        said = said_together(ask.theory)
        for sentence in said:
            if sentence.kind is Kind.RESTRICTION:
                self._restrict(sentence)
        self.obeyed: Terms = {}
        self.always_obeyed = 0
        if counts_obeyed(ask):
            for sentence in said:
                if sentence.kind is Kind.REQUIREMENT:
                    self._score(sentence)
        for group in () if first else alike_attackers(ask, classes, said):
            self._in_turn(group)
        self._demand()
        if first:
            self._demand_goal(reach)
        else:
            self._aim()

    # --- what the variables stand for ---

    def declaration(self, values: Sequence[int]) -> Declaration:
        """The declaration that values of the variables stand for: blocks are dealt out to the members in turn.

        Whom an attacker is the favourite of takes it first.
        """
        pairs: list[Pair] = []
        for place, one in enumerate(self.classes):
            members = one.members
            dealt = {attacker: values[self.variables[place, attacker]] for attacker in bits(one.row)}
            for attacker, favouring in one.favourites:
                for blocker in islice(bits(favouring), dealt[attacker]):
                    pairs.append((blocker, attacker))
                    members ^= 1 << blocker
                    dealt[attacker] -= 1
            pairs += self._dealt(place, list(bits(members)), dealt, values)
        return frozenset(pairs)

    def _dealt(
        self, place: int, members: list[int], dealt: Mapping[int, int], values: Sequence[int]
    ) -> Iterator[Pair]:
        """Blocks dealt out to members in turn, so many for each attacker."""
        blocks = [attacker for attacker, number in dealt.items() for _ in range(number)]
        number = values[self.blocking[place]] if place in self.blocking else min(len(blocks), len(members))
        return ((members[turn % number], attacker) for turn, attacker in enumerate(blocks))

    def ceiling(self) -> int | None:
        """What the goal cannot exceed, whatever is declared; None for ``Goal.ANY``."""
        match self.ask.goal:
            case Goal.ANY:
                return None
            case Goal.OBEYED:
                return self.ask.theory.number_of_requirements
            case Goal.WEIGHT:
                return self.ask.weights.base + sum(map(self._heaviest, self.classes))

    def _heaviest(self, one: Class) -> int:
        """What the members of a class add to the weight at most."""
        weights = self.ask.weights
        return sum(
            max(0, weights.weight((_first(part), attacker))) * part.size
            for part in by_favourite(one)
            for attacker in bits(one.row)
        )

    # --- classes ---

    def _count_blocks(self, place: int, one: Class) -> None:
        first = _first(one)
        for attacker in bits(one.row):
            name = f"{first},{attacker}"
            least = one.size if (first, attacker) in self.ask.chosen else 0
            self.variables[place, attacker] = self._variable(name, least, one.size)
            self._able[attacker].append((place, one))
        for attacker, favouring in one.favourites:
            kept = self.kept[place, attacker] = self._variable("", 0, favouring.bit_count())
            self._linear({self.variables[place, attacker]: 1, kept: -1}, 0)
        blocks = self._row(place, one.row)
        if one.size == 1 or one.most <= 1:
            if one.most < one.size * one.row.bit_count():
                self._linear(blocks, None, one.most * one.size)
            return
        number = self.blocking[place] = self._variable("", 0, one.size)
        self._linear(_sum(blocks, {number: 1}, -one.most), None, 0)
        self._linear(_sum(blocks, {number: 1}, -1), 0)
        for variable in blocks:
            self._linear({number: 1, variable: -1}, 0)

    def _all_pairs(self) -> frozenset[Pair]:
        return frozenset(
            pair
            for pair in self.ask.chosen
            if any(one.members >> pair[0] & one.row >> pair[1] & 1 for one in self.classes)
        )

    def _within(self, blockers: int) -> Iterator[tuple[int, Class]]:
        """The classes in a set of blockers, with their places."""
        return ((place, one) for place, one in enumerate(self.classes) if one.members & blockers)

    def _row(self, place: int, attackers: int) -> Terms:
        """How many blocks a class makes against some attackers."""
        return {self.variables[place, a]: 1 for a in bits(self.classes[place].row & attackers)}

    def _blockers_of(self, place: int, attackers: int) -> Terms:
        """How many of a class block any of some attackers."""
        one = self.classes[place]
        row = self._row(place, attackers)
        if one.most <= 1 or len(row) <= 1:
            return row
        if one.size == 1:
            return {self._literal(row): 1}
        return {self.blocking[place]: 1}

    def _counted(self, rectangle: Rectangle, count: Count) -> tuple[Terms, int]:
        """COUNT of a rectangle as a sum, and what it cannot exceed."""
        known = self._counts.get((rectangle, count))
        if known is None:
            known = self._counts[rectangle, count] = self._count(rectangle, count)
        return known

    def _count(self, rectangle: Rectangle, count: Count) -> tuple[Terms, int]:
        blockers, attackers = rectangle
        single = attackers.bit_count() == 1
        terms: Terms = {}
        top = 0
        for place, one in self._able[attackers.bit_length() - 1] if single else enumerate(self.classes):
            row = one.row & attackers if one.members & blockers else 0
            if row and count is Count.BLOCKERS:
                terms.update(self._blockers_of(place, row))
                top += one.size
            elif row:
                terms.update(self._row(place, row))
                top += one.size * min(one.most, row.bit_count())
        return terms, top

    def _any(self, rectangle: Rectangle) -> Terms:
        """A sum that is 1 when any pair of a rectangle is declared, else 0; empty when none can be."""
        inside, _ = self._counted(rectangle, Count.PAIRS)
        if not inside or self._is_single(rectangle):
            return inside
        return {self._literal(inside): 1}

    def _is_single(self, rectangle: Rectangle) -> bool:
        """Whether at most one pair of a rectangle can be declared."""
        _, top = self._counted(rectangle, Count.PAIRS)
        return top <= 1

    # --- sentences ---

    def _restrict(self, sentence: Sentence) -> None:
        match sentence.each:
            case Each.WHOLE | Each.ATTACKER:
                for guard, counted in _parts(sentence):
                    if guard != counted or not self._all_or_nothing(counted, sentence):
                        self._bound(
                            self._counted(counted, sentence.count), guard and self._any(guard), sentence
                        )
            case Each.BLOCKER if sentence.others:
                for place, one in self._within(sentence.domain.blockers):
                    self._restrict_others(sentence, place, one)
            case Each.BLOCKER | Each.PAIR:
                for place, one in self._within(sentence.domain.blockers):
                    self._restrict_each(sentence, place, one)

    def _all_or_nothing(self, blocked: Rectangle, sentence: Sentence) -> bool:
        """Where whoever blocks needs everybody who can, all of these block or none: their variables are tied together."""
        terms, top = self._counted(blocked, Count.PAIRS)
        single = all(self._most[variable] == 1 for variable in terms)
        if not terms or not single or not sentence.lo == top == len(terms) or sentence.hi is not None:
            return False
        first, *others = terms
        for variable in others:
            self._linear({first: 1, variable: -1}, 0, 0)
        return True

    def _restrict_each(self, sentence: Sentence, place: int, one: Class) -> None:
        guard = sentence.guard
        counted = sentence.counted.attackers if sentence.counted.blockers & one.members else 0
        if sentence.each is Each.BLOCKER and one.size == 1:
            guarded = guard and self._any(Rectangle(one.members, guard.attackers))
            mine = Rectangle(one.members, counted)
            self._bound(self._counted(mine, sentence.count), guarded, sentence)
        elif guard is not None:
            # Who blocks one attacker, or is asked about each pair, makes a count of 0 or 1 wherever the guard is met.
            for attacker in bits(one.row & guard.attackers):
                if not sentence.admits(counted >> attacker & 1):
                    self._linear(self._row(place, 1 << attacker), None, 0)

    def _restrict_others(self, sentence: Sentence, place: int, one: Class) -> None:
        """Whoever blocks needs so many others; of a larger class each member is another to the rest."""
        guard = sentence.domain.attackers & one.row
        counted = sentence.counted
        own = counted.attackers if counted.blockers & one.members else 0
        if one.size == 1:
            counted, own = Rectangle(counted.blockers & ~one.members, counted.attackers), 0
        for row, itself in (
            ((guard & own, 1), (guard & ~own, 0)) if one.most <= 1 else ((guard, int(bool(guard & own))),)
        ):
            if row:
                met = self._any(Rectangle(one.members, row))
                self._bound(self._counted(counted, sentence.count), met, sentence, itself)

    def _bound(
        self, counted: tuple[Terms, int], guard: Terms | None, sentence: Sentence, more: int = 0
    ) -> None:
        """Under a guard (a sum of 0 or 1; None: always) keep a count within the bounds of a sentence, plus ``more``."""
        terms, top = counted
        if guard is not None and not guard:
            return
        met = guard or {}
        least = min(sentence.lo + more, top + 1)
        if least:
            self._linear(_sum(terms, met, -least), 0)
        if sentence.hi is not None and top > sentence.hi + more:
            slack = top - sentence.hi - more
            self._linear(_sum(terms, met, slack), None, top if met else sentence.hi + more)

    def _score(self, sentence: Sentence) -> None:
        """Count the instances of a requirement that hold."""
        match sentence.each:
            case Each.WHOLE | Each.ATTACKER:
                for _, counted in _parts(sentence):
                    self._score_one(counted, sentence)
            case Each.BLOCKER:
                for place, one in self._within(sentence.counted.blockers):
                    if one.size == 1:
                        self._score_one(Rectangle(one.members, sentence.counted.attackers), sentence)
                    else:
                        blocking = self._blockers_of(place, sentence.counted.attackers)
                        self._score_each(blocking, one.size, sentence)
            case Each.PAIR:
                for place, one in self._within(sentence.counted.blockers):
                    for attacker in bits(
                        sentence.counted.attackers
                        if not sentence.lo
                        else sentence.counted.attackers & one.row
                    ):
                        self._score_each(self._row(place, 1 << attacker), one.size, sentence)

    def _score_each(self, ones: Terms, size: int, sentence: Sentence) -> None:
        """Of ``size`` instances so many have a COUNT of 1, the others 0."""
        if_none, if_one = map(sentence.admits, (0, 1))
        self.always_obeyed += size * if_none
        _add(self.obeyed, ones, if_one - if_none)

    def _score_one(self, counted: Rectangle, sentence: Sentence) -> None:
        (terms, top), lo, hi = self._counted(counted, sentence.count), sentence.lo, sentence.hi
        bounded = hi is not None and top > hi
        if top < lo:
            return
        if not lo and not bounded:
            self.always_obeyed += 1
        elif lo == 1 and top == 1:
            _add(self.obeyed, terms)
        else:
            holds = self._variable("", 0, 1)
            self.obeyed[holds] = 1
            if lo:
                self._linear(_sum(terms, {holds: 1}, -lo), 0)
            if hi is not None and bounded:
                self._linear(_sum(terms, {holds: 1}, top - hi), None, top)

    def _in_turn(self, group: Sequence[int]) -> None:
        """Of attackers that nothing tells apart, the earlier is blocked by as many as the later."""
        columns = [self._counted(Rectangle(-1, 1 << attacker), Count.PAIRS)[0] for attacker in group]
        for one, next_one in pairwise(columns):
            self._linear(_sum(one, next_one, -1), 0)

    # --- what the ask wants beside ---

    def _demand(self) -> None:
        """The floor, the cuts, the measures to reach and the declarations not wanted."""
        if self.ask.floor:
            self._linear(self.obeyed, self.ask.floor - self.always_obeyed)
        for cut in self.ask.cuts:
            self._cut(cut)
        for budget in self.ask.budgets:
            self._keep(budget)
        for weights, least in self.ask.at_least:
            self._linear(self._weigh(weights), least - weights.base)
        named = {
            (_first(self.classes[place]), a): variable for (place, a), variable in self.variables.items()
        }
        for declaration in sorted(map(sorted, self.ask.besides)):
            if named.keys() >= set(declaration):
                self._clause([_not(v) if pair in declaration else v for pair, v in named.items()])

    def _cut(self, cut: Cut) -> None:
        guards = {CostItem(c.sentence, c.blocker, c.attacker): c.guard for c in self.ask.theory.costs}
        named = [guards[item] for item in sorted(cut.items, key=cost_order)]
        everyone = (1 << len(self.ask.theory.attackers)) - 1
        named += [Rectangle(1 << blocker, everyone) for blocker in sorted(cut.blockers)]
        inside = [self._counted(guard, Count.PAIRS)[0] for guard in named if guard is not None]
        if not all(inside):
            return
        incurred = [self._literal(guard) for guard in inside]
        incurred += [self._at_least(alike, number) for alike, number in cut.many]
        if cut.floor is None:
            self._clause([_not(literal) for literal in incurred])
        else:
            self._linear(self.obeyed, cut.floor - self.always_obeyed, None, incurred)

    def _at_least(self, items: frozenset[CostItem], number: int) -> int:
        """A variable that is 1 wherever so many of some cost items are incurred."""
        reached = self._variable("", 0, 1)
        terms: Terms = {}
        most = 0
        for index in sorted({item.sentence for item in items}):
            for item, incurring in self._incurring(index, self.ask.theory.sentences[index]):
                if item in items:
                    _add(terms, incurring)
                    most += sum(self._most[v] * factor for v, factor in incurring.items())
        if most >= number:
            self._linear(_sum(terms, {reached: 1}, number - 1 - most), None, number - 1)
        return reached

    def _keep(self, budget: Budget) -> None:
        weights: Terms = {}
        for index, sentence in self.ask.theory.of(Kind.COST):
            for item, incurring in self._incurring(index, sentence):
                _add(weights, incurring, budget.weights.get(item, 0))
        self._linear({v: w for v, w in weights.items() if w}, None, budget.most)

    def _incurring(self, index: int, sentence: Sentence) -> Iterator[tuple[CostItem, Terms]]:
        """How often each cost item of a sentence is incurred; of a class, the item of its first member for all of them."""
        domain = sentence.domain
        if sentence.each in (Each.WHOLE, Each.ATTACKER):
            for attacker in bits(domain.attackers) if sentence.each is Each.ATTACKER else (None,):
                attackers = domain.attackers if attacker is None else 1 << attacker
                yield CostItem(index, None, attacker), self._any(Rectangle(domain.blockers, attackers))
            return
        for place, one in self._within(domain.blockers):
            if sentence.each is Each.BLOCKER:
                yield CostItem(index, _first(one), None), self._blockers_of(place, domain.attackers)
            else:
                for attacker in bits(one.row & domain.attackers):
                    yield CostItem(index, _first(one), attacker), self._row(place, 1 << attacker)

    def _demand_goal(self, reach: int | None) -> None:
        if reach is not None:
            terms, base = self._goal()
            self._linear(terms, reach - base)

    def _aim(self) -> None:
        if self.ask.goal is not Goal.ANY:
            terms, base = self._goal()
            aim = self.proto.objective
            aim.vars.extend(list(terms))
            aim.coeffs.extend([-weight for weight in terms.values()])
            aim.scaling_factor, aim.offset = -1, -base

    def _goal(self) -> tuple[Terms, int]:
        if self.ask.goal is not Goal.WEIGHT:
            return self.obeyed, self.always_obeyed
        return self._weigh(self.ask.weights), self.ask.weights.base

    def _weigh(self, weights: Weights) -> Terms:
        terms = {
            v: weights.weight((_first(self.classes[place]), a)) for (place, a), v in self.variables.items()
        }
        for place, one in enumerate(self.classes):
            for attacker, favouring in one.favourites:
                reward = weights.weight((_first_of(favouring), attacker)) - weights.other
                terms[self.variables[place, attacker]] = weights.other
                terms[self.kept[place, attacker]] = reward
        return terms

    # --- the solver's own terms ---

    def _literal(self, terms: Iterable[int]) -> int:
        """A variable that is 1 exactly when any of these is not 0."""
        variables = tuple(terms)
        if len(variables) == 1 and self._most[variables[0]] == 1:
            return variables[0]
        known = self._literals.get(variables)
        if known is not None:
            return known
        literal = self._literals[variables] = self._variable("", 0, 1)
        if all(self._most[variable] == 1 for variable in variables):
            self._clause([*variables, _not(literal)])
            none = self.proto.constraints.add()
            none.enforcement_literal.append(_not(literal))
            none.bool_and.literals.extend([_not(variable) for variable in variables])
        else:
            total = dict.fromkeys(variables, 1)
            self._linear(_sum(total, {literal: 1}, -1), 0)
            self._linear(_sum(total, {literal: 1}, -sum(self._most[v] for v in variables)), None, 0)
        return literal

    def _variable(self, name: str, least: int, most: int) -> int:
        variable = self.proto.variables.add()
        if name:
            variable.name = name
        variable.domain.extend([least, most])
        self._most.append(most)
        return len(self._most) - 1

    def _clause(self, literals: list[int]) -> None:
        if literals:
            self.proto.constraints.add().bool_or.literals.extend(literals)
        else:
            self._linear({}, 1)

    def _linear(
        self, terms: Terms, least: int | None, most: int | None = None, enforced_by: Sequence[int] = ()
    ) -> None:
        """Add ``least <= terms <= most``, under literals; what holds for no terms at all is left out."""
        low, high = _LEAST if least is None else least, _MOST if most is None else most
        if not terms and low <= 0 <= high:
            return
        constraint = self.proto.constraints.add()
        if enforced_by:
            constraint.enforcement_literal.extend(enforced_by)
        linear = constraint.linear
        linear.vars.extend(list(terms))
        linear.coeffs.extend(list(terms.values()))
        linear.domain.extend([low, high])


def _parts(sentence: Sentence) -> Iterator[tuple[Rectangle | None, Rectangle]]:
    """The guard and what is counted of each instance, of a sentence about the whole or about each attacker."""
    guard, counted = sentence.guard, sentence.counted
    if sentence.each is Each.WHOLE:
        yield guard, counted
        return
    for attacker in bits(sentence.domain.attackers):
        one = 1 << attacker
        narrowed = guard and Rectangle(guard.blockers, one)
        yield narrowed, Rectangle(counted.blockers, counted.attackers & one)


def _first(one: Class) -> int:
    """The first member of a class."""
    return _first_of(one.members)


def _first_of(blockers: int) -> int:
    return (blockers & -blockers).bit_length() - 1


def _sum(terms: Terms, more: Terms, factor: int) -> Terms:
    """``terms + factor * more``."""
    total = dict(terms)
    _add(total, more, factor)
    return total


def _add(terms: Terms, more: Terms, factor: int = 1) -> None:
    """Add ``factor * more`` to ``terms``."""
    for variable, weight in more.items():
        terms[variable] = terms.get(variable, 0) + factor * weight


def _not(literal: int) -> int:
    """The negation of a literal, as CP-SAT writes it."""
    return -literal - 1
