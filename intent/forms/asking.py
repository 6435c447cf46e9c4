"""Tells a question to the platform from an answer that begins like one: 'what I paste here'."""

from functools import partial

from intent.data_files import pattern

_pattern = partial(pattern, "asking")

_ASKS = _pattern("asks")
_NAMES = _pattern("names")


def asks(text: str) -> bool:
    """Return whether a text is a question."""
    said = text.strip()
    return said.endswith("?") or bool(_ASKS.match(said) and not names_thing(said))


def names_thing(text: str) -> bool:
    """Return whether words that begin like a question name something: 'what I paste here'."""
    return bool(_NAMES.match(text.strip()))
