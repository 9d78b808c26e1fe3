"""What a sentence says of the creatures in question, as one clause: "Menace Ogre can't be blocked except by …"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockcheck import effects as fx
from blockcheck.reading import printed
from blockcheck.theory import Origin
from blockcheck.values import dataclass
from blockcheck.words.filters import a_land, described, except_for
from blockcheck.words.names import Names, creatures, listed, verb
from blockcheck.words.origins import (
    because,
    is_anyone,
    is_conditional,
    is_particular,
    quoted,
    rules,
    with_names,
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """The creatures that a sentence is about, by id: the bearers of its text, or those that disobey it."""

    origin: Origin
    blockers: tuple[str, ...]
    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A clause and whom it speaks of; ``whole`` when it says all, so that the text need not be quoted."""

    about: tuple[str, ...]
    words: str
    whole: bool = True


def claimed(names: Names, spoken: Spoken) -> str:
    """The claim with its source where that is another permanent, its rule numbers, and its text where it needs it."""
    claim = claim_of(names, spoken)
    origin = spoken.origin
    words = f"{claim.words}{because(names, origin, claim.words)}{rules(origin, claim.words)}"
    return words if claim.whole else f"{words}{quoted(origin)}"


def claim_of(names: Names, spoken: Spoken) -> Claim:
    """What the sentence says: in words for its typed effect, else in its own text with the names put in."""
    effect = spoken.origin.effect
    make = _CLAIMS.get(type(effect))
    claim = make(names, spoken, effect) if make else None
    if claim is None or (
        claim.whole and not isinstance(effect, fx.Keyword) and is_conditional_text(spoken, effect)
    ):
        claim = _in_its_own_words(names, spoken) or claim or _by_pairs(names, spoken)
    return claim


def is_conditional_text(spoken: Spoken, effect: Any) -> bool:
    """Whether the text makes a condition that the words for its effect leave out."""
    return not isinstance(effect, fx.AllOrNone | fx.NeedsCompany) and is_conditional(spoken.origin)


def _in_its_own_words(names: Names, spoken: Spoken) -> Claim | None:
    about = spoken.attackers if _attackers_meant(spoken) else spoken.blockers
    if not about:
        return None
    told = with_names(names, spoken.origin, about)
    return None if told is None else Claim(about, told)


def _by_pairs(names: Names, spoken: Spoken) -> Claim:
    """The last resort: who is concerned, and the text beside it."""
    blockers, attackers = names.all(spoken.blockers), names.all(spoken.attackers)
    about = (*spoken.blockers, *spoken.attackers)
    if isinstance(spoken.origin.effect, fx.CantBlock):
        return Claim(about, f"{blockers} can't block {attackers}", whole=False)
    return Claim(about, listed([whom for whom in (blockers, attackers) if whom]), whole=False)


def _attackers_meant(spoken: Spoken) -> bool:
    """Whether the sentence is said of attackers: their own text, or a text that points at one."""
    if spoken.origin.own is not None:
        return spoken.origin.own == "attacker"
    return is_particular(getattr(spoken.origin.effect, "attackers", None))


def _designated(names: Names, spoken: Spoken, about: tuple[str, ...]) -> str:
    """The subject, with the designation that the sentence comes from: "Snitch is suspected and"."""
    said = {"suspected": "suspected", "detained": "detained", "ring-bearer": "a Ring-bearer"}
    word = said.get(spoken.origin.reason)
    subject = names.all(about)
    return subject if word is None else f"{subject} {verb(about, 'is', 'are')} {word} and"


# --- keywords -----------------------------------------------------------------------------------------------------------

_OF_ATTACKERS = {
    "flying": "can't be blocked except by creatures with flying or reach",
    "menace": "can't be blocked except by two or more creatures",
    "fear": "can't be blocked except by artifact creatures and/or black creatures",
    "intimidate": "can't be blocked except by artifact creatures and/or creatures that share a color with it",
    "skulk": "can't be blocked by creatures with greater power",
    "shadow": "can't be blocked except by creatures with shadow",
    "horsemanship": "can't be blocked except by creatures with horsemanship",
}

_OF_BLOCKERS = {
    "shadow": "can block only creatures with shadow",
    "decayed": "can't block",
    "unleash": "can't block while it has a +1/+1 counter on it",
}


def _keyword(names: Names, spoken: Spoken, effect: fx.Keyword) -> Claim:
    if effect.name in _OF_BLOCKERS and (spoken.origin.own == "blocker" or effect.name not in _OF_ATTACKERS):
        return _said_of(names, spoken, spoken.blockers, _OF_BLOCKERS[effect.name])
    quality = _QUALITIES.get(effect.name)
    predicate = quality(effect) if quality else _OF_ATTACKERS.get(effect.name)
    text = printed(effect)
    return _said_of(
        names,
        spoken,
        spoken.attackers,
        predicate or f"{verb(spoken.attackers, 'has', 'have')} {text[0].lower()}{text[1:]}",
    )


def _protection(effect: fx.Keyword) -> str | None:
    if is_anyone(effect.quality):
        return "can't be blocked"
    what = described(effect.quality)
    return None if what is None else f"can't be blocked by {what}"


def _landwalk(effect: fx.Keyword) -> str | None:
    land = a_land(effect.quality)
    return None if land is None else f"can't be blocked while defending player controls {land}"


_QUALITIES: dict[str, Callable[[fx.Keyword], str | None]] = {"protection": _protection, "landwalk": _landwalk}


# --- restrictions -------------------------------------------------------------------------------------------------------


def _said_of(names: Names, spoken: Spoken, about: tuple[str, ...], predicate: str) -> Claim:
    return Claim(about, f"{_designated(names, spoken, about)} {predicate}")


def _cant_block(names: Names, spoken: Spoken, effect: fx.CantBlock) -> Claim | None:
    if _attackers_meant(spoken) and not is_particular(effect.blockers):
        return _cant_be_blocked(names, spoken, effect.blockers)
    if spoken.origin.own == "blocker" or is_particular(effect.blockers):
        return _cant_block_these(names, spoken, effect.attackers)
    blockers, attackers = names.all(spoken.blockers), names.all(spoken.attackers)
    if is_anyone(effect.attackers):
        return Claim(spoken.blockers, f"{blockers} can't block", whole=False)
    if is_anyone(effect.blockers):
        return Claim(spoken.attackers, f"{attackers} can't be blocked", whole=False)
    return Claim(spoken.blockers, f"{blockers} can't block {attackers}", whole=False)


def _cant_be_blocked(names: Names, spoken: Spoken, by: fx.Filter) -> Claim | None:
    if is_anyone(by):
        return _said_of(names, spoken, spoken.attackers, "can't be blocked")
    if (exception := except_for(by)) is not None:
        return _said_of(names, spoken, spoken.attackers, f"can't be blocked except by {exception}")
    if (phrase := described(by)) is not None:
        return _said_of(names, spoken, spoken.attackers, f"can't be blocked by {phrase}")
    return None


def _cant_block_these(names: Names, spoken: Spoken, attackers: fx.Filter) -> Claim | None:
    if is_anyone(attackers):
        return _said_of(names, spoken, spoken.blockers, "can't block")
    if is_particular(attackers):
        return _said_of(names, spoken, spoken.blockers, f"can't block {names.all(spoken.attackers)}")
    if (exception := except_for(attackers)) is not None:
        return _said_of(names, spoken, spoken.blockers, f"can block only {exception}")
    if (phrase := described(attackers)) is not None:
        return _said_of(names, spoken, spoken.blockers, f"can't block {phrase}")
    return None


def _min_blockers(names: Names, spoken: Spoken, effect: fx.MinBlockers) -> Claim:
    predicate = f"can't be blocked except by {creatures(effect.n).replace(' ', ' or more ', 1)}"
    return _said_of(names, spoken, spoken.attackers, predicate)


def _max_blockers(names: Names, spoken: Spoken, effect: fx.MaxBlockers) -> Claim:
    return _said_of(names, spoken, spoken.attackers, f"can't be blocked by more than {creatures(effect.n)}")


def _all_or_none(names: Names, spoken: Spoken, effect: fx.AllOrNone) -> Claim | None:
    who = described(effect.blockers)
    it = verb(spoken.attackers, "it", "them")
    predicate = f"can't be blocked unless all {who} defending player controls block {it}"
    return None if who is None else _said_of(names, spoken, spoken.attackers, predicate)


def _max_blocking(names: Names, spoken: Spoken, effect: fx.MaxBlocking) -> Claim:
    if effect.each is not None:
        words = f"No more than {creatures(effect.n)} of one player can block"
        return Claim((), words, whole=False)
    return Claim((), f"No more than {creatures(effect.n)} can block", whole=is_anyone(effect.blockers))


def _needs_company(names: Names, spoken: Spoken, effect: fx.NeedsCompany) -> Claim | None:
    if not is_anyone(effect.others):
        return None
    if effect.n == 1:
        return _said_of(names, spoken, spoken.blockers, "can't block alone")
    others = creatures(effect.n).replace(" ", " other ", 1)
    return _said_of(names, spoken, spoken.blockers, f"can't block unless at least {others} block")


# --- requirements -------------------------------------------------------------------------------------------------------


def _must_block(names: Names, spoken: Spoken, effect: fx.MustBlock) -> Claim:
    when = next((word for word in ("this turn", "this combat") if word in spoken.origin.text), "each combat")
    return _said_of(
        names, spoken, spoken.blockers, f"{verb(spoken.blockers, 'blocks', 'block')} {when} if able"
    )


def _must_block_these(names: Names, spoken: Spoken, effect: fx.MustBlockThese) -> Claim | None:
    attackers = names.all(spoken.attackers)
    if spoken.origin.own == "blocker" or is_particular(effect.blockers):
        predicate = f"{verb(spoken.blockers, 'blocks', 'block')} {attackers} if able"
        return _said_of(names, spoken, spoken.blockers, predicate)
    who = described(effect.blockers)
    return None if who is None else Claim(spoken.attackers, f"All {who} able to block {attackers} do so")


def _must_be_blocked(names: Names, spoken: Spoken, effect: fx.MustBeBlocked) -> Claim | None:
    who = described(effect.blockers)
    if who is None or (who != "creatures" and (effect.lo, effect.hi) != (1, None)):
        return None
    by = _by_how_many(effect) if who == "creatures" else f" by one of the {who}"
    return _said_of(names, spoken, spoken.attackers, f"must be blocked{by} if able")


def _by_how_many(effect: fx.MustBeBlocked) -> str:
    match effect.lo, effect.hi:
        case 1, None:
            return ""
        case lo, None:
            return f" by {creatures(lo).replace(' ', ' or more ', 1)}"
        case lo, hi if lo == hi:
            return f" by exactly {creatures(lo)}"
        case lo, hi:
            return f" by {lo} to {hi} creatures"


_CLAIMS: dict[type, Callable[[Names, Spoken, Any], Claim | None]] = {
    fx.Keyword: _keyword,
    fx.CantBlock: _cant_block,
    fx.MinBlockers: _min_blockers,
    fx.MaxBlockers: _max_blockers,
    fx.AllOrNone: _all_or_none,
    fx.MaxBlocking: _max_blocking,
    fx.NeedsCompany: _needs_company,
    fx.MustBlock: _must_block,
    fx.MustBlockThese: _must_block_these,
    fx.MustBeBlocked: _must_be_blocked,
}
