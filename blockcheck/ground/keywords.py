"""What keywords and designations mean for blocking, as effects of the permanent that has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from blockcheck import effects as fx
from blockcheck.effects import (
    THIS,
    Anything,
    CantBlock,
    Effect,
    HasColor,
    HasKeyword,
    HasType,
    NoneOf,
    StatOf,
)


@lru_cache(maxsize=4096)
def meaning(keyword: fx.Keyword) -> tuple[tuple[Effect, str], ...]:
    """The effects of a keyword on declarations of blockers, each with its rule number; none for most keywords."""
    make = _MEANING.get(keyword.name)
    return make(keyword) if make else ()


def _evasion(
    name: str, cr: str, but: tuple[fx.Filter, ...]
) -> Callable[[fx.Keyword], tuple[tuple[Effect, str], ...]]:
    """The bearer can't be blocked except by creatures that fit one of ``but``, as long as it has the keyword."""
    effect = CantBlock(NoneOf(but), _having(name))
    return lambda keyword: ((effect, cr),)


def _having(name: str) -> fx.Filter:
    """This permanent, and only while it counts as having the keyword (an "as though" may say it doesn't)."""
    return fx.AllOf((THIS, HasKeyword(name)))


def _shadow(keyword: fx.Keyword) -> tuple[tuple[Effect, str], ...]:
    without = NoneOf((HasKeyword("shadow"),))
    return (
        (CantBlock(without, _having("shadow")), "702.28b"),
        (CantBlock(_having("shadow"), without), "702.28b"),
    )


def _landwalk(keyword: fx.Keyword) -> tuple[tuple[Effect, str], ...]:
    lands: tuple[fx.Filter, ...] = (HasType("land"), fx.ControlledBy("defending player"))
    quality = keyword.quality or Anything()
    controls = fx.Compare(fx.CountOf(fx.AllOf((quality, *lands))), ">=", fx.Number(1))
    return ((fx.While(controls, CantBlock(Anything(), _having(landwalk_name(keyword)))), "702.14c"),)


def landwalk_name(keyword: fx.Keyword) -> str:
    """The name under which a filter finds a landwalk: ``swampwalk``; ``landwalk`` finds every one."""
    if isinstance(keyword.quality, fx.HasSubtype):
        return f"{keyword.quality.subtype.lower()}walk"
    return "landwalk"


def _protection(keyword: fx.Keyword) -> tuple[tuple[Effect, str], ...]:
    return ((CantBlock(keyword.quality or Anything(), _having("protection")), "702.16f"),)


def _unleash(keyword: fx.Keyword) -> tuple[tuple[Effect, str], ...]:
    with_counter = fx.Fits("this", fx.HasCounters("+1/+1"))
    return ((fx.While(with_counter, CantBlock(THIS, Anything())), "702.98a"),)


_MEANING: dict[str, Callable[[fx.Keyword], tuple[tuple[Effect, str], ...]]] = {
    "flying": _evasion("flying", "702.9b", (HasKeyword("flying"), HasKeyword("reach"))),
    "horsemanship": _evasion("horsemanship", "702.31b", (HasKeyword("horsemanship"),)),
    "fear": _evasion("fear", "702.36b", (HasType("artifact"), HasColor("B"))),
    "intimidate": _evasion(
        "intimidate", "702.13b", (HasType("artifact"), fx.SharesWith("color", "attacker"))
    ),
    "skulk": lambda keyword: (
        (CantBlock(fx.HasStat("power", ">", StatOf("power", "attacker")), _having("skulk")), "702.118b"),
    ),
    "menace": lambda keyword: ((fx.MinBlockers(_having("menace"), 2), "702.111b"),),
    "shadow": _shadow,
    "landwalk": _landwalk,
    "protection": _protection,
    "decayed": lambda keyword: ((CantBlock(THIS, Anything()), "702.147a"),),
    "unleash": _unleash,
}

DESIGNATIONS: dict[str, tuple[tuple[Effect, str], ...]] = {
    "suspected": ((fx.Keyword("menace"), "701.60c"), (CantBlock(THIS, Anything()), "701.60c")),
    "detained": ((CantBlock(THIS, Anything()), "701.35a"), (fx.NoActivation(THIS), "701.35a")),
    "ring-bearer": ((CantBlock(fx.HasStat("power", ">", StatOf("power", "attacker")), THIS), "701.54c"),),
}
"""What a designation means: the text that the rules give its bearer (not an ability that could be lost, but for suspected's)."""
