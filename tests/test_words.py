"""Messages: what a player reads, made from boards through the whole judge."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Judge, load_board
from blockcheck import effects as fx
from blockcheck.theory import Price, PriceAction
from blockcheck.words import Names, blocks_words, price_line, price_words
from tests.boards import Blocks, Entry, attacker, blocker, board, judged, thing


def faults(*permanents: Entry, blocks: Blocks, **more: Any) -> list[str]:
    """Every message of ``broken``."""
    return [fault.message for fault in judged(board(*permanents, **more), blocks).broken]


def requirements(*permanents: Entry, **more: Any) -> list[str]:
    """The message of every requirement."""
    return [row.message for row in judged(board(*permanents, **more), {}).requirements]


def names(*permanents: Entry) -> Names:
    return Names(load_board(board(*permanents, attacker("ogre"))))


def goblin(key: str) -> Entry:
    return blocker(key) | {"name": "Goblin"}


class TestAPermanentIsCalledByItsName:
    def test_by_its_name(self) -> None:
        assert names(blocker("bear")).one("bear") == "Bear"

    def test_with_its_id_where_two_have_the_name(self) -> None:
        assert names(goblin("g1"), goblin("g2")).one("g2") == "Goblin (g2)"

    def test_by_its_id_without_a_name(self) -> None:
        assert names(blocker("morph") | {"name": ""}).one("morph") == "morph"

    def test_by_its_number_without_a_name(self) -> None:
        assert names(blocker("x") | {"id": 280, "name": ""}).one(280) == "permanent 280"

    def test_players_by_their_id(self) -> None:
        assert names().player("bob") == "bob"


class TestListsOfNames:
    def test_one_two_three(self) -> None:
        known = names(blocker("bear"), blocker("wolf"), blocker("ox"))
        assert known.all(["bear"]) == "Bear"
        assert known.all(["bear", "wolf"]) == "Bear and Wolf"
        assert known.all(["bear", "wolf", "ox"], "or") == "Bear, Wolf or Ox"

    def test_copies_in_a_row_are_told_as_one(self) -> None:
        known = names(blocker("goblin", count=25), blocker("bear"))
        row = [f"goblin#{n}" for n in range(1, 26)]
        assert known.all([*row, "bear"]) == "Goblin (goblin#1 to goblin#25) and Bear"
        assert known.all(row[:2]) == "Goblin (goblin#1) and Goblin (goblin#2)"

    def test_a_long_list_is_shortened(self) -> None:
        many = [f"b{n}" for n in range(40)]
        known = names(*map(goblin, many))
        assert known.all(many) == "Goblin (b0) and 39 others"
        assert known.each(many).count("Goblin") == 40


OGRE = attacker("ogre")

CHOOSING = [
    ([blocker("bear", tapped=True)], {"bear": "ogre"}, "Bear is tapped (509.1a)"),
    ([blocker("bear", phased_out=True)], {"bear": "ogre"}, "Bear is phased out (702.26b)"),
    (
        [blocker("bear"), attacker("wolf")],
        {"bear": ["ogre", "wolf"]},
        "Bear blocks Ogre and Wolf, but can block only one creature (509.1a)",
    ),
    (
        [thing("anvil", "bob", "Artifact")],
        {"anvil": "ogre"},
        "Anvil is not a creature (509.1a)",
    ),
    (
        [blocker("spare", controller="alice")],
        {"spare": "ogre"},
        "Spare can't be chosen: alice controls it (509.1a)",
    ),
    (
        [blocker("bear"), blocker("idle", controller="alice")],
        {"bear": "idle"},
        "Idle is not attacking (509.1a)",
    ),
    (
        [blocker("bear", type_line="Creature Battle — Bear Siege", protector="bob")],
        {"bear": "ogre"},
        "Bear is also a battle, and battles can't block (509.1a)",
    ),
]


class TestFaultsOf5091aAreToldInWords:
    @pytest.mark.parametrize(("permanents", "blocks", "message"), CHOOSING)
    def test_each(self, permanents: list[Entry], blocks: Blocks, message: str) -> None:
        assert faults(OGRE, *permanents, blocks=blocks) == [message]

    def test_who_is_attacked_instead(self) -> None:
        verdict = judged(
            board(
                attacker("ogre"),
                attacker("wolf", attacking="carol"),
                blocker("bear"),
                players=("alice", "bob", "carol"),
            ),
            {"bear": "wolf"},
            player="bob",
        )
        assert [fault.message for fault in verdict.broken] == [
            "Wolf is attacking carol, not bob (509.1a, 802.4a)"
        ]


# the attacker's text, the blocker's text and more about it, and the message of the one fault
RESTRICTIONS: list[tuple[str, dict[str, Any], str]] = [
    (
        "Menace",
        {},
        "Ogre can't be blocked except by two or more creatures (menace, 702.111b); only Bear blocks it",
    ),
    (
        "This creature can't be blocked except by three or more creatures.",
        {},
        "Ogre can't be blocked except by three or more creatures (509.1b); only Bear blocks it",
    ),
    (
        "Flying",
        {},
        "Ogre can't be blocked except by creatures with flying or reach (flying, 702.9b); Bear blocks it",
    ),
    (
        "Fear",
        {},
        "Ogre can't be blocked except by artifact creatures and/or black creatures (fear, 702.36b); Bear blocks it",
    ),
    (
        "Skulk",
        {"power": 3},
        "Ogre can't be blocked by creatures with greater power (skulk, 702.118b); Bear blocks it",
    ),
    (
        "Protection from green",
        {},
        "Ogre can't be blocked by green creatures (protection, 702.16f); Bear blocks it",
    ),
    ("Protection from everything", {}, "Ogre can't be blocked (protection, 702.16f); Bear blocks it"),
    ("Protection from Beasts", {}, "Ogre can't be blocked by Beasts (protection, 702.16f); Bear blocks it"),
    ("", {"text": "Decayed"}, "Bear can't block (decayed, 702.147a)"),
    ("", {"text": "Shadow"}, "Bear can block only creatures with shadow (shadow, 702.28b); it blocks Ogre"),
    ("", {"text": "This creature can't block."}, "Bear can't block (509.1b)"),
    ("", {"text": "This creature can't block alone."}, "Bear can't block alone (509.1b)"),
    (
        "",
        {"text": "This creature can't block unless at least two other creatures block."},
        "Bear can't block unless at least two other creatures block (509.1b)",
    ),
    (
        "",
        {"text": "This creature can block only creatures with flying."},
        "Bear can block only creatures with flying (509.1b); it blocks Ogre",
    ),
    (
        "",
        {"text": "This creature can't block unless you control a Goblin."},
        "Bear can't block unless you control a Goblin (509.1b)",
    ),
    ("", {"designations": ["suspected"]}, "Bear is suspected and can't block (701.60c)"),
    ("", {"designations": ["detained"]}, "Bear is detained and can't block (701.35a)"),
]


class TestRestrictionsAreToldWithWhatWasDeclaredAgainstThem:
    @pytest.mark.parametrize(("text", "more", "message"), RESTRICTIONS)
    def test_each(self, text: str, more: dict[str, Any], message: str) -> None:
        assert faults(attacker("ogre", text), blocker("bear", **more), blocks={"bear": "ogre"}) == [message]

    def test_landwalk_names_the_land(self) -> None:
        swamp = thing("swamp", "bob", "Basic Land — Swamp")
        ogre = attacker("ogre", "Swampwalk")
        assert faults(ogre, blocker("bear"), swamp, blocks={"bear": "ogre"}) == [
            "Ogre can't be blocked while defending player controls a Swamp (landwalk, 702.14c); Bear blocks it"
        ]

    def test_a_maximum_names_everybody(self) -> None:
        ogre = attacker("ogre", "This creature can't be blocked by more than one creature.")
        told = faults(ogre, blocker("bear"), blocker("wolf"), blocks={"bear": "ogre", "wolf": "ogre"})
        assert told == ["Ogre can't be blocked by more than one creature (509.1b); Bear and Wolf block it"]

    def test_a_source_elsewhere_is_named(self) -> None:
        chains = thing(
            "chains", "alice", "Enchantment — Aura", "Enchanted creature can't block.", attached_to="bear"
        )
        assert faults(OGRE, blocker("bear"), chains, blocks={"bear": "ogre"}) == [
            "Bear can't block because of Chains (509.1b)"
        ]

    def test_a_text_about_many_is_quoted(self) -> None:
        warden = thing("warden", "alice", "Enchantment", "Green creatures can't block.")
        assert faults(OGRE, blocker("bear"), warden, blocks={"bear": "ogre"}) == [
            "Bear can't block because of Warden (509.1b): “Green creatures can't block.”"
        ]

    def test_each_bearer_of_a_text_is_a_fault_of_its_own(self) -> None:
        told = faults(
            attacker("ogre", "Menace"),
            attacker("wolf", "Menace"),
            blocker("bear"),
            blocker("ox"),
            blocks={"bear": "ogre", "ox": "wolf"},
        )
        assert told == [
            "Ogre can't be blocked except by two or more creatures (menace, 702.111b); only Bear blocks it",
            "Wolf can't be blocked except by two or more creatures (menace, 702.111b); only Ox blocks it",
        ]


REQUIREMENTS = [
    (
        OGRE,
        blocker("bear", "This creature blocks each combat if able."),
        "Bear blocks each combat if able (509.1c)",
    ),
    (
        attacker("ogre", "All creatures able to block this creature do so."),
        blocker("bear"),
        "All creatures able to block Ogre do so (509.1c)",
    ),
    (
        attacker("ogre", "This creature must be blocked if able."),
        blocker("bear"),
        "Ogre must be blocked if able (509.1c)",
    ),
    (
        attacker("ogre", "This creature must be blocked by exactly one creature if able."),
        blocker("bear"),
        "Ogre must be blocked by exactly one creature if able (509.1c)",
    ),
    (
        attacker("ogre", "This creature must be blocked by two or more creatures if able."),
        blocker("bear"),
        "Ogre must be blocked by two or more creatures if able (509.1c)",
    ),
]


class TestRequirementsAreToldWithTheirSource:
    @pytest.mark.parametrize(("attacking", "blocking", "message"), REQUIREMENTS)
    def test_each(self, attacking: Entry, blocking: Entry, message: str) -> None:
        assert requirements(attacking, blocking) == [message]

    def test_a_resolved_effect_names_its_targets(self) -> None:
        effect = {
            "text": "Target creature blocks this creature this turn if able.",
            "source": "ogre",
            "targets": ["bear"],
        }
        assert requirements(OGRE, blocker("bear"), effects=[effect]) == [
            "Bear blocks Ogre if able, by an effect of Ogre (509.1c)"
        ]

    def test_an_aura_is_named(self) -> None:
        lure = thing(
            "mask",
            "alice",
            "Enchantment — Aura",
            "All creatures able to block enchanted creature do so.",
            attached_to="ogre",
        )
        assert requirements(OGRE, blocker("bear"), lure) == [
            "All creatures able to block Ogre do so because of Mask (509.1c)"
        ]


class TestCostsAreToldWithWhoPays:
    def test_mana(self) -> None:
        verdict = judged(
            board(OGRE, blocker("bear", "This creature can't block unless you pay {2}.")), {"bear": "ogre"}
        )
        assert [item.message for item in verdict.costs.items] == [
            "Bear can't block unless bob pays {2} (509.1d)"
        ]
        assert [total.message for total in verdict.costs.totals] == ["bob has to pay {2} (509.1d)"]

    def test_mana_is_added_up(self) -> None:
        price = Price(mana="{2}{G}{1}", life=2)
        assert price_words(price) == "pay {3}{G} and 2 life"
        assert price_line(price).mana == "{3}{G}"
        assert price_words(Price(mana="{0}")) == "pay {0}"

    @pytest.mark.parametrize(
        ("action", "words"),
        [
            (PriceAction("sacrifice", 1, "", fx.HasType("land")), "sacrifice a land"),
            (PriceAction("sacrifice", 2, "", fx.HasSubtype("Swamp")), "sacrifice two Swamps"),
            (PriceAction("discard", 2, ""), "discard two cards"),
            (PriceAction("exile", 1, ""), "exile a card from their graveyard"),
            (
                PriceAction(
                    "tap",
                    1,
                    "not declared as a blocker",
                    fx.AllOf((fx.CREATURES, fx.NoneOf((fx.Status("tapped"),)))),
                ),
                "tap an untapped creature not declared as a blocker",
            ),
        ],
    )
    def test_actions(self, action: PriceAction, words: str) -> None:
        assert price_words(Price(actions=(action,))) == words
        assert price_line(Price(actions=(action,))).actions == (words,)


class TestQuestionsAskYesOrNo:
    def ask(self, *permanents: Entry, blocks: Blocks) -> list[str]:
        return [question.message for question in judged(board(*permanents), blocks).questions]

    def test_about_power(self) -> None:
        ooze = {key: value for key, value in blocker("ooze").items() if key != "power"}
        assert self.ask(attacker("rat", "Skulk"), ooze, blocks={"ooze": "rat"}) == [
            "Is Ooze a creature with greater power than Rat? Rat's “Skulk” asks; give permanents[1].power"
        ]

    def test_about_colors(self) -> None:
        ooze = {key: value for key, value in blocker("ooze").items() if key != "colors"}
        assert self.ask(attacker("knight", "Protection from green"), ooze, blocks={"ooze": "knight"}) == [
            "Is Ooze a green creature? Knight's “Protection from green” asks; give permanents[1].colors"
        ]

    def test_about_a_condition(self) -> None:
        text = "This creature can't be blocked as long as you've committed a crime this turn."
        assert self.ask(attacker("rat", text), blocker("bear"), blocks={"bear": "rat"}) == [
            f"Is the condition met in Rat's “{text}”? Give players[0].facts.committed_a_crime_this_turn"
        ]


class TestNotesSayWhatIsTakenAsGiven:
    def test_characteristics(self) -> None:
        blade = thing(
            "blade", "alice", "Artifact — Equipment", "Equipped creature gets +1/+0.", attached_to="ogre"
        )
        verdict = judged(board(OGRE, blocker("bear"), blade), {})
        assert [note.message for note in verdict.notes] == [
            "Blade's “Equipped creature gets +1/+0.” is taken as already applied to power and toughness of Ogre"
        ]

    def test_a_fact_that_nobody_asks_for(self) -> None:
        verdict = judged(board(OGRE, blocker("bear", facts={"attacked_this_turn": True})), {})
        assert [note.message for note in verdict.notes] == [
            "no text asks for permanents[1].facts.attacked_this_turn"
        ]


class TestADeclarationInWords:
    def test_together_apart_and_not_at_all(self) -> None:
        known = names(blocker("bear"), blocker("wolf"), blocker("ox"))
        assert blocks_words(known, {}) == "Nobody blocks"
        assert (
            blocks_words(known, {"bear": ("ogre",)}, ["ox", "bear"]) == "Bear blocks Ogre; Ox doesn't block"
        )
        assert blocks_words(known, {"bear": ("ogre",), "wolf": ("ogre",)}) == "Bear and Wolf block Ogre"


class TestEveryMessageNamesARule:
    def test_in_brackets(self) -> None:
        verdict = Judge(load_board(board(attacker("ogre", "Menace"), blocker("bear")))).check(
            {"bear": "ogre"}
        )
        assert all(fault.cr[0] in fault.message for fault in verdict.broken)


class TestAnAbilityThatWasGivenIsNamedByItself:
    """Not by the sentence that gave it."""

    @pytest.mark.parametrize(
        ("text", "chosen", "said"),
        [
            ("Protection from the chosen color", {"color": "G"}, "Ogre has protection from the chosen color"),
            ("This creature has protection from the chosen player.", {"player": "bob"}, "Ogre has protection from the chosen player"),
            ("This creature has landwalk of the chosen type.", {"type": "Swamp"}, "Ogre has landwalk of the chosen type"),
        ],
    )  # fmt: skip
    def test_its_own(self, text: str, chosen: dict[str, Any], said: str) -> None:
        ogre = attacker("ogre", text, chosen=chosen)
        swamp = thing("swamp", "bob", "Basic Land — Swamp")
        (message,) = faults(ogre, blocker("bear"), swamp, blocks={"bear": "ogre"})
        cr = "702.14c" if "walk" in text else "702.16f"
        assert message == f"{said} ({cr}); Bear blocks it"

    def test_from_another_permanent(self) -> None:
        text = "Creatures you control have protection from the chosen type."
        rune = thing("rune", "alice", "Enchantment", text, chosen={"type": "Beast"})
        assert faults(attacker("ogre"), blocker("bear"), rune, blocks={"bear": "ogre"}) == [
            "Ogre has protection from the chosen type because of Rune (702.16f); Bear blocks it"
        ]

    def test_from_a_spell(self) -> None:
        effect = {
            "text": "Target creature gains protection from the color of your choice until end of turn.",
            "controller": "alice",
            "targets": ["ogre"],
            "chosen": {"color": "G"},
        }
        assert faults(attacker("ogre"), blocker("bear"), effects=[effect], blocks={"bear": "ogre"}) == [
            "Ogre has protection from the chosen color (702.16f); Bear blocks it"
        ]
