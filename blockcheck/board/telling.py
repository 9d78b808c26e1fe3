"""Paths and values in words: how every message about an input names the place and what stands there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from blockcheck import errors
from blockcheck.board.scalars import LARGEST, Odd
from blockcheck.errors import InputError
from blockcheck.patterns import expression

LONGEST_SHOWN = 60
_PLAIN_STEP = expression(r"""[^\s.\[\]"']+""")


def path(steps: Iterable[str | int]) -> str:
    """A path as people write it: ``permanents[2].power``, ``declaration.blocks["my hound"]``."""
    told = ""
    for step in steps:
        if isinstance(step, int):
            told += f"[{step}]"
        elif _PLAIN_STEP.fullmatch(step):
            told += f".{step}" if told else step
        else:
            told += f"[{shown(step)}]"
    return told


def inside(where: str, *steps: str | int) -> str:
    """A path further in."""
    further = path(steps)
    return further if not where else where + further if further.startswith("[") else f"{where}.{further}"


def shown(value: Any) -> str:
    """A value as the input shows it, shortened; a list or an object is only named."""
    if isinstance(value, Odd):
        return _short(value.written)
    if isinstance(value, Mapping):
        return "an object" if value else "an empty object"
    if isinstance(value, list | tuple):
        return "a list" if value else "an empty list"
    if isinstance(value, int) and abs(value) > LARGEST:
        return "a number of more than 15 digits"
    if isinstance(value, str):
        quoted = json.dumps(_short(value), ensure_ascii=False)
        return quoted.encode("utf-8", "backslashreplace").decode("utf-8")
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value)
    return "something that JSON does not have"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def suggestion(near: str | None) -> str:
    """The end of a message that names the closest known word."""
    return "" if near is None else f"; did you mean {shown(near)}?"


def unknown_id(
    where: str, value: str | int, what: str, known: Iterable[str], kind: type[InputError] = InputError
) -> InputError:
    """The problem of an id that nothing on the board has."""
    near = errors.closest(str(value), known)
    return kind(
        where,
        value,
        f"the id of a {what}",
        near,
        f"{where}: no {what} has the id {shown(value)}{suggestion(near)}",
    )


def missing(where: str, expected: str, why: str = "") -> InputError:
    """The problem of a field that has to be there."""
    return InputError(
        where, None, expected, None, f"{where}: missing; expected {expected}{why and f', as {why}'}"
    )


def wrong(
    where: str,
    value: Any,
    expected: str,
    what: str,
    kind: type[InputError] = InputError,
    closest: str | None = None,
) -> InputError:
    """A problem told in words of its own."""
    return kind(where, value, expected, closest, f"{where or 'the board'}: {what}")
