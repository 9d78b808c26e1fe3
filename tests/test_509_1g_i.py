"""509.1g-i and 509.2a: what becomes of a legal declaration."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Illegal, Judge, Undecided, load_board
from blockcheck.aftermath import (
    BecomesBlocked,
    BecomesUnblocked,
    Leaves,
    MakesBlock,
    NewCombatPhase,
    RemovedFromCombat,
)
from blockcheck.errors import DeclarationError
from blockcheck.judge.outcome import aftermath_answer
from tests.boards import attacker, blocker, board, thing
from tests.combats import (
    ANY_NUMBER,
    BECOMES_BLOCKED,
    BECOMES_BLOCKED_BY,
    BLOCKS,
    BLOCKS_A_CREATURE,
    ISNT_BLOCKED,
    after,
    counts,
    pairs,
)

TAX = "Enchanted creature can't block unless its controller pays {1}."
SACRIFICED_FOR_MANA = "Sacrifice this creature: Add {R} or {G}."


def cowed(*attackers: str) -> Any:
    """A creature that can be sacrificed for mana, an Aura on it that asks for mana to block, and a companion."""
    return board(
        *(attacker(name, f"{BECOMES_BLOCKED}\n{BECOMES_BLOCKED_BY}\n{ISNT_BLOCKED}") for name in attackers),
        blocker("cantor", f"{SACRIFICED_FOR_MANA}\n{BLOCKS}"),
        blocker("guard", "Whenever this creature blocks alone, draw a card."),
        thing("fear", "alice", "Enchantment — Aura", TAX, attached_to="cantor"),
    )


class TestEachChosenCreatureStillControlledBecomesABlockingCreature:
    def test_it_blocks_the_attackers_chosen_for_it(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), attacker("rat"), blocker("bear", ANY_NUMBER))
        state = after(data, {"bear": ["ogre", "rat"]})
        assert state.blocking == ("bear",)
        assert state.blocks == (("bear", "ogre"), ("bear", "rat"))
        assert state.never_blocking == ()

    def test_a_creature_that_was_sacrificed_while_paying_does_not(self) -> None:
        state = after(cowed("ogre"), {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}])
        assert state.blocking == ()
        assert state.blocks == ()
        assert state.never_blocking == ("cantor",)

    def test_it_remains_one_until_it_is_removed_from_combat(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear"), blocker("cat"))
        state = after(data, {"bear": "ogre", "cat": "imp"}, Leaves("ogre"))
        assert state.blocking == ("bear", "cat")
        assert after(data, {"bear": "ogre", "cat": "imp"}, RemovedFromCombat("bear")).blocking == ("cat",)

    def test_or_until_the_combat_phase_ends(self) -> None:
        state = after(board(attacker("ogre"), blocker("bear")), {"bear": "ogre"}, NewCombatPhase({}))
        assert (state.blocking, state.over) == ((), True)


class TestAnAttackerWithACreatureDeclaredForItBecomesBlocked:
    def test_and_one_without_becomes_unblocked(self) -> None:
        state = after(board(attacker("ogre"), attacker("imp"), blocker("bear")), {"bear": "ogre"})
        assert (state.blocked, state.unblocked) == (("ogre",), ("imp",))

    def test_also_where_the_creature_never_becomes_a_blocking_creature(self) -> None:
        state = after(cowed("ogre", "imp"), {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}])
        assert (state.blocked, state.unblocked) == (("ogre",), ("imp",))

    def test_it_stays_blocked_when_its_blockers_are_removed_from_combat(self) -> None:
        data = board(attacker("ogre"), blocker("bear"), blocker("cat"))
        state = after(data, {"bear": "ogre", "cat": "ogre"}, RemovedFromCombat("bear"), Leaves("cat"))
        assert (state.blocked, state.blocks) == (("ogre",), ())
        assert state.blocked_by["ogre"] == ("bear", "cat")

    def test_until_it_is_removed_itself(self) -> None:
        state = after(board(attacker("ogre"), blocker("bear")), {"bear": "ogre"}, RemovedFromCombat("ogre"))
        assert (state.blocked, state.unblocked, state.attackers) == ((), (), ())

    def test_or_an_effect_says_that_it_becomes_blocked_or_unblocked(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear"))
        state = after(data, {"bear": "ogre"}, BecomesBlocked(("imp",)), BecomesUnblocked(("ogre",)))
        assert (state.blocked, state.unblocked) == (("imp",), ("ogre",))

    def test_a_band_is_blocked_as_one(self) -> None:
        data = board(
            attacker("ogre", "Banding", band="one"),
            attacker("imp", "Banding", band="one"),
            attacker("rat"),
            blocker("bear"),
        )
        state = after(data, {"bear": "ogre"})
        assert state.chosen == (("bear", "ogre"),)
        assert (state.blocked, state.unblocked) == (("ogre", "imp"), ("rat",))
        assert state.blocks == (("bear", "ogre"), ("bear", "imp"))

    def test_and_by_an_effect_too(self) -> None:
        data = board(attacker("ogre", "Banding", band="one"), attacker("imp", band="one"), blocker("bear"))
        assert after(data, {}, BecomesBlocked(("imp",))).blocked == ("ogre", "imp")


class TestAbilitiesThatTriggerOnBlockersBeingDeclaredTrigger:
    def test_for_both_sides_in_the_order_of_the_players(self) -> None:
        data = board(
            blocker("bear", BLOCKS),
            attacker("ogre", BECOMES_BLOCKED),
            blocker("cat", BLOCKS),
        )
        answer = aftermath_answer(after(data, {"bear": "ogre", "cat": "ogre"}))
        assert [(group.player, [line.bearer for line in group.triggers]) for group in answer.triggers] == [
            ("alice", ["ogre"]),
            ("bob", ["bear", "cat"]),
        ]

    def test_none_without_such_an_ability(self) -> None:
        data = board(attacker("ogre", "Whenever this creature attacks, draw a card."), blocker("bear"))
        assert after(data, {"bear": "ogre"}).triggers == ()

    def test_an_ability_that_was_lost_does_not(self) -> None:
        data = board(
            attacker("ogre", BECOMES_BLOCKED),
            blocker("bear"),
            thing(
                "hush",
                "bob",
                "Enchantment — Aura",
                "Enchanted creature loses all abilities.",
                attached_to="ogre",
            ),
        )
        assert after(data, {"bear": "ogre"}).triggers == ()

    def test_an_ability_that_was_given_does(self) -> None:
        text = f'Equipped creature has "{BLOCKS}"'
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat"),
            thing("horn", "bob", "Artifact — Equipment", text, attached_to="bear"),
        )
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert [(one.bearer, one.source, one.count) for one in state.triggers] == [("bear", "horn", 1)]

    def test_unread_conditions_are_told(self) -> None:
        text = "Whenever a creature blocks under a full moon, draw a card."
        state = after(board(attacker("ogre", text), blocker("bear")), {"bear": "ogre"})
        assert state.triggers == ()
        assert [(one.source, one.text) for one in state.unread] == [("ogre", text)]

    def test_a_team_that_acts_together_puts_its_own_side_by_side(self) -> None:
        """805.7."""
        data = board(
            attacker("ogre", BECOMES_BLOCKED, attacking="bob"),
            attacker("imp", BECOMES_BLOCKED, controller="ann", attacking="bob"),
            blocker("bear", BLOCKS),
            blocker("cat", BLOCKS, controller="ben"),
            players=[
                {"id": "alice", "team": "a"},
                {"id": "bob", "team": "b"},
                {"id": "ann", "team": "a"},
                {"id": "ben", "team": "b"},
            ],
        )
        state = after(data, {"bear": "ogre", "cat": "imp"}, player="bob")
        assert [one.controller for one in state.triggers] == ["alice", "ann", "bob", "ben"]


class TestAbilitiesThatTriggeredDuringTheProcessToo:
    """509.2a: what the payment set off goes on the stack with the rest, in whatever order it triggered."""

    def test_a_sacrifice(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("cantor", SACRIFICED_FOR_MANA),
            thing("fear", "alice", "Enchantment — Aura", TAX, attached_to="cantor"),
            thing("altar", "bob", "Enchantment", "Whenever you sacrifice a creature, draw a card."),
            thing("crypt", "alice", "Enchantment", "Whenever a creature dies, you gain 1 life."),
            thing("den", "bob", "Enchantment", "Whenever a land you control dies, you gain 1 life."),
        )
        state = after(data, {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}])
        assert [(one.bearer, one.count, one.when, one.cr) for one in state.triggers] == [
            ("crypt", 1, "payment", "509.2a"),
            ("altar", 1, "payment", "509.2a"),
        ]

    def test_tapping_a_permanent(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            thing("fear", "alice", "Enchantment — Aura", TAX, attached_to="bear"),
            thing("wood", "bob", "Basic Land — Forest"),
            thing("sap", "alice", "Enchantment", "Whenever a land becomes tapped, you gain 1 life."),
        )
        state = after(data, {"bear": "ogre"})
        assert state.board.permanent("wood").tapped
        assert counts(state) == {"sap": 1}

    def test_a_creature_that_sees_itself_die_looks_back(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("cantor", f"{SACRIFICED_FOR_MANA}\nWhen this creature dies, draw a card."),
            thing("fear", "alice", "Enchantment — Aura", TAX, attached_to="cantor"),
        )
        state = after(data, {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "G"}])
        assert counts(state) == {"cantor": 1}

    @staticmethod
    def taxed(*more: Any, land: str = "", **given: Any) -> Any:
        wood = thing("wood", "bob", "Basic Land — Forest" if not land else "Land", land)
        fear = thing("fear", "alice", "Enchantment — Aura", TAX, attached_to="bear")
        return board(attacker("ogre"), blocker("bear"), fear, wood, *more, **given)

    def test_tapping_a_land_for_mana(self) -> None:
        barbs = thing("barbs", "alice", "Enchantment", "Whenever a player taps a land for mana, scry 1.")
        leech = thing(
            "leech",
            "alice",
            "Enchantment — Aura",
            "Whenever enchanted land is tapped for mana, scry 1.",
            attached_to="wood",
        )
        spring = thing(
            "spring", "bob", "Enchantment", "Whenever you tap a Forest for mana, add an additional {G}."
        )
        assert counts(after(self.taxed(barbs, leech, spring), {"bear": "ogre"})) == {"barbs": 1, "leech": 1}

    def test_tapping_as_a_price_is_not_for_mana(self) -> None:
        text = "This creature can't block unless you tap an untapped land you control."
        barbs = thing("barbs", "alice", "Enchantment", "Whenever a player taps a land for mana, scry 1.")
        sap = thing("sap", "alice", "Enchantment", "Whenever a land becomes tapped, scry 1.")
        wood = thing("wood", "bob", "Basic Land — Forest")
        data = board(attacker("ogre"), blocker("bear", text), wood, barbs, sap)
        assert counts(after(data, {"bear": "ogre"})) == {"sap": 1}

    def test_life_lost_to_a_mana_ability(self) -> None:
        text = "Whenever an opponent loses life, scry 1."
        for land in ("{T}: Add {R}. This land deals 1 damage to you.", "{T}, Pay 1 life: Add {R}."):
            data = self.taxed(
                thing("vein", "alice", "Enchantment", text),
                land=land,
                players=["alice", {"id": "bob", "life": 10}],
            )
            assert counts(after(data, {"bear": "ogre"})) == {"vein": 1}
        assert counts(after(self.taxed(thing("vein", "alice", "Enchantment", text)), {"bear": "ogre"})) == {}

    def test_what_returns_to_a_hand_does_not_die_but_its_aura_does(self) -> None:
        watch = [
            thing(
                "dies",
                "bob",
                "Artifact",
                "Whenever a land is put into a graveyard from the battlefield, scry 1.",
            ),
            thing("goes", "bob", "Artifact", "Whenever a land leaves the battlefield, scry 1."),
            thing(
                "aura",
                "bob",
                "Artifact",
                "Whenever an enchantment is put into a graveyard from the battlefield, scry 1.",
            ),
            thing("veil", "bob", "Enchantment — Aura", "", attached_to="wood"),
        ]
        data = self.taxed(*watch, land="Return this land to its owner's hand: Add {G}.")
        assert counts(after(data, {"bear": "ogre"})) == {"goes": 1, "aura": 1}

    def test_a_mana_ability_that_another_permanent_gave(self) -> None:
        text = 'Lands you control have "Sacrifice this land: Add one mana of any color."'
        altar = thing("altar", "bob", "Enchantment", "Whenever you sacrifice a land, draw a card.")
        data = self.taxed(thing("rite", "bob", "Enchantment", text), altar, land="{T}: Add {G}.")
        paid = [{"activate": "wood", "ability": 1, "add": "R"}]
        state = after(data, {"bear": "ogre"}, pay=paid)
        assert (counts(state), [one.key for one in state.gone]) == ({"altar": 1}, ["wood"])
        assert counts(after(data, {"bear": "ogre"}, pay=[{"activate": "wood", "add": "G"}])) == {}

    def test_a_mana_ability_that_a_player_says_to_have(self) -> None:
        land = "Sacrifice this land: Add {R}. Activate only if you have ten or more life."
        altar = thing("altar", "bob", "Enchantment", "Whenever you sacrifice a land, draw a card.")
        data = self.taxed(altar, land=land)
        assert counts(after(data, {"bear": "ogre"}, pay=[{"activate": "wood"}])) == {"altar": 1}

    @pytest.mark.parametrize(
        ("text", "times"),
        [
            ("Whenever a -1/-1 counter is put on a creature, scry 1.", 2),
            ("Whenever one or more -1/-1 counters are put on a creature, scry 1.", 1),
            ("Whenever one or more counters are put on a creature an opponent controls, scry 1.", 1),
            ("Whenever you put one or more -1/-1 counters on a creature, scry 1.", 0),
            ("Whenever a +1/+1 counter is put on a creature, scry 1.", 0),
        ],
    )
    def test_counters_that_are_put(self, text: str, times: int) -> None:
        price = "This creature can't block unless you put two -1/-1 counters on a creature you control."
        gem = thing("gem", "alice", "Artifact", text)
        state = after(board(attacker("ogre"), blocker("bear", price), gem), {"bear": "ogre"})
        assert counts(state).get("gem", 0) == times
        assert state.board.permanent("bear").counters == {"-1/-1": 2}

    def test_counters_that_are_removed(self) -> None:
        text = "Whenever a charge counter is removed from a permanent you control, draw a card."
        data = self.taxed(
            thing("gem", "bob", "Artifact", text),
            thing(
                "cell",
                "bob",
                "Artifact",
                "Remove a charge counter from this artifact: Add {C}.",
                counters={"charge": 2},
            ),
            land="This land has no abilities to speak of.",
        )
        state = after(data, {"bear": "ogre"}, pay=[{"activate": "cell"}])
        assert counts(state) == {"gem": 1}
        assert state.board.permanent("cell").counters == {"charge": 1}

    def test_cards_exiled_from_a_graveyard(self) -> None:
        price = "This creature can't block unless you exile two cards from your graveyard."
        data = board(
            attacker("ogre"),
            blocker("bear", price),
            thing("each", "bob", "Artifact", "Whenever a card leaves your graveyard, scry 1."),
            thing("some", "bob", "Artifact", "Whenever one or more cards leave your graveyard, scry 1."),
            thing("foe", "alice", "Artifact", "Whenever one or more cards leave your graveyard, scry 1."),
            thing("kind", "bob", "Artifact", "Whenever a creature card leaves your graveyard, scry 1."),
            players=["alice", {"id": "bob", "graveyard": 3}],
        )
        state = after(data, {"bear": "ogre"})
        rows = {one.bearer: (one.count, one.at_most) for one in state.triggers}
        assert (rows["each"], rows["some"]) == ((2, 2), (1, 2))
        assert "foe" not in counts(state)
        assert [one.source for one in state.unread] == ["kind"]

    def test_cards_of_a_stated_payment_at_once(self) -> None:
        price = "This creature can't block unless you exile two cards from your graveyard."
        data = board(
            attacker("ogre"),
            blocker("bear", price),
            thing("some", "bob", "Artifact", "Whenever one or more cards leave your graveyard, scry 1."),
            players=["alice", {"id": "bob", "graveyard": 3}],
        )
        paid = [{"exile": ["Forest", "Island"]}]
        payment = Judge(load_board(data)).check({"bear": "ogre"}, pay=paid).costs.payment
        assert payment == ({"exile": ["Forest", "Island"]},)
        state = after(data, {"bear": "ogre"}, pay=paid)
        assert [(one.count, one.at_most) for one in state.triggers] == [(1, 1)]

    def test_who_did_it_is_told(self) -> None:
        price = "This creature can't block unless you discard a card."
        data = board(
            attacker("ogre"),
            blocker("bear", price),
            thing("gem", "alice", "Artifact", "Whenever an opponent discards a card, scry 1."),
            players=["alice", {"id": "bob", "hand_size": 1}],
        )
        answer = aftermath_answer(after(data, {"bear": "ogre"})).triggers[0].triggers[0]
        assert answer.message == "An ability of Gem triggers once: bob discards a card (509.2a)"
        assert answer.times[0].players == ("bob",)

    def test_nothing_without_a_payment(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            thing("altar", "bob", "Enchantment", "Whenever you sacrifice a creature, draw a card."),
        )
        assert after(data, {"bear": "ogre"}).triggers == ()


class TestACreatureSacrificedForManaWhilePayingToBlock:
    """The attacker was blocked, though nothing blocks it; whoever was declared beside it did not block alone."""

    def test_alone(self) -> None:
        state = after(cowed("ogre"), {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}])
        assert state.blocked == ("ogre",)
        assert state.blocks == ()
        assert sorted(one.cr for one in state.triggers) == ["509.3c", "509.3d"]
        assert pairs(state.triggers[1]) == [(("cantor",), ("ogre",))]

    @pytest.mark.parametrize(("colors", "times"), [(["W"], {"gem": 2}), (["R"], {})])
    def test_it_is_looked_at_as_it_was_last(self, colors: list[str], times: dict[str, int]) -> None:
        """603.10, 509.3f: also beside an attacker that is still there."""
        data = cowed()
        data["permanents"][0]["colors"] = colors
        texts = (
            "Whenever a creature becomes blocked by a white creature, scry 1.\n"
            "Whenever a white creature blocks a creature, scry 1."
        )
        data["permanents"] += [attacker("imp"), thing("gem", "alice", "Artifact", texts)]
        state = after(data, {"cantor": "imp"}, pay=[{"activate": "cantor", "add": "R"}])
        assert counts(state) == times

    def test_beside_another(self) -> None:
        blocks = {"cantor": "ogre", "guard": "imp"}
        state = after(cowed("ogre", "imp"), blocks, pay=[{"activate": "cantor", "add": "R"}])
        assert state.blocking == ("guard",)
        assert counts(state) == {"ogre": 2, "imp": 2}

    def test_the_other_one_alone_does(self) -> None:
        state = after(cowed("ogre", "imp"), {"guard": "imp"})
        assert counts(state) == {"ogre": 1, "imp": 2, "guard": 1}

    def test_one_that_untapped_for_mana_is_untapped(self) -> None:
        text = "This creature can't block unless you pay {G}{G}.\n{T}: Add {G}.\n{Q}: Add {G}."
        data = board(attacker("ogre"), blocker("sprite", text, summoning_sick=False))
        state = after(data, {"sprite": "ogre"})
        assert (state.board.permanent("sprite").tapped, state.blocks) == (False, (("sprite", "ogre"),))
        once = data["permanents"][1] | {"oracle_text": text.replace("{G}{G}", "{G}")}
        state = after(board(attacker("ogre"), once), {"sprite": "ogre"})
        assert state.board.permanent("sprite").tapped is True

    def test_the_aura_leaves_and_the_cost_stays_what_it_was(self) -> None:
        data = cowed("ogre")
        state = after(data, {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}])
        assert [one.key for one in state.gone] == ["cantor", "fear"]
        verdict = Judge(load_board(data)).check({"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}])
        assert [total.price.mana for total in verdict.costs.totals] == ["{1}"]


class TestWithoutALegalDeclarationThereIsNoAftermath:
    def test_an_illegal_one(self) -> None:
        judge = Judge(load_board(board(attacker("ogre", "Menace"), blocker("bear"))))
        with pytest.raises(Illegal) as error:
            judge.after({"bear": "ogre"})
        assert error.value.verdict == judge.check({"bear": "ogre"})
        assert str(error.value) == (
            "There is no aftermath. Illegal (509.1b): Ogre can't be blocked except by two or more creatures "
            "(menace, 702.111b); only Bear blocks it."
        )

    def test_an_undecided_one(self) -> None:
        text = "This creature can't be blocked while the moon is full."
        judge = Judge(load_board(board(attacker("ogre", text), blocker("bear"))))
        with pytest.raises(Undecided) as error:
            judge.after({"bear": "ogre"})
        assert error.value.verdict == judge.check({"bear": "ogre"})

    def test_everybody_who_is_attacked_declares(self) -> None:
        data = board(
            attacker("ogre"),
            attacker("imp", attacking="carol"),
            blocker("bear"),
            players=("alice", "bob", "carol"),
        )
        with pytest.raises(DeclarationError) as error:
            after(data, {"bear": "ogre"}, player="bob")
        assert (
            str(error.value) == "declarations: expected a declaration of carol, who is attacked too (802.4)"
        )

    def test_all_of_them_are_one_state(self) -> None:
        declarations = [
            {"player": "bob", "blocks": {"bear": "ogre"}},
            {"player": "carol", "blocks": {"cat": "imp"}},
        ]
        data = board(
            attacker("ogre", BECOMES_BLOCKED),
            attacker("imp", attacking="carol"),
            blocker("bear", "Whenever this creature blocks alone, draw a card."),
            blocker("cat", BLOCKS_A_CREATURE, controller="carol"),
            players=("alice", "bob", "carol"),
            declarations=declarations,
        )
        state = after(data)
        assert state.blocks == (("bear", "ogre"), ("cat", "imp"))
        assert counts(state) == {"ogre": 1, "cat": 1}

    def test_an_effect_then_makes_another_creature_block(self) -> None:
        data = board(attacker("ogre"), blocker("bear"), blocker("cat", BLOCKS))
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("cat", ("ogre",)))) == {"cat": 1}
