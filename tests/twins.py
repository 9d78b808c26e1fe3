"""The definitions, worked out by looking at every declaration: what askers and legality are compared with."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from blockcheck.ask import Answer, Ask, Cut, Found, Goal, Nothing, Weights, admits, measure, nearness
from blockcheck.theory import CostItem, Declaration, Pair, Theory, board_order, incurred, obeyed


def best_of(ask: Ask, unrestricted: Sequence[Declaration]) -> tuple[int, Declaration] | None:
    """The value of the best declaration that an ask admits and the first such one, or None."""
    admitted = [declaration for declaration in unrestricted if admits(ask, declaration)]
    if not admitted:
        return None
    value = max(measure(ask, declaration) for declaration in admitted)
    return value, min((d for d in admitted if measure(ask, d) == value), key=board_order)


def agrees(answer: Answer, ask: Ask, expected: tuple[int, Declaration] | None) -> bool:
    """Whether an answer is right."""
    match answer:
        case Found():
            return (
                expected is not None
                and answer.value == expected[0] == measure(ask, answer.declaration)
                and admits(ask, answer.declaration)
                and (not ask.first or answer.declaration == expected[1])
            )
        case Nothing():
            return expected is None
        case _:
            return False


def asks(random: Random, theory: Theory, unrestricted: Sequence[Declaration]) -> Iterator[Ask]:
    """Random asks: every field, alone and together, in ways that some declarations satisfy."""
    pairs = [(b, a) for b in range(len(theory.blockers)) for a in range(len(theory.attackers))]
    items = items_of(theory)
    most = len(theory.requirements)

    def sometimes(chance: float) -> bool:
        return random.random() < chance

    def weights() -> Weights:
        named = {pair: random.randint(-3, 3) for pair in pairs if sometimes(0.5)}
        return Weights(named, random.randint(-2, 2), random.choice((0, 0, -1, 1)))

    def cut() -> Cut:
        some = random.sample(items, random.randint(1, min(2, len(items))))
        blockers = (
            frozenset(random.sample(range(len(theory.blockers)), 1)) if sometimes(0.3) else frozenset[int]()
        )
        floor = random.choice((None, random.randint(0, most)))
        if sometimes(0.3):
            many = subset(random, items, 0.7) or frozenset(items)
            return Cut(frozenset(), floor, blockers, ((many, random.randint(1, len(many))),))
        return Cut(frozenset(some), floor, blockers)

    while True:
        aim = nearness(subset(random, pairs, 0.3)) if sometimes(0.5) else weights()
        reached = aim if sometimes(0.4) else weights()
        yield Ask(
            theory,
            allowed=subset(random, items) if sometimes(0.4) else None,
            chosen=frozenset(random.sample(pairs, 1)) if sometimes(0.3) else frozenset(),
            barred=subset(random, pairs, 0.2) if sometimes(0.3) else frozenset(),
            floor=random.randint(0, most + 1) if sometimes(0.3) else 0,
            cuts=tuple(cut() for _ in range(random.randint(1, 2))) if items and sometimes(0.5) else (),
            at_least=((reached, reached.base + random.randint(-2, 2)),) if sometimes(0.3) else (),
            besides=subset(random, unrestricted[:8]) if sometimes(0.3) else frozenset(),
            goal=random.choice(list(Goal)),
            weights=aim,
            first=sometimes(0.5),
        )


def subset(random: Random, of: Sequence, chance: float = 0.5) -> frozenset:  # type: ignore[type-arg]
    return frozenset(one for one in of if random.random() < chance)


def items_of(theory: Theory) -> list[CostItem]:
    return [CostItem(cost.sentence, cost.blocker, cost.attacker) for cost in theory.costs]


class LegalTwin:
    """Legality by definition, over every declaration that disobeys no restriction."""

    def __init__(
        self,
        theory: Theory,
        unrestricted: Sequence[Declaration],
        payable: Callable[[frozenset[CostItem]], bool | None],
    ) -> None:
        self.rows = [(d, incurred(theory, d), obeyed(theory, d)) for d in unrestricted]
        self.payable = payable
        self.legal = [
            d
            for d, items, number in self.rows
            if number >= self.maximum(items) and (not items or payable(items) is not False)
        ]

    def maximum(self, items: frozenset[CostItem]) -> int:
        return max(number for _, incurring, number in self.rows if incurring <= items)

    def witness(self, declaration: Declaration, items: frozenset[CostItem]) -> Declaration | None:
        """The nearest of those that obey the maximum of these cost items, incur no others and can be paid."""
        most = self.maximum(items)
        able = [
            d
            for d, incurring, number in self.rows
            if incurring <= items
            and number == most
            and (not incurring or self.payable(incurring) is not False)
        ]
        return self.nearest(declaration, able)

    def nearest(self, declaration: Declaration, among: Sequence[Declaration]) -> Declaration | None:
        return min(among, key=lambda d: distance(declaration, d), default=None)


def distance(declaration: Declaration, other: Declaration) -> tuple[int, int, tuple[Pair, ...]]:
    """Fewest changes, then fewest pairs removed, then lexicographically first (a block before no block)."""
    first = board_order(other)
    return len(declaration ^ other), len(declaration - other), first  # type: ignore[return-value]
