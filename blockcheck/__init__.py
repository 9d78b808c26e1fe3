"""Is this declaration of blockers legal, why not, and what would be? (Magic: The Gathering, CR 509.1)

>>> import blockcheck
>>> board = blockcheck.load_board(
...     {
...         "players": ["alice", "bob"],
...         "active_player": "alice",
...         "permanents": [
...             {"id": "ogre", "controller": "alice", "power": 3, "oracle_text": "Menace", "attacking": "bob"},
...             {"id": "bear", "controller": "bob", "power": 2},
...         ],
...     }
... )
>>> blockcheck.check(board, {"bear": "ogre"}).broken[0].message
"ogre can't be blocked except by two or more creatures (702.111b); only bear blocks it"

Names are loaded when they are first used, so that a command that needs little starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blockcheck.aftermath import then
    from blockcheck.ask import Limit
    from blockcheck.board import Board
    from blockcheck.cards import CardIndex, import_cards
    from blockcheck.errors import (
        BlockcheckError,
        DeclarationError,
        Illegal,
        Impossible,
        InputError,
        InputErrors,
        Undecided,
    )
    from blockcheck.guide import Explain, LegalList, Options
    from blockcheck.judge import Judge, check
    from blockcheck.judge.listing import LegalDeclarations
    from blockcheck.judge.outcome import aftermath_answer
    from blockcheck.loading import load_board
    from blockcheck.reading import read_text
    from blockcheck.verdict import Nearest, SolveAnswer, Verdict

__all__ = [
    "BlockcheckError",
    "Board",
    "CardIndex",
    "DeclarationError",
    "Explain",
    "Illegal",
    "Impossible",
    "InputError",
    "InputErrors",
    "Judge",
    "LegalDeclarations",
    "LegalList",
    "Limit",
    "Nearest",
    "Options",
    "SolveAnswer",
    "Undecided",
    "Verdict",
    "aftermath_answer",
    "check",
    "import_cards",
    "load_board",
    "read_text",
    "then",
]

_HOMES = {
    "Limit": "ask",
    "Board": "board",
    "CardIndex": "cards",
    "Judge": "judge",
    "check": "judge",
    "import_cards": "cards",
    "load_board": "loading",
    "read_text": "reading",
    "Verdict": "verdict",
    "SolveAnswer": "verdict",
    "Nearest": "verdict",
    "Options": "guide",
    "Explain": "guide",
    "LegalList": "guide",
    "LegalDeclarations": "judge.listing",
    "aftermath_answer": "judge.outcome",
    "then": "aftermath",
}


def __getattr__(name: str) -> Any:
    """A public name from the module it lives in (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
