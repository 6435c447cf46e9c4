"""History as exchanges: a user's message with its answers, in the form for a model."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from agents.context.history import CUT
from conversations.models import MessageRole, MessageStatus
from conversations.record.values import MessageRecord
from omniforge.llm.tokens import count
from omniforge.llm.tokens.truncation import trim

_WORD = re.compile(r"\w{4,}")
_READ = 200  # characters of a message that determine its topic


@dataclass(frozen=True, slots=True)
class SizedMessage:
    """One message as sent to a model, and its size in tokens."""

    role: MessageRole
    text: str
    tokens: int
    sequence: int
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def trimmed(self, limit: int) -> "SizedMessage":
        """Return it cut to at most `limit` tokens, 16 or more, if it is longer."""
        if self.tokens <= limit:
            return self
        text = trim(self.text, limit)
        return replace(self, text=text, tokens=count(text))


@dataclass(frozen=True, slots=True)
class Exchange:
    """The messages from one user message to the next."""

    said: tuple[SizedMessage, ...]

    @property
    def tokens(self) -> int:
        return sum(one.tokens for one in self.said)

    def words(self) -> frozenset[str]:
        """Return the words that identify its topic. Short ones are ignored."""
        return frozenset().union(*(words_of(one.text) for one in self.said))

    def without(self, said: SizedMessage) -> "Exchange":
        """Return it without one of its messages."""
        return Exchange(tuple(one for one in self.said if one is not said)) if said in self.said else self

    def routing(self) -> str:
        """Return a summary of its action, like '[turn 3: create_agent → notion-reporter]', or nothing."""
        for answer in reversed(self.said):
            if action := answer.metadata.get("intent", {}).get("action_type"):
                agent = _agent_of(answer.metadata)
                # A turn's answer has the second of the turn's two numbers.
                return f"[turn {answer.sequence // 2}: {action}{f' → {agent}' if agent else ''}]"
        return ""


def words_of(text: str) -> frozenset[str]:
    """Return the longer words of a text's beginning, in lower case."""
    return _words_of(text[:_READ])


@lru_cache(maxsize=1024)  # each turn repeats the calls of earlier turns
def _words_of(beginning: str) -> frozenset[str]:
    return frozenset(_WORD.findall(beginning.casefold()))


def exchanges_of(messages: Iterable[MessageRecord]) -> list[Exchange]:
    """Group messages, oldest first, by their user message. Superseded ones are omitted."""
    groups: list[list[SizedMessage]] = []
    group_of: dict[UUID, list[SizedMessage]] = {}
    for message in messages:
        if message.status == MessageStatus.SUPERSEDED or not message.content:
            continue
        group = group_of.get(message.parent_id) if message.parent_id else None
        if group is None and (message.role == MessageRole.USER or not groups):
            groups.append(group := [])
        group = groups[-1] if group is None else group
        group_of[message.id] = group
        group.append(_said(message))
    return [Exchange(tuple(group)) for group in groups]


def _said(message: MessageRecord) -> SizedMessage:
    if message.status == MessageStatus.PARTIAL:
        text = message.content + CUT
        return SizedMessage(message.role, text, count(text), message.sequence, message.metadata)
    tokens = message.token_count or count(message.content)
    return SizedMessage(message.role, message.content, tokens, message.sequence, message.metadata)


def _agent_of(metadata: Mapping[str, Any]) -> str:
    operations: Sequence[Mapping[str, Any]] = metadata.get("operations", ())
    touched = operations[-1]["entity_name"] if operations else ""
    return str(metadata["intent"].get("target_agent") or touched)
