"""What a call wrote: the texts of its arguments that its result doesn't repeat, for whoever checks it."""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

_MOST = 6_000  # characters
_FOR_THE_TOOL = frozenset(("op", "do", "ref", "temp_id", "schedule"))  # the label or the result tells them


def written_texts(arguments: Mapping[str, Any], told: str) -> str:
    """Return the texts of a call, each with its field's name, without those that were `told`."""
    lines = (f"{name}: {text}" for name, text in _texts(arguments) if not _is_told(text, told))
    texts = "\n".join(dict.fromkeys(lines))
    return texts if len(texts) <= _MOST else f"{texts[:_MOST]} … (cut)"


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and "find" in value:  # an edit
        yield name, f"{value['find']} → {value.get('replace') or 'nothing'}"
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _texts(one, str(key))
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, name)
    elif isinstance(value, str) and value.strip() and name not in _FOR_THE_TOOL:
        yield name, value


def _is_told(text: str, told: str) -> bool:
    """Return whether a text stands in what was told, as it is or as JSON writes it."""
    return text in told or orjson.dumps(text).decode()[1:-1] in told
