"""What is laid out without rich is, character by character, what rich makes of the same pieces."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from rich.console import Console

from blockcheck import Judge, load_board
from blockcheck.report.pieces import Column, DoesNotFit, Indented, Page, Piece, Table, Text, is_plain
from blockcheck.report.terminal import print_solution, print_verdict
from blockcheck.words import Names
from tests.boards import attacker, blocker, board

WORDS = ("a", "Menace", "Ogre's", "(702.111b);", "—", "…", "“all”", "Æther", "x" * 30, "y" * 75)
ODD = ("z" * 90, "二", "two  blanks", "a\ttab", "\u200b", "e\u0301", "\xa0", "line\nbreak")


def drawn(random: Random, words: tuple[str, ...], most: int) -> str:
    return " ".join(random.choice(words) for _ in range(random.randint(0, most)))


def piece(random: Random, words: tuple[str, ...]) -> Piece:
    """Any piece that a report prints."""
    rows = range(random.randint(1, 4))
    match random.randrange(5):
        case 0:
            return Text(drawn(random, words, 9), style="bold")
        case 1:
            return Text(drawn(random, words, 9), opening=("Legal: ", "bold green"))
        case 2:
            numbered = random.random() < 0.5
            lines = [drawn(random, words, 25) for _ in rows]
            return Indented(
                Table(rows=[(f"{n}.", line) if numbered else (line,) for n, line in enumerate(lines, 8)]), 2
            )
        case 3:
            columns = (
                Column("Requirements", ratio=3),
                Column("Obeyed", right=True),
                Column("Not obeyed", ratio=2),
            )
            count = random.randint(2, 3)
            cells = [
                (drawn(random, words, 5), f"{random.randint(0, 20)} of 20", drawn(random, words, 3))
                for _ in rows
            ]
            return Table(columns[:count], [row[:count] for row in cells])
        case _:
            return Indented(Text(drawn(random, words, 9), no_wrap=True), random.randint(0, 4))


def by_rich(show: Callable[[Console], None]) -> str:
    console = Console(highlight=False, markup=False, emoji=False, width=80)
    with console.capture() as captured:
        show(console)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


@pytest.mark.parametrize("seed", range(6))
class TestAPageIsWhatRichPrints:
    def test_piece_by_piece(self, seed: int) -> None:
        random, fit = Random(seed), 0
        for _ in range(150):
            words = WORDS if random.random() < 0.7 else WORDS + ODD
            printed, soft = piece(random, words), random.random() < 0.3
            page = Page()
            try:
                page.print(printed, soft_wrap=soft)
                page.print()
            except DoesNotFit:
                continue
            fit += 1
            expected = by_rich(lambda console: console.print(printed, soft_wrap=soft))  # noqa: B023 -- called at once
            assert page.text.rstrip("\n") == expected.rstrip("\n"), printed
        assert fit > 50

    def test_what_does_not_fit_is_left_to_rich(self, seed: int) -> None:
        for odd in {*ODD, "long " * 20} - {"two  blanks"}:
            with pytest.raises(DoesNotFit):
                Page().print(Table((Column("A"), Column("B", right=True)), [(odd, str(seed))]))


class TestAVerdictIsTheSameEitherWay:
    @pytest.mark.parametrize(
        "blocks", [{}, {"bear": "ogre"}, {"bear": "ogre", "hound": "ogre"}, {"hound": "drake"}]
    )
    def test_with_its_reasons_and_the_way_out(self, blocks: dict[str, str]) -> None:
        willing = "This creature blocks each combat if able."
        judge = Judge(
            load_board(
                board(
                    attacker("ogre", "Menace"),
                    attacker("drake", "Flying"),
                    blocker("bear"),
                    blocker("hound", willing),
                )
            )
        )
        verdict, solution, names = judge.check(blocks), judge.solve(), Names(judge.board)
        page = Page()
        print_verdict(page, names, verdict)
        print_solution(page, names, solution)
        whole = (
            by_rich(lambda c: print_verdict(c, names, verdict))
            + "\n"
            + by_rich(lambda c: print_solution(c, names, solution))
        )
        assert page.text == whole


class TestWherePlainTextGoes:
    def test_not_where_somebody_says_how_wide_it_is(self) -> None:
        assert not is_plain({"COLUMNS": "100"})
        assert not is_plain({"FORCE_COLOR": "1"})
