"""One sentence for all who say the same of themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from blockcheck.ground.pairs import Combat
from blockcheck.theory import Each, Kind, Rectangle, Sentence, bits


def merged(found: list[Sentence], combat: Combat) -> tuple[Sentence, ...]:
    """Sentences with their own bearers as source, alike but for the bearer, become one about all of these bearers.

    Requirements, which are told row by row with their source, only where the bearers are one entry of the board.
    """
    groups: list[list[Sentence]] = []
    bearers: list[int] = []
    places: dict[object, int] = {}
    for sentence in found:
        key, own = _but_for_the_bearer(sentence, combat), _bearers(sentence)
        place = None if key is None else places.get(key)
        if place is not None and not bearers[place] & own:
            groups[place].append(sentence)
            bearers[place] |= own
            continue
        if key is not None:
            places[key] = len(groups)
        groups.append([sentence])
        bearers.append(own)
    return tuple(map(_together, groups))


def _bearers(sentence: Sentence) -> int:
    """The own side of a sentence's domain."""
    return sentence.domain.blockers if sentence.origin.own == "blocker" else sentence.domain.attackers


def _but_for_the_bearer(sentence: Sentence, combat: Combat) -> object:
    """Everything about a sentence but who its bearers are; None where it is no sentence about each bearer."""
    own = sentence.origin.own
    if own is None or (sentence.each is Each.WHOLE and sentence.hi != 0):
        return None
    parts = tuple(
        None if part is None else _other_side(part, own, whole=sentence.others and part is sentence.counted)
        for part in (sentence.guard, sentence.counted)
    )
    said = (
        sentence.kind,
        sentence.lo,
        sentence.hi,
        sentence.count,
        sentence.each,
        sentence.others,
        sentence.step,
    )
    entry = _entry(sentence, combat) if sentence.kind is Kind.REQUIREMENT else None
    return said, sentence.liftable, sentence.payer, sentence.price, sentence.origin, parts, entry


def _entry(sentence: Sentence, combat: Combat) -> int:
    """The board's entry of a bearer."""
    side = combat.blockers if sentence.origin.own == "blocker" else combat.attackers
    return side[next(bits(_bearers(sentence)))].entry


def _other_side(part: Rectangle, own: str, *, whole: bool) -> object:
    if whole:
        return part
    return part.attackers if own == "blocker" else part.blockers


def _together(group: list[Sentence]) -> Sentence:
    """One sentence about the bearers of all."""
    one = group[0]
    if len(group) == 1:
        return one
    guards = [sentence.guard for sentence in group if sentence.guard is not None]
    guard = _joined(guards, one.origin.own) if guards else None
    counted = one.counted if one.others else _joined([s.counted for s in group], one.origin.own)
    return replace(one, guard=guard, counted=counted)


def _joined(parts: list[Rectangle], own: str | None) -> Rectangle:
    if own == "blocker":
        return Rectangle(reduce(or_, (part.blockers for part in parts)), parts[0].attackers)
    return Rectangle(parts[0].blockers, reduce(or_, (part.attackers for part in parts)))
