"""The answers that show the way: what may still be done, why, and everything that is legal (FORMAT.md).

As in :mod:`blockcheck.verdict`, ``model_dump_json()`` of each is its wire form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from blockcheck.verdict import (
    RULES,
    Answer,
    Blocks,
    Broken,
    Change,
    CostLine,
    Costs,
    Id,
    LimitReached,
    Nearest,
    Only,
    Question,
    RequirementLine,
    UnreadText,
)

Block: TypeAlias = tuple[Id, Id]
"""A blocker and the attacker it blocks."""

Answers: TypeAlias = tuple[bool | None, ...]
"""An answer for each of `questions`, in their order; null where the other answers leave it unasked."""


class Whose(Answer):
    """The board and the declaring player or team that an answer is about."""

    id: Only[Id] = None
    """The board's id; only where it has one."""
    player: Only[Id | tuple[Id, ...]] = None
    """Who declares, a list for a team."""


# --- options ------------------------------------------------------------------------------------------------------------


class OptionLists(Answer):
    """What can still be reached by only adding blocks; each field is null where the board does not decide it."""

    attackers: Mapping[str, tuple[Id, ...]] | None
    """For every creature that could block at all, the attackers that some legal declaration with the chosen blocks has
    it block. Chosen blocks are not listed again."""
    must_block: tuple[Id, ...] | None
    """Creatures that block in every legal declaration with the chosen blocks."""
    forced: tuple[Block, ...] | None
    """Blocks that are in every one of them."""
    legal_now: bool | None
    """Whether the chosen blocks are legal as they stand."""
    missing: tuple[str, ...] | None
    """What still has to be added, in words; the last line is a smallest way to complete the declaration."""
    dead_end: bool | None
    """Whether no legal declaration contains the chosen blocks; the lists above are empty then."""
    conflict: tuple[Block, ...] | None
    """With a dead end, a minimal set of chosen blocks that cannot stand together; none can be left out."""


class OptionsUnderAnswers(OptionLists):
    """The options under one choice of answers."""

    answers: Answers


class OptionsIfIgnored(OptionLists):
    """The options if the unread text says nothing; null what differs between the `answers`."""

    answers: tuple[OptionsUnderAnswers, ...] = ()
    """A row for each choice of answers, up to four questions; beyond that none."""


class Options(OptionLists, Whose):
    """The options after the blocks chosen so far."""

    unread: tuple[UnreadText, ...] = ()
    questions: tuple[Question, ...] = ()
    limit: LimitReached | None = None
    if_ignored: Only[OptionsIfIgnored] = None
    """Only where the lists are null for `unread` or `questions`."""
    rules: str = RULES


# --- explanations -------------------------------------------------------------------------------------------------------


class Said(Answer):
    """A restriction or a requirement that an explanation names."""

    step: str
    cr: tuple[str, ...]
    source: Id | None
    text: str
    blockers: tuple[Id, ...]
    attackers: tuple[Id, ...]
    message: str


class Mend(Answer):
    """What to change, in data and in words: of a fault, the smallest change that mends it and makes no new one."""

    changes: tuple[Change, ...]
    message: str


class Step(Mend):
    """Changes, and what would be wrong without them (or with nothing else changed).

    `restrictions` would be disobeyed. Where none is, `requirements` would not be obeyed; they are told too where blocks are
    exchanged and only the new ones left out. Where there is nothing of either, costs could not be paid.
    """

    restrictions: tuple[Said, ...]
    requirements: tuple[Said, ...]


class MendedFault(Broken):
    """A fault of 509.1a or a restriction disobeyed (509.1b), with what mends it alone."""

    mend: Mend


class Against(Answer):
    """What cannot hold together with something; none of it can be left out."""

    restrictions: tuple[Said, ...]
    requirements: tuple[Said, ...]
    """Requirements that are obeyed instead."""
    unpaid: tuple[CostLine, ...] = ()
    """Cost items that stay unpaid, for nobody has to pay (509.1c)."""
    unpayable: tuple[CostLine, ...] = ()
    """Cost items that would have to be paid and cannot be (509.1d)."""
    message: str


class Unmet(Against):
    """A requirement that the witness does not obey, with what stands against it."""

    requirement: Said


class ImpossibleBlock(Against):
    """A block that no legal declaration has, with what stands against it."""

    blocker: Id
    attacker: Id


class MaximumBound(Answer):
    """Why no declaration obeys more: under these restrictions none obeys more than `k` of these requirements.

    `k` plus the number of requirements not named is the maximum.
    """

    restrictions: tuple[Said, ...]
    requirements: tuple[Said, ...]
    unpaid: tuple[CostLine, ...] = ()
    """Cost items that stay unpaid."""
    k: int
    message: str


class ExplainLists(Answer):
    """What there is to say about a declaration.

    Each field is null where the board does not decide it, or a limit came before it was known.
    """

    faults: tuple[MendedFault, ...] | None
    steps: tuple[Step, ...] | None
    """The changes that lead to `nearest`, those of alike reasons together, each with what would be wrong without it."""
    others: tuple[Mend, ...] | None
    """Other ways to a legal declaration with as few changes, up to three."""
    paying: Mend | None
    """The way to a declaration that obeys the most with the costs declared, where that is another than `nearest`."""
    too_little: Step | None
    """Merely taking back the blocks at fault, where `nearest` adds blocks and that would not be enough, with what would
    still be wrong."""
    unmet: tuple[Unmet, ...] | None
    """The requirements that the nearest declaration with the maximum does not obey either; with a `limit` those that were
    explained before it came."""
    impossible: ImpossibleBlock | None
    """Why no legal declaration has the block asked about; null where none was asked about or one has it."""
    always: tuple[Block, ...] | None
    """Blocks that are in every legal declaration."""
    never: tuple[Block, ...] | None
    """Blocks that are in none."""
    bound: MaximumBound | None
    """Null where it was not asked for."""


class ExplainUnderAnswers(ExplainLists):
    """The explanation under one choice of answers."""

    answers: Answers


class ExplainIfIgnored(ExplainLists):
    """The explanation if the unread text says nothing; null what differs between the `answers`."""

    answers: tuple[ExplainUnderAnswers, ...] = ()
    """A row for each choice of answers, up to four questions; beyond that none."""


class Judged(Whose):
    """What is held of a declaration that is explained."""

    legal: bool | None
    """As in the verdict."""
    message: str
    """The verdict in one line."""
    nearest: Nearest | None
    """As in the verdict."""
    requirements: tuple[RequirementLine, ...]
    """As in the verdict."""
    costs: Costs
    """As in the verdict."""


class Explain(ExplainLists, Judged):
    """The explanation of a declaration."""

    unread: tuple[UnreadText, ...] = ()
    questions: tuple[Question, ...] = ()
    limit: LimitReached | None = None
    if_ignored: Only[ExplainIfIgnored] = None
    """Only where the fields above are null for `unread` or `questions`."""
    rules: str = RULES


# --- lists --------------------------------------------------------------------------------------------------------------


class LegalList(Whose):
    """Legal declarations, lexicographically over pairs in board order."""

    declarations: Only[tuple[Blocks, ...]] = None
    """Left out where only the number was asked for, or the board does not decide them."""
    count: int | None
    """How many there are, or how many were found before the limit came; null where the board does not decide it."""
    exact: bool | None
    """Whether there are no more."""
    unread: tuple[UnreadText, ...] = ()
    questions: tuple[Question, ...] = ()
    limit: LimitReached | None = None
    """What stopped the solver; not set where only the number asked for was reached."""
    rules: str = RULES
