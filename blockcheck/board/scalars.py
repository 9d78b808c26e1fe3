"""The small values that boards are made of, as types that say in plain words what they expect."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any, Generic, Literal, NoReturn, TypeAlias, TypeVar, get_args

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, Strict
from pydantic_core import PydanticCustomError, core_schema

from blockcheck.values import dataclass

K = TypeVar("K")
V = TypeVar("V")

LARGEST = 10**15 - 1
"""Numbers have at most 15 digits: every JSON reader keeps these exactly."""
DEEPEST = 50
"""How deep typed effects may be nested."""


@dataclass(frozen=True)
class Expect:
    """What a value should be, in words for people.

    ``choices`` are the known words where there is a list of them.
    """

    words: str
    choices: tuple[str, ...] = ()

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.custom_error_schema(
            handler(source), custom_error_type="expected", custom_error_message=self.words,
            custom_error_context={"choices": list(self.choices)},
        )  # fmt: skip


class _LeftOut:
    """Marks a field that is None when it is left out: absent is unknown, and null is not a way to say it."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


class FrozenMap(dict[K, V], Generic[K, V]):
    """A mapping that is never changed: equal to the dict of its items, hashable where they are."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping is not changed; make a new one")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FrozenMap[K, V]], tuple[dict[K, V]]]:
        return FrozenMap, (dict(self),)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        key, value = get_args(source)
        pairs = core_schema.dict_schema(
            handler.generate_schema(key), handler.generate_schema(value), strict=False
        )
        return core_schema.no_info_after_validator_function(cls, pairs)


Maybe = Annotated[V | None, _LeftOut()]
Many = Annotated[tuple[V, ...], Strict(False)]

Id: TypeAlias = Annotated[
    Annotated[str, Field(min_length=1)] | int, Expect("an id (text or a whole number)")
]  # fmt: skip
Text = Annotated[str, Expect("text")]
Flag = Annotated[bool, Expect("true or false")]
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST), Expect("a whole number")]
Count = Annotated[int, Field(ge=0, le=LARGEST), Expect("a whole number, 0 or more")]
Positive = Annotated[int, Field(ge=1, le=LARGEST), Expect("a whole number, 1 or more")]
Strength = Annotated[
    Annotated[int, Field(ge=-LARGEST, le=LARGEST)] | Annotated[str, Field(pattern=r"^[+-]?[0-9]{1,15}$")],
    Expect('a whole number, as 2 or "2"'),
]
ManaValue = Annotated[
    Annotated[int, Field(ge=0, le=LARGEST)] | Annotated[float, Field(ge=0, le=LARGEST, multiple_of=1)],
    Expect("a whole number, 0 or more"),
]
FactValue = Annotated[
    bool | Annotated[int, Field(ge=-LARGEST, le=LARGEST)] | Annotated[float, Field(allow_inf_nan=False)],
    Expect("true, false or a number"),
]
Color = Annotated[Literal["W", "U", "B", "R", "G"], Expect("W, U, B, R or G", ("W", "U", "B", "R", "G"))]
ManaCost = Annotated[
    str,
    Field(
        pattern=r"^(\{([0-9]{1,7}|[WUBRGCSXYZ]|[WUBRGC2-9]/[WUBRG]|[WUBRGC]/P|[WUBRG]/[WUBRG]/P)\})*$"
    ),
    Expect("mana symbols, as {2}{G} or {W/U}"),
]  # fmt: skip
ManaSymbol = Annotated[str, Field(pattern="^[WUBRGC]$"), Expect("W, U, B, R, G or C")]
ManaWord = Annotated[str, Field(pattern="^[WUBRGC]*$"), Expect("mana, as GGU")]


def key(name: str | int) -> str:
    """An id as text: ids are compared by their text, so 1 and "1" are the same id."""
    return name if isinstance(name, str) else str(name)


@dataclass(frozen=True, slots=True)
class Odd:
    """A scalar that is no JSON value (YAML's ``no``, ``012``, a date; ``NaN``), as it was written."""

    written: str


def frozen_json(value: Any, depth: int = 0) -> Any:
    """A JSON value that cannot be changed: objects as FrozenMap, lists as tuples."""
    if depth > DEEPEST:
        raise PydanticCustomError("expected", f"values nested at most {DEEPEST} deep")
    if isinstance(value, dict):
        return FrozenMap({name: frozen_json(inner, depth + 1) for name, inner in value.items()})
    if isinstance(value, list | tuple):
        return tuple(frozen_json(inner, depth + 1) for inner in value)
    if value is None or isinstance(value, str | bool) or (isinstance(value, int) and abs(value) <= LARGEST):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    raise PydanticCustomError("expected", "values that JSON has")


def _typed(effect: FrozenMap[str, Any]) -> FrozenMap[str, Any]:
    if not isinstance(effect.get("kind"), str):
        raise PydanticCustomError("expected", "an object whose kind is text")
    frozen: FrozenMap[str, Any] = frozen_json(effect)
    return frozen


TypedEffect = Annotated[
    FrozenMap[str, Any],
    AfterValidator(_typed),
    Field(json_schema_extra={"properties": {"kind": {"type": "string"}}, "required": ["kind"]}),
]
