"""From options, explanations and lists to the public answers: ids as given, words, and what the board leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from typing import Any, TypeVar

from blockcheck.answers import explain as why
from blockcheck.answers import options as may
from blockcheck.answers.check import CostRow, Fault, Judgement
from blockcheck.answers.steps import Step as WayStep
from blockcheck.answers.steps import Way
from blockcheck.guide import (
    Against,
    Explain,
    ExplainIfIgnored,
    ExplainLists,
    ExplainUnderAnswers,
    ImpossibleBlock,
    MaximumBound,
    Mend,
    MendedFault,
    OptionLists,
    Options,
    OptionsIfIgnored,
    OptionsUnderAnswers,
    Said,
    Step,
    Unmet,
)
from blockcheck.judge.assembly import KeyPair, Telling, limit_reached
from blockcheck.judge.sides import Chosen, Side
from blockcheck.judge.worlds import Worlds
from blockcheck.theory import CostItem, Declaration, Instance, Pair, Theory
from blockcheck.values import dataclass
from blockcheck.verdict import Answer, Change, Id, Verdict
from blockcheck.words import (
    Lacking,
    Names,
    Reasons,
    bound_message,
    changes_words,
    impossible_message,
    missing_messages,
    said_message,
    source_of,
    step_message,
    too_little_message,
    unmet_message,
    verdict_line,
)

_Lists = TypeVar("_Lists", bound=Answer)


def options_of(side: Side, chosen: Chosen) -> Options:
    """The options of a side after some blocks have been chosen."""
    every = [may.options(legal, chosen.pairs) for legal in side.legals]
    limit = next((one.limit for one in every if one.limit is not None), None)
    if limit is not None:
        return Options(**side.whose(), **_nulls(OptionLists), limit=limit_reached(limit), **side.open(True))
    told = [_options_told(side, chosen, one) for one in every]
    differs = any(one != told[0] for one in told)
    if not (side.has_unread or differs):
        return Options(**side.whose(), **_fields(told[0]))
    rows = _under_answers(side.worlds, told, OptionsUnderAnswers)
    assumed = OptionsIfIgnored(**_common(told), answers=rows)
    return Options(**side.whose(), **_nulls(OptionLists), **side.open(differs), if_ignored=assumed)


def _options_told(side: Side, chosen: Chosen, found: may.Options) -> OptionLists:
    telling, theory = side.telling, side.theory
    lacking = None if found.missing is None else _lacking(theory, chosen, found, found.missing)
    return OptionLists(
        attackers={
            theory.blockers[b]: telling.ids(theory.attackers[a] for a in attackers)
            for b, attackers in found.attackers.items()
        },
        must_block=telling.ids(theory.blockers[b] for b in found.must_block),
        forced=_blocks(telling, theory, found.forced),
        legal_now=found.legal_now,
        missing=() if lacking is None else missing_messages(telling.names, lacking),
        dead_end=found.dead_end,
        conflict=tuple(_block(telling, chosen.keys[place]) for place in found.conflict),
    )


def _lacking(theory: Theory, chosen: Chosen, found: may.Options, missing: may.Missing) -> Lacking:
    certain = {blocker for blocker, _ in (*found.forced, *chosen.declaration)}
    must_block = {
        theory.blockers[b]: tuple(theory.attackers[a] for a in found.attackers[b])
        for b in found.must_block
        if b not in certain
    }
    told_already = {(blocker, None) for blocker in must_block}
    return Lacking(
        forced=_keys(theory, set(found.forced) - chosen.declaration),
        must_block=must_block,
        faults=missing.faults,
        requirements=tuple(
            row for row in missing.requirements if not told_already.issuperset(row.not_obeyed)
        ),
        completion=_keys(theory, missing.completion - chosen.declaration),
    )


# --- explanations -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """What an explanation is asked for: a declaration, perhaps a block, and whether to prove the maximum."""

    chosen: Chosen
    block: Chosen | None
    bound: bool


def explanation_of(
    side: Side, asked: Asked, verdict: Verdict, judgements: Sequence[Judgement | None]
) -> Explain:
    """The explanation of a side's declaration, on which the verdict is known.

    Args:
        side: who declares.
        asked: what is to be explained.
        verdict: the verdict on the declaration.
        judgements: what is held of it under each meaning of the board; None where another payment was stated.
    """
    whose: dict[str, Any] = side.whose() | {
        "legal": verdict.legal,
        "message": verdict_line(verdict),
        "nearest": verdict.nearest,
        "requirements": verdict.requirements,
        "costs": verdict.costs,
    }
    chosen = asked.chosen
    pair = None if asked.block is None else asked.block.pairs[0]
    every = [
        why.explain(legal, chosen.declaration, pair, bound=asked.bound, judged=judged)
        for legal, judged in zip(side.legals, judgements, strict=True)
    ]
    limit = next((limit_reached(one.limit) for one in every if one.limit is not None), None)
    if limit is not None and not side.worlds.is_certain:
        return Explain(**whose, **_nulls(ExplainLists), limit=limit, **side.open(True))
    told = [
        _Explained(side, legal.theory, asked).told(one) for legal, one in zip(side.legals, every, strict=True)
    ]
    differs = any(one != told[0] for one in told)
    if not (side.has_unread or differs):
        return Explain(**whose, **_fields(told[0]), limit=limit)
    rows = _under_answers(side.worlds, told, ExplainUnderAnswers)
    assumed = ExplainIfIgnored(**_common(told), answers=rows)
    return Explain(**whose, **_nulls(ExplainLists), **side.open(differs), if_ignored=assumed)


class _Explained:
    """An explanation under one meaning of the board, being told."""

    def __init__(self, side: Side, theory: Theory, asked: Asked) -> None:
        self.telling = side.telling
        self.names = side.telling.names
        self.theory = theory
        self.chosen = asked.chosen
        self.asked = asked
        self._lines: dict[Instance, Said] = {}

    def told(self, found: why.Explanation) -> ExplainLists:
        always, never, unmet = found.always, found.never, found.unmet
        return ExplainLists(
            faults=None if found.faults is None else self._faults(found.faults),
            **self._way(found.way),
            unmet=None if unmet is None else tuple(starmap(self._unmet, unmet)),
            impossible=self._impossible(found.impossible),
            always=None if always is None else _blocks(self.telling, self.theory, always),
            never=None if never is None else _blocks(self.telling, self.theory, never),
            bound=None if found.bound is None else self._bound(found.bound),
        )

    def _faults(self, mended: Iterable[tuple[Fault, Declaration]]) -> tuple[MendedFault, ...]:
        strays = self.chosen.strays
        outside = (
            self._mended(fault, set(self.chosen.keys) - {keys})
            for fault, keys in zip(self.chosen.faults, strays, strict=True)
        )
        inside = (
            self._mended(fault, {*self.telling.pairs(self.theory, after), *strays}) for fault, after in mended
        )
        return (*outside, *inside)

    def _mended(self, fault: Fault, after: Iterable[KeyPair]) -> MendedFault:
        return MendedFault(**_fields(self.telling.broken(fault)), mend=self._mend(self.chosen.keys, after))

    def _mend(self, before: Iterable[KeyPair], after: Iterable[KeyPair]) -> Mend:
        changes = self.telling.changes(before, after)
        return Mend(changes=changes, message=changes_words(self.names, changes))

    def _way(self, way: Way | None) -> dict[str, Any]:
        if way is None:
            return {"steps": None, "others": None, "paying": None, "too_little": None}
        steps = [*self._strays(), *(self._step(step, step_message) for step in way.steps)]
        less = way.too_little and self._step(way.too_little, too_little_message, self.chosen.strays)
        return {
            "steps": tuple(steps),
            "others": tuple(map(self._to, way.others)),
            "paying": None if way.paying is None else self._to(way.paying),
            "too_little": less,
        }

    def _strays(self) -> Iterator[Step]:
        """The steps that take back pairs which are none of the theory."""
        told: dict[str, tuple[why.Said, list[KeyPair]]] = {}
        for fault, keys in zip(self.chosen.faults, self.chosen.strays, strict=True):
            against = _as_said(fault)
            told.setdefault(said_message(self.names, against), (against, []))[1].append(keys)
        for against, pairs in told.values():
            changes = self.telling.changes(pairs, ())
            message = step_message(self.names, changes, [against])
            yield Step(
                changes=changes, restrictions=(self._said_of(against),), requirements=(), message=message
            )

    def _to(self, declaration: Declaration) -> Mend:
        return self._mend(self.chosen.keys, self.telling.pairs(self.theory, declaration))

    def _step(
        self,
        step: WayStep,
        told: Callable[[Names, Sequence[Change], Sequence[why.Said]], str],
        strays: Sequence[KeyPair] = (),
    ) -> Step:
        """A step, told; ``strays`` are pairs of no theory that it takes back too."""
        had = step.changes & self.chosen.declaration
        before, after = (self.telling.pairs(self.theory, pairs) for pairs in (had, step.changes - had))
        changes = self.telling.changes((*before, *strays), after)
        against = (*step.restrictions, *step.requirements)
        return Step(
            changes=changes,
            restrictions=tuple(map(self._said, step.restrictions)),
            requirements=tuple(map(self._said, step.requirements)),
            message=told(self.names, changes, [why.said(self.theory, one) for one in against]),
        )

    def _unmet(self, instance: Instance, conflict: why.Conflict) -> Unmet:
        requirement = why.said(self.theory, instance)
        message = unmet_message(self.names, requirement, self._reasons(conflict))
        return Unmet(requirement=self._said_of(requirement), **self._parts(conflict), message=message)

    def _impossible(self, conflict: why.Conflict | None) -> ImpossibleBlock | None:
        block = self.asked.block
        if block is None:
            return None
        (keys,) = block.keys
        blocker, attacker = _block(self.telling, keys)
        if block.faults:
            fault = _as_said(block.faults[0])
            told: Mapping[str, Any] = {"restrictions": (self._said_of(fault),), "requirements": ()}
            reasons = Reasons([fault])
        elif conflict is not None:
            told, reasons = self._parts(conflict), self._reasons(conflict)
        else:
            return None
        message = impossible_message(self.names, (blocker, attacker), reasons)
        return ImpossibleBlock(blocker=blocker, attacker=attacker, **told, message=message)

    def _bound(self, bound: why.Bound) -> MaximumBound:
        reasons = self._reasons(bound.conflict)
        message = bound_message(self.names, reasons.requirements, bound.k, replace(reasons, requirements=()))
        told = Against(**self._parts(bound.conflict), message=message)
        return MaximumBound(
            restrictions=told.restrictions,
            requirements=told.requirements,
            unpaid=told.unpaid,
            k=bound.k,
            message=message,
        )

    def _parts(self, conflict: why.Conflict) -> dict[str, Any]:
        return {
            "restrictions": tuple(map(self._said, conflict.restrictions)),
            "requirements": tuple(map(self._said, conflict.requirements)),
            "unpaid": tuple(map(self.telling.cost, self._cost_rows(conflict.unpaid))),
            "unpayable": tuple(map(self.telling.cost, self._cost_rows(conflict.unpayable))),
        }

    def _reasons(self, conflict: why.Conflict) -> Reasons:
        return Reasons(
            [why.said(self.theory, one) for one in conflict.restrictions],
            [why.said(self.theory, one) for one in conflict.requirements],
            self._cost_rows(conflict.unpaid),
            self._cost_rows(conflict.unpayable),
        )

    def _cost_rows(self, items: Iterable[CostItem]) -> list[CostRow]:
        return [row for item in items if (row := why.cost_said(self.theory, item))]

    def _said(self, instance: Instance) -> Said:
        if instance not in self._lines:
            self._lines[instance] = self._said_of(why.said(self.theory, instance))
        return self._lines[instance]

    def _said_of(self, said: why.Said) -> Said:
        source = source_of(said.origin, said.blockers, said.attackers)
        return Said(
            step=said.step,
            cr=said.origin.cr,
            source=None if source is None else self.telling.id(source),
            text=said.origin.text,
            blockers=self.telling.ids(said.blockers),
            attackers=self.telling.ids(said.attackers),
            message=said_message(self.names, said),
        )


def _as_said(fault: Fault) -> why.Said:
    return why.Said(fault.step, fault.origin, fault.blockers, fault.attackers, fault.lo, fault.hi)


# --- several meanings of a board ----------------------------------------------------------------------------------------


def _under_answers(worlds: Worlds, told: Sequence[Answer], make: Callable[..., _Lists]) -> tuple[_Lists, ...]:
    """What holds in each world, with the answers that lead to it."""
    if worlds.too_many or not worlds.questions:
        return ()
    return tuple(
        make(**_fields(one), answers=tuple(world.answers.get(question) for question in worlds.questions))
        for world, one in zip(worlds.all, told, strict=True)
        if worlds.is_plain(world)
    )


def _common(told: Sequence[Answer]) -> dict[str, Any]:
    """The fields on which all agree; the others are null."""
    return {
        name: value if all(getattr(one, name) == value for one in told) else None
        for name, value in _fields(told[0]).items()
    }


def _nulls(lists: type[Answer]) -> dict[str, Any]:
    return dict.fromkeys(lists.model_fields)


def _fields(answer: Answer) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in type(answer).model_fields}


# --- ids ----------------------------------------------------------------------------------------------------------------


def _keys(theory: Theory, pairs: Iterable[Pair]) -> tuple[KeyPair, ...]:
    return tuple((theory.blockers[b], theory.attackers[a]) for b, a in sorted(pairs))


def _block(telling: Telling, keys: KeyPair) -> tuple[Id, Id]:
    return telling.id(keys[0]), telling.id(keys[1])


def _blocks(telling: Telling, theory: Theory, pairs: Iterable[Pair]) -> tuple[tuple[Id, Id], ...]:
    return tuple(_block(telling, keys) for keys in _keys(theory, pairs))
