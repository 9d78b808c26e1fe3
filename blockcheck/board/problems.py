"""What the models refuse, told in plain words.

One problem for each field, with its path, its value and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from blockcheck.board import given
from blockcheck.board.scalars import Odd
from blockcheck.board.telling import path, shown, suggestion
from blockcheck.errors import InputError, closest
from blockcheck.patterns import expression

Steps = tuple[str | int, ...]

_OBJECTS: dict[str, type[BaseModel]] = {
    "": given.GivenBoard,
    "players[]": given.GivenPlayer,
    "turn": given.Turn,
    "permanents[]": given.GivenPermanent,
    "permanents[].attacking": given.Departed,
    "permanents[].chosen": given.Chosen,
    "effects[]": given.GivenEffect,
    "effects[].chosen": given.Chosen,
    "declaration": given.GivenDeclaration,
    "declarations[]": given.GivenDeclaration,
}
_EXPECTED = {
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "too_long": "fewer values",
}
_PAYMENT = expression(r"(.*\.)?pay\[\d+\]")


def problems_in(error: ValidationError, data: Any, kind: type[InputError] = InputError) -> list[InputError]:
    """The problems that a model's refusal of ``data`` stands for."""
    refused: dict[Steps, list[Mapping[str, Any]]] = {}
    for one in error.errors(include_url=False):
        refused.setdefault(_steps(one, data), []).append(one)
    inner = {steps[:n] for steps in refused for n in range(len(steps))}
    # Of a value that may be an id or an object, an object was meant where an object was written: only what
    # is wrong inside it is told.
    told = {steps: errors for steps, errors in refused.items() if steps not in inner} or refused
    return [_problem(steps, errors, data, kind) for steps, errors in told.items()]


def _steps(error: Mapping[str, Any], data: Any) -> Steps:
    """The path of an error in the data: its location without the names of alternatives."""
    steps: list[str | int] = []
    here, location = data, error["loc"]
    for n, part in enumerate(location):
        if _leads_on(here, part):
            here = here[part]
        elif error["type"] != "missing" or n < len(location) - 1:
            continue
        steps.append(part)
    return tuple(steps)


def _leads_on(here: Any, part: str | int) -> bool:
    if isinstance(here, list | tuple):
        return isinstance(part, int) and part < len(here)
    return isinstance(here, Mapping) and part in here


def _problem(steps: Steps, errors: list[Mapping[str, Any]], data: Any, kind: type[InputError]) -> InputError:
    first, where = errors[0], path(steps)
    if first["type"] == "extra_forbidden":
        return _unknown_field(steps, data, kind)
    if first["type"] == "missing":
        return kind(where, None, "a value", None, f"{where}: missing; this field is required")
    value = first["input"]
    expected = " or ".join(dict.fromkeys(map(_expected, errors)))
    choices = [choice for one in errors for choice in one.get("ctx", {}).get("choices", ())]
    near = closest(value, choices) if isinstance(value, str) else None
    return kind(
        where, value, expected, near, f"{where or 'the board'}: {_told(value, expected)}{suggestion(near)}"
    )


def _expected(error: Mapping[str, Any]) -> str:
    return str(error["msg"]) if error["type"] == "expected" else _EXPECTED.get(error["type"], "another value")


def _told(value: Any, expected: str) -> str:
    if value is None and "null" not in expected:
        return f"expected {expected}, got null; leave the field out where the value is not known"
    if isinstance(value, str) and "*" in value and "number" in expected:
        return f"{shown(value)} is not a number: give its current value, as 2"
    told = f"expected {expected}, got {shown(value)}"
    return f'{told}; quote it: "{shown(value)}"' if _wants_quotes(value, expected) else told


def _wants_quotes(value: Any, expected: str) -> bool:
    """Whether a scalar stands where text belongs: then quotes around it were forgotten."""
    if isinstance(value, Odd):
        return not expected.startswith(_NO_TEXT)
    return isinstance(value, bool | int | float) and ("text" in expected or "name" in expected)


_NO_TEXT = ("a whole number", "a number", "true", "a list", "an object", "null")


def _unknown_field(steps: Steps, data: Any, kind: type[InputError]) -> InputError:
    name, where = str(steps[-1]), path(steps)
    known = _known_fields(steps[:-1], data)
    near = closest(name, known)
    place = f"{where}: unknown field"
    return kind(
        where, _at(steps, data), "a field of the format", near, f"{place}{suggestion(near) or _fields(known)}"
    )


def _fields(known: Iterable[str]) -> str:
    return f"; the fields here are {', '.join(known)}"


def _known_fields(steps: Steps, data: Any) -> list[str]:
    where = path(steps)
    if _PAYMENT.fullmatch(where):
        return list(given.PAYMENTS[given.payment_kind(_at(steps, data)) or "tap"].model_fields)
    shape = re.sub(r"\[\d+\]", "[]", where)
    return list(_OBJECTS[shape].model_fields)


def _at(steps: Steps, data: Any) -> Any:
    for step in steps:
        data = data[step]
    return data
