"""The verdict on a terminal: the answer in one line, why, what would be legal, and the details; whole texts."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from blockcheck import Judge, Verdict, load_board
from blockcheck.report.caret import under
from blockcheck.report.terminal import print_solution, print_verdict
from blockcheck.verdict import CostLine, Costs, PayerTotal, PriceLine
from blockcheck.words import Names
from tests.boards import Blocks, attacker, blocker, board


def shown(data: Any, blocks: Blocks | None = None, *, width: int = 120, color: bool = False) -> str:
    """What is printed for a declaration, without the blanks that fill lines."""
    judge = Judge(load_board(data))
    return printed(judge, judge.check(blocks), width=width, color=color)


def printed(judge: Judge, verdict: Verdict, *, width: int = 120, color: bool = False) -> str:
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=color, no_color=not color, highlight=False)
    print_verdict(console, Names(judge.board), verdict)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


MENACE = board(
    attacker("ogre", "Menace"), blocker("hound", "This creature blocks each combat if able."), blocker("bear")
)


class TestTheFirstLineIsTheVerdict:
    def test_legal_with_nothing_asked(self) -> None:
        assert shown(board(attacker("ogre"), blocker("bear")), {}) == "Legal: nothing has to be blocked."

    def test_legal_with_everything_obeyed(self) -> None:
        text = shown(MENACE, {"hound": "ogre", "bear": "ogre"})
        assert text.splitlines()[0] == "Legal: 1 of 1 requirement obeyed."

    def test_legal_with_less_than_everything(self) -> None:
        text = shown(
            board(attacker("ogre", "Menace\nThis creature must be blocked if able."), blocker("bear")), {}
        )
        assert (
            text.splitlines()[0] == "Legal: 0 of 1 requirement obeyed, and no legal declaration obeys more."
        )

    def test_legal_where_only_the_payment_is_open(self) -> None:
        judge = Judge(load_board(board(attacker("ogre"), blocker("bear"))))
        price = PriceLine(mana="{2}", life=1)
        costs = Costs(
            items=(
                CostLine(
                    source="bear",
                    text="",
                    cr=("509.1d",),
                    blocker="bear",
                    attackers=("ogre",),
                    payer="bob",
                    price=price,
                    message="Bear can't block unless bob pays {2} and 1 life (509.1d)",
                ),
            ),
            totals=(PayerTotal(payer="bob", price=price, message="bob has to pay {2} and 1 life (509.1d)"),),
            payable=None,
            payment=None,
        )
        verdict = judge.check({"bear": "ogre"}).model_copy(update={"costs": costs})
        assert printed(judge, verdict) == (
            "Legal if bob pays {2} and 1 life: nothing has to be blocked.\n"
            "\n"
            "Costs\n"
            "  Bear can't block unless bob pays {2} and 1 life (509.1d)\n"
            "  Whether that can be paid is not settled"
        )


class TestAnIllegalDeclarationIsExplained:
    def test_one_fault(self) -> None:
        assert shown(MENACE, {"hound": "ogre"}) == (
            "Illegal (509.1b): Ogre can't be blocked except by two or more creatures (menace, 702.111b); only Hound blocks it.\n"
            "\n"
            "To make it legal\n"
            "  Also block Ogre with Bear.\n"
            "  Then Hound and Bear block Ogre.\n"
            "\n"
            "Requirements                                Obeyed\n"
            "──────────────────────────────────────────────────\n"
            "Hound blocks each combat if able (509.1c)   1 of 1"
        )

    def test_no_fault_is_told_twice(self) -> None:
        data = board(attacker("drake", "Flying"), blocker("bear", tapped=True), blocker("wolf"))
        assert shown(data, {"bear": "drake", "wolf": "drake"}) == (
            "Illegal (509.1a): Bear is tapped; and one more fault.\n"
            "\n"
            "Also wrong\n"
            "  Drake can't be blocked except by creatures with flying or reach (flying, 702.9b); Bear and Wolf block it\n"
            "\n"
            "To make it legal\n"
            "  Don't block Drake with Bear and Wolf.\n"
            "  Then nobody blocks."
        )

    def test_by_every_fault_once_where_the_first_is_of_a_later_step(self) -> None:
        data = board(
            attacker("ogre", "Menace\nThis creature can't be blocked while the kettle sings."),
            blocker("bear", tapped=True),
        )
        text = shown(data, {"bear": "ogre"})
        assert text.count("two or more creatures") == 1
        assert text.count("Bear is tapped") == 1

    def test_requirements_that_could_be_obeyed(self) -> None:
        data = board(
            attacker("siren", "All creatures able to block this creature do so."),
            blocker("bear"),
            blocker("wolf"),
        )
        text = shown(data, {"bear": "siren"})
        assert text.split("\n\nTo make it legal")[0] == (
            "Illegal (509.1c): 1 of 2 requirements obeyed, but a legal declaration obeys 2.\n"
            "\n"
            "Why\n"
            "  Not obeyed by Wolf: all creatures able to block Siren do so (one requirement for each)"
        )


class TestAnOpenBoardSaysWhatIsMissing:
    def test_unread_text_has_a_caret(self) -> None:
        data = board(
            attacker("ogre", "This creature can't be blocked while the moon is full."), blocker("bear")
        )
        assert shown(data, {"bear": "ogre"}) == (
            "Not decided: one text about blocking could not be read.\n"
            "\n"
            "Not understood\n"
            "  Ogre:\n"
            "    This creature can't be blocked while the moon is full.\n"
            "                                             ^^^^^^^^^^^^^\n"
            "\n"
            "What would hold\n"
            "  If the unread text says nothing: legal"
        )

    def test_questions_and_what_holds_under_each_answer(self) -> None:
        ooze = {key: value for key, value in blocker("ooze").items() if key != "power"}
        assert shown(board(attacker("rat", "Skulk"), ooze), {"ooze": "rat"}) == (
            "Not decided: the board leaves one question open.\n"
            "\n"
            "Questions\n"
            "  Is Ooze a creature with greater power than Rat? Rat's “Skulk” asks; give permanents[1].power\n"
            "\n"
            "What would hold\n"
            "  If the answer is no: legal\n"
            "  If the answer is yes: illegal (509.1b)"
        )


class TestSeveralDefendingPlayers:
    def test_each_has_a_part(self) -> None:
        data = board(
            attacker("ogre"),
            attacker("wolf", "Menace", attacking="carol"),
            blocker("bear"),
            blocker("ox", controller="carol"),
            players=("alice", "bob", "carol"),
            declarations=[
                {"player": "bob", "blocks": {"bear": "ogre"}},
                {"player": "carol", "blocks": {"ox": "wolf"}},
            ],
        )
        fault = "Wolf can't be blocked except by two or more creatures (menace, 702.111b); only Ox blocks it"
        assert shown(data) == (
            f"Illegal (509.1b): {fault}.\n"
            "\n"
            "— bob —\n"
            "Legal: nothing has to be blocked.\n"
            "\n"
            "— carol —\n"
            f"Illegal (509.1b): {fault}.\n"
            "\n"
            "To make it legal\n"
            "  Don't block Wolf with Ox.\n"
            "  Then nobody blocks."
        )


class TestASolution:
    def test_the_most_and_how(self) -> None:
        judge = Judge(load_board(MENACE))
        out = StringIO()
        print_solution(Console(file=out, width=100), Names(judge.board), judge.solve())
        assert [line.rstrip() for line in out.getvalue().splitlines()][:4] == [
            "A legal declaration can obey 1 of 1 requirement.",
            "",
            "For example",
            "  Hound and Bear block Ogre",
        ]


class TestEveryWidthIsSafe:
    def test_no_line_is_longer_than_the_terminal(self) -> None:
        for width in (30, 60, 100):
            for line in shown(MENACE, {"hound": "ogre"}, width=width).splitlines()[1:]:
                assert len(line) <= width

    def test_the_first_line_is_one_line_for_another_program(self) -> None:
        assert shown(MENACE, {"hound": "ogre"}, width=30).splitlines()[0].endswith("only Hound blocks it.")

    def test_color_only_where_it_is_wanted(self) -> None:
        assert "\x1b[" in shown(MENACE, {"hound": "ogre"}, color=True)
        assert "\x1b[" not in shown(MENACE, {"hound": "ogre"})


class TestACaretStandsUnderTheWords:
    def test_on_the_line_they_begin_in(self) -> None:
        assert under("Flying\nCan't be stopped.", (13, 23), 80) == ("Can't be stopped.", " " * 6 + "^" * 10)

    def test_a_long_line_is_cut_around_them(self) -> None:
        line, carets = under("x" * 100 + "HERE" + "y" * 100, (100, 104), 40)
        assert len(line) == 40
        assert line[carets.index("^") : len(carets)] == "HERE"
        assert line.startswith("…")
        assert line.endswith("…")

    def test_at_the_very_end(self) -> None:
        assert under("Can't", (5, 5), 80) == ("Can't", "     ^")
