"""Counts of declarations with their sources (counts.txt); where one differs, the test prints the divide."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from blockcheck.askers.enumerate import declarations
from blockcheck.theory import Declaration, Theory
from tests.minizinc import all_solutions, needs_minizinc
from tests.theories import parse

TEXT = Path(__file__).with_name("counts.txt").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Block:
    name: str
    source: str
    theory: Theory
    count: int


def read(text: str) -> Block:
    name, source, size, *sentences, count = (line for line in text.splitlines() if not line.startswith("#"))
    n, m = map(int, after("size: ", size).split(" x "))
    theory = parse(sentences, n, m)
    return Block(after("name: ", name), after("source: ", source), theory, int(after("count: ", count)))


def after(field: str, line: str) -> str:
    if not line.startswith(field):
        raise ValueError(f"expected {field!r}: {line!r}")
    return line.removeprefix(field)


BLOCKS = [read(text) for text in TEXT.strip().split("\n\n")[1:]]


def divide(theory: Theory, found: list[Declaration]) -> str:
    """How many of some declarations there are for each choice of the first blocker."""
    choices = Counter(tuple(sorted(a for b, a in declaration if b == 0)) for declaration in found)
    first = theory.blockers[0] if theory.blockers else "nobody"
    lines = [
        f"{first} blocks {', '.join(map(str, choice)) or 'nothing'}: {n}"
        for choice, n in sorted(choices.items())
    ]
    return "\n".join([*lines, f"in all: {len(found)}"])


@pytest.mark.parametrize("block", BLOCKS, ids=[block.name for block in BLOCKS])
class TestAsManyDeclarationsAsTheFileSays:
    def test_by_enumeration(self, block: Block) -> None:
        found = list(declarations(block.theory))
        assert len(set(found)) == len(found)
        assert len(found) == block.count, f"{block.source}\n{divide(block.theory, found)}"

    @pytest.mark.slow
    def test_by_minizinc(self, block: Block) -> None:
        needs_minizinc()
        found = all_solutions(block.theory)
        assert len(found) == block.count, f"{block.source}\n{divide(block.theory, found)}"


class TestTheDivide:
    def test_counts_each_choice_of_the_first_blocker(self) -> None:
        theory = parse(
            ["restriction each blocker: pairs(* x *) <= 1", "restriction: pairs(* x 1) <= 1"], 2, 2
        )
        assert divide(theory, list(declarations(theory))) == (
            "b0 blocks nothing: 3\nb0 blocks 0: 3\nb0 blocks 1: 2\nin all: 8"
        )
