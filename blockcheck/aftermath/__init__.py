"""What comes after the declaration: who blocks and is blocked, what triggers, and what later events make of it."""

from blockcheck.aftermath.events import (
    BecomesBlocked,
    BecomesUnblocked,
    Changes,
    ChangesControl,
    Enters,
    Event,
    Leaves,
    MakesBlock,
    NewCombatPhase,
    PhasesOut,
    Regenerates,
    RemovedFromCombat,
    Taps,
    event_of,
)
from blockcheck.aftermath.firing import Deed, Fired, Occasion, Pair
from blockcheck.aftermath.following import then
from blockcheck.aftermath.state import Aftermath, Unread, begin

__all__ = [
    "Aftermath",
    "BecomesBlocked",
    "BecomesUnblocked",
    "Changes",
    "ChangesControl",
    "Deed",
    "Enters",
    "Event",
    "Fired",
    "Leaves",
    "MakesBlock",
    "NewCombatPhase",
    "Occasion",
    "Pair",
    "PhasesOut",
    "Regenerates",
    "RemovedFromCombat",
    "Taps",
    "Unread",
    "begin",
    "event_of",
    "then",
]
