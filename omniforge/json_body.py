"""How the API reads a body: JSON in UTF-8 (RFC 8259), of bounded depth."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import JSONParser

from omniforge.errors import InvalidInput


class JSONBody(JSONParser):
    """Reads `application/json`; deep nesting and lone surrogates are refused, not half understood.

    Its base has the body's size checked first (settings.DATA_UPLOAD_MAX_MEMORY_SIZE).
    """

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value in `stream`. Raises InvalidInput, saying where it is no JSON."""
        try:
            return orjson.loads(stream.read())
        except orjson.JSONDecodeError as error:
            raise InvalidInput(f"The body is not valid JSON in UTF-8: {error}.") from error
