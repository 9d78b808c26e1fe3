"""Trigger conditions: which paragraph of 509.3 the words choose, and of whom they speak."""

from __future__ import annotations

import json
import re
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from blockcheck import effects as fx
from blockcheck.effects import Trigger
from blockcheck.reading.triggers import trigger_clauses, triggers_among


def triggers(text: str, *, resolved: bool = False, name: str | None = None) -> list[Trigger]:
    """The triggers of a text, those it grants among them."""
    found: list[Trigger] = []
    for clause in trigger_clauses(text, resolved=resolved, name=name):
        for effect in clause.effects:
            plain = effect.effect if isinstance(effect, fx.While) else effect
            found += triggers_among((plain, *(plain.abilities if isinstance(plain, fx.Grant) else ())))
    return found


class TestTheWordsAfterTheVerbChooseTheParagraph:
    @pytest.mark.parametrize(
        ("condition", "rules"),
        [
            ("this creature blocks", ["509.3a"]),
            ("this creature attacks or blocks", ["509.3a"]),
            ("this creature enters, attacks, blocks, or dies", ["509.3a", "509.2a"]),
            ("this creature blocks alone", ["509.3a"]),
            ("one or more creatures you control block", ["509.3a"]),
            ("this creature blocks a creature", ["509.3b"]),
            ("this creature blocks a creature with flying", ["509.3b"]),
            ("this creature becomes blocked", ["509.3c"]),
            ("this creature becomes blocked by a creature", ["509.3d"]),
            ("this creature becomes blocked by an equipped creature", ["509.3d"]),
            ("this creature becomes blocked by a nonartifact, non-Dragon creature", ["509.3d"]),
            ("this creature blocks or becomes blocked", ["509.3a", "509.3c"]),
            ("this creature blocks or becomes blocked by a creature", ["509.3b", "509.3d"]),
            ("a creature with deathtouch blocks or becomes blocked by this creature", ["509.3b", "509.3d"]),
            ("this creature becomes blocked by two or more creatures", ["509.3e"]),
            ("this creature becomes blocked by exactly one creature", ["509.3e"]),
            ("this creature blocks two creatures", ["509.3e"]),
            ("this creature blocks one or more black creatures", ["509.3e"]),
            ("this creature attacks and isn't blocked", ["509.3g"]),
            ("one or more creatures you control attack and aren't blocked", ["509.3g"]),
            ("you sacrifice another creature", ["509.2a"]),
            ("you discard a card", ["509.2a"]),
            ("an opponent loses life", ["509.2a"]),
            ("an artifact becomes tapped", ["509.2a"]),
            ("you tap a land for mana", ["509.2a"]),
            ("enchanted land is tapped for mana", ["509.2a"]),
            ("one or more -1/-1 counters are put on a creature", ["509.2a"]),
            ("you put one or more counters on a creature", ["509.2a"]),
            ("an oil counter is removed from this creature", ["509.2a"]),
            ("one or more cards leave your graveyard", ["509.2a"]),
        ],
    )
    def test_whenever(self, condition: str, rules: list[str]) -> None:
        (one,) = triggers(f"Whenever {condition}, draw a card.")
        assert [awaited.cr for awaited in one.awaited] == rules
        assert one.unread == ""

    @pytest.mark.parametrize(
        "text",
        [
            "Whenever this creature attacks, target creature can't block this turn.",
            "When this creature enters, target creature blocks this turn if able.",
            "This creature can't block unless you pay {1}.",
            "{T}: Whenever target creature blocks this turn, destroy it.",
            "When this creature enters, draw a card. When you do, target creature can't block this turn.",
        ],
    )
    def test_nothing_where_no_ability_in_force_waits_for_a_block(self, text: str) -> None:
        assert triggers(text) == []

    def test_what_is_not_understood_is_kept(self) -> None:
        (one,) = triggers("Whenever a creature blocks under a full moon, draw a card.")
        assert (one.awaited, one.unread) == ((), "blocks")

    @pytest.mark.parametrize(
        "event",
        [
            "a creature card leaves your graveyard",
            "a card is put into your graveyard from anywhere",
            "you discard a creature card",
            "the last oil counter is removed from this creature",
            "you activate a mana ability",
        ],
    )
    def test_nor_is_what_a_payment_may_do(self, event: str) -> None:
        (one,) = triggers(f"Whenever {event}, draw a card.")
        assert (one.awaited, one.unread) == ((), "payment")

    def test_a_triggered_mana_ability_does_not_go_on_the_stack(self) -> None:
        assert triggers("Whenever you tap a Forest for mana, add an additional {G}.") == []


class TestOfWhomTheySpeak:
    @pytest.mark.parametrize(
        ("subject", "wanted"),
        [
            ("Old Gate", fx.THIS),
            ("this creature", fx.THIS),
            ("enchanted creature", fx.Is("host")),
            ("a creature", fx.Anything()),
            ("a creature you control", fx.ControlledBy("you")),
            ("a creature an opponent controls", fx.ControlledBy("opponent")),
            ("Old Gate or equipped creature", fx.AnyOf((fx.Is("host"), fx.THIS))),
        ],
    )
    def test_the_one_that_blocks(self, subject: str, wanted: fx.Filter) -> None:
        (one,) = triggers(f"Whenever {subject} blocks, draw a card.", name="Old Gate")
        assert one.awaited[0].who == wanted

    def test_a_comparison_is_with_the_other_creature(self) -> None:
        (one,) = triggers(
            "Whenever a creature blocks a creature with lesser power, destroy the attacking creature."
        )
        assert one.awaited[0].other == fx.HasStat("power", "<", fx.StatOf("power", "blocker"))

    def test_its_other_face_has_another_name(self) -> None:
        (one,) = triggers("Whenever Gate of the Red Host becomes blocked, draw a card.", name="Old Gate")
        assert one.awaited[0].who == fx.THIS


class TestHowLongAndHowOften:
    @pytest.mark.parametrize(
        ("text", "once"),
        [
            ("When that creature blocks, destroy it.", True),
            ("When that creature blocks this turn, destroy it.", False),
            ("Until end of turn, whenever a creature blocks, draw a card.", False),
        ],
    )
    def test_a_delayed_trigger_without_a_duration_triggers_once(self, text: str, once: bool) -> None:
        (one,) = triggers(text, resolved=True)
        assert one.once is once

    @pytest.mark.parametrize(
        ("text", "limit", "first_time", "does_once"),
        [
            ("blocks, draw a card. This ability triggers only once each turn.", 1, False, False),
            ("blocks, draw a card. This ability triggers only twice each turn.", 2, False, False),
            ("blocks for the first time each turn, draw a card.", None, True, False),
            ("blocks, you may draw a card. Do this only once each turn.", None, False, True),
        ],
    )
    def test_only_so_often_each_turn(
        self, text: str, limit: int | None, first_time: bool, does_once: bool
    ) -> None:
        (one,) = triggers(f"Whenever a creature {text}")
        assert (one.limit, one.first_time, one.does_once) == (limit, first_time, does_once)

    def test_of_a_permanents_own_ability_it_is_each_time(self) -> None:
        (one,) = triggers("When this creature blocks, sacrifice it.")
        assert (one.once, one.limit) == (False, None)


class TestGrants:
    @pytest.mark.parametrize(
        "text",
        [
            'Equipped creature has "Whenever this creature blocks, draw a card."',
            'Slivers you control have "Whenever this creature blocks, draw a card."',
            'As long as you control a Wall, creatures you control have "Whenever this creature blocks, draw a card."',
        ],
    )
    def test_a_quoted_ability(self, text: str) -> None:
        (one,) = triggers(text)
        assert (one.text, [awaited.cr for awaited in one.awaited]) == (
            "Whenever this creature blocks, draw a card.",
            ["509.3a"],
        )

    def test_a_token_has_its_ability_for_itself(self) -> None:
        text = (
            'When this creature enters, create a 1/1 token with "Whenever this creature blocks, draw a card."'
        )
        assert [one for one in triggers(text) if one.awaited and one.awaited[0].verb == "blocks"] == []

    def test_a_grant_that_is_not_understood_is_kept(self) -> None:
        (one,) = triggers(
            'Under a full moon, creatures you control have "Whenever this creature blocks, draw a card."'
        )
        assert one.unread == "blocks"


class TestTheTriggersOfTheCardsAreRead:
    WAITS = re.compile(
        r"\bwhen(?:ever)?\b[^,.\"]*(?:\bblocks?\b|\bbecomes? blocked\b|n't blocked\b)", re.IGNORECASE
    )

    def test_all_but_one(self, shared: Path) -> None:
        unread: list[str] = []
        read = 0
        for row in (shared / "oracle" / "cards.jsonl").read_text(encoding="utf-8").splitlines():
            card = json.loads(row)
            for clause in trigger_clauses(
                card["oracle_text"], name=card["name"], type_line=card["type_line"]
            ):
                for one in triggers_among(clause.effects):
                    read += any("block" in awaited.verb for awaited in one.awaited)
                    if one.unread == "blocks":
                        unread.append(card["name"])
        assert read > 240
        assert len(unread) <= 1, unread


WORDS = (
    "whenever When a another creature creatures this ~ enchanted equipped you opponent control controls blocks block becomes "
    "blocked by attacks and isn't blocked alone one or more two exactly with flying lesser power if while , . : ; \" ( ) — • "
    "this turn each only once draw card has gains until end of turn sacrifice dies discard tapped target it that Wall red -"
).split()


class TestAnyTextIsReadWithoutFail:
    @given(st.lists(st.sampled_from(WORDS), max_size=24), st.booleans())
    @settings(max_examples=300, deadline=None)
    def test_random_words(self, words: list[str], resolved: bool) -> None:
        for clause in trigger_clauses(" ".join(words), resolved=resolved):
            assert all(one.awaited or one.unread for one in triggers_among(clause.effects))

    def test_of_cards_as_effects(self, shared: Path) -> None:
        for row in (shared / "oracle" / "cards.jsonl").read_text(encoding="utf-8").splitlines():
            trigger_clauses(json.loads(row)["oracle_text"], resolved=True)
