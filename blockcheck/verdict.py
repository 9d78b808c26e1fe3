"""The public answers as frozen values; ``model_dump_json()`` of each is its wire form (FORMAT.md).

Ids come back as the board gave them, string or integer; as a key of an object an id is its text. A field that
is marked "only where …" is left out of the JSON elsewhere; every other field always stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, JsonValue

from blockcheck.board.field_words import words_under_fields

if TYPE_CHECKING:
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

RULES = "2026-08-07"
"""The date of the Comprehensive Rules that every answer follows."""

Id: TypeAlias = str | int
Stage: TypeAlias = Literal["509.1a", "509.1b", "509.1c", "509.1d"]

STAGES: tuple[Stage, ...] = ("509.1a", "509.1b", "509.1c", "509.1d")
"""The steps of a declaration of blockers that it can fail at, in order."""

Blocks: TypeAlias = Mapping[str, tuple[Id, ...]]
"""Each blocker, by its id as text, with the attackers it blocks; nobody else is named."""

Pair: TypeAlias = tuple[Id | None, Id | None]
"""Blocker and attacker; null stands for "any"."""

_T = TypeVar("_T")


def _left_out(value: object) -> bool:
    return value is None


def _without_null(schema: dict[str, Any]) -> None:
    """The JSON Schema of a field that is left out rather than null."""
    schema.pop("default", None)
    branches = [branch for branch in schema.pop("anyOf") if branch != {"type": "null"}]
    schema.update(branches[0] if len(branches) == 1 else {"anyOf": branches})


Only: TypeAlias = Annotated[_T | None, Field(exclude_if=_left_out, json_schema_extra=_without_null)]
"""A field that stands in the JSON only where it has a value."""


class Answer(BaseModel):
    """A frozen, strict value of the public answers."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The schema with the words under each field; they are looked up here, so that no other command pays for them."""
        shape = handler(schema)
        properties = handler.resolve_ref_schema(shape)["properties"]
        for model in reversed(cls.__mro__[: cls.__mro__.index(Answer)]):
            for field, words in words_under_fields(model).items():
                properties[field]["description"] = words
        return shape


class Broken(Answer):
    """A fault of 509.1a or a restriction disobeyed (509.1b)."""

    step: Literal["509.1a", "509.1b"]
    cr: tuple[str, ...]
    """The rules behind it; the first is the one to read."""
    source: Id | None
    """The permanent whose text says so; null where none does."""
    text: str
    """The words as they stand on the board; empty where a rule says so and no text."""
    blockers: tuple[Id, ...]
    attackers: tuple[Id, ...]
    message: str


class RequirementLine(Answer):
    """One requirement sentence (509.1c), however many creatures it binds."""

    source: Id | None
    text: str
    cr: tuple[str, ...]
    blockers: tuple[Id, ...]
    attackers: tuple[Id, ...]
    of: int
    """How many requirements it makes: a lure on three possible blockers makes three."""
    obeyed: int
    """How many of them the declaration obeys."""
    not_obeyed: tuple[Pair, ...]
    """The others: [blocker, attacker], [blocker, null] for "blocks", [null, attacker] for "is blocked"."""
    not_obeyed_by_witness: tuple[Pair, ...] | None
    """The same for the witness; null where there is no witness."""
    message: str


class PriceLine(Answer):
    """A price with every number known: mana symbols, life, and actions in words."""

    mana: str = ""
    life: int = 0
    actions: tuple[str, ...] = ()


class CostLine(Answer):
    """A cost item that the declaration incurs (509.1d)."""

    source: Id | None
    text: str
    cr: tuple[str, ...]
    blocker: Id | None
    attackers: tuple[Id, ...]
    payer: Id
    price: PriceLine
    message: str


class PayerTotal(Answer):
    """What one player has to pay in all, locked in (509.1d)."""

    payer: Id
    price: PriceLine
    message: str


class Costs(Answer):
    """The costs of a declaration (509.1d-f)."""

    items: tuple[CostLine, ...] = ()
    totals: tuple[PayerTotal, ...] = ()
    payable: bool | None = True
    """Null where a value that the payment needs is unknown, or a mana ability was not read."""
    payment: tuple[Mapping[str, JsonValue], ...] | None = ()
    """A way to pay everything, in the form of a declaration's `pay`; null where none is known."""
    shortfall: tuple[PayerTotal, ...] = ()
    """What each player lacks."""
    consent: tuple[Id, ...] = ()
    """Players who may decline to pay though another declares for them."""


class UnreadText(Answer):
    """Text in force that bears on blocking and was not understood."""

    source: Id | None
    text: str
    """The clause it stands in."""
    span: tuple[int, int]
    """Where in `text` the words that were not understood begin and end."""


class Question(Answer):
    """A yes-or-no question that decides the verdict and that the board leaves open."""

    source: Id | None
    text: str
    field: str
    """The field of the board that answers it."""
    message: str


class Note(Answer):
    """Something taken as the board gives it, or given and not used."""

    source: Id | None
    text: str
    field: str | None
    message: str


class LimitReached(Answer):
    """What stopped the solver."""

    kind: Literal["effort", "clock"]
    message: str


class UnderAnswers(Answer):
    """What holds under one choice of answers."""

    answers: tuple[bool | None, ...]
    """One for each of the verdict's `questions`, in their order; null where the other answers leave it unasked."""
    legal: bool | None
    stage: Stage | None
    obeyed: int | None
    maximum: int | None


class IfIgnored(Answer):
    """What holds if the unread text says nothing.

    Where there are questions too, `answers` has a row for each choice of answers, and a field of the first four
    is null unless every row agrees on it; with more than four questions there are no rows, and the first four
    are what holds when every answer is no. Several declarations have their own rows.
    """

    legal: bool | None
    stage: Stage | None
    obeyed: int | None
    maximum: int | None
    answers: tuple[UnderAnswers, ...] = ()


class DecidedBy(Answer):
    """How the maximum is known."""

    by: Literal["bound", "cp-sat", "enumeration"]
    status: str
    """The solver's status, or the bound that was reached, in words."""


class Change(Answer):
    """One pair added or removed."""

    change: Literal["add", "remove"]
    blocker: Id
    attacker: Id


class Nearest(Answer):
    """The legal declaration with the fewest changes, then fewest removed, then first in board order."""

    blocks: Blocks
    changes: tuple[Change, ...]
    message: str


class Verdict(Answer):
    """The judgement of one declaration of blockers (509.1a-d), or of several players' declarations (802.4).

    ``legal`` is None where the board does not decide: see ``unread``, ``questions`` and ``limit``.
    """

    id: Only[Id] = None
    """The board's id; only where it has one."""
    player: Only[Id | tuple[Id, ...]] = None
    """Who declares, a list for a team; left out where several players declare one after the other."""
    legal: bool | None
    stage: Stage | None
    """The first step that fails; null when legal or not decided."""
    broken: tuple[Broken, ...]
    requirements: tuple[RequirementLine, ...]
    obeyed: int | None
    """How many requirements the declaration as made obeys; null where an answer to a question changes it."""
    maximum: int | None
    """How many a legal declaration could obey."""
    maximum_at_least: Only[int] = None
    """Only where the maximum is known just between bounds."""
    maximum_at_most: Only[int] = None
    """Only where the maximum is known just between bounds."""
    witness: Blocks | None
    """A legal declaration that obeys the maximum: the declaration itself when it is legal."""
    nearest: Nearest | None = None
    costs: Costs = Costs()
    unread: tuple[UnreadText, ...] = ()
    questions: tuple[Question, ...] = ()
    limit: LimitReached | None = None
    notes: tuple[Note, ...] = ()
    if_ignored: Only[IfIgnored] = None
    """Only where `legal` is null for `unread` or `questions`."""
    decided_by: DecidedBy | None = None
    declarations: Only[tuple[Verdict, ...]] = None
    """Only where several players declare: one verdict each, in the order in which they declare."""
    rules: str = RULES
    """The date of the Comprehensive Rules that the answer follows."""


class SolveAnswer(Answer):
    """The most requirements that a legal declaration can obey, and one that does (509.1c)."""

    id: Only[Id] = None
    player: Only[Id | tuple[Id, ...]] = None
    maximum: int | None
    """Null where the board does not decide it."""
    maximum_at_least: Only[int] = None
    maximum_at_most: Only[int] = None
    witness: Blocks | None
    requirements: tuple[RequirementLine, ...]
    """`obeyed` and `not_obeyed` are those of the witness."""
    unread: tuple[UnreadText, ...] = ()
    questions: tuple[Question, ...] = ()
    limit: LimitReached | None = None
    rules: str = RULES


class LineError(Answer):
    """Why a line of a batch could not be judged."""

    message: str
    where: str
    """The path of the value that is wrong; empty for the whole line."""


class BatchError(Answer):
    """What a batch gives in place of a verdict for a line that cannot be read."""

    id: Id | None
    """The board's id, where the line got far enough to have one."""
    error: LineError


def together(verdicts: Sequence[Verdict], board_id: Id | None = None) -> Verdict:
    """One verdict over the declarations of several players, each judged alone (802.4).

    It is legal when all are, illegal when one is. ``stage`` is that of the first that fails, in the order of
    declaring; counts are sums, lists and costs are joined, and the witness joins the witnesses.
    """
    legal = _all([verdict.legal for verdict in verdicts])
    return Verdict(
        id=board_id,
        legal=legal,
        stage=next((v.stage for v in verdicts if v.legal is False), None),
        broken=_joined(verdict.broken for verdict in verdicts),
        requirements=_joined(verdict.requirements for verdict in verdicts),
        obeyed=_sum(verdict.obeyed for verdict in verdicts),
        maximum=_sum(verdict.maximum for verdict in verdicts),
        maximum_at_least=_bound(verdicts, [verdict.maximum_at_least for verdict in verdicts]),
        maximum_at_most=_bound(verdicts, [verdict.maximum_at_most for verdict in verdicts]),
        witness=_witness(verdicts),
        nearest=_nearest(verdicts) if legal is False else None,
        costs=_costs(verdicts),
        unread=_distinct(_joined(verdict.unread for verdict in verdicts)),
        questions=_distinct(_joined(verdict.questions for verdict in verdicts)),
        limit=next((verdict.limit for verdict in verdicts if verdict.limit), None),
        notes=_distinct(_joined(verdict.notes for verdict in verdicts)),
        if_ignored=_if_ignored(verdicts) if legal is None else None,
        decided_by=_decided_by(verdicts),
        declarations=tuple(verdict.model_copy(update={"id": None}) for verdict in verdicts),
    )


def _all(answers: Sequence[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _sum(numbers: Iterable[int | None]) -> int | None:
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total


def _joined(parts: Iterable[tuple[_T, ...]]) -> tuple[_T, ...]:
    return tuple(item for part in parts for item in part)


def _distinct(items: tuple[_T, ...]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(items))


def _bound(verdicts: Sequence[Verdict], bounds: Sequence[int | None]) -> int | None:
    """A bound on the sum of the maxima, where one of them is known only between bounds."""
    if all(verdict.maximum is not None for verdict in verdicts):
        return None
    return _sum(v.maximum if bound is None else bound for v, bound in zip(verdicts, bounds, strict=True))


def _if_ignored(verdicts: Sequence[Verdict]) -> IfIgnored | None:
    if not any(verdict.if_ignored for verdict in verdicts):
        return None
    each = [verdict.if_ignored or verdict for verdict in verdicts]
    return IfIgnored(
        legal=_all([one.legal for one in each]),
        stage=next((one.stage for one in each if one.legal is False), None),
        obeyed=_sum(one.obeyed for one in each),
        maximum=_sum(one.maximum for one in each),
    )


def _decided_by(verdicts: Sequence[Verdict]) -> DecidedBy | None:
    """How the maxima are known: by bounds only where all of them are."""
    every = [verdict.decided_by for verdict in verdicts if verdict.decided_by]
    return next((one for one in every if one.by != "bound"), every[0] if every else None)


def _witness(verdicts: Sequence[Verdict]) -> Blocks | None:
    joined: dict[str, tuple[Id, ...]] = {}
    for verdict in verdicts:
        if verdict.witness is None:
            return None
        joined.update(verdict.witness)
    return joined


def _nearest(verdicts: Sequence[Verdict]) -> Nearest | None:
    """What to change in all of them; None where that is not known of one."""
    blocks: dict[str, tuple[Id, ...]] = {}
    for verdict in verdicts:
        nearer = verdict.nearest.blocks if verdict.nearest else verdict.witness if verdict.legal else None
        if nearer is None:
            return None
        blocks.update(nearer)
    parts = [verdict.nearest for verdict in verdicts if verdict.nearest]
    changes = _joined(nearest.changes for nearest in parts)
    return Nearest(blocks=blocks, changes=changes, message="; ".join(nearest.message for nearest in parts))


def _costs(verdicts: Sequence[Verdict]) -> Costs:
    every = [verdict.costs for verdict in verdicts]
    payments = [costs.payment for costs in every]
    return Costs(
        items=_joined(costs.items for costs in every),
        totals=_joined(costs.totals for costs in every),
        payable=_all([costs.payable for costs in every]),
        payment=None if None in payments else _joined(payment for payment in payments if payment),
        shortfall=_joined(costs.shortfall for costs in every),
        consent=_distinct(_joined(costs.consent for costs in every)),
    )
