"""The board: FORMAT.md as frozen strict models (``given``), and what they mean together (``Board``)."""

from blockcheck.board.board import Board
from blockcheck.board.declarations import BoardEffect, Declaration
from blockcheck.board.given import Chosen, GivenBoard, GivenDeclaration, Turn
from blockcheck.board.permanents import Attack, Permanent
from blockcheck.board.players import Player, ZoneCard
from blockcheck.board.scalars import FrozenMap, key

__all__ = [
    "Attack",
    "Board",
    "BoardEffect",
    "Chosen",
    "Declaration",
    "FrozenMap",
    "GivenBoard",
    "GivenDeclaration",
    "Permanent",
    "Player",
    "Turn",
    "ZoneCard",
    "key",
]
