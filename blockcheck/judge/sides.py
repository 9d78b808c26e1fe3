"""A declaring side, and the blocks chosen for it."""

from __future__ import annotations

from typing import Any

from blockcheck.answers.check import Fault
from blockcheck.judge.assembly import KeyPair, Telling
from blockcheck.judge.worlds import Worlds
from blockcheck.legal import Legal
from blockcheck.theory import Declaration, Pair, Theory
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Chosen:
    """The blocks of a declaration in board order: by id, and as pairs of the theory where they are any (509.1a).

    ``faults`` are those of the pairs that are none.
    """

    keys: tuple[KeyPair, ...]
    pairs: tuple[Pair | None, ...]
    faults: tuple[Fault, ...]

    @property
    def declaration(self) -> Declaration:
        """The pairs of the theory."""
        return frozenset(pair for pair in self.pairs if pair is not None)

    @property
    def strays(self) -> tuple[KeyPair, ...]:
        """The pairs that are none of the theory, each with its fault at the same place."""
        return tuple(keys for keys, pair in zip(self.keys, self.pairs, strict=True) if pair is None)


@dataclass(frozen=True, slots=True)
class Side:
    """A declaring side: who, what its board may mean, and legality under each meaning."""

    telling: Telling
    players: frozenset[str]
    worlds: Worlds
    legals: tuple[Legal, ...]

    @property
    def theory(self) -> Theory:
        """The theory when every open question is answered "no"."""
        return self.worlds.first.theory

    @property
    def has_unread(self) -> bool:
        """Whether text was not understood, or something is open that was not tried both ways."""
        return bool(self.worlds.too_many or self.worlds.open_ended or self.worlds.unread)

    def whose(self) -> dict[str, Any]:
        """The fields of an answer that say what it is about."""
        return {"id": self.telling.board.id, "player": self.telling.player(self.players)}

    def open(self, differs: bool) -> dict[str, Any]:
        """The fields of an answer that say what the board leaves open."""
        worlds, telling = self.worlds, self.telling
        asked = worlds.asked if worlds.too_many or differs else ()
        return {
            "unread": tuple(map(telling.unread, worlds.unread)),
            "questions": telling.questions((*asked, *worlds.open_ended)),
        }
