"""Type lines: supertypes, card types and subtypes (205)."""

from __future__ import annotations

import re
from functools import lru_cache

from blockcheck.errors import closest
from blockcheck.values import dataclass

SUPERTYPES = frozenset(["basic", "legendary", "ongoing", "snow", "world", "host", "elite"])
PERMANENT_TYPES = frozenset(["artifact", "battle", "creature", "enchantment", "land", "planeswalker"])
CARD_TYPES = PERMANENT_TYPES | frozenset(["instant", "kindred", "sorcery", "tribal"])
_DASH = re.compile(r"\s+(?:—|–|--|-)\s+|\s*—\s*")
_TWO_WORDS = "Time Lord"


@dataclass(frozen=True, slots=True)
class Types:
    """What a type line says.

    Supertypes and card types in lower case, subtypes with a capital, in the order of the line.
    """

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]

    def __contains__(self, card_type: str) -> bool:
        return card_type in self.types

    @property
    def is_permanent(self) -> bool:
        """Whether something with these types can be on the battlefield (110.4)."""
        return not PERMANENT_TYPES.isdisjoint(self.types)


@lru_cache(maxsize=4096)
def read(line: str) -> Types:
    """The types in a type line such as ``Legendary Creature — Time Lord Rogue``.

    A plain dash does for the long one.
    """
    left, *right = _DASH.split(line.strip(), maxsplit=1)
    words = left.lower().split()
    return Types(
        supertypes=tuple(word for word in words if word in SUPERTYPES),
        types=tuple("kindred" if word == "tribal" else word for word in words if word in CARD_TYPES),
        subtypes=_subtypes(right[0] if right else ""),
    )


def _subtypes(text: str) -> tuple[str, ...]:
    capitals = " ".join(word[:1].upper() + word[1:] for word in text.replace("’", "'").split())
    joined = capitals.replace(_TWO_WORDS, _TWO_WORDS.replace(" ", "_"))
    return tuple(word.replace("_", " ") for word in joined.split())


def closest_type(line: str) -> str | None:
    """The permanent type nearest to a word of a line that has none, with a capital."""
    left = _DASH.split(line, maxsplit=1)[0]
    near = [closest(word.lower(), sorted(PERMANENT_TYPES)) for word in left.split()[:20]]
    return next((word.capitalize() for word in near if word), None)
