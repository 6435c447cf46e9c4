"""Arguments in a form that models slip into: one thing for a list, JSON in a string."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import orjson
from pydantic_core import ErrorDetails

_LIST, _WRAPPED = "list_type", ("list_type", "dict_type", "model_type", "model_attributes_type")


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
