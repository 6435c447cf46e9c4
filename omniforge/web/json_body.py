"""Parsing external JSON: UTF-8 (RFC 8259), with limited depth, and the API's body parser."""

from collections.abc import Iterable, Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import JSONParser

from omniforge.errors import InvalidInput

_DEEPEST = 64  # nested lists and objects: deeper recursion could exhaust the stack


def read_json(text: bytes | str) -> Any:
    """Return the value in `text`. Raises InvalidInput if it is no JSON, or is nested too deeply."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(f"This is not valid JSON in UTF-8: {error}.") from error
    if _is_deeper_than(_DEEPEST, value):
        raise InvalidInput(f"This JSON is nested too deeply. {_DEEPEST} levels are taken.")
    return value


class JSONBody(JSONParser):
    """Reads `application/json`. Deep nesting and lone surrogates are refused, not half understood.

    Its base has the body's size checked first (settings.DATA_UPLOAD_MAX_MEMORY_SIZE).
    """

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value in `stream`. Raises as `read_json`."""
        return read_json(stream.read())


def _is_deeper_than(most: int, value: Any) -> bool:
    level = [value]
    for _ in range(most + 1):
        level = [inner for outer in level for inner in _within(outer) if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def _within(outer: Any) -> Iterable[Any]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()
