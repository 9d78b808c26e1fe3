"""What wordings do on a board once they are in force: piles, several opponents, "as though" both ways, and values taken as given."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import Entry, attacker, blocker, board, judged, thing


def legal(text: str, *permanents: Entry, blocks: dict[str, str] | None = None, **more: Any) -> bool | None:
    """Whether Bear may block Ogre, who has this text."""
    asked = {"bear": "ogre"} if blocks is None else blocks
    return judged(board(attacker("ogre", text), *permanents, **more), asked).legal


class TestConditionsInForce:
    @pytest.mark.parametrize(
        ("condition", "walls", "active", "expected"),
        [
            ("you control a Wall or it's your turn", 0, "alice", False),
            ("you control a Wall or it's not your turn", 1, "alice", False),
            ("you control a Wall or it's not your turn", 0, "alice", True),
            ("no opponent controls a Wall", 1, "alice", False),
            ("no opponent controls two or more creatures", 0, "alice", False),
            ("no opponent controls a creature", 0, "alice", True),
        ],
    )
    def test_decide(self, condition: str, walls: int, active: str, expected: bool) -> None:
        own = [thing("wall", "alice", "Artifact — Wall")] if walls else []
        text = f"This creature can't be blocked as long as {condition}."
        assert legal(text, blocker("bear"), *own) is expected

    @pytest.mark.parametrize(
        ("graveyard", "expected"),
        [
            (["Zap", "Bolt"], None),
            ([{"name": "Zap", "type_line": "Instant"}, {"name": "Wave", "type_line": "Sorcery"}], False),
            ([{"name": "Zap", "type_line": "Instant"}, {"name": "Gnat", "type_line": "Creature"}], True),
            ([], True),
        ],
    )
    def test_cards_of_two_types_are_counted_in_the_graveyard(self, graveyard: Any, expected: Any) -> None:
        """And not among the permanents, where no instant ever is."""
        text = "This creature can't be blocked as long as there are two or more instant and/or sorcery cards in your graveyard."
        players = ({"id": "alice", "graveyard": graveyard}, "bob")
        assert legal(text, blocker("bear"), players=players) is expected


class TestBasePowerIsAFactOfTheBoard:
    TEXT = "This creature can't be blocked by creatures with base power 1 or less."

    @pytest.mark.parametrize(("base", "expected"), [(1, False), (2, True)])
    def test_that_decides(self, base: int, expected: bool) -> None:
        verdict = judged(
            board(attacker("ogre", self.TEXT), blocker("bear", facts={"base_power": base})), {"bear": "ogre"}
        )
        assert (verdict.legal, verdict.notes) == (expected, ())

    def test_that_is_asked_for(self) -> None:
        verdict = judged(board(attacker("ogre", self.TEXT), blocker("bear")), {"bear": "ogre"})
        assert verdict.legal is None
        assert [q.field for q in verdict.questions] == ["permanents[1].facts.base_power"]


class TestPilesArePlainRestrictionsOnceALabelIsChosen:
    RIVER = "That creature can't be blocked this combat except by creatures with flying and creatures in a pile with the chosen label."
    FALL = "Only creatures in the pile of that player's choice can block this turn."

    def divided(self, label: str | None, bear: str | None, text: str = "", **chosen: Any) -> Any:
        ogre = attacker("ogre", chosen={"label": label}) if label else attacker("ogre")
        pile: dict[str, Any] = {"chosen": {"label": bear}} if bear else {}
        effect = {"text": self.RIVER, "controller": "alice", "it": ["ogre"], **chosen}
        return judged(board(ogre, blocker("bear", text, **pile), effects=[effect]), {"bear": "ogre"})

    @pytest.mark.parametrize(
        ("label", "bear", "expected"), [("left", "left", True), ("left", "right", False)]
    )
    def test_the_label_chosen_for_each_attacker(self, label: str, bear: str, expected: bool) -> None:
        assert self.divided(label, bear).legal is expected

    @pytest.mark.parametrize(
        ("label", "bear", "expected"), [("left", "left", True), ("right", "left", False)]
    )
    def test_the_label_chosen_for_the_effect(self, label: str, bear: str, expected: bool) -> None:
        assert self.divided(None, bear, chosen={"label": label}).legal is expected

    def test_the_attackers_own_label_goes_first(self) -> None:
        assert self.divided("left", "left", chosen={"label": "right"}).legal is True

    def test_two_attackers_each_with_its_own(self) -> None:
        ogres = [
            attacker(name, chosen={"label": label}) for name, label in (("ogre", "left"), ("giant", "right"))
        ]
        effect = {"text": self.RIVER, "controller": "alice", "it": ["ogre", "giant"]}
        data = board(*ogres, blocker("bear", chosen={"label": "left"}), effects=[effect])
        assert [judged(data, {"bear": name}).legal for name in ("ogre", "giant")] == [True, False]

    def test_a_flyer_is_in_no_pile(self) -> None:
        assert self.divided("left", None, "Flying").legal is True

    def test_a_label_that_is_missing_is_asked_for(self) -> None:
        assert [q.field for q in self.divided("left", None).questions] == ["permanents[1].chosen.label"]
        assert [q.field for q in self.divided(None, "left").questions] == ["effects[0].chosen.label"]

    @pytest.mark.parametrize(("choice", "expected"), [("one", True), ("two", False), (None, None)])
    def test_the_pile_that_may_block(self, choice: str | None, expected: bool | None) -> None:
        chosen = {"chosen": {"label": choice}} if choice else {}
        effect = {"text": self.FALL, "controller": "alice", "it": ["bob"], **chosen}
        bear = blocker("bear", chosen={"label": "one"})
        assert judged(board(attacker("ogre"), bear, effects=[effect]), {"bear": "ogre"}).legal is expected


class TestWhoeverChoosesTheBlocksIsNamed:
    @pytest.mark.parametrize("when", ["this turn", "each combat"])
    def test_the_attacking_player(self, when: str) -> None:
        text = f"The attacking player chooses how each creature blocks {when}."
        shrine = thing("shrine", "bob", "Enchantment", text if when == "each combat" else "")
        effects = [] if when == "each combat" else [{"text": text, "controller": "bob"}]
        verdict = judged(board(attacker("ogre"), blocker("bear"), shrine, effects=effects), {"bear": "ogre"})
        assert (verdict.legal, verdict.unread) == (True, ())
        (note,) = verdict.notes
        assert "lets alice choose the blocks" in note.message


class TestSeveralOpponentsAreAskedAboutOneByOne:
    """Alice attacks bob; carol is her other opponent."""

    def evades(self, condition: str, bob: dict[str, Any], carol: dict[str, Any], *more: Entry) -> bool:
        players = ({"id": "alice", "life": 20}, {"id": "bob", **bob}, {"id": "carol", **carol})
        text = f"This creature can't be blocked as long as {condition}."
        verdict = judged(
            board(attacker("ogre", text), blocker("bear"), *more, players=players), {"bear": "ogre"}
        )
        assert verdict.legal is not None
        return not verdict.legal

    @pytest.mark.parametrize(
        ("bob", "carol", "one", "each"), [(0, 3, True, False), (0, 0, True, True), (2, 1, False, False)]
    )
    def test_cards_in_hand(self, bob: int, carol: int, one: bool, each: bool) -> None:
        hands = {"hand_size": bob}, {"hand_size": carol}
        assert self.evades("an opponent has no cards in hand", *hands) is one
        assert self.evades("each opponent has no cards in hand", *hands) is each

    @pytest.mark.parametrize(
        ("bob", "carol", "one", "each"), [(15, 25, True, False), (15, 19, True, True), (30, 30, False, False)]
    )
    def test_life(self, bob: int, carol: int, one: bool, each: bool) -> None:
        lives = {"life": bob}, {"life": carol}
        assert self.evades("you have more life than an opponent", *lives) is one
        assert self.evades("you have more life than each opponent", *lives) is each

    def test_poison_is_not_added_up(self) -> None:
        two_each = {"counters": {"poison": 2}}
        assert self.evades("an opponent has three or more poison counters", two_each, two_each) is False
        assert self.evades("an opponent has two or more poison counters", two_each, {}) is True

    def test_permanents_are_added_up_only_where_it_says_so(self) -> None:
        walls = [thing(f"{who} wall", who, "Artifact — Wall") for who in ("bob", "carol")]
        assert self.evades("an opponent controls two or more Walls", {}, {}, *walls) is False
        assert self.evades("your opponents control two or more Walls", {}, {}, *walls) is True
        assert self.evades("each opponent controls a Wall", {}, {}, *walls) is True
        assert self.evades("each opponent controls a Wall", {}, {}, walls[0]) is False


class TestEnchantedPlayer:
    TEXT = "Enchant player\nCreatures enchanted player controls can't block."

    @pytest.mark.parametrize(("whom", "expected"), [("bob", False), ("alice", True)])
    def test_only_their_creatures(self, whom: str, expected: bool) -> None:
        curse = thing("curse", "alice", "Enchantment — Aura Curse", self.TEXT, attached_to=whom)
        assert legal("", blocker("bear"), curse) is expected


class TestAsThoughItLackedAKeyword:
    """Shadow works both ways (702.28b): what lacks it counts for the blocker where it is said of the blocker."""

    @pytest.mark.parametrize(
        ("bear", "ogre", "expected"),
        [
            ("Shadow", "", False),
            ("Shadow\nThis creature can block as though it didn't have shadow.", "", True),
            ("Shadow\nThis creature can block as though it didn't have shadow.", "Shadow", True),
            ("Shadow\nThis creature can block as though it didn't have shadow.", "Flying", False),
            ("This creature can block as though it didn't have shadow.", "Shadow", False),
            (
                "This creature can block creatures with shadow as though they didn't have shadow.",
                "Shadow",
                True,
            ),
            ("This creature can block as though it had shadow.", "Shadow", True),
        ],
    )
    def test_the_blocker_and_the_attacker(self, bear: str, ogre: str, expected: bool) -> None:
        assert legal(ogre, blocker("bear", bear)) is expected

    @pytest.mark.parametrize(
        ("ogre", "expected"),
        [
            ("Shadow\nThis creature can be blocked as though it didn't have shadow.", True),
            ("Flying\nThis creature can be blocked as though it didn't have shadow.", False),
            (
                "Flying\nThis creature can be blocked by creatures with defender as though it didn't have flying.",
                False,
            ),
        ],
    )
    def test_an_attacker_that_can_be_blocked(self, ogre: str, expected: bool) -> None:
        assert legal(ogre, blocker("bear")) is expected

    def test_of_several(self) -> None:
        banner = thing(
            "banner", "bob", "Artifact", "Creatures you control can block as though they didn't have shadow."
        )
        assert legal("", blocker("bear", "Shadow"), banner) is True


class TestValuesThatATextWouldChangeAreTakenAsGivenAndNamed:
    @pytest.mark.parametrize(
        ("text", "note"),
        [
            ("Creatures you control are black.", "colors of Bear"),
            ("All creatures are colorless.", "colors of Ogre and Bear"),
            ("Creatures you control are all colors.", "colors of Bear"),
            ("Each creature you control is every creature type.", "types of Bear"),
            ("All lands are Swamps.", "types of Grove"),
            ("Nonbasic lands are Mountains.", "types of Grove"),
            ("Each land is a Swamp in addition to its other land types.", "types of Grove"),
            ("As long as it's your turn, enchanted creature is black.", None),
            ("As long as it's not your turn, enchanted creature is black.", "colors of Bear"),
            (
                "Enchanted creature is a 4/4 blue Elemental.",
                "power, toughness, types and colors of Bear",
            ),
            ("Enchanted creature has base power and toughness 1/1.", "power and toughness of Bear"),
            (
                "Enchanted creature is a colorless 0/1 Insect.",
                "power, toughness, types and colors of Bear",
            ),
            ("Enchanted creature isn't a creature.", "types of Bear"),
            ("You control enchanted creature.", "control of Bear"),
        ],
    )
    def test_notes(self, text: str, note: str | None) -> None:
        aura = thing("aura", "bob", "Enchantment — Aura", text, attached_to="bear")
        grove = thing("grove", "bob", "Land")
        verdict = judged(board(attacker("ogre"), blocker("bear"), aura, grove), {"bear": "ogre"})
        assert verdict.legal is True
        said = () if note is None else (f"Aura's “{text}” is taken as already applied to {note}",)
        assert tuple(note.message for note in verdict.notes) == said

    def test_what_comes_with_it_is_given(self) -> None:
        aura = thing(
            "aura",
            "alice",
            "Enchantment — Aura",
            "Enchanted creature is a 3/3 Drake with flying.",
            attached_to="ogre",
        )
        assert legal("", blocker("bear"), aura) is False
        aura["oracle_text"] = (
            "Enchanted creature is a Drake with base power and toughness 3/3, flying, and haste."
        )
        assert legal("", blocker("bear"), aura) is not True
