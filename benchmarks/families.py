"""Families of boards, each growing: alice attacks, bob declares blockers. Same size, same board, every time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any, Final, TypeAlias

Entry: TypeAlias = dict[str, Any]
Size: TypeAlias = tuple[int, int]
"""How many creatures may block, and how many attack."""

LURE: Final = "All creatures able to block this creature do so."
WANTED: Final = "This creature must be blocked if able."
WILLING: Final = "This creature blocks each combat if able."
THREE: Final = "This creature can't be blocked except by three or more creatures."

KINDS: Final = tuple(
    "".join(part) for part in product(("Bru", "Dol", "Fen", "Gar", "Hul", "Mip"), "aeiou", "dkmnr")
)
"""Invented creature types; each takes an s for its plural."""

ATTACKER_TEXTS: Final = (
    "",
    "",
    "Menace",
    "Flying",
    "Trample",
    "Flying, vigilance",
    "Skulk",
    "Haste\nThis creature can't be blocked by creatures with power 2 or less.",
    "This creature can't be blocked by more than one creature.",
    "Whenever this creature attacks, you gain 1 life.",
    f"Menace\n{WANTED}",
    f"Menace\n{LURE}",
    LURE,
    WANTED,
    WANTED,
)

BLOCKER_TEXTS: Final = (
    "",
    "",
    "",
    "Reach",
    "Flying",
    "Vigilance",
    "Defender",
    WILLING,
    "{T}: Add {G}.",
    "This creature can block only creatures with flying.",
    "This creature can block an additional creature each combat.",
    "Whenever this creature blocks, draw a card.",
)

CAPS: Final = (
    "",
    "No more than five creatures can block each combat.",
    "Creatures with power 4 or greater can't block.",
    "Each creature you control with power 4 or greater has menace.",
)


@dataclass(frozen=True)
class Instance:
    """One board of a family, as the JSON text that a program would send."""

    family: str
    size: Size
    seed: int
    text: str

    @property
    def label(self) -> str:
        """The size in words."""
        return f"{self.size[0]:,} x {self.size[1]:,}"


@dataclass(frozen=True)
class Family:
    """How to make boards of one kind, and in which sizes; ``seeds`` boards of each size."""

    name: str
    make: Callable[[Random, int, int], dict[str, Any]]
    sizes: tuple[Size, ...]
    small: tuple[Size, ...]
    """Sizes for a short run and for comparison with enumeration."""
    seeds: int = 3
    tiny: Size = field(default=(4, 3))
    """A size whose every declaration can be looked at."""

    def instance(self, size: Size, seed: int = 0) -> Instance:
        """The board of a size, number ``seed``."""
        board = self.make(Random(f"{self.name} {size} {seed}"), *size)
        return Instance(self.name, size, seed, json.dumps(board, separators=(",", ":")))


def typical(random: Random, n: int, m: int) -> dict[str, Any]:
    """Creatures with texts as on cards: evasion, menace, reach, a lure, a block that somebody must make, a cap."""
    attackers = [_attacker(random, i, random.choice(ATTACKER_TEXTS)) for i in range(m)]
    blockers = [_blocker(random, i, random.choice(BLOCKER_TEXTS)) for i in range(n)]
    provoked = {
        "text": "Target creature blocks this creature this turn if able.",
        "source": "a0",
        "controller": "alice",
        "targets": ["b0"],
    }
    gate = {"id": "gate", "controller": "alice", "name": "Sunken Gate", "type_line": "Enchantment"}
    cap = {**gate, "colors": ["W"], "oracle_text": random.choice(CAPS)}
    return _board([*attackers, *blockers, cap], effects=[provoked] if random.random() < 0.5 else [])


def tokens(random: Random, n: int, m: int) -> dict[str, Any]:
    """Identical tokens that block if able, before identical attackers with menace and one that lures."""
    pack = {**_attacker(random, 0, f"Menace\n{WANTED}"), "count": m - 1}
    horde = {**_blocker(random, 0, WILLING), "count": n, "token": True}
    return _board([pack, _attacker(random, 1, LURE), horde])


def lure_and_menace(random: Random, n: int, m: int) -> dict[str, Any]:
    """Every attacker is wanted one way or another, half of them with menace; everybody can block nearly everybody."""
    wanted = (LURE, f"Menace\n{WANTED}", WANTED, "Menace", f"Menace\n{LURE}")
    willing = ("", "", WILLING, "Reach")
    high = [i for i in range(m) if i % 7 == 3]
    attackers = [
        _attacker(random, i, wanted[i % 5] + ("\nFlying" if i in high and i % 5 != 4 else ""))
        for i in range(m)
    ]
    return _board([*attackers, *(_blocker(random, i, willing[i % 4]) for i in range(n))])


def multi_block(random: Random, n: int, m: int) -> dict[str, Any]:
    """Creatures that block two, three or any number of attackers, each alone or in pairs."""
    many = (
        "This creature can block an additional creature each combat.",
        "This creature can block an additional two creatures each combat.",
        "",
        f"{WILLING}\nThis creature can block an additional creature each combat.",
        "This creature can block any number of creatures.\nThis creature can't block alone.",
    )
    wanted = (
        f"Menace\n{WANTED}",
        f"{WANTED}\nThis creature can't be blocked by more than one creature.",
        LURE,
        f"{WANTED}\nThis creature can't be blocked by creatures with power 2 or less.",
        f"{THREE}\n{WANTED}",
    )
    attackers = [_attacker(random, i, random.choice(wanted)) for i in range(m)]
    return _board([*attackers, *(_blocker(random, i, random.choice(many)) for i in range(n))])


def matching(random: Random, n: int, m: int) -> dict[str, Any]:
    """Each attacker must be blocked by a creature of its own kind; each creature is of two kinds."""
    kinds = KINDS[: min(len(KINDS), max(2, m))]
    attackers = [
        _attacker(random, i, f"This creature must be blocked by a {random.choice(kinds)} if able.")
        for i in range(m)
    ]
    return _board(
        [*attackers, *(_blocker(random, i, kind=" ".join(random.sample(kinds, 2))) for i in range(n))]
    )


def exact_cover(random: Random, n: int, m: int) -> dict[str, Any]:
    """Each attacker wants to be blocked, by three creatures or nobody, and there are only three that can: exact cover."""
    attackers = []
    for i in range(m):
        one, two, three = (f"{KINDS[k]}s" for k in sorted(random.sample(range(n), 3)))
        only = f"This creature can't be blocked except by {one}, {two}, and/or {three}."
        attackers.append(_attacker(random, i, f"{THREE}\n{only}\n{WANTED}"))
    return _board([*attackers, *(_blocker(random, i, kind=KINDS[i]) for i in range(n))])


def costs(random: Random, n: int, m: int) -> dict[str, Any]:
    """Every third creature can't block unless its player pays, who has mana for some of them."""
    priced = [_blocker(random, i, "This creature can't block unless you pay {1}.") for i in range(0, n, 3)]
    free = [_blocker(random, i, random.choice(("", "Reach", WILLING))) for i in range(n) if i % 3]
    wanted = (LURE, WANTED, f"Menace\n{WANTED}", "Flying", "")
    attackers = [_attacker(random, i, wanted[i % 5]) for i in range(m)]
    bob = {"id": "bob", "mana_pool": "G" * (1 + n // 6)}
    return _board([*attackers, *priced, *free], players=["alice", bob])


FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        family.name: family
        for family in (
            Family("typical", typical, ((4, 3), (8, 6), (16, 12), (32, 24)), ((8, 6),), seeds=9),
            Family(
                "tokens",
                tokens,
                ((8, 6), (100, 10), (1_000, 20), (10_000, 50)),
                ((7, 4),),
                seeds=1,
            ),
            Family(
                "lure and menace",
                lure_and_menace,
                ((8, 6), (20, 10), (60, 30), (200, 60), (1_000, 200)),
                ((9, 6),),
            ),
            Family("multi-block", multi_block, ((5, 4), (12, 9), (24, 16), (60, 40)), ((6, 5),), tiny=(3, 3)),
            Family("matching", matching, ((6, 6), (20, 20), (60, 60), (150, 150)), ((12, 10),)),
            Family("exact cover", exact_cover, ((9, 9), (30, 30), (60, 60), (90, 90)), ((12, 12),)),
            Family("costs", costs, ((6, 5), (12, 9), (24, 16), (48, 30)), ((9, 6),)),
            Family("options", typical, ((8, 6), (12, 9), (20, 14), (30, 20)), ((8, 6),)),
        )
    }
)

LARGE: Final = (("lure and menace", (1_000, 200)), ("tokens", (10_000, 50)))
"""The boards that nobody has to be afraid of."""


def _board(permanents: list[Entry], *, players: Any = ("alice", "bob"), effects: Any = ()) -> dict[str, Any]:
    return {
        "format": "blockcheck/board/1",
        "players": list(players),
        "active_player": "alice",
        "permanents": permanents,
        "effects": list(effects),
    }


def _attacker(random: Random, number: int, text: str) -> Entry:
    given = {"id": f"a{number}", "controller": "alice", "name": f"Ash Raider {number}"}
    return {**given, **_creature(random, text, "Ogre"), "tapped": True, "attacking": "bob"}


def _blocker(random: Random, number: int, text: str = "", *, kind: str = "Bear") -> Entry:
    given = {"id": f"b{number}", "controller": "bob", "name": f"Moss Keeper {number}"}
    return {**given, **_creature(random, text, kind)}


def _creature(random: Random, text: str, kind: str) -> Entry:
    return {
        "type_line": f"Creature — {kind}",
        "colors": [random.choice("WUBRG")],
        "power": random.randint(1, 5),
        "toughness": random.randint(1, 5),
        "oracle_text": text,
    }
