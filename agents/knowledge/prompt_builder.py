"""Builds prompts from pieces, so that each step of an answer only adds its own (seed 004)."""

from collections.abc import Sequence
from typing import Self

from agents.context.prompts import fence
from agents.knowledge.recent_turns import ConversationFormatter
from omniforge.llm.types import ChatMessage
from omniforge.projects.search import Hit


class PromptBuilder:
    """Collects the parts of a prompt in order. Empty ones are skipped. All data is fenced."""

    def __init__(self, system: str) -> None:
        self._system = system
        self._parts: list[str] = []

    def with_blocks(self, blocks: Sequence[str]) -> Self:
        """Add blocks that are already fenced: preferences, scope, state."""
        return self._add("\n\n".join(blocks))

    def with_notes(self, history: Sequence[ChatMessage]) -> Self:
        """Add the window's notes on earlier turns, such as their summary."""
        notes = [message.content for message in history if message.role == "system"]
        return self.with_data("earlier-in-this-conversation", "\n\n".join(notes))

    def with_conversation(self, formatter: ConversationFormatter, history: Sequence[ChatMessage]) -> Self:
        """Add the conversation so far."""
        return self._add(formatter.format_for_prompt(history))

    def with_topic(self, formatter: ConversationFormatter, history: Sequence[ChatMessage]) -> Self:
        """Add the topic of the talk, for reference only."""
        return self._add(formatter.format_as_topic_context(history))

    def with_retrieval_context(self, passages: Sequence[Hit]) -> Self:
        """Add passages, numbered from 1 for citations."""
        return self._add("\n\n".join(_numbered(number, hit) for number, hit in enumerate(passages, 1)))

    def with_data(self, name: str, text: str) -> Self:
        """Add any other data under a name."""
        return self._add(fence(name, text) if text else "")

    def with_query(self, query: str) -> Self:
        """Add the current question."""
        return self._add(fence("question", query))

    def with_note(self, note: str) -> Self:
        """Add a note of our own."""
        return self._add(f"Note: {note}" if note else "")

    def build(self) -> list[ChatMessage]:
        """Return the prompt: the system message, and all else in one user message."""
        return [ChatMessage("system", self._system), ChatMessage("user", "\n\n".join(self._parts))]

    def _add(self, part: str) -> Self:
        if part:
            self._parts.append(part)
        return self


def _numbered(number: int, hit: Hit) -> str:
    heading = f", section {hit.heading}" if hit.heading else ""
    path = f" ({' › '.join(hit.path[:-1])})" if len(hit.path) > 1 else ""
    changed = f", changed {hit.changed_at:%Y-%m-%d}" if hit.changed_at else ""
    around = "\n".join(part for part in (hit.before, hit.text, hit.after) if part)
    return fence("passage", f"[{number}] {hit.title}{heading}{path}{changed}\n{around}")
