"""Combat after the declaration for tests: alice attacks, bob declares blockers; triggers as short rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blockcheck import Judge, load_board
from blockcheck.aftermath import Aftermath, Event, Fired, then
from tests.boards import Blocks

BLOCKS = "Whenever this creature blocks, draw a card."
BLOCKS_A_CREATURE = "Whenever this creature blocks a creature, draw a card."
BECOMES_BLOCKED = "Whenever this creature becomes blocked, draw a card."
BECOMES_BLOCKED_BY = "Whenever this creature becomes blocked by a creature, draw a card."
ISNT_BLOCKED = "Whenever this creature attacks and isn't blocked, draw a card."
ANY_NUMBER = "This creature can block any number of creatures."


def after(data: Mapping[str, Any], blocks: Blocks | None = None, *events: Event, **more: Any) -> Aftermath:
    """The state of combat after ``blocks`` and then some events."""
    state = Judge(load_board(data)).after(blocks, **more)
    for event in events:
        state = then(state, event)
    return state


def counts(state: Aftermath) -> dict[str | None, int]:
    """How often abilities triggered in the last step, for each permanent that has them."""
    found: dict[str | None, int] = {}
    for one in state.triggers:
        found[one.bearer] = found.get(one.bearer, 0) + one.count
    return found


def rules(state: Aftermath) -> list[str]:
    """The rules by which abilities triggered in the last step."""
    return [one.cr for one in state.triggers]


def pairs(one: Fired) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The creatures for which an ability triggered, time by time."""
    return [(time.blockers, time.attackers) for time in one.times]
