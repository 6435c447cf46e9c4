"""The receipt of a turn: what went to the model, what was left out and why, and the prompt's hash."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

import orjson

from conversations.packing import LeftOut, Part, Window
from omniforge.ids import new_id
from omniforge.llm.tokens import count
from omniforge.llm.types import ChatMessage


@dataclass(frozen=True, slots=True)
class Receipt:
    """Tokens by part, of a budget, and the SHA-256 of the messages as they were sent."""

    parts: tuple[Part, ...]
    tokens: int
    budget: int
    left_out: tuple[LeftOut, ...]
    prompt_hash: str
    id: UUID = field(default_factory=new_id)

    def fields(self) -> dict[str, Any]:
        """Return the columns of its ContextReceipt row, but for the turn."""
        return asdict(self)


def build_receipt(window: Window, message: str) -> Receipt:
    """Return the receipt for a message sent with its window; the same two always give the same hash.

    `tokens` counts the new message too, `budget` is that of the window alone.
    """
    new = Part("new message", count(message))
    sent = (*window.messages, ChatMessage("user", message))
    return Receipt(
        parts=(*window.parts, new),
        tokens=window.tokens + new.tokens,
        budget=window.budget,
        left_out=window.left_out,
        prompt_hash=hash_of(sent),
    )


def hash_of(messages: Sequence[ChatMessage]) -> str:
    """Return the SHA-256, in hexadecimal, over roles and contents in order."""
    return hashlib.sha256(orjson.dumps([[one.role, one.content] for one in messages])).hexdigest()
