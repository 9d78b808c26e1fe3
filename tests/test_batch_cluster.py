"""Batch on a dask cluster: the same bytes in the same order, with real schedulers and workers on this machine."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, run

import pytest

from tests.test_batch_workers import judged_alone, lines

COMMAND = str(Path(sys.executable).with_name("blockcheck"))
if not os.environ.get("CI"):
    pytest.importorskip("distributed", reason="needs the extra `dask`")


def started(*words: str, until: str) -> tuple[Popen[str], str]:
    """A dask process, as soon as it has said something, and the address in it."""
    process = Popen([sys.executable, "-m", *words], stderr=PIPE, stdout=DEVNULL, text=True)
    for line in process.stderr or ():
        if found := re.search(until, line):
            return process, found[1]
    raise RuntimeError(f"{words} ended with {process.wait()}")


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a scheduler of its own."""
    words = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    process, address = started(*words, until=r"Scheduler at: +(tcp://\S+)")
    yield address
    process.kill()
    process.communicate()


def worker(scheduler: str) -> Popen[str]:
    """A worker process of a cluster."""
    words = ("distributed.cli.dask_worker", scheduler, "--no-nanny", "--nthreads", "1", "--no-dashboard")
    return started(*words, until=r"Registered to: +(tcp://\S+)")[0]


def ended(*processes: Popen[str]) -> None:
    for process in processes:
        process.kill()
        process.communicate()


@pytest.mark.slow
class TestACluster:
    def test_gives_the_same_bytes_and_survives_a_killed_worker(self, scheduler: str, tmp_path: Path) -> None:
        texts = lines(1500)
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(texts))
        out = tmp_path / "out.jsonl"
        first, second = worker(scheduler), worker(scheduler)
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "-o", str(out), "--scheduler", scheduler]
        batch = Popen(words, stderr=PIPE, text=True)
        while batch.poll() is None and not (out.exists() and out.stat().st_size > 100_000):
            pass
        first.send_signal(signal.SIGKILL)
        assert batch.poll() is None
        told = batch.communicate()[1]
        ended(first, second)
        assert told.startswith("blockcheck: 1500 lines: ")
        assert told.count("\n") == 1
        assert out.read_bytes().splitlines() == judged_alone(texts)

    def test_says_so_when_it_has_no_worker(self, scheduler: str, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(b"{}\n")
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "--scheduler", scheduler]
        done = run(words, capture_output=True, text=True, check=False)
        told = f"blockcheck: --scheduler: {scheduler}: the cluster has no worker\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", told)

    def test_says_so_when_its_scheduler_goes(self, tmp_path: Path) -> None:
        texts = lines(3000)
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(texts))
        out = tmp_path / "out.jsonl"
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        process, address = started(
            "distributed.cli.dask_scheduler", *options, until=r"Scheduler at: +(tcp://\S+)"
        )
        there = worker(address)
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "-o", str(out), "--scheduler", address]
        batch = Popen(words, stderr=PIPE, text=True)
        while batch.poll() is None and not (out.exists() and out.stat().st_size > 50_000):
            pass
        ended(process)
        told = batch.communicate()[1]
        ended(there)
        assert (batch.returncode, told) == (
            2,
            f"blockcheck: --scheduler: {address}: the scheduler has gone\n",
        )
        done = run([*words[:-2], "--resume"], capture_output=True, text=True, check=False)
        assert done.stderr.startswith("blockcheck: 3000 lines: ")
        assert out.read_bytes().splitlines() == judged_alone(texts)

    def test_is_started_on_this_machine(self, tmp_path: Path) -> None:
        texts = lines(100)
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(texts))
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "--local-cluster", "2"]
        done = run(words, capture_output=True, check=False)
        assert done.stderr.count(b"\n") == 1
        assert done.stdout.splitlines() == judged_alone(texts)


@pytest.mark.slow
class TestNobodyListens:
    def test_is_told_in_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(b"{}\n")
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "--scheduler", "tcp://127.0.0.1:1"]
        done = run(words, capture_output=True, text=True, check=False)
        told = "blockcheck: --scheduler: tcp://127.0.0.1:1: no scheduler answers within 10 seconds\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
