"""What the rules of the grammar mean: one small function for each rule's name, gathered from the modules of their kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

from blockcheck.reading import conditions, nouns, verbs


def _rules(module: ModuleType) -> dict[str, Callable[..., Any]]:
    own = inspect.getmembers(
        module, lambda value: inspect.isfunction(value) and value.__module__ == module.__name__
    )
    return {name.rstrip("_"): function for name, function in own if not name.startswith("_")}


RULES: Final[dict[str, Callable[..., Any]]] = _rules(nouns) | _rules(conditions) | _rules(verbs)
"""Every rule of the grammar by name."""
