"""Frozen values that are made quickly: a dataclass whose equality, hash, printed form and immutability are shared.

The standard decorator writes and compiles these anew for every class. For a vocabulary of many small classes that
takes longer than anything else at start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Literal, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def dataclass(*, frozen: Literal[True], slots: Literal[True]) -> Callable[[type[T]], type[T]]:
    """What ``dataclasses.dataclass(frozen=True, slots=True)`` makes of a class that has a field; it can do nothing else."""
    return _made


def _made(cls: type[T]) -> type[T]:
    made: Any = dataclasses.dataclass(slots=True, eq=False, repr=False)(cls)
    made._values = attrgetter(*(field.name for field in dataclasses.fields(made)))
    for name, method in _SHARED.items():
        setattr(made, name, method)
    shared: type[T] = made
    return shared


def _equal(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return self._values(self) == self._values(other)


def _hashed(self: Any) -> int:
    return hash(self._values(self))


def _told(self: Any) -> str:
    names = (field.name for field in dataclasses.fields(self))
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _set_once(self: Any, name: str, value: Any) -> None:
    if hasattr(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _kept(self: Any, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


_SHARED: dict[str, Callable[..., Any]] = {
    "__eq__": _equal,
    "__hash__": _hashed,
    "__repr__": _told,
    "__setattr__": _set_once,
    "__delattr__": _kept,
}
