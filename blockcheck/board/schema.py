"""The JSON Schema of a board as it may be given, with the words that stand under each field."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from blockcheck.board import given


class _Schema(GenerateJsonSchema):
    """Without the nulls that stand for "left out", and without a title for each field."""

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """The schema of a field with a default: null is none."""
        if schema.get("default", ...) is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def field_title_should_be_set(self, schema: object) -> bool:
        """Whether a field needs a title: its name is enough."""
        return False


def board_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the board format."""
    schema = given.GivenBoard.model_json_schema(schema_generator=_Schema)
    words = _field_words()
    for name, shape in ({"GivenBoard": schema} | schema["$defs"]).items():
        for field, described in shape.get("properties", {}).items():
            if field in words.get(name, {}):
                described["description"] = words[name][field]
    return {"$schema": _Schema.schema_dialect, **schema}


def _field_words() -> dict[str, dict[str, str]]:
    """The words under the fields of each model, read from the module's source."""
    classes = [node for node in ast.parse(inspect.getsource(given)).body if isinstance(node, ast.ClassDef)]
    return {one.name: dict(_words_under(one.body)) for one in classes}


def _words_under(body: list[ast.stmt]) -> list[tuple[str, str]]:
    found = []
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found.append((name, " ".join(words.split())))
    return found
