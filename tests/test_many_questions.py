"""More questions than are answered in every combination: what bounds decide is what holds under every answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from blockcheck import Board, Judge, Verdict, load_board
from blockcheck.judge import worlds
from tests.boards import Blocks, Entry, attacker, blocker, board, judged, thing

MUST_BE_BLOCKED = "This creature must be blocked if able."
BLOCKS_EACH_COMBAT = "This creature blocks each combat if able."
ATTACKERS = (
    "",
    "Fear",
    f"Fear\n{MUST_BE_BLOCKED}",
    "Fear\nMenace",
    "Intimidate",
    "Menace",
    "Skulk",
    MUST_BE_BLOCKED,
    "All creatures able to block this creature do so.",
    "This creature can't be blocked by more than one creature.",
    "This creature can't be blocked by white creatures.",
    "This creature must be blocked by a green creature if able.",
    "Protection from black",
)
EVASIVE = ("", "Fear", "Fear\nMenace", "Intimidate", "This creature can't be blocked by white creatures.")
BLOCKERS = (
    "Reach",
    BLOCKS_EACH_COMBAT,
    "This creature can't block alone.",
    "This creature can block an additional creature each combat.",
    "This creature can't block unless you pay {1}.",
    "This creature can't block white creatures.",
)


def colourless_entry(name: str, text: str = "") -> Entry:
    """A creature whose colours the board does not give."""
    return {key: value for key, value in blocker(name, text).items() if key != "colors"}


def six(*others: Entry, text: str = "Fear") -> Any:
    """Six creatures of unknown colours against one with fear, and others."""
    return board(attacker("shade", text), *others, *(colourless_entry(f"bear{n}") for n in range(6)))


class TestWhatHoldsUnderEveryAnswerIsDecided:
    def test_no_blocks_where_nothing_has_to_be_blocked(self) -> None:
        verdict = judged(six(), {})
        assert (verdict.legal, verdict.obeyed, verdict.maximum, verdict.questions) == (True, 0, 0, ())

    def test_a_block_that_no_answer_forbids(self) -> None:
        verdict = judged(six(attacker("imp")), {"bear0": "imp"})
        assert (verdict.legal, verdict.questions) == (True, ())

    def test_a_block_that_one_answer_forbids_is_left_open(self) -> None:
        verdict = judged(six(), {"bear0": "shade"})
        assert (verdict.legal, len(verdict.questions)) == (None, 6)
        assert verdict.if_ignored is not None
        assert (verdict.if_ignored.legal, verdict.if_ignored.answers) == (True, ())

    def test_a_fault_that_no_answer_lifts(self) -> None:
        verdict = judged(six(blocker("wolf")), {"wolf": "shade", "bear0": "shade"})
        assert (verdict.legal, verdict.stage) == (False, "509.1b")
        assert [fault.blockers for fault in verdict.broken] == [("wolf",)]

    def test_requirements_that_can_be_obeyed_whatever_the_answers(self) -> None:
        data = six(attacker("imp"), blocker("hound", BLOCKS_EACH_COMBAT))
        assert judged(data, {"hound": "imp"}).legal is True
        refused = judged(data, {})
        assert (refused.legal, refused.stage, refused.obeyed, refused.maximum) == (False, "509.1c", 0, 1)
        assert refused.nearest is not None
        assert refused.nearest.message == "also block Imp with Hound"

    def test_requirements_that_some_answers_let_obey_are_left_open(self) -> None:
        verdict = judged(six(text=f"Fear\n{MUST_BE_BLOCKED}"), {})
        assert (verdict.legal, verdict.maximum) == (None, None)
        assert (verdict.maximum_at_least, verdict.maximum_at_most) == (0, 1)

    def test_questions_of_anything_but_a_restriction_on_pairs_are_left_open(self) -> None:
        asked = "This creature must be blocked by a green creature if able."
        assert judged(six(text=asked), {}).legal is None
        assert judged(six(attacker("ram", asked)), {}).legal is None


class TestAFaultThatIsCertainIsTold:
    def test_beside_one_that_a_question_asks_about(self) -> None:
        data = board(attacker("shade", "Fear"), blocker("wolf"), colourless_entry("bear"))
        verdict = judged(data, {"wolf": "shade", "bear": "shade"})
        assert (verdict.legal, verdict.stage) == (False, "509.1b")
        assert [fault.message for fault in verdict.broken] == [
            "Shade can't be blocked except by artifact creatures and/or black creatures (fear, 702.36b); Wolf blocks it"
        ]


# --- against all answers ------------------------------------------------------------------------------------------------


def drawn(seed: int) -> tuple[Board, Blocks]:
    """A random board of creatures with unknown colours, and blocks on it."""
    random = Random(seed)
    attackers = [
        attacker(f"a{n}", random.choice(ATTACKERS), power=random.randint(0, 3), colors=[random.choice("WBG")])
        for n in range(random.randint(1, 3))
    ]
    blockers = [
        colourless_entry(f"b{n}", random.choice(BLOCKERS) if random.random() < 0.4 else "")
        for n in range(random.randint(3, 5))
    ]
    if random.random() < 0.5:  # no requirement but what the creatures say: more is decided
        for one in attackers:
            one["oracle_text"] = random.choice(EVASIVE)
    for one in blockers:
        one |= {"colors": [random.choice("WBG")]} if random.random() < 0.15 else {}
        one |= {"tapped": True} if random.random() < 0.1 else {}
    forest = thing("forest", "bob", "Basic Land — Forest", "({T}: Add {G}.)")
    share = random.choice((0.0, 0.3, 0.6))
    blocks = {one["id"]: [random.choice(attackers)["id"]] for one in blockers if random.random() < share}
    return load_board(board(*attackers, *blockers, forest)), blocks


def under_all_answers(monkeypatch: pytest.MonkeyPatch, loaded: Board, blocks: Blocks) -> Verdict | None:
    """The verdict with every combination of answers judged; None where there are too many for that."""
    with monkeypatch.context() as patched:
        patched.setattr(worlds, "MOST_QUESTIONS", 7)
        judge = Judge(loaded)
        return None if judge._bench(judge._side(None)).worlds.too_many else judge.check(blocks)


def check_bounds(monkeypatch: pytest.MonkeyPatch, seeds: Iterable[int]) -> Counter[bool | None]:
    """Whatever a verdict between bounds states is so under every answer; what it states, and how often."""
    seen: Counter[bool | None] = Counter()
    for seed in seeds:
        loaded, blocks = drawn(seed)
        judge = Judge(loaded)
        whole = None
        if judge._bench(judge._side(None)).worlds.are_bounds:
            whole = under_all_answers(monkeypatch, loaded, blocks)
        if whole is None:
            continue
        verdict = judge.check(blocks)
        seen[verdict.legal] += 1
        if verdict.legal is not None:
            assert (verdict.legal, verdict.stage) == (whole.legal, whole.stage), seed
        for name in ("obeyed", "maximum", "witness", "nearest"):
            assert getattr(verdict, name) in (None, getattr(whole, name)), (seed, name)
        least, most = (whole.maximum_at_least, whole.maximum_at_most)
        assert verdict.maximum_at_least is None or verdict.maximum_at_least <= (least or whole.maximum or 0)
        assert verdict.maximum_at_most is None or verdict.maximum_at_most >= (most or whole.maximum or 0)
    return seen


class TestBoundsAgreeWithEveryAnswer:
    def test_on_random_boards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen = check_bounds(monkeypatch, range(160))
        assert min(seen[True], seen[False], seen[None]) > 3

    @pytest.mark.slow
    def test_on_many_random_boards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen = check_bounds(monkeypatch, range(160, 1600))
        assert min(seen[True], seen[False], seen[None]) > 40
