"""What a real client offered to declaring players is what `options` offers, on every complete board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from blockcheck import Judge, load_board

CLIENT_ONLY = {"arena-018", "arena-025"}
"""Rows in which the client does not go by the rules alone: its README names them, and why."""


@pytest.fixture(scope="module")
def rows(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "arena" / "arena.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["complete"]]


def offered(row: dict[str, Any]) -> dict[str, set[str]]:
    """What the client offered to each creature that had not been chosen."""
    expected = row["expect_options"] if row["kind"] == "first" else row["options"]
    return {blocker: set(attackers) for blocker, attackers in expected.items()}


def answered(row: dict[str, Any]) -> dict[str, set[str]]:
    """What `options` offers to the same creatures."""
    chosen = row.get("selected") or {}
    options = Judge(load_board(row["board"])).options(chosen, player=row["defender"])
    assert options.attackers is not None
    return {blocker: set(map(str, a)) for blocker, a in options.attackers.items() if blocker not in chosen}


class TestARealClientOffersTheSame:
    def test_on_every_complete_board(self, rows: list[dict[str, Any]]) -> None:
        assert rows
        differ = {row["id"] for row in rows if offered(row) != answered(row)}
        assert differ == CLIENT_ONLY & {row["id"] for row in rows}
