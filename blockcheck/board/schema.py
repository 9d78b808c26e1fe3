"""The JSON Schema of a board as it may be given, with the words that stand under each field."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from blockcheck.board import given
from blockcheck.board.field_words import words_under_fields


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
    for name, shape in ({"GivenBoard": schema} | schema["$defs"]).items():
        model = getattr(given, name, None)
        words = words_under_fields(model) if isinstance(model, type) else {}
        for field, described in shape.get("properties", {}).items():
            if field in words:
                described["description"] = " ".join(words[field].split())
    return {"$schema": _Schema.schema_dialect, **schema}
