"""Where a rule without search offers a block and the rules of the game do not.

The rule: offer a pair when no restriction forbids it by itself and the attacker can be blocked by as many creatures as
it needs. It is what a real client shows (`../shared/arena`), and what most programs do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from blockcheck import Judge, load_board
from blockcheck.answers.rows import open_rows
from blockcheck.theory import Each, Kind, Theory, bits
from tests.boards import Entry, attacker, blocker, board, thing

BLOCKS_EACH_COMBAT = "This creature blocks each combat if able."
MUST_BE_BLOCKED = "This creature must be blocked if able."
LURE = "All creatures able to block this creature do so."
NOT_ALONE = "This creature can't block alone."
TWO_BLOCKS = "This creature can block an additional creature each combat."
TOLL = "This creature can't block unless you pay {2}."
FORESTS = tuple(thing(f"forest{n}", "bob", "Basic Land — Forest", "({T}: Add {G}.)") for n in range(2))


def cap(n: str) -> Entry:
    return thing("hush", "alice", "Artifact", f"No more than {n} can block each combat.")


def must_block(blocker: str, attacker: str) -> dict[str, Any]:
    """A resolved effect: this creature blocks that one if able."""
    return {
        "text": "Target creature blocks this creature this turn if able.",
        "source": attacker,
        "targets": [blocker],
    }


@dataclass(frozen=True)
class Position:
    """A board, the blocks chosen so far, and pairs that only the rule without search offers."""

    title: str
    board: Any
    not_offered: tuple[tuple[str, str], ...]
    chosen: dict[str, str] = field(default_factory=dict)


POSITIONS = [
    Position(
        "a lure binds its creature",
        board(attacker("elf", LURE), attacker("imp"), blocker("bear")),
        (("bear", "imp"),),
    ),
    Position(
        "one creature for one that must be blocked",
        board(attacker("boar", MUST_BE_BLOCKED), attacker("imp"), blocker("bear")),
        (("bear", "imp"),),
    ),
    Position(
        "a provoked creature",
        board(attacker("knight"), attacker("imp"), blocker("bear"), effects=[must_block("bear", "knight")]),
        (("bear", "imp"),),
    ),
    Position(
        "the second creature for menace is lured away",
        board(
            attacker("ogre", "Menace"),
            attacker("knight"),
            blocker("bear"),
            blocker("wolf"),
            effects=[must_block("wolf", "knight")],
        ),
        (("bear", "ogre"), ("wolf", "ogre")),
    ),
    Position(
        "menace that must be blocked takes both",
        board(
            attacker("ogre", f"Menace\n{MUST_BE_BLOCKED}"), attacker("imp"), blocker("bear"), blocker("wolf")
        ),
        (("bear", "imp"), ("wolf", "imp")),
    ),
    Position(
        "menace where only one may block",
        board(attacker("ogre", "Menace"), cap("one creature"), blocker("bear"), blocker("wolf")),
        (("bear", "ogre"), ("wolf", "ogre")),
    ),
    Position(
        "only one may block, and one has to",
        board(attacker("imp"), cap("one creature"), blocker("hound", BLOCKS_EACH_COMBAT), blocker("bear")),
        (("bear", "imp"),),
    ),
    Position(
        "two may block, and menace that must be blocked takes both",
        board(
            attacker("ogre", f"Menace\n{MUST_BE_BLOCKED}"),
            attacker("imp"),
            cap("two creatures"),
            *map(blocker, ("bear", "wolf", "ox")),
        ),
        (("bear", "imp"), ("wolf", "imp"), ("ox", "imp")),
    ),
    Position(
        "all creatures or none, and one is bound elsewhere",
        board(
            attacker(
                "titan",
                "This creature can't be blocked unless all creatures defending player controls block it.",
            ),
            attacker("knight"),
            blocker("bear"),
            blocker("wolf"),
            effects=[must_block("wolf", "knight")],
        ),
        (("bear", "titan"), ("wolf", "titan")),
    ),
    Position(
        "can't block alone, and the other is tapped",
        board(attacker("imp"), blocker("pup", NOT_ALONE), blocker("bear", tapped=True)),
        (("pup", "imp"),),
    ),
    Position(
        "can't block alone, and the other can't reach anybody",
        board(attacker("drake", "Flying"), blocker("owl", f"Reach\n{NOT_ALONE}"), blocker("bear")),
        (("owl", "drake"),),
    ),
    Position(
        "can't block alone, where only one may block",
        board(attacker("imp"), cap("one creature"), blocker("pup", NOT_ALONE), blocker("bear")),
        (("pup", "imp"),),
    ),
    Position(
        "needs two others, and there is one",
        board(
            attacker("imp"),
            blocker("coward", "This creature can't block unless at least two other creatures block."),
            blocker("bear"),
        ),
        (("coward", "imp"),),
    ),
    Position(
        "needs a stronger one, and that one is tapped",
        board(
            attacker("imp"),
            blocker(
                "squire",
                "This creature can't block unless a creature with greater power also blocks.",
                power=1,
            ),
            blocker("bear", tapped=True, power=3),
            blocker("cub", power=1),
        ),
        (("squire", "imp"),),
    ),
    Position(
        "two blocks, and two lures take them",
        board(attacker("elf", LURE), attacker("siren", LURE), attacker("imp"), blocker("watch", TWO_BLOCKS)),
        (("watch", "imp"),),
    ),
    Position(
        "whoever pays must obey",
        board(attacker("elf", LURE), attacker("imp"), blocker("giant", TOLL), *FORESTS),
        (("giant", "imp"),),
    ),
    Position(
        "a toll that can't be paid",
        board(attacker("imp"), blocker("giant", TOLL), FORESTS[0]),
        (("giant", "imp"),),
    ),
    Position(
        "must be blocked by two or more",
        board(
            attacker("rhino", "This creature must be blocked by two or more creatures if able."),
            attacker("imp"),
            blocker("bear"),
            blocker("wolf"),
        ),
        (("bear", "imp"), ("wolf", "imp")),
    ),
    Position(
        "three or more, and must be blocked",
        board(
            attacker(
                "razor",
                f"This creature can't be blocked except by three or more creatures.\n{MUST_BE_BLOCKED}",
            ),
            attacker("imp"),
            *map(blocker, ("bear", "wolf", "ox")),
        ),
        (("bear", "imp"), ("wolf", "imp"), ("ox", "imp")),
    ),
    Position(
        "only one of two can reach the flier",
        board(
            attacker("drake", f"Flying\n{MUST_BE_BLOCKED}"),
            attacker("boar", MUST_BE_BLOCKED),
            blocker("spider", "Reach"),
            blocker("bear"),
        ),
        (("spider", "boar"),),
    ),
    Position(
        "three creatures, each needed for one of three",
        board(
            attacker("drake", f"Flying\n{MUST_BE_BLOCKED}"),
            attacker("shade", f"Fear\n{MUST_BE_BLOCKED}"),
            attacker("boar", MUST_BE_BLOCKED),
            blocker("spider", "Reach"),
            blocker("imp", "Flying", colors=["B"]),
            blocker("bear"),
        ),
        (("spider", "boar"), ("imp", "drake"), ("imp", "boar")),
    ),
    Position(
        "must be blocked by a kind of creature of which there is one",
        board(
            attacker("ram", "This creature must be blocked by a Wall if able."),
            attacker("imp"),
            blocker("rampart", type_line="Creature — Wall"),
            blocker("bear"),
        ),
        (("rampart", "imp"),),
    ),
    Position(
        "one has been put before menace, and only one can join",
        board(attacker("ogre", "Menace"), attacker("imp"), blocker("bear"), blocker("wolf")),
        (("wolf", "imp"),),
        {"bear": "ogre"},
    ),
    Position(
        "one is blocked, and no more than one may be",
        board(attacker("ogre"), attacker("imp"), cap("one creature"), blocker("bear"), blocker("wolf")),
        (("wolf", "ogre"), ("wolf", "imp")),
        {"bear": "imp"},
    ),
    Position(
        "one of two joins against menace, and the other takes what must be blocked",
        board(
            attacker("ram", "Menace"),
            attacker("boar", MUST_BE_BLOCKED),
            attacker("imp"),
            *map(blocker, ("bear", "wolf", "ox")),
        ),
        (("wolf", "imp"), ("ox", "imp")),
        {"bear": "ram"},
    ),
]


def offered_without_search(theory: Theory, chosen: dict[str, str]) -> set[tuple[str, str]]:
    """What the rule without search offers to creatures that have not been chosen."""
    possible = {
        (blocker, attacker) for blocker, row in enumerate(open_rows(theory)) for attacker in bits(row)
    }
    needs = dict.fromkeys(range(len(theory.attackers)), 1)
    for _, sentence in theory.of(Kind.RESTRICTION):
        if sentence.guard and (sentence.each is Each.ATTACKER or sentence.guard.attackers.bit_count() == 1):
            for attacker in bits(sentence.guard.attackers):
                needs[attacker] = max(needs[attacker], sentence.lo)
    free = {blocker for blocker in theory.blockers if blocker not in chosen}
    return {
        (theory.blockers[b], theory.attackers[a])
        for b, a in possible
        if theory.blockers[b] in free and sum(1 for _, other in possible if other == a) >= needs[a]
    }


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.title)
class TestOptionsAreThoseOfTheRulesOfTheGame:
    def test_not_those_of_the_pairs(self, position: Position) -> None:
        judge = Judge(load_board(position.board))
        options = judge.options(position.chosen)
        assert options.attackers is not None
        offered = {
            (b, str(a))
            for b, attackers in options.attackers.items()
            for a in attackers
            if b not in position.chosen
        }
        without_search = offered_without_search(judge.theories()[0], position.chosen)
        assert without_search - offered == set(position.not_offered)
        assert offered <= without_search

    def test_no_legal_declaration_has_those_that_are_left_out(self, position: Position) -> None:
        legal = list(Judge(load_board(position.board)).legal)
        assert legal
        for pair in position.not_offered:
            wanted = {**position.chosen, pair[0]: pair[1]}
            assert not any(all(a in blocks.get(b, ()) for b, a in wanted.items()) for blocks in legal)


def test_there_are_more_than_twenty_boards() -> None:
    assert len(POSITIONS) > 20
