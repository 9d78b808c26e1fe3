"""Is this declaration of blockers legal, why not, and what would be? (Magic: The Gathering, CR 509.1)

>>> import blockcheck
>>> board = blockcheck.load_board("examples/01-plain-block.json")
>>> blockcheck.check(board).legal
True
"""

from blockcheck.ask import Limit
from blockcheck.board import Board
from blockcheck.errors import BlockcheckError, DeclarationError, InputError, InputErrors, Undecided
from blockcheck.judge import Judge, check
from blockcheck.loading import load_board
from blockcheck.reading import read_text
from blockcheck.verdict import Verdict

__all__ = [
    "BlockcheckError",
    "Board",
    "DeclarationError",
    "InputError",
    "InputErrors",
    "Judge",
    "Limit",
    "Undecided",
    "Verdict",
    "check",
    "load_board",
    "read_text",
]
