"""The public answers about what comes after the declaration, and about when a spell may be cast (FORMAT.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from blockcheck.verdict import RULES, Answer, Id, Only

Blocked = Mapping[str, tuple[Id, ...]]
"""Each blocking creature, by its id as text, with the attackers it blocks; one whose attackers have left combat blocks nothing."""


class AttackerLine(Answer):
    """An attacking creature."""

    attacker: Id
    attacks: Id | None
    """The player, planeswalker or battle; null where that has left combat (506.4c)."""
    defending_player: Id
    state: Literal["blocked", "unblocked"]
    blocked_by: tuple[Id, ...]
    """The creatures that block it now; a creature stays blocked without any (509.1h)."""
    was_blocked_by: tuple[Id, ...]
    """Every creature that blocked it this combat."""
    band: tuple[Id, ...]
    """The others of its band."""


class Occasion(Answer):
    """One time that an ability triggers."""

    blockers: tuple[Id, ...]
    attackers: tuple[Id, ...]
    permanents: tuple[Id, ...]
    """What was sacrificed, tapped or has left, where that is what it waits for."""
    players: tuple[Id, ...]
    """Who discarded, lost life or so, where it waits for what a player does."""
    certain: bool
    """False where the board leaves open whether it triggers."""
    open: tuple[str, ...]
    """The fields that would settle it."""
    again: Only[Id] = None
    """Only for an additional time: the permanent whose text makes it trigger once more (603.2d)."""


class TriggerLine(Answer):
    """An ability that has triggered."""

    source: Id | None
    """The permanent whose text says so."""
    bearer: Id | None
    """The permanent that has the ability; null for a delayed one (603.7)."""
    text: str
    cr: str
    when: Literal["payment", "declaration", "event"]
    count: int
    """How often it has triggered for certain."""
    at_most: Only[int] = None
    """Only where the board leaves open whether it has triggered more often."""
    condition: Only[str] = None
    """The "if" that was asked when it triggered (603.4), where there is one; it is asked again when the ability resolves."""
    times: tuple[Occasion, ...]
    message: str


class TriggerGroup(Answer):
    """The abilities that one player puts on the stack, in an order of that player's choice (603.3b)."""

    player: Id
    triggers: tuple[TriggerLine, ...]


class UnreadTrigger(Answer):
    """A triggered ability in force whose condition was not understood, or that nobody may have."""

    source: Id | None
    text: str
    field: Only[str] = None
    """Only where it was understood: the field of the board that would settle whether anybody has it."""


class AftermathAnswer(Answer):
    """The state of combat after a legal declaration, or after an event that followed it (509.1g-i)."""

    id: Only[Id] = None
    attackers: tuple[AttackerLine, ...]
    blocking: Blocked
    chosen: Blocked
    """The blocks that were declared."""
    never_blocking: tuple[Id, ...]
    """Chosen creatures that their player did not control any more: never blocking creatures (509.1g)."""
    gone: tuple[Id, ...]
    """Permanents that have left the battlefield."""
    triggers: tuple[TriggerGroup, ...]
    """What triggered in the last step, in APNAP order."""
    unread: tuple[UnreadTrigger, ...]
    note: Only[str] = None
    """What the last event did not do, and why."""
    over: bool
    """Whether the combat phase has ended."""
    rules: str = RULES


class SlotLine(Answer):
    """A step of the turn, or a main phase."""

    phase: str
    step: str | None
    combat_phase: int | None
    """Which combat phase of the turn it belongs to or follows."""


class WindowAnswer(Answer):
    """May a spell be cast, or an ability activated, as far as its timing line goes? (506.8)"""

    line: str
    now: bool | None
    """Null where the turn facts leave it open: see `needs`."""
    cr: str
    reason: Only[str] = None
    """Why not now."""
    needs: tuple[str, ...]
    """The facts that would settle it."""
    provided: tuple[str, ...]
    """Conditions besides the time, in the line's own words."""
    next: SlotLine | None
    """The next step of this turn in which it may be cast, as the turn stands; null where there is none."""
    in_another_combat: bool
    """Whether it could be cast in a further combat phase of this turn."""
    message: str
    rules: str = RULES
