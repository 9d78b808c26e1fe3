"""Running the MiniZinc page: required in CI, skipped with a message elsewhere."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from blockcheck.export import minizinc_data
from blockcheck.theory import Declaration, Rectangle, Theory
from tests.theories import named, restriction

PAGE = Path(__file__).resolve().parent.parent / "models" / "declare_blockers.mzn"
SHOWN = re.compile(r"^obeyed (\d+):((?: \d+,\d+)*)$", re.MULTILINE)

# MiniZinc 2.6.4 at its default -O1 writes FlatZinc that uses variables it never declares, for one theory in thirty.
COMMAND = ("minizinc", "-O0", "--solver", "gecode")


def needs_minizinc() -> None:
    if shutil.which("minizinc") is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs MiniZinc (Debian: minizinc)")
        pytest.skip("minizinc is not installed (Debian: minizinc)")


def solutions(theory: Theory, page: str, *options: str) -> list[tuple[int, Declaration]]:
    """What MiniZinc shows for a theory: how many requirements are obeyed, and the declaration."""
    with tempfile.TemporaryDirectory() as place:
        model, data = Path(place, "page.mzn"), Path(place, "theory.dzn")
        model.write_text(page, encoding="utf-8")
        data.write_text(minizinc_data(theory), encoding="utf-8")
        run = subprocess.run(
            [*COMMAND, *options, model, data], capture_output=True, text=True, check=False, timeout=120
        )
    if "==========" not in run.stdout and "UNSATISFIABLE" not in run.stdout:
        raise RuntimeError(f"{run.stdout}{run.stderr}")
    return [(int(obeyed), _declaration(pairs)) for obeyed, pairs in SHOWN.findall(run.stdout)]


def _declaration(pairs: str) -> Declaration:
    return frozenset((int(b), int(a)) for b, a in (pair.split(",") for pair in pairs.split()))


def all_solutions(theory: Theory) -> list[Declaration]:
    """Every declaration that MiniZinc finds to disobey no restriction, at no cost."""
    page = PAGE.read_text(encoding="utf-8").replace("solve maximize obeyed;", "solve satisfy;")
    return [declaration for _, declaration in solutions(theory, page, "--all-solutions")]


def side_by_side(theories: list[Theory]) -> Theory:
    """One theory that says what several say, each of its own creatures only."""
    n = sum(len(theory.blockers) for theory in theories)
    m = sum(len(theory.attackers) for theory in theories)
    sentences = []
    for theory, (b, a) in zip(theories, corners(theories), strict=True):
        for sentence in theory.sentences:
            guard = sentence.guard and _shifted(sentence.guard, b, a)
            sentences.append(replace(sentence, counted=_shifted(sentence.counted, b, a), guard=guard))
        own = _shifted(Rectangle((1 << len(theory.blockers)) - 1, (1 << len(theory.attackers)) - 1), b, a)
        others = ((1 << m) - 1) & ~own.attackers
        if others:
            sentences.append(restriction("apart", Rectangle(own.blockers, others), hi=0))
    return named(n, m, sentences)


def apart(theories: list[Theory], declaration: Declaration) -> Iterator[Declaration]:
    """What a declaration side by side says for each theory."""
    for theory, (b, a) in zip(theories, corners(theories), strict=True):
        own = range(b, b + len(theory.blockers))
        yield frozenset((blocker - b, attacker - a) for blocker, attacker in declaration if blocker in own)


def corners(theories: list[Theory]) -> Iterator[tuple[int, int]]:
    b = a = 0
    for theory in theories:
        yield b, a
        b, a = b + len(theory.blockers), a + len(theory.attackers)


def _shifted(rectangle: Rectangle, b: int, a: int) -> Rectangle:
    return Rectangle(rectangle.blockers << b, rectangle.attackers << a)
