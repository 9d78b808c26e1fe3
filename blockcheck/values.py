"""Frozen values whose classes are made quickly: dataclasses that share how they are made, compared, hashed, printed and kept.

The standard decorator writes and compiles these anew for every class. For a vocabulary of many small classes that
takes longer than anything else at start. The hash of a value is kept: filters are looked up more often than made.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Literal, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


class _Value:
    """What all of them share; a class's ``_values`` gets the values of its fields, its ``_defaults`` are theirs.

    Without annotations, for these would count as fields.
    """

    __slots__ = ("_hash",)

    def __init__(self: Any, *given: Any, **named: Any) -> None:
        names: tuple[str, ...] = self.__match_args__
        left = names[len(given) :]
        values = self._defaults | named if left else named
        if len(given) > len(names) or not named.keys() <= set(left) or not values.keys() >= set(left):
            raise TypeError(f"{type(self).__name__} has {names}, and was given {given} and {named}")
        for name, value in zip(names, given, strict=False):
            object.__setattr__(self, name, value)
        for name in left:
            object.__setattr__(self, name, values[name])

    def __eq__(self: Any, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values(self) == self._values(other)

    def __hash__(self: Any) -> int:
        try:
            found: int = self._hash
        except AttributeError:
            found = hash(self._values(self))
            object.__setattr__(self, "_hash", found)
        return found

    def __repr__(self) -> str:
        names = (field.name for field in _fields(self))
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        """Without the hash, which is another one in every process."""
        return type(self), tuple(getattr(self, field.name) for field in _fields(self))

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _fields(value: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(value)


@dataclass_transform(frozen_default=True)
def dataclass(*, frozen: Literal[True], slots: Literal[True]) -> Callable[[type[T]], type[T]]:
    """What ``dataclasses.dataclass(frozen=True, slots=True)`` makes of a class that has a field; it can do nothing else."""
    return _made


def _made(cls: type[T]) -> type[T]:
    body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    based: type[T] = type(cls.__name__, (_Value,), body | {"__qualname__": cls.__qualname__})
    made: Any = dataclasses.dataclass(slots=True, init=False, eq=False, repr=False)(based)
    fields = dataclasses.fields(made)
    made._values = attrgetter(*(field.name for field in fields))
    made._defaults = {
        field.name: field.default for field in fields if field.default is not dataclasses.MISSING
    }
    shared: type[T] = made
    return shared
