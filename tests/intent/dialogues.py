"""Short ways to write down an exchange."""

from intent.classifier import classify
from intent.types import Catalogue, Intent
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from tests.intent.conftest import CATALOGUE


def said(*turns: str) -> list[ChatMessage]:
    """A history in which user and assistant take turns, the assistant last."""
    roles = ["assistant" if (len(turns) - place) % 2 else "user" for place in range(len(turns))]
    return [ChatMessage(role, text) for role, text in zip(roles, turns, strict=True)]


async def understood(
    message: str,
    *turns: str,
    catalogue: Catalogue = CATALOGUE,
    models: Models | None = None,
) -> Intent:
    """What `message` is taken for after `turns`."""
    return await classify(message, history=said(*turns), catalogue=catalogue, models=models)
