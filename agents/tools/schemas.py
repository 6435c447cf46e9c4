"""The JSON Schema of a tool's arguments, kept short: every call of a model pays for each word."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.config import JsonDict

_REMOTE = 200  # a limit too high to matter
_NULL = {"type": "null"}
_IN_WORDS, _UNTOLD = "in_words", "untold"
IN_WORDS: JsonDict = {_IN_WORDS: True}  # marks a field whose description lists its contents
UNTOLD: JsonDict = {
    _UNTOLD: True
}  # marks a field that is accepted but not offered to models, which can use an id or a path
_LEFT_OUT = frozenset(
    (
        *("title", "default", "minimum", "minLength", "maxLength", "minItems", "maxItems", "pattern"),
        *("format", "$defs", _IN_WORDS),
    )
)


def schema_of(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return the schema that a model is given. Limits left out here are still checked.

    References are inlined, and nullable fields are shown as plain ones: a missing value is left out.
    """
    schema = arguments.model_json_schema()
    schema.pop("description", None)  # a class docstring is for us
    short: dict[str, Any] = _shortened(schema, schema.get("$defs", {}))
    short.setdefault("properties", {})
    return short


def _shortened(part: Any, types: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_shortened(one, types) for one in part]
    if not isinstance(part, Mapping):
        return part
    part = _resolved(part, types)
    if _IN_WORDS in part:
        return _in_words(part)
    if "properties" in part:
        part = {**part, "properties": _properties(part["properties"], types)}
    kept = {name: value for name, value in part.items() if not _is_left_out(name, value)}
    return {name: value if name == "properties" else _shortened(value, types) for name, value in kept.items()}


def _in_words(part: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: part[name] for name in ("type", "description")}
    return kept | ({"items": {"type": "object"}} if kept["type"] == "array" else {})


def _is_left_out(name: str, value: Any) -> bool:
    """Return whether a schema keyword tells a model nothing useful."""
    is_remote = name == "maximum" and value >= _REMOTE
    return name in _LEFT_OUT or value is False or is_remote


def _properties(properties: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _shortened(value, types) for name, value in properties.items() if _UNTOLD not in value}


def _resolved(part: Mapping[str, Any], types: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema with its references inlined, its own keywords override those of the type."""
    if "$ref" in part:
        meant = types[part["$ref"].rpartition("/")[2]]
        own = {name: value for name, value in part.items() if name != "$ref"}
        return _resolved({**{k: v for k, v in meant.items() if k != "description"}, **own}, types)
    choices = [one for one in part.get("anyOf", ()) if one != _NULL]
    if len(choices) == 1:
        rest = {name: value for name, value in part.items() if name != "anyOf"}
        return _resolved({**choices[0], **rest}, types)
    return part


def fields_at(arguments: type[BaseModel], place: Sequence[int | str]) -> list[str]:
    whole = arguments.model_json_schema()
    types, part = whole.get("$defs", {}), whole
    for step in place:
        inner = part["items"] if isinstance(step, int) else part["properties"][step]
        part = dict(_resolved(inner, types))
    return list(part.get("properties", ()))
