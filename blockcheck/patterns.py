"""Regular expressions that are compiled when they are first used: a command needs few of those there are."""

from __future__ import annotations

import re
from typing import Any, Final, cast

_KEPT: Final = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")


class LatePattern:
    """What behaves as ``re.compile(source, flags)``; a mistake in ``source`` is found at the first use."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """An attribute of the compiled expression; from then on its methods are attributes of their own."""
        compiled = re.compile(self._source, self._flags)
        vars(self).update((method, getattr(compiled, method)) for method in _KEPT)
        return getattr(compiled, name)


def expression(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression, compiled when it is first used."""
    return cast("re.Pattern[str]", LatePattern(source, flags))
