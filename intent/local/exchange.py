"""The message in context: the assistant's last reply, the user's request before it, and names mentioned."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from intent.data_files import pattern
from intent.local.text import Reading, read
from intent.text import clip
from intent.types import Catalogue
from omniforge.llm.types import ChatMessage, Role

_pattern = partial(pattern, "exchange")

Said = Literal["nothing", "choice", "offer", "slot", "list", "result", "statement"]

_OLDER_TURNS, _OLDER_LENGTH = 4, 800

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_ITEM = re.compile(r"(?:^|[\s(])(?:\d{1,2}[.)]|[a-c]\))\s+|^\s*[-*•]\s+", re.MULTILINE)
_OFFER = _pattern("offer")
_RESULT = _pattern("result")
_OPEN_QUESTION = _pattern("open_question")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message with its context, each part read once.

    `reply` is the assistant's last message and `asked` its last sentence. `request` is the user's message
    before that, and `older` is everything earlier.
    """

    message: Reading
    said: Said
    reply: Reading | None
    asked: Reading | None
    request: Reading | None
    older: Reading | None


def read_exchange(message: str, history: Sequence[ChatMessage], catalogue: Catalogue) -> Exchange:
    """Read the message, the assistant's last one, the user's before that, and a few more turns."""
    before = list(history)
    reply = _take_last(before, "assistant")
    request = _take_last(before, "user")
    older = " \n".join(turn.content for turn in before[-_OLDER_TURNS:])
    return Exchange(
        message=read(message, catalogue),
        said=kind_of_reply(reply),
        reply=_read_if_any(reply, catalogue),
        asked=_read_if_any(last_sentence(reply), catalogue),
        request=_read_if_any(request, catalogue),
        older=_read_if_any(clip(older, _OLDER_LENGTH), catalogue),
    )


def _take_last(turns: list[ChatMessage], role: Role) -> str:
    """Remove the last message of `role`, with all after it, from `turns`, and return it, '' without one."""
    for place in reversed(range(len(turns))):
        if turns[place].role == role:
            content = turns[place].content
            del turns[place:]
            return content
    return ""


def _read_if_any(text: str, catalogue: Catalogue) -> Reading | None:
    return read(text, catalogue) if text.strip() else None


def last_sentence(text: str) -> str:
    """Return the last sentence, with the one before it if it is a mere 'Okay?' of up to three words."""
    sentences = [part for part in _SENTENCE.split(text.strip()) if part]
    if len(sentences) > 1 and len(sentences[-1].split()) <= 3:
        return " ".join(sentences[-2:])
    return sentences[-1] if sentences else ""


def list_items(text: str) -> list[str]:
    """Return the items of a numbered or bulleted list, in order, empty if there are fewer than two."""
    parts = [part.strip(" ,;\n") for part in _ITEM.split(text)[1:]]
    return parts if len(parts) > 1 else []


def kind_of_reply(reply: str) -> Said:
    """Return what an assistant's message does: offer, ask, list, report or just state."""
    if not reply.strip():
        return "nothing"
    last = last_sentence(reply)
    if "?" in last:
        return _kind_of_question(reply, last)
    if list_items(reply):
        return "list"
    return "result" if _RESULT.search(reply) else "statement"


def _kind_of_question(reply: str, last: str) -> Said:
    if list_items(reply) or re.search(r"\bwhich (one|of)\b|\bor\b", last, re.IGNORECASE):
        return "choice"
    opens = last.split()[:2]
    if any(_OPEN_QUESTION.search(word) for word in opens):
        return "slot"
    return "offer" if _OFFER.search(last) else "slot"
