"""Fits a request into the model's window: if it is too long, the longest texts lose their middle."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from omniforge.llm.tokens import count
from omniforge.llm.tokens.truncation import trim
from omniforge.llm.types import ChatMessage, ToolSpec
from omniforge.llm.windows import Window

_SAFE = 0.9  # other models' tokens are a little shorter
_ANSWER = 4  # at most a quarter of a small window is left for the answer
_LEAST, _OF_PERSON = 64, 512  # tokens left of a text that is cut; of the person's text or the context
_AROUND, _IMAGE = 8, 1_000  # tokens of overhead per message, and per image


def fit_messages(
    messages: Sequence[ChatMessage], specs: Sequence[ToolSpec], window: Window
) -> Sequence[ChatMessage]:
    """Return the messages, cut so that they fit beside the tools. The system message and calls stay whole.

    If even that is too long, the vendor reports it.
    """
    room = int(window.tokens * _SAFE) - min(window.answer, window.tokens // _ANSWER)
    if _characters(messages, specs) <= room:  # as a rule no token is shorter than a character
        return messages
    room -= size_of(specs) + sum(_AROUND + _of_calls(one) + _IMAGE * len(one.images) for one in messages)
    sizes = [count(one.content) for one in messages]
    least = [_least(one, size) for one, size in zip(messages, sizes, strict=True)]
    limit = _limit(sizes, least, room)
    return [
        one if size <= max(limit, few) else replace(one, content=trim(one.content, max(limit, few)))
        for one, size, few in zip(messages, sizes, least, strict=True)
    ]


def _least(message: ChatMessage, size: int) -> int:
    """Return how many tokens of a message are always kept."""
    return size if message.role == "system" else _OF_PERSON if message.role == "user" else _LEAST


def size_of(specs: Sequence[ToolSpec]) -> int:
    """Return the size of tool specs in tokens."""
    return sum(count(f"{one.name}{one.description}{one.schema}") for one in specs)


def _limit(sizes: Sequence[int], least: Sequence[int], room: int) -> int:
    """Return the tokens to which each text is cut so that all of them fit."""

    def taken(limit: int) -> int:
        return sum(min(size, max(limit, few)) for size, few in zip(sizes, least, strict=True))

    return bisect_right(range(max(sizes, default=0) + 1), room, key=taken) - 1


def _characters(messages: Sequence[ChatMessage], specs: Sequence[ToolSpec]) -> int:
    told = sum(len(one.description) + len(str(one.schema)) for one in specs)
    return told + sum(
        len(one.content) + sum(len(call.arguments) for call in one.requests) for one in messages
    )


def _of_calls(message: ChatMessage) -> int:
    return sum(count(one.name + one.arguments) for one in message.requests)
