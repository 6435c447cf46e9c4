"""The message in its place: what the assistant said last, what the user had asked, what was named."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from intent.rules.reading import Reading, read
from intent.types import Catalogue
from omniforge.llm.types import ChatMessage

Said = Literal["nothing", "choice", "offer", "slot", "list", "result", "statement"]

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_ITEM = re.compile(r"(?:^|[\s(])(?:\d{1,2}[.)]|[a-c]\)|[-*•])\s+")
_OFFER = re.compile(
    r"\b(shall i|should i|want me to|want to|would you like|do you want|can i|i can|i could|may i|go ahead|okay\?|ok\?|confirm|"
    r"is that (right|ok|what)|attach it|do it|run it|continue|really|one time|or should)\b",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(done|finished|is now|now has|sent|saved|created|archived|found|stopped|failed|is running|here is|here are|ran|"
    r"has been|have been|drafted|wrote|counted|ready)\b",
    re.IGNORECASE,
)
_OPEN_QUESTION = re.compile(r"\b(wh(at|ich|ere|en|o|ose|y)|how)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message with what came before it, each read once. `asked` is the assistant's last sentence."""

    message: Reading
    said: Said
    reply: Reading | None
    asked: Reading | None
    earlier: tuple[Reading, ...]

    @property
    def request(self) -> Reading | None:
        """What the user had said before the assistant's last message."""
        return self.earlier[0] if self.earlier else None


def read_exchange(message: str, history: Sequence[ChatMessage], catalogue: Catalogue) -> Exchange:
    """Reads the message, the assistant's last message and the user's two before that."""
    reply = next((turn.content for turn in reversed(history) if turn.role == "assistant"), "")
    earlier = [turn.content for turn in reversed(history) if turn.role == "user"][:2]
    return Exchange(
        message=read(message, catalogue),
        said=kind_of_reply(reply),
        reply=read(reply, catalogue) if reply else None,
        asked=read(last_sentence(reply), catalogue) if reply else None,
        earlier=tuple(read(text, catalogue) for text in earlier),
    )


def last_sentence(text: str) -> str:
    """The last sentence, with the one before it when it is a mere 'Okay?' of up to three words."""
    sentences = [part for part in _SENTENCE.split(text.strip()) if part]
    if len(sentences) > 1 and len(sentences[-1].split()) <= 3:
        return " ".join(sentences[-2:])
    return sentences[-1] if sentences else ""


def list_items(text: str) -> list[str]:
    """The items of a numbered or bulleted list, in order; empty when there are fewer than two."""
    parts = [part.strip(" ,;\n") for part in _ITEM.split(text)[1:]]
    return parts if len(parts) > 1 else []


def kind_of_reply(reply: str) -> Said:
    """What an assistant's message does: offers, asks, lists, reports or just states."""
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
