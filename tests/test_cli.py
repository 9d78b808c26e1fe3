"""The command line: what each command prints, its exit status, and wrong use in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, CompletedProcess, Popen
from typing import Any, TypeAlias

import pytest

from tests.boards import attacker, blocker, board

Command: TypeAlias = Callable[..., CompletedProcess[str]]
"""Runs a command line: in this process as ``run``, installed and in its own as ``blockcheck``."""

ROOT = Path(__file__).resolve().parent.parent
COMMAND = Path(sys.executable).with_name("blockcheck")
MENACE = "examples/03-menace-needs-two.json"
PLAIN = json.dumps(board(attacker("ogre"), blocker("bear"), declaration={"player": "bob", "blocks": {}}))


class TestTheInstalledCommand:
    def test_answers(self, blockcheck: Command) -> None:
        done = blockcheck("check", "-", stdin=PLAIN)
        assert (done.returncode, done.stdout) == (0, "Legal: nothing has to be blocked.\n")

    def test_prints_utf_8_wherever_it_goes(self) -> None:
        done = subprocess.run(
            [COMMAND, "check", "examples/15-unknown-value.json"],
            cwd=ROOT,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (3, b"")
        assert "“Skulk”" in done.stdout.decode("utf-8")


class TestCheck:
    def test_prints_the_verdict_in_one_line_first(self, run: Command) -> None:
        done = run("check", MENACE)
        assert done.stdout.splitlines()[0] == (
            "Illegal (509.1b): Menace Ogre can't be blocked except by two or more creatures (menace, 702.111b); "
            "only Gatehouse Hound blocks it."
        )
        assert (done.returncode, done.stderr) == (1, "")

    def test_prints_nothing_but_text_where_no_terminal_is(self, run: Command) -> None:
        assert "\x1b" not in run("check", MENACE).stdout

    def test_legal_is_0_and_not_decided_is_3(self, run: Command) -> None:
        assert run("check", "examples/01-plain-block.json").returncode == 0
        assert run("check", "examples/15-unknown-value.json").returncode == 3

    def test_blocks_on_the_command_line_take_the_place_of_those_on_the_board(self, run: Command) -> None:
        done = run("check", MENACE, "--block", "hound=ogre", "--block", "bear=ogre")
        assert done.stdout.splitlines()[0] == "Legal: 1 of 1 requirement obeyed."

    def test_a_block_names_several_attackers(self, run: Command) -> None:
        together = ["--block", "sentinel=first,second,third"]
        apart = [
            word for attacker in ("first", "second", "third") for word in ("--block", f"sentinel={attacker}")
        ]
        answers = [
            run("check", "examples/13-extra-blocks.yaml", "--json", *words).stdout
            for words in (together, apart)
        ]
        assert answers[0] == answers[1]
        assert json.loads(answers[0])["witness"] == {
            "sentinel": ["first", "second", "third"],
            "bear": ["third"],
        }

    def test_a_player_among_several(self, run: Command) -> None:
        words = ("--player", "bob", "--block", "bear=raider")
        assert run("check", "examples/09-two-defending-players.json", *words).returncode == 0

    def test_standard_input(self, run: Command) -> None:
        done = run("check", "-", stdin=PLAIN)
        assert (done.returncode, done.stdout) == (0, "Legal: nothing has to be blocked.\n")

    def test_json_is_one_line_with_the_fields_in_order(self, run: Command) -> None:
        done = run("check", "--json", MENACE)
        assert done.stdout.count("\n") == 1
        assert list(json.loads(done.stdout)) == [
            "player", "legal", "stage", "broken", "requirements", "obeyed", "maximum", "witness", "nearest", "costs",
            "unread", "questions", "limit", "notes", "decided_by", "rules",
        ]  # fmt: skip

    def test_the_id_comes_back_as_it_came(self, run: Command) -> None:
        for given in (7, "seven"):
            data = json.loads(PLAIN) | {"id": given}
            assert json.loads(run("check", "--json", "-", stdin=json.dumps(data)).stdout)["id"] == given


class TestSolve:
    def test_finds_the_most_and_how(self, run: Command) -> None:
        done = run("solve", MENACE)
        assert done.returncode == 0
        assert done.stdout.splitlines()[:4] == [
            "A legal declaration can obey 1 of 1 requirement.",
            "",
            "For example",
            "  Gatehouse Hound and Mossback Cub block Menace Ogre",
        ]

    def test_json(self, run: Command) -> None:
        answer = json.loads(run("solve", "--json", MENACE).stdout)
        assert (answer["maximum"], answer["witness"]) == (1, {"hound": ["ogre"], "bear": ["ogre"]})

    def test_not_decided_is_3(self, run: Command) -> None:
        assert run("solve", "examples/14-unread-text.json").returncode == 3

    def test_asks_for_the_player_where_several_are_attacked(self, run: Command) -> None:
        done = run("solve", "examples/09-two-defending-players.json")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "blockcheck: --player: missing; expected the player who declares, as several players are attacked\n"
        )
        assert run("solve", "examples/09-two-defending-players.json", "--player", "carol").returncode == 0


class TestRead:
    def test_a_text(self, run: Command) -> None:
        done = run("read", "-", stdin="Menace\nThis creature can't block on Tuesdays.\n")
        assert done.returncode == 3
        assert done.stdout.splitlines()[:5] == [
            "  Menace",
            "    → keyword: Menace",
            "  This creature can't block on Tuesdays.",
            "                            ^^",
            "    → unread: not understood; expected " + done.stdout.splitlines()[4].partition("expected ")[2],
        ]

    def test_every_text_of_a_board(self, run: Command) -> None:
        done = run("read", MENACE)
        assert (done.returncode, done.stdout) == (
            0,
            "Menace Ogre\n"
            "  Menace\n"
            "    → keyword: Menace\n"
            "\n"
            "Gatehouse Hound\n"
            "  This creature blocks each combat if able.\n"
            "    → static: This creature blocks each combat if able.\n",
        )

    def test_json(self, run: Command) -> None:
        reading = json.loads(run("read", "--json", "-", stdin="Menace").stdout)
        assert (reading["name"], reading["unread"]) == (None, [])
        assert reading["clauses"][0]["effects"] == [{"kind": "keyword", "name": "menace"}]


class TestExport:
    @pytest.mark.parametrize(
        ("to", "begins"),
        [
            ("minizinc", "blockers = 2;"),
            ("cpsat", "variables {"),
            ("theory", '{"format":"blockcheck/theory/1"'),
        ],
    )
    def test_each_format(self, to: str, begins: str, run: Command) -> None:
        done = run("export", MENACE, "--format", to)
        assert done.returncode == 0
        assert done.stdout.startswith(begins)

    def test_text_that_was_not_understood_is_told(self, run: Command) -> None:
        done = run("export", "examples/14-unread-text.json", "--format", "theory")
        assert done.returncode == 3
        assert done.stderr == (
            "blockcheck: text that was not understood, or a value that the board does not give, is left out; "
            "`blockcheck check` names it\n"
        )

    def test_open_questions_are_no_theory(self, run: Command) -> None:
        done = run("export", "examples/15-unknown-value.json", "--format", "theory")
        assert (done.returncode, done.stdout) == (3, "")


WRONG = [
    (("chekc", "x"), "No such command 'chekc'; did you mean check?"),
    (("check", "--jsn", "x"), "No such option: --jsn; did you mean --json?"),
    (("check",), "Missing argument 'BOARD'; see blockcheck check --help"),
    (("schema", "verdct"), 'got "verdct"; did you mean "verdict"?'),
    (("check", "no.json"), "there is no file no.json"),
    (("check", "examples"), "examples is a directory; expected a file"),
    (("check", MENACE, "--block", "hound"), '--block: expected BLOCKER=ATTACKER, as hound=ogre, got "hound"'),
    (("check", MENACE, "--block", "hund=ogre"), 'no permanent has the id "hund"; did you mean "hound"?'),
    (
        ("check", MENACE, "--block", "hound=ogre,ogre"),
        '"hound" blocks "ogre" twice; expected each attacker once',
    ),
    (("check", MENACE, "--player", "bob"), "--player says who makes the --block; give both"),
    (("batch", "no.jsonl"), "no.jsonl: no such file or directory"),
    (("batch", "-", "-o", "no/where"), "no/where: no such file or directory"),
    (("read", "no.txt"), "no.txt: no such file or directory"),
]


class TestWrongUseIsOneLineOnStandardError:
    @pytest.mark.parametrize(("words", "message"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
    def test_with_status_2(self, words: tuple[str, ...], message: str, run: Command) -> None:
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("blockcheck: ")
        assert done.stderr.endswith(f"{message}\n")
        assert done.stderr.count("\n") == 1

    def test_each_problem_of_a_board_has_its_line(self, run: Command) -> None:
        done = run("check", "-", stdin='{"permanents": [{"id": "a"}, {"id": "b", "power": "x"}]}')
        assert (done.returncode, done.stdout) == (2, "")
        assert all(line.startswith("blockcheck: permanents[") for line in done.stderr.splitlines())
        assert len(done.stderr.splitlines()) == 3

    def test_no_command_shows_the_help(self, run: Command) -> None:
        done = run()
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("Usage: blockcheck ")


class TestEveryHelpHasAnExample:
    @pytest.mark.parametrize(
        "command",
        [
            "",
            "check",
            "after",
            "window",
            "solve",
            "read",
            "batch",
            "export",
            "schema",
            "cards import",
            "cards show",
        ],
    )
    def test_that_begins_with_the_command(self, command: str, run: Command) -> None:
        done = run(*command.split(), "--help")
        assert (done.returncode, done.stderr) == (0, "")
        example = " ".join(done.stdout.partition("Example: ")[2].split())
        assert f"blockcheck {command}".strip() in example

    def test_version(self, run: Command) -> None:
        assert run("--version").stdout == "blockcheck 0.1.0\n"


def sent(*lines: str) -> tuple[Popen[str], list[str]]:
    """A long-lived ``batch -`` with the answers it gave to lines sent one by one."""
    process = Popen([COMMAND, "batch", "-"], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, cwd=ROOT)
    answers = []
    for line in lines:
        _write(process, line)
        answers.append(process.stdout.readline() if process.stdout else "")
    return process, answers


def _write(process: Popen[str], line: str) -> None:
    if process.stdin:
        process.stdin.write(f"{line}\n")
        process.stdin.flush()


class TestBatchIsOneProcess:
    def test_that_answers_each_line_before_the_next(self) -> None:
        process, answers = sent(PLAIN, "nonsense", PLAIN)
        assert process.communicate() == (
            "",
            "blockcheck: 3 lines: 2 legal, 0 illegal, 0 undecided, 1 error\n",
        )
        assert process.returncode == 2
        assert [json.loads(line).get("legal", "error") for line in answers] == [True, "error", True]

    def test_that_an_interrupt_ends_quietly(self) -> None:
        process, _ = sent(PLAIN)
        process.send_signal(signal.SIGINT)
        assert process.communicate() == ("", "")
        assert process.returncode == 130

    def test_that_ends_quietly_when_nobody_listens(self, tmp_path: Path) -> None:
        boards = tmp_path / "boards.jsonl"
        boards.write_text(f"{PLAIN}\n" * 400, encoding="utf-8")
        process = Popen([COMMAND, "batch", boards], stdout=PIPE, stderr=PIPE, text=True)
        if process.stdout and process.stderr:
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == ""
            process.stderr.close()
        assert process.wait() == 141

    def test_that_writes_a_file(self, run: Command, tmp_path: Path) -> None:
        done = run("batch", "-", "-o", str(tmp_path / "out.jsonl"), stdin=f"{PLAIN}\n{PLAIN}\n")
        told = "blockcheck: 2 lines: 2 legal, 0 illegal, 0 undecided, 0 errors\n"
        assert (done.returncode, done.stdout, done.stderr) == (0, "", told)
        assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 2

    def test_that_gives_the_verdicts_of_check(self, run: Command) -> None:
        data: dict[str, Any] = json.loads((ROOT / MENACE).read_text(encoding="utf-8"))
        assert run("batch", "-", stdin=json.dumps(data)).stdout == run("check", "--json", MENACE).stdout


class TestAPlainBoardStartsLight:
    def test_without_a_solver_a_grammar_or_yaml(self) -> None:
        script = (
            "import sys\n"
            "from blockcheck.cli import main\n"
            "sys.stdout = open('/dev/null', 'w')\n"
            "try:\n"
            "    main(['check', 'examples/02-flying.json', '--block', 'spider=drake'])\n"
            "except SystemExit as end:\n"
            "    heavy = {'ortools', 'pandas', 'numpy', 'lark', 'yaml'} & set(sys.modules)\n"
            "    print(end.code, sorted(heavy), file=sys.stderr)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == "0 []\n"


MENACE = "examples/03-menace-needs-two.json"
TYPED = [
    (
        ("explain", MENACE, "--pair", "hund=ogre"),
        '--pair hund=ogre: no permanent has the id "hund"; did you mean "hound"?',
    ),
    (
        ("explain", MENACE, "--pair", "hound=oger"),
        '--pair hound=oger: no permanent has the id "oger"; did you mean "ogre"?',
    ),
    (
        ("explain", MENACE, "--block", "hound=ogre", "--pair", "hound=oger"),
        '--pair hound=oger: no permanent has the id "oger"; did you mean "ogre"?',
    ),
    (
        ("options", MENACE, "--block", "bear=ogre,oger"),
        '--block bear=ogre,oger: no permanent has the id "oger"; did you mean "ogre"?',
    ),
    (
        ("check", MENACE, "--block", "hound=ogre", "--block", "hound=ogre"),
        '--block hound=ogre: "hound" blocks "ogre" twice; expected each attacker once',
    ),
    (
        ("check", MENACE, "--block", "hound=ogre", "--pay", "tap=bera"),
        '--pay tap=bera: no permanent has the id "bera"; did you mean "bear"?',
    ),
    (("list", MENACE, "--player", "carol"), '--player: no player has the id "carol"'),
    (("list", MENACE, "--limit", "0"), "--limit: expected at least 1; see blockcheck list --help"),
    (("list", MENACE, "--limit", "-3"), "--limit: expected at least 1; see blockcheck list --help"),
    (("list", MENACE, "--limit", "few"), "--limit: expected a whole number; see blockcheck list --help"),
    (("check", MENACE, "--effort", "-1"), "--effort: expected at least 0; see blockcheck check --help"),
    (
        ("export", MENACE, "--format", "minizink"),
        '--format: expected minizinc, cpsat or theory, got "minizink"; did you mean "minizinc"?',
    ),
]


class TestAnErrorNamesTheOptionAsItWasTyped:
    @pytest.mark.parametrize(("words", "message"), TYPED, ids=[" ".join(words[2:]) for words, _ in TYPED])
    def test_with_what_was_expected(self, words: tuple[str, ...], message: str, run: Command) -> None:
        done = run(*words)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blockcheck: {message}\n")

    def test_each_of_several(self, run: Command) -> None:
        done = run("check", MENACE, "--block", "huond=ogre", "--block", "bear=oger")
        assert done.stderr == (
            'blockcheck: --block huond=ogre: no permanent has the id "huond"; did you mean "hound"?\n'
            'blockcheck: --block bear=oger: no permanent has the id "oger"; did you mean "ogre"?\n'
        )
