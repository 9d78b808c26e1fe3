"""What `blockcheck read` shows of rules text, card objects and lists of them, and as what line of JSON."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blockcheck import read_text
from blockcheck.report.caret import plain, under

Command = Callable[..., subprocess.CompletedProcess[str]]

MOON = "This creature can't be blocked on Tuesdays."
DAY = {
    "name": "Day Imp // Night Imp",
    "layout": "transform",
    "card_faces": [
        {"name": "Day Imp", "type_line": "Creature — Imp", "oracle_text": "Menace\nFlying"},
        {"name": "Night Imp", "type_line": "Creature — Imp", "oracle_text": "Night Imp can't block."},
    ],
}


def imp(text: str, **more: Any) -> dict[str, Any]:
    """A card object with this text."""
    return {"name": "Gate Imp", "type_line": "Creature — Imp", "oracle_text": text, **more}


def lines_of(*cards: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(card, ensure_ascii=False)}\n" for card in cards)


class TestEachClause:
    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("Menace", ["  Menace", "    → keyword: Menace"]),
            (
                "This creature can't block.",
                ["  This creature can't block.", "    → static: This creature can't block."],
            ),
            ("(It can't block.)", ["  (It can't block.)", "    → reminder"]),
            (
                "Whenever this creature blocks, you gain 1 life.",
                [
                    "  Whenever this creature blocks, you gain 1 life.",
                    "    → triggered: nothing about blocking",
                ],
            ),
            ("Draw a card.", ["  Draw a card.", "    → unrelated: nothing about blocking"]),
            (
                "Cast this spell only during combat.",
                ["  Cast this spell only during combat.", "    → window: when it may be cast"],
            ),
            (
                "{1}: Target creature can't block this turn.",
                [
                    "  {1}: Target creature can't block this turn.",
                    "    → activated, once it has resolved: The target creature can't block.",
                ],
            ),
        ],
    )
    def test_shows_its_class_and_its_effects(self, text: str, shown: list[str], run: Command) -> None:
        done = run("read", "-", stdin=text)
        assert done.returncode == 0
        assert done.stdout.splitlines()[: len(shown)] == shown

    def test_of_a_card_stands_under_its_name_and_face(self, run: Command) -> None:
        assert run("read", "-", stdin=json.dumps(DAY)).stdout == (
            "Day Imp // Night Imp\n"
            "Day Imp\n"
            "  Menace\n"
            "    → keyword: Menace\n"
            "  Flying\n"
            "    → keyword: Flying\n"
            "Night Imp\n"
            "  Night Imp can't block.\n"
            "    → static: This creature can't block.\n"
        )


class TestTheCaret:
    @pytest.mark.parametrize(
        ("text", "marked"),
        [
            (MOON, "on"),
            ("This creature\ncan't block\non Tuesdays.", "on"),
            ("Blue frobbles creatures can't block.", "frobbles"),
            (f"{'Menace, flying, ' * 20}reach\n{MOON}", "on"),
            (f'Enchanted creature has flying and "{MOON}"', "on"),
            (f"Menace\nCreatures you control have menace and “{MOON}”", "on"),
            ('Walls you control have "Menace" and "Blue frobbles creatures can\'t block."', "frobbles"),
        ],
    )
    def test_is_under_the_first_word_that_did_not_fit(self, text: str, marked: str, run: Command) -> None:
        done = run("read", "-", stdin=text)
        lines = done.stdout.splitlines()
        (at,) = [n for n, line in enumerate(lines) if line.strip(" ^") == "" and "^" in line]
        start, end = lines[at].index("^"), len(lines[at])
        assert lines[at - 1][start:end] == marked
        cls = "static" if '"' in text or "“" in text else "unread"
        assert lines[at + 1].startswith(f"    → {cls}: not understood; expected ")
        assert done.returncode == 3

    def test_names_what_was_expected_inside_a_quotation(self) -> None:
        text = f'Enchanted creature has flying and "{MOON}"'
        (clause,), (alone,) = read_text(text), read_text(MOON)
        assert clause.unread is not None
        assert alone.unread is not None
        assert clause.unread.expected == alone.unread.expected
        assert (clause.unread.text, clause.unread.span) == (clause.text, clause.span)
        assert text[clause.unread.at :].startswith("on Tuesdays")

    def test_is_behind_a_text_that_ends_too_early(self, run: Command) -> None:
        lines = run("read", "-", stdin="This creature can't be blocked by").stdout.splitlines()
        assert lines[:2] == ["  This creature can't be blocked by", " " * 35 + "^"]

    def test_counts_the_width_of_what_is_printed(self) -> None:
        assert under("漢字 on", (3, 5), 80) == ("漢字 on", "     ^^")
        assert under("🐉 on", (2, 4), 80)[1] == "   ^^"
        assert under("e\u0301 on", (3, 5), 80)[1] == "  ^^"


class TestOddText:
    @pytest.mark.parametrize(
        ("text", "status"),
        [
            ("", 0),
            (" \n\n ", 0),
            ("()", 0),
            ('"""', 0),
            ("((((Menace", 0),
            ("This creature can't block שלום creatures.", 3),
            ("This creature can't block on \x00Tuesdays.", 3),
            ("This creature can't block on \x1b[31mTuesdays.", 3),
            ("\u202eThis creature can't block on Tuesdays.", 3),
            ("🐉🐉 can't block 漢字.", 3),
            ("Menace\r\nFlying\r\n", 0),
            ("\ufeffMenace", 0),
            ("[+1]: Target creature can't block this turn.", 0),
            ("[Menace]", 0),
            ("{T}: Add {G}.", 0),
            ('["Menace"]', 0),
            ("Menace\n" * 1000, 0),
            ("x" * 100_000, 0),
            (f"Creatures you control have {'“' * 2000}can’t block{'”' * 2000}", 3),
        ],
    )
    def test_is_read_without_fail(self, text: str, status: int, run: Command) -> None:
        done = run("read", "-", stdin=text)
        assert (done.returncode, done.stderr) == (status, "")
        assert not any(mark in done.stdout for mark in "\x00\x1b\u202e")
        assert run("read", "--json", "-", stdin=text).returncode == status

    def test_gives_no_commands_to_a_terminal(self) -> None:
        assert plain("a\x1b[2J\x00b\x9bc\u2066d\te\r\nf") == "a�[2J�b�c�d e \nf"

    def test_that_is_not_utf8(self, run: Command, tmp_path: Path) -> None:
        (tmp_path / "text").write_bytes("Menace".encode("utf-16"))
        done = run("read", str(tmp_path / "text"))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "blockcheck: expected UTF-8 text; byte 1 is none\n"

    def test_compressed(self, run: Command, tmp_path: Path) -> None:
        (tmp_path / "cards.gz").write_bytes(gzip.compress(lines_of(imp("Menace")).encode()))
        done = run("read", str(tmp_path / "cards.gz"))
        assert done.stdout == "Gate Imp\n  Menace\n    → keyword: Menace\n"


class TestTheLineOfJson:
    def test_is_as_promised(self, run: Command) -> None:
        done = run("read", "--json", "-", stdin=lines_of(imp(f"Menace\n{MOON}")))
        assert len(done.stdout.splitlines()) == 1
        line = json.loads(done.stdout)
        unread = line["unread"][0]
        assert list(line) == ["name", "clauses", "unread"]
        assert line["name"] == "Gate Imp"
        assert line["clauses"] == [
            {
                "text": "Menace",
                "span": [0, 6],
                "class": "keyword",
                "effects": [{"kind": "keyword", "name": "menace"}],
            },
            {"text": MOON, "span": [7, 7 + len(MOON)], "class": "unread", "effects": []},
        ]
        assert {**unread, "expected": None} == {
            "text": MOON,
            "span": [7, 7 + len(MOON)],
            "at": 7 + MOON.index("on T"),
            "expected": None,
        }
        assert "for as long as" in unread["expected"]

    def test_says_how_long_and_on_which_face(self, run: Command) -> None:
        zap = {"name": "Zap", "type_line": "Instant", "oracle_text": "Target creature can't block this turn."}
        one, two = map(json.loads, run("read", "--json", "-", stdin=lines_of(zap, DAY)).stdout.splitlines())
        assert one["clauses"][0]["duration"] == "this turn"
        assert [clause["face"] for clause in two["clauses"]] == ["Day Imp", "Day Imp", "Night Imp"]

    def test_spans_give_the_text(self) -> None:
        text = "Menace (Two or more.)\n{1}: Target creature can't block this turn. Draw a card."
        for clause in read_text(text):
            assert text[slice(*clause.span)] == clause.text


class TestCards:
    @pytest.mark.parametrize(
        "data",
        [
            lines_of(imp("Menace"), imp("Menace")),
            json.dumps([imp("Menace"), imp("Menace")], indent=2),
            "\ufeff" + lines_of(imp("Menace"), imp("Menace")),
        ],
        ids=["lines", "array", "byte order mark"],
    )
    def test_each_give_a_line(self, data: str, run: Command) -> None:
        done = run("read", "--json", "-", stdin=data)
        assert done.returncode == 0
        assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["Gate Imp"] * 2

    def test_with_a_list_of_keywords_and_no_text(self, run: Command) -> None:
        data = json.dumps({"name": "Gate Imp", "keywords": ["Menace"]})
        assert run("read", "-", stdin=data).stdout == "Gate Imp\n  Menace\n    → keyword: Menace\n"

    def test_whose_text_says_otherwise_than_its_list(self, run: Command) -> None:
        data = json.dumps(imp("Flying", keywords=["Menace"]))
        assert run("read", "-", stdin=data).stdout == "Gate Imp\n  Flying\n    → keyword: Flying\n"

    def test_before_one_that_is_wrong_are_told(self, run: Command) -> None:
        done = run("read", "-", stdin=lines_of(imp("Menace"), {"name": 3}))
        assert (done.returncode, done.stdout) == (2, "Gate Imp\n  Menace\n    → keyword: Menace\n")
        assert done.stderr == "blockcheck: card 2: expected a name, got 3\n"

    def test_are_told_as_they_come(self) -> None:
        command = [sys.executable, "-c", "from blockcheck.cli import main; main()", "read", "--json", "-"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            assert process.stdin
            assert process.stdout
            for text in ("Menace", "Flying", "x" * 200_000):
                process.stdin.write(lines_of(imp(text)))
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["clauses"][0]["text"] == text
            process.stdin.close()
            assert process.wait() == 0
