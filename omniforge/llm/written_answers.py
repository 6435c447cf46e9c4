"""Parses replies in the form of `written_calls.py` as they stream: text at once, calls at the end."""

import json
import re
from typing import Any

import orjson

from omniforge.llm.errors import ModelMalformed
from omniforge.llm.tool_calls import new_call_id
from omniforge.llm.types import Delta, ToolRequest

_BEGINS = re.compile(r'\s*(?:```\w*\s*)?\{\s*"answer"\s*:\s*"')
_FORM = {"answer", "calls"}
_MAY_BE_JSON = re.compile(r"\s*(?:`{0,3}$|```\w*\s*(?:\{|$)|\{|$)")
# The decodable part of an unfinished JSON string: no partial escape or surrogate pair.
_WHOLE = re.compile(
    r'(?:[^"\\]|\\["\\/bfnrt]|\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}'
    r"|\\u(?![dD][89aAbB])[0-9a-fA-F]{4})*"
)


class WrittenAnswer:
    """One streamed reply. Plain text instead of JSON is taken as the answer."""

    def __init__(self) -> None:
        self._text = ""
        self._read = 0  # offset of the text already shown
        self._is_plain = False

    def take(self, delta: Delta) -> Delta:
        """Return the new text of a piece, and the calls with the last one. Raises ModelMalformed."""
        self._text += delta.text
        shown = self._shown()
        if delta.finish_reason is None:
            return Delta(shown, None, delta.usage, drafted=0 if shown else len(delta.text))
        rest, calls = self._rest(delta.finish_reason == "length")
        reason = "tools" if calls else delta.finish_reason
        return Delta(shown + rest, reason, delta.usage, calls, len(delta.text) if calls else 0)

    def _shown(self) -> str:
        """Return the text since the last call."""
        if not self._is_plain and not self._read:
            begun = _BEGINS.match(self._text)
            self._is_plain = begun is None and not _MAY_BE_JSON.match(self._text)
            self._read = begun.end() if begun else 0
        if self._is_plain:
            shown, self._read = self._text[self._read :], len(self._text)
            return shown
        whole = _WHOLE.match(self._text, self._read) if self._read else None
        if whole is None:
            return ""
        self._read = whole.end()
        return str(json.loads(f'"{whole.group()}"', strict=False))

    def _rest(self, cut: bool) -> tuple[str, tuple[ToolRequest, ...]]:
        """Return the remaining text and the calls. A cut reply has no calls, but may have text."""
        if self._is_plain or (cut and self._read) or not self._text.strip():
            return "", ()
        written = _object_in(self._text)
        if not _FORM & written.keys():  # JSON was asked for, and this is it
            return self._text, ()
        words = "" if self._read else str(written.get("answer") or "")
        calls = written.get("calls")
        return words, tuple(map(_request, calls if isinstance(calls, list) else ()))


def _object_in(text: str) -> dict[str, Any]:
    try:
        written = json.loads(text[text.find("{") : text.rfind("}") + 1], strict=False)
    except ValueError as error:
        raise ModelMalformed from error
    if not isinstance(written, dict):
        raise ModelMalformed
    return written


def _request(call: object) -> ToolRequest:
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        raise ModelMalformed
    arguments = call.get("arguments") or {}
    text = arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode()
    return ToolRequest(new_call_id(), call["name"], text)
