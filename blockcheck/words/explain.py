"""Explanations in words: what stands against a requirement or a block, and why no declaration obeys more."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from blockcheck import effects as fx
from blockcheck.answers.check import CostRow, Fault
from blockcheck.answers.explain import Said
from blockcheck.words.changes import Block
from blockcheck.words.claims import Spoken, claimed
from blockcheck.words.costs import cost_message
from blockcheck.words.faults import choosing_message
from blockcheck.words.names import Names, counted, creatures, listed, number
from blockcheck.words.origins import rules


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


def unmet_message(names: Names, requirements: Sequence[Said], reasons: Sequence[str]) -> str:
    """Why a requirement (or the same one for several creatures) is not obeyed."""
    return f"{listed(merged(names, requirements))}: that can't be obeyed, for {_together(reasons)}"


def impossible_message(names: Names, block: Block, reasons: Sequence[str]) -> str:
    """Why no legal declaration has a block."""
    blocker, attacker = map(names.one, block)
    return f"{blocker} can't legally block {attacker}, for {_together(reasons)}"


def reasons(
    names: Names,
    restrictions: Sequence[Said],
    requirements: Sequence[Said],
    unpaid: Sequence[CostRow],
    unpayable: Sequence[CostRow],
) -> tuple[str, ...]:
    """The reasons of an explanation, one after the other."""
    return (
        *merged(names, restrictions),
        *(f"{message}, and that is obeyed" for message in merged(names, requirements)),
        *(f"{cost_message(names, row)}, and nobody has to pay" for row in unpaid),
        *(f"{cost_message(names, row)}, and that can't be paid" for row in unpayable),
    )


def bound_message(
    names: Names,
    restrictions: Sequence[Said],
    requirements: Sequence[Said],
    unpaid: Sequence[CostRow],
    k: int,
) -> str:
    """Why no declaration obeys more than the maximum."""
    if not requirements:
        return "every requirement can be obeyed"
    named = _together(merged(names, requirements))
    if len(requirements) == 1:
        named = f"this can't be obeyed: {named}"
    else:
        some = f"at most {number(k)}" if k else "none"
        named = f"{some} of {counted(len(requirements), 'requirement')} can be obeyed ({named})"
    because = reasons(names, restrictions, (), unpaid, ())
    return f"{named}, for {_together(because)}" if because else named


def _together(parts: Sequence[str]) -> str:
    return "; ".join(parts) or "there are too few creatures"
