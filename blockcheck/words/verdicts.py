"""A verdict in one line, and declarations in words."""

from __future__ import annotations

from collections.abc import Iterable

from blockcheck.verdict import Blocks, SolveAnswer, Verdict
from blockcheck.words.names import Names, counted, listed


def verdict_line(verdict: Verdict) -> str:
    """The verdict in one line: "Legal: 2 of 2 requirements obeyed.", "Illegal (509.1b): …", "Not decided: …"."""
    if verdict.legal is None:
        return f"Not decided: {_open(verdict)}."
    return _legal(verdict) if verdict.legal else _illegal(verdict)


def _legal(verdict: Verdict) -> str:
    opening = "Legal if paid" if verdict.costs.payable is None else "Legal"
    total = sum(row.of for row in verdict.requirements)
    if not total:
        return f"{opening}: nothing has to be blocked."
    more = "" if verdict.obeyed == total else ", and no legal declaration obeys more"
    return f"{opening}: {verdict.obeyed} of {_requirements(total)} obeyed{more}."


def _illegal(verdict: Verdict) -> str:
    opening = f"Illegal ({verdict.stage})"
    faults = [fault for fault in verdict.broken if fault.step == verdict.stage]
    if faults:
        more = len(verdict.broken) - 1
        return f"{opening}: {faults[0].message}{f' (and {more} more)' if more else ''}."
    if verdict.stage == "509.1d":
        owed = [total.message for total in verdict.costs.shortfall or verdict.costs.totals]
        return f"{opening}: {listed(owed) or 'the costs'} can't be paid."
    total = sum(row.of for row in verdict.requirements)
    return f"{opening}: {verdict.obeyed} of {_requirements(total)} obeyed, but {_possible(verdict)}."


def _possible(verdict: Verdict) -> str:
    if verdict.maximum is not None:
        return f"a legal declaration obeys {verdict.maximum}"
    return f"a legal declaration obeys at least {verdict.maximum_at_least}"


def _requirements(n: int) -> str:
    return "1 requirement" if n == 1 else f"{n} requirements"


def _open(verdict: Verdict | SolveAnswer) -> str:
    """Why there is no answer."""
    reasons = []
    if verdict.unread:
        reasons.append(f"{counted(len(verdict.unread), 'text')} about blocking could not be read")
    if verdict.questions:
        reasons.append(f"the board leaves {counted(len(verdict.questions), 'question')} open")
    if verdict.limit:
        reasons.append(verdict.limit.message)
    return listed(reasons)


def solve_line(answer: SolveAnswer) -> str:
    """The answer to "what is the most?" in one line."""
    total = sum(row.of for row in answer.requirements)
    if answer.maximum is None:
        return f"Not decided: {_open(answer)}."
    if not total:
        return "Nothing has to be blocked: 0 requirements."
    return f"A legal declaration can obey {answer.maximum} of {_requirements(total)}."


def blocks_words(names: Names, blocks: Blocks, blockers: Iterable[str] = ()) -> str:
    """A declaration in words: "Bear blocks Ogre; Hound doesn't block".

    ``blockers`` are creatures to say of that they don't block when they don't.
    """
    parts = [
        f"{names.one(blocker)} blocks {names.all(attackers)}"
        for blocker, attackers in blocks.items()
        if attackers
    ]
    idle = [blocker for blocker in blockers if not blocks.get(blocker)]
    if idle and parts:
        parts.append(f"{names.all(idle)} {'does' if len(idle) == 1 else 'do'}n't block")
    return "; ".join(parts) or "Nobody blocks"
