"""Large pasted texts, included whole while the conversation is about them (seed 003, 5.3)."""

import re
from collections.abc import Sequence

from conversations.memory.exchanges import Exchange, SizedMessage, words_of
from conversations.models import MessageRole

LARGE, LARGEST = 600, 4_000  # tokens: minimum size of a paste, and maximum size that is included whole
_SHARED = 2  # words
_POINTS = re.compile(
    r"\b(?:it|this|that|these|those|above|text|document|paste[d]?|section|paragraph|page|line|part|list|"
    r"article|contract|letter|mail|draft|transcript|there)\b",
    re.I,
)


def pasted_document(exchanges: Sequence[Exchange], new_message: str) -> SizedMessage | None:
    """Return the newest pasted text if the conversation is still about it.

    It is if the new message or the one before refers to something or shares words with it, unless two
    messages in between were about something else.
    """
    asked = [said for exchange in exchanges for said in exchange.said if said.role == MessageRole.USER]
    place = next((i for i in reversed(range(len(asked))) if _is_large(asked[i])), None)
    if place is None:
        return None
    since = [*(said.text for said in asked[place + 1 :]), new_message][-2:]
    return asked[place] if any(_is_about(asked[place], text) for text in since) else None


def _is_large(said: SizedMessage) -> bool:
    return LARGE <= said.tokens <= LARGEST


def _is_about(paste: SizedMessage, text: str) -> bool:
    said = words_of(text)
    return bool(_POINTS.search(text)) or sum(word in paste.text.lower() for word in said) >= _SHARED
