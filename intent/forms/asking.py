"""Tells a question to the platform from an answer that begins like one: 'what I paste here'."""

import re

_ASKS = re.compile(
    r"^(?:what|which|who|whom|when|where|why|how|is|are|am|do|does|did|can|could|will|would|should|"
    r"has|have|may|must)\b",
    re.I,
)
_NAMES = re.compile(
    r"^(?:what|where|who|whom|which|when) (?:i|we|you|they|people|the|our|my|comes|"
    r"is (?:in|on|stored|kept))\b[^?]*$",
    re.I,
)


def asks(text: str) -> bool:
    """Return whether a text is a question."""
    said = text.strip()
    return said.endswith("?") or bool(_ASKS.match(said) and not names_thing(said))


def names_thing(text: str) -> bool:
    """Return whether words that begin like a question name something: 'what I paste here'."""
    return bool(_NAMES.match(text.strip()))
