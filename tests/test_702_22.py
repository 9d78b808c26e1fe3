"""702.22: bands (c: which can be formed); a declaration of blockers is judged for the members it names."""

from __future__ import annotations

from typing import Any

from tests.boards import Entry, attacker, blocker, board, judged, thing

LURE = "All creatures able to block this creature do so."


def notes(*attackers: Entry, **more: Any) -> list[str]:
    """The notes of a board where nobody blocks."""
    return [note.message for note in judged(board(*attackers, blocker("bear"), **more), {}).notes]


class TestBlockingOneMember:
    def test_is_judged_for_that_member_only(self) -> None:
        band = (attacker("knight", "Banding", band="b"), attacker("hawk", "Flying", band="b"))
        both = board(*band, blocker("bear"))
        assert judged(both, {"bear": "knight"}).legal is True
        assert judged(both, {"bear": "hawk"}).legal is False

    def test_obeys_no_lure_of_another(self) -> None:
        band = (attacker("knight", "Banding", band="b"), attacker("ogre", LURE, band="b"))
        verdict = judged(board(*band, blocker("bear")), {"bear": "knight"})
        assert (verdict.legal, verdict.obeyed, verdict.maximum) == (False, 0, 1)

    def test_meets_no_menace_of_another(self) -> None:
        band = (attacker("knight", "Banding", band="b"), attacker("ogre", "Menace", band="b"))
        two = board(*band, blocker("bear"), blocker("cat"))
        assert judged(two, {"bear": "ogre", "cat": "knight"}).stage == "509.1b"
        assert judged(two, {"bear": "ogre", "cat": "ogre"}).legal is True


class TestABandThatCouldNotBeFormedNow:
    SAID = "Ogre and Imp could not form a band now; they stay one (702.22)"

    def test_one_without_banding_is_allowed(self) -> None:
        assert notes(attacker("ogre", "Banding", band="b"), attacker("imp", band="b")) == []

    def test_two_without_banding_are_a_note(self) -> None:
        assert notes(attacker("ogre", band="b"), attacker("imp", band="b")) == [self.SAID]

    def test_so_are_different_targets(self) -> None:
        sage = thing("sage", "bob", "Planeswalker — Sage")
        ogre, imp = attacker("ogre", "Banding", band="b"), attacker("imp", attacking="sage", band="b")
        assert notes(ogre, imp, sage) == [self.SAID]

    def test_it_is_no_error(self) -> None:
        ogre, imp = attacker("ogre", band="b"), attacker("imp", band="b")
        assert judged(board(ogre, imp, blocker("bear")), {"bear": "imp"}).legal is True


class TestBandsWithOther:
    WITH = "Bands with other Dinosaurs"

    def test_any_number_of_that_quality(self) -> None:
        kinds: dict[str, Any] = {"type_line": "Creature — Dinosaur", "band": "b"}
        three = (attacker("rex", self.WITH, **kinds), attacker("raptor", **kinds), attacker("titan", **kinds))
        assert notes(*three) == []

    def test_none_without_it(self) -> None:
        kinds: dict[str, Any] = {"type_line": "Creature — Dinosaur", "band": "b"}
        two = (attacker("rex", self.WITH, **kinds), attacker("imp", band="b"))
        assert notes(*two) == ["Rex and Imp could not form a band now; they stay one (702.22)"]

    def test_a_quality_that_is_not_read_is_no_note(self) -> None:
        named = "Bands with other creatures named Trail Hound"
        two = (attacker("hound", named, band="b"), attacker("wolf", band="b"))
        assert notes(*two) == []
