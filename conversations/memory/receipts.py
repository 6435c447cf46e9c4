"""The receipt of a turn: what was sent to the model, what was left out and why, and the prompt's hash."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any
from uuid import UUID

from agents.context.project_scope.pack import ScopePack
from agents.events import PromptSent
from conversations.memory.contents import LeftOut, Part, Window
from omniforge.llm.tokens import count
from omniforge.llm.types import ChatMessage, prompt_hash
from omniforge.storage.ids import new_id

_UNCHECKED = LeftOut("the check of the answer", "the model that judges did not answer")


@dataclass(frozen=True, slots=True)
class Receipt:
    """Tokens by part, the budget, and the SHA-256 of the messages as sent."""

    parts: tuple[Part, ...]
    tokens: int
    budget: int
    left_out: tuple[LeftOut, ...]
    prompt_hash: str
    id: UUID = field(default_factory=new_id)

    def fields(self) -> dict[str, Any]:
        """Return the columns of its ContextReceipt row, except the turn."""
        return asdict(self)

    def unchecked(self) -> "Receipt":
        """Return it with the note that nobody has judged what the answer claims."""
        return replace(self, left_out=(*self.left_out, _UNCHECKED))


def build_receipt(
    window: Window, message: str, scope: ScopePack | None = None, known: str = "", preferences: str = ""
) -> Receipt:
    """Return the receipt of a message with its window, scope, the agent's state
    (`known`), and the person's preferences.

    The same five always give the same hash. `tokens` counts all of them, `budget` is for window and scope.
    """
    new = Part("new message", count(message))
    about = [Part("scope", scope.tokens)] if scope else []
    told = [ChatMessage("system", "\n".join((scope.instructions, *scope.blocks())))] if scope else []
    for name, text in (("agent state", known), ("preferences", preferences)):
        if text:
            about.append(Part(name, count(text)))
            told.append(ChatMessage("system", text))
    sent = (*told, *window.messages, ChatMessage("user", message))
    return Receipt(
        parts=(*about, *window.parts, new),
        tokens=window.tokens + sum(part.tokens for part in (*about, new)),
        budget=window.budget + (scope.budget if scope else 0),
        left_out=window.left_out,
        prompt_hash=prompt_hash(sent),
    )


def receipt_of(sent: PromptSent) -> Receipt:
    """Return the receipt of a request as sent."""
    parts = tuple(Part(name, tokens) for name, tokens in sent.parts.items())
    left_out = tuple(LeftOut(*one.partition(": ")[::2]) for one in sent.left_out)
    tokens = sum(part.tokens for part in parts)
    return Receipt(parts, tokens, sent.budget or tokens, left_out, prompt_hash(sent.messages))
