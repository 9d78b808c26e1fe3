"""The board format: every field of it, what it means, and what is filled in where it is left out."""

import json
import pickle
from pathlib import Path
from typing import Any, ClassVar

import jsonschema
import pytest

from blockcheck.board import Attack, Board, Permanent, ZoneCard
from blockcheck.board.given import Activate, Discard, PutCounter
from blockcheck.loading import load_board, load_declaration

BRUTE = {"id": "brute", "controller": "alice", "power": 4, "attacking": "bob"}
HOUND = {"id": "hound", "controller": "bob", "power": 2}
BEAR = {"id": "bear", "controller": "bob", "power": 2}
PLAIN: dict[str, Any] = {"players": ["alice", "bob"], "permanents": [BRUTE, HOUND, BEAR]}

EVERYTHING: dict[str, Any] = {
    "format": "blockcheck/board/1",
    "id": 17,
    "players": [
        "alice",
        {
            "id": "bob", "team": "blue", "life": -3, "hand_size": 0, "graveyard": ["Forest", {"name": "Bear"}], "exile": 4,
            "mana_pool": {"G": 2, "U": 1}, "counters": {"poison": 3}, "speed": 2, "ring_tempted": 1,
            "designations": ["monarch"], "facts": {"spells_cast_this_turn": 2, "descended": True, "ratio": 0.5},
        },
    ],
    "active_player": "alice",
    "shared_team_turns": False,
    "text_is": "current",
    "turn": {
        "player": "alice", "phase": "combat", "step": "declare_blockers", "combat_phase": 2, "skipped": ["draw", "ending"],
        "attackers_declared": True, "blockers_declared": False, "attacked": ["bob"],
    },
    "permanents": [
        {
            "id": "brute", "controller": "alice", "owner": "bob", "name": "Loud Brute", "type_line": "Legendary Creature — Ogre",
            "oracle_text": "Menace", "power": "4", "toughness": 3, "colors": ["G", "R"], "keywords": ["Haste"],
            "mana_cost": "{2}{R}", "cmc": 9.0, "face": 0, "tapped": True, "phased_out": False, "face_down": False,
            "token": True, "summoning_sick": True, "counters": {"+1/+1": 2}, "paired_with": "ogre", "attacking": "bob",
            "band": "drums", "designations": ["goaded"], "ignored_by": ["bob"], "facts": {"attacked_this_turn": True},
            "chosen": {"color": "R", "type": "Elf", "player": "bob", "name": "Bear", "number": 3, "parity": "odd", "label": "left"},
            "abilities": [{"kind": "cant_block", "blockers": {"kind": "is", "ref": "this"}, "list": [1, None, [True]]}],
            "text_is": "printed",
        },
        {"id": "ogre", "controller": "alice", "power": 3, "attacking": {"target": None, "defending_player": "bob"}},
        {"id": "siege", "controller": "alice", "type_line": "Battle — Siege", "protector": "bob"},
        {"id": "cloak", "controller": "bob", "type_line": "Enchantment — Aura", "attached_to": "brute"},
        {"id": "hex", "controller": "bob", "type_line": "Enchantment — Aura", "attached_to": "bob"},
        {"id": 5, "controller": "bob", "card": {"name": "Bear", "type_line": "Creature — Bear", "power": "2", "set": "xyz"}},
        {"id": "goblin", "controller": "bob", "power": 1, "count": 3},
    ],
    "effects": [
        {
            "text": "Up to two target creatures block this creature this turn if able.", "source": "brute", "controller": "alice",
            "targets": [5, None, ["goblin#1", "goblin#2"], "bob"], "it": "brute", "affected": ["goblin#3", 5], "x": 3,
            "chosen": {"number": 2},
        },
        {"effect": {"kind": "cant_block"}, "source": "cloak", "it": ["brute", "ogre"]},
    ],
    "declaration": {
        "player": "bob", "blocks": {"goblin#2": ["ogre", "brute"], "5": "brute", "goblin#1": []}, "declared_by": "alice",
        "pay": [
            {"activate": 5, "ability": 0, "add": "G"}, {"tap": 5}, {"sacrifice": "goblin#1"}, {"discard": 1}, {"life": 2},
            {"counter": [5, "-1/-1", 1]}, {"exile": 2}, {"exile": ["Forest"]}, {"decline": "brute"},
        ],
    },
}  # fmt: skip


def one(**fields: Any) -> Permanent:
    """The permanent that an entry with these fields becomes."""
    entry = {"id": "x", "controller": "bob"} | fields
    return load_board({"players": ["alice", "bob"], "permanents": [BRUTE, entry]}).permanents[1]


class TestEveryFieldIsRead:
    board = load_board(EVERYTHING)

    def test_of_the_top_level(self) -> None:
        board = self.board
        assert (board.id, board.text_is, board.active_player, board.shared_team_turns) == (
            17,
            "current",
            "alice",
            False,
        )
        assert (board.turn.player, board.turn.phase, board.turn.step) == (
            "alice",
            "combat",
            "declare_blockers",
        )
        assert (board.turn.combat_phase, board.turn.skipped) == (2, ("draw", "ending"))
        assert (board.turn.attackers_declared, board.turn.blockers_declared) == (True, False)
        assert board.turn.attacked == ("bob",)

    def test_of_a_player(self) -> None:
        bob = self.board.player("bob")
        assert (bob.id, bob.key, bob.team, bob.life, bob.hand_size) == ("bob", "bob", "blue", -3, 0)
        assert bob.graveyard == (ZoneCard("Forest", None, None, None), ZoneCard("Bear", None, None, None))
        assert (bob.exile, bob.mana_pool, bob.counters) == (4, {"G": 2, "U": 1}, {"poison": 3})
        assert (bob.speed, bob.ring_tempted, bob.designations) == (2, 1, ("monarch",))
        assert bob.facts == {"spells_cast_this_turn": 2, "descended": True, "ratio": 0.5}

    def test_of_a_permanent(self) -> None:
        brute = self.board.permanent("brute")
        assert (brute.id, brute.key, brute.entry, brute.controller, brute.owner) == (
            "brute",
            "brute",
            0,
            "alice",
            "bob",
        )
        assert (brute.name, brute.oracle_text, brute.power, brute.toughness) == ("Loud Brute", "Menace", 4, 3)
        assert (brute.supertypes, brute.types, brute.subtypes) == (("legendary",), ("creature",), ("Ogre",))
        assert (brute.colors, brute.keywords, brute.mana_cost, brute.cmc) == (
            ("R", "G"),
            ("Haste",),
            "{2}{R}",
            9,
        )
        assert (brute.tapped, brute.phased_out, brute.face_down, brute.token) == (True, False, False, True)
        assert (brute.summoning_sick, brute.counters, brute.paired_with) == (True, {"+1/+1": 2}, "ogre")
        assert (brute.attacking, brute.band, brute.designations) == (Attack("bob"), "drums", ("goaded",))
        assert (brute.ignored_by, brute.facts, brute.text_is) == (
            ("bob",),
            {"attacked_this_turn": True},
            "printed",
        )
        assert brute.abilities[0]["list"] == (1, None, (True,))

    def test_of_a_choice(self) -> None:
        chosen = self.board.permanent("brute").chosen
        assert chosen is not None
        assert (chosen.color, chosen.type, chosen.player, chosen.name) == ("R", "Elf", "bob", "Bear")
        assert (chosen.number, chosen.parity, chosen.label) == (3, "odd", "left")

    def test_of_an_effect(self) -> None:
        words, typed = self.board.effects
        assert (words.where, words.effect, words.source, words.controller) == (
            "effects[0]",
            None,
            "brute",
            "alice",
        )
        assert words.text == "Up to two target creatures block this creature this turn if able."
        assert words.targets == (("5",), (), ("goblin#1", "goblin#2"), ("bob",))
        assert (words.it, words.affected, words.x) == (("brute",), ("goblin#3", "5"), 3)
        assert words.chosen is not None
        assert words.chosen.number == 2
        assert (typed.text, typed.effect, typed.it) == (None, {"kind": "cant_block"}, ("brute", "ogre"))

    def test_of_a_declaration(self) -> None:
        declaration = self.board.declaration
        assert declaration is not None
        assert (declaration.player, declaration.declared_by, declaration.where) == (
            "bob",
            "alice",
            "declaration",
        )
        assert declaration.pairs == (("5", "brute"), ("goblin#2", "brute"), ("goblin#2", "ogre"))
        assert declaration.pay is not None
        assert declaration.pay[0] == Activate(activate=5, ability=0, add="G")
        assert declaration.pay[3] == Discard(discard=1)
        assert declaration.pay[5] == PutCounter(counter=(5, "-1/-1", 1))


class TestWhatIsLeftOut:
    def test_is_unknown(self) -> None:
        hound = one(power=2)
        unknown = (
            hound.name,
            hound.toughness,
            hound.colors,
            hound.mana_cost,
            hound.cmc,
            hound.summoning_sick,
        )
        assert unknown == (None,) * 6

    def test_or_not_there(self) -> None:
        hound = one(power=2)
        assert (hound.oracle_text, hound.keywords, hound.abilities, hound.designations) == ("", (), (), ())
        assert (hound.counters, hound.facts, hound.ignored_by) == ({}, {}, ())
        assert (hound.attached_to, hound.paired_with, hound.attacking, hound.band, hound.protector) == (
            None,
        ) * 5

    def test_or_false(self) -> None:
        hound = one(power=2)
        assert (hound.tapped, hound.phased_out, hound.face_down, hound.token) == (False,) * 4

    def test_the_owner_is_the_controller(self) -> None:
        assert one(power=2).owner == "bob"

    def test_no_name_is_not_an_unknown_name(self) -> None:
        assert one(power=2, name="").name == ""

    def test_a_player_is_unknown_too(self) -> None:
        alice = load_board(PLAIN).player("alice")
        unknown = (
            alice.team,
            alice.life,
            alice.hand_size,
            alice.graveyard,
            alice.exile,
            alice.speed,
            alice.ring_tempted,
        )
        assert unknown == (None,) * 7
        assert (alice.mana_pool, alice.counters, alice.designations, alice.facts) == ({}, {}, (), {})

    def test_an_effect_is_its_sources_controllers(self) -> None:
        board = load_board(PLAIN | {"effects": [{"text": "Flying", "source": "hound"}, {"text": "Flying"}]})
        assert [effect.controller for effect in board.effects] == ["bob", None]
        assert (board.effects[0].targets, board.effects[0].it, board.effects[0].affected) == (
            None,
            None,
            None,
        )

    def test_the_text_is_printed(self) -> None:
        board = load_board(PLAIN)
        assert (board.text_is, board.permanents[0].text_is) == ("printed", "printed")


class TestPlayersCanBeReadOffTheBoard:
    def test_where_there_are_two(self) -> None:
        board = load_board({"permanents": [BRUTE]})
        assert board.player_keys == ("alice", "bob")

    def test_from_the_declaration(self) -> None:
        board = load_board({"active_player": 1, "permanents": [], "declaration": {"player": 2, "blocks": {}}})
        assert [player.id for player in board.players] == [1, 2]

    def test_a_planeswalker_is_no_player(self) -> None:
        sage = {"id": "sage", "controller": "bob", "type_line": "Planeswalker — Sage"}
        board = load_board({"permanents": [BRUTE | {"attacking": "sage"}, sage]})
        assert board.player_keys == ("alice", "bob")


class TestIdsAreComparedByTheirText:
    board = load_board(
        {
            "players": [1, "2"],
            "permanents": [
                {"id": 10, "controller": "1", "power": 1, "attacking": 2},
                {"id": "11", "controller": 2, "power": 1},
            ],
            "declaration": {"player": 2, "blocks": {"11": "10"}},
        }
    )

    def test_and_come_back_as_they_came(self) -> None:
        assert [player.id for player in self.board.players] == [1, "2"]
        assert [permanent.id for permanent in self.board.permanents] == [10, "11"]

    def test_and_name_each_other(self) -> None:
        assert self.board.permanent("10") is self.board.permanent(10)
        assert self.board.permanents[1].controller == self.board.player("2").key
        assert self.board.declarations[0].pairs == (("11", "10"),)

    def test_also_in_blocks_of_python(self) -> None:
        assert load_declaration({11: [10]}, self.board).pairs == (("11", "10"),)


class TestCount:
    def test_stands_for_identical_permanents(self) -> None:
        board = load_board(
            PLAIN | {"permanents": [BRUTE, {"id": "rat", "controller": "bob", "power": 1, "count": 3}]}
        )
        rats = board.permanents[1:]
        assert [rat.id for rat in rats] == ["rat#1", "rat#2", "rat#3"]
        assert {(rat.entry, rat.power, rat.controller) for rat in rats} == {(1, 1, "bob")}
        assert board.where("rat#3") == "permanents[1]"

    def test_of_one_is_still_counted(self) -> None:
        board = load_board(
            PLAIN | {"permanents": [BRUTE, {"id": "rat", "controller": "bob", "power": 1, "count": 1}]}
        )
        assert board.permanents[1].id == "rat#1"

    def test_of_ten_thousand_shares_what_was_read(self) -> None:
        rats = {"id": "rat", "controller": "bob", "power": 1, "count": 10_000, "counters": {"+1/+1": 1}}
        board = load_board(PLAIN | {"permanents": [BRUTE, rats]})
        assert len(board.permanents) == 10_001
        assert board.permanent("rat#1").counters is board.permanent("rat#10000").counters


class TestTypeLines:
    @pytest.mark.parametrize(
        ("line", "supertypes", "types", "subtypes"),
        [
            ("Creature — Bear", (), ("creature",), ("Bear",)),
            ("Legendary Creature - Time Lord Rogue", ("legendary",), ("creature",), ("Time Lord", "Rogue")),
            ("creature – elf druid", (), ("creature",), ("Elf", "Druid")),
            ("Artifact Creature -- Assembly-Worker", (), ("artifact", "creature"), ("Assembly-Worker",)),
            ("Basic Snow Land — Forest", ("basic", "snow"), ("land",), ("Forest",)),
            ("Land — Urza’s Power-Plant", (), ("land",), ("Urza's", "Power-Plant")),
            ("Token Creature — Goblin", (), ("creature",), ("Goblin",)),
            ("Tribal Enchantment — Elf Aura", (), ("kindred", "enchantment"), ("Elf", "Aura")),
            ("Enchantment", (), ("enchantment",), ()),
        ],
    )
    def test_are_read_with_any_dash(
        self, line: str, supertypes: object, types: object, subtypes: object
    ) -> None:
        x = one(type_line=line)
        assert (x.supertypes, x.types, x.subtypes) == (supertypes, types, subtypes)

    def test_are_creature_where_power_is_given(self) -> None:
        assert (one(power=0).types, one(power=0).is_creature) == (("creature",), True)


class TestPowerIsANumberOrItsText:
    @pytest.mark.parametrize(
        ("power", "value"), [(2, 2), ("2", 2), (-1, -1), ("-1", -1), ("+3", 3), ("07", 7)]
    )
    def test_is(self, power: object, value: int) -> None:
        assert (one(power=power).power, one(power=1, toughness=power).toughness) == (value, value)


class TestColorsAndManaValueComeFromTheManaCost:
    @pytest.mark.parametrize(
        ("cost", "colors", "mana_value"),
        [
            ("", (), 0),
            ("{0}", (), 0),
            ("{2}{G}{W}", ("W", "G"), 4),
            ("{X}{X}{R}", ("R",), 1),
            ("{W/U}{B}", ("W", "U", "B"), 2),
            ("{2/W}{2/W}", ("W",), 4),
            ("{C/G}{C}", ("G",), 2),
            ("{W/P}{G/U/P}", ("W", "U", "G"), 2),
            ("{S}{15}", (), 16),
        ],
    )
    def test_every_symbol(self, cost: str, colors: object, mana_value: int) -> None:
        x = one(power=1, mana_cost=cost)
        assert (x.colors, x.cmc) == (colors, mana_value)

    def test_unless_they_are_given(self) -> None:
        x = one(power=1, mana_cost="{G}", colors=[], cmc=5)
        assert (x.colors, x.cmc) == ((), 5)

    def test_a_token_has_no_mana_value(self) -> None:
        assert (one(power=1, token=True).cmc, one(power=1, token=True).colors) == (0, None)

    def test_but_a_token_copy_has_that_of_its_cost(self) -> None:
        assert one(power=1, token=True, mana_cost="{3}").cmc == 3


class TestAFaceDownPermanent:
    def test_is_a_plain_two_two(self) -> None:
        card = {
            "name": "Sly Ogre",
            "type_line": "Enchantment",
            "power": "5",
            "mana_cost": "{R}",
            "oracle_text": "Flying",
        }
        x = one(face_down=True, name="Sly Ogre", card=card)
        assert (x.name, x.types, x.power, x.toughness) == ("", ("creature",), 2, 2)
        assert (x.oracle_text, x.colors, x.mana_cost, x.cmc, x.keywords) == ("", (), None, 0, ())

    def test_but_for_fields_beside_it(self) -> None:
        x = one(face_down=True, card="Sly Ogre", power=3, oracle_text="Ward {2}", colors=["U"])
        assert (x.power, x.toughness, x.oracle_text, x.colors) == (3, 2, "Ward {2}", ("U",))


def face(name: str, line: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type_line": line, "oracle_text": ""} | fields


class TestACardObject:
    BEAR: ClassVar[dict[str, Any]] = {
        "object": "card",
        "name": "Test Bear",
        "type_line": "Creature — Bear",
        "oracle_text": "Reach",
        "power": "2",
        "toughness": "3",
        "colors": ["G"],
        "keywords": ["Flying"],
        "mana_cost": "{1}{G}",
        "cmc": 2.0,
        "prices": {"usd": None},
    }  # fmt: skip

    def test_gives_its_values(self) -> None:
        x = one(card=self.BEAR)
        assert (x.name, x.types, x.subtypes) == ("Test Bear", ("creature",), ("Bear",))
        assert (x.oracle_text, x.power, x.toughness) == ("Reach", 2, 3)
        assert (x.colors, x.mana_cost, x.cmc) == (("G",), "{1}{G}", 2)

    def test_fields_beside_it_win(self) -> None:
        x = one(
            card=self.BEAR,
            name="Other",
            power=7,
            oracle_text="",
            colors=["R"],
            mana_cost="{5}",
            type_line="Land Creature",
        )
        assert (x.name, x.power, x.toughness, x.oracle_text, x.colors) == ("Other", 7, 3, "", ("R",))
        assert (x.mana_cost, x.cmc, x.types) == ("{5}", 5, ("land", "creature"))

    def test_its_keywords_count_only_without_text(self) -> None:
        bare = {name: value for name, value in self.BEAR.items() if name != "oracle_text"}
        assert one(card=self.BEAR).keywords == ()
        assert one(card=bare).keywords == ("Flying",)
        assert one(card=bare, keywords=["Haste"]).keywords == ("Haste", "Flying")
        assert one(card=bare, oracle_text="Reach").keywords == ()

    def test_a_star_matters_only_on_a_creature(self) -> None:
        assert one(card=self.BEAR | {"power": "*"}, power=4).power == 4
        assert one(card=self.BEAR | {"type_line": "Artifact — Vehicle", "power": "*"}).power is None

    def test_nulls_in_it_are_absent(self) -> None:
        assert one(card=self.BEAR | {"mana_cost": None, "cmc": None}).cmc is None

    def test_a_name_needs_a_card_index(self) -> None:
        entry = {"id": "x", "controller": "bob", "card": "Test Bear"}
        board = load_board({"permanents": [BRUTE, entry]}, cards={"Test Bear": self.BEAR}.__getitem__)
        assert board.permanents[1].name == "Test Bear"
        assert load_board(board.model_dump_json()) == board


class TestACardWithTwoFaces:
    WOLF: ClassVar[dict[str, Any]] = {
        "name": "Test Villager // Test Wolf",
        "layout": "transform",
        "cmc": 3.0,
        "keywords": ["Transform"],
        "card_faces": [
            face("Test Villager", "Creature — Human", power="1", mana_cost="{2}{G}", colors=["G"]),
            face("Test Wolf", "Creature — Wolf", power="4", mana_cost="", colors=["R", "G"], oracle_text="Menace"),
        ],
    }  # fmt: skip

    def test_shows_its_front(self) -> None:
        x = one(card=self.WOLF)
        assert (x.name, x.subtypes, x.power, x.cmc, x.keywords) == ("Test Villager", ("Human",), 1, 3, ())

    @pytest.mark.parametrize("up", [1, "Test Wolf", "test wolf"])
    def test_or_its_back_with_the_mana_value_of_its_front(self, up: object) -> None:
        x = one(card=self.WOLF, face=up)
        assert (x.name, x.subtypes, x.power, x.cmc) == ("Test Wolf", ("Wolf",), 4, 3)
        assert (x.colors, x.mana_cost, x.oracle_text) == (("R", "G"), "", "Menace")

    def test_a_modal_one_has_a_mana_value_for_each(self) -> None:
        faces = [face("A", "Sorcery", mana_cost="{4}"), face("B", "Land", mana_cost="")]
        x = one(card={"layout": "modal_dfc", "cmc": 4.0, "card_faces": faces}, face=1)
        assert (x.types, x.cmc) == (("land",), 0)

    @pytest.mark.parametrize("half", ["Sorcery — Adventure", "Instant — Omen"])
    def test_a_spell_half_never_counts(self, half: str) -> None:
        faces = [
            face("Test Dragon", "Creature — Dragon", mana_cost="{4}{R}", oracle_text="Flying"),
            face("Test Spell", half, mana_cost="{U}", oracle_text="Menace"),
        ]
        x = one(
            card={"layout": "adventure", "power": "4", "colors": ["R", "U"], "cmc": 5.0, "card_faces": faces}
        )
        assert (x.name, x.power, x.oracle_text, x.colors, x.cmc) == ("Test Dragon", 4, "Flying", ("R",), 5)

    def test_a_flipped_one_keeps_its_cost_and_colors(self) -> None:
        faces = [
            face("A", "Creature — Human", mana_cost="{1}{W}", power="1"),
            face("B", "Creature — Spirit", mana_cost="", power="3"),
        ]
        x = one(card={"layout": "flip", "colors": ["W"], "cmc": 2.0, "card_faces": faces}, face=1)
        assert (x.name, x.power, x.colors, x.mana_cost, x.cmc) == ("B", 3, ("W",), "{1}{W}", 2)

    def test_a_card_with_one_face_has_face_0(self) -> None:
        assert one(card=TestACardObject.BEAR, face=0).name == "Test Bear"
        assert one(card=TestACardObject.BEAR, face="Test Bear").name == "Test Bear"


TWO_TEAMS = [
    {"id": "alice", "team": "red"},
    {"id": "bob", "team": "blue"},
    {"id": "carol", "team": "blue"},
    {"id": "dave", "team": "red"},
]


class TestTeams:
    def test_two_teams_of_two_act_together(self) -> None:
        board = load_board({"players": TWO_TEAMS, "permanents": [BRUTE]})
        assert board.shared_team_turns
        assert board.active_side == {"alice", "dave"}
        assert board.declaring_side("carol") == {"bob", "carol"}
        assert board.team_of("bob") == "blue"
        assert board.team_mates("bob") == {"bob", "carol"}

    def test_unless_the_board_says_otherwise(self) -> None:
        board = load_board({"players": TWO_TEAMS, "shared_team_turns": False, "permanents": [BRUTE]})
        assert board.active_side == {"alice"}
        assert board.declaring_side("carol") == {"carol"}
        assert board.team_mates("bob") == {"bob", "carol"}

    def test_both_members_may_attack(self) -> None:
        other = {"id": "ogre", "controller": "dave", "power": 1, "attacking": "carol"}
        board = load_board({"players": TWO_TEAMS, "permanents": [other, BRUTE]})
        assert (board.active_player, board.defending_sides) == ("alice", (frozenset({"bob", "carol"}),))

    def test_without_teams_everyone_stands_alone(self) -> None:
        board = load_board(PLAIN)
        assert board.team_of("bob") is None
        assert board.team_mates("bob") == board.declaring_side("bob") == {"bob"}


class TestDefendingPlayers:
    """508.5 and 310.8d: whom an attacker's defending player is."""

    board = load_board(
        {
            "players": ["bob", "alice", "carol", "dave"],
            "permanents": [
                {"id": "one", "controller": "alice", "power": 1, "attacking": "bob"},
                {"id": "two", "controller": "alice", "power": 1, "attacking": "sage"},
                {"id": "three", "controller": "alice", "power": 1, "attacking": "siege"},
                {
                    "id": "four",
                    "controller": "alice",
                    "power": 1,
                    "attacking": {"target": None, "defending_player": "dave"},
                },
                {"id": "sage", "controller": "carol", "type_line": "Planeswalker — Sage"},
                {"id": "siege", "controller": "alice", "type_line": "Battle — Siege", "protector": "carol"},
                {"id": "idle", "controller": "dave", "power": 1, "phased_out": True},
            ],
        }
    )

    @pytest.mark.parametrize(
        ("attacker", "player"), [("one", "bob"), ("two", "carol"), ("three", "carol"), ("four", "dave")]
    )
    def test_is_whoever_is_attacked_in_the_end(self, attacker: str, player: str) -> None:
        assert self.board.defending_player(attacker) == player
        assert self.board.defending_player(self.board.permanent(attacker)) == player

    def test_nobody_defends_against_a_creature_that_does_not_attack(self) -> None:
        with pytest.raises(KeyError):
            self.board.defending_player("idle")

    def test_what_is_attacked(self) -> None:
        assert [self.board.attacked(attacker) for attacker in self.board.attackers] == [
            "bob",
            "sage",
            "siege",
            None,
        ]

    def test_sides_come_in_turn_order(self) -> None:
        assert self.board.turn_order == ("alice", "carol", "dave", "bob")
        assert self.board.defending_sides == (frozenset({"carol"}), frozenset({"dave"}), frozenset({"bob"}))

    def test_phased_out_permanents_do_not_exist(self) -> None:
        assert [one.key for one in self.board.phased_in] == ["one", "two", "three", "four", "sage", "siege"]


class TestLookingThingsUp:
    board = load_board(EVERYTHING)

    def test_paths(self) -> None:
        assert (self.board.where("goblin#2"), self.board.where_player("bob")) == (
            "permanents[6]",
            "players[1]",
        )

    def test_what_is_there(self) -> None:
        assert (self.board.has_player("bob"), self.board.has_player("brute")) == (True, False)
        assert (self.board.has_permanent(5), self.board.has_permanent("goblin")) == (True, False)

    def test_attachments(self) -> None:
        assert [aura.key for aura in self.board.attachments("brute")] == ["cloak"]
        assert [aura.key for aura in self.board.attachments("bob")] == ["hex"]
        assert self.board.attachments("ogre") == ()

    def test_board_order(self) -> None:
        assert self.board.in_board_order({"goblin#1", "ogre", "5"}) == ("ogre", "5", "goblin#1")

    @pytest.mark.parametrize(("tempted", "is_one"), [(None, True), (2, True), (0, False)])
    def test_a_ring_bearer(self, tempted: int | None, is_one: bool) -> None:
        alice = {"id": "alice"} | ({} if tempted is None else {"ring_tempted": tempted})
        board = load_board(
            {"players": [alice, "bob"], "permanents": [BRUTE | {"designations": ["ring-bearer"]}, HOUND]}
        )
        assert [board.is_tempted_ring_bearer(one) for one in board.permanents] == [is_one, False]

    def test_cards_in_a_graveyard(self) -> None:
        bear = {"name": "Bear", "type_line": "Legendary Creature — Bear"}
        board = load_board(PLAIN | {"players": ["alice", {"id": "bob", "graveyard": [bear]}]})
        assert board.player("bob").graveyard == (ZoneCard("Bear", ("legendary",), ("creature",), ("Bear",)),)

    def test_a_mana_pool_as_a_word(self) -> None:
        board = load_board(PLAIN | {"players": ["alice", {"id": "bob", "mana_pool": "GUG"}]})
        assert board.player("bob").mana_pool == {"U": 1, "G": 2}


class TestWhoDeclares:
    def test_is_the_only_player_attacked(self) -> None:
        board = load_board(
            {"players": ["alice", "bob", "carol"], "permanents": [BRUTE], "declaration": {"blocks": {}}}
        )
        assert board.declarations[0].player == "bob"

    def test_is_the_only_team_attacked(self) -> None:
        attacker = BRUTE | {"attacking": "carol"}
        board = load_board({"players": TWO_TEAMS, "permanents": [attacker], "declaration": {"blocks": {}}})
        assert board.declarations[0].player == "carol"

    def test_is_the_other_player_where_nothing_attacks(self) -> None:
        board = load_board({"players": ["alice", "bob"], "active_player": "alice", "permanents": [HOUND]})
        assert load_declaration({}, board).player == "bob"

    def test_may_be_a_player_whom_nothing_attacks(self) -> None:
        board = load_board({"players": ["alice", "bob", "carol"], "permanents": [BRUTE]})
        assert load_declaration({}, board, player="carol").player == "carol"

    def test_may_be_several(self) -> None:
        made = [{"player": "bob", "blocks": {"hound": "brute"}}, {"player": "carol", "blocks": {}}]
        board = load_board(
            {"players": ["alice", "bob", "carol"], "permanents": [BRUTE, HOUND], "declarations": made}
        )
        assert [one.player for one in board.declarations] == ["bob", "carol"]
        assert [one.where for one in board.declarations] == ["declarations[0]", "declarations[1]"]

    def test_a_board_may_have_no_declaration(self) -> None:
        assert (load_board(PLAIN).declaration, load_board(PLAIN).declarations) == (None, ())


class TestYamlHasTheSameShape:
    TEXT = """\
# a board by hand
players: [alice, bob]
permanents:
  - id: brute
    controller: alice
    power: 4
    attacking: bob
    oracle_text: |
      Menace
      Haste
  - {id: 12, controller: bob, power: "2", tapped: true, name: "no", colors: [G]}
declaration:
  blocks: {12: brute}
"""

    def test_reads(self) -> None:
        board = load_board(self.TEXT)
        assert board.permanent("brute").oracle_text == "Menace\nHaste\n"
        assert (board.permanents[1].id, board.permanents[1].name, board.permanents[1].tapped) == (
            12,
            "no",
            True,
        )
        assert board.declarations[0].pairs == (("12", "brute"),)

    def test_is_the_board_of_the_same_json(self) -> None:
        board = load_board(self.TEXT)
        assert load_board(board.model_dump_json()) == board


class TestSourcesOfABoard:
    def test_are_all_the_same(self, tmp_path: Path) -> None:
        text = json.dumps(EVERYTHING, ensure_ascii=False)
        file = tmp_path / "board.json"
        file.write_text(text, encoding="utf-8")
        boards = [load_board(source) for source in (text, text.encode(), file, EVERYTHING)]
        assert boards == [boards[0]] * 4

    def test_may_begin_with_a_byte_order_mark(self) -> None:
        text = "\ufeff" + json.dumps(PLAIN)
        assert load_board(text) == load_board(text.encode()) == load_board(PLAIN)

    def test_may_hold_surrogate_pairs(self) -> None:
        text = json.dumps(PLAIN | {"id": "🐻"})
        assert "\\ud83d" in text
        assert load_board(text).id == "🐻"


class TestABoardIsAValue:
    def test_goes_round_through_json(self) -> None:
        board = load_board(EVERYTHING)
        again = load_board(board.model_dump_json())
        assert again == board
        assert hash(again) == hash(board)
        assert json.loads(board.model_dump_json())["declaration"] == EVERYTHING["declaration"]

    def test_differs_from_another(self) -> None:
        assert load_board(PLAIN) != load_board(PLAIN | {"id": 1})
        assert load_board(PLAIN) != "a board"

    def test_travels_between_processes(self) -> None:
        board = load_board(EVERYTHING)
        assert pickle.loads(pickle.dumps(board)) == board

    def test_is_not_changed(self) -> None:
        board = load_board(EVERYTHING)
        with pytest.raises(TypeError):
            board.permanents[0].counters["+1/+1"] = 3
        with pytest.raises(AttributeError):
            board.permanents[0].power = 3  # type: ignore[misc]


SCHEMA = jsonschema.Draft202012Validator(Board.model_json_schema())


class TestTheSchemaSaysTheSame:
    def test_is_a_schema(self) -> None:
        SCHEMA.check_schema(SCHEMA.schema)

    @pytest.mark.parametrize("board", [PLAIN, EVERYTHING, {"permanents": [BRUTE]}])
    def test_accepts_what_loads(self, board: dict[str, Any]) -> None:
        assert list(SCHEMA.iter_errors(board)) == []

    @pytest.mark.parametrize(
        "name",
        [
            "unknown_field.json", "unknown_fields.json", "missing_fields.json", "wrong_kinds_on_top.json",
            "wrong_kinds_in_permanent.json", "wrong_kinds_in_player.json", "wrong_kinds_inside.json",
            "wrong_kinds_in_declaration.json", "null_is_not_unknown.json", "star_power.json", "no_type_line.json",
            "effect_without_text.json", "declaration_and_declarations.json", "a_list.json",
        ],
    )  # fmt: skip
    def test_refuses_bad_shapes(self, name: str) -> None:
        bad = json.loads((Path(__file__).parent / "bad" / name).read_text(encoding="utf-8"))
        assert not SCHEMA.is_valid(bad)

    def test_has_words_for_its_fields(self) -> None:
        permanent = Board.model_json_schema()["$defs"]["GivenPermanent"]
        assert permanent["properties"]["owner"]["description"] == "Defaults to the controller."


class TestTheSharedBoards:
    @pytest.mark.parametrize("name", ["cases/cases.jsonl", "arena/arena.jsonl"])
    def test_all_load(self, shared: Path, name: str) -> None:
        rows = [json.loads(line) for line in (shared / name).read_text(encoding="utf-8").splitlines()]
        for row in rows:
            board = load_board(json.dumps(row["board"]))
            assert load_board(board.model_dump_json()) == board
            assert list(SCHEMA.iter_errors(row["board"])) == []
            player = board.declaration.player if board.declaration else None
            for blocks in filter(None, (row.get("blocks"), row.get("final_blocks"), row.get("selected"))):
                assert load_declaration(blocks, board, player=player).player
