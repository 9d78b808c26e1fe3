"""A card index: the card object of a name, from card data that is on this machine. No network is ever used."""

from __future__ import annotations

import difflib
import json
import re
import sqlite3
import unicodedata
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Final, NoReturn

from pydantic import ValidationError

from blockcheck.board.given import Card, Face
from blockcheck.board.problems import problems_in
from blockcheck.board.telling import shown
from blockcheck.errors import LONGEST_NAME, InputError, raise_if_any

MOST_CHARACTERS: Final = 16 * 1024 * 1024
"""The longest text that one card may be: what is longer is no card."""

_PIECE: Final = 256 * 1024
_MARK: Final = 0x626C636B
_VERSION: Final = 1
_NEAR: Final = 3
_TABLES: Final = """
    DROP TABLE IF EXISTS name;
    DROP TABLE IF EXISTS card;
    CREATE TABLE card (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, data TEXT NOT NULL);
    CREATE TABLE name (
        folded TEXT NOT NULL, rank INTEGER NOT NULL, shown TEXT NOT NULL, card INTEGER NOT NULL REFERENCES card,
        PRIMARY KEY (folded, rank, card)
    ) WITHOUT ROWID;
"""

Progress = Callable[[int], None]
"""Is told how many bytes of a file have been read so far."""


def user_index(platform: str, environ: Mapping[str, str], home: Path) -> Path:
    """Where the user's own index stands: ``blockcheck/cards.sqlite3`` in the user's data folder."""
    if named := environ.get("XDG_DATA_HOME"):
        folder = Path(named)
    elif platform == "win32":
        folder = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = home / ".local" / "share"
    return folder / "blockcheck" / "cards.sqlite3"


# --- card data to card objects ------------------------------------------------------------------------------------------


def cards_in(file: IO[bytes], progress: Progress | None = None) -> Iterator[dict[str, Any]]:
    """The card objects of card data, one by one, with Scryfall's field names.

    Args:
        file: a JSON array of card objects (Scryfall's bulk data), card objects one after the other (JSON lines), or
            MTGJSON's ``AtomicCards.json``.
        progress: is told how far the file has been read.

    Raises:
        InputError: it is none of these, or a card is wrong; the message says which line or card.
    """
    stream = _Stream(file, progress)
    n = 0
    for n, card in enumerate(_objects(stream), start=1):
        yield _checked(card, n)
    if not n:
        raise _unusable("expected cards, got none")


def is_cards(data: bytes) -> bool:
    """Whether data begins as card data does: with an array, a card object, or MTGJSON's file; a board does not."""
    text = data.decode("utf-8-sig", "replace").lstrip()
    if _ARRAY.match(text) or _ATOMIC.match(text):
        return True
    try:
        first, _ = json.JSONDecoder().raw_decode(text)
    except (RecursionError, ValueError):
        return False
    return isinstance(first, dict) and "permanents" not in first and not _OF_A_CARD.isdisjoint(first)


_OF_A_CARD: Final = frozenset({"name", "type_line", "oracle_text", "card_faces"})


def _objects(stream: _Stream) -> Iterator[Any]:
    if stream.takes("["):
        yield from _items(stream, "]")
    elif stream.begins(_ATOMIC):
        yield from _atomic(stream)
    else:
        while stream.more():
            yield stream.value()
    if stream.more():
        stream.refuse("nothing after the cards")


def _items(stream: _Stream, end: str) -> Iterator[Any]:
    if stream.takes(end):
        return
    while True:
        yield stream.value()
        if stream.takes(end):
            return
        stream.expect(",")


_ARRAY: Final = re.compile(r"\[\s*[\]{]")
_ATOMIC: Final = re.compile(r'\{\s*"(?:meta|data)"\s*:')


def _atomic(stream: _Stream) -> Iterator[Any]:
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


def _by_name(stream: _Stream) -> Iterator[Any]:
    if stream.takes("}"):
        return
    while True:
        name, entries = stream.named(), stream.value()
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise _unusable(f"{shown(name)}: expected a list of objects, got {shown(entries)}")
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
        raise _unusable(f"card {n}: expected an object, got {shown(card)}")
    if not isinstance(card.get("name"), str) or not card["name"].strip():
        raise _unusable(f"card {n}: expected a name, got {shown(card.get('name'))}")
    try:
        Card.model_validate(card)
    except ValidationError as error:
        raise_if_any([_unusable(f"card {n}: {one.message}") for one in problems_in(error, card)[:1]])
        raise
    kept = {field: value for field, value in card.items() if field in _CARD}
    if kept.get("card_faces"):
        faces = [
            {field: value for field, value in face.items() if field in _FACE} for face in kept["card_faces"]
        ]
        kept["card_faces"] = faces
    if not _is_whole(json.dumps(kept, ensure_ascii=False)):
        raise _unusable(f"card {n}: expected whole characters, got half of a surrogate pair")
    return kept


def _is_whole(text: str) -> bool:
    return text.encode("utf-8", "replace").decode() == text


class _Stream:
    """JSON values of a file, one after the other, without holding the whole of it."""

    def __init__(self, file: IO[bytes], progress: Progress | None) -> None:
        self._file, self._progress = file, progress
        self._bytes = getincrementaldecoder("utf-8-sig")()
        self._json = json.JSONDecoder()
        self._text, self._at = "", 0
        self._line, self._read, self._ended = 1, 0, False

    def more(self) -> bool:
        """Whether anything but blanks is left."""
        while True:
            self._at = _after_blanks(self._text, self._at)
            if self._at < len(self._text):
                return True
            if not self._fill():
                return False

    def begins(self, pattern: re.Pattern[str]) -> bool:
        """Whether what comes next matches."""
        return self.more() and pattern.match(self._text, self._at) is not None

    def takes(self, mark: str) -> bool:
        """Whether a mark comes next; it is read over."""
        if not self.more() or self._text[self._at] != mark:
            return False
        self._at += 1
        return True

    def expect(self, mark: str) -> None:
        """Read over a mark that has to come next."""
        if not self.takes(mark):
            self.refuse(f'"{mark}"')

    def named(self) -> str:
        """The name of the field that comes next, and its colon."""
        name = self.value()
        if not isinstance(name, str):
            self.refuse("a field name in double quotes")
        self.expect(":")
        return name

    def value(self) -> Any:
        """The value that comes next."""
        if not self.more():
            self.refuse("a value")
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > MOST_CHARACTERS or not self._fill():
                    self._at = min(error.pos, len(self._text))
                    self.refuse("JSON")
            except (RecursionError, ValueError):
                self.refuse("a card")
            else:
                if end < len(self._text) or not self._fill():
                    self._at = end
                    return value

    def refuse(self, expected: str) -> NoReturn:
        """Say where the file goes wrong.

        Raises:
            InputError: always.
        """
        line = self._line + self._text.count("\n", 0, self._at)
        raise _unusable(f"not JSON: line {line}: expected {expected}")

    def _fill(self) -> bool:
        """Read a further piece; what was read over is let go."""
        if self._ended:
            return False
        raw = self._file.read(_PIECE)
        self._ended = not raw
        self._read += len(raw)
        try:
            piece = self._bytes.decode(raw, final=self._ended)
        except UnicodeDecodeError:
            raise _unusable("expected UTF-8 text") from None
        self._line += self._text.count("\n", 0, self._at)
        self._text, self._at = self._text[self._at :] + piece, 0
        if self._progress is not None:
            self._progress(self._read)
        return True


_BLANKS: Final = re.compile(r"[ \t\r\n]*")


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def _unusable(what: str) -> InputError:
    return InputError("", None, "card data", None, what)


# --- names --------------------------------------------------------------------------------------------------------------

_STRAIGHT: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "Æ": "Ae", "æ": "ae"}
)


def folded(name: str) -> str:
    """A name without what people type in more than one way: case, quotes, accents, blanks."""
    plain = unicodedata.normalize("NFKD", name.translate(_STRAIGHT))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " // ".join(" ".join(half.split()) for half in letters.casefold().split("//"))


_TOKEN_LAYOUTS: Final = frozenset({"token", "double_faced_token", "emblem"})
_WHOLE, _FACE_NAME, _TOKEN, _PICTURE = range(4)


def _names(card: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Every name of a card with its rank: whole cards before faces, before tokens, before pictures."""
    layout, line = card.get("layout") or "", str(card.get("type_line") or "")
    special = None
    if layout in _TOKEN_LAYOUTS or line.startswith("Token"):
        special = _TOKEN
    elif layout == "art_series":
        special = _PICTURE
    yield card["name"], _WHOLE if special is None else special
    for face in card.get("card_faces") or ():
        if face.get("name"):
            yield face["name"], _FACE_NAME if special is None else special


# --- the index ----------------------------------------------------------------------------------------------------------


def import_cards(source: Path, place: Path, progress: Progress | None = None) -> int:
    """Make the index at ``place`` hold the cards of a file, all or none; what it held before is replaced.

    Returns:
        How many cards it holds; printings of one card are one, cards in other languages are left out.

    Raises:
        InputError: the file is no card data, or ``place`` is something else than an index.
    """
    try:
        with source.open("rb") as file:
            return _build(file, place, progress)
    except InputError as error:
        raise InputError("", str(source), "card data", None, f"{source}: {error.message}") from None
    except OSError as error:
        what = f"{error.filename or source}: {(error.strerror or 'unusable').lower()}"
        raise InputError("", str(source), "a file", None, what) from None


def _build(file: IO[bytes], place: Path, progress: Progress | None) -> int:
    new = not place.exists()
    if new:
        place.parent.mkdir(parents=True, exist_ok=True)
    done = False
    try:
        with closing(_connected(place, new=new)) as base:
            count = _filled(base, cards_in(file, progress))
            done = True
            return count
    except sqlite3.Error as error:
        raise _unusable(f"{place} cannot be written: {error}") from None
    finally:
        if new and not done:
            place.unlink(missing_ok=True)


def _filled(base: sqlite3.Connection, cards: Iterator[dict[str, Any]]) -> int:
    """Put the cards into an index, in one transaction."""
    base.execute("BEGIN IMMEDIATE")
    for statement in filter(str.strip, _TABLES.split(";")):
        base.execute(statement)
    base.execute(f"PRAGMA application_id = {_MARK}")
    base.execute(f"PRAGMA user_version = {_VERSION}")
    for card in cards:
        if card.get("lang", "en") == "en":
            _put(base, card)
    count: int = base.execute("SELECT count(*) FROM card").fetchone()[0]
    if not count:
        raise _unusable("expected cards in English, got none")
    base.execute("COMMIT")
    return count


def _put(base: sqlite3.Connection, card: Mapping[str, Any]) -> None:
    data = json.dumps({field: value for field, value in card.items() if field not in ("oracle_id", "lang")})
    known = f"{card['oracle_id']} {card['name']}" if card.get("oracle_id") else data
    put = base.execute("INSERT OR IGNORE INTO card (identity, data) VALUES (?, ?)", (known, data))
    if put.rowcount:
        rows = [(folded(name), rank, name, put.lastrowid) for name, rank in _names(card)]
        base.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?, ?)", rows)


def _connected(place: Path, *, new: bool) -> sqlite3.Connection:
    """An index, open for reading and writing; a new one is empty.

    Raises:
        InputError: what stands there is something else.
    """
    mode = "rwc" if new else "rw"
    base = None
    try:
        base = sqlite3.connect(f"{place.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
        found = base.execute("PRAGMA application_id").fetchone()[0]
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if new or (found, version) == (_MARK, _VERSION):
            return base
    except sqlite3.DatabaseError:
        pass
    if base is not None:
        base.close()
    what = f"{place} is no card index; `blockcheck cards import` makes one"
    raise InputError("", str(place), "a card index", None, what)


class CardIndex:
    """The card objects of an index by name: give it to ``load_board`` as ``cards``.

    Args:
        place: the index, as ``import_cards`` made it.

    Raises:
        InputError: there is no index there.
    """

    def __init__(self, place: Path) -> None:
        if not place.is_file():
            what = f"there is no card index {place}; `blockcheck cards import` makes one"
            raise InputError("", str(place), "a card index", None, what)
        self._base = _connected(place, new=False)

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def __call__(self, name: str) -> dict[str, Any]:
        """The card object of a name, or of the card that has a face of that name.

        A card comes before a token of its name.

        Raises:
            InputError: no card has the name, or several do; the message names the closest.
        """
        rows = self._base.execute(
            "SELECT shown, data FROM name JOIN card ON card.id = name.card WHERE folded = ?1"
            " AND rank = (SELECT min(rank) FROM name WHERE folded = ?1) ORDER BY card.id",
            (folded(name),),
        ).fetchall()
        rows = [row for row in rows if row[0].casefold() == name.casefold()] or rows
        if not rows:
            raise self._miss(name)
        if len(rows) > 1:
            what = f"several cards are named {shown(name)}; give the card object instead"
            raise InputError("", name, "a name that one card has", None, what)
        card: dict[str, Any] = json.loads(rows[0][1])
        return card

    def _miss(self, name: str) -> InputError:
        near = self._near(folded(name))
        did_you_mean = f"; did you mean {' or '.join(map(shown, near))}?" if near else ""
        what = f"no card is named {shown(name)}{did_you_mean}"
        return InputError("", name, "the name of a card", near[0] if near else None, what)

    def _near(self, sought: str) -> list[str]:
        """The names nearest to one that nothing has, best first: names that are alike, else names that hold it."""
        if not 3 <= len(sought) <= LONGEST_NAME:
            return []
        alike = self._base.execute(
            "SELECT folded, shown FROM name WHERE length(folded) BETWEEN ? AND ? ORDER BY folded, rank DESC",
            (len(sought) - 3, len(sought) + 3),
        )
        known = dict(alike.fetchall())
        found = difflib.get_close_matches(sought, known, n=_NEAR, cutoff=0.7)
        if found:
            return [known[one] for one in found]
        holding = self._base.execute(
            "SELECT DISTINCT shown FROM name WHERE instr(folded, ?) ORDER BY length(folded), folded LIMIT ?",
            (sought, _NEAR),
        )
        return [row[0] for row in holding]
