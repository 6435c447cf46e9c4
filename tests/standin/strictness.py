"""What vendors reject in the JSON schema of structured output."""

from collections.abc import Iterator
from typing import Any

_STRUCTURE = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "$ref", "$defs"}
_ALLOWED = _STRUCTURE | {"enum", "const", "description", "title"}


def objections(schema: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with `schema`: open objects, optional properties, words that are refused."""
    yield from (f"{word!r} is not permitted" for word in schema.keys() - _ALLOWED)
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            yield "'additionalProperties' is required to be false"
        if set(schema.get("required", ())) != schema.get("properties", {}).keys():
            yield "'required' has to name every property"
    for part in _parts(schema):
        yield from objections(part)


def _parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from schema.get("properties", {}).values()
    yield from schema.get("$defs", {}).values()
    yield from schema.get("anyOf", ())
    if "items" in schema:
        yield schema["items"]
