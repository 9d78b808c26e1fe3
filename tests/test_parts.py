"""Independent parts of a board, solved apart, answer as the whole does."""

from dataclasses import replace
from random import Random

import pytest

from blockcheck.ask import Ask, Found, Goal, Limit, Unknown, nearness
from blockcheck.askers import by_bounds_and_classes, by_classes, by_enumeration, parts
from blockcheck.askers.parts import apart, parts_of
from blockcheck.theory import Pair, Rectangle, Sentence, Theory
from tests.test_askers import exact_cover
from tests.theories import named, parse, text_of, theory


def beside(first: Theory, second: Theory, random: Random) -> tuple[Theory, frozenset[Pair]]:
    """Two theories on one board, their creatures shuffled; and the pairs of creatures of different ones."""
    blockers = random.sample(range(n := len(first.blockers) + len(second.blockers)), n)
    attackers = random.sample(range(m := len(first.attackers) + len(second.attackers)), m)
    halves = (0, 0), (len(first.blockers), len(first.attackers))

    def moved(sentence: Sentence, by: tuple[int, int]) -> Sentence:
        def rectangle(part: Rectangle) -> Rectangle:
            sides = zip((blockers, attackers), part, by, strict=True)
            return Rectangle(
                *(
                    sum(1 << place for place, old in enumerate(order) if mask << k >> old & 1)
                    for order, mask, k in sides
                )
            )

        return replace(
            sentence, guard=sentence.guard and rectangle(sentence.guard), counted=rectangle(sentence.counted)
        )

    said = [moved(s, by) for whole, by in zip((first, second), halves, strict=True) for s in whole.sentences]
    cross = frozenset(
        (b, a)
        for b, blocker in enumerate(blockers)
        for a, attacker in enumerate(attackers)
        if (blocker < len(first.blockers)) != (attacker < len(first.attackers))
    )
    return named(n, m, said), cross


class TestPartsSolvedApart:
    def test_answer_as_enumeration_of_the_whole_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts, "SMALLEST", 0)
        split = 0
        for seed in range(150):
            random = Random(seed)
            whole, cross = beside(theory(seed, (3, 2)), theory(seed + 1000, (2, 2)), random)
            free = Ask(whole, allowed=frozenset(), barred=cross, goal=Goal.OBEYED, first=True)
            most = by_enumeration(free)
            assert isinstance(most, Found)
            near = replace(
                free, barred=frozenset(), goal=Goal.WEIGHT, weights=nearness(frozenset({(0, 0)} - cross))
            )
            for ask in (free, *(replace(near, floor=max(0, most.value + more)) for more in (-1, 0, 1))):
                expected = by_enumeration(replace(ask, barred=cross))
                answer = apart(ask, by_classes) or by_classes(ask)
                split += bool(parts_of(ask))
                message = f"{seed}: {answer}\n{expected}\n{ask}\n{text_of(whole)}"
                assert type(answer) is type(expected), message
                if isinstance(answer, Found) and isinstance(expected, Found):
                    assert (answer.declaration, answer.value) == (expected.declaration, expected.value), (
                        message
                    )
        assert split > 150

    def test_are_creatures_that_no_sentence_and_no_pair_connects(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(parts, "SMALLEST", 0)
        lines = [
            "restriction each blocker: pairs(* x *) <= 1",
            "requirement each pair: pairs(0,1 x 0) >= 1",
            "requirement: pairs(2 x 1) >= 1",
        ]
        ask = Ask(parse(lines, 3, 2), goal=Goal.OBEYED)
        assert parts_of(ask) == [{(0, 0), (1, 0)}, {(2, 1)}]
        capped = parse([*lines, "restriction: blockers(* x *) <= 2"], 3, 2)
        assert parts_of(replace(ask, theory=capped)) == []


class TestALimit:
    def test_is_for_all_parts_and_bounds_are_those_of_the_whole(self) -> None:
        hard, _ = beside(exact_cover(90, 270), exact_cover(60, 180), Random(1))
        answer = apart(Ask(hard, goal=Goal.OBEYED, limit=Limit(effort=0.1)), by_bounds_and_classes)
        assert isinstance(answer, Unknown)
        assert answer.stopped_by == "effort"
        assert (answer.value or 0) <= 150 <= (answer.at_most or 0)
