"""The arguments of a call: parsed, repaired if only their form is wrong, validated, and shown."""

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from agents.tools.schemas import fields_at
from agents.tools.tool import Tool
from omniforge.redaction import redact

_MISTAKES = 6  # reported to a model at once
_SHOWN = 4_000  # characters
_SHORTENED = 300  # characters of each, if all together are too long
_ACT = "do"  # selects one of a tool's acts; the call's label names it
_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "array": list,
    "object": dict,
}
_EMPTY: tuple[object, ...] = (None, "", [], {}, False)
_LIST, _WRAPPED = "list_type", ("list_type", "dict_type", "model_type", "model_attributes_type")


def read_arguments(tool: Tool, text: str) -> dict[str, Any]:
    """Return a model's arguments as JSON data. Raises ValueError with a message that says how to fix them."""
    try:
        given = orjson.loads(text or "{}")
    except ValueError as error:
        raise ValueError(f"The arguments of {tool.name} are not valid JSON: {error}") from error
    if not isinstance(given, dict):
        raise ValueError(f"The arguments of {tool.name} must be a JSON object.")
    return check_arguments(tool, given)


def check_arguments(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    """Return arguments as the tool takes them. Raises ValueError if they are wrong."""
    if tool.arguments is None:
        return given
    try:
        return _valid(tool.arguments, given).model_dump(mode="json")
    except ValidationError as error:
        first = error.errors()[:_MISTAKES]
        found = (_mistake(tool, one["loc"], one["type"], one["msg"]) for one in first)
        raise ValueError(f"The arguments of {tool.name} are wrong. {'; '.join(found)}") from error


def _valid(arguments: type[BaseModel], given: dict[str, Any]) -> BaseModel:
    """Return valid arguments, repaired if only their form is wrong. Raises ValidationError."""
    try:
        return arguments.model_validate(given)
    except ValidationError as error:
        right = coerce_arguments(given, error.errors())
        if right == given:
            raise
        return arguments.model_validate(right)


def mistakes_in(tool: Tool, arguments: Mapping[str, Any], edited: Collection[str]) -> list[str]:
    """Return the mistakes in the arguments that a person has edited.

    Other arguments are not checked, since they may lack what a person isn't shown.
    """
    if tool.arguments is None:
        return [f"{name}: {said}" for name in edited if (said := _mistyped(tool, name, arguments[name]))]
    try:
        tool.arguments.model_validate(arguments)
    except ValidationError as error:
        wrong = [one for one in error.errors() if not one["loc"] or one["loc"][0] in edited]
        return [_mistake(tool, one["loc"], one["type"], one["msg"]) for one in wrong[:_MISTAKES]]
    return []


def _mistyped(tool: Tool, name: str, value: Any) -> str:
    """Say which JSON type an MCP tool's argument should have, empty if it fits."""
    wanted = tool.schema.get("properties", {}).get(name, {}).get("type")
    known = _TYPES.get(wanted) if isinstance(wanted, str) else None
    if known is None or (isinstance(value, known) and not (isinstance(value, bool) and known is not bool)):
        return ""
    return f"this must be of the type {wanted}."


def _mistake(tool: Tool, place: Sequence[int | str], kind: str, said: str) -> str:
    """Describe the mistake in one argument. For an unknown argument, list the known ones."""
    name = ".".join(map(str, place)) or "arguments"
    if kind != "extra_forbidden":
        return f"{name}: {said}"
    there = fields_at(tool.arguments, place[:-1]) if tool.arguments else ()
    return f"{name}: there is no such field. Those that are: {', '.join(there)}"


def visible_arguments(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that a person decides on: without empty ones and what the label says."""
    if tool.arguments is None:
        return arguments
    fields = tool.arguments.model_fields
    defaults = {name: one.get_default(call_default_factory=True) for name, one in fields.items()}
    return {
        name: value
        for name, value in arguments.items()
        if name != _ACT and (value not in _EMPTY or value != defaults.get(name))
    }


def shown_arguments(text: str) -> dict[str, Any]:
    """Return arguments fit for display: secrets masked, long texts cut, empty unless a JSON object."""
    try:
        short = text if len(text) <= _SHOWN else orjson.dumps(_short(orjson.loads(text))).decode()
        given = orjson.loads(redact(short or "{}"))
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}


def _short(value: Any) -> Any:
    """Return JSON data with long texts cut."""
    if isinstance(value, dict):
        return {name: _short(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_short(one) for one in value]
    if isinstance(value, str) and len(value) > _SHORTENED:
        return f"{value[:_SHORTENED]}… ({len(value):,} characters)"
    return value


def coerce_arguments(given: Mapping[str, Any], errors: Sequence[ErrorDetails]) -> dict[str, Any]:
    """Return arguments with values of the wrong form, but a clear meaning, converted to the right one."""
    right = deepcopy(dict(given))
    for error in errors:
        if error["type"] in _WRAPPED and error["loc"]:
            _put(right, error["loc"], error["type"])
    return right


def _put(right: dict[str, Any], place: Sequence[int | str], wanted: str) -> None:
    *way, last = place
    part: Any = right
    try:
        for step in way:
            part = part[step]
        part[last] = _in_form(part[last], wanted)
    except (KeyError, IndexError, TypeError):
        return  # a location in the schema, not in the arguments


def _in_form(value: Any, wanted: str) -> Any:
    read = _read(value) if isinstance(value, str) else value
    return [read] if wanted == _LIST and not isinstance(read, list) else read


def _read(text: str) -> Any:
    """Return the list or object that a text encodes as JSON, else the text."""
    try:
        return orjson.loads(text) if text.lstrip()[:1] in ("[", "{") else text
    except ValueError:
        return text
