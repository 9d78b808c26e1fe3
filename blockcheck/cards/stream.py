"""A file read piece by piece: unpacked where it is compressed, and as JSON values one after the other."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import IO, Any, Final, NoReturn, cast

from blockcheck.errors import InputError

MOST_CHARACTERS: Final = 16 * 1024 * 1024
"""The longest text that one value may be: what is longer is no card."""

PIECE: Final = 256 * 1024

Progress = Callable[[int], None]
"""Is told how many bytes of a file have been read so far."""


def unusable(what: str) -> InputError:
    """Card data that is none."""
    return InputError("", None, "card data", None, what)


class _Read(io.RawIOBase):
    """A file after a beginning that was read already; what is there is handed on without waiting for more."""

    def __init__(self, begun: bytes, file: IO[bytes] | io.BufferedIOBase, progress: Progress | None) -> None:
        self._begun, self._progress, self._count = begun, progress, 0
        self._next: Callable[[int], bytes] = getattr(file, "read1", file.read)

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, room: Any) -> int:
        """Read what fits."""
        piece = self._begun[: len(room)] or self._next(len(room))
        self._begun = self._begun[len(piece) :]
        room[: len(piece)] = piece
        self._count += len(piece)
        if self._progress is not None:
            self._progress(self._count)
        return len(piece)


def behind(
    begun: bytes, file: IO[bytes] | io.BufferedIOBase, progress: Progress | None = None
) -> io.BufferedReader:
    """A file from its beginning, of which this much was read already."""
    return io.BufferedReader(_Read(begun, file, progress), PIECE)


_ZIP: Final = b"PK\x03\x04"
_OPENERS: Final[dict[bytes, Callable[[io.BufferedReader], Any]]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
_LONGEST_MARK: Final = max(map(len, _OPENERS))


def unpacked(file: IO[bytes], progress: Progress | None = None) -> io.BufferedIOBase:
    """The bytes of a file, unpacked where it begins as gzip, bzip2 or xz does.

    Args:
        file: where it is read from.
        progress: is told how many bytes of the file itself were read.

    Raises:
        InputError: it is a zip archive, which may hold several files.
    """
    begun = file.read(_LONGEST_MARK)
    if begun.startswith(_ZIP):
        raise unusable("this is a zip archive; unpack it and give the file in it")
    whole = behind(begun, file, progress)
    opened = next((opener(whole) for mark, opener in _OPENERS.items() if begun.startswith(mark)), whole)
    return cast(io.BufferedIOBase, opened)


def piece_of(file: io.BufferedIOBase) -> bytes:
    """What is there to be read next; nothing at the end.

    Raises:
        InputError: it is compressed and damaged.
    """
    try:
        return file.read1(PIECE)
    except (EOFError, zlib.error, lzma.LZMAError):
        raise unusable("the compressed data is damaged or cut off") from None
    except OSError as error:
        if error.errno is not None:
            raise
        raise unusable("the compressed data is damaged or cut off") from None


class Stream:
    """JSON values of a file, one after the other, without holding the whole of it."""

    def __init__(self, file: IO[bytes], progress: Progress | None) -> None:
        self._file = unpacked(file, progress)
        self._bytes = getincrementaldecoder("utf-8-sig")()
        self._json = json.JSONDecoder()
        self._text, self._at = "", 0
        self._line, self._ended = 1, False

    def more(self) -> bool:
        """Whether anything but blanks is left."""
        while True:
            self._at = _after_blanks(self._text, self._at)
            if self._at < len(self._text):
                return True
            if not self._fill():
                return False

    def begins(self, pattern: re.Pattern[str], untold: re.Pattern[str]) -> bool:
        """Whether what comes next matches; more is read while all that is there leaves it ``untold``."""
        while self.more() and untold.fullmatch(self._text, self._at) and self._fill():
            pass
        return pattern.match(self._text, self._at) is not None

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
                if end < len(self._text) or self._text[end - 1] in _CLOSING or not self._fill():
                    self._at = end
                    return value

    def refuse(self, expected: str) -> NoReturn:
        """Say where the file goes wrong.

        Raises:
            InputError: always.
        """
        line = self._line + self._text.count("\n", 0, self._at)
        raise unusable(f"not JSON: line {line}: expected {expected}")

    def _fill(self) -> bool:
        """Read a further piece; what was read over is let go."""
        if self._ended:
            return False
        raw = piece_of(self._file)
        self._ended = not raw
        try:
            piece = self._bytes.decode(raw, final=self._ended)
        except UnicodeDecodeError:
            raise unusable("expected UTF-8 text") from None
        self._line += self._text.count("\n", 0, self._at)
        self._text, self._at = self._text[self._at :] + piece, 0
        return True


_CLOSING: Final = '}]"'
"""What only the end of a value can be, where the value is whole: a number might go on."""

_BLANKS: Final = re.compile(r"[ \t\r\n]*")


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()
