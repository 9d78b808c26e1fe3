"""Importing card data: whole or nothing, from files of every kind, whatever goes wrong; and an index that is damaged."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from blockcheck import CardIndex, InputError, import_cards
from blockcheck.cards import begins_with_cards, cards_in
from blockcheck.cards.index import _ABANDONED

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes and signals")


def card(name: str, **more: Any) -> dict[str, Any]:
    """A card object with an id of its own."""
    given = {"type_line": "Creature — Imp", "oracle_text": "Menace", "power": "1", "toughness": "1"}
    return {"name": name, "oracle_id": name, "layout": "normal", **given, **more}


def data_of(*cards: dict[str, Any]) -> bytes:
    """Cards as JSON lines."""
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in cards).encode()


def many(n: int) -> bytes:
    """So many cards, a thousand bytes each."""
    return data_of(*(card(f"Imp {number}", flavor="x" * 900) for number in range(n)))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An index that holds one card, the Gate Imp."""
    imported(tmp_path / "index.db", data_of(card("Gate Imp")))
    return tmp_path / "index.db"


def imported(place: Path, data: bytes) -> int:
    source = place.with_name("source.json")
    source.write_bytes(data)
    return import_cards(source, place)


def refusal(place: Path, data: bytes) -> str:
    """Why a file is refused; the index stays what it was, and nothing is left beside it."""
    source = place.with_name("refused")
    source.write_bytes(data)
    before = place.read_bytes()
    with pytest.raises(InputError) as caught:
        import_cards(source, place)
    assert place.read_bytes() == before
    assert parts(place) == []
    return str(caught.value).removeprefix(f"{source}: ")


def parts(place: Path) -> list[Path]:
    """What imports left beside an index."""
    return list(place.parent.glob(f"{place.name}.*"))


def name_of(place: Path, name: str) -> str:
    with CardIndex(place) as cards:
        return str(cards(name)["name"])


def command(*words: str, stderr: int = subprocess.PIPE, env: Any = None) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    run = [sys.executable, "-c", "from blockcheck.cli import main; main()", *words]
    return subprocess.Popen(run, stdout=subprocess.PIPE, stderr=stderr, text=True, env=env)


class TestAnImportIsWholeOrNothing:
    @posix
    def test_killed_in_the_middle(self, place: Path, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with (
            command("cards", "import", str(pipe), "--db", str(place)) as process,
            pipe.open("wb", buffering=0) as feed,
        ):
            feed.write(many(2000))  # returns when nearly all of it has been read
            process.kill()
            process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert name_of(place, "Gate Imp") == "Gate Imp"
        with pytest.raises(InputError), CardIndex(place) as cards:
            cards("Imp 0")
        self.left_behind_is_cleared_away(place)

    @staticmethod
    def left_behind_is_cleared_away(place: Path) -> None:
        """Only after it has long been abandoned: until then it may be another import at work."""
        (part,) = parts(place)
        imported(place, data_of(card("Hill Imp")))
        assert parts(place) == [part]
        then = part.stat().st_mtime - _ABANDONED - 60
        os.utime(part, (then, then))
        imported(place, data_of(card("Fen Imp")))
        assert parts(place) == []
        assert name_of(place, "Fen Imp") == "Fen Imp"

    def test_interrupted(self, place: Path, tmp_path: Path) -> None:
        def interrupt(count: int) -> None:
            if count > 300_000:
                raise KeyboardInterrupt

        source = tmp_path / "source.json"
        source.write_bytes(many(1000))
        with pytest.raises(KeyboardInterrupt):
            import_cards(source, place, interrupt)
        assert name_of(place, "Gate Imp") == "Gate Imp"
        assert parts(place) == []

    @posix
    def test_no_room_on_the_disk(self, place: Path, tmp_path: Path) -> None:
        source = tmp_path / "source.json"
        source.write_bytes(many(3000))
        limited = (
            "import resource, signal, sys\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
            "from blockcheck.cli import main\n"
            "main()"
        )
        done = subprocess.run(
            [sys.executable, "-c", limited, "cards", "import", str(source), "--db", str(place)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"blockcheck: {place} cannot be written: ")
        assert len(done.stderr.splitlines()) == 1
        assert name_of(place, "Gate Imp") == "Gate Imp"
        assert parts(place) == []

    def test_the_source_cannot_be_read_to_its_end(self, place: Path) -> None:
        class Broken(io.BytesIO):
            def read1(self, size: int | None = -1, /) -> bytes:
                raise OSError(5, "Input/output error")

        class Source(type(place)):  # type: ignore[misc]
            def open(self, *_: Any, **__: Any) -> Any:
                return Broken(data_of(card("Hill Imp")))

        with pytest.raises(InputError) as caught:
            import_cards(Source("cards.json"), place)
        assert str(caught.value) == "cards.json: input/output error"
        assert name_of(place, "Gate Imp") == "Gate Imp"

    @posix
    def test_a_second_import_meanwhile(self, place: Path, tmp_path: Path) -> None:
        """The one that ends last stays, and neither disturbs the other."""
        pipe, counts = tmp_path / "pipe", list[int]()
        os.mkfifo(pipe)
        slow = threading.Thread(target=lambda: counts.append(import_cards(pipe, place)))
        slow.start()
        with pipe.open("wb", buffering=0) as feed:
            feed.write(many(500))
            assert imported(place, data_of(card("Hill Imp"))) == 1
            assert name_of(place, "Hill Imp") == "Hill Imp"
            feed.write(data_of(card("Fen Imp")))
        slow.join()
        assert counts == [501]
        assert name_of(place, "Fen Imp") == "Fen Imp"
        assert parts(place) == []

    def test_who_reads_meanwhile_is_not_disturbed(self, place: Path) -> None:
        with CardIndex(place) as before:
            imported(place, data_of(card("Hill Imp")))
            assert before("Gate Imp")["name"] == "Gate Imp"
        assert name_of(place, "Hill Imp") == "Hill Imp"

    def test_an_index_behind_a_link_is_replaced_there(self, place: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.db"
        link.symlink_to(place)
        imported(link, data_of(card("Hill Imp")))
        assert link.is_symlink()
        assert name_of(place, "Hill Imp") == "Hill Imp"

    def test_a_folder_that_is_none(self, tmp_path: Path) -> None:
        source = tmp_path / "source.json"
        source.write_bytes(data_of(card("Gate Imp")))
        with pytest.raises(InputError) as caught:
            import_cards(source, source / "index.db")
        assert str(caught.value) == f"{source / 'index.db'} cannot be written: file exists"

    def test_a_folder_in_its_place(self, tmp_path: Path) -> None:
        source = tmp_path / "source.json"
        source.write_bytes(data_of(card("Gate Imp")))
        with pytest.raises(InputError) as caught:
            import_cards(source, tmp_path)
        assert str(caught.value) == f"{tmp_path}: is a directory"

    def test_folders_are_made(self, tmp_path: Path) -> None:
        source = tmp_path / "source.json"
        source.write_bytes(data_of(card("Gate Imp")))
        place = tmp_path / "new" / "folder" / "index.db"
        assert import_cards(source, place) == 1
        assert name_of(place, "gate imp") == "Gate Imp"


class TestADamagedIndex:
    @pytest.mark.parametrize(
        "harm",
        [
            lambda whole: whole[:3000],
            lambda whole: whole[:72],
            lambda whole: whole[:4096] + b"\xff" * (len(whole) - 4096),
            lambda whole: whole[:100] + bytes(3996) + whole[4096:],
            lambda whole: whole.replace(b'"name"', b'"name '),
            lambda whole: whole.replace(b"Gate Imp", b"Gate \xff\xfe!"),
        ],
        ids=["cut off", "a head alone", "overwritten", "no tables", "no JSON", "no UTF-8"],
    )
    def test_says_so_and_is_made_anew(self, harm: Callable[[bytes], bytes], place: Path) -> None:
        place.write_bytes(harm(place.read_bytes()))
        with pytest.raises(InputError) as caught:
            name_of(place, "Gate Imp")
        assert str(caught.value) == f"{place} is damaged; `blockcheck cards import` makes it anew"
        assert imported(place, data_of(card("Gate Imp"))) == 1
        assert name_of(place, "Gate Imp") == "Gate Imp"

    def test_of_another_version(self, place: Path) -> None:
        whole = bytearray(place.read_bytes())
        whole[60:64] = (9).to_bytes(4, "big")  # where SQLite keeps the user's version
        place.write_bytes(whole)
        with pytest.raises(InputError) as caught:
            CardIndex(place)
        assert str(caught.value) == f"{place} is of another version; `blockcheck cards import` makes it anew"
        assert imported(place, data_of(card("Gate Imp"))) == 1

    @pytest.mark.parametrize("data", [b"", b"notes", b"SQLite format 3\x00" + bytes(200)])
    def test_what_is_no_index_is_neither_read_nor_replaced(self, data: bytes, tmp_path: Path) -> None:
        place = tmp_path / "index.db"
        place.write_bytes(data)
        for use in (lambda: CardIndex(place), lambda: imported(place, data_of(card("Gate Imp")))):
            with pytest.raises(InputError) as caught:
                use()
            assert str(caught.value) == f"{place} is no card index; `blockcheck cards import` makes one"
        assert place.read_bytes() == data

    def test_ends_a_command_with_one_line(self, place: Path) -> None:
        place.write_bytes(place.read_bytes()[:5000])
        with command("cards", "show", "Gate Imp", "--db", str(place)) as process:
            out, err = process.communicate()
        assert (process.returncode, out) == (2, "")
        assert err == f"blockcheck: {place} is damaged; `blockcheck cards import` makes it anew\n"


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}


class TestCompressedFiles:
    @pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
    def test_are_unpacked(self, packed: Callable[[bytes], bytes], tmp_path: Path) -> None:
        data, told = packed(many(600)), list[int]()
        source = tmp_path / "cards.json.packed"
        source.write_bytes(data)
        assert import_cards(source, tmp_path / "index.db", told.append) == 600
        assert told == sorted(told)
        assert told[-1] == len(data)

    @pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
    def test_cut_off(self, packed: Callable[[bytes], bytes], place: Path) -> None:
        cut = packed(many(600))[:-20]
        assert refusal(place, cut) == "the compressed data is damaged or cut off"

    @pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
    def test_damaged(self, packed: Callable[[bytes], bytes], place: Path) -> None:
        whole = bytearray(packed(many(600)))
        whole[20:200] = b"\xaa" * 180
        assert refusal(place, bytes(whole)) == "the compressed data is damaged or cut off"

    def test_an_archive_of_several_files_is_not_guessed_at(self, place: Path, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "cards.zip", "w") as archive:
            archive.writestr("cards.json", "[]")
        message = refusal(place, (tmp_path / "cards.zip").read_bytes())
        assert message == "this is a zip archive; unpack it and give the file in it"


class TestFilesOfAnotherKind:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"\x89PNG\r\n\x1a\n" + bytes(50), "expected UTF-8 text"),
            ('[{"name": "Gate Imp"}]'.encode("utf-16"), "expected UTF-8 text"),
            (b"<!DOCTYPE html>\n<html>", "not JSON: line 1: expected JSON"),
            (b"Menace\nFlying", "not JSON: line 1: expected JSON"),
            (b"name,power\nGate Imp,1", "not JSON: line 1: expected JSON"),
            (b'"Gate Imp"', 'card 1: expected an object, got "Gate Imp"'),
            (b'["Gate Imp"]', 'card 1: expected an object, got "Gate Imp"'),
            (b'{"format": "blockcheck/board/1", "permanents": []}', "card 1: expected a name, got null"),
            (
                b'[{"object": "ruling", "oracle_id": "1", "comment": "x"}]',
                "card 1: expected a name, got null",
            ),
            (
                b'{"meta": {}, "data": {"TST": {"cards": []}}}',
                '"TST": expected a list of objects, got an object',
            ),
            (b'{"meta": {}, "data": {}}', "expected cards, got none"),
            (b'{"meta": {}}', "expected cards, got none"),
            (b"[]", "expected cards, got none"),
            (b"   \n", "expected cards, got none"),
            (b'[{"name": "Gate Imp"}', 'not JSON: line 1: expected ","'),
            (b'[{"name": "Gate Imp"},]', "not JSON: line 1: expected JSON"),
            (b'[{"name": "Gate Imp"}\n{"name": "Hill Imp"}]', 'not JSON: line 2: expected ","'),
            (b'{"name": "Gate Imp"}\n\n{"name": ', "not JSON: line 3: expected JSON"),
            (b'{"name": "Gate Imp", "lang": "de"}', "expected cards in English, got none"),
            (b'{"name": "Gate Imp", "power": []}', "card 1: power: expected "),
            (b"[" * 100_000, "not JSON: line 1: expected a card"),
            (b'{"name": "\\ud800"}', "card 1: expected whole characters, got half of a surrogate pair"),
        ],
    )
    def test_are_told_apart(self, data: bytes, message: str, place: Path) -> None:
        assert refusal(place, data).startswith(message)


class Endless(io.RawIOBase):
    """A JSON array of cards that goes on for so many bytes, in pieces of thirty cards."""

    def __init__(self, size: int) -> None:
        self.left, self.n = size, 0

    def read(self, size: int = -1, /) -> bytes:
        return b"[" + data_of(card("First Imp"))

    def read1(self, size: int) -> bytes:
        if self.left <= 0:
            return b""
        self.n += 30
        piece = b",".join(data_of(card(f"Imp {self.n - n}", flavor="x" * 2700)) for n in range(30))
        self.left -= len(piece)
        return b"," + piece + (b"" if self.left > 0 else b"]")


class TestALongFile:
    @pytest.mark.slow
    def test_of_150_megabytes_is_never_held(self) -> None:
        file: Any = Endless(150_000_000)
        tracemalloc.start()
        try:
            count = sum(1 for _ in cards_in(file))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert count == file.n + 1
        assert peak < 4_000_000

    def test_is_told_apart_by_its_beginning(self) -> None:
        file: Any = Endless(10**12)
        found, again = begins_with_cards(file)
        assert found
        assert file.n < 1000
        assert next(cards_in(again))["name"] == "First Imp"


class TestTheProgressBar:
    @posix
    @pytest.mark.parametrize("terminal", [True, False])
    def test_is_there_on_a_terminal_only(self, terminal: bool, tmp_path: Path) -> None:
        import pty

        source = tmp_path / "source.json"
        source.write_bytes(many(3000))
        theirs, ours = pty.openpty() if terminal else os.pipe()
        words = ("cards", "import", str(source), "--db", str(tmp_path / "index.db"))
        with command(*words, stderr=ours, env=environment()) as process:
            os.close(ours)
            told = b"".join(until_the_end(theirs))
            out = process.stdout.read() if process.stdout else ""
        os.close(theirs)
        assert out == f"3000 cards in {tmp_path / 'index.db'}\n"
        assert (b"source.json" in told) is terminal
        assert bool(told) is terminal


def environment() -> dict[str, str]:
    """The environment of a plain terminal."""
    taken = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    return {name: value for name, value in os.environ.items() if name not in taken} | {"TERM": "xterm"}


def until_the_end(place: int) -> Iterator[bytes]:
    """What is written to a terminal or a pipe, until it is closed."""
    while True:
        try:
            piece = os.read(place, 4096)
        except OSError:  # a terminal that nobody has open any longer
            return
        if not piece:
            return
        yield piece
