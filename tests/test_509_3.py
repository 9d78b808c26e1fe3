"""509.3a-g: when an ability that waits for blocks triggers, and how often."""

from __future__ import annotations

import pytest

from blockcheck.aftermath import (
    BecomesBlocked,
    BecomesUnblocked,
    Changes,
    Enters,
    Leaves,
    MakesBlock,
    RemovedFromCombat,
    then,
)
from tests.boards import Entry, attacker, blocker, board, thing
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
    rules,
)

NEWCOMER = {
    "id": "new",
    "controller": "bob",
    "name": "New",
    "type_line": "Creature",
    "power": 1,
    "colors": ["W"],
}


def newcomer(text: str = "", **more: object) -> dict[str, object]:
    return {**NEWCOMER, "oracle_text": text, **more}


class TestWheneverACreatureBlocks:
    """509.3a."""

    def test_once_although_it_blocks_several(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", f"{ANY_NUMBER}\n{BLOCKS}"))
        state = after(data, {"bear": ["ogre", "imp"]})
        assert (counts(state), rules(state)) == ({"bear": 1}, ["509.3a"])

    def test_not_if_it_does_not_block(self) -> None:
        data = board(attacker("ogre"), blocker("bear", BLOCKS), blocker("cat"))
        assert counts(after(data, {"cat": "ogre"})) == {}

    def test_if_an_effect_makes_it_block_and_it_was_no_blocking_creature(self) -> None:
        data = board(attacker("ogre"), blocker("bear", BLOCKS))
        assert counts(after(data, {}, MakesBlock("bear", ("ogre",)))) == {"bear": 1}

    def test_not_if_it_was_one(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", BLOCKS))
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("bear", ("imp",)))) == {}
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("bear", ("imp",), instead=True))) == {}

    def test_again_after_it_was_removed_from_combat(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", BLOCKS))
        state = after(data, {"bear": "ogre"}, RemovedFromCombat("bear"), MakesBlock("bear", ("imp",)))
        assert counts(state) == {"bear": 1}

    def test_not_if_it_enters_blocking(self) -> None:
        data = board(attacker("ogre"), blocker("bear"))
        assert counts(after(data, {}, Enters(newcomer(BLOCKS), blocking="ogre"))) == {}

    def test_whose_creature_it_is(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat"),
            thing("ours", "bob", "Enchantment", "Whenever a creature you control blocks, draw a card."),
            thing("theirs", "alice", "Enchantment", "Whenever a creature you control blocks, draw a card."),
            thing(
                "both",
                "alice",
                "Enchantment",
                "Whenever a creature an opponent controls blocks, draw a card.",
            ),
        )
        assert counts(after(data, {"bear": "ogre", "cat": "ogre"})) == {"ours": 2, "both": 2}

    def test_several_at_once_as_one(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat"),
            thing(
                "one", "bob", "Enchantment", "Whenever one or more creatures you control block, draw a card."
            ),
            thing(
                "two", "bob", "Enchantment", "Whenever two or more creatures you control block, draw a card."
            ),
        )
        assert counts(after(data, {"bear": "ogre", "cat": "ogre"})) == {"one": 1, "two": 1}
        assert counts(after(data, {"bear": "ogre"})) == {"one": 1}

    @pytest.mark.parametrize(
        ("declared", "times"), [({"bear": "ogre"}, 1), ({"bear": "ogre", "cat": "ogre"}, 0)]
    )
    def test_alone(self, declared: dict[str, str | list[str]], times: int) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear", "Whenever this creature blocks alone, draw a card."),
            blocker("cat"),
        )
        assert counts(after(data, declared)).get("bear", 0) == times

    def test_attacks_or_blocks(self) -> None:
        text = "Whenever this creature attacks or blocks, draw a card."
        data = board(attacker("ogre", text), blocker("bear", text))
        assert counts(after(data, {"bear": "ogre"})) == {"bear": 1}

    def test_an_aura_or_equipment_waits_for_its_creature_only(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat"),
            thing(
                "bond",
                "alice",
                "Enchantment — Aura",
                "Whenever enchanted creature blocks, x.",
                attached_to="bear",
            ),
            thing("idle", "bob", "Artifact — Equipment", "Whenever equipped creature blocks, x."),
        )
        assert counts(after(data, {"bear": "ogre", "cat": "ogre"})) == {"bond": 1}
        assert counts(after(data, {"cat": "ogre"})) == {}

    def test_only_once_each_turn(self) -> None:
        text = (
            "Whenever a creature you control blocks, draw a card. This ability triggers only once each turn."
        )
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat"),
            blocker("dog"),
            thing("one", "bob", "Enchantment", text),
        )
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert counts(state) == {"one": 1}
        assert counts(then(state, MakesBlock("dog", ("ogre",)))) == {}


class TestWheneverACreatureBlocksACreature:
    """509.3b."""

    def test_once_for_each_attacker_it_blocks(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", f"{ANY_NUMBER}\n{BLOCKS_A_CREATURE}"))
        state = after(data, {"bear": ["ogre", "imp"]})
        assert (counts(state), rules(state)) == ({"bear": 2}, ["509.3b"])
        assert pairs(state.triggers[0]) == [(("bear",), ("ogre",)), (("bear",), ("imp",))]

    def test_if_an_effect_makes_it_block_an_attacker_that_it_did_not_block(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", BLOCKS_A_CREATURE))
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("bear", ("imp",)))) == {"bear": 1}

    def test_not_for_an_attacker_it_blocked_already(self) -> None:
        data = board(attacker("ogre"), blocker("bear", BLOCKS_A_CREATURE))
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("bear", ("ogre",)))) == {}

    def test_not_if_it_enters_blocking(self) -> None:
        data = board(attacker("ogre"), blocker("bear"))
        assert counts(after(data, {}, Enters(newcomer(BLOCKS_A_CREATURE), blocking="ogre"))) == {}

    def test_each_member_of_a_band(self) -> None:
        data = board(
            attacker("ogre", "Banding", band="b"),
            attacker("imp", band="b"),
            blocker("bear", BLOCKS_A_CREATURE),
        )
        assert counts(after(data, {"bear": "imp"})) == {"bear": 2}


class TestWheneverACreatureBecomesBlocked:
    """509.3c."""

    def test_once_although_several_block_it(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED), *(blocker(f"bear{n}") for n in range(4)))
        state = after(data, {f"bear{n}": "ogre" for n in range(4)})
        assert (counts(state), rules(state)) == ({"ogre": 1}, ["509.3c"])

    def test_not_if_nothing_blocks_it(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED), attacker("imp"), blocker("bear"))
        assert counts(after(data, {"bear": "imp"})) == {}

    @pytest.mark.parametrize("blocks", [{}, {"bear": "ogre"}])
    def test_by_an_effect_only_if_it_was_unblocked(self, blocks: dict[str, str | list[str]]) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED), blocker("bear"))
        expected = {} if blocks else {"ogre": 1}
        assert counts(after(data, blocks, BecomesBlocked(("ogre",)))) == expected

    @pytest.mark.parametrize("blocks", [{}, {"bear": "ogre"}])
    def test_by_a_creature_that_enters_only_if_it_was_unblocked(
        self, blocks: dict[str, str | list[str]]
    ) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED), blocker("bear"))
        expected = {} if blocks else {"ogre": 1}
        assert counts(after(data, blocks, Enters(newcomer(), blocking="ogre"))) == expected

    def test_again_after_an_effect_made_it_unblocked(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED), blocker("bear"), blocker("cat"))
        state = after(data, {"bear": "ogre"}, BecomesUnblocked(("ogre",)))
        assert counts(state) == {}
        assert counts(then(state, MakesBlock("cat", ("ogre",)))) == {"ogre": 1}
        assert counts(then(state, BecomesBlocked(("ogre",)))) == {"ogre": 1}

    def test_not_again_while_it_stays_blocked(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED), blocker("bear"), blocker("cat"))
        state = after(data, {"bear": "ogre"}, Leaves("bear"), MakesBlock("cat", ("ogre",)))
        assert counts(state) == {}

    def test_an_effect_on_several_attackers_blocks_them_all(self) -> None:
        attackers = [attacker(f"ogre{n}", BECOMES_BLOCKED) for n in range(3)]
        state = after(board(*attackers, blocker("bear")), {}, BecomesBlocked(("ogre0", "ogre1", "ogre2")))
        assert counts(state) == {"ogre0": 1, "ogre1": 1, "ogre2": 1}


class TestWheneverACreatureBecomesBlockedByACreature:
    """509.3d."""

    def test_once_for_each_creature_that_blocks_it(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED_BY), blocker("bear"), blocker("cat"))
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert (counts(state), rules(state)) == ({"ogre": 2}, ["509.3d"])
        assert pairs(state.triggers[0]) == [(("bear",), ("ogre",)), (("cat",), ("ogre",))]

    def test_if_an_effect_makes_another_creature_block_it(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED_BY), blocker("bear"), blocker("cat"))
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("cat", ("ogre",)))) == {"ogre": 1}

    def test_not_by_one_that_blocks_it_already(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED_BY), blocker("bear"))
        assert counts(after(data, {"bear": "ogre"}, MakesBlock("bear", ("ogre",)))) == {}

    def test_if_a_creature_enters_blocking_it_also_while_it_is_blocked(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED_BY), blocker("bear"))
        assert counts(after(data, {"bear": "ogre"}, Enters(newcomer(), blocking="ogre"))) == {"ogre": 1}

    def test_not_if_an_effect_rather_than_a_creature_blocks_it(self) -> None:
        data = board(attacker("ogre", BECOMES_BLOCKED_BY), blocker("bear"))
        assert counts(after(data, {}, BecomesBlocked(("ogre",)))) == {}

    def test_blocks_or_becomes_blocked_by_a_creature_on_either_side(self) -> None:
        text = "Whenever this creature blocks or becomes blocked by a creature, destroy that creature."
        data = board(attacker("ogre", text), blocker("bear"), blocker("cat", text))
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert (counts(state), sorted(rules(state))) == ({"ogre": 2, "cat": 1}, ["509.3b", "509.3d"])


class TestByAParticularNumberOfCreatures:
    """509.3e."""

    @pytest.mark.parametrize(("n", "times"), [(1, 0), (2, 1), (3, 1)])
    def test_at_least(self, n: int, times: int) -> None:
        text = "Whenever this creature becomes blocked by two or more creatures, draw a card."
        state = after(_crowd(text, 3), {f"bear{k}": "ogre" for k in range(n)})
        assert counts(state).get("ogre", 0) == times
        assert rules(state) == ["509.3e"] * times

    @pytest.mark.parametrize(("n", "times"), [(1, 0), (2, 1), (3, 0)])
    def test_exactly(self, n: int, times: int) -> None:
        text = "Whenever this creature becomes blocked by exactly two creatures, draw a card."
        state = after(_crowd(text, 3), {f"bear{k}": "ogre" for k in range(n)})
        assert counts(state).get("ogre", 0) == times

    @pytest.mark.parametrize("n", [1, 2])
    def test_blocks_two_or_more_creatures(self, n: int) -> None:
        text = f"{ANY_NUMBER}\nWhenever this creature blocks two or more creatures, draw a card."
        data = board(attacker("ogre"), attacker("imp"), blocker("bear", text))
        assert counts(after(data, {"bear": ["ogre", "imp"][:n]})) == ({"bear": 1} if n == 2 else {})

    def test_an_effect_that_adds_a_blocker(self) -> None:
        text = "Whenever this creature becomes blocked by two or more creatures, draw a card."
        state = after(_crowd(text, 3), {"bear0": "ogre"}, MakesBlock("bear1", ("ogre",)))
        assert counts(state) == {"ogre": 1}
        assert counts(then(state, Enters(newcomer(), blocking="ogre"))) == {}

    def test_an_effect_that_removes_one(self) -> None:
        text = "Whenever this creature becomes blocked by exactly two creatures, draw a card."
        state = after(_crowd(text, 3), {f"bear{k}": "ogre" for k in range(3)}, RemovedFromCombat("bear0"))
        assert counts(state) == {"ogre": 1}

    def test_one_or_more_is_once_for_all_of_them(self) -> None:
        text = "Whenever this creature becomes blocked by one or more black creatures, draw a card."
        black = [blocker(f"cat{n}", colors=["B"]) for n in range(2)]
        data = board(attacker("ogre", text), blocker("bear"), *black)
        state = after(data, {"bear": "ogre", "cat0": "ogre", "cat1": "ogre"})
        assert counts(state) == {"ogre": 1}
        assert pairs(state.triggers[0]) == [(("cat0", "cat1"), ("ogre",))]
        assert counts(after(data, {"bear": "ogre"})) == {}

    def test_a_creature_that_entered_blocking_has_not_blocked(self) -> None:
        text = f"{ANY_NUMBER}\nWhenever this creature blocks one or more creatures, draw a card."
        data = board(attacker("ogre"), blocker("bear"))
        assert counts(after(data, {}, Enters(newcomer(text), blocking="ogre"))) == {}


def _crowd(text: str, n: int) -> dict[str, object]:
    return dict(board(attacker("ogre", text), *(blocker(f"bear{k}") for k in range(n))))


class TestWithCertainCharacteristics:
    """509.3f: as they are at that moment, and never because they change later."""

    WHITE = "Whenever this creature becomes blocked by a white creature, draw a card."

    def test_of_the_creature_that_blocks(self) -> None:
        data = board(attacker("ogre", self.WHITE), blocker("bear"), blocker("cat", colors=["W"]))
        assert counts(after(data, {"bear": "ogre", "cat": "ogre"})) == {"ogre": 1}

    def test_not_if_it_turns_white_later(self) -> None:
        data = board(attacker("ogre", self.WHITE), blocker("bear"))
        state = after(data, {"bear": "ogre"}, Changes("bear", {"colors": ["W"]}))
        assert state.board.permanent("bear").colors == ("W",)
        assert counts(state) == {}

    def test_but_as_it_is_when_an_effect_makes_it_block(self) -> None:
        data = board(attacker("ogre", self.WHITE), blocker("bear"))
        state = after(data, {}, Changes("bear", {"colors": ["W"]}), MakesBlock("bear", ("ogre",)))
        assert counts(state) == {"ogre": 1}

    def test_of_the_creature_that_becomes_blocked(self) -> None:
        text = "Whenever a creature with power 3 or greater becomes blocked, draw a card."
        data = board(
            attacker("ogre", power=4),
            attacker("imp"),
            blocker("bear"),
            blocker("cat"),
            thing("x", "bob", "Artifact", text),
        )
        assert counts(after(data, {"bear": "ogre", "cat": "imp"})) == {"x": 1}

    @pytest.mark.parametrize(("power", "times"), [(1, 1), (2, 0)])
    def test_compared_with_the_other_creature(self, power: int, times: int) -> None:
        text = "Whenever a creature becomes blocked by a creature with lesser power, destroy the blocking creature."
        data = board(attacker("ogre"), blocker("bear", power=power), thing("x", "bob", "Enchantment", text))
        assert counts(after(data, {"bear": "ogre"})).get("x", 0) == times

    def test_a_value_that_the_board_does_not_give_is_told(self) -> None:
        bear = blocker("bear")
        del bear["colors"]
        state = after(board(attacker("ogre", self.WHITE), bear), {"bear": "ogre"})
        (one,) = state.triggers
        assert (one.count, one.at_most) == (0, 1)
        assert one.times[0].open == ("permanents[1].colors",)


class TestWheneverACreatureAttacksAndIsntBlocked:
    """509.3g."""

    def test_if_no_creature_is_declared_for_it(self) -> None:
        data = board(attacker("ogre", ISNT_BLOCKED), attacker("imp", ISNT_BLOCKED), blocker("bear"))
        state = after(data, {"bear": "imp"})
        assert (counts(state), rules(state)) == ({"ogre": 1}, ["509.3g"])

    def test_not_if_it_is_blocked_and_its_blockers_are_removed(self) -> None:
        data = board(attacker("ogre", ISNT_BLOCKED), blocker("bear"))
        state = after(data, {"bear": "ogre"}, Leaves("bear"))
        assert counts(state) == {}

    def test_nor_if_an_effect_makes_it_unblocked(self) -> None:
        data = board(attacker("ogre", ISNT_BLOCKED), blocker("bear"))
        assert counts(after(data, {"bear": "ogre"}, BecomesUnblocked(("ogre",)))) == {}

    def test_not_for_a_band_mate_of_what_is_blocked(self) -> None:
        data = board(
            attacker("ogre", f"Banding\n{ISNT_BLOCKED}", band="b"), attacker("imp", band="b"), blocker("bear")
        )
        assert counts(after(data, {"bear": "imp"})) == {}

    @pytest.mark.parametrize(("target", "times"), [("bob", 1), ("sage", 0)])
    def test_a_player(self, target: str, times: int) -> None:
        text = (
            "Whenever this creature attacks a player and isn't blocked, that player's life total becomes 1."
        )
        data = board(
            attacker("ogre", text, attacking=target),
            thing("sage", "bob", "Planeswalker — Sage"),
            blocker("bear"),
        )
        assert counts(after(data, {})).get("ogre", 0) == times

    def test_several_at_once(self) -> None:
        text = (
            "Whenever one or more creatures an opponent controls attack you and aren't blocked, draw a card."
        )
        data = board(
            attacker("ogre"), attacker("imp"), blocker("bear"), thing("gem", "bob", "Artifact", text)
        )
        assert counts(after(data, {})) == {"gem": 1}


class TestTheInterveningIf:
    """603.4: asked when it would trigger."""

    TEXT = "Whenever this creature blocks, if you control another creature, draw a card."

    def test_true(self) -> None:
        data = board(attacker("ogre"), blocker("bear", self.TEXT), blocker("cat"))
        (one,) = after(data, {"bear": "ogre"}).triggers
        assert (one.count, one.trigger.condition_text) == (1, "you control another creature")

    def test_false(self) -> None:
        assert after(board(attacker("ogre"), blocker("bear", self.TEXT)), {"bear": "ogre"}).triggers == ()

    @pytest.mark.parametrize(
        ("event", "bear", "ogre", "times"),
        [
            ("blocks a creature", ["W"], ["R"], {"gem": 1}),
            ("blocks a creature", ["R"], ["W"], {}),
            ("becomes blocked by a creature", ["W"], ["R"], {}),
            ("becomes blocked by a creature", ["R"], ["W"], {"gem": 1}),
        ],
    )
    def test_it_is_the_creature_that_the_event_is_about(
        self, event: str, bear: list[str], ogre: list[str], times: dict[str, int]
    ) -> None:
        text = f"Whenever a creature {event}, if it's white, draw a card."
        data = board(
            attacker("ogre", colors=ogre), blocker("bear", colors=bear), thing("gem", "bob", "Artifact", text)
        )
        assert counts(after(data, {"bear": "ogre"})) == times

    def test_open(self) -> None:
        text = "Whenever this creature blocks, if you have no cards in hand, draw a card."
        (one,) = after(board(attacker("ogre"), blocker("bear", text)), {"bear": "ogre"}).triggers
        assert (one.count, one.at_most, one.times[0].open) == (0, 1, ("players[1].hand_size",))

    def test_not_understood(self) -> None:
        text = "Whenever this creature blocks, if the moon is full, draw a card."
        (one,) = after(board(attacker("ogre"), blocker("bear", text)), {"bear": "ogre"}).triggers
        assert (one.count, one.at_most) == (0, 1)

    def test_while(self) -> None:
        text = "Whenever this creature attacks or blocks while you control a Wall, draw a card."
        wall = blocker("wall", type_line="Creature — Wall")
        assert counts(after(board(attacker("ogre"), blocker("bear", text), wall), {"bear": "ogre"})) == {
            "bear": 1
        }
        assert counts(after(board(attacker("ogre"), blocker("bear", text)), {"bear": "ogre"})) == {}


class TestDelayedTriggers:
    """603.7: what resolved spells and abilities have left waiting."""

    @staticmethod
    def effect(text: str, **more: object) -> Entry:
        return {"text": text, "controller": "bob", **more}

    def test_each_time_this_turn(self) -> None:
        text = "Whenever a creature blocks this turn, its controller gets a poison counter."
        data = board(attacker("ogre"), blocker("bear"), blocker("cat"), effects=[self.effect(text)])
        (one,) = after(data, {"bear": "ogre", "cat": "ogre"}).triggers
        assert (one.bearer, one.controller, one.count, one.delayed) == (None, "bob", 2, True)

    def test_without_a_duration_only_once(self) -> None:
        data = board(
            attacker("ogre"),
            blocker("bear"),
            blocker("cat"),
            blocker("dog"),
            effects=[self.effect("When a creature blocks, draw a card.")],
        )
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert counts(state) == {None: 1}
        assert counts(then(state, MakesBlock("dog", ("ogre",)))) == {}

    def test_of_one_creature(self) -> None:
        text = "When that creature becomes blocked this turn, it gets +1/+1 until end of turn."
        data = board(
            attacker("ogre"), attacker("imp"), blocker("bear"), effects=[self.effect(text, it="ogre")]
        )
        assert counts(after(data, {"bear": "ogre"})) == {None: 1}
        assert counts(after(data, {"bear": "imp"})) == {}

    def test_an_ability_that_an_effect_gave(self) -> None:
        text = f'Until end of turn, target creature gets +1/+1 and gains "{BLOCKS}"'
        data = board(attacker("ogre"), blocker("bear"), effects=[self.effect(text, targets=["bear"])])
        assert counts(after(data, {"bear": "ogre"})) == {"bear": 1}


class TestKeywordsThatTrigger:
    def test_bushido_on_either_side_once(self) -> None:
        data = board(attacker("ogre", "Bushido 2"), blocker("bear", "Bushido 1"), blocker("cat"))
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert (counts(state), rules(state)) == ({"ogre": 1, "bear": 1}, ["702.45a", "702.45a"])

    def test_rampage_and_afflict_once(self) -> None:
        data = board(attacker("ogre", "Rampage 2\nAfflict 3"), *(blocker(f"bear{n}") for n in range(3)))
        state = after(data, {f"bear{n}": "ogre" for n in range(3)})
        assert [(one.cr, one.trigger.text, one.count) for one in state.triggers] == [
            ("702.23a", "Rampage 2", 1),
            ("702.130a", "Afflict 3", 1),
        ]

    def test_flanking_for_each_blocker_without_it(self) -> None:
        data = board(
            attacker("ogre", "Flanking"), blocker("bear"), blocker("cat"), blocker("horse", "Flanking")
        )
        state = after(data, {"bear": "ogre", "cat": "ogre", "horse": "ogre"})
        assert (counts(state), rules(state)) == ({"ogre": 2}, ["702.25a"])

    def test_each_instance_of_flanking(self) -> None:
        data = board(attacker("ogre", "Flanking, flanking"), blocker("bear"))
        assert counts(after(data, {"bear": "ogre"})) == {"ogre": 2}

    def test_an_instance_that_is_given_besides(self) -> None:
        lord = thing("lord", "alice", "Enchantment", "Creatures you control have flanking.")
        data = board(attacker("ogre", "Flanking"), attacker("imp"), lord, blocker("bear"), blocker("cat"))
        assert counts(after(data, {"bear": "ogre", "cat": "imp"})) == {"ogre": 2, "imp": 1}

    def test_frenzy_if_it_isnt_blocked(self) -> None:
        data = board(attacker("ogre", "Frenzy 1"), attacker("imp", "Frenzy 2"), blocker("bear"))
        state = after(data, {"bear": "ogre"})
        assert (counts(state), rules(state)) == ({"imp": 1}, ["702.68a"])
