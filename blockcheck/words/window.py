"""When a spell may be cast, in words."""

from __future__ import annotations

from blockcheck.window import Slot, Window


def window_message(window: Window) -> str:
    """The answer in one line: "Not now: the declare blockers step has begun (506.8b). …"."""
    return f"{_now(window)}{_provided(window)}{_later(window)}"


def _now(window: Window) -> str:
    if window.now is None:
        return f"Not decided: give {' and '.join(window.needs)}"
    return "Yes, now" if window.now else f"Not now: {window.reason} ({window.cr})"


def _provided(window: Window) -> str:
    return f", {' and '.join(window.provided)}" if window.now and window.provided else ""


def _later(window: Window) -> str:
    if window.now is not False:
        return "."
    if window.next is not None:
        return f". Next: {slot_words(window.next)}{', once it is so' if window.unmet else ''}."
    if window.in_another_combat:
        return ". Not again this turn, unless it has another combat phase."
    return ". Not again this turn."


def slot_words(slot: Slot) -> str:
    """A step of the turn: "the declare blockers step of combat phase 2"."""
    if slot.step is None:
        return f"the {slot.phase.replace('_', ' ')} phase"
    of = f" of combat phase {slot.combat}" if slot.combat is not None and slot.combat > 1 else ""
    return f"the {slot.step.replace('_', ' ')} step{of}"
