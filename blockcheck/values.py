"""Dataclasses that are made quickly: they share how they are compared, hashed, printed and kept.

The standard decorator writes and compiles all of that anew for every class, which takes longer than anything else
at start. Here only ``__init__`` is, and not before the first value is made. The hash of a frozen value is kept: filters
are looked up more often than made.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass

T = TypeVar("T")

_NOT_GIVEN: Any = object()
_set: Callable[[object, str, Any], None] = object.__setattr__


class _Fields:
    """What ``dataclasses.fields`` and ``replace`` look at: made when somebody does."""

    def __get__(self, value: Any, cls: Any) -> dict[str, dataclasses.Field[Any]]:
        kinds = {name: cls.__annotations__[name] for name in cls.__match_args__}
        body = {"__doc__": "", "__module__": cls.__module__, "__annotations__": kinds, **cls._given}
        twin: Any = dataclasses.dataclass(init=False, eq=False, repr=False)(type(cls.__name__, (), body))
        cls.__dataclass_fields__ = found = {field.name: field for field in dataclasses.fields(twin)}
        return found


class _Record:
    """What all of them share; ``_given`` are a class's defaults, ``_values`` gets what its values are compared by.

    Without annotations, for these would count as fields.
    """

    __slots__ = ()

    def __init__(self, *values: Any, **named: Any) -> None:
        cls: Any = type(self)
        cls.__init__ = _init(cls)
        cls.__init__(self, *values, **named)

    def __eq__(self: Any, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values(self) == self._values(other)

    def __repr__(self: Any) -> str:
        names = (field.name for field in dataclasses.fields(self) if field.repr)
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def __reduce__(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
        """Without the hash, which is another one in every process."""
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


class _Value(_Record):
    """A frozen one."""

    __slots__ = ("_hash",)

    def __eq__(self: Any, other: Any) -> Any:
        return _Record.__eq__(self, other)

    def __hash__(self: Any) -> int:
        try:
            found: int = self._hash
        except AttributeError:
            found = hash(self._values(self))
            _set(self, "_hash", found)
        return found

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


if not TYPE_CHECKING:

    def dataclass(
        cls: type[T] | None = None, *, frozen: bool = False, slots: bool = False, eq: bool = True
    ) -> type[T] | Callable[[type[T]], type[T]]:
        """What ``dataclasses.dataclass`` makes of a class that inherits nothing, in a module of late annotations."""
        if cls is None:
            return lambda one: _made(one, frozen, slots, eq)
        return _made(cls, frozen, slots, eq)


def defaults(cls: Any) -> Mapping[str, Any]:
    """What the fields of a class made here are, or are made by, where they are left out."""
    given: Mapping[str, Any] = cls._given
    return given


def _made(cls: type[T], frozen: bool, slots: bool, eq: bool) -> type[T]:
    if cls.__bases__ != (object,):
        raise TypeError(f"{cls.__name__} inherits something, which would be lost")
    said = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    kinds: dict[str, str] = said.get("__annotations__", {})
    names = tuple(name for name, kind in kinds.items() if not kind.startswith("ClassVar"))
    given = {name: said.pop(name) for name in names if name in said}
    own: dict[str, Any] = {"__qualname__": cls.__qualname__, "__match_args__": names, "_given": given}
    own |= {} if eq else {"__eq__": object.__eq__, "__hash__": object.__hash__}
    said |= {"__slots__": names} if slots else {}
    made: Any = type(cls.__name__, (_Value if frozen else _Record,), own | said)
    fields = {name: one for name, one in given.items() if isinstance(one, dataclasses.Field)}
    compared = [name for name in names if name not in fields or fields[name].compare]
    made._values = attrgetter(*compared) if compared else staticmethod(lambda value: ())
    made.__dataclass_fields__ = _Fields()
    dataclass_made: type[T] = made
    return dataclass_made


def _init(cls: Any) -> Callable[..., None]:
    """The ``__init__`` of a class, as one would write it by hand."""
    known: dict[str, Any] = {"not_given": _NOT_GIVEN, "put": _set}
    parameters, lines = ["self"], list[str]()
    for name in cls.__match_args__:
        default, make = _default(cls._given.get(name, dataclasses.MISSING))
        slot = vars(cls).get(name)
        known |= {f"given_{name}": default, f"make_{name}": make, f"put_{name}": slot and slot.__set__}
        parameters.append(name if default is dataclasses.MISSING else f"{name}=given_{name}")
        lines += [f"if {name} is not_given: {name} = make_{name}()"] if make else []
        lines.append(f"put_{name}(self, {name})" if slot else f"put(self, {name!r}, {name})")
    lines += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else ["return"]
    body = "\n".join(f"    {line}" for line in lines)
    exec(f"def __init__({', '.join(parameters)}) -> None:\n{body}", known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _default(given: Any) -> tuple[Any, Callable[[], Any] | None]:
    """The value of a parameter that is left out (MISSING: it may not be), and what makes one anew each time instead."""
    if not isinstance(given, dataclasses.Field):
        return given, None
    if given.default_factory is not dataclasses.MISSING:
        return _NOT_GIVEN, given.default_factory
    return given.default, None
