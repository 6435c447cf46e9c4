"""Server-sent events whose data is JSON, as both vendors stream their answers."""

from typing import Any

import orjson


class EventParser:
    """Converts the bytes of an event stream, in arbitrary chunks, to the JSON values of its events.

    Source: WHATWG HTML, section 9.2.6. Event names are ignored: vendors repeat them in the data.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> list[Any]:
        """Return the events that `chunk` completes. Raises ValueError if the data is not JSON."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [event for line in lines for event in self._line(line.rstrip(b"\r"))]

    def _line(self, line: bytes) -> list[Any]:
        if line.startswith(b"data:"):
            self._data.append(line[5:].strip())
        elif not line and self._data:
            data, self._data = b"\n".join(self._data), []
            return [] if data == b"[DONE]" else [orjson.loads(data)]
        return []
