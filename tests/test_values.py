"""Dataclasses that share their methods behave as the standard ones do."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import pytest

from blockcheck import effects as fx
from blockcheck.values import dataclass

FLYING = fx.AllOf((fx.THIS, fx.HasKeyword("flying")))
AGAIN = fx.AllOf((fx.Is("this"), fx.HasKeyword("flying")))
OTHER: object = fx.AnyOf((fx.THIS, fx.HasKeyword("flying")))

READS_IT = """
import pickle, sys
from blockcheck import effects as fx
print(hash(pickle.loads(sys.stdin.buffer.read())) == hash(fx.AllOf((fx.THIS, fx.HasKeyword("flying")))))
"""


@dataclass(frozen=True)
class Seen:
    """Fields of all kinds, and what is found from them."""

    RULE: ClassVar[str] = "509.1"
    name: str
    number: int = 3
    among: list[int] = dataclasses.field(default_factory=list)
    told: str = dataclasses.field(default="", compare=False, repr=False)
    needed: str = dataclasses.field(default="", compare=False)

    def __post_init__(self) -> None:
        """Refuse what has no meaning."""
        if self.number < 0:
            raise ValueError(self.number)

    @cached_property
    def twice(self) -> int:
        """Found once."""
        return 2 * self.number


@dataclass(slots=True)
class Tally:
    """One that changes."""

    number: int
    more: dict[str, int] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Nothing:
    """One without fields."""


@dataclass(frozen=True, slots=True, eq=False)
class Itself:
    """One that equals nothing else."""

    name: str


def standard(cls: type[Any], **said: bool) -> type[Any]:
    """The standard dataclass of the same definition."""
    made = (
        *("_given", "_values", "_hash", "__init__", "__dict__", "__weakref__", "__slots__"),
        *cls.__match_args__,
    )
    fields = {"__dataclass_fields__", "__match_args__"}
    body = {name: value for name, value in vars(cls).items() if name not in fields.union(made)}
    plain: Callable[[type[Any]], type[Any]] = dataclasses.dataclass(**said)
    return plain(type(cls.__name__, (), body | vars(cls)["_given"]))


class TestItIsAsTheStandardOneIs:
    TWIN = standard(Seen, frozen=True)

    @pytest.mark.parametrize(
        ("given", "named"),
        [
            (("a",), {}),
            (("a", 5), {"told": "b"}),
            ((), {"name": "a", "among": [1]}),
            (("a", 1, [2], "b", "c"), {}),
            ((), {}),
            (("a",), {"name": "b"}),
            (("a",), {"none": 1}),
            (("a", 1, [], "", "", ""), {}),
            (("a", -1), {}),
        ],
    )
    def test_in_how_it_is_made_and_printed(self, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        assert self.outcome(Seen, given, named) == self.outcome(self.TWIN, given, named)

    def outcome(self, cls: type[Any], given: tuple[Any, ...], named: dict[str, Any]) -> object:
        try:
            made = cls(*given, **named)
        except (TypeError, ValueError) as error:
            return type(error), str(error)
        return repr(made), dataclasses.astuple(made), dataclasses.asdict(made), made.twice, made.twice

    def test_in_its_fields(self) -> None:
        assert list(map(repr, dataclasses.fields(Seen))) == list(map(repr, dataclasses.fields(self.TWIN)))
        assert Seen.__match_args__ == self.TWIN.__match_args__
        assert Seen.RULE == "509.1"

    def test_in_what_it_equals(self) -> None:
        assert Seen("a", told="b") == Seen("a", needed="c") != Seen("a", 4)
        assert Nothing() == Nothing()
        assert Itself("a") != Itself("a")
        assert len({Itself("a"), Itself("a")}) == 2

    def test_in_what_is_made_anew_for_each(self) -> None:
        assert Seen("a").among is not Seen("a").among
        changed = dataclasses.replace(Seen("a"), number=4)
        assert (changed.number, changed.twice) == (4, 8)

    def test_in_what_may_change(self) -> None:
        tally = Tally(1)
        tally.number += 1
        assert tally == Tally(2, {})
        with pytest.raises(TypeError, match="unhashable"):
            hash(tally)
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'number'"):
            Seen("a").number = 4  # type: ignore[misc]


class TestItIsRefused:
    def test_where_something_is_inherited(self) -> None:
        with pytest.raises(TypeError, match="Wrong inherits something, which would be lost"):

            @dataclass(frozen=True)
            class Wrong(Exception):
                text: str


class TestAValueIsItsFields:
    def test_equal_and_hashed_alike(self) -> None:
        assert FLYING is not AGAIN
        assert FLYING == AGAIN
        assert hash(FLYING) == hash(FLYING) == hash(AGAIN)
        assert {FLYING: 1}[AGAIN] == 1

    def test_another_kind_with_the_same_fields_is_another_value(self) -> None:
        assert FLYING != OTHER

    def test_its_fields_are_those_that_are_written(self) -> None:
        assert [field.name for field in dataclasses.fields(FLYING)] == ["of", "kind"]
        assert repr(fx.HasKeyword("flying")) == "HasKeyword(keyword='flying', kind='has_keyword')"


class TestAValueIsNotChanged:
    def test_not_a_field(self) -> None:
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'of'"):
            FLYING.of = ()  # type: ignore[misc]
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'of'"):
            del FLYING.of

    def test_nothing_is_added(self) -> None:
        with pytest.raises(AttributeError):
            setattr(FLYING, "more", 1)  # noqa: B010 -- a type checker refuses it, too


class TestTheHashStaysInItsProcess:
    def test_copies_and_replacements_have_their_own(self) -> None:
        hash(FLYING)
        for made in (copy.copy(FLYING), copy.deepcopy(FLYING), pickle.loads(pickle.dumps(FLYING))):
            assert made == FLYING
            assert hash(made) == hash(FLYING)
        changed = dataclasses.replace(FLYING, of=())
        assert hash(changed) == hash(fx.AllOf(()))
        assert changed != FLYING

    def test_another_process_finds_it_again(self) -> None:
        hash(FLYING)
        run = subprocess.run(
            [sys.executable, "-c", READS_IT],
            input=pickle.dumps(FLYING),
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": "7"},
        )
        assert run.stdout == b"True\n"
