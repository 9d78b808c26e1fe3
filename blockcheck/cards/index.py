"""The card index: a file of SQLite with the card object of every name."""

from __future__ import annotations

import difflib
import json
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Final, Self

from blockcheck.board.telling import shown
from blockcheck.cards.data import cards_in
from blockcheck.cards.names import folded, names_of
from blockcheck.cards.stream import Progress, unusable
from blockcheck.errors import LONGEST_NAME, InputError

_MAGIC: Final = b"SQLite format 3\x00"
_MARK: Final = 0x626C636B
_MARK_AT: Final = 68
_VERSION: Final = 1
_NEAR: Final = 3
_ABANDONED: Final = 3600.0
"""After so many seconds without a change, an index in the making was left behind by an import that was killed."""

_SETTING_UP: Final = (
    "PRAGMA journal_mode = MEMORY",
    f"PRAGMA application_id = {_MARK}",
    f"PRAGMA user_version = {_VERSION}",
    "CREATE TABLE card (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, data TEXT NOT NULL)",
    "CREATE TABLE name (folded TEXT NOT NULL, rank INTEGER NOT NULL, shown TEXT NOT NULL,"
    " card INTEGER NOT NULL REFERENCES card, PRIMARY KEY (folded, rank, card)) WITHOUT ROWID",
)


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


# --- making it ----------------------------------------------------------------------------------------------------------


def import_cards(source: Path, place: Path, progress: Progress | None = None) -> int:
    """Make the index at ``place`` hold the cards of a file, all or none; what it held before is replaced.

    The index is made beside ``place`` and put there when it is whole, so whoever reads the one before is not disturbed,
    and of two imports at once the later one stays.

    Args:
        source: the file, compressed or not; see :func:`cards_in`.
        place: the index; it and its folder are made where they are missing.
        progress: is told how many bytes of the file have been read.

    Returns:
        How many cards it holds; printings of one card are one, cards in other languages are left out.

    Raises:
        InputError: the file is no card data, ``place`` is something else than an index, or cannot be written.
    """
    place = place.resolve() if place.is_symlink() else place
    _stands(place)
    try:
        with source.open("rb") as file:
            return _made(place, cards_in(file, progress))
    except _CannotWrite as error:
        raise InputError(
            "", str(place), "a card index", None, f"{place} cannot be written: {error}"
        ) from None
    except InputError as error:
        raise InputError("", str(source), "card data", None, f"{source}: {error.message}") from None
    except OSError as error:
        raise InputError("", str(source), "a file", None, f"{source}: {_reason(error)}") from None


class _CannotWrite(Exception):
    """The index cannot be written, and why."""


def _reason(error: OSError) -> str:
    return (error.strerror or "unusable").lower()


def _made(place: Path, cards: Iterator[dict[str, Any]]) -> int:
    """Make an index beside a place and put it there."""
    part = place.with_name(f"{place.name}.{token_hex(4)}.part")
    _make_room(place)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as base:
            count = _filled(base, cards)
        _put_in_place(part, place)
        return count
    except sqlite3.Error as error:
        raise _CannotWrite(str(error)) from None
    finally:
        part.unlink(missing_ok=True)


def _make_room(place: Path) -> None:
    """Make the folder of an index, and clear away what imports that were killed left there."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _CannotWrite(_reason(error)) from None
    for part in place.parent.glob(f"{escape(place.name)}.*.part"):
        with suppress(OSError):
            if part.stat().st_mtime < time.time() - _ABANDONED:
                part.unlink()


def _put_in_place(part: Path, place: Path) -> None:
    try:
        part.replace(place)
    except OSError as error:
        raise _CannotWrite(_reason(error)) from None


def _filled(base: sqlite3.Connection, cards: Iterator[dict[str, Any]]) -> int:
    for statement in _SETTING_UP:
        base.execute(statement)
    base.execute("BEGIN")
    for card in cards:
        if card.get("lang", "en") == "en":
            _put(base, card)
    count: int = base.execute("SELECT count(*) FROM card").fetchone()[0]
    if not count:
        raise unusable("expected cards in English, got none")
    base.execute("COMMIT")
    return count


def _put(base: sqlite3.Connection, card: Mapping[str, Any]) -> None:
    data = json.dumps({field: value for field, value in card.items() if field not in ("oracle_id", "lang")})
    known = f"{card['oracle_id']} {card['name']}" if card.get("oracle_id") else data
    put = base.execute("INSERT OR IGNORE INTO card (identity, data) VALUES (?, ?)", (known, data))
    if put.rowcount:
        rows = [(folded(name), rank, name, put.lastrowid) for name, rank in names_of(card)]
        base.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?, ?)", rows)


# --- asking it ----------------------------------------------------------------------------------------------------------


def _stands(place: Path) -> bool:
    """Whether a card index stands there, of whatever version and in whatever state.

    Raises:
        InputError: something else does.
    """
    try:
        if not place.exists():
            return False
        with place.open("rb") as file:
            head = file.read(_MARK_AT + 4)
    except OSError as error:
        raise InputError("", str(place), "a card index", None, f"{place}: {_reason(error)}") from None
    if head.startswith(_MAGIC) and int.from_bytes(head[_MARK_AT:], "big") == _MARK:
        return True
    what = f"{place} is no card index; `blockcheck cards import` makes one"
    raise InputError("", str(place), "a card index", None, what)


class CardIndex:
    """The card objects of an index by name: give it to ``load_board`` as ``cards``.

    It may be asked from several threads, one at a time.

    Args:
        place: the index, as ``import_cards`` made it.

    Raises:
        InputError: there is no index there, or it is damaged.
    """

    def __init__(self, place: Path) -> None:
        if not _stands(place):
            what = f"there is no card index {place}; `blockcheck cards import` makes one"
            raise InputError("", str(place), "a card index", None, what)
        self._place = place
        self._base = sqlite3.connect(
            f"{place.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        self._closing = weakref.finalize(self, self._base.close)
        if self._rows("PRAGMA user_version") != [(_VERSION,)]:
            raise self._damaged("is of another version")

    def close(self) -> None:
        """Let go of the file."""
        self._closing()

    def __enter__(self) -> Self:
        """The index, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def __call__(self, name: str) -> dict[str, Any]:
        """The card object of a name, or of the card that has a face of that name.

        A card comes before a token of its name.

        Raises:
            InputError: no card has the name, or several do; the message names the closest. Or the index is damaged.
        """
        rows = self._rows(
            "SELECT shown, data FROM name JOIN card ON card.id = name.card WHERE folded = ?1"
            " AND rank = (SELECT min(rank) FROM name WHERE folded = ?1) ORDER BY card.id",
            folded(name),
        )
        rows = [row for row in rows if row[0].casefold() == name.casefold()] or rows
        if not rows:
            raise self._miss(name)
        if len(rows) > 1:
            what = f"several cards are named {shown(name)}; give the card object instead"
            raise InputError("", name, "a name that one card has", None, what)
        return self._object(rows[0][1])

    def _object(self, data: str) -> dict[str, Any]:
        try:
            card = json.loads(data)
        except ValueError:
            raise self._damaged() from None
        if not isinstance(card, dict):
            raise self._damaged()
        return card

    def _rows(self, statement: str, *given: str | int) -> list[tuple[Any, ...]]:
        """What the index answers."""
        try:
            return self._base.execute(statement, given).fetchall()
        except (sqlite3.Error, UnicodeDecodeError):
            raise self._damaged() from None

    def _damaged(self, what: str = "is damaged") -> InputError:
        told = f"{self._place} {what}; `blockcheck cards import` makes it anew"
        return InputError("", str(self._place), "a card index", None, told)

    def _miss(self, name: str) -> InputError:
        near = self._near(folded(name))
        did_you_mean = f"; did you mean {' or '.join(map(shown, near))}?" if near else ""
        what = f"no card is named {shown(name)}{did_you_mean}"
        return InputError("", name, "the name of a card", near[0] if near else None, what)

    def _near(self, sought: str) -> list[str]:
        """The names nearest to one that nothing has, best first: names that are alike, else names that hold it."""
        if not 3 <= len(sought) <= LONGEST_NAME:
            return []
        alike = self._rows(
            "SELECT folded, shown FROM name WHERE length(folded) BETWEEN ? AND ? ORDER BY folded, rank DESC",
            len(sought) - 3,
            len(sought) + 3,
        )
        known = dict(alike)
        found = difflib.get_close_matches(sought, known, n=_NEAR, cutoff=0.7)
        if found:
            return [known[one] for one in found]
        holding = self._rows(
            "SELECT DISTINCT shown FROM name WHERE instr(folded, ?) ORDER BY length(folded), folded LIMIT ?",
            sought,
            _NEAR,
        )
        return [row[0] for row in holding]


def cards_at(place: str | None) -> Callable[[str], Mapping[str, Any]]:
    """The card objects of an index by name; the index is opened when the first card is asked for.

    Without a place every name is an InputError that says how to make an index.
    """
    opened: list[CardIndex] = []

    def card_of(name: str) -> Mapping[str, Any]:
        if place is None:
            what = (
                f"{shown(name)} is only a card name, and no card index is at hand; "
                "give the card object, or make an index with `blockcheck cards import`"
            )
            raise InputError("", name, "a card object", None, what)
        if not opened:
            opened.append(CardIndex(Path(place)))
        return opened[0](name)

    return card_of
