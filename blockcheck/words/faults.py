"""Faults of 509.1a and restrictions disobeyed (509.1b) in words."""

from __future__ import annotations

from collections.abc import Callable

from blockcheck import effects as fx
from blockcheck.answers.check import Fault
from blockcheck.words.claims import Claim, Spoken, claim_of, claimed
from blockcheck.words.names import Names, creatures, listed, verb
from blockcheck.words.origins import is_anyone, rules


def fault_message(names: Names, fault: Fault) -> str:
    """What is wrong: "Bear is tapped (509.1a)", "Ogre can't be blocked except by … (702.111b); only Bear blocks it"."""
    choosing = choosing_message(names, fault)
    if choosing is not None:
        return choosing
    spoken = Spoken(fault.origin, fault.blockers, fault.attackers)
    return claimed(names, spoken) + _declared(names, fault, claim_of(names, spoken))


def choosing_message(names: Names, fault: Fault) -> str | None:
    """What is wrong with the choice of a creature or an attacker (509.1a); None where a text says so."""
    choosing = _CHOOSING.get(fault.origin.reason)
    return None if choosing is None else f"{choosing(names, fault)}{rules(fault.origin)}"


# --- who may be chosen and what may be blocked (509.1a) -----------------------------------------------------------------


def _are(names: Names, keys: tuple[str, ...], what: str) -> str:
    return f"{names.all(keys)} {verb(keys, 'is', 'are')} {what}"


def _blocks_too_many(names: Names, fault: Fault) -> str:
    can = f"can block only {creatures(fault.hi or 0)}"
    return f"{names.all(fault.blockers)} blocks {names.all(fault.attackers)}, but {can}"


def _not_yours(names: Names, fault: Fault) -> str:
    controllers = dict.fromkeys(names.board.permanent(key).controller for key in fault.blockers)
    whose = listed([names.player(key) for key in controllers])
    return (
        f"{names.all(fault.blockers)} can't be chosen: {whose} {verb(list(controllers), 'controls', 'control')} "
        + (verb(fault.blockers, "it", "them"))
    )


def _attacks_another(names: Names, fault: Fault) -> str:
    defenders = dict.fromkeys(names.board.defending_player(key) for key in fault.attackers)
    whom = listed([names.player(key) for key in defenders])
    declaring = dict.fromkeys(names.board.permanent(key).controller for key in fault.blockers)
    return f"{_are(names, fault.attackers, 'attacking')} {whom}, not {listed(list(map(names.player, declaring)))}"


_CHOOSING: dict[str, Callable[[Names, Fault], str]] = {
    "tapped": lambda names, fault: _are(names, fault.blockers, "tapped"),
    "phased out": lambda names, fault: _are(names, fault.blockers, "phased out"),
    "battle": lambda names, fault: f"{_are(names, fault.blockers, 'also')} a battle, and battles can't block",
    "one attacker": _blocks_too_many,
    "not a creature": lambda names, fault: _are(
        names, fault.blockers, verb(fault.blockers, "not a creature", "not creatures")
    ),
    "not yours": _not_yours,
    "not attacking": lambda names, fault: _are(names, fault.attackers, "not attacking"),
    "attacks another player": _attacks_another,
    "attacker phased out": lambda names, fault: _are(names, fault.attackers, "phased out"),
}


# --- what was declared against a restriction (509.1b) -------------------------------------------------------------------


def _declared(names: Names, fault: Fault, claim: Claim) -> str:
    """The part of the declaration that disobeys: "; only Bear blocks it"."""
    blockers, attackers = names.all(fault.blockers), names.all(fault.attackers)
    blocks = verb(fault.blockers, "blocks", "block")
    if isinstance(fault.origin.effect, fx.MaxBlocking):
        return f"; {blockers} {blocks}"
    if claim.about == fault.attackers and blockers not in claim.words:
        only = "only " if fault.lo > fault.counted else ""
        return f"; {only}{blockers} {blocks} {verb(fault.attackers, 'it', 'them')}"
    if (
        claim.about == fault.blockers
        and _depends_on_attackers(fault.origin.effect)
        and attackers not in claim.words
    ):
        return f"; {verb(fault.blockers, 'it blocks', 'they block')} {attackers}"
    return ""


def _depends_on_attackers(effect: object) -> bool:
    """Whether it matters which attackers a blocker blocks."""
    if isinstance(effect, fx.Keyword):
        return effect.name == "shadow"
    return isinstance(effect, fx.CantBlock) and not is_anyone(effect.attackers)
