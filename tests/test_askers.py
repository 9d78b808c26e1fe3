"""The port to the solvers: enumeration, CP-SAT and bounds say what the evaluator says."""

import itertools
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from blockcheck.ask import (
    Answer,
    Ask,
    Asker,
    AskerFault,
    Found,
    Goal,
    Limit,
    Nothing,
    Unknown,
    Weights,
    admits,
    measure,
    nearness,
)
from blockcheck.askers import by_classes, by_cpsat, by_enumeration, cpsat, dealing, model, small
from blockcheck.askers.bounds import settled
from blockcheck.askers.classes import together
from blockcheck.askers.enumerate import declarations
from blockcheck.askers.grid import matters
from blockcheck.askers.small import looked_through
from blockcheck.theory import Declaration, Each, Kind, Pair, Rectangle, Theory
from tests.theories import (
    SHAPES,
    all_declarations,
    crowd,
    legal_of,
    named,
    parse,
    requirement,
    restriction,
    text_of,
    theory,
    without,
)
from tests.twins import agrees, asks, best_of

ASKS_FOR_EACH = 2
ONE_IN = 8
SMALL, TINY = 9, 6

ANSWERERS: tuple[Callable[[Ask], Answer | None], ...] = (
    by_enumeration,
    by_cpsat,
    by_classes,
    settled,
    looked_through,
)


def compare(seed: int) -> None:
    """One random theory: enumeration and CP-SAT find the maximum of the definition.

    One in eight is put a few asks besides, which bounds, classes and a look at small boards answer too.
    """
    whole, thorough = theory(seed), seed % ONE_IN == 0
    found = list(declarations(whole))
    if len(whole.blockers) * len(whole.attackers) <= (SMALL if thorough else TINY):
        assert found == list(all_declarations(whole)), text_of(whole)
    maximum = Ask(whole, allowed=frozenset(), goal=Goal.OBEYED)
    more = itertools.islice(asks(Random(seed), whole, found), ASKS_FOR_EACH if thorough else 0)
    for ask in (maximum, *more):
        expected = best_of(ask, found)
        for answerer in ANSWERERS if thorough else ANSWERERS[:2]:
            answer = answerer(ask)
            right = answer is None or agrees(answer, ask, expected)
            assert right, f"{seed}: {answer}\n{expected}\n{ask}\n{text_of(whole)}"


class TestHoldsIsEnumerateIsCpsat:
    @pytest.mark.parametrize("part", range(3))
    def test_on_random_theories(self, part: int) -> None:
        for seed in range(part * 600, part * 600 + 600):
            compare(seed)

    @pytest.mark.slow
    @pytest.mark.parametrize("part", range(10))
    def test_on_fifty_thousand_random_theories(self, part: int) -> None:
        for seed in range(part * 5000, part * 5000 + 5000):
            compare(seed)


class TestTheRandomTheories:
    def test_each_shape_decides_in_five_percent_of_them(self) -> None:
        number, decided = 300, Counter[str]()
        for seed in range(number):
            whole = theory(seed, largest=(4, 3))
            found = list(declarations(whole))
            legal = legal_of(whole, found).keys()
            for shape in {sentence.origin.reason for sentence in whole.sentences}:
                less = without(whole, shape)
                same = less.restrictions == whole.restrictions
                decided[shape] += legal_of(less, found if same else list(declarations(less))).keys() != legal
        assert len(decided) == len(SHAPES) + 1
        assert {shape: n for shape, n in decided.items() if n < number * 0.05} == {}

    def test_have_every_form_of_a_sentence(self) -> None:
        sentences = [sentence for seed in range(300) for sentence in theory(seed).sentences]
        forms = {(sentence.kind, sentence.each) for sentence in sentences}
        assert forms == set(itertools.product(Kind, Each))
        assert any(sentence.others for sentence in sentences)

    def test_are_told_in_text_and_read_back(self) -> None:
        for seed in range(100):
            whole = theory(seed)
            size, *lines = text_of(whole).splitlines()
            again = parse(lines, *map(int, size.split(" x ")))
            assert (again.restrictions, again.requirements) == (whole.restrictions, whole.requirements)
            assert [cost.guard for cost in again.costs] == [cost.guard for cost in whole.costs]


def lured(n: int, m: int) -> Theory:
    """Plain blockers, menace and lure on every other attacker: too few creatures to please everyone."""
    everyone = Rectangle((1 << n) - 1, (1 << m) - 1)
    odd = Rectangle(everyone.blockers, sum(1 << a for a in range(0, m, 2)))
    return named(
        n,
        m,
        [
            restriction("one attacker each", everyone, each=Each.BLOCKER, hi=1),
            restriction("menace", odd, each=Each.ATTACKER, guard=odd, lo=2),
            requirement("lure", odd, each=Each.PAIR, lo=1),
            requirement("must be blocked", everyone, each=Each.ATTACKER, lo=1),
        ],
    )


def exact_cover(elements: int, sets: int) -> Theory:
    """The hard core: attackers by exactly three certain creatures, each of which must block. All can."""
    random = Random(elements)
    order = random.sample(range(elements), elements)
    planted = [order[i : i + 3] for i in range(0, elements, 3)]
    threes = planted + [random.sample(range(elements), 3) for _ in range(sets - len(planted))]
    random.shuffle(threes)
    everyone = Rectangle((1 << elements) - 1, (1 << sets) - 1)
    sentences = [
        restriction("one attacker each", everyone, each=Each.BLOCKER, hi=1),
        restriction("by three or more", everyone, each=Each.ATTACKER, guard=everyone, lo=3),
        requirement("blocks if able", everyone, each=Each.BLOCKER, lo=1),
    ]
    for attacker, three in enumerate(threes):
        able = sum(1 << blocker for blocker in three)
        sentences.append(restriction("evasion", Rectangle(everyone.blockers & ~able, 1 << attacker), hi=0))
    return named(elements, sets, sentences)


HARD = exact_cover(120, 360)


class TestAnEffortLimit:
    @pytest.mark.parametrize("effort", [0.0, 0.02, 0.2])
    def test_gives_honest_bounds_on_a_hard_board(self, effort: float) -> None:
        ask = Ask(HARD, goal=Goal.OBEYED, limit=Limit(effort=effort))
        answer = by_cpsat(ask)
        assert isinstance(answer, Unknown)
        assert answer.stopped_by == "effort"
        assert (answer.value or 0) <= 120 <= (answer.at_most or 0)
        if answer.best is not None:
            assert admits(ask, answer.best)
            assert measure(ask, answer.best) == answer.value

    def test_of_nothing_asks_no_solver(self) -> None:
        ask = Ask(HARD, goal=Goal.OBEYED, limit=Limit(effort=0.0))
        assert by_cpsat(ask) == Unknown("effort", at_most=120)

    def test_stops_enumeration_too(self) -> None:
        ask = Ask(lured(6, 5), goal=Goal.OBEYED, limit=Limit(effort=0.001))
        answer = by_enumeration(ask)
        assert isinstance(answer, Unknown)
        assert answer.stopped_by == "effort"
        assert answer.at_most == len(ask.theory.requirements)

    def test_is_for_all_solves_of_an_ask(self) -> None:
        whole = lured(9, 8)
        free = by_cpsat(Ask(whole, goal=Goal.OBEYED))
        first = by_cpsat(Ask(whole, goal=Goal.OBEYED, first=True))
        assert isinstance(free, Found)
        assert isinstance(first, Found)
        assert first.effort > free.effort
        limit = Limit(effort=(free.effort + first.effort) / 2)
        answer = by_cpsat(Ask(whole, goal=Goal.OBEYED, first=True, limit=limit))
        assert isinstance(answer, Unknown)
        assert answer.value == answer.at_most == free.value
        assert answer.best == free.declaration

    def test_by_the_clock_says_so(self) -> None:
        answer = by_cpsat(Ask(HARD, goal=Goal.OBEYED, limit=Limit(seconds=0.0)))
        assert answer == Unknown("clock", at_most=120)
        assert by_enumeration(Ask(HARD, limit=Limit(seconds=0.0))) == Unknown("clock")


class TestTheFirstDeclaration:
    """One fixed search finds it; else blocks are dealt out: by looking ahead for many alike, or by numbers that spell them."""

    OTHERWISE: tuple[tuple[tuple[object, str, float], ...], ...] = (
        ((cpsat, "MOST_IN_ORDER", 0),),
        ((cpsat, "MOST_IN_ORDER", 0), (dealing, "MANY", 1)),
        ((cpsat, "MOST_IN_ORDER", 0), (dealing, "LARGEST_NUMBER", 16)),
        ((cpsat, "MOST_IN_ORDER", 0), (dealing, "LARGEST_NUMBER", 2**9)),
        ((cpsat, "MOST_IN_ORDER", 0), (dealing, "LARGEST_NUMBER", 2), (dealing, "MANY", 3)),
        ((cpsat, "EFFORT_IN_ORDER", 0.0),),
    )

    def answers(self, ask: Ask, asker: Asker) -> list[Declaration]:
        found = [asker(ask)]
        for otherwise in self.OTHERWISE:
            with pytest.MonkeyPatch.context() as patch:
                for module, name, value in otherwise:
                    patch.setattr(module, name, value)
                found.append(asker(ask))
        return [answer.declaration for answer in found if isinstance(answer, Found)]

    def agree(self, ask: Ask) -> bool:
        """Whether each way finds one, and all the same."""
        found = [*self.answers(ask, by_cpsat), *self.answers(ask, by_classes)]
        return len(found) == 14 and len(set(found)) == 1

    @pytest.mark.parametrize("make", [theory, crowd])
    def test_is_the_first_however_it_is_found(self, make: Callable[[int], Theory]) -> None:
        for seed in range(60):
            whole = make(seed)
            for ask in (
                Ask(whole, goal=Goal.OBEYED, first=True),
                Ask(whole, goal=Goal.WEIGHT, weights=nearness(frozenset({(0, 0)})), first=True),
            ):
                assert self.agree(ask), f"{seed}\n{ask}\n{text_of(whole)}"

    def test_of_many_pairs_is_found_by_several_numbers(self) -> None:
        assert self.agree(Ask(lured(8, 7), goal=Goal.OBEYED, first=True))

    def test_is_the_first_of_the_nearest_to_one_in_which_everybody_blocks(self) -> None:
        whole = lured(8, 6)
        most = by_classes(Ask(whole, goal=Goal.OBEYED))
        assert isinstance(most, Found)
        for declared in (lambda b: b % 6, lambda b: 2, lambda b: b // 2):
            near = nearness(frozenset((b, declared(b)) for b in range(8)))
            assert self.agree(Ask(whole, goal=Goal.WEIGHT, weights=near, floor=most.value, first=True))

    def test_is_the_first_where_what_most_creatures_take_was_guessed(self) -> None:
        """After numbers that told nothing unexpected, fewer digits tell what a creature takes, and the next ones more of them."""
        for seed in range(40):
            whole, random = crowd(seed), Random(seed)
            attackers = range(len(whole.attackers))
            declared = frozenset((b, random.choice(attackers)) for b in range(len(whole.blockers)))
            assert self.agree(Ask(whole, goal=Goal.WEIGHT, weights=nearness(declared), first=True)), seed

    def test_of_creatures_in_turns_is_found_by_class(self) -> None:
        everyone = Rectangle((1 << 12) - 1, (1 << 5) - 1)
        odd = Rectangle(0b010101010101, everyone.attackers)
        said = [
            *lured(12, 5).sentences,
            requirement("blocks if able", odd, each=Each.BLOCKER, lo=1),
            restriction("cap", Rectangle(everyone.blockers, 0b1), hi=5),
        ]
        assert self.agree(Ask(named(12, 5, said), goal=Goal.OBEYED, first=True))

    def test_of_many_that_may_block_several_attackers_is_found_by_counting_them(self) -> None:
        whole = parse(
            [
                "restriction each blocker: pairs(* x *) <= 2",
                "restriction each attacker: if any(* x 0,3) then pairs(* x 0,3) >= 2",
                "restriction: pairs(* x 1) <= 1",
                "requirement each blocker: pairs(0,2,4 x *) >= 1",
                "requirement each attacker: pairs(* x *) >= 1",
            ],
            6,
            4,
        )
        for near in (frozenset[Pair](), frozenset({(0, 1), (1, 3), (2, 1), (5, 0)})):
            ask = Ask(whole, goal=Goal.WEIGHT, weights=nearness(near), floor=6, first=True)
            assert any(one.most > 1 and one.size > 1 for one in together(ask, matters(ask)))
            assert self.agree(ask)

    def test_is_found_on_a_large_board_far_from_every_legal_declaration(self) -> None:
        whole = lured(60, 30)
        near = nearness(frozenset((b, b % 30) for b in range(60)))
        most = by_classes(Ask(whole, goal=Goal.OBEYED))
        assert isinstance(most, Found)
        ask = Ask(whole, goal=Goal.WEIGHT, weights=near, floor=most.value, first=True, limit=Limit(effort=1))
        answer = by_classes(ask)
        assert isinstance(answer, Found)
        assert answer.value == by_classes(replace(ask, first=False)).value  # type: ignore[union-attr]


class TestAnInfeasibleModel:
    def test_is_a_fault_of_the_program_where_the_empty_declaration_will_do(self) -> None:
        ask = Ask(lured(3, 2))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(model.Model, "_demand", lambda model: model._clause([]))
            with pytest.raises(AskerFault) as fault:
                by_cpsat(ask)
        assert str(fault.value) == "the solver finds nothing, but the empty declaration satisfies the ask"

    def test_is_an_answer_where_something_is_asked_for(self) -> None:
        answer = by_cpsat(Ask(lured(3, 2), floor=9))
        assert isinstance(answer, Nothing)
        assert answer.proof == "INFEASIBLE"


class TestADeclarationFoundIsReadAgain:
    def test_and_a_wrong_one_is_a_fault_of_the_program(self) -> None:
        ask = Ask(lured(3, 2), chosen=frozenset({(1, 1)}))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(model.Model, "declaration", lambda model, values: frozenset())
            with pytest.raises(AskerFault) as fault:
                by_cpsat(ask)
        assert str(fault.value) == "the solver's declaration [] does not satisfy the ask"


class TestEqualAsksGetEqualAnswers:
    PROGRAM = """
from blockcheck.ask import Ask, Goal, Limit, nearness
from blockcheck.askers import by_cpsat
from tests.test_askers import HARD, lured
from tests.theories import theory

theories = [theory(seed) for seed in range({other})]
for whole in theories:
    by_cpsat(Ask(whole, goal=Goal.OBEYED, first=True))
near = nearness(frozenset((b, b % 7) for b in range(8)))
for ask in (
    Ask(lured(10, 7), goal=Goal.OBEYED, first=True),
    Ask(lured(10, 7), goal=Goal.WEIGHT, weights=near, floor=9),
    Ask(HARD, goal=Goal.OBEYED, limit=Limit(effort=0.2)),
):
    answer = by_cpsat(ask)
    found = getattr(answer, "declaration", getattr(answer, "best", None))
    print(type(answer).__name__, sorted(found), answer.value, answer.effort)
"""

    def answers(self, root: object, seed: str, other: int) -> str:
        run = subprocess.run(
            [sys.executable, "-c", self.PROGRAM.format(other=other)],
            cwd=str(root),
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout

    def test_in_two_processes_and_after_fifty_others(self, root: object) -> None:
        first = self.answers(root, "1", 0)
        assert first.startswith("Found")
        assert "Unknown" in first
        assert self.answers(root, "2", 50) == first


def loaded(root: object, program: str) -> str:
    """Which large packages a program has loaded at its end."""
    end = "import sys; print([m for m in ('ortools', 'pandas', 'numpy') if m in sys.modules])"
    command = [sys.executable, "-c", f"{program}\n{end}"]
    return subprocess.run(command, cwd=str(root), capture_output=True, text=True, check=True).stdout.strip()


class TestStartingUp:
    def test_a_solve_loads_no_pandas(self, root: object) -> None:
        program = """
from blockcheck.ask import Ask, Goal
from blockcheck.askers import ASKERS
from tests.test_askers import lured
ASKERS["cpsat"](Ask(lured(4, 3), goal=Goal.OBEYED, first=True))
"""
        assert loaded(root, program) == "['ortools']"

    def test_without_requirements_no_solver_is_loaded(self, root: object) -> None:
        program = """
from blockcheck.askers import ASKERS
from blockcheck.legal import Legal
from tests.theories import parse
whole = parse(
    [
        "restriction each blocker: pairs(* x *) <= 1",
        "restriction each attacker: if any(* x 0) then pairs(* x 0) >= 2",
        "restriction: pairs(2 x 1) <= 0",
    ],
    3,
    2,
)
for blocks in ({}, {(0, 0), (1, 0)}, {(0, 0)}, {(0, 0), (2, 1)}):
    inquiry = Legal(whole, ASKERS["shipped"]).inquiry()
    inquiry.judge(frozenset(blocks))
    inquiry.witness(frozenset(blocks))
"""
        assert loaded(root, program) == "[]"

    def test_with_every_requirement_obeyed_no_solver_is_loaded(self, root: object) -> None:
        program = """
from blockcheck.askers import ASKERS
from blockcheck.legal import Legal
from tests.theories import parse
whole = parse(
    [
        "restriction each blocker: pairs(* x *) <= 1",
        "requirement each pair: pairs(* x 0) >= 1",
        "requirement: pairs(* x 0) >= 1",
    ],
    3,
    2,
)
blocks = frozenset({(0, 0), (1, 0), (2, 0)})
inquiry = Legal(whole, ASKERS["shipped"]).inquiry()
if not inquiry.judge(blocks).legal or inquiry.witness(blocks).declaration != blocks:
    raise SystemExit(1)
"""
        assert loaded(root, program) == "[]"


class TestASmallBoard:
    def test_is_looked_through_as_the_definition_says(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(small, "BUDGET", 1_000_000)
        answered = Counter[str]()
        for seed in range(250):
            whole = theory(seed)
            found = list(declarations(whole))
            plain = (replace(ask, besides=frozenset()) for ask in asks(Random(seed), whole, found))
            for ask in itertools.islice(plain, 3):
                answer = looked_through(ask)
                if answer is not None:
                    answered[f"{ask.goal} {ask.first}"] += 1
                    message = f"{seed}: {answer}\n{ask}\n{text_of(whole)}"
                    assert agrees(answer, ask, best_of(ask, found)), message
        assert len(answered) == 6
        assert min(answered.values()) > 50

    def test_is_left_to_a_solver_past_a_budget(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ask = Ask(lured(4, 3), goal=Goal.OBEYED, first=True)
        assert isinstance(looked_through(ask), Found)
        monkeypatch.setattr(small, "BUDGET", 2)
        assert looked_through(ask) is None

    def test_is_left_to_a_solver_where_it_is_not_small(self) -> None:
        assert looked_through(Ask(HARD, goal=Goal.OBEYED)) is None
        assert looked_through(Ask(lured(50, 41), goal=Goal.OBEYED)) is None

    def test_loads_no_solver(self, root: object) -> None:
        program = """
from blockcheck.askers import ASKERS
from blockcheck.legal import Legal
from tests.theories import parse
whole = parse(
    [
        "restriction each blocker: pairs(* x *) <= 1",
        "restriction each attacker: if any(* x 0,2) then pairs(* x 0,2) >= 2",
        "requirement each pair: pairs(* x 0,2) >= 1",
        "requirement each attacker: pairs(* x *) >= 1",
    ],
    4,
    3,
)
inquiry = Legal(whole, ASKERS["shipped"]).inquiry()
if inquiry.judge(frozenset({(0, 1)})).legal or "enumeration" not in inquiry.witness(frozenset({(0, 1)})).proof:
    raise SystemExit(1)
"""
        assert loaded(root, program) == "[]"


class TestBounds:
    def test_say_which_bound_it_was(self) -> None:
        plain = parse(["restriction each blocker: pairs(* x *) <= 1"], 3, 2)
        assert settled(Ask(plain, floor=1)) == Nothing("bound: so many can't be obeyed")
        assert settled(Ask(plain)) == Found(frozenset(), 0, "bound: one is enough")
        barred = Ask(plain, chosen=frozenset({(0, 0)}), barred=frozenset({(0, 0)}))
        assert settled(barred) == Nothing("bound: a chosen pair is forbidden")

    def test_find_the_nearest_by_mending(self) -> None:
        whole = parse(
            [
                "restriction each blocker: pairs(* x *) <= 1",
                "restriction each attacker: if any(* x 0) then pairs(* x 0) >= 2",
            ],
            3,
            2,
        )
        alone = frozenset({(1, 0)})
        ask = Ask(whole, goal=Goal.WEIGHT, weights=nearness(alone), first=True)
        answer = settled(ask)
        assert isinstance(answer, Found)
        assert answer.declaration == frozenset({(0, 0), (1, 0)})
        assert answer.proof == "bound: every nearer declaration has a flaw"

    def test_leave_what_is_hard_to_the_solver(self) -> None:
        assert settled(Ask(HARD, goal=Goal.OBEYED)) is None
        assert settled(replace(Ask(lured(10, 7)), goal=Goal.WEIGHT, weights=Weights({}, other=1))) is None
