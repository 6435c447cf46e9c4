"""What is understood of a message, and what comes of it."""

from typing import NamedTuple

from agents.events import Outputs, TextDelta
from intent.types import Intent


class Reaction(NamedTuple):
    """An intent, and the outputs that answer it."""

    intent: Intent
    outputs: Outputs


async def say(text: str) -> Outputs:
    """Yield a text."""
    yield TextDelta(text)
