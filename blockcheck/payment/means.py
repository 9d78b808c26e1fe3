"""Means: what one player has to pay with, as plain values; what the rules texts say has become numbers and ids here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from blockcheck.payment.bill import Unit
from blockcheck.values import dataclass

PLENTY = 1_000
"""More of anything than a bill asks for: what a value comes to that the board leaves open, when one hopes for the best."""


@dataclass(frozen=True, slots=True)
class Source:
    """A mana ability of a permanent as it can be activated here and now (605.1a).

    ``ability`` counts the permanent's mana abilities from 0. ``taps``: {T}; ``untaps``: {Q}, which only a tapped permanent can do;
    ``leaves``: the permanent is sacrificed (or returned).
    ``mana`` are the symbols of its own cost, ``units`` what else of the player's it takes, ``counters`` what it takes off itself
    and ``energy`` off the player. ``outcomes`` are words of mana, of which it adds one.
    """

    ability: int
    outcomes: tuple[str, ...]
    taps: bool = True
    leaves: bool = False
    mana: tuple[str, ...] = ()
    life: int = 0
    damage: int = 0
    units: tuple[Unit, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    energy: tuple[tuple[str, int], ...] = ()
    once: bool = False
    untaps: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """A permanent of the player's: whether it is tapped, its counters, and the mana abilities that can be activated."""

    key: str
    tapped: bool = False
    snow: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Means:
    """Everything one player could pay with. ``pool`` is a word of mana (``GGU``); ``holdings`` stand in board order."""

    player: str
    pool: str = ""
    life: int = 0
    hand: int = 0
    graveyard: int = 0
    counters: Mapping[str, int] = field(default_factory=dict)
    holdings: tuple[Holding, ...] = ()
    snow_pool: str = ""
