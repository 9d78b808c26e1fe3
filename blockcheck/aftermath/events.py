"""What can happen in combat after blockers are declared, one value for each event; ids are told by their text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class MakesBlock:
    """An effect makes a creature block attackers; ``instead``: in place of those it blocks now, else also (509.3a-b)."""

    blocker: str
    attackers: tuple[str, ...]
    instead: bool = False


@dataclass(frozen=True, slots=True)
class BecomesBlocked:
    """An effect makes attackers blocked, all at once, and no creature does (509.1h, 509.3c)."""

    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BecomesUnblocked:
    """An effect makes attackers unblocked (509.1h); whatever blocks them does not any more."""

    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enters:
    """A permanent enters the battlefield: ``permanent`` as on a board, with the attacker it blocks or what it attacks, by id.

    ``attacking`` may name what has left or does not exist: then it never attacks (506.3c). So with ``blocking`` (509.4a).
    """

    permanent: Mapping[str, Any]
    blocking: str | None = None
    attacking: str | None = None


@dataclass(frozen=True, slots=True)
class Leaves:
    """A permanent leaves the battlefield (506.4)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class ChangesControl:
    """A player gains control of a permanent (506.4)."""

    permanent: str
    to: str


@dataclass(frozen=True, slots=True)
class PhasesOut:
    """A permanent phases out (506.4)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class RemovedFromCombat:
    """An effect removes an attacking or blocking creature, or an attacked permanent, from combat (506.4)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class Regenerates:
    """A creature regenerates: it is tapped and removed from combat (506.4, 701.19a)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class Taps:
    """A permanent becomes tapped, or untapped: nothing changes in combat (506.4b)."""

    permanent: str
    tapped: bool = True


@dataclass(frozen=True, slots=True)
class Changes:
    """Characteristics of a permanent change; ``to`` has the board's fields with their new values.

    Fields: ``type_line``, ``name``, ``oracle_text``, ``keywords``, ``power``, ``toughness``, ``colors``.
    """

    permanent: str
    to: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewCombatPhase:
    """The combat phase ends and another begins; ``attacking`` says who attacks what in it, by id."""

    attacking: Mapping[str, str]


Event: TypeAlias = (
    MakesBlock
    | BecomesBlocked
    | BecomesUnblocked
    | Enters
    | Leaves
    | ChangesControl
    | PhasesOut
    | RemovedFromCombat
    | Regenerates
    | Taps
    | Changes
    | NewCombatPhase
)
