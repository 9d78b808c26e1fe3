"""Messages from data: every sentence that a player reads is made here and nowhere else.

Make ``Names(board)`` once for a board; each function takes it with the value to put into words.
"""

from blockcheck.words.aftermath import times, trigger_message
from blockcheck.words.costs import (
    consent_message,
    cost_message,
    lack_message,
    payment_words,
    price_line,
    price_words,
    total_message,
)
from blockcheck.words.faults import fault_message
from blockcheck.words.names import Names
from blockcheck.words.notes import note_message
from blockcheck.words.origins import source_of
from blockcheck.words.questions import limit_message, question_message
from blockcheck.words.requirements import requirement_message
from blockcheck.words.verdicts import blocks_words, solve_line, verdict_line
from blockcheck.words.window import window_message

__all__ = [
    "Names",
    "blocks_words",
    "consent_message",
    "cost_message",
    "fault_message",
    "lack_message",
    "limit_message",
    "note_message",
    "payment_words",
    "price_line",
    "price_words",
    "question_message",
    "requirement_message",
    "solve_line",
    "source_of",
    "times",
    "total_message",
    "trigger_message",
    "verdict_line",
    "window_message",
]
