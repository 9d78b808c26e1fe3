"""What stands inside an effect, a filter or a condition: its words, its classes, the keywords it asks for."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, get_args

from blockcheck import effects as fx

RELATIVE_WORDS = frozenset({*get_args(fx.Who), *get_args(fx.Ref), "chosen"})
"""Words that mean something else for each ability, creature or pair."""


OF_THE_CREATURE = frozenset(
    {"attacker", "defending player", "attacking player", "subject", "blocker", "its controller", "its owner"}
)
"""Words that mean something else for each creature or pair."""


@lru_cache(maxsize=4096)
def words(value: Any) -> frozenset[str]:
    """Every reference and player word (and other text) inside a filter or condition."""
    if isinstance(value, str):
        return frozenset({value})
    if isinstance(value, tuple):
        return frozenset(word for item in value for word in words(item))
    if is_dataclass(value):
        return frozenset(
            word for f in fields(value) if f.name != "kind" for word in words(getattr(value, f.name))
        )
    return frozenset()


@lru_cache(maxsize=4096)
def kinds(value: Any) -> frozenset[type]:
    """Every class of the vocabulary inside a filter or condition."""
    if isinstance(value, tuple):
        return frozenset(kind for item in value for kind in kinds(item))
    if is_dataclass(value) and not isinstance(value, type):
        inner = frozenset(kind for f in fields(value) for kind in kinds(getattr(value, f.name)))
        return inner | {type(value)}
    return frozenset()


@lru_cache(maxsize=4096)
def keywords_asked(value: Any) -> frozenset[str]:
    """The keywords that an effect's filters and conditions ask for; "no abilities" where they ask for none at all."""
    if isinstance(value, fx.HasKeyword):
        return frozenset({value.keyword})
    if isinstance(value, fx.HasNoAbilities):
        return frozenset({"no abilities"})
    if isinstance(value, tuple):
        return frozenset(word for item in value for word in keywords_asked(item))
    if is_dataclass(value) and not isinstance(value, type):
        return frozenset(word for f in fields(value) for word in keywords_asked(getattr(value, f.name)))
    return frozenset()
