"""Explanations in words: what stands against a requirement or a block, and why no declaration obeys more."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from blockcheck import effects as fx
from blockcheck.answers.check import CostRow, Fault
from blockcheck.answers.explain import Said
from blockcheck.values import dataclass
from blockcheck.verdict import Change
from blockcheck.words.changes import Block, changes_words
from blockcheck.words.claims import Spoken, claimed
from blockcheck.words.costs import cost_message
from blockcheck.words.faults import choosing_message
from blockcheck.words.names import Names, counted, creatures, inside, listed, number, verb
from blockcheck.words.origins import rules

CANT = "” can't be obeyed"
"""What is said of a requirement, behind its clause in quotes."""


def said_message(names: Names, said: Said) -> str:
    """A restriction or requirement: "Ogre can't be blocked except by two or more creatures (702.111b)".

    A requirement on each of several creatures names the one it is about: "…, here Bear".
    """
    told, here = _told(names, said)
    return f"{told}, here {names.one(here)}" if here else told


def merged(names: Names, every: Sequence[Said]) -> list[str]:
    """Several of them, those that differ only in the creature they are about together: "…, here Bear and Wolf"."""
    alike: dict[Hashable, list[Said]] = {}
    for said in every:
        alike.setdefault(_but_for_the_bearer(said), []).append(said)
    together: dict[str, list[str]] = {}
    for told, here in (_told(names, _joined(group)) for group in alike.values()):
        together.setdefault(told, []).extend([here] if here else [])
    return [f"{told}, here {names.all(heres)}" if heres else told for told, heres in together.items()]


def duties(names: Names, every: Sequence[Said]) -> list[str]:
    """The same, a requirement on each of several creatures said of those it is about: "Bear and Wolf must block Elf"."""
    lures: dict[tuple[str, ...], list[str]] = {}
    told = []
    for said in every:
        if said.here is None or not isinstance(said.origin.effect, fx.MustBlockThese):
            told.append(said)
        else:
            lures.setdefault(said.attackers, []).append(said.here)
    bound = [
        f"{names.all(blockers)} must block {names.all(attackers)} (509.1c)"
        for attackers, blockers in lures.items()
    ]
    return [*merged(names, told), *bound]


def _but_for_the_bearer(said: Said) -> Hashable:
    """What is said, but for the creature that it is said of by its own text or by the rules; else all of it.

    A lure stands by itself: "all creatures able to block" two attackers would be fewer creatures.
    """
    side = "blocker" if said.origin.reason == "one attacker" else said.origin.own
    if said.here is not None or side is None or isinstance(said.origin.effect, fx.MustBlockThese):
        return said
    others = said.attackers if side == "blocker" else said.blockers
    return side, said.step, said.origin, said.lo, said.hi, others


def _joined(group: Sequence[Said]) -> Said:
    """The same said of all their creatures."""
    blockers = dict.fromkeys(blocker for said in group for blocker in said.blockers)
    attackers = dict.fromkeys(attacker for said in group for attacker in said.attackers)
    return replace(group[0], blockers=tuple(blockers), attackers=tuple(attackers))


def _told(names: Names, said: Said) -> tuple[str, str | None]:
    """What is said, and the creature it is about where the words do not name it."""
    if said.origin.reason == "one attacker" and said.hi is not None:
        can = "can block" if len(said.blockers) == 1 else "can each block"
        return f"{names.all(said.blockers)} {can} only {creatures(said.hi)}{rules(said.origin)}", None
    fault = Fault(said.step, said.origin, said.blockers, said.attackers)
    spoken = Spoken(said.origin, said.blockers, said.attackers)
    told = choosing_message(names, fault) or claimed(names, spoken)
    return told, None if said.here is None or names.one(said.here) in told else said.here


def step_message(names: Names, changes: Sequence[Change], against: Sequence[Said]) -> str:
    """A step and what needs it: "also block Elf with Ox, because Ox must block Elf (509.1c)"."""
    return f"{changes_words(names, changes)}, because {_needed(names, against)}"


def too_little_message(names: Names, changes: Sequence[Change], against: Sequence[Said]) -> str:
    """Why it is not enough to take back some blocks."""
    return f"to take back what is at fault ({changes_words(names, changes)}) is not enough, because {_needed(names, against)}"


def _needed(names: Names, against: Sequence[Said]) -> str:
    return listed([inside(names, one) for one in duties(names, against)]) or "that can't be paid (509.1d)"


@dataclass(frozen=True, slots=True)
class Reasons:
    """What stands against something: restrictions, requirements obeyed instead, costs nobody has to pay or none can."""

    restrictions: Sequence[Said] = ()
    requirements: Sequence[Said] = ()
    unpaid: Sequence[CostRow] = ()
    unpayable: Sequence[CostRow] = ()


def unmet_message(names: Names, requirement: Said, reasons: Reasons) -> str:
    """Why a requirement is not obeyed, and which are obeyed instead."""
    (told,) = duties(names, [requirement])
    instead = _in_quotes(names, reasons.requirements)
    together = f" together with {listed(instead)}" if instead else ""
    return f"“{plain(told)}{CANT}{together}{_because(names, reasons)}"


def impossible_message(names: Names, block: Block, reasons: Reasons) -> str:
    """Why no legal declaration has a block."""
    blocker, attacker = map(names.one, block)
    told = _in_quotes(names, reasons.requirements)
    while_obeyed = f" while {listed(told)} {verb(told, 'is', 'are')} obeyed" if told else ""
    return f"{blocker} can't legally block {attacker}{while_obeyed}{_because(names, reasons)}"


def _in_quotes(names: Names, requirements: Sequence[Said]) -> list[str]:
    """Requirements in quotes, for each is a clause."""
    return [f"“{inside(names, plain(one))}”" for one in duties(names, requirements)]


def _because(names: Names, reasons: Reasons) -> str:
    told = [
        *merged(names, reasons.restrictions),
        *(f"{cost_message(names, row)}, and nobody has to pay" for row in reasons.unpaid),
        *(f"{cost_message(names, row)}, and that can't be paid" for row in reasons.unpayable),
    ]
    if not told and reasons.requirements:
        return ""
    return f", because {_together([inside(names, one) for one in told])}"


def bound_message(names: Names, requirements: Sequence[Said], k: int, reasons: Reasons) -> str:
    """Why no declaration obeys more than the maximum."""
    if not requirements:
        return "every requirement can be obeyed"
    told = [inside(names, plain(one)) for one in duties(names, requirements)]
    if len(requirements) == 1:
        return f"this can't be obeyed: {_together(told)}{_because(names, reasons)}"
    some = f"at most {number(k)}" if k else "none"
    named = f"{some} of {counted(len(requirements), 'requirement')} can be obeyed ({'; '.join(told)})"
    return f"{named}{_because(names, replace(reasons, requirements=requirements))}"


def _together(parts: Sequence[str]) -> str:
    return listed(parts) or "there are too few creatures"


def plain(message: str) -> str:
    """A requirement without the number of the rule that every requirement has."""
    return message.replace(" (509.1c)", "")
