"""A conversation's newest turns in a prompt: fenced as data, cut to size."""

from collections.abc import Sequence

from agents.context.prompts import fence
from omniforge.llm.types import ChatMessage

_ASKED, _ANSWERED, _TOPIC_ASKED, _TOPIC_ANSWERED = 500, 500, 200, 400  # characters


class ConversationFormatter:
    """Formats the last `max_turns` turns, each a question with its answer (seed 004)."""

    def __init__(self, max_turns: int = 5) -> None:
        self.max_turns = max_turns

    def format_for_prompt(self, history: Sequence[ChatMessage]) -> str:
        """Return the history as one fenced block, or an empty string."""
        return self._block("previous-conversation", history, _ASKED, _ANSWERED)

    def format_as_topic_context(self, history: Sequence[ChatMessage]) -> str:
        """Return a shorter history: enough to know the topic."""
        return self._block("topic-for-reference-only", history, _TOPIC_ASKED, _TOPIC_ANSWERED)

    def as_messages(self, history: Sequence[ChatMessage]) -> list[ChatMessage]:
        """Return the messages themselves, for a model that continues them."""
        said = [message for message in history if message.role in ("user", "assistant")]
        return said[-2 * self.max_turns :]

    def _block(self, name: str, history: Sequence[ChatMessage], asked: int, answered: int) -> str:
        lines = (
            f"{message.role}: {_cut(message.content, asked if message.role == 'user' else answered)}"
            for message in self.as_messages(history)
        )
        text = "\n".join(lines)
        return fence(name, text) if text else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}..."
