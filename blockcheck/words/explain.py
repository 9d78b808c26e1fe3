"""Explanations in words: what stands against a requirement or a block, and why no declaration obeys more."""

from __future__ import annotations

from collections.abc import Sequence

from blockcheck.answers.check import CostRow, Fault
from blockcheck.answers.explain import Said
from blockcheck.words.changes import Block
from blockcheck.words.claims import Spoken, claimed
from blockcheck.words.costs import cost_message
from blockcheck.words.faults import choosing_message
from blockcheck.words.names import Names, counted, creatures, listed
from blockcheck.words.origins import rules


def said_message(names: Names, said: Said) -> str:
    """A restriction or requirement: "Ogre can't be blocked except by two or more creatures (702.111b)"."""
    if said.origin.reason == "one attacker" and said.hi is not None:
        return f"{names.all(said.blockers)} can block only {creatures(said.hi)}{rules(said.origin)}"
    fault = Fault(said.step, said.origin, said.blockers, said.attackers)
    told = choosing_message(names, fault) or claimed(
        names, Spoken(said.origin, said.blockers, said.attackers)
    )
    here = "" if said.here is None else names.one(said.here)
    return f"{told}, here {here}" if here and here not in told else told


def unmet_message(names: Names, requirement: str, reasons: Sequence[str]) -> str:
    """Why a requirement is not obeyed."""
    return f"{requirement}: that can't be obeyed, for {_together(reasons)}"


def impossible_message(names: Names, block: Block, reasons: Sequence[str]) -> str:
    """Why no legal declaration has a block."""
    blocker, attacker = map(names.one, block)
    return f"{blocker} can't legally block {attacker}, for {_together(reasons)}"


def reasons(
    names: Names,
    restrictions: Sequence[str],
    requirements: Sequence[str],
    unpaid: Sequence[CostRow],
    unpayable: Sequence[CostRow],
) -> tuple[str, ...]:
    """The reasons of an explanation, one after the other; the same words only once."""
    lines = [
        *restrictions,
        *(f"{message}, and that is obeyed" for message in requirements),
        *(f"{cost_message(names, row)}, and nobody has to pay" for row in unpaid),
        *(f"{cost_message(names, row)}, and that can't be paid" for row in unpayable),
    ]
    return tuple(dict.fromkeys(lines))


def bound_message(
    restrictions: Sequence[str], requirements: Sequence[str], unpaid: Sequence[str], k: int
) -> str:
    """Why no declaration obeys more than the maximum."""
    if not requirements:
        return "every requirement can be obeyed"
    names = _together([f"{message}{_times(n)}" for message, n in _numbered(requirements).items()])
    lead = f"at most {k} of {counted(len(requirements), 'requirement')} can be obeyed ({names})"
    because = [*dict.fromkeys(restrictions), *(f"{one}, and nobody has to pay" for one in unpaid)]
    return f"{lead}, for {_together(because)}" if because else lead


def _numbered(messages: Sequence[str]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for message in messages:
        numbers[message] = numbers.get(message, 0) + 1
    return numbers


def _times(n: int) -> str:
    return "" if n == 1 else f" ({n} times)"


def _together(parts: Sequence[str]) -> str:
    if not parts:
        return "there are too few creatures"
    return listed(parts) if len(parts) == 1 else "; ".join(parts)
