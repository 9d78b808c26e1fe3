"""Frozen values with shared methods behave as the standard frozen dataclass does."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import subprocess
import sys

import pytest

from blockcheck import effects as fx

FLYING = fx.AllOf((fx.THIS, fx.HasKeyword("flying")))
AGAIN = fx.AllOf((fx.Is("this"), fx.HasKeyword("flying")))
OTHER: object = fx.AnyOf((fx.THIS, fx.HasKeyword("flying")))

READS_IT = """
import pickle, sys
from blockcheck import effects as fx
print(hash(pickle.loads(sys.stdin.buffer.read())) == hash(fx.AllOf((fx.THIS, fx.HasKeyword("flying")))))
"""


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
