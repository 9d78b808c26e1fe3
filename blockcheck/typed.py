"""Typed effects written as JSON: a board's ``abilities``, and the ``effect`` of an entry of ``effects``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from blockcheck import effects as fx
from blockcheck.board.telling import inside, shown, suggestion
from blockcheck.errors import InputError, closest
from blockcheck.values import defaults

_SIDES: dict[type, str] = {str: "text", int: "a whole number", bool: "true or false"}


def from_json(data: Any, where: str) -> fx.Effect:
    """The typed effect that a JSON object states; ``to_json`` of it gives the object back.

    Args:
        data: an object with a ``kind`` (a name from the vocabulary) and that kind's fields.
        where: its path on the board, for messages.

    Raises:
        InputError: an unknown kind or field, a missing field, or a value of the wrong form.
    """
    effect: fx.Effect = _value(data, fx.Effect, where)
    return effect


def _value(data: Any, wanted: Any, where: str) -> Any:
    """``data`` as a value of the annotated form ``wanted``."""
    options = get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,)
    if data is None and NoneType in options:
        return None
    if isinstance(data, Mapping):
        return _object(data, tuple(o for o in options if isinstance(o, type) and o in _CLASSES), where)
    for option in options:
        if get_origin(option) is tuple and isinstance(data, list | tuple):
            item = get_args(option)[0]
            return tuple(_value(one, item, inside(where, n)) for n, one in enumerate(data))
        if get_origin(option) is Literal and isinstance(data, str) and data in get_args(option):
            return data
        if isinstance(option, type) and type(data) is option:
            return data
    raise _unexpected(data, options, where)


_CLASSES = frozenset(fx.KINDS.values())


def _unexpected(data: Any, options: tuple[Any, ...], where: str) -> InputError:
    words = [word for option in options if get_origin(option) is Literal for word in get_args(option)]
    near = closest(data, words) if isinstance(data, str) else None
    expected = " or ".join(dict.fromkeys(_told(option) for option in options if option is not NoneType))
    return InputError(
        where, data, expected, near, f"{where}: expected {expected}, got {shown(data)}{suggestion(near)}"
    )


def _told(option: Any) -> str:
    if get_origin(option) is Literal:
        return f"one of {', '.join(get_args(option))}"
    if get_origin(option) is tuple:
        return "a list"
    return _SIDES.get(option, "an object with a kind")


def _object(data: Mapping[str, Any], allowed: tuple[type, ...], where: str) -> Any:
    """An object of the vocabulary: one of the ``allowed`` classes, told by its kind."""
    kinds = {_kind(cls): cls for cls in allowed}
    kind = data.get("kind")
    cls = kinds.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise _unknown_kind(kind, kinds, inside(where, "kind"))
    known = {f.name: f for f in fields(cls)}
    for name in data:
        if name not in known:
            raise _unknown_field(name, cls, known, where)
    hints = _hints(cls)
    given = {
        name: _value(one, hints[name], inside(where, name)) for name, one in data.items() if name != "kind"
    }
    for name, f in known.items():
        if name not in given and f.default is MISSING:
            expected = f"{name}, which {_kind(cls)} needs"
            at = inside(where, name)
            raise InputError(at, None, expected, None, f"{at}: missing; expected {expected}")
    return cls(**given)


def _kind(cls: type) -> str:
    return str(defaults(cls)["kind"])


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, vars(fx))


def _unknown_kind(kind: Any, kinds: Mapping[str, type], where: str) -> InputError:
    near = closest(kind, kinds) if isinstance(kind, str) else None
    expected = f"one of {', '.join(sorted(kinds))}" if kinds else "a plain value, not an object"
    return InputError(
        where, kind, expected, near, f"{where}: expected {expected}, got {shown(kind)}{suggestion(near)}"
    )


def _unknown_field(name: str, cls: type, known: Mapping[str, Field[Any]], where: str) -> InputError:
    near = closest(name, known)
    at = inside(where, name)
    expected = f"a field of {_kind(cls)}: {', '.join(known)}"
    return InputError(at, name, expected, near, f"{at}: unknown field; expected {expected}{suggestion(near)}")
