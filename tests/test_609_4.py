"""609.4: "as though" lifts one reason why a creature can't block, and no other; extra blocks add up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import Entry, attacker, blocker, board, judged, thing

SWAMP = thing("swamp", "bob", "Basic Land — Swamp")


def may(text: str, evasion: str, *permanents: Entry, aura: str = "", **more: Any) -> bool | None:
    """Whether bob's Bear with this text may block an Ogre with that."""
    ogre = attacker("ogre", evasion, **more)
    return judged(board(ogre, blocker("bear", text), *permanents), {"bear": "ogre"}).legal


class TestAsThoughUntapped:
    TEXT = "Tapped creatures you control can block as though they were untapped."

    def test_a_tapped_creature_blocks(self) -> None:
        vigil = thing("vigil", "bob", "Enchantment", self.TEXT)
        tapped = board(attacker("ogre"), blocker("bear", tapped=True), vigil)
        assert judged(tapped, {"bear": "ogre"}).legal is True

    def test_no_other_reason_is_lifted(self) -> None:
        vigil = thing("vigil", "bob", "Enchantment", self.TEXT)
        bear = blocker("bear", "This creature can't block.", tapped=True)
        assert judged(board(attacker("ogre"), bear, vigil), {"bear": "ogre"}).stage == "509.1b"

    def test_its_requirements_then_count(self) -> None:
        vigil = thing("vigil", "bob", "Enchantment", self.TEXT)
        bear = blocker("bear", "This creature blocks each combat if able.", tapped=True)
        assert judged(board(attacker("ogre"), bear, vigil), {}).stage == "509.1c"


class TestAsThoughItHadAKeyword:
    @pytest.mark.parametrize(
        ("text", "evasion", "legal"),
        [
            ("This creature can block creatures with shadow as though this creature had shadow.", "Shadow", True),
            ("This creature can block creatures with shadow as though this creature had shadow.", "", True),
            (
                "This creature can block creatures with shadow as though this creature had shadow.",
                "Shadow, flying",
                False,
            ),
            (
                "This creature can block creatures with shadow as though they didn't have shadow.",
                "Shadow",
                True,
            ),
            ("This creature can block creatures with flying as though it had reach.", "Flying", True),
            ("This creature can block Beasts as though it had reach.", "Flying", True),
            ("This creature can block Goblins as though it had reach.", "Flying", False),
            ("This creature can block as though it had flying.", "Flying", True),
            ("This creature can block as though it had reach.", "Fear", False),
        ],
    )  # fmt: skip
    def test_flying_reach_and_shadow(self, text: str, evasion: str, legal: bool) -> None:
        assert may(text, evasion) is legal


class TestAsThoughTheBlockerLackedAKeyword:
    @pytest.mark.parametrize(
        ("text", "evasion", "legal"),
        [
            ("Shadow", "", False),
            (
                "Shadow\nThis creature can block creatures without shadow as though it didn't have shadow.",
                "",
                True,
            ),
            ("Shadow\nThis creature can block as though it didn't have shadow.", "", True),
            ("Shadow\nThis creature can block as though it didn't have shadow.", "Flying", False),
            ("This creature can block as though it didn't have shadow.", "Shadow", False),
        ],
    )
    def test_shadow(self, text: str, evasion: str, legal: bool) -> None:
        assert may(text, evasion) is legal


class TestAsThoughTheAttackerLackedAKeyword:
    @pytest.mark.parametrize(
        ("text", "evasion", "legal"),
        [
            ("Creatures with swampwalk can be blocked as though they didn't have swampwalk.", "Swampwalk", True),
            ("Creatures with islandwalk can be blocked as though they didn't have islandwalk.", "Swampwalk", False),
            (
                "Creatures with landwalk abilities can be blocked as though they didn't have those abilities.",
                "Swampwalk",
                True,
            ),
            (
                "Creatures with landwalk abilities can be blocked as though they didn't have those abilities.",
                "Swampwalk, flying",
                False,
            ),
        ],
    )  # fmt: skip
    def test_landwalk(self, text: str, evasion: str, legal: bool) -> None:
        undertow = thing("undertow", "bob", "Enchantment", text)
        assert may("", evasion, SWAMP, undertow) is legal

    def test_of_one_blocker_only(self) -> None:
        text = "This creature can block creatures with landwalk abilities as though they didn't have those abilities."
        assert may(text, "Swampwalk", SWAMP) is True
        bear = blocker("bear", text)
        both = board(attacker("ogre", "Swampwalk"), bear, blocker("cat"), SWAMP)
        assert judged(both, {"bear": "ogre", "cat": "ogre"}).legal is False

    def test_menace_leaves_the_creature_free_to_block_alone(self) -> None:
        text = "This creature can block creatures with menace as though they didn't have menace."
        both = board(attacker("ogre", "Menace"), blocker("bear", text), blocker("cat"))
        assert judged(both, {"bear": "ogre"}).legal is True
        assert judged(both, {"bear": "ogre", "cat": "ogre"}).legal is True
        assert judged(both, {"cat": "ogre"}).stage == "509.1b"
        more = attacker("ogre", "This creature can't be blocked except by two or more creatures.")
        assert judged(board(more, blocker("bear", text)), {"bear": "ogre"}).stage == "509.1b"

    def test_typed_protection(self) -> None:
        typed = {
            "kind": "as_though",
            "blockers": {"kind": "is", "ref": "this"},
            "attackers": {"kind": "anything"},
            "lacks": "protection",
        }
        ogre = attacker("ogre", "Protection from green")
        bear = blocker("bear")
        assert judged(board(ogre, bear), {"bear": "ogre"}).legal is False
        assert judged(board(ogre, bear | {"abilities": [typed]}), {"bear": "ogre"}).legal is True


class TestExtraBlocks:
    THREE = (attacker("ogre"), attacker("imp"), attacker("yeti"))
    ONE_MORE = "This creature can block an additional creature each combat."

    def most(self, text: str, *permanents: Entry) -> int:
        """How many of three attackers a creature may block."""
        names = ["ogre", "imp", "yeti"]
        bear = blocker("bear", text)
        data = board(*self.THREE, bear, *permanents)
        return max(n for n in (0, 1, 2, 3) if judged(data, {"bear": names[:n]}).legal)

    def test_add_up(self) -> None:
        assert self.most("") == 1
        assert self.most(self.ONE_MORE) == 2
        assert self.most(f"{self.ONE_MORE}\n{self.ONE_MORE}") == 3
        everyone = "Creatures you control can block an additional creature each combat."
        assert self.most(self.ONE_MORE, thing("rally", "bob", "Enchantment", everyone)) == 3

    def test_any_number(self) -> None:
        assert self.most("This creature can block any number of creatures.") == 3

    def test_up_to_a_number(self) -> None:
        assert self.most("This creature can block up to two additional creatures each combat.") == 3
