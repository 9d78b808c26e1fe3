"""One sentence for all who say the same of themselves."""

from __future__ import annotations

from dataclasses import replace

from blockcheck.ground.pairs import Combat
from blockcheck.theory import Each, Kind, Rectangle, Sentence, bits


def merged(found: list[Sentence], combat: Combat) -> tuple[Sentence, ...]:
    """Sentences with their own bearers as source, alike but for the bearer, become one about all of these bearers.

    Requirements, which are told row by row with their source, only where the bearers are one entry of the board.
    """
    kept: list[Sentence] = []
    places: dict[object, int] = {}
    for sentence in found:
        key = _but_for_the_bearer(sentence, combat)
        place = None if key is None else places.get(key)
        if place is not None and not _bearers(kept[place]) & _bearers(sentence):
            kept[place] = _together(kept[place], sentence)
            continue
        if key is not None:
            places[key] = len(kept)
        kept.append(sentence)
    return tuple(kept)


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


def _together(one: Sentence, other: Sentence) -> Sentence:
    own = one.origin.own
    guard = None if one.guard is None or other.guard is None else _joined(one.guard, other.guard, own)
    counted = one.counted if one.others else _joined(one.counted, other.counted, own)
    return replace(one, guard=guard, counted=counted)


def _joined(one: Rectangle, other: Rectangle, own: str | None) -> Rectangle:
    if own == "blocker":
        return Rectangle(one.blockers | other.blockers, one.attackers)
    return Rectangle(one.blockers, one.attackers | other.attackers)
