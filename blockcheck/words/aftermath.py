"""What comes after the declaration, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from blockcheck.aftermath import Fired, Occasion
from blockcheck.words.names import Names, number, verb

_TIMES = {1: "once", 2: "twice"}


def trigger_message(names: Names, one: Fired) -> str:
    """An ability that has triggered: whose it is, how often, and for whom."""
    whose = "A delayed ability" if one.delayed else f"An ability of {names.one(one.bearer or '')}"
    often = _often(one)
    told = dict.fromkeys(words for time in one.times if (words := occasion_words(names, one, time)))
    said = "; ".join([*told, *_again(names, one)])
    return f"{whose} triggers {often}{f': {said}' if said else ''} ({one.cr})"


def _again(names: Names, one: Fired) -> Iterator[str]:
    """What makes it trigger more often: "once more because of Echo Bell (603.2d)"."""
    for source, n in Counter(time.again for time in one.times if time.again is not None).items():
        yield f"{times(n)} more because of {names.one(source)} (603.2d)"


def _often(one: Fired) -> str:
    if one.count == one.at_most:
        return times(one.count)
    if one.count == 0:
        return f"perhaps {times(one.at_most)}"
    return f"{times(one.count)}, perhaps {times(one.at_most)}"


def times(n: int) -> str:
    """How often: "once", "twice", "three times"."""
    return _TIMES.get(n, f"{number(n)} times")


def occasion_words(names: Names, one: Fired, time: Occasion) -> str:
    """For whom an ability triggers: "Bear blocks Ogre", "Ogre isn't blocked", "Bear is sacrificed"."""
    if time.blockers and time.attackers:
        return f"{names.each(time.blockers)} {verb(time.blockers, 'blocks', 'block')} {names.each(time.attackers)}"
    if time.players:
        return f"{' and '.join(map(names.player, time.players))} {_PLAYERS_DO.get(one.verb, one.verb)}"
    who = (*time.blockers, *time.attackers, *time.permanents)
    if not who or one.verb not in _WORDS:
        return names.each(who)
    return f"{names.each(who)} {verb(who, *_WORDS[one.verb])}"


_PLAYERS_DO = {"discards": "discards a card", "card leaves graveyard": "exiles a card from their graveyard"}
_WORDS = {
    "becomes blocked": ("becomes blocked", "become blocked"),
    "isn't blocked": ("isn't blocked", "aren't blocked"),
    "is sacrificed": ("is sacrificed", "are sacrificed"),
    "dies": ("dies", "die"),
    "leaves": ("leaves the battlefield", "leave the battlefield"),
    "becomes tapped": ("becomes tapped", "become tapped"),
    "is tapped for mana": ("is tapped for mana", "are tapped for mana"),
    "gets a counter": ("gets a counter", "get counters"),
    "loses a counter": ("loses a counter", "lose counters"),
}
