"""The battlefield at one moment: the board, and the abilities in force on it, triggered ones among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from blockcheck import effects as fx
from blockcheck.aftermath.boards import type_line_of
from blockcheck.board import Board, Permanent
from blockcheck.effects import Awaited, Trigger
from blockcheck.ground import Texts
from blockcheck.ground.questions import Interview
from blockcheck.ground.scope import Bindings, Scope
from blockcheck.ground.state import Ability, State, state_of, unwrapped
from blockcheck.reading.printing import printed
from blockcheck.reading.triggers import trigger_clauses
from blockcheck.values import dataclass

Reader: TypeAlias = Callable[[Board], Texts]
"""Reads the texts of a board."""

_SELF: fx.Filter = fx.THIS
_WITHOUT_FLANKING: fx.Filter = fx.NoneOf((fx.HasKeyword("flanking"),))

KEYWORD_TRIGGERS: dict[str, tuple[str, tuple[Awaited, ...]]] = {
    "afflict": ("702.130a", (Awaited("becomes blocked", _SELF),)),
    "bushido": ("702.45a", (Awaited("blocks", _SELF), Awaited("becomes blocked", _SELF))),
    "flanking": ("702.25a", (Awaited("becomes blocked", _SELF, _WITHOUT_FLANKING),)),
    "frenzy": ("702.68a", (Awaited("isn't blocked", _SELF),)),
    "rampage": ("702.23a", (Awaited("becomes blocked", _SELF),)),
}
"""Keyword abilities that trigger when blockers are declared: the rule that says so, and what each waits for."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A triggered ability in force: who has it, whose it is, and what it waits for.

    ``provided`` is the condition without which it is not had. ``cr`` names a keyword's rule.
    """

    trigger: Trigger
    bindings: Bindings
    bearer: str | None
    source: str | None
    provided: fx.Condition | None = None
    cr: str = ""

    @property
    def memory(self) -> Memory:
        """Under what it is remembered that it has triggered: who has it (or the entry of the effect), whose words, its words."""
        return self.bearer or self.bindings.where, self.source, words_of(self.trigger.text)


Memory: TypeAlias = tuple[str, str | None, str]


def words_of(text: str) -> str:
    """A text as it is compared with others: spaces and capitals make no difference."""
    return " ".join(text.split()).casefold()


@dataclass(frozen=True, slots=True)
class Again:
    """What makes triggered abilities trigger additional times (603.2d), in force."""

    effect: fx.TriggersAgain
    provided: fx.Condition | None
    bindings: Bindings
    source: str | None


@dataclass(frozen=True)
class Moment:
    """A board with everything that its texts say at that moment."""

    board: Board
    read: Reader

    @cached_property
    def state(self) -> State:
        """The abilities in force, triggered ones among them."""
        return self._asked[0]

    @cached_property
    def questions(self) -> tuple[tuple[str | None, str, str], ...]:
        """Triggered abilities that are given on a condition which the board leaves open: whose text, the text, the field."""
        return tuple(
            (one.source, one.text, one.field)
            for one in self._asked[1].asked
            if _GIVES_TRIGGERS.search(one.text)
        )

    @cached_property
    def _asked(self) -> tuple[State, Interview]:
        interview = Interview({})
        texts = with_triggers(self.board, self.read(self.board))
        return state_of(self.board, self.defenders, texts, interview), interview

    @cached_property
    def again(self) -> tuple[Again, ...]:
        """What makes abilities trigger additional times, in board order."""
        return tuple(_again(self.state.abilities))

    @property
    def defenders(self) -> frozenset[str]:
        """The players who are not on the attacking side."""
        return frozenset(self.board.player_keys) - self.board.active_side

    @cached_property
    def waiting(self) -> tuple[Waiting, ...]:
        """The triggered abilities in force that wait for blocks or for what a payment does, in board order."""
        return tuple(_waiting(self.state.abilities))

    def scope(self, bindings: Bindings, blocker: Permanent | None, attacker: Permanent | None) -> Scope:
        """Where what an ability asks of a block is evaluated."""
        plain = Scope(self.board, self.defenders, bindings, self.state.keywords, self.state.bare)
        return plain.with_pair(blocker, attacker)


def with_triggers(board: Board, texts: Texts) -> Texts:
    """The texts of a board with their triggered abilities, which the declaration itself has no use for."""
    permanents = {
        one.key: (*texts.permanents[one.key], *_of_permanent(one))
        if one.oracle_text
        else texts.permanents[one.key]
        for one in board.permanents
    }
    effects = tuple(
        (*clauses, *trigger_clauses(entry.text or "", resolved=True))
        for entry, clauses in zip(board.effects, texts.effects, strict=True)
    )
    return replace(texts, permanents=permanents, effects=effects)


def _of_permanent(permanent: Permanent) -> tuple[fx.Clause, ...]:
    types = type_line_of(permanent)
    return trigger_clauses(permanent.oracle_text, name=permanent.name, type_line=types)


_GIVES_TRIGGERS = re.compile(r"\bWhen(?:ever)?\b")


def _waiting(abilities: Iterable[Ability]) -> Iterator[Waiting]:
    for ability in abilities:
        effect, provided = unwrapped(ability.effect)
        trigger, cr = _as_trigger(effect, provided is None)
        if trigger is not None:
            yield Waiting(trigger, ability.bindings, ability.bearer, ability.source, provided, cr)


def _as_trigger(effect: fx.Effect, plain: bool) -> tuple[Trigger | None, str]:
    """A triggered ability, or what a keyword means, with the rule; a keyword on a condition is given once more where that is met."""
    if isinstance(effect, Trigger):
        return (effect if effect.text else replace(effect, text=printed(effect))), ""
    if plain and isinstance(effect, fx.Keyword) and effect.name in KEYWORD_TRIGGERS:
        cr, awaited = KEYWORD_TRIGGERS[effect.name]
        said = effect.name.capitalize() if effect.n is None else f"{effect.name.capitalize()} {effect.n}"
        return Trigger(awaited, said), cr
    return None, ""


def _again(abilities: Iterable[Ability]) -> Iterator[Again]:
    for ability in abilities:
        effect, provided = unwrapped(ability.effect)
        if isinstance(effect, fx.TriggersAgain):
            yield Again(effect, provided, ability.bindings, ability.source)
