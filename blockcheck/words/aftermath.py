"""What comes after the declaration, in words."""

from __future__ import annotations

from blockcheck.aftermath import Fired, Occasion
from blockcheck.words.names import Names, number

_TIMES = {1: "once", 2: "twice"}


def trigger_message(names: Names, one: Fired) -> str:
    """An ability that has triggered: whose it is, how often, and for whom."""
    whose = "A delayed ability" if one.delayed else f"An ability of {names.one(one.bearer or '')}"
    often = _often(one)
    for_whom = "; ".join(dict.fromkeys(words for time in one.times if (words := occasion_words(names, time))))
    return f"{whose} triggers {often}{f': {for_whom}' if for_whom else ''} ({one.cr})"


def _often(one: Fired) -> str:
    if one.count == one.at_most:
        return times(one.count)
    if one.count == 0:
        return f"perhaps {times(one.at_most)}"
    return f"{times(one.count)}, perhaps {times(one.at_most)}"


def times(n: int) -> str:
    """How often: "once", "twice", "three times"."""
    return _TIMES.get(n, f"{number(n)} times")


def occasion_words(names: Names, time: Occasion) -> str:
    """For whom an ability triggers: "Bear blocks Ogre", "Ogre is not blocked"."""
    if time.blockers and time.attackers:
        verb = "blocks" if len(time.blockers) == 1 else "block"
        return f"{names.each(time.blockers)} {verb} {names.each(time.attackers)}"
    return names.each((*time.blockers, *time.attackers, *time.permanents))
