"""Messages from data: every sentence that a player reads is made here and nowhere else.

Make ``Names(board)`` once for a board; each function takes it with the value to put into words.
Names are loaded when they are first used, so that a verdict does not wait for the words of other answers.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blockcheck.words.aftermath import times, trigger_message
    from blockcheck.words.changes import block_words, blocks_to_make, changes_words
    from blockcheck.words.costs import (
        consent_message,
        cost_message,
        lack_message,
        payment_words,
        price_line,
        price_words,
        total_message,
    )
    from blockcheck.words.explain import (
        CANT,
        Reasons,
        bound_message,
        impossible_message,
        merged,
        plain,
        said_message,
        step_message,
        too_little_message,
        unmet_message,
    )
    from blockcheck.words.faults import fault_message
    from blockcheck.words.names import Names, capitalized, counted, inside, listed, verb
    from blockcheck.words.notes import note_message
    from blockcheck.words.options import Lacking, may_block_lines, missing_messages, options_line
    from blockcheck.words.origins import source_of
    from blockcheck.words.questions import limit_message, question_message
    from blockcheck.words.requirements import requirement_message
    from blockcheck.words.verdicts import blocks_words, list_line, open_words, solve_line, verdict_line
    from blockcheck.words.window import window_message

__all__ = [
    "CANT",
    "Lacking",
    "Names",
    "Reasons",
    "block_words",
    "blocks_to_make",
    "blocks_words",
    "bound_message",
    "capitalized",
    "changes_words",
    "consent_message",
    "cost_message",
    "counted",
    "fault_message",
    "impossible_message",
    "inside",
    "lack_message",
    "limit_message",
    "list_line",
    "listed",
    "may_block_lines",
    "merged",
    "missing_messages",
    "note_message",
    "open_words",
    "options_line",
    "payment_words",
    "plain",
    "price_line",
    "price_words",
    "question_message",
    "requirement_message",
    "said_message",
    "solve_line",
    "source_of",
    "step_message",
    "times",
    "too_little_message",
    "total_message",
    "trigger_message",
    "unmet_message",
    "verb",
    "verdict_line",
    "window_message",
]

_HOMES = {
    "aftermath": ("times", "trigger_message"),
    "changes": ("block_words", "blocks_to_make", "changes_words"),
    "costs": (
        "consent_message",
        "cost_message",
        "lack_message",
        "payment_words",
        "price_line",
        "price_words",
        "total_message",
    ),
    "explain": (
        "CANT",
        "Reasons",
        "bound_message",
        "impossible_message",
        "merged",
        "plain",
        "said_message",
        "step_message",
        "too_little_message",
        "unmet_message",
    ),
    "faults": ("fault_message",),
    "names": ("Names", "capitalized", "counted", "inside", "listed", "verb"),
    "notes": ("note_message",),
    "options": ("Lacking", "may_block_lines", "missing_messages", "options_line"),
    "origins": ("source_of",),
    "questions": ("limit_message", "question_message"),
    "requirements": ("requirement_message",),
    "verdicts": ("blocks_words", "list_line", "open_words", "solve_line", "verdict_line"),
    "window": ("window_message",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A message from the module it lives in (PEP 562)."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
