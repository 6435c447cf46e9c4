"""Short notations for an exchange."""

from intent.classifier import classify
from intent.types import Catalogue, Intent
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from tests.intent.conftest import CATALOGUE


def said(*turns: str) -> list[ChatMessage]:
    """Return a history in which user and assistant alternate, the assistant last."""
    roles = ["assistant" if (len(turns) - place) % 2 else "user" for place in range(len(turns))]
    return [ChatMessage(role, text) for role, text in zip(roles, turns, strict=True)]


async def understood(
    message: str,
    *turns: str,
    catalogue: Catalogue = CATALOGUE,
    models: Models | None = None,
) -> Intent:
    """Return the intent of `message` after `turns`."""
    return await classify(message, history=said(*turns), catalogue=catalogue, models=models)
