"""509.1c: requirements, and the most that can be obeyed without disobeying a restriction."""

from __future__ import annotations

from typing import Any

from tests.boards import attacker, blocker, board, judged, thing

LURE = "All creatures able to block this creature do so."
MUST_BE_BLOCKED = "This creature must be blocked if able."


def figures(*permanents: Any, blocks: Any, **more: Any) -> tuple[bool | None, int | None, int | None]:
    """Legality, obeyed and maximum."""
    verdict = judged(board(*permanents, **more), blocks)
    return verdict.legal, verdict.obeyed, verdict.maximum


class TestACreatureMustBlock:
    def test_each_combat_if_able(self) -> None:
        permanents = (attacker("ogre"), blocker("bear", "This creature blocks each combat if able."))
        assert figures(*permanents, blocks={}) == (False, 0, 1)
        assert figures(*permanents, blocks={"bear": "ogre"}) == (True, 1, 1)

    def test_a_tapped_one_is_not_able(self) -> None:
        permanents = (
            attacker("ogre"),
            blocker("bear", "This creature blocks each combat if able.", tapped=True),
        )
        assert figures(*permanents, blocks={}) == (True, 0, 0)

    def test_a_resolved_effect_names_the_attacker(self) -> None:
        effect = {
            "text": "Target creature blocks this creature this turn if able.",
            "source": "ogre",
            "targets": ["bear"],
        }
        permanents = (attacker("ogre"), attacker("imp"), blocker("bear"), blocker("cat"))
        assert figures(*permanents, effects=[effect], blocks={"bear": "imp"}) == (False, 0, 1)
        assert figures(*permanents, effects=[effect], blocks={"bear": "ogre", "cat": "imp"}) == (True, 1, 1)


class TestAnAttackerMustBeBlocked:
    def test_a_lure_binds_each_creature(self) -> None:
        permanents = (attacker("ogre", LURE), blocker("bear"), blocker("cat"))
        assert figures(*permanents, blocks={"bear": "ogre"}) == (False, 1, 2)
        assert figures(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) == (True, 2, 2)

    def test_must_be_blocked_needs_one(self) -> None:
        permanents = (attacker("ogre", MUST_BE_BLOCKED), blocker("bear"), blocker("cat"))
        assert figures(*permanents, blocks={}) == (False, 0, 1)
        assert figures(*permanents, blocks={"cat": "ogre"}) == (True, 1, 1)

    def test_by_exactly_one(self) -> None:
        text = "This creature must be blocked by exactly one creature if able."
        permanents = (attacker("ogre", text), blocker("bear"), blocker("cat"))
        assert figures(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) == (False, 0, 1)
        assert figures(*permanents, blocks={"bear": "ogre"}) == (True, 1, 1)

    def test_by_a_kind_of_creature(self) -> None:
        text = "This creature must be blocked by a Wall if able."
        wall = blocker("wall", type_line="Creature — Wall")
        assert figures(attacker("ogre", text), blocker("bear"), wall, blocks={"bear": "ogre"}) == (
            False,
            0,
            1,
        )
        assert figures(attacker("ogre", text), blocker("bear"), wall, blocks={"wall": "ogre"}) == (True, 1, 1)
        assert figures(attacker("ogre", text), blocker("bear"), blocks={}) == (True, 0, 0)

    def test_two_lures_are_two_requirements(self) -> None:
        aura = thing(
            "lamp",
            "alice",
            "Enchantment — Aura",
            "All creatures able to block enchanted creature do so.",
            attached_to="ogre",
        )
        permanents = (attacker("ogre", LURE), attacker("imp", LURE), blocker("bear"), aura)
        assert figures(*permanents, blocks={"bear": "imp"}) == (False, 1, 2)
        assert figures(*permanents, blocks={"bear": "ogre"}) == (True, 2, 2)


class TestTheMaximumWithoutDisobeyingARestriction:
    def test_the_rules_own_example(self) -> None:
        permanents = (
            attacker("ogre", "Menace"),
            blocker("bear", "This creature blocks each combat if able."),
            blocker("cat"),
        )
        assert figures(*permanents, blocks={}) == (False, 0, 1)
        assert figures(*permanents, blocks={"bear": "ogre", "cat": "ogre"}) == (True, 1, 1)
        verdict = judged(board(*permanents), {"bear": "ogre"})
        assert (verdict.legal, verdict.stage, verdict.obeyed, verdict.maximum) == (False, "509.1b", 1, 1)
        assert verdict.witness == {"bear": ("ogre",), "cat": ("ogre",)}

    def test_lure_and_must_be_blocked_share_the_blockers(self) -> None:
        permanents = (
            attacker("ogre", LURE),
            attacker("imp", MUST_BE_BLOCKED),
            *(blocker(f"b{n}") for n in range(3)),
        )
        assert figures(*permanents, blocks={f"b{n}": "ogre" for n in range(3)}) == (True, 3, 3)
        assert figures(*permanents, blocks={"b0": "ogre", "b1": "ogre", "b2": "imp"}) == (True, 3, 3)
        assert figures(*permanents, blocks={"b0": "ogre", "b1": "imp", "b2": "imp"}) == (False, 2, 3)

    def test_what_no_declaration_can_obey_is_not_missed(self) -> None:
        permanents = (attacker("ogre", LURE + "\nFlying"), blocker("bear"))
        assert figures(*permanents, blocks={}) == (True, 0, 0)


class TestNobodyIsRequiredToPay:
    TAX = "This creature can't block unless you pay {2}."

    def test_not_paying_is_legal(self) -> None:
        permanents = (attacker("ogre", LURE), blocker("bear", self.TAX))
        assert figures(*permanents, blocks={}) == (True, 0, 0)

    def test_who_pays_must_obey(self) -> None:
        lands = [thing(f"forest{n}", "bob", "Basic Land — Forest") for n in range(2)]
        permanents = (attacker("ogre", LURE), attacker("imp"), blocker("bear", self.TAX), *lands)
        assert figures(*permanents, blocks={"bear": "imp"}) == (False, 0, 1)
        assert figures(*permanents, blocks={"bear": "ogre"}) == (True, 1, 1)
