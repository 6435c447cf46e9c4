"""Models' context windows and output limits in tokens, by name prefix.

Vendors publish both and rarely change them for a name. Sources: platform.openai.com/docs/models,
docs.claude.com/en/docs/about-claude/models and ai.google.dev/gemini-api/docs/models. A model that isn't
in the table gets today's usual size.
"""

from typing import NamedTuple

from django.conf import settings

LEAST_ANSWER = 8_000  # tokens reserved for an answer, unless the model's limit is lower


class Window(NamedTuple):
    """Token limits: of request and answer together, and of the answer alone."""

    tokens: int
    answer: int


UNKNOWN = Window(128_000, LEAST_ANSWER)
_WINDOWS = {  # the longest matching prefix wins
    "claude-2": Window(100_000, 4_096),
    "claude-3-": Window(200_000, 4_096),
    "claude-3-5": Window(200_000, 8_192),
    "claude-3-7": Window(200_000, 64_000),
    "claude-haiku-4": Window(200_000, 64_000),
    "claude-sonnet-4": Window(200_000, 64_000),
    "claude-opus-4": Window(200_000, 32_000),
    "claude-": Window(200_000, 32_000),
    "gemini-": Window(1_048_576, 65_536),
    "gpt-3.5": Window(16_000, 4_096),
    "gpt-4": Window(8_192, 4_096),
    "gpt-4-turbo": Window(128_000, 4_096),
    "gpt-4o": Window(128_000, 16_384),
    "gpt-4.1": Window(1_000_000, 32_768),
    "gpt-5": Window(400_000, 128_000),
    "o1": Window(200_000, 100_000),
    "o3": Window(200_000, 100_000),
    "o4": Window(200_000, 100_000),
}


def window_of(model: str, *, told: int = 0) -> Window:
    """Return a model's window: OMNIFORGE_MODEL_WINDOW, else the vendor's (`told`), else the table's.

    The two numbers are filled in separately.
    """
    known = published_window(model) or UNKNOWN
    tokens = settings.MODEL_WINDOW or told or known.tokens
    return Window(tokens, min(known.answer, tokens // 2))


def published_window(model: str) -> Window | None:
    """Return the window in the table, or None."""
    name = model.rpartition("/")[2]  # 'anthropic/claude-…', as routers of many vendors write it
    fitting = [beginning for beginning in _WINDOWS if name.startswith(beginning)]
    return _WINDOWS[max(fitting, key=len)] if fitting else None
