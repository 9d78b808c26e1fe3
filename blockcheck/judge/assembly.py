"""From judgements to the public verdict: ids as given, messages in words, and honesty about what the board leaves open."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

from pydantic import JsonValue

from blockcheck.answers.check import CostRow, Fault, Judgement, RequirementRow
from blockcheck.board import Board
from blockcheck.effects import Clause
from blockcheck.ground import Note, Question, UnreadText
from blockcheck.judge.payments import Paying
from blockcheck.judge.worlds import Worlds
from blockcheck.payment import NOTHING_TO_PAY, Entry
from blockcheck.theory import Declaration, Price, Theory
from blockcheck.values import dataclass
from blockcheck.verdict import (
    STAGES,
    Blocks,
    Broken,
    Change,
    CostLine,
    Costs,
    DecidedBy,
    Id,
    IfIgnored,
    LimitReached,
    Nearest,
    PayerTotal,
    RequirementLine,
    SolveAnswer,
    Stage,
    UnderAnswers,
    Verdict,
)
from blockcheck.verdict import Note as NoteLine
from blockcheck.verdict import Question as QuestionLine
from blockcheck.verdict import UnreadText as UnreadLine
from blockcheck.words import (
    Names,
    changes_words,
    cost_message,
    fault_message,
    lack_message,
    limit_message,
    note_message,
    price_line,
    question_message,
    requirement_message,
    source_of,
    total_message,
)

_T = TypeVar("_T")

KeyPair: TypeAlias = tuple[str, str]
"""A blocker and an attacker by their ids as text."""

_NO_COSTS = Costs()

MOST_LINES = 16
"""How many ways to obey a requirement are remembered as they are told."""

_NAMES_A_PERMANENT = frozenset({"activate", "tap", "sacrifice"})
"""The entries of a payment whose value is an id."""


@dataclass(frozen=True, slots=True)
class _Subject:
    """A requirement as it is told, but for who obeys it; ``row`` is the one it was made of.

    ``lines`` are those told of it last: it is often obeyed in the same way by a declaration to come.
    """

    row: RequirementRow
    source: Id | None
    blockers: tuple[Id, ...]
    attackers: tuple[Id, ...]
    message: str
    lines: dict[object, RequirementLine]

    def says(self, row: RequirementRow) -> bool:
        """Whether a row is about the same requirement."""
        mine = self.row
        return mine.origin is row.origin and mine.blockers == row.blockers and mine.attackers == row.attackers


class Telling:
    """A board's ids and names, ready to be told."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names = Names(board)
        self._subjects: dict[int, _Subject] = {}

    def id(self, key: str) -> Id:
        """An id as the board gave it."""
        return self._ids[key]

    @cached_property
    def _ids(self) -> Mapping[str, Id]:
        """Every id as the board gave it; a permanent comes before a player of the same id."""
        players = {key: self.board.player(key).id for key in self.board.player_keys}
        return players | {permanent.key: permanent.id for permanent in self.board.permanents}

    def ids(self, keys: Iterable[str]) -> tuple[Id, ...]:
        """Ids as the board gave them."""
        return tuple(map(self.id, keys))

    def blocks(self, theory: Theory, declaration: Declaration) -> Blocks:
        """A declaration as it is written: each blocker with its attackers, in board order."""
        told: dict[str, tuple[Id, ...]] = {}
        for blocker, attacker in sorted(declaration):
            key = theory.blockers[blocker]
            told[key] = (*told.get(key, ()), self.id(theory.attackers[attacker]))
        return told

    def nearest(self, theory: Theory, declared: Iterable[KeyPair], declaration: Declaration) -> Nearest:
        """The nearest legal declaration, with what changes the declared pairs into it."""
        changes = self.changes(declared, self.pairs(theory, declaration))
        message = changes_words(self.names, changes)
        return Nearest(blocks=self.blocks(theory, declaration), changes=changes, message=message)

    def pairs(self, theory: Theory, declaration: Declaration) -> tuple[KeyPair, ...]:
        """The pairs of a declaration, in board order."""
        return tuple((theory.blockers[b], theory.attackers[a]) for b, a in sorted(declaration))

    def changes(self, before: Iterable[KeyPair], after: Iterable[KeyPair]) -> tuple[Change, ...]:
        """What turns one declaration into another, in board order."""
        had, has = set(before), set(after)
        place = self.board.positions
        changed = sorted(had ^ has, key=lambda pair: (place[pair[0]], place[pair[1]]))
        return tuple(
            Change(
                change="add" if pair in has else "remove", blocker=self.id(pair[0]), attacker=self.id(pair[1])
            )
            for pair in changed
        )

    def player(self, side: frozenset[str]) -> Id | tuple[Id, ...]:
        """Who declares: a player, or the players of a team in turn order."""
        players = tuple(self.id(key) for key in self.board.player_keys if key in side)
        return players[0] if len(players) == 1 else players

    def broken(self, fault: Fault) -> Broken:
        """A fault, told."""
        source = source_of(fault.origin, fault.blockers, fault.attackers)
        return Broken(
            step="509.1a" if fault.step == "509.1a" else "509.1b",
            cr=fault.origin.cr,
            source=None if source is None else self.id(source),
            text=fault.origin.text,
            blockers=self.ids(fault.blockers),
            attackers=self.ids(fault.attackers),
            message=fault_message(self.names, fault),
        )

    def requirement(self, row: RequirementRow) -> RequirementLine:
        """A requirement row, told."""
        lines, obeyed = self._subject(row).lines, (row.of, row.not_obeyed, row.not_obeyed_by_witness)
        if obeyed not in lines:
            if len(lines) == MOST_LINES:
                lines.clear()
            lines[obeyed] = self._line(row, self._subject(row))
        return lines[obeyed]

    def _line(self, row: RequirementRow, subject: _Subject) -> RequirementLine:
        missed = row.not_obeyed_by_witness
        return RequirementLine(
            source=subject.source,
            text=row.origin.text,
            cr=row.origin.cr,
            blockers=subject.blockers,
            attackers=subject.attackers,
            of=row.of,
            obeyed=row.obeyed,
            not_obeyed=self._pairs(row.not_obeyed),
            not_obeyed_by_witness=None if missed is None else self._pairs(missed),
            message=subject.message,
        )

    def _subject(self, row: RequirementRow) -> _Subject:
        """What is told of a requirement whatever is declared: remembered for declarations to come."""
        known = self._subjects.get(row.sentence)
        if known is not None and known.says(row):
            return known
        source = source_of(row.origin, row.blockers, row.attackers)
        self._subjects[row.sentence] = found = _Subject(
            row,
            None if source is None else self.id(source),
            self.ids(row.blockers),
            self.ids(row.attackers),
            requirement_message(self.names, row),
            {},
        )
        return found

    def _pairs(
        self, places: Iterable[tuple[str | None, str | None]]
    ) -> tuple[tuple[Id | None, Id | None], ...]:
        ids = self._ids
        return tuple((None if b is None else ids[b], None if a is None else ids[a]) for b, a in places)

    def costs(self, judgement: Judgement, paying: Paying) -> Costs:
        """The cost items incurred, the total for each payer (509.1d), and how it is paid or what is missing (509.1e-f)."""
        settlement = paying.settlement
        if not judgement.costs and judgement.payable and settlement == NOTHING_TO_PAY:
            return _NO_COSTS
        return Costs(
            items=tuple(map(self.cost, judgement.costs)),
            totals=tuple(
                PayerTotal(
                    payer=self.id(payer),
                    price=price_line(price),
                    message=total_message(self.names, payer, price),
                )
                for payer, price in _totals(judgement.costs).items()
            ),
            payable=judgement.payable,
            payment=self._payment(settlement.payment),
            shortfall=tuple(
                PayerTotal(
                    payer=self.id(payer),
                    price=price_line(lack),
                    message=lack_message(self.names, payer, lack),
                )
                for payer, lack in settlement.shortfall
            ),
            consent=self.ids(paying.consent),
        )

    def _payment(self, entries: Sequence[Entry] | None) -> tuple[Mapping[str, JsonValue], ...] | None:
        """A payment with ids as the board gave them."""
        return None if entries is None else tuple(map(self._entry, entries))

    def _entry(self, entry: Entry) -> Mapping[str, JsonValue]:
        told: dict[str, JsonValue] = {}
        for name, value in entry.items():
            if name == "counter" and isinstance(value, tuple):
                key, kind, number = value
                told[name] = [self.id(key), kind, number]
            elif isinstance(value, tuple):
                told[name] = list(value)
            else:
                told[name] = self.id(str(value)) if name in _NAMES_A_PERMANENT else value
        return told

    def cost(self, row: CostRow) -> CostLine:
        """A cost item, told."""
        blockers = () if row.blocker is None else (row.blocker,)
        source = source_of(row.origin, blockers, row.attackers)
        return CostLine(
            source=None if source is None else self.id(source),
            text=row.origin.text,
            cr=row.origin.cr,
            blocker=None if row.blocker is None else self.id(row.blocker),
            attackers=self.ids(row.attackers),
            payer=self.id(row.payer),
            price=price_line(row.price),
            message=cost_message(self.names, row),
        )

    def unread(self, unread: UnreadText) -> UnreadLine:
        """Text that nobody understood, with the place of the words in it."""
        clause = unread.clause
        source = None if unread.source is None else self.id(unread.source)
        start, end = _span(clause)
        return UnreadLine(source=source, text=clause.text, span=(start, end))

    def question(self, question: Question) -> QuestionLine:
        """A question, told."""
        return QuestionLine(
            source=None if question.source is None else self.id(question.source),
            text=question.text,
            field=question.field,
            message=question_message(self.names, question),
        )

    def questions(self, questions: Iterable[Question]) -> tuple[QuestionLine, ...]:
        """Questions, told; what no yes or no answers is told once, however many creatures it is asked about."""
        told = [(question, self.question(question)) for question in questions]
        once = dict.fromkeys(line for question, line in told if not question.answerable)
        return (*(line for question, line in told if question.answerable), *once)

    def note(self, note: Note) -> NoteLine:
        """A note, told."""
        return NoteLine(
            source=None if note.source is None else self.id(note.source),
            text=note.text,
            field=note.subjects[0] if note.about == "fact" else None,
            message=note_message(self.names, note),
        )


def _span(clause: Clause) -> tuple[int, int]:
    """The words that were not understood, within the clause's own text."""
    if clause.unread is None:
        return 0, len(clause.text)
    start = clause.unread.at - clause.span[0]
    return max(start, 0), len(clause.text)


def _totals(rows: Sequence[CostRow]) -> dict[str, Price]:
    """What each payer has to pay in all."""
    totals: dict[str, Price] = {}
    for row in rows:
        before = totals.get(row.payer, Price())
        totals[row.payer] = Price(
            before.mana + row.price.mana,
            before.life + row.price.life,
            before.actions + row.price.actions,
            before.unknown + row.price.unknown,
        )
    return totals


# --- one verdict from the judgements of all worlds ----------------------------------------------------------------------


def verdict_of(
    telling: Telling,
    side: frozenset[str],
    worlds: Worlds,
    judgements: Sequence[Judgement],
    declared: Iterable[KeyPair],
    paying: Paying,
) -> Verdict:
    """The verdict on one side's declaration.

    Args:
        telling: the board's ids and names.
        side: who declares.
        worlds: the theories under each choice of answers.
        judgements: what holds in each of these worlds, in their order.
        declared: the declared pairs.
        paying: how costs are paid.
    """
    if not (declared := tuple(declared)):
        worlds = worlds.without_blocks
        judgements = judgements[: len(worlds.all)]
    first, grounded = judgements[0], worlds.first
    legal, stage = _decided(worlds, judgements)
    agreed = _Agreed(worlds, judgements)
    witness = agreed.on([j.witness for j in judgements])
    nearest = agreed.nearest(judgements) if legal is False else None
    return Verdict(
        id=telling.board.id,
        player=telling.player(side),
        legal=legal,
        stage=stage,
        broken=tuple(map(telling.broken, _common(j.faults for j in judgements))),
        requirements=tuple(map(telling.requirement, _rows(judgements))),
        obeyed=agreed.on([j.obeyed for j in judgements]),
        maximum=agreed.on([j.maximum for j in judgements]),
        maximum_at_least=agreed.bound(min(j.at_least for j in judgements)),
        maximum_at_most=agreed.bound(max(j.at_most for j in judgements)),
        witness=None if witness is None else telling.blocks(grounded.theory, witness),
        nearest=None if nearest is None else telling.nearest(grounded.theory, declared, nearest),
        costs=_costs(telling, judgements, paying),
        unread=tuple(map(telling.unread, worlds.unread)),
        questions=telling.questions(_asked(worlds, judgements)),
        limit=_limit(judgements),
        notes=tuple(map(telling.note, grounded.notes)),
        if_ignored=_if_ignored(worlds, judgements) if legal is None and not worlds.is_certain else None,
        decided_by=None if agreed.open or legal is None else _decided_by(first),
    )


def _costs(telling: Telling, judgements: Sequence[Judgement], paying: Paying) -> Costs:
    """The costs of the first world; whether and how they can be paid only where that is so in every world."""
    first, *others = judgements
    if all(other.payable is first.payable for other in others):
        return telling.costs(first, paying)
    unknown = replace(paying.settlement, payable=None, payment=None, shortfall=())
    return telling.costs(replace(first, payable=None), replace(paying, settlement=unknown))


def _asked(worlds: Worlds, judgements: Sequence[Judgement]) -> tuple[Question, ...]:
    """The questions whose answers change what is told of this declaration."""
    if worlds.is_certain:
        return ()
    told = {
        (j.legal, j.stage, j.faults, j.obeyed, j.maximum, j.payable, _billed(j.costs)) for j in judgements
    }
    many = worlds.too_many and not worlds.are_bounds
    undecided = worlds.are_bounds and _decided(worlds, judgements)[0] is None
    questions = worlds.asked if many or undecided or len(told) > 1 else ()
    return (*questions, *worlds.open_ended)


def _billed(costs: Iterable[CostRow]) -> Hashable:
    """What costs ask for, whatever their places in a theory are."""
    return tuple((row.origin, row.blocker, row.attackers, row.payer, row.price) for row in costs)


def _rows(judgements: Sequence[Judgement]) -> Sequence[RequirementRow]:
    """The requirements of the first world; what the witness does not obey only where that is the same in every world."""
    first, *others = judgements
    if all(other.witness == first.witness for other in others):
        return first.requirements
    return [replace(row, not_obeyed_by_witness=None) for row in first.requirements]


def _decided(worlds: Worlds, judgements: Sequence[Judgement]) -> tuple[bool | None, Stage | None]:
    """Legality and stage in every world; with unread text only a fault that no permission could lift counts."""
    if worlds.is_open:
        stages = [_unliftable(judgement, worlds) for judgement in judgements]
        if (worlds.too_many and not worlds.are_bounds) or None in stages:
            return None, None
        return False, _first_stage(stages)
    legal = _same([judgement.legal for judgement in judgements])
    if worlds.are_bounds and legal is False and not _is_illegal_between(*judgements):
        legal = None
    return legal, _first_stage([judgement.stage for judgement in judgements]) if legal is False else None


def _is_illegal_between(least: Judgement, most: Judgement) -> bool:
    """Whether a declaration is illegal wherever all that the first world forbids is forbidden, and no more than the last does.

    It has a fault in the first world, and so in all; or it can't be paid for, which is the same in all; or in the last
    world, and so in all, a declaration that incurs no other cost items obeys more.
    """
    return least.stage != "509.1c" or most.at_least > most.obeyed


def _unliftable(judgement: Judgement, worlds: Worlds) -> Stage | None:
    """The first step with a fault that no text could lift; what abilities forbid others could lift by taking these away."""
    lasting = ("509.1a",) if worlds.gives_abilities else STAGES
    return _first_stage(
        [fault.step for fault in judgement.faults if not fault.liftable and fault.step in lasting]
    )


def _first_stage(stages: Iterable[str | None]) -> Stage | None:
    """The earliest of some steps."""
    return next((stage for stage in STAGES if stage in set(stages)), None)


def _same(values: Sequence[_T | None]) -> _T | None:
    """The value that all have, or None."""
    return values[0] if all(value == values[0] for value in values) else None


def _common(faults: Iterable[tuple[Fault, ...]]) -> tuple[Fault, ...]:
    """The faults there are in every world, in the order of the steps; of what forbids pairs, the part that is."""
    every = list(faults)
    if not any(every):
        return ()
    found = dict.fromkeys(fault for one in every for fault in one)
    kept = [fault for fault in found if all(any(_covers(other, fault) for other in one) for one in every)]
    smallest = [one for one in kept if not any(other != one and _covers(one, other) for other in kept)]
    return tuple(sorted(smallest, key=lambda fault: STAGES.index(fault.step)))


def _covers(fault: Fault, part: Fault) -> bool:
    """Whether a fault is another one, or forbids the pairs of that one and more."""
    if fault == part or fault.hi != 0:
        return fault == part
    same = replace(fault, blockers=part.blockers, attackers=part.attackers, counted=part.counted) == part
    return same and {*part.blockers} <= {*fault.blockers} and {*part.attackers} <= {*fault.attackers}


class _Agreed:
    """Figures that a verdict may state: the same in every world, and with no text left out that could change them."""

    def __init__(self, worlds: Worlds, judgements: Sequence[Judgement]) -> None:
        self.open = worlds.is_open
        self.are_bounds = worlds.are_bounds
        self.has_costs = any(world.grounded.theory.costs for world in worlds.all)
        self.known = not self.open and all(judgement.maximum is not None for judgement in judgements)
        self.one_maximum = self.known and len({judgement.maximum for judgement in judgements}) == 1

    def on(self, values: Sequence[_T | None]) -> _T | None:
        """The value all worlds agree on."""
        return None if self.open else _same(values)

    def nearest(self, judgements: Sequence[Judgement]) -> Declaration | None:
        """The nearest legal declaration, where it is the same in every world.

        Between bounds it is, where one maximum holds for all: with cost items there are others.
        """
        if self.are_bounds and (self.has_costs or not self.one_maximum):
            return None
        return self.on([judgement.nearest for judgement in judgements])

    def bound(self, value: int) -> int | None:
        """A bound on the maximum, where it is known only between bounds."""
        return None if self.open or self.one_maximum else value


def _limit(judgements: Sequence[Judgement]) -> LimitReached | None:
    stopped = next((judgement.limit for judgement in judgements if judgement.limit), None)
    return None if stopped is None else limit_reached(stopped)


def limit_reached(stopped: str) -> LimitReached:
    """A limit that came first, told."""
    kind: Literal["clock", "effort"] = "clock" if stopped == "clock" else "effort"
    return LimitReached(kind=kind, message=limit_message(kind, None))


def _if_ignored(worlds: Worlds, judgements: Sequence[Judgement]) -> IfIgnored:
    """What holds if unread text says nothing, in every world and in each."""
    rows = tuple(
        UnderAnswers(
            answers=tuple(world.answers.get(question, False) for question in worlds.questions),
            legal=judgement.legal,
            stage=_first_stage([judgement.stage]),
            obeyed=judgement.obeyed,
            maximum=judgement.maximum,
        )
        for world, judgement in zip(worlds.all, judgements, strict=True)
        if worlds.is_plain(world)
    )[: 1 if worlds.too_many else None]
    stages: list[Stage | None] = [row.stage for row in rows]
    return IfIgnored(
        legal=_same([row.legal for row in rows]),
        stage=_same(stages),
        obeyed=_same([row.obeyed for row in rows]),
        maximum=_same([row.maximum for row in rows]),
        answers=rows if worlds.questions and not worlds.too_many else (),
    )


def _decided_by(judgement: Judgement) -> DecidedBy | None:
    if not judgement.proof:
        return None
    if judgement.proof == "enumeration":
        return DecidedBy(by="enumeration", status="complete")
    return DecidedBy(by="cp-sat" if judgement.proof.isupper() else "bound", status=judgement.proof)


def solve_answer(
    telling: Telling,
    side: frozenset[str],
    worlds: Worlds,
    judgements: Sequence[Judgement],
    board_id: Id | None,
) -> SolveAnswer:
    """The most requirements that the side's declaration could obey without paying, and a declaration that does."""
    agreed = _Agreed(worlds, judgements)
    witness = agreed.on([judgement.witness for judgement in judgements])
    first = judgements[0]
    return SolveAnswer(
        id=board_id,
        player=telling.player(side),
        maximum=agreed.on([judgement.maximum for judgement in judgements]),
        maximum_at_least=agreed.bound(min(judgement.at_least for judgement in judgements)),
        maximum_at_most=agreed.bound(max(judgement.at_most for judgement in judgements)),
        witness=None if witness is None else telling.blocks(worlds.first.theory, witness),
        requirements=() if witness is None else tuple(map(telling.requirement, first.requirements)),
        unread=tuple(map(telling.unread, worlds.unread)),
        questions=telling.questions((*worlds.asked, *worlds.open_ended)),
        limit=_limit(judgements),
    )
