"""Options, explanations and lists on a terminal: the answer in one line, then what to do, then the details."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.console import Console

from blockcheck.guide import Block, Explain, ExplainLists, LegalList, OptionLists, Options, Said, Unmet
from blockcheck.report.terminal import answers_words, not_obeyed_lines, print_first, print_lines, print_unread
from blockcheck.verdict import Costs, Id, Nearest, Question, UnreadText
from blockcheck.words import (
    CANT,
    Names,
    block_words,
    blocks_words,
    capitalized,
    counted,
    list_line,
    listed,
    may_block_lines,
    options_line,
    verb,
)

MOST_UNMET = 10


# --- options ------------------------------------------------------------------------------------------------------------


def print_options(console: Console, names: Names, options: Options) -> None:
    """Print what may still be done: what is missing, and whom each creature may still block."""
    print_first(
        console, options_line(names, options), None if options.dead_end is None else not options.dead_end
    )
    _options(console, names, options, "")
    _open(console, names, options.unread, options.questions)
    ignored = options.if_ignored
    for row in ignored.answers if ignored else ():
        _options(console, names, row, _when(row.answers, options.unread))
    if ignored and not ignored.answers:
        _options(console, names, ignored, _when((), options.unread))


def _options(console: Console, names: Names, options: OptionLists, when: str) -> None:
    if options.attackers is None:
        return
    if options.dead_end:
        many = len(options.conflict or ()) > 1
        lines = [block_words(names, block) for block in options.conflict or ()]
        print_lines(console, f"Take back {'one of these' if many else 'this'}{when}", lines)
        return
    print_lines(console, f"Still missing{when}", [capitalized(line) for line in options.missing or ()])
    lines = may_block_lines(names, options) or ["Nobody can block."]
    print_lines(console, f"May still block{when}", lines)


# --- explanations -------------------------------------------------------------------------------------------------------


def print_explanation(
    console: Console,
    names: Names,
    explanation: Explain,
    pair: Block | None = None,
    *,
    bound: bool = False,
) -> None:
    """Print why a declaration is as it is.

    Args:
        console: where to print.
        names: the board's names.
        explanation: what there is to say.
        pair: the block asked about, if one was.
        bound: whether the proof of the maximum was asked for.
    """
    print_first(console, _headline(explanation), explanation.legal)
    if explanation.legal is False and "509.1c" in explanation.message.partition(":")[0]:
        lines = not_obeyed_lines(names, explanation.requirements, every=True)
        print_lines(console, "Why", [*lines, *_unforced(names, explanation.costs)], numbered=True)
    if explanation.nearest is not None and explanation.legal is False:
        print_lines(
            console, "To make it legal with the fewest changes", _ways(explanation, explanation.nearest)
        )
    _explanation(console, names, explanation, pair, "")
    if explanation.limit is not None:
        lines = _not_known(names, explanation, pair, bound)
        print_lines(console, f"Not known, for {explanation.limit.message}", lines)
    _open(console, names, explanation.unread, explanation.questions)
    ignored = explanation.if_ignored
    for row in ignored.answers if ignored else ():
        _explanation(console, names, row, pair, _when(row.answers, explanation.unread))
    if ignored and not ignored.answers:
        _explanation(console, names, ignored, pair, _when((), explanation.unread))


def _headline(explanation: Explain) -> str:
    """The verdict in one line; where every fault is told below, only how many there are."""
    faults = {fault.message: fault.step for fault in explanation.faults or ()}
    if len(faults) < 2 or explanation.legal is not False:
        return explanation.message
    return f"Illegal ({', '.join(sorted(set(faults.values())))}): {counted(len(faults), 'fault')}."


def _ways(explanation: Explain, nearest: Nearest) -> list[str]:
    """The ways out, the one with the fewest changes first."""
    others = {
        _without_numbers(way.message): f"or: {way.message}" for way in reversed(explanation.others or ())
    }
    others.pop(_without_numbers(nearest.message), None)
    ways = [nearest.message, *reversed(others.values())]
    if explanation.paying is not None:
        ways.append(f"or, with what it costs paid: {explanation.paying.message}")
    return _sentences(ways)


def _without_numbers(message: str) -> str:
    """A message in which copies of one entry are called alike."""
    return re.sub(r"#\d+", "#", message)


def _sentences(clauses: Iterable[str]) -> list[str]:
    return [f"{capitalized(clause)}." for clause in clauses]


def _unforced(names: Names, costs: Costs) -> list[str]:
    """That nobody has to pay, but whoever blocks is paid for and held to what can be obeyed then (509.1c)."""
    paying = list(dict.fromkeys(item.blocker for item in costs.items if item.blocker is not None))
    if not paying:
        return []
    whom, players = names.all(paying), [names.player(total.payer) for total in costs.totals]
    blocks, it, has = verb(paying, "blocks", "block"), verb(paying, "it", "they"), verb(paying, "has", "have")
    leaves = verb(players, "leaves", "leave")
    return [
        f"If {whom} {blocks}, {it} {has} to obey whatever can be obeyed; if {listed(players)} {leaves} {whom} out, fewer "
        "requirements have to be obeyed, for nobody is forced to pay (509.1c)"
    ]


def _explanation(
    console: Console, names: Names, explanation: ExplainLists, pair: Block | None, when: str
) -> None:
    _wrong(console, explanation, when)
    _way_out(console, explanation, when)
    unmet = _unmet(names, explanation.unmet or ())
    more = [f"and {len(unmet) - MOST_UNMET} more"] if len(unmet) > MOST_UNMET else []
    print_lines(console, f"{_left_undone(explanation)}{when}", unmet[:MOST_UNMET] + more, numbered=True)
    if explanation.impossible is not None:
        print_lines(console, f"Why not{when}", [explanation.impossible.message])
    elif pair is not None and explanation.never is not None:
        blocker, attacker = map(names.one, pair)
        print_lines(console, f"Possible{when}", [f"{blocker} blocks {attacker} in some legal declaration"])
    if explanation.bound is not None:
        print_lines(console, f"Why no declaration obeys more{when}", [capitalized(explanation.bound.message)])
    print_lines(console, f"In every legal declaration{when}", _blocks(names, explanation.always or (), "and"))
    print_lines(console, f"In no legal declaration{when}", _blocks(names, explanation.never or (), "or"))


def _left_undone(explanation: ExplainLists) -> str:
    """The heading over the requirements that the witness leaves undone."""
    if not isinstance(explanation, Explain) or explanation.legal is None:
        return "What cannot be obeyed, and why"
    if explanation.costs.items and not explanation.legal:
        return "What cannot be obeyed with the costs declared, and why"
    whose = "is left" if explanation.legal else "the first way leaves"
    return f"What {whose} undone, and why that is allowed"


def _not_known(names: Names, explanation: Explain, pair: Block | None, bound: bool) -> list[str]:
    """What a limit left unknown."""
    missed = sum(len(row.not_obeyed_by_witness or ()) for row in explanation.requirements)
    left = missed - len(explanation.unmet or ())
    lines = {
        "What mends each fault": explanation.faults is None,
        "The nearest legal declaration": explanation.legal is False and explanation.nearest is None,
        "Which blocks are in every or in no legal declaration": explanation.never is None,
        "Why no declaration obeys more": bound and explanation.bound is None,
        f"Why {counted(left, 'more requirement' if explanation.unmet else 'requirement')} can't be obeyed": left
        > 0,
    }
    if pair is not None and explanation.impossible is None and explanation.never is None:
        blocker, attacker = map(names.one, pair)
        lines[f"Whether {blocker} blocks {attacker} in some legal declaration"] = True
    return [line for line, missing in lines.items() if missing]


def _wrong(console: Console, explanation: ExplainLists, when: str) -> None:
    """The faults, each with its mend; of one that the first line tells only the mend, where the way out is another."""
    faults = explanation.faults or ()
    if (
        isinstance(explanation, Explain)
        and explanation.legal is False
        and len({fault.message for fault in faults}) == 1
    ):
        nearest, mend = explanation.nearest, faults[0].mend
        ways = (nearest, *(explanation.others or ()), explanation.paying)
        told = any(way is not None and way.changes == mend.changes for way in ways)
        if nearest is None or not (told or len(mend.changes) < len(nearest.changes)):
            print_lines(console, "To mend only that", _sentences([mend.message]))
        return
    mends: dict[str, dict[str, None]] = {}
    for fault in faults:
        mends.setdefault(fault.message, {})[fault.mend.message] = None
    lines = [f"{message}. To mend it: {'; '.join(every)}." for message, every in mends.items()]
    print_lines(console, f"What is wrong{when}", lines, numbered=True)


def _way_out(console: Console, explanation: ExplainLists, when: str) -> None:
    """What each part of the first way out is for, where it has several; and why taking blocks back is not enough."""
    steps = explanation.steps or ()
    if len(steps) > 1 and any(step.requirements for step in steps):
        lines = [step.message for step in steps]
        print_lines(
            console, f"What each change of the first way is for{when}", _sentences(lines), numbered=True
        )
    if explanation.too_little is not None:
        print_lines(console, f"Why less will not do{when}", _sentences([explanation.too_little.message]))


def _unmet(names: Names, every: Sequence[Unmet]) -> list[str]:
    """The requirements that can't be obeyed, those with the same reasons together; one for several creatures once."""
    together: dict[str, list[tuple[str, Said]]] = {}
    for unmet in every:
        clause, _, reasons = unmet.message.removeprefix("“").partition(CANT)
        together.setdefault(reasons, []).append((clause, unmet.requirement))
    return [f"{_all_told(names, alike)} {CANT.removeprefix('” ')}{why}" for why, alike in together.items()]


def _all_told(names: Names, every: Sequence[tuple[str, Said]]) -> str:
    """Clauses in quotes, those that differ only in the creature they are about as one: "“Bear and Wolf must block Elf”"."""
    subjects: dict[str, list[Id]] = {}
    for clause, said in every:
        about = said.blockers if len(said.blockers) == 1 else said.attackers
        subject = next((key for key in about[:1] if clause.startswith(f"{names.one(key)} ")), None)
        predicate = clause if subject is None else clause.removeprefix(names.one(subject))
        subjects.setdefault(predicate, []).extend([] if subject is None else [subject])
    told = [f"“{names.all(about)}{_agreeing(about, clause)}”" for clause, about in subjects.items()]
    return listed(
        [*told[:MOST_UNMET], *([f"{len(told) - MOST_UNMET} more"] if len(told) > MOST_UNMET else [])]
    )


def _agreeing(subjects: Sequence[Id], clause: str) -> str:
    return clause if len(subjects) < 2 else clause.replace(" blocks ", " block ", 1)


def _blocks(names: Names, blocks: Sequence[Block], last: str) -> list[str]:
    """Blocks, creatures with the same attackers together."""
    of_blocker: dict[Id, tuple[Id, ...]] = {}
    for blocker, attacker in blocks:
        of_blocker[blocker] = (*of_blocker.get(blocker, ()), attacker)
    together: dict[tuple[Id, ...], list[Id]] = {}
    for blocker, attackers in of_blocker.items():
        together.setdefault(attackers, []).append(blocker)
    return [
        f"{names.all(blockers, last)} {'block' if len(blockers) > 1 and last == 'and' else 'blocks'} "
        f"{names.all(attackers, last)}"
        for attackers, blockers in together.items()
    ]


# --- lists --------------------------------------------------------------------------------------------------------------


def print_list(console: Console, names: Names, answer: LegalList) -> None:
    """Print how many legal declarations there are, and those that were asked for."""
    print_first(console, list_line(answer), None if answer.count is None else True)
    lines = [blocks_words(names, blocks) for blocks in answer.declarations or ()]
    print_lines(console, "Legal declarations", lines, numbered=True)
    _open(console, names, answer.unread, answer.questions)


def _when(answers: tuple[bool | None, ...], unread: Sequence[UnreadText]) -> str:
    """Under which assumptions something holds."""
    parts = [answers_words(answers)] if answers else []
    parts += ["the unread text says nothing"] if unread else []
    return f", if {' and '.join(parts)}" if parts else ""


def _open(
    console: Console, names: Names, unread: Sequence[UnreadText], questions: Sequence[Question]
) -> None:
    print_unread(console, names, unread)
    print_lines(console, "Questions", [question.message for question in questions], numbered=True)
