"""Regular expressions compiled at their first use are those that would have been compiled at once."""

from __future__ import annotations

import importlib
import pkgutil
import re

import blockcheck
from blockcheck.patterns import LatePattern, expression


def late() -> list[LatePattern]:
    """Every such expression of the package, those in dictionaries included."""
    found: list[LatePattern] = []
    for module in pkgutil.walk_packages(blockcheck.__path__, "blockcheck."):
        values = list(vars(importlib.import_module(module.name)).values())
        for value in values:
            inside = [*value, *value.values()] if isinstance(value, dict) else [value]
            found += [one for one in inside if isinstance(one, LatePattern)]
    return found


class TestEveryExpressionCompiles:
    def test_with_the_flags_it_was_given(self) -> None:
        assert len(late()) > 80
        for one in late():
            given = vars(one)
            assert re.compile(given["_source"], given["_flags"]).pattern == given["_source"]


class TestItBehavesAsTheCompiledOne:
    def test_before_and_after_its_first_use(self) -> None:
        words = expression(r"(\w)\w*", re.IGNORECASE)
        plain = re.compile(r"(\w)\w*", re.IGNORECASE)
        for _ in range(2):
            assert words.findall("One two") == plain.findall("One two")
            assert words.sub(r"\1", "One two") == "O t"
            assert words.split("a-b") == plain.split("a-b")
            found = words.fullmatch("One")
            assert found is not None
            assert found[1] == "O"
        assert (words.pattern, words.flags, words.groups) == (plain.pattern, plain.flags, 1)
