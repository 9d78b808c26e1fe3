"""The evaluator: what sentences mean for a declaration, plainly and many at once; what has no meaning is refused."""

from __future__ import annotations

from random import Random

import pytest

from blockcheck.theory import (
    Count,
    Declaration,
    Each,
    Evaluation,
    Kind,
    MeaninglessSentence,
    Price,
    Rectangle,
    Sentence,
    Theory,
    counted,
    disobeyed,
    holds,
    incurred,
    inside,
    instances,
    obeyed,
)
from tests.theories import theory

PAIR, SQUARE = Rectangle(1, 1), Rectangle(3, 3)


def some_declaration(random: Random, whole: Theory) -> Declaration:
    """Any declaration, legal or not."""
    pairs = [(b, a) for b in range(len(whole.blockers)) for a in range(len(whole.attackers))]
    return frozenset(pair for pair in pairs if random.random() < 0.4)


class TestManyAtOnceIsOneByOne:
    def test_on_random_theories(self) -> None:
        random = Random(1)
        for seed in range(400):
            whole = theory(seed)
            for _ in range(4):
                made = some_declaration(random, whole)
                evaluation = Evaluation(made)
                for instance in (*whole.restrictions, *whole.requirements, *whole.costs):
                    assert evaluation.holds(instance) == holds(instance, made)
                    assert evaluation.count(instance.counted, instance.count) == counted(instance, made)
                assert disobeyed(whole, made) == tuple(
                    one for one in whole.restrictions if not holds(one, made)
                )
                assert obeyed(whole, made) == sum(holds(one, made) for one in whole.requirements)
                for index, sentence in enumerate(whole.sentences):
                    plainly = [one for one in instances(index, sentence) if not holds(one, made)]
                    if sentence.kind is Kind.RESTRICTION:
                        assert evaluation.fails(sentence) == bool(plainly)
                    if sentence.kind is Kind.REQUIREMENT:
                        assert evaluation.missed(index, sentence) == [
                            (o.blocker, o.attacker) for o in plainly
                        ]
                paid = {item.sentence for item in incurred(whole, made)}
                assert paid == {
                    cost.sentence
                    for cost in whole.costs
                    if cost.guard and any(inside(pair, cost.guard) for pair in made)
                }


MEANINGLESS: list[tuple[str, dict[str, object]]] = [
    ("the bounds of a count are not a range", {"lo": 2, "hi": 1, "guard": PAIR}),
    ("the bounds of a count are not a range", {"lo": -1, "guard": PAIR}),
    ("a sentence about nobody", {"counted": Rectangle(0, 1), "hi": 0}),
    ("a restriction without a guard can't demand blocks", {"lo": 1}),
    ("a restriction that nothing can disobey", {"guard": PAIR}),
    ("a requirement has no guard", {"kind": Kind.REQUIREMENT, "lo": 1, "guard": PAIR}),
    ("a requirement that nothing can fail", {"kind": Kind.REQUIREMENT}),
    ("a requirement that nothing can fail", {"kind": Kind.REQUIREMENT, "counted": SQUARE, "hi": 4}),
    (
        "a requirement that nothing can fail",
        {"kind": Kind.REQUIREMENT, "counted": SQUARE, "hi": 1, "each": Each.PAIR},
    ),
    ("a cost item needs a guard, a payer and a price", {"kind": Kind.COST, "guard": PAIR}),
    (
        "a cost item needs a guard, a payer and a price",
        {"kind": Kind.COST, "payer": "bob", "price": Price("{1}")},
    ),
    (
        "only a sentence for each blocker can count the other blockers",
        {"lo": 1, "guard": PAIR, "others": True},
    ),
    (
        "a sentence that counts other blockers needs a guard",
        {"hi": 1, "others": True, "each": Each.BLOCKER, "count": Count.BLOCKERS},
    ),
]


class TestWhatHasNoMeaningIsRefused:
    @pytest.mark.parametrize(("why", "fields"), MEANINGLESS)
    def test_with_its_reason(self, why: str, fields: dict[str, object]) -> None:
        said: dict[str, object] = {"kind": Kind.RESTRICTION, "counted": PAIR} | fields
        with pytest.raises(MeaninglessSentence) as refused:
            Sentence(**said)  # type: ignore[arg-type]
        assert str(refused.value).startswith(why)

    def test_a_rectangle_outside_the_theory(self) -> None:
        with pytest.raises(MeaninglessSentence, match=r"^a rectangle outside the theory: "):
            Theory(("bear",), ("ogre",), (Sentence(Kind.RESTRICTION, SQUARE, hi=0),))


class TestAskersAndNumbersBeyondAnyBoard:
    def test_a_minimum_that_nobody_reaches(self) -> None:
        from blockcheck.ask import Ask, Goal
        from blockcheck.askers import by_cpsat, by_enumeration

        huge = Sentence(Kind.RESTRICTION, PAIR, lo=10**20, guard=PAIR)
        must = Sentence(Kind.REQUIREMENT, PAIR, lo=1)
        ask = Ask(Theory(("bear",), ("ogre",), (huge, must)), goal=Goal.OBEYED)
        for asker in (by_cpsat, by_enumeration):
            answer = asker(ask)
            assert answer.declaration == frozenset()  # type: ignore[union-attr]
