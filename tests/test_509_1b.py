"""509.1b: restrictions. Each kind of effect decides a board, both ways."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import attacker, blocker, board, judged, thing


def stage(*permanents: Any, blocks: Any, **more: Any) -> str | None:
    """The stage at which the declaration fails; None where it is legal."""
    verdict = judged(board(*permanents, **more), blocks)
    assert verdict.legal is (verdict.stage is None), verdict
    return verdict.stage


EVASION = [
    # the attacker's text, a blocker that may block it, a blocker that may not
    ("Flying", {"text": "Reach"}, {"text": "Vigilance"}),
    ("Flying", {"text": "Flying"}, {"text": "Shadow"}),
    ("Horsemanship", {"text": "Horsemanship"}, {"text": "Flying"}),
    ("Shadow", {"text": "Shadow"}, {"text": "Flying"}),
    ("", {"text": "Flying"}, {"text": "Shadow"}),
    ("Fear", {"type_line": "Artifact Creature — Golem"}, {}),
    ("Fear", {"colors": ["B", "G"]}, {"colors": []}),
    ("Intimidate", {"colors": ["G"]}, {"colors": ["W"]}),
    ("Intimidate", {"type_line": "Artifact Creature — Golem", "colors": []}, {"colors": []}),
    ("Skulk", {"power": 2}, {"power": 3}),
    ("Protection from white", {"colors": ["G"]}, {"colors": ["W", "G"]}),
    ("Protection from white and from blue", {"colors": ["G"]}, {"colors": ["U"]}),
    ("Protection from artifacts", {}, {"type_line": "Artifact Creature — Golem"}),
    ("Protection from Walls", {}, {"type_line": "Creature — Wall"}),
    ("Protection from multicolored", {}, {"colors": ["W", "G"]}),
    ("This creature can't be blocked by Walls.", {}, {"type_line": "Creature — Wall"}),
    ("This creature can't be blocked by creatures with power 3 or greater.", {"power": 2}, {"power": 3}),
    ("This creature can't be blocked by artifact creatures.", {}, {"type_line": "Artifact Creature — Golem"}),
    ("This creature can't be blocked except by Walls.", {"type_line": "Creature — Wall"}, {}),
    (
        "This creature can't be blocked except by artifact creatures and/or white creatures.",
        {"colors": ["W"]},
        {"colors": ["B"]},
    ),
    ("", {}, {"text": "This creature can't block."}),
    ("", {}, {"text": "Decayed"}),
    ("", {"text": "Unleash"}, {"text": "Unleash", "counters": {"+1/+1": 1}}),
    ("", {}, {"designations": ["suspected"]}),
    ("", {}, {"designations": ["detained"]}),
    ("", {"text": "Defender"}, {"text": "This creature can block only creatures with flying."}),
    ("Flying", {"text": "Flying\nThis creature can block only creatures with flying."}, {}),
]


class TestAnEvasionAbilityRestrictsWhatCanBlock:
    @pytest.mark.parametrize(("text", "able", "unable"), EVASION)
    def test_it_decides_both_ways(self, text: str, able: dict[str, Any], unable: dict[str, Any]) -> None:
        assert stage(attacker("ogre", text), blocker("bear", **able), blocks={"bear": "ogre"}) is None
        assert stage(attacker("ogre", text), blocker("bear", **unable), blocks={"bear": "ogre"}) == "509.1b"

    @pytest.mark.parametrize(
        ("text", "land"),
        [
            ("Swampwalk", {"type_line": "Basic Land — Swamp"}),
            ("Islandwalk", {"type_line": "Land — Plains Island"}),
            ("Nonbasic landwalk", {"type_line": "Land"}),
            ("Legendary landwalk", {"type_line": "Legendary Land"}),
            ("Snow landwalk", {"type_line": "Snow Land"}),
            ("Desertwalk", {"type_line": "Land — Desert"}),
        ],
    )
    def test_landwalk_asks_for_the_defending_players_land(self, text: str, land: dict[str, str]) -> None:
        mine, theirs = (thing("land", player, **land) for player in ("bob", "alice"))
        assert stage(attacker("ogre", text), blocker("bear"), mine, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(attacker("ogre", text), blocker("bear"), theirs, blocks={"bear": "ogre"}) is None
        plains = thing("field", "bob", "Basic Land — Plains")
        assert stage(attacker("ogre", text), blocker("bear"), plains, blocks={"bear": "ogre"}) is None

    def test_different_evasion_abilities_are_cumulative(self) -> None:
        ghost = attacker("ghost", "Flying\nShadow")
        assert stage(ghost, blocker("bird", "Flying"), blocks={"bird": "ghost"}) == "509.1b"
        assert stage(ghost, blocker("bird", "Shadow"), blocks={"bird": "ghost"}) == "509.1b"
        assert stage(ghost, blocker("bird", "Flying\nShadow"), blocks={"bird": "ghost"}) is None

    def test_a_blockers_own_protection_is_no_restriction(self) -> None:
        bear = blocker("bear", "Protection from green")
        assert stage(attacker("ogre"), bear, blocks={"bear": "ogre"}) is None


class TestOrThatItCantBlockUnlessSomeConditionIsMet:
    def test_menace(self) -> None:
        permanents = (attacker("ogre", "Menace"), blocker("bear"), blocker("cat"))
        assert stage(*permanents, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) is None
        assert stage(*permanents, blocks={}) is None

    def test_three_or_more(self) -> None:
        text = "This creature can't be blocked except by three or more creatures."
        permanents = (attacker("ogre", text), blocker("bear"), blocker("cat"), blocker("dog"))
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "ogre", "dog": "ogre"}) is None

    def test_no_more_than_one(self) -> None:
        text = "This creature can't be blocked by more than one creature."
        permanents = (attacker("ogre", text), blocker("bear"), blocker("cat"))
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"cat": "ogre"}) is None

    def test_alone(self) -> None:
        permanents = (
            attacker("ogre"),
            attacker("imp"),
            blocker("bear", "This creature can't attack or block alone."),
            blocker("cat"),
        )
        assert stage(*permanents, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "imp"}) is None

    def test_greater_power_also_blocks(self) -> None:
        text = "This creature can't block unless a creature with greater power also blocks."
        permanents = (
            attacker("ogre"),
            blocker("bear", text),
            blocker("cat", power=2),
            blocker("dog", power=3),
        )
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"bear": "ogre", "dog": "ogre"}) is None

    def test_a_cap_on_all_blockers(self) -> None:
        warden = thing("warden", "alice", "Enchantment", "No more than one creature can block each combat.")
        permanents = (attacker("ogre"), attacker("imp"), blocker("bear"), blocker("cat"), warden)
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "imp"}) == "509.1b"
        assert stage(*permanents, blocks={"cat": "imp"}) is None

    def test_all_creatures_or_none(self) -> None:
        text = "This creature can't be blocked unless all creatures defending player controls block it."
        permanents = (attacker("ogre", text), blocker("bear"), blocker("cat"))
        assert stage(*permanents, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) is None
        tapped = (*permanents, blocker("dog", tapped=True))
        assert stage(*tapped, blocks={"bear": "ogre", "cat": "ogre"}) == "509.1b"

    def test_unless_you_control(self) -> None:
        bear = blocker(
            "bear", "This creature can't block unless you control another creature with power 4 or greater."
        )
        assert stage(attacker("ogre"), bear, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(attacker("ogre"), bear, blocker("giant", power=4), blocks={"bear": "ogre"}) is None

    def test_more_creatures_than_attacking_player(self) -> None:
        bear = blocker(
            "bear", "This creature can't block unless you control more creatures than attacking player."
        )
        assert stage(attacker("ogre"), bear, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(attacker("ogre"), bear, blocker("cat"), blocks={"bear": "ogre"}) is None


class TestGrantsAndLosses:
    def test_granted_flying_and_lost_flying(self) -> None:
        wind = thing("wind", "alice", "Enchantment", "Creatures you control have flying.")
        calm = thing(
            "calm",
            "bob",
            "Enchantment",
            "Creatures your opponents control lose flying and can't have or gain flying.",
        )
        permanents = (attacker("ogre"), blocker("bear"))
        assert stage(*permanents, wind, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(*permanents, wind, calm, blocks={"bear": "ogre"}) is None
        assert stage(*permanents, calm, wind, blocks={"bear": "ogre"}) is None

    def test_current_text_is_not_changed_again(self) -> None:
        wind = thing("wind", "alice", "Enchantment", "Creatures you control have flying.")
        permanents = (attacker("ogre"), blocker("bear"), wind)
        assert stage(*permanents, blocks={"bear": "ogre"}, text_is="current") is None

    def test_an_aura_speaks_of_what_it_is_on(self) -> None:
        chain = thing(
            "chain",
            "alice",
            "Enchantment — Aura",
            "Enchant creature\nEnchanted creature can't block.",
            attached_to="bear",
        )
        permanents = (attacker("ogre"), blocker("bear"), blocker("cat"), chain)
        assert stage(*permanents, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"cat": "ogre"}) is None

    def test_keyword_counters(self) -> None:
        permanents = (
            attacker("ogre", counters={"flying": 1}),
            blocker("bear"),
            blocker("bird", counters={"reach": 1}),
        )
        assert stage(*permanents, blocks={"bear": "ogre"}) == "509.1b"
        assert stage(*permanents, blocks={"bird": "ogre"}) is None


class TestAnAsThoughLiftsOneReason:
    def test_shadow_but_not_flying(self) -> None:
        text = "This creature can block creatures with shadow as though this creature had shadow."
        permanents = (
            attacker("ghost", "Shadow"),
            attacker("wraith", "Shadow\nFlying"),
            blocker("bear", text),
        )
        assert stage(*permanents, blocks={"bear": "ghost"}) is None
        assert stage(*permanents, blocks={"bear": "wraith"}) == "509.1b"

    def test_reach_against_some_attackers(self) -> None:
        text = "This creature can block Drakes as though it had reach."
        drake = attacker("drake", "Flying", type_line="Creature — Drake")
        permanents = (drake, attacker("bird", "Flying"), blocker("bear", text))
        assert stage(*permanents, blocks={"bear": "drake"}) is None
        assert stage(*permanents, blocks={"bear": "bird"}) == "509.1b"

    def test_a_permission_takes_nothing_away(self) -> None:
        text = "Shadow\nThis creature can block creatures with shadow as though they didn't have shadow."
        assert stage(attacker("ghost", "Shadow"), blocker("shade", text), blocks={"shade": "ghost"}) is None


class TestADesignationRestricts:
    def test_a_ring_bearer(self) -> None:
        bearer = attacker("ogre", power=2, designations=["ring-bearer"])
        assert stage(bearer, blocker("bear", power=3), blocks={"bear": "ogre"}) == "509.1b"
        assert stage(bearer, blocker("bear", power=2), blocks={"bear": "ogre"}) is None

    def test_a_suspected_attacker_has_menace(self) -> None:
        suspect = attacker("ogre", designations=["suspected"])
        assert stage(suspect, blocker("bear"), blocks={"bear": "ogre"}) == "509.1b"
