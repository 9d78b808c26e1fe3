"""A process that runs one function after the other for the benchmarks, each within a time that it cannot overrun."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

GRACE = 5.0
"""Seconds to end in when asked."""


class WorkerFault(RuntimeError):
    """What a function raised, with its traceback as text."""


class Worker:
    """Runs functions of this package in one process, which is started anew after one that did not finish."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._start()

    def call(
        self, seconds: float | None, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """What a function returns; None when it did not finish in time (``seconds`` None: any).

        Raises:
            WorkerFault: the function raised something, or the process died.
        """
        self._pipe.send((function, args, kwargs))
        if not self._pipe.poll(seconds):
            self.stop()
            self._start()
            return None
        try:
            is_fine, result = self._pipe.recv()
        except EOFError as error:
            self._start()
            raise WorkerFault(f"{function.__name__}: the process died") from error
        if not is_fine:
            raise WorkerFault(result)
        found: T = result
        return found

    def stop(self) -> None:
        """End the process and what it has started: asked first, for MiniZinc then ends its solver, which is in no group of ours."""
        if self._process.pid is not None and self._process.is_alive():
            os.killpg(self._process.pid, signal.SIGTERM)
            self._process.join(GRACE)
            if self._process.is_alive():
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.join()
        self._pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_serve, args=(theirs,), daemon=False)
        self._process.start()
        theirs.close()
        self._pipe.recv()


def _serve(pipe: Connection) -> None:
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what solvers print is no table
    pipe.send("ready")
    while True:
        try:
            function, args, kwargs = pipe.recv()
        except EOFError:
            return
        try:
            answer = (True, function(*args, **kwargs))
        except Exception:  # noqa: BLE001 -- whatever it was belongs to the caller
            answer = (False, traceback.format_exc())
        pipe.send(answer)
