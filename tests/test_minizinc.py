"""The MiniZinc page models/declare_blockers.mzn says the same as the evaluator and the askers."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from blockcheck.ask import Ask, Found, Goal
from blockcheck.askers.enumerate import enumerated
from blockcheck.theory import Theory, disobeyed, incurred, obeyed
from tests.minizinc import PAGE, apart, needs_minizinc, side_by_side, solutions
from tests.theories import text_of, theory

TOGETHER = 5
"""Theories in one call of MiniZinc: nearly all the time goes into starting it."""

MUTATIONS = (
    ("lo[r] <= number(r)", "lo[r] < number(r)"),
    ("exists(b in those, a in them)", "forall(b in those, a in them)"),
    ("if counts_blockers[r]", "if not counts_blockers[r]"),
    ("number(r) <= hi[r]", "number(r) <= hi[r] + 1"),
    ("(guarded[r] /\\ not some", "(guarded[r] /\\ some"),
    ("where not required[r]", "where required[r]"),
    ("(not some(unpaid", "(some(unpaid"),
)


def maximum(whole: Theory) -> int:
    answer = enumerated(Ask(whole, allowed=frozenset(), goal=Goal.OBEYED))
    if not isinstance(answer, Found):
        raise TypeError(answer)
    return answer.value


def differences(theories: list[Theory], page: str) -> Iterator[str]:
    """The theories on which the page and the enumeration do not agree."""
    expected = [maximum(one) for one in theories]
    shown = solutions(side_by_side(theories), page)
    if not shown:
        yield "MiniZinc finds no declaration at all"
        return
    value, declaration = shown[-1]
    if value != sum(expected):
        yield f"MiniZinc's optimum is {value}, enumeration's {sum(expected)}, in one of these:"
        yield from map(text_of, theories)
    for one, part, most in zip(theories, apart(theories, declaration), expected, strict=True):
        if disobeyed(one, part) or incurred(one, part) or obeyed(one, part) != most:
            yield f"{sorted(part)} should be a best declaration, with {most} obeyed, of\n{text_of(one)}"


def compared(first: int, last: int, page: str) -> list[str]:
    """All differences over the random theories of these seeds, two calls at a time."""
    groups = [
        [theory(seed) for seed in range(start, min(start + TOGETHER, last))]
        for start in range(first, last, TOGETHER)
    ]
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda group: list(differences(group, page)), groups)
        return [difference for group in found for difference in group]


class TestThePageSaysWhatTheEvaluatorSays:
    def test_on_a_few_random_theories(self) -> None:
        needs_minizinc()
        assert compared(0, 50, PAGE.read_text(encoding="utf-8")) == []

    @pytest.mark.slow
    def test_on_three_thousand_random_theories(self) -> None:
        needs_minizinc()
        assert compared(0, 3000, PAGE.read_text(encoding="utf-8")) == []

    @pytest.mark.slow
    @pytest.mark.parametrize(("term", "mutated"), MUTATIONS)
    def test_a_page_with_one_term_changed_is_caught(self, term: str, mutated: str) -> None:
        needs_minizinc()
        page = PAGE.read_text(encoding="utf-8")
        assert page.count(term) == 1
        assert compared(0, 60, page.replace(term, mutated)) != []
