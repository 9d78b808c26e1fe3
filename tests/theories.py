"""Random theories of every sentence shape, a text form for small theories, and plain twins to compare with."""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from blockcheck.theory import (
    CostItem,
    Count,
    Declaration,
    Each,
    Kind,
    Origin,
    Price,
    Rectangle,
    Sentence,
    Theory,
    bits,
    disobeyed,
    incurred,
    obeyed,
)

Make = Callable[[Random, int, int], Sentence]
"""Makes one sentence for so many blockers and attackers; the sets drawn are never empty."""


def some(random: Random, size: int, least: int = 1) -> int:
    """A bit set of at least ``least`` of ``size`` (or all of them)."""
    chosen = random.sample(range(size), random.randint(min(least, size), size))
    return sum(1 << index for index in chosen)


def one(random: Random, size: int) -> int:
    return 1 << random.randrange(size)


def every(size: int) -> int:
    return (1 << size) - 1


def restriction(shape: str, counted: Rectangle, **more: object) -> Sentence:
    return Sentence(Kind.RESTRICTION, counted, origin=Origin((), reason=shape), **more)  # type: ignore[arg-type]


def requirement(shape: str, counted: Rectangle, **more: object) -> Sentence:
    return Sentence(Kind.REQUIREMENT, counted, origin=Origin((), reason=shape), **more)  # type: ignore[arg-type]


def cost(shape: str, guard: Rectangle, each: Each) -> Sentence:
    origin = Origin((), reason=shape)
    return Sentence(Kind.COST, guard, guard=guard, each=each, payer="bob", price=Price("{1}"), origin=origin)


def one_attacker_each(random: Random, n: int, m: int) -> list[Sentence]:
    """Most blockers may block one attacker, some two; now and then one of them any number (509.1a)."""
    few = n * m <= 12
    free = one(random, n) if few and random.random() < 0.08 else 0
    two = (some(random, n) if few else one(random, n)) if random.random() < 0.2 else 0
    two, single = two & ~free, every(n) & ~two & ~free
    return [
        restriction(
            "attackers for each blocker", Rectangle(them, every(m)), each=Each.BLOCKER, hi=hi, step="509.1a"
        )
        for hi, them in ((1, single), (2, two))
        if them
    ]


def may_not_block(random: Random, n: int, m: int) -> Sentence:
    pairs = Rectangle(one(random, n), some(random, m))
    return restriction("may not block", pairs, each=Each.PAIR, hi=0, step="509.1a")


def evasion(random: Random, n: int, m: int) -> Sentence:
    return restriction("evasion", Rectangle(some(random, n), one(random, m)), hi=0)


def menace(random: Random, n: int, m: int) -> Sentence:
    column = Rectangle(every(n), some(random, m))
    return restriction("menace", column, each=Each.ATTACKER, guard=column, lo=random.choice((2, 2, 2, 3)))


def one_blocker(random: Random, n: int, m: int) -> Sentence:
    return restriction(
        "by one blocker",
        Rectangle(every(n), some(random, m)),
        each=Each.ATTACKER,
        hi=random.choice((1, 1, 2)),
    )


def all_block_it(random: Random, n: int, m: int) -> Sentence:
    attacker, those = one(random, m), some(random, n, 2)
    guard, counted = Rectangle(every(n), attacker), Rectangle(those, attacker)
    return restriction("unless all block it", counted, guard=guard, lo=those.bit_count())


def cap(random: Random, n: int, m: int) -> Sentence:
    those = Rectangle(some(random, n, 2), every(m))
    return restriction("cap of blockers", those, count=Count.BLOCKERS, hi=random.choice((1, 1, 2)))


def cap_of_pairs(random: Random, n: int, m: int) -> Sentence:
    return restriction("cap of pairs", Rectangle(every(n), some(random, m, 2)), hi=random.choice((1, 2)))


def not_alone(random: Random, n: int, m: int) -> Sentence:
    return restriction(
        "not alone",
        Rectangle(every(n), every(m)),
        each=Each.BLOCKER,
        guard=Rectangle(some(random, n), every(m)),
        others=True,
        count=Count.BLOCKERS,
        lo=random.choice((1, 1, 1, 2)),
    )


def companion(random: Random, n: int, m: int) -> Sentence:
    blocker = one(random, n)
    those = some(random, n) & ~blocker or every(n) & ~blocker or every(n)
    return restriction(
        "companion",
        Rectangle(those, every(m)),
        guard=Rectangle(blocker, every(m)),
        count=Count.BLOCKERS,
        lo=1 if those != blocker else 2,
    )


def only_together(random: Random, n: int, m: int) -> Sentence:
    """If this attacker is blocked then those blockers block at most so many others."""
    guard = Rectangle(every(n), one(random, m))
    return restriction("guarded cap", Rectangle(every(n), every(m)), guard=guard, hi=random.choice((1, 1, 2)))


def blocks_if_able(random: Random, n: int, m: int) -> Sentence:
    return requirement("blocks if able", Rectangle(some(random, n), every(m)), each=Each.BLOCKER, lo=1)


def blocks_it(random: Random, n: int, m: int) -> Sentence:
    return requirement("blocks it", Rectangle(one(random, n), one(random, m)), lo=1, hi=1)


def blocks_each(random: Random, n: int, m: int) -> Sentence:
    return requirement("blocks each attacker", Rectangle(one(random, n), every(m)), each=Each.PAIR, lo=1)


def lure(random: Random, n: int, m: int) -> Sentence:
    return requirement("lure", Rectangle(some(random, n), one(random, m)), each=Each.PAIR, lo=1)


def must_be_blocked(random: Random, n: int, m: int) -> Sentence:
    return requirement("must be blocked", Rectangle(some(random, n), one(random, m)), lo=1)


def each_must_be_blocked(random: Random, n: int, m: int) -> Sentence:
    return requirement(
        "each must be blocked", Rectangle(every(n), some(random, m, 2)), each=Each.ATTACKER, lo=1
    )


def by_two_or_more(random: Random, n: int, m: int) -> Sentence:
    return requirement("by two or more", Rectangle(every(n), one(random, m)), lo=2)


def by_exactly_one(random: Random, n: int, m: int) -> Sentence:
    return requirement("by exactly one", Rectangle(every(n), one(random, m)), lo=1, hi=1)


def so_many_block(random: Random, n: int, m: int) -> Sentence:
    lo = random.randint(2, 3)
    return requirement("so many block", Rectangle(every(n), every(m)), count=Count.BLOCKERS, lo=lo)


def few_block(random: Random, n: int, m: int) -> Sentence:
    counted = Rectangle(every(n), every(m))
    return requirement("few block", counted, hi=random.randint(0, min(1, n * m - 1)))


def pays_to_block(random: Random, n: int, m: int) -> Sentence:
    return cost("pays to block", Rectangle(some(random, n), every(m)), Each.BLOCKER)


def pays_for_some(random: Random, n: int, m: int) -> Sentence:
    each = random.choice((Each.BLOCKER, Each.ATTACKER, Each.PAIR, Each.WHOLE))
    return cost("pays to block some", Rectangle(some(random, n), some(random, m)), each)


SHAPES: tuple[Make, ...] = (
    may_not_block,
    evasion,
    menace,
    one_blocker,
    all_block_it,
    cap,
    cap_of_pairs,
    not_alone,
    companion,
    only_together,
    blocks_if_able,
    blocks_it,
    blocks_each,
    lure,
    must_be_blocked,
    each_must_be_blocked,
    by_two_or_more,
    by_exactly_one,
    so_many_block,
    few_block,
    pays_to_block,
    pays_for_some,
)


WEIGHTS = [2 if make in (by_two_or_more, so_many_block, blocks_each) else 1 for make in SHAPES]
"""Twice as often where two blockers must be free for the sentence to decide anything."""


def theory(seed: int, largest: tuple[int, int] = (5, 4)) -> Theory:
    """The random theory of a seed: up to ``largest`` blockers and attackers, three to eight drawn sentences."""
    random = Random(seed)
    n = random.choices(range(1, largest[0] + 1), (1, 4, 5, 3, 1)[: largest[0]])[0]
    m = random.choices(range(1, largest[1] + 1), (3, 5, 3, 1)[: largest[1]])[0]
    sentences = one_attacker_each(random, n, m)
    sentences += [make(random, n, m) for make in random.choices(SHAPES, WEIGHTS, k=random.randint(3, 9))]
    random.shuffle(sentences)
    return named(n, m, sentences)


def named(n: int, m: int, sentences: list[Sentence]) -> Theory:
    names = tuple(f"b{b}" for b in range(n)), tuple(f"a{a}" for a in range(m))
    return Theory(*names, tuple(sentences))


def without(whole: Theory, shape: str) -> Theory:
    """The theory without the sentences of one shape."""
    return replace(whole, sentences=tuple(s for s in whole.sentences if s.origin.reason != shape))


def all_declarations(whole: Theory) -> Iterator[Declaration]:
    """The plainest twin: every set of pairs, kept when it disobeys no restriction, in lexicographic order."""
    pairs = list(itertools.product(range(len(whole.blockers)), range(len(whole.attackers))))
    for chosen in itertools.product((True, False), repeat=len(pairs)):
        declaration = frozenset(itertools.compress(pairs, chosen))
        if not disobeyed(whole, declaration):
            yield declaration


def legal_of(whole: Theory, unrestricted: list[Declaration]) -> dict[Declaration, int]:
    """The legal ones among all that disobey no restriction (509.1c): each with what its maximum is."""
    rows = [(d, incurred(whole, d), obeyed(whole, d)) for d in unrestricted]
    best: dict[frozenset[CostItem], int] = {}
    for _, items, number in rows:
        best[items] = max(number, best.get(items, 0))
    maximum = {items: max(n for others, n in best.items() if others <= items) for items in best}
    return {d: number for d, items, number in rows if number >= maximum[items]}


RECTANGLE = r"\(([\d,]+|\*) x ([\d,]+|\*)\)"
SENTENCE = re.compile(
    rf"(?P<kind>restriction|requirement|cost item)(?: each (?P<each>blocker|attacker|pair))?:"
    rf"(?: if any{RECTANGLE})?(?: then)?(?:(?P<others> other)? (?P<count>pairs|blockers){RECTANGLE}"
    rf"(?: >= (?P<lo>\d+))?(?: <= (?P<hi>\d+))?)?"
)


def parse(lines: list[str], n: int, m: int) -> Theory:
    """A theory from its text form, a sentence a line: ``restriction each attacker: if any(* x 0) then pairs(* x 0) >= 2``."""
    return named(n, m, [_sentence(line, n, m) for line in lines])


def _sentence(line: str, n: int, m: int) -> Sentence:
    match = SENTENCE.fullmatch(line)
    if match is None:
        raise ValueError(f"not a sentence: {line!r}")
    kind, each, *_ = match.group("kind", "each")
    sets = [_set(text, size) for text, size in zip(match.group(3, 4, 7, 8), (n, m, n, m), strict=True)]
    guard = Rectangle(sets[0], sets[1]) if match.group(3) else None
    if kind == "cost item" and guard is not None:
        return cost(line, guard, Each(each or "whole"))
    lo, hi = match.group("lo", "hi")
    return Sentence(
        Kind(kind),
        Rectangle(sets[2], sets[3]),
        int(lo or 0),
        None if hi is None else int(hi),
        Count(match.group("count")),
        Each(each or "whole"),
        guard,
        others=match.group("others") is not None,
        origin=Origin((), reason=line),
    )


def _set(text: str | None, size: int) -> int:
    if text is None:
        return 0
    return every(size) if text == "*" else sum(1 << int(index) for index in text.split(","))


def text_of(whole: Theory) -> str:
    """The text form of a theory, for messages."""
    size = f"{len(whole.blockers)} x {len(whole.attackers)}"
    return "\n".join([size, *(_text(sentence) for sentence in whole.sentences)])


def _text(sentence: Sentence) -> str:
    each = "" if sentence.each is Each.WHOLE else f" each {sentence.each}"
    guard = "" if sentence.guard is None else f" if any{_rectangle(sentence.guard)}"
    if sentence.kind is Kind.COST:
        return f"{sentence.kind}{each}:{guard}"
    lo = f" >= {sentence.lo}" if sentence.lo else ""
    hi = "" if sentence.hi is None else f" <= {sentence.hi}"
    then = " then" if guard else ""
    others = " other" if sentence.others else ""
    counted = f"{sentence.count}{_rectangle(sentence.counted)}"
    return f"{sentence.kind}{each}:{guard}{then}{others} {counted}{lo}{hi}"


def _rectangle(rectangle: Rectangle) -> str:
    blockers, attackers = (",".join(map(str, bits(part))) for part in rectangle)
    return f"({blockers} x {attackers})"


def crowd(seed: int, most: int = 12) -> Theory:
    """A small random theory whose blockers and attackers stand there several times each, up to ``most`` pairs."""
    random = Random(seed)
    small = theory(seed, largest=(3, 3))
    n, m = len(small.blockers), len(small.attackers)
    blockers, attackers = list(range(n)), list(range(m))
    while True:
        more = random.choice(([random.randrange(n)], [])), random.choice(([random.randrange(m)], [], []))
        if (len(blockers) + len(more[0])) * (len(attackers) + len(more[1])) > most:
            break
        blockers, attackers = blockers + more[0], attackers + more[1]
    random.shuffle(blockers)
    random.shuffle(attackers)

    def copied(part: Rectangle) -> Rectangle:
        sides = zip((blockers, attackers), part, strict=True)
        return Rectangle(
            *(sum(1 << i for i, old in enumerate(side) if mask >> old & 1) for side, mask in sides)
        )

    sentences = [
        replace(one, guard=one.guard and copied(one.guard), counted=copied(one.counted))
        for one in small.sentences
    ]
    return named(len(blockers), len(attackers), sentences)
