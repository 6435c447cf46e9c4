"""The text that a task is about: given with the message, or said just before."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from omniforge.llm.types import ChatMessage

_LEAST = 120  # characters that make a message more than a request
_GIVEN = re.compile(r"^(?P<task>[^\n]{3,200}?)(?::\s*\n?|\n+)(?P<text>.{40,})$", re.S)
_LED = re.compile(  # 'run it on this: feed 120.50, straw 34.25'
    r"^(?P<task>[^\n:]{3,200}\b(?:this|these|that|following|below|diese[nms]?|dies|esto|estos|estas))\s*:\s*(?P<text>\S.*)$",
    re.S | re.I,
)
_TALK = re.compile(
    r"\b(?:this|our|the) (?:chat|conversation|discussion|thread)\b|\bwhat (?:we|i) (?:said|"
    r"discussed|wrote)\b|\bso far\b",
    re.I,
)


def is_about_talk(message: str) -> bool:
    """Return whether `message` is about this conversation."""
    return bool(_TALK.search(message))


class Task(NamedTuple):
    """What to do, and the text to do it with. `text` is empty if none was given."""

    words: str
    text: str


def read_task(message: str, window: Sequence[ChatMessage]) -> Task:
    """Return the task of `message` with its text: in it, the whole talk, or the last long message."""
    if match := _LED.match(message.strip()) or _GIVEN.match(message.strip()):
        return Task(match["task"], match["text"].strip())
    if len(message) > 3 * _LEAST:
        first, _, rest = message.partition(". ")
        return Task(first, rest or message)
    said = [past.content for past in window if past.role == "user"]
    if is_about_talk(message):
        return Task(message, "\n".join(said))
    return Task(message, next((_text_of(text) for text in reversed(said) if len(text) >= _LEAST), ""))


def _text_of(message: str) -> str:
    """Return a long message without the request at its beginning."""
    match = _GIVEN.match(message.strip())
    return match["text"].strip() if match else message
