"""Where answers go, and the record beside a file of answers that lets a killed batch go on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from blockcheck.batch.judging import Settings
from blockcheck.batch.lines import STDIN, Chunk, unusable
from blockcheck.batch.tally import Tally
from blockcheck.errors import InputError
from blockcheck.values import dataclass
from blockcheck.verdict import RULES

_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a batch had come: so many lines answered, in so many bytes, with digests of both."""

    lines: int = 0
    bytes: int = 0
    line_digest: str = ""
    answer_digest: str = ""


class Output:
    """A stream that answers are written to, and counted; ``at_once`` sends each on its way."""

    def __init__(self, file: IO[bytes], *, at_once: bool = False) -> None:
        self.tally = Tally()
        self._file = file
        self._at_once = at_once

    def rest_of(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The lines that have no answer yet."""
        yield from chunks

    def write(self, answer: bytes) -> None:
        """Write the answer to the next line."""
        self.tally.add(answer)
        self._file.write(answer + b"\n")
        if self._at_once:
            self._file.flush()

    def mark(self, chunk: Chunk) -> None:
        """All lines of a chunk are answered."""
        self._file.flush()


class Recorded(Output):
    """A file of answers with a record: a mark after every chunk, so that nothing is lost or doubled after a kill."""

    def __init__(self, file: IO[bytes], record: IO[bytes], done: Mark, length: int) -> None:
        super().__init__(file)
        self._record = record
        self._length = length
        self._done = done
        self._lines = done.lines
        self._line_digest = _digest()
        self._answer_digest = _digest()
        for line in _first_bytes(file, done.bytes):
            self._answer_digest.update(line)
            self.tally.add(line)

    @property
    def is_intact(self) -> bool:
        """Whether the answers of the run before are as it wrote them."""
        return not self._done.lines or self._answer_digest.hexdigest() == self._done.answer_digest

    def rest_of(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The lines that have no answer yet.

        Raises:
            InputError: the lines before are not those that were answered.
        """
        missing = self._done.lines
        if not missing:
            self._drop_the_rest()
        for chunk in chunks:
            done, rest = chunk.lines[:missing], chunk.lines[missing:]
            missing -= len(done)
            _update(self._line_digest, done)
            if done and not missing:
                self._compare_lines()
            if rest:
                yield Chunk(rest, chunk.read)
        if missing:
            self._compare_lines()

    def _compare_lines(self) -> None:
        if self._line_digest.hexdigest() != self._done.line_digest:
            name = str(self._file.name)
            message = f"{name}: answers other lines than these; run without --resume to start again"
            raise InputError("--resume", name, "the output of this input", None, message)
        self._drop_the_rest()

    def _drop_the_rest(self) -> None:
        """Drop what was written after the last mark: those lines are judged again."""
        for file, length in ((self._file, self._done.bytes), (self._record, self._length)):
            file.seek(length)
            file.truncate()

    def write(self, answer: bytes) -> None:
        """Write the answer to the next line."""
        super().write(answer)
        self._answer_digest.update(answer + b"\n")

    def mark(self, chunk: Chunk) -> None:
        """All lines of a chunk are answered."""
        super().mark(chunk)
        _update(self._line_digest, chunk.lines)
        self._lines += len(chunk.lines)
        digests = self._line_digest.hexdigest(), self._answer_digest.hexdigest()
        _note(self._record, asdict(Mark(self._lines, self._file.tell(), *digests)))


@contextmanager
def recorded(name: str, settings: Settings, *, resume: bool) -> Iterator[Recorded]:
    """A file of answers, new or to be gone on with; the record is removed when all is done.

    Raises:
        InputError: the file cannot be written, or it is not known to be the output of these settings.
    """
    place, beside = Path(name), record_of(name)
    facts = _facts(settings)
    with _told(name):
        going_on = resume and place.exists() and place.stat().st_size > 0
        done, length = _done(name, facts) if going_on else (Mark(), 0)
        with (
            place.open("r+b" if going_on else "w+b") as file,
            beside.open("r+b" if going_on else "wb") as record,
        ):
            if not going_on:
                _note(record, facts)
                length = record.tell()
            output = Recorded(file, record, done, length)
            if not output.is_intact:
                message = f"{name}: changed since it was written; run without --resume to start again"
                raise InputError("--resume", name, "the output of a batch", None, message)
            yield output
        beside.unlink()


def record_of(name: str) -> Path:
    """The record beside a file of answers."""
    return Path(f"{name}.resume")


def is_plain(name: str) -> bool:
    """Whether answers go to a file that can have a record beside it: no standard output, device or pipe."""
    return name != STDIN and (Path(name).is_file() or not Path(name).exists())


def compare_with_inputs(name: str, sources: Sequence[str]) -> None:
    """Raise InputError where answers would overwrite the lines that they answer."""
    place = Path(name)
    for source in sources:
        if source != STDIN and is_plain(name) and place.exists() and place.samefile(source):
            message = f"{name}: is read too; write the verdicts to another file"
            raise InputError("--output", name, "a file of its own", None, message)


@contextmanager
def plain(name: str) -> Iterator[IO[bytes]]:
    """A device or pipe that answers go to."""
    with _told(name), Path(name).open("wb") as file:
        yield file


@contextmanager
def _told(name: str) -> Iterator[None]:
    """What is wrong with a file that cannot be written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unusable(error.filename or name, error) from None


def _facts(settings: Settings) -> dict[str, Any]:
    """What every verdict of a run depends on besides its line."""
    limit = settings.limit
    cards = None
    if settings.cards is not None:
        stat = Path(settings.cards).stat()
        cards = [stat.st_size, stat.st_mtime_ns]
    return {
        "blockcheck": version("blockcheck-mtg"),
        "rules": RULES,
        "effort": limit.effort,
        "time limit": limit.seconds,
        "cards": cards,
    }


def _done(name: str, facts: dict[str, Any]) -> tuple[Mark, int]:
    """How far the run before had come, and the length of its record up to there."""
    try:
        header, *entries = record_of(name).read_bytes().splitlines(keepends=True)
        before = json.loads(header)
    except (FileNotFoundError, ValueError):
        message = (
            f"{name}: there is no record of an unfinished batch beside it ({record_of(name).name}); "
            "run without --resume to start again"
        )
        raise InputError("--resume", name, "the output of a killed batch", None, message) from None
    for fact, now in facts.items():
        if before.get(fact) != now:
            message = f"{name}: written with another {fact}; run without --resume to start again"
            raise InputError("--resume", name, "the output of these options", None, message)
    return _last_mark(entries, len(header), Path(name).stat().st_size)


def _last_mark(entries: Iterable[bytes], length: int, size: int) -> tuple[Mark, int]:
    """The last mark within the bytes that are there, and where its entry ends."""
    last = Mark()
    for entry in entries:
        with suppress(ValueError):  # the last entry may be cut short
            mark = Mark(**json.loads(entry))
            if mark.bytes > size:
                break
            last, length = mark, length + len(entry)
    return last, length


def _note(record: IO[bytes], entry: dict[str, Any]) -> None:
    record.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
    record.flush()


def _digest() -> blake2b:
    return blake2b(digest_size=16)


def _update(digest: blake2b, lines: Iterable[bytes]) -> None:
    for line in lines:
        digest.update(line)
        digest.update(b"\n")


def _first_bytes(file: IO[bytes], count: int) -> Iterator[bytes]:
    """The lines within the first bytes of a file."""
    file.seek(0)
    while count > 0 and (line := file.readline(count)):
        count -= len(line)
        yield line
