"""805.10d (and c, e): a team with shared turns declares one combined block; other teams do not (809.3)."""

from __future__ import annotations

from typing import Any

from blockcheck import Verdict
from tests.boards import Blocks, Entry, attacker, blocker, board, judged, thing

TEAMS = [
    {"id": "alice", "team": "red"},
    {"id": "dave", "team": "red"},
    {"id": "bob", "team": "blue"},
    {"id": "carol", "team": "blue"},
]


def hers(name: str, text: str = "", **more: Any) -> Entry:
    """An untapped creature of carol's."""
    return blocker(name, text, **more) | {"controller": "carol"}


def team(*permanents: Entry, blocks: Blocks, player: str = "bob", **more: Any) -> Verdict:
    return judged(board(*permanents, players=TEAMS, **more), blocks, player=player)


class TestATeamBlocksTogether:
    def test_creatures_of_either_player_block_attackers_of_any_of_them(self) -> None:
        permanents = (attacker("ogre"), attacker("imp", attacking="carol"), blocker("bear"), hers("cat"))
        verdict = team(*permanents, blocks={"cat": "ogre", "bear": "imp"})
        assert (verdict.legal, verdict.player) == (True, ("bob", "carol"))
        assert team(*permanents, blocks={"cat": "ogre"}, player="carol").legal is True

    def test_what_attacks_a_planeswalker_or_battle_of_either(self) -> None:
        walker = thing("sage", "carol", "Planeswalker — Sage")
        siege = thing("siege", "alice", "Battle — Siege", protector="carol")
        permanents = (attacker("ogre", attacking="sage"), attacker("imp", attacking="siege"), walker, siege)
        assert team(*permanents, blocker("bear"), blocker("fox"), blocks={"bear": "ogre", "fox": "imp"}).legal

    def test_the_block_is_judged_as_a_whole(self) -> None:
        permanents = (attacker("ogre", "Menace"), blocker("bear"), hers("cat"))
        assert team(*permanents, blocks={"bear": "ogre", "cat": "ogre"}).legal is True
        assert team(*permanents, blocks={"bear": "ogre"}).stage == "509.1b"

    def test_a_cap_on_blockers_counts_all_of_it(self) -> None:
        dusk = thing("dusk", "alice", "Enchantment", "No more than one creature can block each combat.")
        permanents = (attacker("ogre"), blocker("bear"), hers("cat"), dusk)
        assert team(*permanents, blocks={"bear": "ogre", "cat": "ogre"}).stage == "509.1b"
        each = "Each opponent can't block with more than one creature each combat."
        permanents = (
            attacker("ogre"),
            blocker("bear"),
            hers("cat"),
            thing("grate", "alice", "Enchantment", each),
        )
        assert team(*permanents, blocks={"bear": "ogre", "cat": "ogre"}).legal is True

    def test_requirements_bind_everybody(self) -> None:
        lure = "All creatures able to block this creature do so."
        permanents = (attacker("ogre", lure), blocker("bear"), hers("cat"))
        verdict = team(*permanents, blocks={"bear": "ogre"})
        assert (verdict.stage, verdict.obeyed, verdict.maximum) == ("509.1c", 1, 2)


class TestTheDefendingPlayerIsWhomThatAttackerAttacks:
    WALK = "Swampwalk"

    def test_landwalk(self) -> None:
        swamp = thing("swamp", "carol", "Basic Land — Swamp")
        permanents = (attacker("ogre", self.WALK), blocker("bear"), hers("cat"), swamp)
        assert team(*permanents, blocks={"cat": "ogre"}).legal is True
        mine = swamp | {"controller": "bob"}
        assert team(*permanents[:3], mine, blocks={"cat": "ogre"}).legal is False

    def test_conditions_of_an_attacker(self) -> None:
        text = "This creature can't be blocked as long as defending player controls an artifact."
        relic = thing("relic", "carol", "Artifact")
        permanents = (
            attacker("ogre", text),
            attacker("imp", text, attacking="carol"),
            blocker("bear"),
            relic,
        )
        assert team(*permanents, blocks={"bear": "ogre"}).legal is True
        assert team(*permanents, blocks={"bear": "imp"}).legal is False


class TestTheDefendingPlayerPaysForWhatAttacksThem:
    ONCE = "This creature can't be blocked unless defending player pays {1}."
    EACH = (
        "This creature can't be blocked unless defending player pays {1} for each creature they control that's "
        "blocking it."
    )
    FOREST = thing("forest", "bob", "Basic Land — Forest")

    def test_whoever_controls_the_blocker(self) -> None:
        permanents = (attacker("ogre", self.ONCE), blocker("bear"), hers("cat"), self.FOREST)
        verdict = team(*permanents, blocks={"cat": "ogre"})
        assert (verdict.legal, verdict.costs.payment) == (True, ({"activate": "forest", "add": "G"},))
        assert [item.message for item in verdict.costs.items] == [
            "Ogre can't be blocked unless bob pays {1} (509.1d)"
        ]
        carols = self.FOREST | {"controller": "carol"}
        assert team(*permanents[:3], carols, blocks={"cat": "ogre"}).stage == "509.1d"

    def test_once_however_many_block(self) -> None:
        permanents = (attacker("ogre", self.ONCE), blocker("bear"), hers("cat"), self.FOREST)
        assert team(*permanents, blocks={"bear": "ogre", "cat": "ogre"}).legal is True

    def test_for_each_of_their_own_creatures_where_it_says_so(self) -> None:
        permanents = (attacker("ogre", self.EACH), blocker("bear"), blocker("fox"), hers("cat"), self.FOREST)
        assert team(*permanents, blocks={"bear": "ogre", "cat": "ogre"}).legal is True
        assert team(*permanents, blocks={"bear": "ogre", "fox": "ogre"}).stage == "509.1d"
        verdict = team(*permanents[:4], blocks={"cat": "ogre"})
        assert (verdict.legal, [total.price.mana for total in verdict.costs.totals]) == (True, ["{0}"])

    def test_of_each_attacker_for_itself(self) -> None:
        permanents = (
            attacker("ogre", self.ONCE, attacking="carol"),
            attacker("imp", self.ONCE),
            blocker("bear"),
            hers("cat"),
            self.FOREST,
        )
        verdict = team(*permanents, blocks={"bear": "ogre", "cat": "imp"})
        assert (verdict.stage, [lack.payer for lack in verdict.costs.shortfall]) == ("509.1d", ["carol"])
        assert team(*permanents, blocks={"cat": "imp"}).legal is True


class TestTheAttackingPlayerControlsThatAttacker:
    def test_conditions_of_a_blocker(self) -> None:
        text = "This creature can't block unless attacking player controls an artifact."
        theirs = attacker("imp") | {"controller": "dave"}
        relic = thing("relic", "dave", "Artifact")
        permanents = (attacker("ogre"), theirs, blocker("bear", text), relic)
        assert team(*permanents, blocks={"bear": "imp"}).legal is True
        assert team(*permanents, blocks={"bear": "ogre"}).legal is False


class TestTeamsWithoutSharedTurnsBlockForThemselves:
    def test_as_in_emperor(self) -> None:
        permanents = (attacker("ogre"), attacker("imp", attacking="carol"), blocker("bear"), hers("cat"))
        data = board(*permanents, players=TEAMS, shared_team_turns=False)
        assert judged(data, {"bear": "ogre"}, player="bob").legal is True
        verdict = judged(data, {"cat": "ogre"}, player="carol")
        assert (verdict.legal, verdict.stage, verdict.player) == (False, "509.1a", "carol")
