"""JSON schemas in the dialect that both vendors enforce while they generate."""

from functools import cache
from typing import Any

from pydantic import BaseModel

_STRUCTURE = {"type", "properties", "items", "anyOf", "enum", "const", "$ref", "$defs", "description"}


@cache
def strict_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of `answer`: every property required, no others allowed, no bounds.

    Class docstrings are left out: the prompt already has that information.
    Bounds (`minimum`, `maxLength`…) and defaults are refused by some vendor. Pydantic checks them
    afterwards.
    """
    schema = answer.model_json_schema()
    for described in (schema, *schema.get("$defs", {}).values()):
        described.pop("description", None)
    return _strict(schema)


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    strict = {key: _part(key, value) for key, value in schema.items() if key in _STRUCTURE}
    if "properties" in strict:
        strict |= {"required": list(strict["properties"]), "additionalProperties": False}
    return strict


def _part(key: str, value: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: _strict(schema) for name, schema in value.items()}
    if key == "items":
        return _strict(value)
    return [_strict(schema) for schema in value] if key == "anyOf" else value
