"""Abilities in force: grants and losses by dependency and in list order (613.7, 613.8), counters, questions that depend on each other."""

from __future__ import annotations

from typing import Any

from tests.boards import Entry, attacker, blocker, board, judged, thing


def aura(name: str, text: str, on: str) -> Entry:
    """An Aura of alice's."""
    return thing(name, "alice", "Enchantment — Aura", f"Enchant creature\n{text}", attached_to=on)


def without(entry: Entry, field: str) -> Entry:
    """An entry with one value left out."""
    return {name: value for name, value in entry.items() if name != field}


def legal(*permanents: Any, blocks: Any, **more: Any) -> bool | None:
    """Legality of a declaration."""
    return judged(board(*permanents, **more), blocks).legal


class TestAnEffectThatDependsOnAnotherWaitsForIt:
    LORD = "Other creatures you control have flying."

    def test_a_lord_without_abilities_grants_none(self) -> None:
        lord, hush = (
            attacker("lord", self.LORD),
            aura("hush", "Enchanted creature loses all abilities.", "lord"),
        )
        assert legal(lord, attacker("imp"), blocker("bear"), hush, blocks={"bear": "imp"}) is True
        assert legal(lord, attacker("imp"), blocker("bear"), blocks={"bear": "imp"}) is False

    def test_a_granted_ability_grants(self) -> None:
        gift = aura("gift", f'Enchanted creature has "{self.LORD}"', "imp")
        assert legal(attacker("imp"), attacker("rat"), blocker("bear"), gift, blocks={"bear": "rat"}) is False
        assert legal(attacker("imp"), attacker("rat"), blocker("bear"), gift, blocks={"bear": "imp"}) is True

    def test_what_decides_whom_a_grant_reaches_comes_first(self) -> None:
        fear = thing("fear", "alice", "Enchantment", "Creatures you control with flying have menace.")
        wings = aura("wings", "Enchanted creature has flying.", "imp")
        assert legal(attacker("imp"), blocker("bear", "Reach"), fear, wings, blocks={"bear": "imp"}) is False

    def test_effects_that_depend_on_each_other_go_in_list_order(self) -> None:
        one = thing("one", "alice", "Enchantment", "Creatures you control with reach have flying.")
        two = thing("two", "alice", "Enchantment", "Creatures you control with flying have reach.")
        assert legal(attacker("imp", "Reach"), blocker("bear"), one, two, blocks={"bear": "imp"}) is False


class TestAKeywordCounter:
    def test_none_gives_nothing(self) -> None:
        assert legal(attacker("imp", counters={"flying": 0}), blocker("bear"), blocks={"bear": "imp"}) is True


class TestMaxSpeed:
    TEXT = "This creature can't be blocked as long as you have max speed."

    def test_is_speed_four(self) -> None:
        for speed, expected in ((3, True), (4, False)):
            players = ({"id": "alice", "speed": speed}, "bob")
            given = legal(
                attacker("imp", self.TEXT), blocker("bear"), players=players, blocks={"bear": "imp"}
            )
            assert given is expected

    def test_is_asked_for(self) -> None:
        verdict = judged(board(attacker("imp", self.TEXT), blocker("bear")), {"bear": "imp"})
        assert [question.field for question in verdict.questions] == ["players[0].speed"]


class TestOneQuestionIsNotAnother:
    MUST = "This creature must be blocked if able."

    def test_greater_power_than_each_attacker(self) -> None:
        bear = without(blocker("bear"), "power")
        weak, strong = attacker("weak", f"Skulk\n{self.MUST}", power=1), attacker("strong", "Skulk", power=3)
        assert legal(weak, strong, bear, blocks={"bear": "strong"}) is None

    def test_a_shared_colour_with_each_attacker(self) -> None:
        bear = without(blocker("bear"), "colors")
        red, green = (
            attacker("red", f"Intimidate\n{self.MUST}", colors=["R"]),
            attacker("green", "Intimidate"),
        )
        assert legal(red, green, bear, blocks={"bear": "green"}) is None

    def test_relative_to_each_source(self) -> None:
        text = "This creature can't be blocked by creatures with power greater than this creature's power."
        bear = without(blocker("bear"), "power")
        weak, strong = attacker("weak", f"{text}\n{self.MUST}", power=1), attacker("strong", text, power=3)
        assert legal(weak, strong, bear, blocks={"bear": "strong"}) is None


class TestManyQuestions:
    def test_those_that_only_together_decide_are_asked(self) -> None:
        unknown = [
            without(attacker("imp", "As long as this creature is black, it has trample."), "colors"),
            without(
                thing(
                    "law",
                    "alice",
                    "Enchantment",
                    "As long as this permanent is white, creatures you control with trample can't be blocked.",
                ),
                "colors",
            ),
            *(
                without(attacker(f"red{n}", "As long as this creature is red, it has vigilance."), "colors")
                for n in range(4)
            ),
        ]
        assert legal(*unknown, blocker("bear"), blocks={"bear": "imp"}) is None

    def test_a_number_that_only_one_answer_asks_for(self) -> None:
        text = "As long as this creature is red, it can block an additional X creatures each combat."
        bear = without(blocker("bear", text), "colors")
        verdict = judged(board(attacker("imp", self.must()), attacker("rat"), bear), {"bear": ["imp", "rat"]})
        assert verdict.legal is None

    @staticmethod
    def must() -> str:
        return "This creature must be blocked if able."


class TestACountThatIsPartlyKnown:
    ONE = "This creature can't be blocked as long as defending player controls a creature with power 4 or greater."
    THREE = ONE.replace("a creature", "three or more creatures")

    def test_may_already_decide(self) -> None:
        big, unknown = blocker("big", power=5), without(blocker("bear"), "power")
        assert legal(attacker("imp", self.ONE), big, unknown, blocks={"bear": "imp"}) is False
        assert legal(attacker("imp", self.THREE), big, unknown, blocks={"bear": "imp"}) is True
        assert legal(attacker("imp", self.ONE), unknown, blocks={"bear": "imp"}) is None
