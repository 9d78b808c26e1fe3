"""Card data of every usual form as card objects, one by one, with Scryfall's field names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from io import BufferedReader
from typing import IO, Any, Final

from pydantic import ValidationError

from blockcheck.board.given import Card, Face
from blockcheck.board.problems import problems_in
from blockcheck.board.telling import shown
from blockcheck.cards.stream import Progress, Stream, behind, piece_of, unpacked, unusable
from blockcheck.errors import raise_if_any


def cards_in(file: IO[bytes], progress: Progress | None = None) -> Iterator[dict[str, Any]]:
    """The card objects of card data, one by one, with Scryfall's field names.

    Args:
        file: a JSON array of card objects (Scryfall's bulk data), card objects one after the other (JSON lines), or
            MTGJSON's ``AtomicCards.json``.
        progress: is told how far the file has been read.

    Raises:
        InputError: it is none of these, or a card is wrong; the message says which line or card.
    """
    stream = Stream(file, progress)
    n = 0
    for n, card in enumerate(_objects(stream), start=1):
        yield _checked(card, n)
    if not n:
        raise unusable("expected cards, got none")


def begins_with_cards(file: IO[bytes]) -> tuple[bool, BufferedReader]:
    """Whether a file begins as card data does, and that file, unpacked, from its beginning.

    Card data begins with an array, a card object, or MTGJSON's file; a board does not. No more is read than tells.

    Raises:
        InputError: it is compressed and damaged.
    """
    plain = unpacked(file)
    begun, tried, found = b"", 0, None
    while found is None and (piece := piece_of(plain)):
        begun += piece
        if begun.endswith(b"\n") or len(begun) >= 2 * tried:
            found, tried = _is_cards(begun), len(begun)
    return _is_cards(begun) or False if found is None else found, behind(begun, plain)


def _is_cards(begun: bytes) -> bool | None:
    """Whether this is the beginning of card data; None where more has to be read."""
    text = begun.decode("utf-8-sig", "replace").lstrip()
    if _ARRAY.match(text) or _ATOMIC.match(text):
        return True
    if not _UNTOLD.match(text):
        return False
    try:
        first, _ = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError:
        return None
    except (RecursionError, ValueError):
        return False
    return isinstance(first, dict) and "permanents" not in first and not _OF_A_CARD.isdisjoint(first)


_ARRAY: Final = re.compile(r"\[\s*[\]{]")
_ATOMIC: Final = re.compile(r'\{\s*"(?:meta|data)"\s*:')
_MAYBE_ATOMIC: Final = re.compile(r'\{\s*(?:"\w{0,4}"?\s*)?')
_UNTOLD: Final = re.compile(r'(?:\[\s*|\{\s*(?:".*)?)?\Z', re.DOTALL)
"""What may still become card data: a mana symbol in braces does not."""

_OF_A_CARD: Final = frozenset({"name", "type_line", "oracle_text", "card_faces"})


def _objects(stream: Stream) -> Iterator[Any]:
    if stream.takes("["):
        yield from _items(stream, "]")
    elif stream.begins(_ATOMIC, _MAYBE_ATOMIC):
        yield from _atomic(stream)
    else:
        while stream.more():
            yield stream.value()
    if stream.more():
        stream.refuse("nothing after the cards")


def _items(stream: Stream, end: str) -> Iterator[Any]:
    if stream.takes(end):
        return
    while True:
        yield stream.value()
        if stream.takes(end):
            return
        stream.expect(",")


def _atomic(stream: Stream) -> Iterator[Any]:
    """The cards of MTGJSON's atomic file: a list for each name, with an entry for each face."""
    stream.expect("{")
    while True:
        if stream.named() == "data":
            stream.expect("{")
            yield from _by_name(stream)
        else:
            stream.value()
        if stream.takes("}"):
            return
        stream.expect(",")


def _by_name(stream: Stream) -> Iterator[Any]:
    if stream.takes("}"):
        return
    while True:
        name, entries = stream.named(), stream.value()
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise unusable(f"{shown(name)}: expected a list of objects, got {shown(entries)}")
        yield from _of_name(entries)
        if stream.takes("}"):
            return
        stream.expect(",")


def _of_name(entries: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Entries with a side are the faces of one card, but for melded cards: their fronts are cards of their own."""
    faces: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if entry.get("side") is None or entry.get("layout") == "meld":
            yield _scryfall(entry, entry.get("faceName") or entry.get("name"))
        else:
            faces.setdefault(str(_oracle_id(entry)), []).append(entry)
    for sides in faces.values():
        sides.sort(key=lambda entry: str(entry["side"]))
        whole = _scryfall(sides[0], sides[0].get("name"))
        halves = [{**_scryfall(entry, entry.get("faceName")), "cmc": None} for entry in sides]
        yield {**whole, "card_faces": halves} if len(halves) > 1 else whole


_MTGJSON: Final = {
    "type_line": "type",
    "mana_cost": "manaCost",
    "power": "power",
    "toughness": "toughness",
    "colors": "colors",
    "cmc": "manaValue",
    "layout": "layout",
}


def _scryfall(entry: Mapping[str, Any], name: Any) -> dict[str, Any]:
    """An entry of MTGJSON with Scryfall's names; what has no text there has an empty one."""
    own = {ours: entry[theirs] for ours, theirs in _MTGJSON.items() if theirs in entry}
    return {
        "name": name,
        "oracle_text": entry.get("text", ""),
        "mana_cost": "",
        "oracle_id": _oracle_id(entry),
        **own,
    }


def _oracle_id(entry: Mapping[str, Any]) -> Any:
    identifiers = entry.get("identifiers")
    return identifiers.get("scryfallOracleId") if isinstance(identifiers, dict) else None


_FACE: Final = frozenset(Face.model_fields)
_CARD: Final = frozenset(Card.model_fields) | {"oracle_id", "lang"}


def _checked(card: Any, n: int) -> dict[str, Any]:
    """What a board may ask of a card object."""
    if not isinstance(card, dict):
        raise unusable(f"card {n}: expected an object, got {shown(card)}")
    if not isinstance(card.get("name"), str) or not card["name"].strip():
        raise unusable(f"card {n}: expected a name, got {shown(card.get('name'))}")
    try:
        Card.model_validate(card)
    except ValidationError as error:
        raise_if_any([unusable(f"card {n}: {one.message}") for one in problems_in(error, card)[:1]])
        raise
    kept = {field: value for field, value in card.items() if field in _CARD}
    if kept.get("card_faces"):
        faces = [
            {field: value for field, value in face.items() if field in _FACE} for face in kept["card_faces"]
        ]
        kept["card_faces"] = faces
    if not _is_whole(json.dumps(kept, ensure_ascii=False)):
        raise unusable(f"card {n}: expected whole characters, got half of a surrogate pair")
    return kept


def _is_whole(text: str) -> bool:
    return text.encode("utf-8", "replace").decode() == text
