"""The commands ``after`` and ``window``: what they print, and their exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import TypeAlias

import pytest

from tests.boards import attacker, blocker, board, thing

Command: TypeAlias = Callable[..., CompletedProcess[str]]

ROOT = Path(__file__).resolve().parent.parent
DRAW = "Whenever this creature becomes blocked, draw a card."


class TestAfter:
    CROWD = json.dumps(
        board(
            attacker("ogre", DRAW),
            attacker(
                "imp", "Whenever this creature attacks and isn't blocked, if the moon is full, draw a card."
            ),
            attacker("rat", "Banding", band="b"),
            attacker("owl", "Banding", band="b"),
            blocker("bear"),
            blocker("cat"),
            blocker("dog"),
            blocker("elk", "Whenever a creature blocks under a full moon, draw a card."),
        )
    )

    def test_draws_who_blocks_whom_and_tells_what_triggers(self, run: Command) -> None:
        blocks = [f"--block={name}=ogre" for name in ("bear", "cat", "dog")]
        done = run("after", "-", *blocks, "--block", "elk=owl", stdin=self.CROWD)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == [
            "Who blocks whom",
            "  Bear ──┐",
            "  Cat  ──┤",
            "  Dog  ──┴──▶ Ogre  blocked, attacks bob",
            "              Imp   unblocked, attacks bob",
            "  Elk  ─────▶ Rat   blocked, attacks bob, in a band with Owl",
            "  Elk  ─────▶ Owl   blocked, attacks bob, in a band with Rat",
            "",
            "Triggered abilities of alice",
            "  1. An ability of Ogre triggers once: Bear, Cat and Dog block Ogre (509.3c)",
            f"     “{DRAW}”",
            "  2. An ability of Imp triggers perhaps once: Imp isn't blocked (509.3g)",
            "     “Whenever this creature attacks and isn't blocked, if the moon is full, draw a card.”",
            "",
            "Not understood",
            "  Elk: Whenever a creature blocks under a full moon, draw a card.",
        ]

    def test_goes_on_with_events(self, run: Command) -> None:
        events = [
            '{"event": "removed from combat", "permanent": "bear"}',
            '{"event": "makes block", "blocker": "bear", "attackers": ["ogre", "imp"], "instead": true}',
            '{"event": "leaves", "permanent": "imp"}',
        ]
        then = [word for event in events for word in ("--then", event)]
        done = run("after", "-", "--block", "bear=ogre", *then, "--json", stdin=self.CROWD)
        answer = json.loads(done.stdout)
        assert answer["blocking"] == {"bear": ["ogre"]}
        assert answer["gone"] == ["imp"]
        assert [line["was_blocked_by"] for line in answer["attackers"]] == [["bear"], [], []]

    def test_an_event_may_bring_a_permanent_or_a_new_combat_phase(self, run: Command) -> None:
        new = '{"id": 7, "controller": "bob", "power": 1}'
        enters = f'{{"event": "enters", "permanent": {new}, "blocking": "ogre"}}'
        done = run("after", "-", "--block", "bear=imp", "--then", enters, stdin=self.CROWD)
        assert "  permanent 7 ─────▶ Ogre  blocked, attacks bob" in done.stdout.splitlines()
        again = '{"event": "new combat phase", "attacking": {"ogre": "bob"}}'
        done = run("after", "-", "--block", "bear=imp", "--then", again, stdin=self.CROWD)
        assert done.stdout.splitlines() == [
            "Who blocks whom",
            "  Nothing attacks.",
            "",
            "Also",
            "  The combat phase has ended",
        ]

    def test_what_an_event_did_not_do_is_told(self, run: Command) -> None:
        rock = '{"id": "rock", "controller": "bob", "type_line": "Artifact"}'
        enters = f'{{"event": "enters", "permanent": {rock}, "blocking": "ogre"}}'
        done = run("after", "-", "--block", "bear=imp", "--then", enters, stdin=self.CROWD)
        assert (
            "  rock enters, but it is no creature and never a blocking one (506.3a)"
            in done.stdout.splitlines()
        )

    @pytest.mark.parametrize(
        ("event", "message"),
        [
            ("{", "not JSON: line 1, column 2: expected a field name in double quotes"),
            ("[]", "expected a JSON object, got an empty list"),
            ("[" * 100_000, "expected lists and objects nested at most 60 deep, got more"),
            ('{"event": "leaves", "event": "taps"}', "event: this key is there twice"),
            (
                '{"event": "makes block", "blocker": "bear", "attackers": []}',
                "bear is made to block no attacker (509.1g)",
            ),
            (
                '{"event": "enters", "permanent": {"id": "x", "controller": "bob"}, "blocking": "ogre", "attacking": "bob"}',
                "What enters blocking cannot enter attacking too (506.3)",
            ),
            ('{"event": "leaves", "permanent": "ghost"}', "ghost is not on the battlefield (506.4)"),
        ],
    )
    def test_an_event_that_is_none(self, event: str, message: str, run: Command) -> None:
        done = run("after", "-", "--block", "bear=imp", "--then", event, stdin=self.CROWD)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blockcheck: --then: {message}\n")

    @pytest.mark.parametrize(
        ("event", "message"),
        [
            ('{"event": "leavs", "permanent": "ogre"}', 'got "leavs"; did you mean "leaves"?'),
            (
                '{"event": "leaves", "permanet": "ogre"}',
                'permanet: unknown field of the event leaves; did you mean "permanent"?',
            ),
            ('{"event": "leaves"}', "permanent: missing; leaves needs it"),
            ('{"event": "leaves", "permanent": true}', "permanent: expected an id, got true"),
            ('{"event": "leaves", "permanent": {}}', "permanent: expected an id, got an empty object"),
            ('{"event": "enters", "permanent": "x"}', 'permanent: expected an object, got "x"'),
            (
                '{"event": "taps", "permanent": "bear", "tapped": "yes"}',
                'tapped: expected true or false, got "yes"',
            ),
            (
                '{"event": "becomes blocked", "attackers": "ogre"}',
                'attackers: expected a list of ids, got "ogre"',
            ),
            (
                '{"event": "enters", "permanent": {"id": "x", "controller": "bob", "power": 1, "attached_to": "y"}}',
                'permanents[0].attached_to: no permanent or player has the id "y"',
            ),
        ],
    )
    def test_an_event_that_is_written_wrong(self, event: str, message: str, run: Command) -> None:
        done = run("after", "-", "--block", "bear=imp", "--then", event, stdin=self.CROWD)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"{message}\n")

    def test_an_illegal_declaration_shows_its_verdict(self, run: Command) -> None:
        words = ("examples/02-flying.json",)
        done, checked = run("after", *words), run("check", *words)
        assert (done.returncode, done.stdout) == (1, checked.stdout)
        assert run("after", "--json", *words).stdout == run("check", "--json", *words).stdout

    def test_an_undecided_one_too(self, run: Command) -> None:
        assert run("after", "examples/14-unread-text.json").returncode == 3

    def test_how_costs_are_paid_decides_what_triggers(self, run: Command) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            thing(
                "fear",
                "alice",
                "Enchantment — Aura",
                "Enchanted creature can't block unless its controller pays {1}.",
                attached_to="bear",
            ),
            thing("wood", "bob", "Basic Land — Forest"),
            thing("mine", "bob", "Basic Land — Mountain"),
            thing("sap", "bob", "Enchantment", "Whenever a Mountain becomes tapped, draw a card."),
        )
        words = ("after", "-", "--block", "bear=ogre", "--pay")
        assert "Sap triggers once" in run(*words, "activate=mine", stdin=json.dumps(data)).stdout
        assert "Sap" not in run(*words, "activate=wood", stdin=json.dumps(data)).stdout


class TestWindow:
    LINE = "Cast this spell only during combat after blockers are declared."

    @pytest.mark.parametrize(
        ("words", "status", "answer"),
        [
            (("--step", "combat_damage"), 0, "Yes, now."),
            (
                ("--step", "end_of_combat", "--skipped", "declare_blockers", "--skipped", "combat_damage"),
                1,
                "Not now: the declare blockers step is skipped (506.8f). Not again this turn, unless it has another combat "
                "phase.",
            ),
        ],
    )
    def test_answers_in_one_line_under_the_text(
        self, words: tuple[str, ...], status: int, answer: str, run: Command
    ) -> None:
        done = run("window", self.LINE, *words)
        assert (done.returncode, done.stdout) == (status, f"{self.LINE}\n  {answer}\n")

    def test_whose_turn_it_is(self, run: Command) -> None:
        words = ("window", "Activate only during your upkeep.", "--step", "upkeep")
        assert run(*words).returncode == 3
        assert run(*words, "--turn-of", "alice", "--player", "alice").returncode == 0
        assert run(*words, "--turn-of", "alice", "--player", "bob").returncode == 1

    def test_turn_facts_in_a_file_or_on_a_board(self, run: Command, tmp_path: Path) -> None:
        facts = tmp_path / "turn.json"
        facts.write_text(
            json.dumps({"step": "declare_blockers", "blockers_declared": True}), encoding="utf-8"
        )
        assert run("window", self.LINE, "--turn", str(facts)).returncode == 0
        words = ("window", self.LINE, "--turn", "examples/26-sacrificed-while-paying.json")
        assert run(*words).returncode == 0
        assert run(*words, "--step", "declare_attackers").returncode == 1

    def test_conditions_are_asked_of_a_board(self, run: Command) -> None:
        data = board(attacker("ogre"), blocker("bear"), turn={"step": "declare_attackers"})
        words = ("window", "Activate only if this creature is attacking.", "--board", "-", "--source")
        done = run(*words, "bear", stdin=json.dumps(data))
        assert (done.returncode, done.stdout.splitlines()[1]) == (
            1,
            "  Not now: it is not so that this creature is attacking (602.5). "
            "Next: the declare attackers step, once it is so.",
        )
        assert run(*words, "ogre", stdin=json.dumps(data)).returncode == 0

    def test_json(self, run: Command) -> None:
        done = run("window", self.LINE, "--step", "declare_attackers", "--json")
        assert json.loads(done.stdout) == {
            "line": self.LINE,
            "now": False,
            "cr": "506.8b",
            "reason": "it is still before blockers are declared",
            "needs": [],
            "provided": [],
            "next": {"phase": "combat", "step": "declare_blockers", "combat_phase": 1},
            "in_another_combat": True,
            "message": "Not now: it is still before blockers are declared (506.8b). Next: the declare blockers step.",
            "rules": "2026-08-07",
        }

    def test_a_cards_text_from_standard_input(self, run: Command) -> None:
        text = "Flying\n{T}: Scry 1. Activate only during combat.\n{1}: Scry 1. Activate only after combat."
        done = run("window", "-", "--step", "combat_damage", stdin=text)
        assert done.stdout.splitlines() == [
            "Activate only during combat.",
            "  Yes, now.",
            "Activate only after combat.",
            "  Not now: it is still before the end of the combat phase (506.8d). Next: the postcombat main phase.",
        ]

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (
                ("Flying", "--step", "end"),
                "text: expected one timing line, as in “Cast this spell only during combat.”, got none",
            ),
            ((LINE,), "turn.step: missing; expected a step, or a main phase"),
            ((LINE, "--step", "end", "--source", "bear"), "--source: expected a board beside it (--board)"),
            ((LINE, "--turn", "nowhere.json"), "nowhere.json: no such file or directory"),
        ],
    )
    def test_wrong_use(self, words: tuple[str, ...], message: str, run: Command) -> None:
        done = run("window", *words)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blockcheck: {message}\n")
