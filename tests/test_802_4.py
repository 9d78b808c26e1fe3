"""802.4 (and a, b): several defending players declare in turn order, each judged alone."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Verdict, check, load_board
from blockcheck.errors import DeclarationError
from tests.boards import Entry, attacker, blocker, board, thing

PLAYERS = ("alice", "bob", "carol", "dave")
LURE = "All creatures able to block this creature do so."


def hers(name: str, text: str = "", **more: Any) -> Entry:
    """An untapped creature of carol's."""
    return blocker(name, text, **more) | {"controller": "carol"}


def declared(*made: tuple[str, dict[str, Any]], permanents: tuple[Entry, ...]) -> Verdict:
    declarations = [{"player": player, "blocks": blocks} for player, blocks in made]
    return check(board(*permanents, players=PLAYERS, declarations=declarations))


BOTH = (attacker("ogre"), attacker("imp", attacking="carol"), blocker("bear"), hers("cat"))


class TestEachDefendingPlayerDeclaresInTurnOrder:
    def test_all_of_them(self) -> None:
        verdict = declared(("bob", {"bear": "ogre"}), ("carol", {"cat": "imp"}), permanents=BOTH)
        assert (verdict.legal, verdict.notes) == (True, ())
        assert [one.player for one in verdict.declarations or ()] == ["bob", "carol"]

    def test_the_wrong_order_is_told(self) -> None:
        with pytest.raises(DeclarationError) as caught:
            declared(("carol", {}), ("bob", {}), permanents=BOTH)
        assert caught.value.message == (
            'declarations[1].player: "bob" declares too late; expected declarations in turn order (bob, carol) (802.4)'
        )

    def test_turn_order_begins_with_the_active_player(self) -> None:
        data = {
            "players": ["carol", "alice", "bob"],
            "active_player": "alice",
            "permanents": list(BOTH),
            "declarations": [{"player": "bob", "blocks": {}}, {"player": "carol", "blocks": {}}],
        }
        assert check(data).legal is True

    def test_a_second_declaration_is_told(self) -> None:
        with pytest.raises(DeclarationError) as caught:
            declared(("bob", {}), ("bob", {}), permanents=BOTH)
        assert caught.value.message == (
            'declarations[1].player: "bob" declares here and in declarations[0]; expected one declaration a side'
        )

    def test_a_missing_one_is_told(self) -> None:
        verdict = declared(("bob", {"bear": "ogre"}), permanents=BOTH)
        assert verdict.legal is True
        assert [note.message for note in verdict.notes] == [
            "carol is attacked too and has not declared (802.4)"
        ]

    def test_one_whom_nothing_attacks_may_declare_no_blocks(self) -> None:
        verdict = declared(("bob", {}), ("carol", {}), ("dave", {}), permanents=BOTH)
        assert verdict.legal is True
        wolf = blocker("wolf") | {"controller": "dave"}
        blocks = {"wolf": "ogre"}
        verdict = declared(("bob", {}), ("carol", {}), ("dave", blocks), permanents=(*BOTH, wolf))
        assert (verdict.legal, verdict.stage) == (False, "509.1a")

    def test_one_illegal_declaration_is_enough(self) -> None:
        lured = (attacker("ogre", LURE), *BOTH[1:])
        verdict = declared(("bob", {}), ("carol", {"cat": "imp"}), permanents=lured)
        assert (verdict.legal, verdict.stage) == (False, "509.1c")
        assert [one.legal for one in verdict.declarations or ()] == [False, True]


class TestAPlayerBlocksWithTheirOwnCreaturesOnly:
    def test_with_a_creature_of_another_player(self) -> None:
        verdict = declared(("bob", {"cat": "ogre"}), permanents=BOTH)
        assert (verdict.legal, verdict.broken[0].message) == (
            False,
            "Cat can't be chosen: carol controls it (509.1a)",
        )

    def test_an_attacker_of_another_player(self) -> None:
        verdict = declared(("bob", {"bear": "imp"}), permanents=BOTH)
        assert verdict.broken[0].message == "Imp is attacking carol, not bob (509.1a, 802.4a)"

    def test_what_attacks_their_planeswalker_or_the_battle_they_protect(self) -> None:
        walker = thing("sage", "bob", "Planeswalker — Sage")
        siege = thing("siege", "alice", "Battle — Siege", protector="bob")
        permanents = (
            attacker("ogre", attacking="sage"),
            attacker("imp", attacking="siege"),
            walker,
            siege,
            blocker("bear"),
            blocker("fox"),
            hers("cat"),
        )
        assert declared(("bob", {"bear": "ogre", "fox": "imp"}), permanents=permanents).legal is True


class TestTheCombatOfOthersIsIgnored:
    def test_creatures_that_others_declare(self) -> None:
        menace = (attacker("ogre", "Menace"), *BOTH[1:])
        verdict = declared(("bob", {"bear": "ogre"}), ("carol", {"cat": "imp"}), permanents=menace)
        assert [one.stage for one in verdict.declarations or ()] == ["509.1b", None]

    def test_requirements_about_attackers_of_others(self) -> None:
        lured = (attacker("ogre"), attacker("imp", LURE, attacking="carol"), *BOTH[2:])
        assert declared(("bob", {}), ("carol", {"cat": "imp"}), permanents=lured).legal is True

    def test_a_cap_counts_each_declaration_by_itself(self) -> None:
        dusk = thing("dusk", "alice", "Enchantment", "No more than one creature can block each combat.")
        verdict = declared(("bob", {"bear": "ogre"}), ("carol", {"cat": "imp"}), permanents=(*BOTH, dusk))
        assert verdict.legal is True
        each = thing(
            "grate",
            "alice",
            "Enchantment",
            "Each opponent can't block with more than one creature each combat.",
        )
        fox = blocker("fox")
        made = ("bob", {"bear": "ogre", "fox": "ogre"}), ("carol", {"cat": "imp"})
        verdict = declared(*made, permanents=(*BOTH, fox, each))
        assert [one.legal for one in verdict.declarations or ()] == [False, True]

    def test_their_permanents_still_count_for_conditions(self) -> None:
        alone = "As long as this creature is attacking alone, it can't be blocked."
        two = (attacker("ogre", alone), *BOTH[1:])
        assert declared(("bob", {"bear": "ogre"}), ("carol", {}), permanents=two).legal is True
        one = (attacker("ogre", alone), blocker("bear"))
        assert declared(("bob", {"bear": "ogre"}), permanents=one).legal is False

    def test_each_player_pays_for_their_own(self) -> None:
        tax = thing("gate", "alice", "Enchantment", "Creatures can't block unless their controller pays {1}.")
        forest = thing("forest", "bob", "Basic Land — Forest")
        made = ("bob", {"bear": "ogre"}), ("carol", {"cat": "imp"})
        verdict = declared(*made, permanents=(*BOTH, tax, forest))
        assert [one.stage for one in verdict.declarations or ()] == [None, "509.1d"]
        assert (verdict.costs.payable, [lack.payer for lack in verdict.costs.shortfall]) == (False, ["carol"])


class TestAPlayerInTwoTeams:
    def test_is_the_same_player_twice(self) -> None:
        players = [
            {"id": "alice", "team": "red"},
            {"id": "bob", "team": "blue"},
            {"id": "bob", "team": "red"},
            {"id": "dave", "team": "red"},
        ]
        from blockcheck.errors import InputError

        with pytest.raises(InputError) as caught:
            load_board(board(*BOTH, players=players))
        assert 'players[2]: the id "bob" is also that of players[1]' in caught.value.message
