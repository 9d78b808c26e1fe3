"""The normal form of filters and conditions: words that mean the same give equal values."""

from __future__ import annotations

from typing import Final, get_args

from blockcheck.effects import AllOf, AnyOf, Anything, Both, Condition, Filter, HasType, NoneOf

_RANK: Final[dict[type, int]] = {cls: rank for rank, cls in enumerate(get_args(Filter))}


def _sorted(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    return tuple(sorted(dict.fromkeys(filters), key=lambda f: (_RANK[type(f)], repr(f))))


def all_of(*filters: Filter) -> Filter:
    """One filter for several that all have to fit: flat, without doubles, in one order; none of them is anything."""
    flat: list[Filter] = []
    for one in filters:
        flat.extend(one.of if isinstance(one, AllOf) else () if one == Anything() else (one,))
    outside = tuple(f for one in flat if isinstance(one, NoneOf) for f in one.of)
    flat = [one for one in flat if not isinstance(one, NoneOf)]
    kept = _sorted((*flat, NoneOf(_sorted(outside)))) if outside else _sorted(tuple(flat))
    if not kept:
        return Anything()
    return kept[0] if len(kept) == 1 else AllOf(kept)


def any_of(*filters: Filter) -> Filter:
    """One filter for several of which one has to fit: flat, without doubles, in one order."""
    flat: list[Filter] = []
    for one in filters:
        flat.extend(one.of if isinstance(one, AnyOf) else (one,))
    if Anything() in flat:
        return Anything()
    kept = _sorted(tuple(flat))
    return kept[0] if len(kept) == 1 else _factored(kept)


def _factored(options: tuple[Filter, ...]) -> Filter:
    """What all alternatives ask for, said once: "Goblins you control or Orcs you control" is "(Goblins or Orcs) you control"."""
    parts: list[set[Filter]] = [set(o.of) if isinstance(o, AllOf) else {o} for o in options]
    shared = _sorted(tuple(set.intersection(*parts)))
    if not shared:
        return AnyOf(options)
    rest = [all_of(*_sorted(tuple(one - set(shared)))) for one in parts]
    return all_of(any_of(*rest), *shared)


def none_of(one: Filter) -> Filter:
    """What does not fit a filter: "other than", "non-", "except by"."""
    if isinstance(one, NoneOf) and len(one.of) == 1:
        return one.of[0]
    return NoneOf(one.of) if isinstance(one, AnyOf) else NoneOf((one,))


def both(*conditions: Condition) -> Condition:
    """One condition for several that all have to be true."""
    return conditions[0] if len(conditions) == 1 else Both(conditions)


def in_combat(one: Filter) -> Filter:
    """The filter without "creature": whatever blocks or is blocked is a creature (509.1a)."""
    if one in (HasType("creature"), HasType("permanent")):
        return Anything()
    if isinstance(one, AllOf):
        return all_of(*(in_combat(part) for part in one.of))
    if isinstance(one, AnyOf):
        return any_of(*(in_combat(part) for part in one.of))
    return one
