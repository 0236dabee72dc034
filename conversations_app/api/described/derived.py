"""Schemas of what is given, made from the types that are filled."""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from conversations_app.api.described.schema_parts import Schema


class _Schemas(GenerateJsonSchema):
    """As OpenAPI readers like it: no titles that repeat names, the type first, and `[…, "null"]` where it is enough."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name.removesuffix("Shape"))

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: Any) -> Schema:
        inner = self.generate_inner(schema["schema"])
        if isinstance(inner.get("type"), str):
            return {**inner, "type": [inner["type"], "null"]}
        return {"anyOf": [inner, {"type": "null"}]}

    def sort(self, value: Any, parent_key: str | None = None) -> Any:
        return value


def schemas_of(shapes: Iterable[Any]) -> dict[str, Schema]:
    """By name, without the word “Shape”; those that they hold included."""
    adapters = [(shape, "serialization", TypeAdapter(shape)) for shape in shapes]
    _, made = TypeAdapter.json_schemas(
        adapters,  # type: ignore[arg-type]  # the mode is a literal
        ref_template="#/components/schemas/{model}",
        schema_generator=_Schemas,
    )
    return {name: _in_order(schema) for name, schema in made["$defs"].items()}


def _in_order(schema: Schema) -> Schema:
    first = {name: schema[name] for name in ("type", "properties", "required") if name in schema}
    return first | {name: value for name, value in schema.items() if name not in ("title", *first)}
