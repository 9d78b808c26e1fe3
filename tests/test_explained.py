"""Illegal declarations explained: whole texts, from which a player sees what to change and why."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from blockcheck import Judge, load_board
from blockcheck.report.guide import print_explanation
from blockcheck.words import Names
from tests.boards import Blocks, attacker, blocker, board, thing

BLOCKS_EACH_COMBAT = "This creature blocks each combat if able."
MUST_BE_BLOCKED = "This creature must be blocked if able."
LURE = "All creatures able to block this creature do so."
FORESTS = tuple(thing(f"forest{n}", "bob", "Basic Land — Forest", "({T}: Add {G}.)") for n in range(2))


def explained(data: Any, blocks: Blocks, *, pair: tuple[str, str] | None = None, bound: bool = False) -> str:
    """What `explain` prints, without the blanks that fill lines."""
    judge, out = Judge(load_board(data)), StringIO()
    console = Console(file=out, width=110, no_color=True, highlight=False)
    print_explanation(console, Names(judge.board), judge.explain(blocks, pair=pair, bound=bound), pair)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


class TestTenIllegalDeclarations:
    def test_menace_takes_two(self) -> None:
        assert explained(
            board(attacker("ogre", "Menace"), blocker("hound", BLOCKS_EACH_COMBAT), blocker("bear")),
            {"hound": "ogre"},
        ) == (
            "Illegal (509.1b): Ogre can't be blocked except by two or more creatures (menace, 702.111b); only Hound blocks it.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Also block Ogre with Bear.\n"
            "\n"
            "Why less will not do\n"
            "  To take back what is at fault (don't block Ogre with Hound) is not enough, because Hound blocks each combat\n"
            "  if able (509.1c).\n"
            "\n"
            "In every legal declaration\n"
            "  Hound and Bear block Ogre"
        )

    def test_two_faults_at_once_and_one_creature_is_tapped(self) -> None:
        assert explained(
            board(
                attacker("drake", "Flying"),
                attacker("shade", "Fear"),
                blocker("bear", tapped=True),
                blocker("wolf"),
                blocker("spider", "Reach"),
            ),
            {"bear": "drake", "wolf": "shade"},
        ) == (
            "Illegal (509.1a, 509.1b): three faults.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Don't block Drake with Bear; don't block Shade with Wolf.\n"
            "\n"
            "What is wrong\n"
            "  1. Bear is tapped (509.1a). To mend it: don't block Drake with Bear.\n"
            "  2. Drake can't be blocked except by creatures with flying or reach (flying, 702.9b); Bear blocks it. To mend\n"
            "     it: don't block Drake with Bear.\n"
            "  3. Shade can't be blocked except by artifact creatures and/or black creatures (fear, 702.36b); Wolf blocks\n"
            "     it. To mend it: don't block Shade with Wolf.\n"
            "\n"
            "In no legal declaration\n"
            "  Bear or Wolf blocks Drake or Shade\n"
            "  Spider blocks Shade"
        )

    def test_a_lure_and_one_that_must_be_blocked_besides(self) -> None:
        assert explained(
            board(attacker("elf", LURE), attacker("boar", MUST_BE_BLOCKED), blocker("bear"), blocker("wolf")),
            {"bear": "boar", "wolf": "boar"},
        ) == (
            "Illegal (509.1c): 1 of 3 requirements obeyed, but a legal declaration obeys 2.\n"
            "\n"
            "Why\n"
            "  Not obeyed by Bear and Wolf: all creatures able to block Elf do so (one requirement for each)\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Block Elf instead of Boar with Bear.\n"
            "  Or: block Elf instead of Boar with Wolf.\n"
            "\n"
            "What the first way leaves undone, and why that is allowed\n"
            "  “Wolf must block Elf” can't be obeyed together with “Boar must be blocked if able” and “Bear must block\n"
            "  Elf”, because Bear and Wolf can each block only one creature (509.1a)"
        )

    def test_all_creatures_or_none(self) -> None:
        assert explained(
            board(
                attacker(
                    "titan",
                    "This creature can't be blocked unless all creatures defending player controls block it.",
                ),
                attacker("imp"),
                blocker("bear"),
                blocker("wolf"),
                blocker("ox"),
            ),
            {"bear": "titan", "wolf": "imp"},
        ) == (
            "Illegal (509.1b): Titan can't be blocked unless all creatures defending player controls block it; only Bear blocks it.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Don't block Titan with Bear."
        )

    def test_only_one_may_block_and_two_have_to(self) -> None:
        assert explained(
            board(
                attacker("knight"),
                attacker("imp"),
                thing("hush", "alice", "Artifact", "No more than one creature can block each combat."),
                blocker("bear"),
                blocker("hound", BLOCKS_EACH_COMBAT),
                effects=[
                    {
                        "text": "Target creature blocks this creature this turn if able.",
                        "source": "knight",
                        "targets": ["bear"],
                    }
                ],
            ),
            {"hound": "imp", "bear": "knight"},
        ) == (
            "Illegal (509.1b): No more than one creature can block because of Hush; Bear and Hound block.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Don't block Imp with Hound.\n"
            "  Or: don't block Knight with Bear.\n"
            "\n"
            "What the first way leaves undone, and why that is allowed\n"
            "  “Hound blocks each combat if able” can't be obeyed together with “Bear blocks Knight if able, by an effect\n"
            "  of Knight”, because no more than one creature can block because of Hush (509.1b)\n"
            "\n"
            "In no legal declaration\n"
            "  Bear blocks Imp"
        )

    def test_whoever_pays_must_obey(self) -> None:
        assert explained(
            board(
                attacker("elf", LURE),
                attacker("imp"),
                blocker("giant", "This creature can't block unless you pay {2}."),
                blocker("bear"),
                *FORESTS,
            ),
            {"giant": "imp", "bear": "elf"},
        ) == (
            "Illegal (509.1c): 1 of 2 requirements obeyed, but a legal declaration obeys 2.\n"
            "\n"
            "Why\n"
            "  1. Not obeyed by Giant: all creatures able to block Elf do so (one requirement for each)\n"
            "  2. If Giant blocks, it has to obey whatever can be obeyed; if bob leaves Giant out, fewer requirements have\n"
            "     to be obeyed, for nobody is forced to pay (509.1c)\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Don't block Imp with Giant.\n"
            "  Or, with what it costs paid: block Elf instead of Imp with Giant.\n"
            "\n"
            "In every legal declaration\n"
            "  Bear blocks Elf\n"
            "\n"
            "In no legal declaration\n"
            "  Giant or Bear blocks Imp"
        )

    def test_cant_block_alone(self) -> None:
        assert explained(
            board(
                attacker("imp"),
                attacker("ogre"),
                blocker("pup", "This creature can't block alone."),
                blocker("bear"),
            ),
            {"pup": "imp"},
        ) == (
            "Illegal (509.1b): Pup can't block alone.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Also block Imp with Bear.\n"
            "  Or: also block Ogre with Bear.\n"
            "  Or: don't block Imp with Pup."
        )

    def test_no_more_than_one_may_block_it_and_a_lure_beside_it(self) -> None:
        assert explained(
            board(
                attacker(
                    "stalker", "This creature can't be blocked by more than one creature.\n" + MUST_BE_BLOCKED
                ),
                attacker("elf", LURE),
                blocker("bear"),
                blocker("wolf"),
                blocker("ox"),
            ),
            {"bear": "stalker", "wolf": "stalker"},
            pair=("bear", "elf"),
        ) == (
            "Illegal (509.1b): Stalker can't be blocked by more than one creature; Bear and Wolf block it.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Block Elf instead of Stalker with Wolf; also block Elf with Ox.\n"
            "  Or: block Elf instead of Stalker with Bear; also block Elf with Ox.\n"
            "\n"
            "What each change of the first way is for\n"
            "  1. Block Elf instead of Stalker with Wolf, because Stalker can't be blocked by more than one creature\n"
            "     (509.1b) and Wolf must block Elf (509.1c).\n"
            "  2. Also block Elf with Ox, because Ox must block Elf (509.1c).\n"
            "\n"
            "Why less will not do\n"
            "  To take back what is at fault (don't block Stalker with Bear and Wolf) is not enough, because Stalker must\n"
            "  be blocked if able (509.1c) and Wolf and Ox must block Elf (509.1c).\n"
            "\n"
            "What the first way leaves undone, and why that is allowed\n"
            "  “Bear must block Elf” can't be obeyed together with “Stalker must be blocked if able” and “Wolf and Ox must\n"
            "  block Elf”, because Bear, Wolf and Ox can each block only one creature (509.1a)\n"
            "\n"
            "Possible\n"
            "  Bear blocks Elf in some legal declaration"
        )

    def test_by_two_or_more_against_a_flier_that_must_be_blocked(self) -> None:
        assert explained(
            board(
                attacker("rhino", "This creature must be blocked by two or more creatures if able."),
                attacker("drake", "Flying\n" + MUST_BE_BLOCKED),
                blocker("spider", "Reach"),
                blocker("bear"),
            ),
            {"bear": "rhino"},
            bound=True,
            pair=("spider", "rhino"),
        ) == (
            "Illegal (509.1c): 0 of 2 requirements obeyed, but a legal declaration obeys 1.\n"
            "\n"
            "Why\n"
            "  1. Not obeyed: Rhino must be blocked by two or more creatures if able\n"
            "  2. Not obeyed: Drake must be blocked if able\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Also block Rhino with Spider.\n"
            "  Or: also block Drake with Spider.\n"
            "\n"
            "What the first way leaves undone, and why that is allowed\n"
            "  “Drake must be blocked if able” can't be obeyed together with “Rhino must be blocked by two or more\n"
            "  creatures if able”, because Spider can block only one creature (509.1a) and Drake can't be blocked except by\n"
            "  creatures with flying or reach (flying, 702.9b)\n"
            "\n"
            "Possible\n"
            "  Spider blocks Rhino in some legal declaration\n"
            "\n"
            "Why no declaration obeys more\n"
            "  At most one of two requirements can be obeyed (Rhino must be blocked by two or more creatures if able; Drake\n"
            "  must be blocked if able), because Spider can block only one creature (509.1a) and Drake can't be blocked\n"
            "  except by creatures with flying or reach (flying, 702.9b)\n"
            "\n"
            "In no legal declaration\n"
            "  Bear blocks Drake"
        )

    def test_a_creature_blocks_more_than_it_can(self) -> None:
        assert explained(
            board(
                attacker("ogre"),
                attacker("imp"),
                blocker("bear"),
                blocker("watch", "This creature can block an additional creature each combat."),
            ),
            {"bear": ["ogre", "imp"], "watch": ["ogre", "imp"]},
        ) == (
            "Illegal (509.1a): Bear blocks Ogre and Imp, but can block only one creature.\n"
            "\n"
            "To make it legal with the fewest changes\n"
            "  Don't block Imp with Bear.\n"
            "  Or: don't block Ogre with Bear."
        )


class TestManyCreaturesAreToldTogether:
    def test_those_that_a_text_binds_alike_in_one_breath(self) -> None:
        data = board(attacker("boar", MUST_BE_BLOCKED, count=9), blocker("bear", count=3))
        assert explained(data, {"bear#1": "boar#1", "bear#2": "boar#2", "bear#3": "boar#3"}, bound=True) == (
            "Legal: 3 of 9 requirements obeyed, and no legal declaration obeys more.\n"
            "\n"
            "What is left undone, and why that is allowed\n"
            "  “Boar (boar#4 to boar#9) must be blocked if able” can't be obeyed together with “Boar (boar#1 to boar#3)\n"
            "  must be blocked if able”, because Bear (bear#1 to bear#3) can each block only one creature (509.1a)\n"
            "\n"
            "Why no declaration obeys more\n"
            "  At most three of nine requirements can be obeyed (Boar (boar#1 to boar#9) must be blocked if able), because\n"
            "  Bear (bear#1 to bear#3) can each block only one creature (509.1a)"
        )
