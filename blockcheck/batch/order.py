"""Answers in the order of the lines, from whoever judges them: a few chunks at a time, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Condition, Thread
from typing import Protocol, TypeAlias

from blockcheck.batch.judging import LineJudge, error_row
from blockcheck.batch.lines import Chunk
from blockcheck.errors import InputError

Lines: TypeAlias = Sequence[bytes]
Answered: TypeAlias = tuple[Chunk, Iterable[bytes]]
"""Some lines with their answers."""

MOST_WAITING = 16 * 1024 * 1024
"""How many bytes of answers may wait for an earlier one that takes long."""
TRIES = 2
"""How often a line is judged alone whose worker is lost."""
_PATIENCE = 30.0


class WorkerLost(Exception):
    """The worker that judged a chunk is gone; the message says how."""


class Team(Protocol):
    """Whoever judges chunks, several at a time."""

    @property
    def room(self) -> int:
        """How many chunks keep everybody busy."""
        ...

    def submit(self, lines: Lines) -> Future[list[bytes]]:
        """The answers to some lines, as soon as they are there.

        The future raises WorkerLost where a worker is lost on the way, and InputError where nobody can judge at all; it is
        cancelled where the team is closed.
        """
        ...

    def check(self) -> None:
        """Raise InputError where nobody is left to judge."""
        ...


def closed() -> Future[list[bytes]]:
    """What a closed team gives in place of answers."""
    future: Future[list[bytes]] = Future()
    future.cancel()
    return future


def alone(chunks: Iterable[Chunk], judge: LineJudge) -> Generator[Answered, None, None]:
    """Each chunk with its answers, judged here, line by line, as they are asked for."""
    return ((chunk, map(judge, chunk.lines)) for chunk in chunks)


def together(chunks: Iterable[Chunk], team: Team) -> Generator[Answered, None, None]:
    """Each chunk with its answers, judged by a team, in the order of the chunks.

    A thread reads and hands out chunks, as far as there is room; so a program that waits for an answer before it
    writes its next line gets it.

    Raises:
        InputError: a file cannot be read on, or nobody is left to judge; the answers before have been given.
    """
    window = _Window(team)
    coming: SimpleQueue[tuple[Chunk, Future[list[bytes]]] | Exception | None] = SimpleQueue()

    def hand_out() -> None:
        ending: Exception | None = RuntimeError("reading ended early")
        try:
            for chunk in chunks:
                if not window.enter():
                    return
                coming.put((chunk, window.watched(team.submit(chunk.lines))))
            ending = None
        except InputError as error:
            ending = error
        finally:
            coming.put(ending)

    Thread(target=hand_out, name="reading", daemon=True).start()
    try:
        while (found := coming.get()) is not None:
            if isinstance(found, Exception):
                raise found
            chunk, future = found
            while not wait([future], _PATIENCE).done:
                team.check()
            yield chunk, _answers(team, chunk.lines, future)
            window.leave(future)
    finally:
        window.close()


def _answers(team: Team, lines: Lines, future: Future[list[bytes]]) -> list[bytes]:
    """The answers to a chunk; each of its lines is judged alone where the worker was lost."""
    try:
        return future.result()
    except WorkerLost:
        return [_alone(team, line) for line in lines]


def _alone(team: Team, line: bytes) -> bytes:
    """The answer to a line at which a worker was lost; what became of the worker, where that happens again and again."""
    how = ""
    for _ in range(TRIES):
        try:
            (answer,) = team.submit((line,)).result()
        except WorkerLost as lost:
            how = str(lost)
        else:
            return answer
    return error_row(line, f"the line: could not be judged: {how}").model_dump_json().encode()


class _Window:
    """How far reading may run ahead of writing."""

    def __init__(self, team: Team) -> None:
        self._team = team
        self._changed = Condition()
        self._judging = 0
        self._waiting = 0
        self._closed = False

    def enter(self) -> bool:
        """Wait for room for one more chunk; False when no more are wanted."""
        with self._changed:
            self._changed.wait_for(self._has_room)
            self._judging += 1
            return not self._closed

    def watched(self, future: Future[list[bytes]]) -> Future[list[bytes]]:
        """A future that makes room when it is done."""
        future.add_done_callback(self._judged)
        return future

    def leave(self, future: Future[list[bytes]]) -> None:
        """The answers of a future are written."""
        with self._changed:
            self._waiting -= _size(future)
            self._changed.notify()

    def close(self) -> None:
        """No more chunks are wanted."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _has_room(self) -> bool:
        return self._closed or (self._judging < self._team.room and self._waiting < MOST_WAITING)

    def _judged(self, future: Future[list[bytes]]) -> None:
        with self._changed:
            self._judging -= 1
            self._waiting += _size(future)
            self._changed.notify()


def _size(future: Future[list[bytes]]) -> int:
    """The bytes of the answers; none where there are none."""
    return 0 if future.cancelled() or future.exception() else sum(map(len, future.result()))
