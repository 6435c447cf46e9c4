"""Classifies a message: explicit syntax first, then a model, then the rules."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from intent.explicit import explicit_intent
from intent.local import analyse
from intent.model import ask_model
from intent.types import Catalogue, Intent
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage


async def classify(
    message: str,
    *,
    history: Sequence[ChatMessage],
    catalogue: Catalogue,
    models: Models | None = None,
) -> Intent:
    """Return the intent of `message` after `history` (oldest first, without the message itself).

    Never raises for any text: without a model, or if it fails, the rules answer (seed 000, capability 1).
    """
    started = perf_counter()
    intent = explicit_intent(message, catalogue)
    if intent is None and models:
        intent = await ask_model(message, history, catalogue, models)
    intent = intent or analyse(message, history, catalogue)
    return replace(intent, latency_ms=round((perf_counter() - started) * 1000, 3))
