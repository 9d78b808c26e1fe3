"""509.1e: mana abilities, activated only where a cost contains mana (605, 106)."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Verdict
from blockcheck.effects import ManaAbility, While
from blockcheck.reading.mana import read_mana
from tests.boards import Entry, attacker, blocker, board, judged, thing


def toll(mana: str, *permanents: Entry, player: dict[str, Any] | None = None, **more: Any) -> Verdict:
    """The verdict where bob's Ox blocks for a price in mana."""
    players = ("alice", {"id": "bob", **(player or {})})
    ox = blocker("ox", f"This creature can't block unless you pay {mana}.", summoning_sick=True)
    return judged(board(attacker("ogre"), ox, *permanents, players=players, **more), {"ox": "ogre"})


def payable(mana: str, *permanents: Entry, **more: Any) -> bool | None:
    return toll(mana, *permanents, **more).costs.payable


def land(text: str, type_line: str = "Land", name: str = "vale", **more: Any) -> Entry:
    return thing(name, "bob", type_line, text, **more)


FOREST = thing("forest", "bob", "Basic Land — Forest")
SWAMP = thing("swamp", "bob", "Basic Land — Swamp")


class TestManaAbilitiesOfLands:
    @pytest.mark.parametrize(
        ("mana", "text", "enough"),
        [
            ("{G}", "{T}: Add {G}.", True),
            ("{W}", "{T}: Add {G}.", False),
            ("{W}", "{T}: Add {G} or {W}.", True),
            ("{G}{W}", "{T}: Add {G} or {W}.", False),
            ("{C}{C}", "{T}: Add {C}{C}.", True),
            ("{C}", "{T}: Add one mana of any color.", False),
            ("{B}{B}", "{T}: Add two mana of any one color.", True),
            ("{B}{R}", "{T}: Add two mana of any one color.", False),
            ("{B}{R}", "{T}: Add two mana in any combination of colors.", True),
            ("{B}", "{T}: Add {B}. Spend this mana only to cast creature spells.", False),
            ("{B}", "{T}: Add {B}. Spend this mana only to activate abilities.", False),
            ("{B}", "{T}: Add {B}. Spend this mana only to cast Elf spells or activate abilities of Elves.", False),
            ("{B}", "{T}: Add {B}. Spend this mana only on cumulative upkeep costs.", False),
            ("{B}", "{T}: Add {B}. Spend this mana only on costs that contain {X}.", None),
            ("{B}", "{T}: Add {B}. Spend this mana only to pay costs.", None),
            ("{B}", "{T}: Add {B}. This mana can't be spent to cast creature spells.", True),
            ("{B}", "{T}: Add {B}. This mana can't be spent to pay generic mana costs.", None),
            ("{B}", "{T}: Add {B}. This land deals 1 damage to you.", True),
            ("{3}", "{T}: Add {C}. If you control an artifact, add {C}{C}{C} instead.", False),
            ("{1}", "{T}: Add {C}. Activate only if you control an artifact.", False),
            ("{1}", "{T}: Add {C}. Activate only during your turn.", False),
            ("{1}", "{T}: Add {C}. Activate only before attackers are declared.", False),
            ("{1}", "{T}: Add {C}. Activate only during combat.", True),
            ("{1}", "{T}: Add {C}. Activate only during an opponent's turn.", True),
            ("{1}", "{T}: Add {C}. Activate only if you control a Swamp or a Beast.", True),
            ("{1}", "{T}: Add {C}. Activate only if you control a Swamp or an Elf.", False),
            ("{2}", "{T}: Add {G} for each creature you control.", False),
            ("{1}", "{T}: Add {G} for each creature you control.", True),
            ("{2}", "{T}: Add an amount of {G} equal to the number of creatures on the battlefield.", True),
            ("{1}", "Add {G}.", False),
            ("{1}", "{T}: Target player adds {G}.", False),
            ("{1}", "When this land enters, add {G}.", False),
        ],
    )  # fmt: skip
    def test_what_a_land_says(self, mana: str, text: str, enough: bool | None) -> None:
        assert payable(mana, land(text)) is enough

    def test_basic_land_types_need_no_text(self) -> None:
        assert payable("{U}", land("", "Land — Island Swamp")) is True
        assert payable("{U}{B}", land("", "Land — Island Swamp")) is False

    def test_a_tapped_land_gives_nothing(self) -> None:
        assert payable("{1}", FOREST | {"tapped": True}) is False

    def test_what_is_in_the_mana_pool_pays(self) -> None:
        assert payable("{G}{G}", player={"mana_pool": "GG"}) is True
        assert payable("{G}{G}", player={"mana_pool": "GU"}) is False


class TestOtherManaAbilities:
    def test_a_token_that_is_sacrificed(self) -> None:
        treasure = thing("gem", "bob", "Artifact — Treasure", token=True)
        assert toll("{1}", treasure).costs.payment == ({"activate": "gem", "add": "W"},)

    def test_one_that_costs_mana_itself(self) -> None:
        seal = thing("seal", "bob", "Artifact", "{1}, {T}: Add {W}{U}.")
        assert payable("{W}", seal) is False
        assert toll("{W}{U}", seal, FOREST).costs.payment == (
            {"activate": "forest", "add": "G"},
            {"activate": "seal", "add": "WU"},
        )

    def test_two_that_need_each_other_get_nothing_started(self) -> None:
        seals = [thing(f"seal{n}", "bob", "Artifact", "{1}, {T}: Add {W}{U}.") for n in (1, 2)]
        assert payable("{1}", *seals) is False
        assert payable("{3}", *seals, FOREST) is True

    def test_one_that_costs_a_creature(self) -> None:
        altar = thing("altar", "bob", "Artifact", "Sacrifice a creature: Add {C}{C}.")
        assert toll("{2}", altar, blocker("cat", tapped=True)).costs.payable is True
        verdict = toll("{2}", altar)
        assert (verdict.legal, verdict.costs.payment) == (
            True,
            ({"activate": "altar", "add": "CC"}, {"sacrifice": "ox"}),
        )

    def test_one_that_taps_others_and_needs_no_time(self) -> None:
        text = "Tap an untapped creature you control: Add one mana of any color."
        drum = thing("drum", "bob", "Artifact", text)
        assert toll("{R}", drum).costs.payment == ({"activate": "drum", "add": "R"}, {"tap": "ox"})

    def test_counters_and_energy_run_out(self) -> None:
        mine = land("{T}, Remove a charge counter from this land: Add {R}.", counters={"charge": 1})
        assert payable("{R}", mine) is True
        assert payable("{R}", mine | {"counters": {}}) is False
        hub = land("{T}, Pay {E}: Add one mana of any color.")
        assert payable("{R}", hub, player={"counters": {"energy": 1}}) is True
        assert payable("{R}", hub) is False

    def test_one_that_untaps_needs_a_tapped_permanent(self) -> None:
        spring = land("{Q}: Add {G}.")
        assert payable("{G}", spring) is False
        assert payable("{G}", spring | {"tapped": True}) is True
        both = land("{T}: Add {G}.\n{Q}, Pay 1 life: Add {W}.")
        assert payable("{G}{W}{G}", both, player={"life": 1}) is True
        assert payable("{G}{W}{G}{W}", both, player={"life": 1}) is False

    def test_nor_may_that_be_a_creature_that_came_this_turn(self) -> None:
        sprite = blocker("sprite", "{Q}: Add {U}.", tapped=True)
        assert payable("{U}", sprite | {"summoning_sick": True}) is False
        assert payable("{U}", sprite | {"summoning_sick": False}) is True
        assert payable("{U}", sprite) is None

    def test_what_it_untapped_can_be_tapped_for_the_price(self) -> None:
        text = "This creature can't block unless you pay {0} and tap an untapped artifact you control."
        gem = thing("gem", "bob", "Artifact", "{Q}: Add {U}.", tapped=True)
        verdict = judged(board(attacker("ogre"), blocker("ox", text), gem), {"ox": "ogre"})
        assert verdict.costs.payment == ({"activate": "gem", "add": "U"}, {"tap": "gem"})
        free = blocker("ox", text.replace("pay {0} and ", ""))
        assert judged(board(attacker("ogre"), free, gem), {"ox": "ogre"}).stage == "509.1d"

    @pytest.mark.parametrize(
        ("text", "most"),
        [
            ("Pay 1 life: Add {R}.", 3),
            ("Pay 1 life: Add {R}. Activate only once each turn.", 1),
            ("{R}: Add {W}{W}.", 0),
            ("Remove a charge counter from this artifact: Add {R}.", 2),
            ("Pay {E}: Add {R}.", 1),
            ("Tap an untapped creature you control: Add {R}.", 1),
            ("Discard a card: Add {R}.", 2),
            ("Exile a card from your graveyard: Add {R}.", 1),
            ("Sacrifice this artifact: Add {R}{R}.", 2),
            ("{T}, Pay 1 life: Add {R}.", 1),
        ],
    )
    def test_how_often_it_can_be_done(self, text: str, most: int) -> None:
        lamp = thing("lamp", "bob", "Artifact", text, counters={"charge": 2})
        player = {"life": 3, "hand_size": 2, "graveyard": 1, "counters": {"energy": 1}}
        assert payable(f"{{{most}}}", lamp, player=player) is True
        assert payable(f"{{{most + 1}}}", lamp, player=player) is False

    def test_once_also_where_its_own_mana_would_pay_for_it_again(self) -> None:
        text = "{1}: Add {W}{W}."
        mill = thing("mill", "bob", "Artifact", text)
        once = mill | {"oracle_text": f"{text} Activate only once each turn."}
        assert payable("{3}", mill, FOREST) is True
        assert payable("{2}", once, FOREST) is True
        assert payable("{3}", once, FOREST) is False

    def test_each_of_several_alike_for_itself(self) -> None:
        text = "Remove a charge counter from this artifact: Add {R}."
        lamps = [thing(f"lamp{n}", "bob", "Artifact", text, counters={"charge": 1}) for n in (1, 2)]
        assert payable("{2}", *lamps) is True
        assert payable("{3}", *lamps) is False

    def test_one_that_costs_more_than_the_price(self) -> None:
        forests = [thing(f"forest{n}", "bob", "Basic Land — Forest") for n in range(4)]
        press = thing("press", "bob", "Artifact", "{4}, {T}: Add {W}.")
        assert payable("{W}", press, *forests) is True
        assert payable("{W}", press, *forests[1:]) is False

    def test_its_own_cost_is_paid_with_what_is_not_needed(self) -> None:
        prism = thing("prism", "bob", "Artifact", "{W/U}, {T}: Add {G}.")
        for kept in "WU":
            assert payable(f"{{{kept}}}{{G}}", prism, player={"mana_pool": "WU"}) is True
        assert payable("{R}{G}", prism, player={"mana_pool": "WU"}) is False

    def test_a_tapped_permanent_does_what_needs_no_tapping(self) -> None:
        for text in ("Pay 1 life: Add {R}.", "Sacrifice this artifact: Add {R}.", "{T}: Add {R}."):
            lamp = thing("lamp", "bob", "Artifact", text, tapped=True)
            assert payable("{R}", lamp, player={"life": 1}) is (not text.startswith("{T}"))

    def test_a_commanders_colors(self) -> None:
        tower = land("{T}: Add one mana of any color in your commander's color identity.")
        assert payable("{R}", tower) is None
        general = thing(
            "general",
            "bob",
            "Legendary Creature — Orc",
            power=2,
            designations=["commander"],
            mana_cost="{1}{R}",
        )
        assert payable("{R}", tower, general) is True
        assert payable("{G}", tower, general) is None
        assert payable("{R}", tower, general | {"owner": "alice"}) is None
        assert payable("{C}", tower, general) is False

    def test_life_for_mana(self) -> None:
        coral = land("{T}, Pay 1 life: Add {U} or {B}.")
        assert payable("{U}", coral, player={"life": 1}) is True
        assert payable("{U}", coral, player={"life": 0}) is False
        assert payable("{U}", coral) is None

    def test_given_to_others(self) -> None:
        rite = thing(
            "rite", "bob", "Enchantment", 'Creatures you control have "{T}: Add one mana of any color."'
        )
        cat = blocker("cat", summoning_sick=False)
        assert toll("{U}", rite, cat).costs.payment == ({"activate": "cat", "add": "U"},)
        aura = thing(
            "growth",
            "bob",
            "Enchantment — Aura",
            'Enchanted land has "{T}: Add {G}{G}."',
            attached_to="forest",
        )
        assert payable("{G}{G}", FOREST, aura) is True

    def test_typed(self) -> None:
        typed = {"kind": "mana_ability", "adds": [{"kind": "mana", "choices": ["RR"]}]}
        assert payable("{R}{R}", thing("forge", "bob", "Artifact", abilities=[typed])) is True

    def test_the_chosen_color(self) -> None:
        tower = land("{T}: Add one mana of the chosen color.")
        assert payable("{R}", tower | {"chosen": {"color": "R"}}) is True
        assert payable("{R}", tower | {"chosen": {"color": "G"}}) is False
        assert payable("{R}", tower) is None

    def test_what_other_lands_could_produce(self) -> None:
        orchard = land("{T}: Add one mana of any color that a land an opponent controls could produce.")
        theirs = thing("peak", "alice", "Basic Land — Mountain", tapped=True)
        assert payable("{R}", orchard, theirs) is True
        assert payable("{G}", orchard, theirs) is False


class TestTriggeredManaAbilities:
    def test_of_an_aura(self) -> None:
        text = "Whenever enchanted land is tapped for mana, its controller adds an additional {G}."
        aura = thing("growth", "bob", "Enchantment — Aura", text, attached_to="swamp")
        assert toll("{G}{B}", SWAMP, aura).costs.payment == ({"activate": "swamp", "add": "BG"},)

    def test_adds_what_may_pay_to_what_may_not(self) -> None:
        text = "Whenever enchanted land is tapped for mana, its controller adds an additional {G}."
        aura = thing("growth", "bob", "Enchantment — Aura", text, attached_to="vale")
        vale = land("{T}: Add {B}. Spend this mana only to cast creature spells.")
        assert toll("{1}", vale, aura).costs.payment == ({"activate": "vale", "add": "G"},)
        assert payable("{2}", vale, aura) is False

    def test_of_ones_own_enchantment_only(self) -> None:
        text = "Whenever you tap a land for mana, add one mana of any type that land produced."
        assert payable("{B}{B}", SWAMP, thing("flare", "bob", "Enchantment", text)) is True
        assert payable("{B}{B}", SWAMP, thing("flare", "alice", "Enchantment", text)) is False

    def test_what_is_produced_instead(self) -> None:
        text = "If a land is tapped for mana, it produces {B} instead of any other type and amount."
        dark = thing("dark", "alice", "Enchantment", text)
        assert payable("{G}", FOREST, dark) is False
        assert payable("{B}", FOREST, dark) is True
        double = thing(
            "mirror",
            "bob",
            "Enchantment",
            "If you tap a permanent for mana, it produces twice as much of that mana instead.",
        )
        assert payable("{G}{G}", FOREST, double) is True


class TestCreaturesThatAreChosen:
    ELF = "{T}: Add {G}."

    def test_one_tapped_for_its_own_price_still_blocks(self) -> None:
        text = f"This creature can't block unless you pay {{1}}.\n{self.ELF}"
        elf = blocker("elf", text, summoning_sick=False)
        verdict = judged(board(attacker("ogre"), elf), {"elf": "ogre"})
        assert (verdict.legal, verdict.costs.payment, verdict.witness) == (
            True,
            ({"activate": "elf", "add": "G"},),
            {"elf": ("ogre",)},
        )

    def test_one_that_came_this_turn_does_not_tap(self) -> None:
        assert payable("{1}", blocker("elf", self.ELF, summoning_sick=True)) is False
        assert payable("{1}", blocker("elf", self.ELF, summoning_sick=False)) is True
        assert payable("{1}", blocker("elf", f"Haste\n{self.ELF}", summoning_sick=True)) is True

    def test_where_that_is_not_said_it_is_open(self) -> None:
        verdict = toll("{1}", blocker("elf", self.ELF))
        assert (verdict.legal, verdict.costs.payable, verdict.costs.payment) == (True, None, None)


class TestWhatAManaAbilityDoesBesides:
    """It may leave more to pay with; what it brings is not added up, so the question stays open."""

    def outcome(self, text: str, price: str, **player: Any) -> bool | None:
        ox = blocker("ox", f"This creature can't block unless you {price}.")
        data = board(attacker("ogre"), ox, land(text), players=("alice", {"id": "bob", **player}))
        return judged(data, {"ox": "ogre"}).costs.payable

    def test_life_and_cards_it_brings(self) -> None:
        gains = "{T}: Add {W}. You gain 1 life."
        assert self.outcome(gains, "pay {W} and 2 life", life=2) is True
        assert self.outcome(gains, "pay {W} and 2 life", life=1) is None
        assert self.outcome(gains, "pay 2 life", life=1) is False
        assert self.outcome("{T}: Add {W}.", "pay {W} and 2 life", life=1) is False
        draws = "{T}: Add {W}. Draw a card."
        assert self.outcome(draws, "pay {W} and discard a card", hand_size=0) is None

    def test_a_land_that_is_then_sacrificed_is_gone(self) -> None:
        text = "{T}: Add {W}. Sacrifice this land."
        assert self.outcome(text, "pay {W}") is True
        assert self.outcome(text, "pay {W} and sacrifice a land") is False


class TestWhatForbidsAnActivation:
    ELF = blocker("elf", "{T}: Add {G}.", summoning_sick=False)

    @pytest.mark.parametrize(
        ("text", "enough"),
        [
            (
                "Enchanted creature can't attack or block, and its activated abilities can't be activated.",
                False,
            ),
            (
                "Enchanted creature can't block, and its activated abilities can't be activated unless they're mana abilities.",
                True,
            ),
            ("Enchanted creature loses all abilities.", False),
            ("Activated abilities of enchanted creature cost {3} more to activate.", False),
        ],
    )
    def test_auras(self, text: str, enough: bool) -> None:
        aura = thing("bond", "alice", "Enchantment — Aura", f"Enchant creature\n{text}", attached_to="elf")
        assert payable("{1}", self.ELF, aura) is enough

    @pytest.mark.parametrize(
        ("text", "enough"),
        [
            ("Activated abilities of creatures can't be activated.", False),
            ("Activated abilities of creatures can't be activated unless they're mana abilities.", True),
            ("Activated abilities of artifacts can't be activated.", True),
            ("Activated abilities of sources with the chosen name can't be activated.", False),
            ("Activated abilities of artifacts with the chosen name can't be activated.", True),
            ("Loyalty abilities of planeswalkers can't be activated.", True),
            ("Your opponents can't activate abilities of creatures.", None),
            ("During your turn, your opponents can't cast spells or activate abilities of creatures.", None),
        ],
    )
    def test_of_many(self, text: str, enough: bool | None) -> None:
        ban = thing("ban", "alice", "Artifact", text, chosen={"name": "Elf"})
        assert payable("{1}", self.ELF, ban) is enough

    def test_a_name_that_is_not_given_is_open(self) -> None:
        text = "Activated abilities of sources with the chosen name can't be activated."
        assert payable("{1}", self.ELF, thing("ban", "alice", "Artifact", text)) is None

    def test_detained(self) -> None:
        assert payable("{1}", self.ELF | {"designations": ["detained"]}) is False

    def test_a_cost_without_mana(self) -> None:
        altar = thing("altar", "bob", "Artifact", "Tap an untapped creature you control: Add {G}.")
        text = "This creature can't block unless you sacrifice a creature."
        verdict = judged(board(attacker("ogre"), blocker("ox", text), altar), {"ox": "ogre"})
        assert verdict.costs.payment == ({"sacrifice": "ox"},)


class TestSymbols:
    @pytest.mark.parametrize(
        ("mana", "pool", "life", "enough"),
        [
            ("{0}", "", 0, True),
            ("{W/U}", "U", 0, True),
            ("{W/U}{W/U}", "UB", 0, False),
            ("{W/U}{W}", "WU", 0, True),
            ("{W/U}{U}", "WU", 0, True),
            ("{W/U}{U/B}{W/B}", "WUB", 0, True),
            ("{W/U}{W}", "WB", 0, False),
            ("{2/W}", "W", 0, True),
            ("{2/W}", "GG", 0, True),
            ("{2/W}", "G", 0, False),
            ("{G/P}", "", 2, True),
            ("{G/P}", "", 1, False),
            ("{G/P}{G/P}", "G", 2, True),
            ("{G/U/P}", "U", 0, True),
            ("{C}", "G", 0, False),
            ("{C}{1}", "CG", 0, True),
        ],
    )
    def test_hybrid_phyrexian_and_colorless(self, mana: str, pool: str, life: int, enough: bool) -> None:
        assert payable(mana, player={"mana_pool": pool, "life": life}) is enough

    def test_snow_mana_is_of_a_snow_source(self) -> None:
        white = thing("white", "bob", "Basic Snow Land — Plains")
        assert payable("{S}", white) is True
        assert payable("{S}", FOREST) is False
        assert payable("{S}", player={"mana_pool": "G"}) is None


class TestTextAboutManaThatIsNotRead:
    def test_leaves_it_open_whether_one_can_pay(self) -> None:
        strange = land("{T}: Add an amount of {G} equal to the phase of the moon.")
        verdict = toll("{1}", strange)
        assert (verdict.legal, verdict.costs.payable) == (True, None)

    def test_matters_only_where_it_might_help(self) -> None:
        strange = land("{T}: Add an amount of {G} equal to the phase of the moon.")
        assert payable("{1}", strange, FOREST) is True
        theirs = strange | {"controller": "alice"}
        assert payable("{1}", theirs) is False

    def test_a_change_that_is_not_read_may_take_away(self) -> None:
        odd = thing(
            "moon", "alice", "Enchantment", "If a land is tapped for mana, it produces moonlight instead."
        )
        assert payable("{1}", FOREST, odd) is None


class TestALandWhoseTypesAreChanged:
    MOON = thing("moon", "alice", "Enchantment", "Nonbasic lands are Mountains.")
    VALE = land("{T}: Add {G}.", "Land — Mountain")

    def aura(self, text: str, **more: Any) -> Entry:
        return thing("mist", "alice", "Enchantment — Aura", text, attached_to="vale", **more)

    def test_has_lost_what_its_text_says(self) -> None:
        assert payable("{R}", self.VALE, self.MOON) is True
        assert payable("{G}", self.VALE, self.MOON) is False
        assert payable("{G}", self.VALE) is True
        bound = self.VALE | {"type_line": "Basic Land — Forest"}
        assert payable("{G}", bound, self.MOON) is True

    def test_but_not_where_the_text_is_current(self) -> None:
        assert payable("{G}", self.VALE | {"text_is": "current"}, self.MOON) is True

    def test_is_open_where_the_given_types_do_not_agree(self) -> None:
        verdict = toll("{G}", self.VALE | {"type_line": "Land"}, self.MOON)
        assert verdict.costs.payable is None
        assert [note.message for note in verdict.notes] == [
            "Moon's “Nonbasic lands are Mountains.” is taken as already applied to types of Vale"
        ]
        assert payable("{R}", self.VALE | {"type_line": "Land"}, self.MOON) is None
        assert payable("{B}", self.VALE | {"type_line": "Land"}, self.MOON) is False

    def test_by_an_aura_by_a_choice_or_by_a_spell(self) -> None:
        isle = land("{T}: Add {G}.", "Land — Island")
        becomes = {"text": "Target land becomes an Island until end of turn.", "controller": "alice"}
        for mana, enough in (("{U}", True), ("{G}", False)):
            assert payable(mana, isle, self.aura("Enchanted land is an Island.")) is enough
            chosen = self.aura("Enchanted land is the chosen type.", chosen={"type": "Island"})
            assert payable(mana, isle, chosen) is enough
            assert payable(mana, isle, effects=[{**becomes, "targets": ["vale"]}]) is enough

    def test_loses_nothing_in_addition_to_other_types(self) -> None:
        marsh = thing(
            "marsh", "bob", "Enchantment", "Each land is a Swamp in addition to its other land types."
        )
        both = land("{T}: Add {G}.", "Land — Swamp")
        assert payable("{G}", both, marsh) is True
        assert payable("{B}", both, marsh) is True
        assert payable("{B}", land("{T}: Add {G}."), marsh) is None
        assert payable("{U}", land("{T}: Add {G}."), marsh) is False

    def test_takes_no_effect_of_its_own_on_others(self) -> None:
        text = "Each land is a Swamp in addition to its other land types."
        marsh = land(text, "Land — Mountain", "marsh")
        assert payable("{B}", FOREST | {"type_line": "Basic Land — Forest"}, marsh, self.MOON) is None
        assert payable("{G}", FOREST, marsh, self.MOON) is True

    def test_and_its_other_abilities_are_gone_too(self) -> None:
        wall = land("Creatures you control can't block.", "Land — Mountain", "wall")
        assert judged(board(attacker("ogre"), blocker("ox"), wall), {"ox": "ogre"}).legal is False
        assert judged(board(attacker("ogre"), blocker("ox"), wall, self.MOON), {"ox": "ogre"}).legal is True

    def test_types_that_decide_themselves_leave_it_open(self) -> None:
        level = thing("level", "bob", "Enchantment", "All Mountains are Plains.")
        plains = land("{T}: Add {G}.", "Land — Plains")
        assert payable("{W}", plains, level) is True
        assert payable("{G}", plains, level) is None


class TestHowTextsAreRead:
    def test_every_part_of_an_ability(self) -> None:
        (ability,) = read_mana("{2}, {T}, Sacrifice another creature: Add {R}{R} or {G}{G}.").effects
        assert isinstance(ability, ManaAbility)
        assert ability.taps
        assert [part.verb for part in ability.cost] == ["mana", "sacrifice"]
        assert ability.adds[0].choices == ("RR", "GG")

    def test_a_condition(self) -> None:
        (ability,) = read_mana("{T}: Add {B}. Activate only if you control a Swamp.").effects
        assert isinstance(ability, While)

    def test_nothing_where_nothing_is_said_of_mana(self) -> None:
        assert read_mana("Flying\n{G}: This creature gets +1/+1 until end of turn.").effects == ()
