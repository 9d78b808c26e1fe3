"""Options, explanations and lists on a terminal: the answer in one line, then what to do, then the details."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console

from blockcheck.guide import Block, Explain, ExplainLists, LegalList, OptionLists, Options, Said, Unmet
from blockcheck.report.terminal import answers_words, not_obeyed_lines, print_first, print_lines, print_unread
from blockcheck.verdict import Costs, Id, Question, UnreadText
from blockcheck.words import (
    Names,
    block_words,
    blocks_words,
    capitalized,
    counted,
    list_line,
    may_block_lines,
    options_line,
    plain,
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
        lines = not_obeyed_lines(names, explanation.requirements)
        print_lines(console, "Why", [*lines, *_unforced(names, explanation.costs)], numbered=True)
    if explanation.nearest is not None and explanation.legal is False:
        ways = [explanation.nearest.message, *(f"or: {way.message}" for way in explanation.others or ())]
        print_lines(console, "To make it legal", _sentences(ways))
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


def _sentences(clauses: Iterable[str]) -> list[str]:
    return [f"{capitalized(clause)}." for clause in clauses]


def _unforced(names: Names, costs: Costs) -> list[str]:
    """That nobody has to pay, but whoever does is held to what can be obeyed then (509.1c)."""
    paying = list(dict.fromkeys(item.blocker for item in costs.items if item.blocker is not None))
    if not paying:
        return []
    its, it_blocks = verb(paying, "its cost is", "their costs are"), verb(paying, "it blocks", "they block")
    return [
        f"Nobody has to pay for {names.all(paying)} to block (509.1c); but when {it_blocks}, {its} paid, and then as "
        "much must be obeyed as can be"
    ]


def _explanation(
    console: Console, names: Names, explanation: ExplainLists, pair: Block | None, when: str
) -> None:
    _wrong(console, explanation, when)
    _nothing_less(console, explanation, when)
    unmet = _unmet(names, explanation.unmet or ())
    more = [f"and {len(unmet) - MOST_UNMET} more"] if len(unmet) > MOST_UNMET else []
    print_lines(
        console,
        f"What even the best declaration leaves undone{when}",
        unmet[:MOST_UNMET] + more,
        numbered=True,
    )
    if explanation.impossible is not None:
        print_lines(console, f"Why not{when}", [explanation.impossible.message])
    elif pair is not None and explanation.never is not None:
        blocker, attacker = map(names.one, pair)
        print_lines(console, f"Possible{when}", [f"{blocker} blocks {attacker} in some legal declaration"])
    if explanation.bound is not None:
        print_lines(console, f"Why no declaration obeys more{when}", [capitalized(explanation.bound.message)])
    print_lines(console, f"In every legal declaration{when}", _blocks(names, explanation.always or (), "and"))
    print_lines(console, f"In no legal declaration{when}", _blocks(names, explanation.never or (), "or"))


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
    if isinstance(explanation, Explain) and explanation.legal is False and len(faults) == 1:
        nearest, mend = explanation.nearest, faults[0].mend
        ways = [way.changes for way in (nearest, *(explanation.others or ())) if way is not None]
        if mend.changes not in ways:
            fewer = nearest is not None and len(mend.changes) < len(nearest.changes)
            title = f"To mend only that{' (it is not legal then)' if fewer else ''}"
            print_lines(console, title, _sentences([mend.message]))
        return
    lines = [f"{fault.message}. To mend it: {fault.mend.message}." for fault in faults]
    print_lines(console, f"What is wrong{when}", lines, numbered=True)


def _nothing_less(console: Console, explanation: ExplainLists, when: str) -> None:
    """What each part of the way out is for, where it has several; and why less is not enough."""
    steps = explanation.steps or ()
    told_already = len(steps) < 2 or not any(step.requirements for step in steps)
    lines = [] if told_already else [step.message for step in steps]
    lines += [explanation.too_little.message] if explanation.too_little is not None else []
    print_lines(console, f"Why nothing less will do{when}", _sentences(lines), numbered=True)


def _unmet(names: Names, every: Sequence[Unmet]) -> list[str]:
    """The requirements that can't be obeyed, those with the same reasons together; one for several creatures once."""
    together: dict[str, list[Said]] = {}
    for unmet in every:
        reasons = unmet.message.removeprefix(plain(unmet.requirement.message))
        together.setdefault(reasons, []).append(unmet.requirement)
    return [f"{_all_told(names, alike)}{reasons}" for reasons, alike in together.items()]


def _all_told(names: Names, every: Sequence[Said]) -> str:
    """Requirements, those that differ only in the creature they bind as one: "…, here Bear and Wolf"."""
    bound: dict[tuple[str, str], list[Id]] = {}
    for said in every:
        opening, clause, creature = _parted(names, said)
        bound.setdefault((opening, clause), []).extend([] if creature is None else [creature])
    told = [_told_of(names, *parts, creatures) for parts, creatures in bound.items()]
    more = [f"and {len(told) - MOST_UNMET} more"] if len(told) > MOST_UNMET else []
    return "; ".join(told[:MOST_UNMET] + more)


def _parted(names: Names, said: Said) -> tuple[str, str, Id | None]:
    """A requirement as how it names the creature it binds, the clause without that, and the creature."""
    message = plain(said.message)
    for creature in said.blockers:
        if message.endswith(here := f", here {names.one(creature)}"):
            return "here", message.removesuffix(here), creature
    bearers = said.blockers if len(said.blockers) == 1 else said.attackers
    if len(bearers) == 1 and message.startswith(subject := f"{names.one(bearers[0])} "):
        return "subject", message.removeprefix(subject), bearers[0]
    return "", message, None


def _told_of(names: Names, opening: str, clause: str, creatures: Sequence[Id]) -> str:
    """A clause with all the creatures that it binds."""
    if opening == "here":
        return f"{clause}, here {names.all(creatures)}"
    if opening == "subject":
        clause = clause if len(creatures) == 1 else clause.replace("blocks ", "block ", 1)
        return f"{names.all(creatures)} {clause}"
    return clause


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
