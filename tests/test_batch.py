"""Batch: one answer a line, in order, and a line that cannot be read stops nothing."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from blockcheck import InputError, Judge, load_board
from blockcheck.ask import Limit
from blockcheck.batch.judging import LineJudge, Settings
from blockcheck.batch.lines import LINES_IN_A_CHUNK, chunks, size_of
from blockcheck.batch.tally import Tally
from blockcheck.loading import MOST_BYTES
from blockcheck.verdict import BatchError, Verdict
from tests.boards import attacker, blocker, board

Command = Callable[..., CompletedProcess[str]]

SETTINGS = Settings(Limit(10.0, None, 1))
EMPTY = "the line: expected a board as one JSON object, got an empty line"
OTHER = "the line: expected a board as one JSON object, got something else"


def data(key: str | int, **more: Any) -> dict[str, Any]:
    declared = {"declaration": {"blocks": {"bear": "ogre"}}} | more
    made: dict[str, Any] = board(attacker("ogre"), blocker("bear"), id=key, **declared)
    return made


def line(key: str | int, **more: Any) -> bytes:
    return json.dumps(data(key, **more)).encode()


def answer(text: bytes) -> Verdict | BatchError:
    return LineJudge(SETTINGS).answer(text)


def error(text: bytes) -> BatchError:
    found = answer(text)
    assert isinstance(found, BatchError)
    return found


class TestALineIsJudged:
    def test_as_check_judges_its_board(self) -> None:
        assert (
            LineJudge(SETTINGS)(line("a")) == Judge(load_board(data("a"))).check().model_dump_json().encode()
        )

    def test_with_several_declarations(self) -> None:
        text = data("a")
        text["declarations"] = [text.pop("declaration")]
        found = answer(json.dumps(text).encode())
        assert isinstance(found, Verdict)
        assert found.legal is True

    def test_with_windows_line_ends_and_a_byte_order_mark(self) -> None:
        assert answer(b"\xef\xbb\xbf" + line("a") + b"\r") == answer(line("a"))


class TestALineThatCannotBeReadSaysWhy:
    def test_with_the_place_and_the_id(self) -> None:
        assert error(line(7, idd=1)).model_dump() == {
            "id": 7,
            "error": {"message": 'idd: unknown field; did you mean "id"?', "where": "idd"},
        }

    def test_an_empty_line(self) -> None:
        assert error(b"  ").model_dump() == {"id": None, "error": {"message": EMPTY, "where": ""}}

    def test_a_list_or_words(self) -> None:
        for text in (b"[1]", b"format: blockcheck/board/1", b"\xff"):
            assert error(text).error.message == OTHER

    def test_bytes_that_are_no_text(self) -> None:
        assert error(b'{"id": "\xff"}').error.message == "expected UTF-8 text; byte 9 is none"

    def test_what_the_judge_refuses(self) -> None:
        text = data("a")
        del text["declaration"]
        assert error(json.dumps(text).encode()).error.where == "declaration"

    def test_an_id_that_is_none(self) -> None:
        assert error(b'{"id": true}').id is None
        assert error(b'{"id": "half \\ud800 a character"}').id is None

    def test_a_line_that_is_too_long(self) -> None:
        text = b'{"id": 1, "x": "' + b" " * MOST_BYTES
        assert error(text).model_dump() == {
            "id": None,
            "error": {"message": "expected at most 32 MB of text, got more", "where": ""},
        }


class TestBoardsThatShareTheirPermanentsShareAJudge:
    """What was asked before changes no byte of an answer."""

    PERMANENTS = (
        attacker("siren", "All creatures able to block this creature do so."),
        attacker("ogre", "Menace"),
        attacker("champion", "This creature must be blocked if able."),
        blocker("cub", "This creature can't block unless you pay {1}."),
        blocker("ox", "This creature can block an additional creature each combat."),
        blocker("hound", "This creature blocks each combat if able."),
    )

    def lines(self) -> list[bytes]:
        attackers = ("siren", "ogre", "champion")
        chosen = product((None, *attackers), repeat=3)
        blocks = [{b: a for b, a in zip(("cub", "ox", "hound"), each, strict=True) if a} for each in chosen]
        return [
            json.dumps(board(*self.PERMANENTS, id=n, declaration={"player": "bob", "blocks": one})).encode()
            for n, one in enumerate(blocks)
        ]

    @pytest.mark.parametrize("effort", [10.0, 0.0005, 0.0001, 0.0])
    def test_and_get_the_bytes_of_being_judged_alone(self, effort: float) -> None:
        settings = Settings(Limit(effort, None, 1))
        shared = LineJudge(settings)
        assert list(map(shared, self.lines())) == [LineJudge(settings)(one) for one in self.lines()]

    def test_in_any_order(self) -> None:
        shared = LineJudge(SETTINGS)
        backwards = list(map(shared, reversed(self.lines())))
        assert backwards[::-1] == list(map(LineJudge(SETTINGS), self.lines()))

    def test_and_the_theory_is_made_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = []
        init = Judge.__init__

        def counted(judge: Judge, *given: Any, **more: Any) -> None:
            made.append(given)
            init(judge, *given, **more)

        monkeypatch.setattr(Judge, "__init__", counted)
        shared = LineJudge(SETTINGS)
        for one in self.lines():
            shared(one)
        assert len(made) == 1

    def test_but_not_with_boards_that_only_look_alike(self) -> None:
        facts = [{"id": "bob", "facts": {"x": value}} for value in (1, True, 1.0)]
        texts = [line(n, players=["alice", player]) for n, player in enumerate(facts)]
        shared = LineJudge(SETTINGS)
        assert list(map(shared, texts)) == [LineJudge(SETTINGS)(text) for text in texts]

    def test_and_the_players_may_be_read_off_a_declaration(self) -> None:
        texts = []
        for declaring in ("carol", "bob"):
            text = data(declaring, declaration={"player": declaring, "blocks": {}})
            del text["players"]
            text["permanents"] = text["permanents"][:1]
            text["permanents"][0]["attacking"] = {"target": None, "defending_player": "bob"}
            texts.append(json.dumps(text).encode())
        shared = LineJudge(SETTINGS)
        assert list(map(shared, texts)) == [LineJudge(SETTINGS)(text) for text in texts]


class TestLinesAreReadInSmallPieces:
    def read(self, *sources: Path) -> list[bytes]:
        return [one for chunk in chunks(map(str, sources)) for one in chunk.lines]

    @pytest.mark.parametrize(
        ("text", "lines"),
        [
            (b"", []),
            (b"\n", [b""]),
            (b"a", [b"a"]),
            (b"a\n", [b"a"]),
            (b"a\r\n\nb", [b"a\r", b"", b"b"]),
        ],
    )
    def test_with_or_without_a_last_line_end(self, text: bytes, lines: list[bytes], tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(text)
        assert self.read(tmp_path / "in.jsonl") == lines

    def test_longer_than_a_piece(self, tmp_path: Path) -> None:
        lines = [bytes([65 + n]) * (n * 50_000) for n in range(6)]
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines))
        assert self.read(tmp_path / "in.jsonl") == lines

    def test_of_one_that_is_too_long_only_the_beginning(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(b"x" * (MOST_BYTES + 1_000_000) + b"\nend\n")
        first, last = self.read(tmp_path / "in.jsonl")
        assert (len(first), last) == (MOST_BYTES + 1, b"end")

    def test_few_at_a_time_with_the_bytes_read(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(b"{}\n" * 40)
        found = list(chunks([str(tmp_path / "in.jsonl")] * 2))
        assert max(len(chunk.lines) for chunk in found) == LINES_IN_A_CHUNK
        assert (found[0].read, found[-1].read) == (120, 240)
        assert size_of([str(tmp_path / "in.jsonl")] * 2) == 240

    def test_compressed(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(b"a\nb\n") + gzip.compress(b"c\n"))
        assert self.read(tmp_path / "in.jsonl.gz") == [b"a", b"b", b"c"]

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            (gzip.compress(b"a\nb\n" * 9)[:-9], "the compressed data ends too early"),
            (b"a\nb\n", "not the data of a .gz file, or damaged"),
            (gzip.compress(b"a\nb\n")[:12] + b"\0\xff" * 9, "not the data of a .gz file, or damaged"),
        ],
        ids=["cut off", "no gzip", "damaged"],
    )
    def test_damaged_data_is_told(self, text: bytes, told: str, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl.gz").write_bytes(text)
        with pytest.raises(InputError) as caught:
            self.read(tmp_path / "in.jsonl.gz")
        assert caught.value.message == f"{tmp_path}/in.jsonl.gz: {told}"


class TestTheTallyCountsAnswers:
    def test_whatever_stands_in_an_id(self) -> None:
        tally = Tally()
        for text in (
            line('"legal":false'),
            line("a", declaration={"blocks": {"ogre": "ogre"}}),
            b"",
            line('{"legal":null}'),
        ):
            tally.add(LineJudge(SETTINGS)(text))
        assert str(tally) == "4 lines: 2 legal, 1 illegal, 0 undecided, 1 error"

    def test_what_is_not_decided(self) -> None:
        tally = Tally()
        text = board(attacker("rat", "Skulk"), blocker("bear"), declaration={"blocks": {"bear": "rat"}})
        del text["permanents"][1]["power"]
        tally.add(LineJudge(SETTINGS)(json.dumps(text).encode()))
        assert str(tally) == "1 line: 0 legal, 0 illegal, 1 undecided, 0 errors"


class TestTheCommand:
    """Files in, a file out, and one line on standard error."""

    @pytest.fixture
    def boards(self, tmp_path: Path) -> Path:
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(line(n) for n in range(40)) + b"\n")
        return tmp_path / "in.jsonl"

    @pytest.fixture
    def verdicts(self, tmp_path: Path) -> Path:
        return tmp_path / "out.jsonl"

    def test_answers_several_files_in_order(self, boards: Path, verdicts: Path, run: Command) -> None:
        packed = boards.with_name("more.jsonl.gz")
        packed.write_bytes(gzip.compress(line("packed") + b"\n\n"))
        done = run("batch", str(boards), str(packed), "-", "-o", str(verdicts), stdin=line("typed").decode())
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "blockcheck: 43 lines: 42 legal, 0 illegal, 0 undecided, 1 error\n"
        ids = [json.loads(one)["id"] for one in verdicts.read_bytes().splitlines()]
        assert ids == [*range(40), "packed", None, "typed"]

    def test_an_empty_file_has_no_answers(self, boards: Path, verdicts: Path, run: Command) -> None:
        boards.write_bytes(b"")
        done = run("batch", str(boards), "-o", str(verdicts))
        assert (done.returncode, verdicts.read_bytes()) == (0, b"")
        assert done.stderr == "blockcheck: 0 lines: 0 legal, 0 illegal, 0 undecided, 0 errors\n"

    def test_leaves_no_record_when_all_is_done(self, boards: Path, verdicts: Path, run: Command) -> None:
        run("batch", str(boards), "-o", str(verdicts))
        assert sorted(boards.parent.iterdir()) == [boards, verdicts]

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (("--workers", "2", "--local-cluster", "2"), "--workers and --local-cluster: give one of them"),
            (("--resume",), "--resume goes on with a file; give it with -o"),
            (("--resume", "-o", "/dev/null"), "--resume goes on with a file; give it with -o"),
            (("-o", "/dev/full"), "/dev/full: no space left on device"),
            (("--scheduler", "here"), "--scheduler: expected an address, as tcp://host:8786, got here"),
            (
                ("--cards", "no.sqlite3"),
                "there is no card index no.sqlite3; `blockcheck cards import` makes one",
            ),
        ],
    )
    def test_says_what_is_wrong(self, words: tuple[str, ...], told: str, boards: Path, run: Command) -> None:
        done = run("batch", str(boards), *words)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blockcheck: {told}\n")

    def test_never_overwrites_what_it_reads(self, boards: Path, run: Command) -> None:
        before = boards.read_bytes()
        same = boards.parent / "." / "same.jsonl"
        same.hardlink_to(boards)
        done = run("batch", str(boards), "-o", str(same))
        assert done.stderr == f"blockcheck: {same}: is read too; write the verdicts to another file\n"
        assert boards.read_bytes() == before

    def test_reads_no_directory(self, tmp_path: Path, run: Command) -> None:
        assert run("batch", str(tmp_path)).stderr == f"blockcheck: {tmp_path}: is a directory\n"

    def test_starts_no_more_processes_than_are_of_use(
        self, boards: Path, run: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("os.cpu_count", lambda: 4)
        done = run("batch", str(boards), "--workers", "1000")
        assert done.stderr == "blockcheck: --workers: expected at most 16 with 4 processors, got 1000\n"


class TestResumeGoesOnWhereABatchWasStopped:
    @pytest.fixture
    def stopped(self, tmp_path: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder with 50 boards, some answers and their record, as a kill leaves them."""
        lines = [line(n) for n in range(50)]
        lines[3] = b"nonsense"
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines) + b"\n")
        assert run("batch", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "all.jsonl")).returncode == 2
        judged = LineJudge.__call__

        def stop(judge: LineJudge, text: bytes) -> bytes:
            if json.loads(text)["id"] == 40:
                raise KeyboardInterrupt
            return judged(judge, text)

        monkeypatch.setattr(
            LineJudge,
            "__call__",
            lambda judge, text: judged(judge, text) if b'"id"' not in text else stop(judge, text),
        )
        out = tmp_path / "out.jsonl"
        done = run("batch", str(tmp_path / "in.jsonl"), "-o", str(out))
        told = f"blockcheck: stopped; the same command with --resume goes on with {out}\n"
        assert (done.returncode, done.stderr) == (130, told)
        monkeypatch.setattr(LineJudge, "__call__", judged)
        return tmp_path

    def resume(self, folder: Path, run: Command, *more: str) -> CompletedProcess[str]:
        return run("batch", str(folder / "in.jsonl"), "-o", str(folder / "out.jsonl"), "--resume", *more)

    def refused(self, folder: Path, run: Command, told: str, *more: str) -> None:
        before = (folder / "out.jsonl").read_bytes()
        done = self.resume(folder, run, *more)
        assert (done.returncode, done.stderr) == (2, f"blockcheck: {folder}/out.jsonl: {told}\n")
        assert (folder / "out.jsonl").read_bytes() == before

    def test_with_the_same_bytes_and_the_whole_tally(self, stopped: Path, run: Command) -> None:
        done = self.resume(stopped, run)
        assert done.stderr == "blockcheck: 50 lines: 49 legal, 0 illegal, 0 undecided, 1 error\n"
        assert done.returncode == 2
        assert (stopped / "out.jsonl").read_bytes() == (stopped / "all.jsonl").read_bytes()
        assert not (stopped / "out.jsonl.resume").exists()

    @pytest.mark.parametrize("cut", [1, 200, 5_000, 30_000])
    def test_also_when_the_end_is_lost(self, cut: int, stopped: Path, run: Command) -> None:
        whole = (stopped / "out.jsonl").read_bytes()
        (stopped / "out.jsonl").write_bytes(whole[:-cut])
        self.resume(stopped, run)
        assert (stopped / "out.jsonl").read_bytes() == (stopped / "all.jsonl").read_bytes()

    def test_also_when_the_last_lines_are_torn(self, stopped: Path, run: Command) -> None:
        for name, torn in (("out.jsonl", b'{"id":33,"play'), ("out.jsonl.resume", b'{"lines":48,"by')):
            with (stopped / name).open("ab") as file:
                file.write(torn)
        self.resume(stopped, run)
        assert (stopped / "out.jsonl").read_bytes() == (stopped / "all.jsonl").read_bytes()

    def test_from_the_start_where_there_is_nothing(self, stopped: Path, run: Command) -> None:
        (stopped / "out.jsonl").unlink()
        self.resume(stopped, run)
        assert (stopped / "out.jsonl").read_bytes() == (stopped / "all.jsonl").read_bytes()

    def test_but_not_with_other_boards(self, stopped: Path, run: Command) -> None:
        text = (stopped / "in.jsonl").read_bytes()
        (stopped / "in.jsonl").write_bytes(text.replace(b'"id": 7', b'"id": 8'))
        self.refused(stopped, run, "answers other lines than these; run without --resume to start again")

    def test_but_not_with_fewer_boards(self, stopped: Path, run: Command) -> None:
        (stopped / "in.jsonl").write_bytes(line(0) + b"\n")
        self.refused(stopped, run, "answers other lines than these; run without --resume to start again")

    def test_but_not_with_another_effort(self, stopped: Path, run: Command) -> None:
        told = "written with another effort; run without --resume to start again"
        self.refused(stopped, run, told, "--effort", "1")

    def test_but_not_with_an_output_that_was_changed(self, stopped: Path, run: Command) -> None:
        text = (stopped / "out.jsonl").read_bytes()
        (stopped / "out.jsonl").write_bytes(text.replace(b'"id":5', b'"id":6'))
        self.refused(stopped, run, "changed since it was written; run without --resume to start again")

    def test_but_not_without_a_record(self, stopped: Path, run: Command) -> None:
        (stopped / "out.jsonl.resume").unlink()
        told = "there is no record of an unfinished batch beside it (out.jsonl.resume); run without --resume to start again"
        self.refused(stopped, run, told)
