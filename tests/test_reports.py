"""What players of other programs report: stuck games and wrong blocks, each as a small board with its way out.

The numbers are those of the reports in the project's survey of other programs; the boards are our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from blockcheck import Judge, load_board
from tests.boards import Blocks, Entry, attacker, blocker, board, thing

BLOCKS_EACH_COMBAT = "This creature blocks each combat if able."
MUST_BE_BLOCKED = "This creature must be blocked if able."
LURE = "All creatures able to block this creature do so."
ONE_BLOCKER = "No more than one creature can block each combat."
ALL_OR_NONE = "This creature can't be blocked unless all creatures defending player controls block it."
BLOCK_KNIGHT = {
    "text": "Target creature blocks this creature this turn if able.",
    "source": "knight",
    "targets": ["bear"],
}


def hush(controller: str = "bob") -> Entry:
    return thing("hush", controller, "Artifact", ONE_BLOCKER)


@dataclass(frozen=True)
class Report:
    """A board, the declarations that are legal, and those that are not: each with its stage and its way out."""

    number: str
    board: Any
    legal: tuple[Blocks, ...]
    illegal: tuple[tuple[Blocks, str, str], ...]
    player: str = "bob"


REPORTS = [
    Report(
        "1: everybody has to block, and one creature is not enough",
        board(
            attacker("ogre", "Menace"),
            thing("melee", "alice", "Enchantment", "All creatures block each combat if able."),
            blocker("bear"),
        ),
        ({},),
        (({"bear": "ogre"}, "509.1b", "don't block Ogre with Bear"),),
    ),
    Report(
        "2: a creature that has to block, alone against menace",
        board(attacker("ogre", "Menace"), blocker("zealot", BLOCKS_EACH_COMBAT)),
        ({},),
        (({"zealot": "ogre"}, "509.1b", "don't block Ogre with Zealot"),),
    ),
    Report(
        "3: tokens that have menace from elsewhere",
        board(
            attacker("pride"),
            attacker("twin"),
            thing("banner", "alice", "Enchantment", "Creatures you control have menace."),
            blocker("bear"),
            blocker("wolf"),
        ),
        ({"bear": "pride", "wolf": "pride"}, {}),
        (({"bear": "pride", "wolf": "twin"}, "509.1b", "block Pride instead of Twin with Wolf"),),
    ),
    Report(
        "4: must be blocked, with menace, by too few",
        board(attacker("brute", f"Menace\n{MUST_BE_BLOCKED}"), blocker("bear")),
        ({},),
        (({"bear": "brute"}, "509.1b", "don't block Brute with Bear"),),
    ),
    Report(
        "5: forced to block a creature with menace where only one may block",
        board(
            attacker("knight", "Menace"),
            hush(),
            blocker("bear"),
            blocker("wolf"),
            effects=[BLOCK_KNIGHT],
        ),
        ({},),
        (
            ({"bear": "knight"}, "509.1b", "don't block Knight with Bear"),
            ({"bear": "knight", "wolf": "knight"}, "509.1b", "don't block Knight with Bear and Wolf"),
        ),
    ),
    Report(
        "6: a spell makes a creature with menace must be blocked",
        board(
            attacker("bull", "Menace"),
            attacker("imp"),
            blocker("bear"),
            blocker("wolf"),
            effects=[
                {
                    "text": "Target creature must be blocked this turn if able.",
                    "targets": ["bull"],
                    "controller": "alice",
                }
            ],
        ),
        ({"bear": "bull", "wolf": "bull"},),
        (
            ({}, "509.1c", "also block Bull with Bear and Wolf"),
            ({"bear": "bull"}, "509.1b", "also block Bull with Wolf"),
            ({"bear": "imp"}, "509.1c", "block Bull instead of Imp with Bear; also block Bull with Wolf"),
        ),
    ),
    Report(
        "7: must be blocked, with menace, by enough",
        board(
            attacker("maid", f"Menace\n{MUST_BE_BLOCKED}"), blocker("bear"), blocker("wolf"), blocker("ox")
        ),
        ({"bear": "maid", "ox": "maid"}, {"bear": "maid", "wolf": "maid", "ox": "maid"}),
        (
            ({}, "509.1c", "also block Maid with Bear and Wolf"),
            ({"ox": "maid"}, "509.1b", "also block Maid with Bear"),
        ),
    ),
    Report(
        "8: one creature put before menace is told, not undone",
        board(attacker("ogre", "Menace"), blocker("bear"), blocker("wolf")),
        ({"bear": "ogre", "wolf": "ogre"},),
        (({"bear": "ogre"}, "509.1b", "also block Ogre with Wolf"),),
    ),
    Report(
        "9: must be blocked is not blocked by everybody",
        board(attacker("chief", MUST_BE_BLOCKED), attacker("imp"), blocker("bear"), blocker("wolf")),
        ({"bear": "chief", "wolf": "imp"}, {"bear": "chief"}, {"bear": "chief", "wolf": "chief"}),
        (({"wolf": "imp"}, "509.1c", "also block Chief with Bear"),),
    ),
    Report(
        "10: one creature does not satisfy a lure for all",
        board(attacker("siren", LURE), blocker("bear"), blocker("wolf")),
        ({"bear": "siren", "wolf": "siren"},),
        (({"bear": "siren"}, "509.1c", "also block Siren with Wolf"),),
    ),
    Report(
        "11: blocking somebody else does not satisfy provoke",
        board(attacker("knight"), attacker("imp"), blocker("bear"), blocker("wolf"), effects=[BLOCK_KNIGHT]),
        ({"bear": "knight"}, {"bear": "knight", "wolf": "imp"}),
        (({"bear": "imp"}, "509.1c", "block Knight instead of Imp with Bear"),),
    ),
    Report(
        "12: a provoked creature cannot be left out",
        board(attacker("knight"), blocker("bear"), effects=[BLOCK_KNIGHT]),
        ({"bear": "knight"},),
        (({}, "509.1c", "also block Knight with Bear"),),
    ),
    Report(
        "13: a lure on a creature that attacks",
        board(attacker("viper", LURE), blocker("bear"), blocker("owl", "Flying")),
        ({"bear": "viper", "owl": "viper"},),
        (({}, "509.1c", "also block Viper with Bear and Owl"),),
    ),
    Report(
        "13: a lure on a creature that does not attack",
        board(
            attacker("imp"),
            thing("viper", "alice", "Creature — Snake", LURE, power=1, toughness=1),
            blocker("bear"),
        ),
        ({}, {"bear": "imp"}),
        (({"bear": "viper"}, "509.1a", "don't block Viper with Bear"),),
    ),
    Report(
        "14: must be blocked, and one possible blocker is tapped",
        board(attacker("fiend", MUST_BE_BLOCKED), blocker("bear", tapped=True), blocker("wolf")),
        ({"wolf": "fiend"},),
        (
            ({}, "509.1c", "also block Fiend with Wolf"),
            ({"bear": "fiend"}, "509.1a", "don't block Fiend with Bear; also block Fiend with Wolf"),
        ),
    ),
    Report(
        "15: a lure on the defender's side asks nothing of its own blocks",
        board(attacker("drake", "Flying"), blocker("decoy", LURE)),
        ({},),
        (({"decoy": "drake"}, "509.1b", "don't block Drake with Decoy"),),
    ),
    Report(
        "16: an Aura makes its creature must be blocked",
        board(
            attacker("ogre"),
            attacker("imp"),
            thing(
                "mask",
                "alice",
                "Enchantment — Aura",
                "Enchant creature\nEnchanted creature must be blocked if able.",
                attached_to="ogre",
            ),
            blocker("bear"),
        ),
        ({"bear": "ogre"},),
        (({"bear": "imp"}, "509.1c", "block Ogre instead of Imp with Bear"),),
    ),
    Report(
        "17: a lure and must be blocked together, three blockers",
        board(
            attacker("elf", LURE),
            attacker("boar", MUST_BE_BLOCKED),
            *map(blocker, ("bear", "wolf", "ox")),
        ),
        ({"bear": "elf", "wolf": "elf", "ox": "elf"}, {"bear": "elf", "wolf": "elf", "ox": "boar"}),
        (
            ({"bear": "elf", "wolf": "boar", "ox": "boar"}, "509.1c", "block Elf instead of Boar with Wolf"),
            ({}, "509.1c", "also block Elf with Bear, Wolf and Ox"),
        ),
    ),
    Report(
        "17: a lure and must be blocked together, one blocker",
        board(attacker("elf", LURE), attacker("boar", MUST_BE_BLOCKED), blocker("bear")),
        ({"bear": "elf"}, {"bear": "boar"}),
        (({}, "509.1c", "also block Elf with Bear"),),
    ),
    Report(
        "18: no more than one creature may block it",
        board(
            attacker("stalker", "This creature can't be blocked by more than one creature."),
            blocker("bear"),
            blocker("wolf"),
        ),
        ({}, {"wolf": "stalker"}),
        (({"bear": "stalker", "wolf": "stalker"}, "509.1b", "don't block Stalker with Wolf"),),
    ),
    Report(
        "19: all creatures block it, or none",
        board(attacker("titan", ALL_OR_NONE), blocker("bear"), blocker("wolf")),
        ({}, {"bear": "titan", "wolf": "titan"}),
        (({"bear": "titan"}, "509.1b", "also block Titan with Wolf"),),
    ),
    Report(
        "20: no more than one creature, for each defending player: the first",
        TWO_DEFENDERS := board(
            attacker("ogre"),
            attacker("imp", attacking="carol"),
            hush("alice"),
            blocker("bear"),
            blocker("wolf"),
            blocker("ox", controller="carol"),
            blocker("cow", controller="carol"),
            players=("alice", "bob", "carol"),
        ),
        ({"bear": "ogre"},),
        (({"bear": "ogre", "wolf": "ogre"}, "509.1b", "don't block Ogre with Wolf"),),
    ),
    Report(
        "20: no more than one creature, for each defending player: the second",
        TWO_DEFENDERS,
        ({"ox": "imp"},),
        (({"ox": "imp", "cow": "imp"}, "509.1b", "don't block Imp with Cow"),),
        player="carol",
    ),
    Report(
        "21: three or more, and menace",
        board(
            attacker("razor", "Menace\nThis creature can't be blocked except by three or more creatures."),
            *map(blocker, ("bear", "wolf", "ox")),
        ),
        ({}, {"bear": "razor", "wolf": "razor", "ox": "razor"}),
        (({"bear": "razor", "wolf": "razor"}, "509.1b", "also block Razor with Ox"),),
    ),
    Report(
        "22: one that can't block alone, where only one may block",
        board(
            attacker("ogre"),
            attacker("imp"),
            hush(),
            blocker("bear"),
            blocker("pup", "This creature can't block alone."),
        ),
        ({}, {"bear": "ogre"}),
        (
            ({"pup": "imp"}, "509.1b", "don't block Imp with Pup"),
            ({"bear": "ogre", "pup": "imp"}, "509.1b", "don't block Imp with Pup"),
        ),
    ),
]


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.number)
class TestNobodyIsStuck:
    def test_what_is_legal_is_accepted(self, report: Report) -> None:
        legal = Judge(load_board(report.board)).legal.by(report.player)
        for blocks in report.legal:
            assert blocks in legal

    def test_what_is_not_is_refused_with_a_way_out(self, report: Report) -> None:
        judge = Judge(load_board(report.board))
        for blocks, stage, way_out in report.illegal:
            verdict = judge.check(blocks, player=report.player)
            assert (verdict.legal, verdict.stage) == (False, stage)
            assert verdict.nearest is not None
            assert verdict.nearest.message == way_out
            assert verdict.nearest.blocks in judge.legal.by(report.player)

    def test_options_lead_from_nothing_to_a_legal_declaration(self, report: Report) -> None:
        judge = Judge(load_board(report.board))
        chosen: dict[str, list[str]] = {}
        while not (options := judge.options(chosen, player=report.player)).legal_now:
            assert options.attackers is not None
            blocker, attackers = next((b, a) for b, a in options.attackers.items() if a)
            chosen.setdefault(blocker, []).append(str(attackers[0]))
        assert chosen in judge.legal.by(report.player)


def test_every_report_has_a_board() -> None:
    assert sorted({int(report.number.partition(":")[0]) for report in REPORTS}) == list(range(1, 23))
