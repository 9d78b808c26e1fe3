"""Batch with several workers: the same bytes in the same order, and whoever dies is survived."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from blockcheck import InputError
from blockcheck.ask import Limit
from blockcheck.batch import order
from blockcheck.batch.judging import LineJudge, Settings
from blockcheck.batch.lines import Chunk
from blockcheck.batch.order import WorkerLost, alone, together
from blockcheck.batch.workers import _Worker, processes
from tests.boards import attacker, blocker, board

COMMAND = str(Path(sys.executable).with_name("blockcheck"))
SETTINGS = Settings(Limit(10.0, None, 1))


def lines(count: int) -> list[bytes]:
    """Boards with and without the solver, and what is no board."""
    texts = ["", "Menace", "This creature must be blocked if able.", "Flying"]
    found = [
        board(
            attacker("ogre", texts[n % 4]),
            attacker("imp"),
            blocker("bear"),
            blocker("cub", "This creature blocks each combat if able."),
            id=n,
            declaration={"blocks": {"bear": "ogre"}},
        )
        for n in range(count)
    ]
    return [b"nonsense" if n % 11 == 5 else json.dumps(one).encode() for n, one in enumerate(found)]


def chunked(texts: Sequence[bytes], size: int = 3) -> Iterator[Chunk]:
    return (Chunk(tuple(texts[n : n + size]), n) for n in range(0, len(texts), size))


def judged_alone(texts: Sequence[bytes]) -> list[bytes]:
    return [answer for _, answers in alone(chunked(texts), LineJudge(SETTINGS)) for answer in answers]


class FakeTeam:
    """Answers a line with itself; some lines lose whoever judges them, so many times."""

    def __init__(self, room: int = 4, **deaths: int) -> None:
        self.room = room
        self.deaths = {name.encode(): count for name, count in deaths.items()}
        self.submitted: list[tuple[bytes, ...]] = []

    def submit(self, given: Sequence[bytes]) -> Future[list[bytes]]:
        future: Future[list[bytes]] = Future()
        self.submitted.append(tuple(given))
        self.take(tuple(given), future)
        return future

    def take(self, given: tuple[bytes, ...], future: Future[list[bytes]]) -> None:
        """Answer some lines at once."""
        for line in given:
            if self.deaths.get(line, 0) > 0:
                self.deaths[line] -= 1
                future.set_exception(WorkerLost("it was killed"))
                return
        future.set_result(list(given))

    def check(self) -> None:
        raise InputError("", None, "", None, "nobody is left")


class LateTeam(FakeTeam):
    """Answers the first lines last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[tuple[bytes, ...], Future[list[bytes]]]] = []

    def take(self, given: tuple[bytes, ...], future: Future[list[bytes]]) -> None:
        self.open.append((given, future))
        if len(self.open) == self.room:
            self.check()

    def check(self) -> None:
        while self.open:
            super().take(*self.open.pop())


class AbsentTeam(FakeTeam):
    """Answers nothing."""

    def take(self, given: tuple[bytes, ...], future: Future[list[bytes]]) -> None:
        pass


def answered(chunks: Iterator[Chunk], team: FakeTeam) -> Iterator[bytes]:
    return (answer for _, answers in together(chunks, team) for answer in answers)


LETTERS = [bytes([65 + n]) for n in range(20)]


class TestTheOrderIsThatOfTheLines:
    def test_whoever_is_done_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(order, "_PATIENCE", 0.0)
        assert list(answered(chunked(LETTERS), LateTeam())) == LETTERS

    def test_and_no_more_is_read_than_there_is_room_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(order, "MOST_WAITING", 6)
        team = FakeTeam(room=1)
        taken = []

        def read() -> Iterator[Chunk]:
            for chunk in chunked(LETTERS):
                taken.append(chunk)
                yield chunk

        found = together(read(), team)
        for n, (_, answers) in enumerate(found):
            assert list(answers) == LETTERS[3 * n : 3 * n + 3]
            assert len(taken) <= n + 4

    def test_a_reader_that_fails_gives_what_came_before(self) -> None:
        def read() -> Iterator[Chunk]:
            yield from chunked(LETTERS[:6])
            raise InputError("", None, "", None, "damaged")

        found = answered(read(), FakeTeam())
        assert list(islice(found, 6)) == LETTERS[:6]
        with pytest.raises(InputError, match="damaged"):
            next(found)

    def test_it_ends_when_nobody_is_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(order, "_PATIENCE", 0.0)
        found = answered(chunked(LETTERS), AbsentTeam())
        with pytest.raises(InputError, match="nobody is left"):
            next(found)


class TestALineIsNeverLost:
    def test_its_worker_dies_once(self) -> None:
        assert list(answered(chunked(LETTERS), FakeTeam(B=1))) == LETTERS

    def test_its_worker_dies_twice(self) -> None:
        assert list(answered(chunked(LETTERS), FakeTeam(B=2))) == LETTERS

    def test_its_worker_always_dies(self) -> None:
        team = FakeTeam(B=9)
        told = b'{"id":null,"error":{"message":"the line: could not be judged: it was killed","where":""}}'
        assert list(answered(chunked(LETTERS), team)) == [told if one == b"B" else one for one in LETTERS]
        assert team.submitted.count((b"B",)) == 2


class TestProcesses:
    def test_give_the_same_bytes_in_the_same_order(self) -> None:
        texts = lines(60)
        with processes(2, SETTINGS) as team:
            found = [answer for _, answers in together(chunked(texts), team) for answer in answers]
        assert found == judged_alone(texts)

    def test_are_replaced_when_they_are_killed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        texts = lines(12)
        deaths = iter([True, False, True, True, False])
        ready = _Worker._wait_until_ready

        def die(worker: _Worker) -> None:
            ready(worker)
            if next(deaths, False):
                worker.end()

        monkeypatch.setattr(_Worker, "_wait_until_ready", die)
        with processes(2, SETTINGS) as team:
            found = [answer for _, answers in together(chunked(texts), team) for answer in answers]
        assert found == judged_alone(texts)

    def test_say_how_they_ended_when_a_line_always_kills_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ready = _Worker._wait_until_ready

        def die(worker: _Worker) -> None:
            ready(worker)
            worker.end()

        monkeypatch.setattr(_Worker, "_wait_until_ready", die)
        with processes(1, SETTINGS) as team:
            found = [answer for _, answers in together(chunked(lines(1)), team) for answer in answers]
        message = "the line: could not be judged: the process that judged it ended by signal 9"
        assert [json.loads(one) for one in found] == [{"id": 0, "error": {"message": message, "where": ""}}]


class TestTheCommandWithWorkers:
    def test_answers_each_line_before_the_next(self) -> None:
        texts = lines(12)
        process = Popen([COMMAND, "batch", "-", "--workers", "2"], stdin=PIPE, stdout=PIPE, stderr=PIPE)
        found = []
        if process.stdin and process.stdout:
            for text in texts:
                process.stdin.write(text + b"\n")
                process.stdin.flush()
                found.append(process.stdout.readline().rstrip(b"\n"))
        assert process.communicate()[1].startswith(b"blockcheck: 12 lines: ")
        assert found == judged_alone(texts)

    def test_ends_quietly_when_interrupted(self) -> None:
        process = Popen([COMMAND, "batch", "-", "--workers", "2"], stdin=PIPE, stdout=PIPE, stderr=PIPE)
        if process.stdin and process.stdout:
            process.stdin.write(lines(1)[0] + b"\n")
            process.stdin.flush()
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.communicate() == (b"", b"")
        assert process.returncode == 130

    @pytest.mark.slow
    def test_ends_quietly_when_nobody_listens(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines(600)))
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "--workers", "2"]
        process = Popen(words, stdout=PIPE, stderr=PIPE)
        if process.stdout and process.stderr:
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            process.stderr.close()
        assert process.wait() == 141

    @pytest.mark.slow
    def test_goes_on_after_a_kill(self, tmp_path: Path) -> None:
        texts = lines(400)
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(texts))
        out = tmp_path / "out.jsonl"
        words = [COMMAND, "batch", str(tmp_path / "in.jsonl"), "-o", str(out), "--workers", "2", "--resume"]
        killed = Popen(words, stderr=PIPE)
        while killed.poll() is None and not (out.exists() and out.stat().st_size > 50_000):
            pass
        killed.kill()
        killed.communicate()
        assert killed.returncode == -signal.SIGKILL
        again = Popen(words, stderr=PIPE)
        assert again.communicate()[1].startswith(b"blockcheck: 400 lines: ")
        assert again.returncode == 2
        assert out.read_bytes().splitlines() == judged_alone(texts)
