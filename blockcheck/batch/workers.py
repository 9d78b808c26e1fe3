"""Worker processes on this machine: lines go to them and answers come back as bytes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Lock

from blockcheck.batch.judging import LineJudge, Settings
from blockcheck.batch.order import Lines, WorkerLost, closed
from blockcheck.errors import InputError

_SPAWN = get_context("spawn")
_GONE = (EOFError, BrokenPipeError, ConnectionResetError)
"""What reading from or writing to a process raises that has ended."""


@contextmanager
def processes(count: int, settings: Settings) -> Iterator[Workers]:
    """A team of so many processes; when it is left early, what they are doing is not waited for."""
    team = Workers(count, settings)
    try:
        yield team
    finally:
        team.close()


class Workers:
    """Processes that each judge one chunk at a time; one that dies is replaced.

    Each has a thread here that waits for it. They are started when there is a chunk and nobody is free.
    """

    def __init__(self, count: int, settings: Settings) -> None:
        self.room = 2 * count
        self._settings = settings
        self._threads = ThreadPoolExecutor(count, "worker")
        self._everybody: list[_Worker] = []
        self._free: SimpleQueue[_Worker] = SimpleQueue()
        self._opening = Lock()
        self._closed = False

    def submit(self, lines: Lines) -> Future[list[bytes]]:
        """The answers to some lines."""
        with self._opening:
            return closed() if self._closed else self._threads.submit(self._judged, lines)

    def check(self) -> None:
        """A process that dies is seen at once, so there is nothing to look for."""

    def close(self) -> None:
        """End every process, also one that is judging."""
        with self._opening:
            self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in tuple(self._everybody):
            worker.end()
        self._threads.shutdown()

    def _judged(self, lines: Lines) -> list[bytes]:
        try:
            worker = self._free.get_nowait()
        except Empty:
            worker = self._started()
        try:
            answers = worker.judged(lines)
        except _GONE:
            self._everybody.remove(worker)
            raise WorkerLost(worker.fate()) from None
        self._free.put(worker)
        return answers

    def _started(self) -> _Worker:
        worker = _Worker(self._settings)
        with self._opening:
            self._everybody.append(worker)
            if self._closed:
                worker.end()
        return worker


class _Worker:
    """One process and the connection to it."""

    def __init__(self, settings: Settings) -> None:
        self._connection, there = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(there, settings), daemon=True)
        self._process.start()
        there.close()
        self._is_ready = False

    def judged(self, lines: Lines) -> list[bytes]:
        """The answers to some lines; raises one of ``_GONE`` when the process ends before."""
        if not self._is_ready:
            self._wait_until_ready()
        self._connection.send_bytes(b"\n".join(lines))
        return self._connection.recv_bytes().split(b"\n")

    def _wait_until_ready(self) -> None:
        try:
            self._connection.recv_bytes()
        except _GONE:
            message = f"--workers: a worker process could not start; {self.fate()}"
            raise InputError("--workers", None, "a worker process", None, message) from None
        self._is_ready = True

    def fate(self) -> str:
        """How the process ended."""
        self._process.join()
        code = self._process.exitcode or 0
        how = f"by signal {-code}" if code < 0 else f"with status {code}"
        return f"the process that judged it ended {how}"

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()


def _serve(connection: Connection, settings: Settings) -> None:
    """What a worker process does until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    judge = LineJudge(settings)
    judge.warm()
    with suppress(*_GONE):
        connection.send_bytes(b"ready")
        while True:
            lines = connection.recv_bytes().split(b"\n")
            connection.send_bytes(b"\n".join(map(judge, lines)))
