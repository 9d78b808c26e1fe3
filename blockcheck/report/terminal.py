"""A verdict on a terminal: the answer in one line, then why, then what would be legal, then the details."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from blockcheck.report.caret import under
from blockcheck.report.pieces import Column, Indented, Table, Text
from blockcheck.verdict import (
    Costs,
    Id,
    IfIgnored,
    RequirementLine,
    SolveAnswer,
    UnderAnswers,
    UnreadText,
    Verdict,
)
from blockcheck.words import (
    Names,
    blocks_words,
    capitalized,
    consent_message,
    inside,
    payment_words,
    plain,
    solve_line,
    verdict_line,
)

if TYPE_CHECKING:
    from blockcheck.report.pieces import Paper

_STYLES = {True: "bold green", False: "bold red", None: "bold yellow"}
_INDENT = 2
MOST_NOTES = 5


def print_verdict(console: Paper, names: Names, verdict: Verdict) -> None:
    """Print a verdict: one line first, then the reasons and everything a player may want to know next."""
    print_first(console, verdict_line(verdict), verdict.legal)
    if verdict.declarations is None:
        _details(console, names, verdict)
    for one in verdict.declarations or ():
        console.print()
        console.print(Text(f"— {_players(names, one)} —", style="bold"))
        print_first(console, verdict_line(one), one.legal)
        _details(console, names, one)


def print_solution(console: Paper, names: Names, answer: SolveAnswer) -> None:
    """Print the most that a legal declaration can obey, one that does, and the requirements."""
    print_first(console, solve_line(answer), None if answer.maximum is None else True)
    if answer.witness is not None:
        print_lines(console, "For example", [blocks_words(names, answer.witness)])
    _requirements(console, names, answer.requirements)
    print_unread(console, names, answer.unread)
    print_lines(console, "Questions", [question.message for question in answer.questions], numbered=True)


def _details(console: Paper, names: Names, verdict: Verdict) -> None:
    print_lines(console, *_reasons(names, verdict), numbered=True)
    _way_out(console, names, verdict)
    print_unread(console, names, verdict.unread)
    print_lines(console, "Questions", [question.message for question in verdict.questions], numbered=True)
    print_lines(console, "What would hold", _assumptions(verdict))
    _requirements(console, names, verdict.requirements)
    _costs(console, names, verdict.costs)
    _notes(console, verdict)


def _way_out(console: Paper, names: Names, verdict: Verdict) -> None:
    """What to change, and what is declared then; an example where the nearest legal declaration is not known."""
    if verdict.legal is not False:
        return
    if verdict.nearest is not None:
        then = blocks_words(names, verdict.nearest.blocks, _at_fault(verdict))
        lines = [f"{capitalized(verdict.nearest.message)}.", f"Then {then.replace('Nobody', 'nobody', 1)}."]
        print_lines(console, "To make it legal", lines)
    elif verdict.witness is not None:
        lines = [blocks_words(names, verdict.witness, _at_fault(verdict))]
        print_lines(console, "Legal would be, for example", lines)
    elif verdict.limit is not None:
        print_lines(console, "To make it legal", [f"Not known, for {verdict.limit.message}."])


def _notes(console: Paper, verdict: Verdict) -> None:
    notes = list(dict.fromkeys(note.message for note in verdict.notes))
    more = [f"and {len(notes) - MOST_NOTES} more"] if len(notes) > MOST_NOTES else []
    print_lines(console, "Notes", notes[:MOST_NOTES] + more)


def _at_fault(verdict: Verdict) -> list[Id]:
    return [blocker for fault in verdict.broken for blocker in fault.blockers]


def print_first(console: Paper, line: str, legal: bool | None) -> None:
    """The verdict; one line indeed where it goes to a file or another program."""
    opening, colon, rest = line.partition(": ")
    first = Text(rest, opening=(opening + colon, _STYLES[legal]))
    console.print(first, soft_wrap=not console.is_terminal)


def print_lines(console: Paper, title: str, lines: Sequence[str], *, numbered: bool = False) -> None:
    """A heading and what stands under it; numbered where that is asked for and there are several."""
    if not lines:
        return
    console.print()
    console.print(Text(title, style="bold"))
    numbers = [(f"{n}.",) if numbered and len(lines) > 1 else () for n in range(1, len(lines) + 1)]
    grid = Table(rows=[(*number, line) for number, line in zip(numbers, lines, strict=True)])
    console.print(Indented(grid, _INDENT))


def _players(names: Names, verdict: Verdict) -> str:
    players = verdict.player if isinstance(verdict.player, tuple) else (verdict.player,)
    return " and ".join(names.player(player) for player in players if player is not None)


# --- why ----------------------------------------------------------------------------------------------------------------


def _reasons(names: Names, verdict: Verdict) -> tuple[str, list[str]]:
    """What the first line leaves out: the other faults, else the requirements that could be obeyed."""
    faults = list(dict.fromkeys(fault.message for fault in verdict.broken))
    if verdict.legal is None:
        return "Faults", faults
    if verdict.stage == "509.1c":
        return "Why", not_obeyed_lines(names, verdict.requirements)
    first = next((fault.message for fault in verdict.broken if fault.step == verdict.stage), None)
    return "Also wrong", [fault for fault in faults if fault != first]


def not_obeyed_lines(names: Names, rows: Sequence[RequirementLine], *, every: bool = False) -> list[str]:
    """The requirements of which the witness obeys more (or every one not obeyed), each with who does not obey it."""
    return [_not_obeyed(names, row) for row in rows if (every and row.not_obeyed) or _could_be_better(row)]


def _not_obeyed(names: Names, row: RequirementLine) -> str:
    told = inside(names, plain(row.message))
    if row.of == 1:
        return f"Not obeyed: {told}"
    by = "by" if any(blocker is not None for blocker, _ in row.not_obeyed) else "for"
    return f"Not obeyed {by} {_missing(names, row)}: {told} (one requirement for each)"


def _could_be_better(row: RequirementLine) -> bool:
    """Whether the witness obeys more of a requirement than the declaration does."""
    witness = row.not_obeyed_by_witness
    return len(row.not_obeyed) > (0 if witness is None else len(witness))


def _assumptions(verdict: Verdict) -> list[str]:
    """What holds without the unread text, and under each answer."""
    ignored = verdict.if_ignored
    if ignored is None:
        return []
    if not ignored.answers:
        conditions = ["every answer is no"] if verdict.questions else []
        conditions += ["the unread text says nothing"] if verdict.unread else []
        return [f"If {' and '.join(conditions)}: {_outcome(ignored)}"]
    without = " and the unread text says nothing" if verdict.unread else ""
    return [f"If {answers_words(row.answers)}{without}: {_outcome(row)}" for row in ignored.answers]


def answers_words(answers: tuple[bool | None, ...]) -> str:
    """Answers to a board's questions in words: "the answer is yes", "1 is yes and 2 is no"."""
    said = [(n, "yes" if answer else "no") for n, answer in enumerate(answers, 1) if answer is not None]
    if len(answers) == 1:
        return f"the answer is {said[0][1]}" if said else "it is not answered"
    return " and ".join(f"{n} is {word}" for n, word in said)


def _outcome(assumed: IfIgnored | UnderAnswers) -> str:
    return {True: "legal", False: f"illegal ({assumed.stage})", None: "not decided"}[assumed.legal]


# --- requirements and costs ---------------------------------------------------------------------------------------------


def _requirements(console: Paper, names: Names, rows: Sequence[RequirementLine]) -> None:
    if not rows:
        return
    missing = [_missing(names, row) for row in rows]
    columns = [Column("Requirements", ratio=3), Column("Obeyed", right=True)]
    if any(missing):
        columns.append(Column("Not obeyed", ratio=2))
    cells = [
        (row.message, f"{row.obeyed} of {row.of}", words) for row, words in zip(rows, missing, strict=True)
    ]
    console.print()
    console.print(Table(tuple(columns), [row[: len(columns)] for row in cells]))


def _missing(names: Names, row: RequirementLine) -> str:
    """Who does not obey: blockers, attackers that are not blocked, or both."""
    blockers = list(dict.fromkeys(blocker for blocker, _ in row.not_obeyed if blocker is not None))
    attackers = list(dict.fromkeys(attacker for _, attacker in row.not_obeyed if attacker is not None))
    if blockers and attackers and len(row.attackers) > 1:
        return f"{names.all(blockers)} on {names.all(attackers)}"
    return names.all(blockers or attackers)


def _costs(console: Paper, names: Names, costs: Costs) -> None:
    if not costs.items:
        return
    totals = [total.message for total in costs.totals] if len(costs.items) > len(costs.totals) else []
    unsettled = ["Whether that can be paid is not settled"] if costs.payable is None else []
    paid = [f"One way to pay: {payment_words(names, costs.payment)}"] if costs.payment else []
    lacks = [lack.message for lack in costs.shortfall]
    consent = [consent_message(names, costs.consent)] if costs.consent else []
    lines = [*(item.message for item in costs.items), *totals, *unsettled, *paid, *lacks, *consent]
    print_lines(console, "Costs", lines)


# --- what was not understood --------------------------------------------------------------------------------------------


def print_unread(console: Paper, names: Names, texts: Sequence[UnreadText]) -> None:
    """Print text that was not understood, with carets under the words where understanding ends."""
    if not texts:
        return
    console.print()
    console.print(Text("Not understood", style="bold"))
    width = max(20, console.width - 2 * _INDENT)
    for unread in texts:
        who = "An effect" if unread.source is None else names.one(unread.source)
        console.print(Indented(Text(f"{who}:"), _INDENT))
        for line in under(unread.text, unread.span, width):
            console.print(Indented(Text(line, no_wrap=True), 2 * _INDENT), soft_wrap=True)
