"""The judged cases and a real client's declarations come out as expected, however they are asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blockcheck import Judge, load_board
from blockcheck.board import Board
from tests.conftest import ROOT

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def arena(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "arena" / "arena.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def declared(case: dict[str, Any]) -> dict[str, Any]:
    """The case's board with its blocks on it."""
    board: dict[str, Any] = {**case["board"], "id": case["id"]}
    if "declarations" not in board and "declaration" not in board:
        board["declaration"] = {"blocks": case["blocks"]}
    return board


class TestTheJudgedCases:
    def test_batch_gives_what_is_expected(self, cases: list[dict[str, Any]], blockcheck: Run) -> None:
        lines = "\n".join(json.dumps(declared(case)) for case in cases)
        ran = blockcheck("batch", "-", stdin=lines + "\n")
        assert ran.returncode == 0, ran.stderr
        verdicts = [json.loads(line) for line in ran.stdout.splitlines()]
        assert [verdict["id"] for verdict in verdicts] == [case["id"] for case in cases]
        wrong = [
            (case["id"], case["expect"], {key: verdict[key] for key in case["expect"]})
            for case, verdict in zip(cases, verdicts, strict=True)
            if any(verdict[key] != value for key, value in case["expect"].items())
        ]
        assert wrong == []

    @pytest.mark.slow
    def test_both_askers_and_the_shipped_one_give_the_same_bytes(self, cases: list[dict[str, Any]]) -> None:
        for case in cases:
            board = load_board(declared(case))
            told = {asker: without_proof(board, asker) for asker in ("shipped", "cpsat", "enumerate")}
            assert told["cpsat"] == told["shipped"], case["id"]
            assert told["enumerate"] == told["shipped"], case["id"]


def without_proof(board: Board, asker: str) -> str:
    """A verdict's JSON but for ``decided_by``."""
    told = json.loads(Judge(board, asker=asker).check().model_dump_json())
    for verdict in (told, *told.get("declarations", ())):
        verdict.pop("decided_by")
    return json.dumps(told)


class TestARealClientsDeclarations:
    def test_what_stood_at_the_end_of_the_step_is_legal(self, arena: list[dict[str, Any]]) -> None:
        seen = 0
        for row in arena:
            if row["final_blocks"] is not None:
                verdict = Judge(load_board(row["board"])).check(row["final_blocks"], player=row["defender"])
                assert verdict.legal is True, (row["id"], verdict)
                seen += 1
        assert seen >= 100

    def test_no_unrelated_text_is_unread(self, arena: list[dict[str, Any]]) -> None:
        for row in arena:
            answer = Judge(load_board(row["board"])).solve(player=row["defender"])
            assert (answer.unread, answer.questions) == ((), ()), row["id"]


class TestNothingDependsOnChance:
    def test_the_same_bytes_from_any_process(self, cases: list[dict[str, Any]]) -> None:
        lines = "\n".join(json.dumps(declared(case)) for case in cases) + "\n"
        command = [str(Path(sys.executable).with_name("blockcheck")), "batch", "-"]
        running = [
            subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONHASHSEED": seed},
                text=True,
            )
            for seed in ("0", "1", "random")  # at once on two cores: one of them is under load
        ]
        told = []
        for process in running:
            out, _ = process.communicate(lines)
            told.append(out)
        assert told[0].count("\n") == len(cases)
        assert told[1] == told[0]
        assert told[2] == told[0]

    def test_the_same_bytes_after_fifty_other_questions(self) -> None:
        board = load_board(ROOT / "examples" / "04-lure-and-must-be-blocked.yaml")
        fresh = Judge(board).check().model_dump_json()
        judge = Judge(board)
        theory = judge.theories()[0]
        for n in range(50):
            chosen = {
                blocker: theory.attackers[(n // 3**place) % 3]
                for place, blocker in enumerate(theory.blockers)
                if (n // 3**place) % 3 < len(theory.attackers)
            }
            judge.check(chosen)
            judge.maximum()
        assert judge.check().model_dump_json() == fresh
