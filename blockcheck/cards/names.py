"""What a card is called: by whole name and by face, however it is typed; cards before tokens before pictures."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, Final

from blockcheck.board.card import is_token


class Rank(IntEnum):
    """Whose name it is: a name means the first of these that has it."""

    CARD = 0
    FACE = 1
    TOKEN = 2
    PICTURE = 3


_TYPED: Final = str.maketrans(
    dict.fromkeys("’‘ʼʹ′`´", "'")
    | dict.fromkeys("“”„″", '"')
    | dict.fromkeys("‐‑‒–—−", "-")
    | {"Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "Ø": "O", "ø": "o"}
)


def folded(name: str) -> str:
    """A name without what people type in more than one way: case, quotes, dashes, accents, blanks."""
    plain = unicodedata.normalize("NFKD", name.translate(_TYPED))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " // ".join(" ".join(half.split()) for half in letters.casefold().split("//"))


def names_of(card: Mapping[str, Any]) -> Iterator[tuple[str, Rank]]:
    """Every name of a card with its rank: its own, then those of its faces."""
    special = _special(card)
    yield card["name"], Rank.CARD if special is None else special
    for face in card.get("card_faces") or ():
        if face.get("name"):
            yield face["name"], Rank.FACE if special is None else special


def _special(card: Mapping[str, Any]) -> Rank | None:
    if is_token(card.get("layout"), card.get("type_line")):
        return Rank.TOKEN
    return Rank.PICTURE if card.get("layout") == "art_series" else None
