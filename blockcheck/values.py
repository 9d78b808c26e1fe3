"""Frozen values that are made quickly: a dataclass whose equality, hash, printed form and immutability are shared.

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
    """What all of them share; ``_values`` of a class gets the values of its fields. (No annotations: they would count as fields.)"""

    __slots__ = ("_hash",)

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
    made: Any = dataclasses.dataclass(slots=True, eq=False, repr=False)(based)
    made._values = attrgetter(*(field.name for field in dataclasses.fields(made)))
    shared: type[T] = made
    return shared
