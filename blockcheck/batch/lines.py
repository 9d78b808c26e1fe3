"""The lines of files, read in small pieces: memory does not grow with a file, nor with its longest line."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from errno import EACCES, EISDIR
from pathlib import Path

from blockcheck.errors import InputError
from blockcheck.loading import MOST_BYTES
from blockcheck.values import dataclass

STDIN = "-"
LINES_IN_A_CHUNK = 16
_BLOCK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive lines without their ends, and how many bytes of all sources had been read by then."""

    lines: tuple[bytes, ...]
    read: int


def chunks(sources: Iterable[str]) -> Iterator[Chunk]:
    """The lines of every source, one after the other; those of standard input as they come.

    Of a line that is too long to be a board only the beginning is kept, one byte more than is allowed.

    Args:
        sources: names of files, compressed where they end in ``.gz``; ``-`` is standard input.

    Raises:
        InputError: a file cannot be read, or its compressed data is damaged; the lines before have been given.
    """
    before = 0
    for source in sources:
        with _opened(source) as (read, tell):
            for lines in _lines(read):
                for start in range(0, len(lines), LINES_IN_A_CHUNK):
                    yield Chunk(tuple(lines[start : start + LINES_IN_A_CHUNK]), before + tell())
            before += tell()


def size_of(sources: Sequence[str]) -> int | None:
    """How many bytes all sources have; None where that is not known beforehand.

    Raises:
        InputError: a source is no file.
    """
    sizes = [_size(source) for source in sources if source != STDIN]
    return sum(sizes) if len(sizes) == len(sources) else None


def unusable(source: str, error: OSError) -> InputError:
    """What is wrong with a file."""
    return InputError("", source, "a file", None, f"{source}: {(error.strerror or 'unusable').lower()}")


def _size(source: str) -> int:
    place = Path(source)
    try:
        if place.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if place.exists() and not os.access(place, os.R_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        return place.stat().st_size
    except OSError as error:
        raise unusable(source, error) from None


@contextmanager
def _opened(source: str) -> Iterator[tuple[Callable[[int], bytes], Callable[[], int]]]:
    """How to read some bytes of a source that are there already, and how many have been read of it."""
    if source == STDIN:
        # The raw file: whoever waits for it in a thread must not hold the lock of a buffer when the program ends.
        yield getattr(sys.stdin.buffer, "raw", sys.stdin.buffer).read, lambda: 0
        return
    try:
        with Path(source).open("rb") as file:
            if source.endswith(".gz"):
                with gzip.GzipFile(fileobj=file) as unpacked:
                    yield unpacked.read1, file.tell
            else:
                yield file.read1, file.tell
    except EOFError:
        raise _damaged(source, "the compressed data ends too early") from None
    except (gzip.BadGzipFile, zlib.error):
        raise _damaged(source, "not the data of a .gz file, or damaged") from None
    except OSError as error:
        raise unusable(source, error) from None


def _damaged(source: str, what: str) -> InputError:
    return InputError("", source, "a .gz file", None, f"{source}: {what}")


def _lines(read: Callable[[int], bytes]) -> Iterator[list[bytes]]:
    """Whole lines as they come; the last one may have no end."""
    begun = bytearray()
    while block := read(_BLOCK):
        first, *others = block.split(b"\n")
        begun += first[: MOST_BYTES + 1 - len(begun)]
        if others:
            yield [bytes(begun), *others[:-1]]
            begun = bytearray(others[-1])
    if begun:
        yield [bytes(begun)]
