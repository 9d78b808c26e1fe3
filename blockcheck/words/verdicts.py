"""A verdict in one line, and declarations in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from blockcheck.verdict import Blocks, Costs, Id, PriceLine, SolveAnswer, Verdict
from blockcheck.words.names import Names, counted, listed, verb

if TYPE_CHECKING:
    from blockcheck.guide import Explain, LegalList, Options


def verdict_line(verdict: Verdict) -> str:
    """The verdict in one line: "Legal: 2 of 2 requirements obeyed.", "Illegal (509.1b): …", "Not decided: …"."""
    if verdict.legal is None:
        return f"Not decided: {open_words(verdict)}."
    return _legal(verdict) if verdict.legal else _illegal(verdict)


def _legal(verdict: Verdict) -> str:
    bills = listed([f"{total.payer} {_pays(total.price)}" for total in verdict.costs.totals])
    opening = f"Legal if {bills}" if verdict.costs.payable is None else "Legal"
    total = sum(row.of for row in verdict.requirements)
    if not total:
        return f"{opening}: nothing has to be blocked."
    more = "" if verdict.obeyed == total else ", and no legal declaration obeys more"
    return f"{opening}: {verdict.obeyed} of {_requirements(total)} obeyed{more}."


def _pays(price: PriceLine) -> str:
    amounts = [*([price.mana] if price.mana else []), *([f"{price.life} life"] if price.life else [])]
    return listed(
        [*([f"pays {listed(amounts)}"] if amounts else []), *(f"can {action}" for action in price.actions)]
    )


def _illegal(verdict: Verdict) -> str:
    opening = f"Illegal ({verdict.stage})"
    faults = [fault for fault in verdict.broken if fault.step == verdict.stage]
    if faults:
        more = len({fault.message for fault in verdict.broken}) - 1
        others = f"; and {counted(more, 'more fault')}" if more else ""
        return f"{opening}: {faults[0].message.replace(f' ({verdict.stage})', '', 1)}{others}."
    if verdict.stage in ("509.1a", "509.1b"):
        return f"Illegal whatever the answers are: {open_words(verdict)}."
    if verdict.stage == "509.1d":
        return f"{opening}: {_unpaid(verdict.costs)}; the declaration is taken back whole (733)."
    total = sum(row.of for row in verdict.requirements)
    return f"{opening}: {verdict.obeyed} of {_requirements(total)} obeyed, but {_possible(verdict)}."


def _unpaid(costs: Costs) -> str:
    """Why a declaration fails at its costs: "bob has to pay {3}, but lacks {1}"."""
    lacks = {total.payer: _does(total.price, "lacks", "can't ") for total in costs.shortfall}
    owed = [total for total in costs.totals if not lacks or total.payer in lacks]
    return listed(
        [
            f"{total.payer} has to {_does(total.price, 'pay')}, but {lacks.get(total.payer, 'declines')}"
            for total in owed
        ]
    )


def _does(price: PriceLine, verb: str, before: str = "") -> str:
    """A price with a verb before its mana and life, and another word before what is done."""
    amounts = [*([price.mana] if price.mana else []), *([f"{price.life} life"] if price.life else [])]
    return listed(
        [
            *([f"{verb} {listed(amounts)}"] if amounts else []),
            *(f"{before}{action}" for action in price.actions),
        ]
    )


def _possible(verdict: Verdict) -> str:
    if verdict.maximum is not None:
        return f"a legal declaration obeys {verdict.maximum}"
    return f"a legal declaration obeys at least {verdict.maximum_at_least}"


def _requirements(n: int) -> str:
    return "1 requirement" if n == 1 else f"{n} requirements"


def open_words(answer: Verdict | SolveAnswer | Options | Explain | LegalList) -> str:
    """Why there is no answer."""
    reasons = []
    if answer.unread:
        reasons.append(f"{counted(len(answer.unread), 'text')} about blocking could not be read")
    if answer.questions:
        reasons.append(f"the board leaves {counted(len(answer.questions), 'question')} open")
    if answer.limit:
        reasons.append(answer.limit.message)
    return listed(reasons)


def solve_line(answer: SolveAnswer) -> str:
    """The answer to "what is the most?" in one line."""
    total = sum(row.of for row in answer.requirements)
    if answer.maximum is None:
        return f"Not decided: {open_words(answer)}."
    if not total:
        return "Nothing has to be blocked: 0 requirements."
    return f"A legal declaration can obey {answer.maximum} of {_requirements(total)}."


def list_line(answer: LegalList) -> str:
    """How many legal declarations there are, in one line."""
    if answer.count is None or (answer.limit is not None and not answer.count):
        return f"Not decided: {open_words(answer)}."
    number = "1 legal declaration" if answer.count == 1 else f"{answer.count} legal declarations"
    if answer.limit is not None:
        return f"At least {number}: {answer.limit.message}."
    return f"{number}." if answer.exact else f"More than {number}."


def blocks_words(names: Names, blocks: Blocks, idle: Iterable[Id] = ()) -> str:
    """A declaration in words: "Bear and Wolf block Ogre; Hound doesn't block".

    ``idle`` are creatures to say of that they do not block, where they do not.
    """
    together: dict[tuple[Id, ...], list[str]] = {}
    for blocker, attackers in blocks.items():
        if attackers:
            together.setdefault(attackers, []).append(blocker)
    parts = [
        f"{names.each(blockers)} {verb(blockers, 'blocks', 'block')} {names.each(attackers)}"
        for attackers, blockers in together.items()
    ]
    resting = [blocker for blocker in dict.fromkeys(idle) if not blocks.get(str(blocker))]
    if resting and parts:
        parts.append(f"{names.all(resting)} {verb(resting, 'doesn', 'don')}'t block")
    return "; ".join(parts) or "Nobody blocks"
