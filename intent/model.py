"""Classification by a language model within a deadline. The caller falls back to the rules."""

from collections.abc import Sequence

from intent.parsing import IntentAnswer, to_intent
from intent.prompts import build_prompt
from intent.types import Catalogue, Intent
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage

_DEADLINE = 2.5  # seconds: the rules answer in milliseconds, so nobody waits longer for a better answer
_MAX_TOKENS = 400


async def ask_model(
    message: str,
    history: Sequence[ChatMessage],
    catalogue: Catalogue,
    models: Models,
) -> Intent | None:
    """Return the model's intent; None if there is no model, or it failed, was late or answered nonsense."""
    prompt = build_prompt(message, history, catalogue)
    answer = await models.ask(
        "intent", prompt, answer=IntentAnswer, deadline=_DEADLINE, max_tokens=_MAX_TOKENS
    )
    return to_intent(answer, catalogue) if answer else None
