"""Workers of a dask.distributed cluster: lines go to them and answers come back as bytes."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any, cast

from blockcheck.batch.judging import LineJudge, Settings
from blockcheck.batch.order import Lines, WorkerLost, closed
from blockcheck.errors import InputError

CONNECTING = 10
"""Seconds until a scheduler is taken for absent; so long a first worker may take too."""
CHECKS = 2
"""How often in a row nobody is there before the batch ends."""

_GONE = (OSError, RuntimeError, CancelledError)
"""What asking a scheduler raises that goes meanwhile."""

_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}")
_here = threading.local()


@contextmanager
def cluster(address: str, settings: Settings) -> Iterator[Cluster]:
    """The workers of the cluster whose scheduler listens there.

    Raises:
        InputError: it is no address, dask is not installed, nobody listens, or there is no worker.
    """
    if not _ADDRESS.fullmatch(address):
        raise _unusable("--scheduler", f"expected an address, as tcp://host:8786, got {address}")
    distributed = _distributed("--scheduler")
    try:
        client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
    except OSError:
        told = f"{address}: no scheduler answers within {CONNECTING} seconds"
        raise _unusable("--scheduler", told) from None
    try:
        yield _team(client, "--scheduler", address, settings)
    finally:
        client.close(timeout=CONNECTING)


@contextmanager
def local_cluster(count: int, settings: Settings) -> Iterator[Cluster]:
    """A cluster of so many worker processes on this machine, for one batch.

    Raises:
        InputError: dask is not installed.
    """
    distributed = _distributed("--local-cluster")
    with (
        distributed.LocalCluster(
            count, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
        ) as started,
        distributed.Client(started, set_as_default=False) as client,
    ):
        yield _team(client, "--local-cluster", started.scheduler_address, settings)


class Cluster:
    """Judges on a cluster; a chunk whose worker dies is given to another one."""

    def __init__(self, client: Any, option: str, address: str, settings: Settings) -> None:
        self._client = client
        self._option = option
        self._address = address
        self._settings = settings
        self._version = version("blockcheck-mtg")
        self._absent = 0

    @property
    def room(self) -> int:
        """Two chunks for every thread of every worker there is now."""
        threads: int = sum(worker["nthreads"] for worker in self._workers().values())
        return max(2, 2 * threads)

    def submit(self, lines: Lines) -> Future[list[bytes]]:
        """The answers to some lines."""
        if self._client.status != "running":
            return closed()
        done: Future[list[bytes]] = Future()
        task = self._client.submit(judged_there, tuple(lines), self._settings, self._version, pure=False)
        task.add_done_callback(lambda task: self._settle(task, done))
        return done

    def check(self) -> None:
        """Raise InputError where the scheduler or all workers have been away for a while."""
        there = self._client.status == "running" and self._workers()
        self._absent = 0 if there else self._absent + 1
        if self._absent >= CHECKS:
            raise _unusable(self._option, f"{self._address}: no worker is left")

    def _workers(self) -> Mapping[str, Any]:
        """What the scheduler says of the workers; none where it has gone, which is told to whoever waits for answers."""
        try:
            return cast("Mapping[str, Any]", self._client.scheduler_info(n_workers=-1)["workers"])
        except _GONE:
            return {}

    def _settle(self, task: Any, done: Future[list[bytes]]) -> None:
        """What has become of a task, told to whoever waits for its answers."""
        if task.status == "finished":
            done.set_result(task.result())
        elif task.status != "error":
            done.set_exception(_unusable(self._option, f"{self._address}: the scheduler has gone"))
        elif type(error := task.exception()).__name__ == "KilledWorker":
            done.set_exception(WorkerLost("each worker that judged it was killed"))
        else:
            told = f"{self._address}: a worker cannot judge: {type(error).__name__}: {error}"
            done.set_exception(_unusable(self._option, " ".join(told.split())))


def judged_there(lines: tuple[bytes, ...], settings: Settings, expected: str) -> list[bytes]:
    """The answers to some lines; this runs on a worker.

    Raises:
        RuntimeError: the worker has another version of blockcheck, whose answers may differ.
    """
    if (found := version("blockcheck-mtg")) != expected:
        raise RuntimeError(f"it has blockcheck {found}, and this is {expected}")
    judges: dict[Settings, LineJudge] = _here.__dict__.setdefault("judges", {})
    judge = judges.get(settings)
    if judge is None:
        judges.clear()
        judge = judges[settings] = LineJudge(settings)
    return list(map(judge, lines))


def _distributed(option: str) -> Any:
    """The package, where it is installed."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise _unusable(option, "dask is not installed; pip install 'blockcheck-mtg[dask]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in one line
    return distributed


def _team(client: Any, option: str, address: str, settings: Settings) -> Cluster:
    """The cluster, as soon as it has a worker."""
    try:
        client.wait_for_workers(1, timeout=CONNECTING)
    except TimeoutError:
        raise _unusable(option, f"{address}: the cluster has no worker") from None
    return Cluster(client, option, address, settings)


def _unusable(option: str, what: str) -> InputError:
    return InputError(option, None, "a dask cluster", None, f"{option}: {what}")
