"""603.2d-i: abilities that trigger additional times, or only so often each turn, where blocks or payments set them off."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import InputError, Judge, load_board
from blockcheck.aftermath import (
    Aftermath,
    BecomesUnblocked,
    Enters,
    Leaves,
    MakesBlock,
    NewCombatPhase,
    then,
)
from blockcheck.judge.outcome import aftermath_answer
from tests.boards import Entry, attacker, blocker, board, thing
from tests.combats import BECOMES_BLOCKED, BECOMES_BLOCKED_BY, BLOCKS, after, counts

TAX = "Enchanted creature can't block unless its controller pays {1}."
FOR_MANA = "Sacrifice this creature: Add {R}."
SMALL = "If an ability of a creature you control with power 2 or less triggers, that ability triggers an additional time."
ANY = "If a triggered ability of a permanent you control triggers, it triggers an additional time."
DYING = "If a creature dying causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."


def messages(state: Aftermath) -> list[str]:
    return [line.message for group in aftermath_answer(state).triggers for line in group.triggers]


class TestAnAbilityTriggersAdditionalTimes:
    """603.2d."""

    def test_each_time_that_it_triggers(self) -> None:
        bell = thing("bell", "alice", "Artifact", SMALL)
        data = board(attacker("ogre", BECOMES_BLOCKED_BY), bell, blocker("bear"), blocker("cat"))
        state = after(data, {"bear": "ogre", "cat": "ogre"})
        assert counts(state) == {"ogre": 4}
        assert [time.again for time in state.triggers[0].times] == [None, None, "bell", "bell"]
        assert messages(state) == [
            "An ability of Ogre triggers four times: Bear blocks Ogre; Cat blocks Ogre; "
            "twice more because of Bell (603.2d) (509.3d)"
        ]

    @pytest.mark.parametrize(
        ("ogre", "bear", "times"),
        [(2, 2, {"ogre": 2, "bear": 1}), (3, 2, {"ogre": 1, "bear": 1})],
    )
    def test_only_the_abilities_it_speaks_of(self, ogre: int, bear: int, times: dict[str, int]) -> None:
        bell = thing("bell", "alice", "Artifact", SMALL)
        data = board(attacker("ogre", BECOMES_BLOCKED, power=ogre), bell, blocker("bear", BLOCKS, power=bear))
        assert counts(after(data, {"bear": "ogre"})) == times

    def test_several_add_up_and_do_not_multiply(self) -> None:
        bells = [thing(f"bell{n}", "alice", "Artifact", ANY) for n in range(2)]
        data = board(attacker("ogre", BECOMES_BLOCKED), *bells, blocker("bear"))
        assert counts(after(data, {"bear": "ogre"})) == {"ogre": 3}

    def test_two_additional_times(self) -> None:
        bell = thing("bell", "alice", "Artifact", ANY.replace("an additional time", "two additional times"))
        data = board(attacker("ogre", BECOMES_BLOCKED), bell, blocker("bear"))
        assert counts(after(data, {"bear": "ogre"})) == {"ogre": 3}

    def test_keywords_too(self) -> None:
        bell = thing("bell", "bob", "Artifact", ANY)
        data = board(attacker("ogre"), bell, blocker("bear", "Bushido 1"))
        assert counts(after(data, {"bear": "ogre"})) == {"bear": 2}

    def test_an_ability_that_was_given(self) -> None:
        text = 'Equipped creature has "If a triggered ability of this creature triggers, that ability triggers an additional time."'
        horn = thing("horn", "bob", "Artifact — Equipment", text, attached_to="bear")
        data = board(attacker("ogre"), horn, blocker("bear", BLOCKS), blocker("cat", BLOCKS))
        assert counts(after(data, {"bear": "ogre", "cat": "ogre"})) == {"bear": 2, "cat": 1}

    def test_not_a_delayed_ability(self) -> None:
        """603.2e."""
        effect = {"text": "Whenever a creature blocks this turn, draw a card.", "controller": "bob"}
        bell = thing("bell", "bob", "Artifact", ANY)
        data = board(attacker("ogre"), bell, blocker("bear"), effects=[effect])
        assert counts(after(data, {"bear": "ogre"})) == {None: 1}

    def test_perhaps_where_the_board_leaves_it_open(self) -> None:
        text = "If a triggered ability of a white creature you control triggers, that ability triggers an additional time."
        bear = blocker("bear", BLOCKS)
        del bear["colors"]
        data = board(attacker("ogre"), bear, thing("bell", "bob", "Artifact", text))
        (one,) = after(data, {"bear": "ogre"}).triggers
        assert (one.count, one.at_most, one.times[1].open) == (1, 2, ("permanents[1].colors",))

    def test_on_a_condition(self) -> None:
        text = f"As long as you control a Wall, {ANY[0].lower()}{ANY[1:]}"
        data = board(attacker("ogre"), blocker("bear", BLOCKS), thing("bell", "bob", "Artifact", text))
        state = after(data, {"bear": "ogre"})
        assert counts(state) == {"bear": 1}
        assert [one.source for one in state.unread] == ["bell"]

    def test_what_is_not_understood_is_told(self) -> None:
        text = (
            "If a triggered ability of a creature under a full moon triggers, it triggers an additional time."
        )
        data = board(attacker("ogre"), blocker("bear", BLOCKS), thing("bell", "bob", "Artifact", text))
        assert [(one.source, one.text) for one in after(data, {"bear": "ogre"}).unread] == [("bell", text)]

    @pytest.mark.parametrize("cause", ["attacking", "entering"])
    def test_causes_that_are_no_blocks_bring_nothing(self, cause: str) -> None:
        text = DYING.replace("dying", cause)
        data = board(attacker("ogre"), blocker("bear", BLOCKS), thing("bell", "bob", "Artifact", text))
        state = after(data, {"bear": "ogre"})
        assert (counts(state), state.unread) == ({"bear": 1}, ())


class TestACreatureDyingIsTheCause:
    """While costs are paid (509.2a); whoever leaves is looked at as it was (603.10a)."""

    def paid(self, *more: Entry, text: str = FOR_MANA) -> dict[str | None, int]:
        fear = thing("fear", "alice", "Enchantment — Aura", TAX, attached_to="cantor")
        data = board(attacker("ogre"), blocker("cantor", text), fear, *more)
        return counts(after(data, {"cantor": "ogre"}, pay=[{"activate": "cantor", "add": "R"}]))

    def test_what_waits_for_it_to_die(self) -> None:
        crypt = thing("crypt", "bob", "Enchantment", "Whenever a creature dies, draw a card.")
        foe = thing("foe", "alice", "Enchantment", "Whenever a creature dies, draw a card.")
        bell = thing("bell", "bob", "Artifact", DYING)
        assert self.paid(crypt, foe, bell) == {"foe": 1, "crypt": 2}

    def test_its_own_abilities(self) -> None:
        text = f"{FOR_MANA}\nWhen this creature dies, draw a card.\nWhen this creature leaves the battlefield, scry 1."
        assert self.paid(thing("bell", "bob", "Artifact", DYING), text=text) == {"cantor": 4}

    def test_not_what_waits_for_the_sacrifice(self) -> None:
        altar = thing("altar", "bob", "Enchantment", "Whenever you sacrifice a creature, draw a card.")
        assert self.paid(altar, thing("bell", "bob", "Artifact", DYING)) == {"altar": 1}

    def test_not_what_an_aura_sets_off(self) -> None:
        text = "Whenever an enchantment is put into a graveyard from the battlefield, draw a card."
        shrine = thing("shrine", "bob", "Enchantment", text)
        assert self.paid(shrine, thing("bell", "bob", "Artifact", DYING)) == {"shrine": 1}

    def test_also_where_it_dies_itself(self) -> None:
        crypt = thing("crypt", "bob", "Enchantment", "Whenever a creature dies, draw a card.")
        assert self.paid(crypt, text=f"{FOR_MANA}\n{DYING}") == {"crypt": 2}


def limited(often: str = "once") -> Entry:
    text = (
        f"Whenever a creature you control blocks, draw a card. This ability triggers only {often} each turn."
    )
    return thing("gem", "bob", "Enchantment", text)


def crowd(*things: Entry, turn: Any = None) -> Any:
    fighters = [attacker(f"imp{n}") for n in range(3)] + [blocker(f"bear{n}") for n in range(3)]
    return board(*fighters, *things, **({} if turn is None else {"turn": turn}))


ALL = {f"bear{n}": f"imp{n}" for n in range(3)}


class TestItTriggersOnlySoOftenEachTurn:
    """603.2h."""

    @pytest.mark.parametrize(("often", "n"), [("once", 1), ("twice", 2), ("three times", 3)])
    def test_of_events_at_once(self, often: str, n: int) -> None:
        assert counts(after(crowd(limited(often)), ALL)) == {"gem": n}

    def test_of_events_one_after_the_other(self) -> None:
        state = after(crowd(limited("twice")), {"bear0": "imp0"}, MakesBlock("bear1", ("imp1",)))
        assert counts(state) == {"gem": 1}
        assert counts(then(state, MakesBlock("bear2", ("imp2",)))) == {}

    def test_of_either_of_two_events(self) -> None:
        text = "Whenever a creature blocks or becomes blocked, draw a card. This ability triggers only once each turn."
        assert counts(after(crowd(thing("gem", "bob", "Enchantment", text)), ALL)) == {"gem": 1}

    def test_each_of_two_abilities(self) -> None:
        state = after(crowd(limited(), limited() | {"id": "pearl"}), ALL)
        assert counts(state) == {"gem": 1, "pearl": 1}

    def test_the_limit_is_that_of_its_own_paragraph(self) -> None:
        text = (
            "Whenever a creature you control blocks, draw a card.\n"
            "Whenever you cast a spell, scry 1. This ability triggers only once each turn."
        )
        assert counts(after(crowd(thing("gem", "bob", "Enchantment", text)), ALL)) == {"gem": 3}

    def test_with_an_additional_time(self) -> None:
        state = after(crowd(limited(), thing("bell", "bob", "Artifact", ANY)), {"bear0": "imp0"})
        assert counts(state) == {"gem": 2}
        assert counts(then(state, MakesBlock("bear1", ("imp1",)))) == {}

    def test_a_given_one(self) -> None:
        text = f'Creatures you control have "{BLOCKS} This ability triggers only once each turn."'
        state = after(crowd(thing("gem", "bob", "Enchantment", text)), {"bear0": "imp0"})
        assert counts(state) == {"bear0": 1}
        assert (
            counts(
                then(
                    state,
                    MakesBlock("bear0", ("imp1",)),
                )
            )
            == {}
        )
        assert counts(then(state, MakesBlock("bear1", ("imp1",)))) == {"bear1": 1}


class TestTheNextCombatPhaseOfTheTurnRemembers:
    def again(self, state: Aftermath, blocks: dict[str, str]) -> Aftermath:
        ended = then(state, NewCombatPhase({"imp0": "bob", "imp1": "bob"}))
        return Judge(ended.board).after(blocks)

    def test_that_it_has_triggered(self) -> None:
        state = self.again(after(crowd(limited()), {"bear0": "imp0"}), {"bear1": "imp0"})
        assert counts(state) == {}
        assert state.note == ""

    def test_that_it_has_not(self) -> None:
        state = self.again(after(crowd(limited()), {}), {"bear1": "imp0"})
        assert counts(state) == {"gem": 1}

    def test_how_often(self) -> None:
        state = self.again(after(crowd(limited("twice")), {"bear0": "imp0"}), ALL | {"bear2": "imp1"})
        assert counts(state) == {"gem": 1}

    def test_what_the_board_says_of_it(self) -> None:
        gem = limited()
        data = crowd(gem | {"triggered": [gem["oracle_text"].split(". ")[0].upper() + "."]})
        assert counts(after(data, {"bear0": "imp0"})) == {}

    def test_what_the_board_does_not_say_is_open(self) -> None:
        data = crowd(limited(), turn={"combat_phase": 2})
        (one,) = after(data, {"bear0": "imp0"}).triggers
        assert (one.count, one.at_most, one.times[0].open) == (0, 1, ("permanents[6].triggered",))
        data = crowd(limited() | {"triggered": []}, turn={"combat_phase": 2})
        assert counts(after(data, {"bear0": "imp0"})) == {"gem": 1}

    def test_what_enters_has_no_past(self) -> None:
        data = crowd(turn={"combat_phase": 2})
        enters = Enters(limited())
        assert counts(after(data, {}, enters, MakesBlock("bear0", ("imp0",)))) == {"gem": 1}

    def test_words_that_no_ability_has_are_told(self) -> None:
        state = after(crowd(limited() | {"triggered": ["Whenever it rains"]}), {"bear0": "imp0"})
        assert (counts(state), state.note) == (
            {"gem": 1},
            "permanents[6].triggered[0] is no triggered ability of gem",
        )

    def test_a_delayed_ability_that_is_spent(self) -> None:
        data = crowd()
        data["effects"] = [{"text": "When a creature blocks, draw a card.", "controller": "bob"}]
        assert counts(self.again(after(data, {}), {"bear0": "imp0"})) == {None: 1}
        assert counts(self.again(after(data, {"bear0": "imp0"}), {"bear1": "imp1"})) == {}


class TestDoThisOnlyOnceEachTurn:
    """603.2i: it triggers each time until it was done."""

    TEXT = "Whenever a creature you control blocks, you may draw a card. Do this only once each turn."

    def gem(self, **more: Any) -> Entry:
        return thing("gem", "bob", "Enchantment", self.TEXT, **more)

    def test_of_events_at_once_each(self) -> None:
        assert counts(after(crowd(self.gem()), ALL)) == {"gem": 3}

    def test_afterwards_perhaps(self) -> None:
        state = after(crowd(self.gem()), {"bear0": "imp0"}, MakesBlock("bear1", ("imp1",)))
        assert [(one.count, one.at_most) for one in state.triggers] == [(0, 1)]

    def test_not_where_it_was_done(self) -> None:
        told = [self.TEXT.split(". ")[0] + "."]
        assert counts(after(crowd(self.gem(triggered=told)), ALL)) == {}

    def test_in_the_next_combat_phase_perhaps(self) -> None:
        ended = then(after(crowd(self.gem()), {"bear0": "imp0"}), NewCombatPhase({"imp0": "bob"}))
        assert ended.board.permanent("gem").triggered is None
        (one,) = Judge(ended.board).after({"bear1": "imp0"}).triggers
        assert (one.count, one.at_most) == (0, 1)


class TestForTheFirstTimeEachTurn:
    TEXT = "Whenever a creature becomes blocked for the first time each turn, draw a card."

    def test_for_each_creature(self) -> None:
        data = crowd(thing("gem", "bob", "Enchantment", self.TEXT))
        state = after(data, {"bear0": "imp0", "bear1": "imp1"})
        assert counts(state) == {"gem": 2}
        again = then(then(state, BecomesUnblocked(("imp0",))), MakesBlock("bear2", ("imp0",)))
        assert counts(again) == {}
        assert counts(then(state, MakesBlock("bear2", ("imp2",)))) == {"gem": 1}

    def test_in_the_next_combat_phase_too(self) -> None:
        data = crowd(thing("gem", "bob", "Enchantment", self.TEXT))
        ended = then(after(data, {"bear0": "imp0"}), NewCombatPhase({"imp0": "bob", "imp1": "bob"}))
        ended_board = ended.board
        state = Judge(ended_board).after({"bear0": "imp0"})
        assert counts(state) == {}

    def test_what_a_later_combat_phase_does_not_say_is_open(self) -> None:
        data = crowd(thing("gem", "bob", "Enchantment", self.TEXT), turn={"combat_phase": 2})
        (one,) = after(data, {"bear0": "imp0"}).triggers
        assert one.times[0].open == ("permanents[0].facts.became_blocked_this_turn",)


class TestTwoDelayedAbilitiesWithTheSameWords:
    def test_are_spent_one_by_one(self) -> None:
        text = "When that creature blocks, destroy it."
        data = crowd()
        data["effects"] = [{"text": text, "it": name, "controller": "alice"} for name in ("bear0", "bear1")]
        state = after(data, {"bear0": "imp0"})
        assert counts(state) == {None: 1}
        assert counts(then(state, MakesBlock("bear1", ("imp1",)))) == {None: 1}


BY_A_FLIER: Any = {
    "kind": "trigger",
    "awaited": [
        {
            "kind": "awaited",
            "verb": "becomes blocked",
            "who": {"kind": "is", "ref": "this"},
            "other": {"kind": "has_keyword", "keyword": "flying"},
        }
    ],
}


class TestTypedTriggers:
    """Of an engine that has no rules text."""

    def test_an_ability(self) -> None:
        data = board(attacker("ogre", abilities=[BY_A_FLIER]), blocker("bear"), blocker("owl", "Flying"))
        (one,) = after(data, {"bear": "ogre", "owl": "ogre"}).triggers
        assert (one.count, one.cr, one.trigger.text) == (
            1,
            "509.3d",
            "Whenever this creature becomes blocked by a creature with flying, this ability triggers.",
        )

    def test_a_delayed_one_and_a_given_one(self) -> None:
        blocks = {"kind": "awaited", "verb": "blocks"}
        mine = blocks | {"who": {"kind": "is", "ref": "this"}}
        grant = {
            "kind": "grant",
            "to": {"kind": "controlled_by", "who": "you"},
            "abilities": [{"kind": "trigger", "awaited": [mine]}],
        }
        data = board(attacker("ogre"), blocker("bear"), blocker("cat"))
        data["effects"] = [
            {"effect": {"kind": "trigger", "awaited": [blocks], "once": True}, "controller": "bob"},
            {"effect": grant, "controller": "bob"},
        ]
        assert counts(after(data, {"bear": "ogre", "cat": "ogre"})) == {None: 1, "bear": 1, "cat": 1}

    def test_with_a_condition_or_one_that_cannot_be_told(self) -> None:
        trigger = {"kind": "trigger", "awaited": [{"kind": "awaited", "verb": "blocks"}]}
        hand = {
            "kind": "compare",
            "left": {"kind": "player_number", "who": "you", "what": "hand"},
            "op": "=",
            "right": {"kind": "number", "n": 0},
        }
        data = board(attacker("ogre"), blocker("bear", abilities=[trigger | {"condition": hand}]))
        (one,) = after(data, {"bear": "ogre"}).triggers
        assert (one.at_most, one.times[0].open) == (1, ("players[1].hand_size",))
        answer = aftermath_answer(after(data, {"bear": "ogre"})).triggers[0].triggers[0]
        assert answer.condition == "you have no cards in your hand"
        data = board(attacker("ogre"), blocker("bear", abilities=[trigger | {"condition_text": "it rains"}]))
        assert [(one.count, one.at_most) for one in after(data, {"bear": "ogre"}).triggers] == [(0, 1)]

    def test_additional_times(self) -> None:
        bell = thing(
            "bell", "bob", "Artifact", abilities=[{"kind": "triggers_again", "of": {"kind": "anything"}}]
        )
        assert counts(after(board(attacker("ogre"), blocker("bear", BLOCKS), bell), {"bear": "ogre"})) == {
            "bear": 2
        }

    def test_they_change_nothing_about_the_declaration(self) -> None:
        data = board(attacker("ogre", abilities=[BY_A_FLIER]), blocker("bear"))
        verdict = Judge(load_board(data)).check({"bear": "ogre"})
        assert (verdict.legal, verdict.unread, verdict.requirements) == (True, (), ())

    def test_a_wrong_word_is_told(self) -> None:
        wrong = {"kind": "trigger", "awaited": [{"kind": "awaited", "verb": "becomes bloked"}]}
        with pytest.raises(InputError) as error:
            after(board(attacker("ogre", abilities=[wrong]), blocker("bear")), {"bear": "ogre"})
        assert str(error.value).startswith(
            "permanents[0].abilities[0].awaited[0].verb: expected one of blocks, "
        )
        assert str(error.value).endswith('got "becomes bloked"; did you mean "becomes blocked"?')


class TestAbilitiesHadOnACondition:
    @pytest.mark.parametrize(("life", "times"), [(12, {"bear": 1}), (3, {})])
    def test_given_by_another(self, life: int, times: dict[str, int]) -> None:
        text = f'As long as you have ten or more life, creatures you control have "{BLOCKS}"'
        data = board(
            attacker("ogre"),
            blocker("bear"),
            thing("gem", "bob", "Enchantment", text),
            players=["alice", {"id": "bob", "life": life}],
        )
        assert counts(after(data, {"bear": "ogre"})) == times

    def test_a_condition_that_the_board_leaves_open_is_told(self) -> None:
        text = f'As long as you have ten or more life, creatures you control have "{BLOCKS}"'
        data = board(attacker("ogre"), blocker("bear"), thing("gem", "bob", "Enchantment", text))
        state = after(data, {"bear": "ogre"})
        assert [(one.source, one.text, one.field) for one in state.unread] == [
            ("gem", text, "players[1].life")
        ]

    @pytest.mark.parametrize(("whose", "times"), [("your", {"gem": 1}), ("an opponent's", {})])
    def test_only_during_somebodys_turn(self, whose: str, times: dict[str, int]) -> None:
        text = f"During {whose} turn, whenever a creature blocks, draw a card."
        data = board(attacker("ogre"), blocker("bear"), thing("gem", "alice", "Enchantment", text))
        assert counts(after(data, {"bear": "ogre"})) == times

    def test_what_another_ability_sets_up_is_not_in_force(self) -> None:
        text = "At the beginning of each combat, unless you pay {R}, whenever this creature becomes blocked this combat, tap it."
        assert counts(after(board(attacker("ogre", text), blocker("bear")), {"bear": "ogre"})) == {}

    def test_leaving_takes_it_along(self) -> None:
        text = f'As long as you control a Wall, creatures you control have "{BLOCKS}"'
        wall = blocker("wall", type_line="Creature — Wall")
        data = board(attacker("ogre"), blocker("bear"), wall, thing("gem", "bob", "Enchantment", text))
        assert counts(after(data, {}, MakesBlock("bear", ("ogre",)))) == {"bear": 1}
        assert counts(after(data, {}, Leaves("wall"), MakesBlock("bear", ("ogre",)))) == {}
