"""Messages of a conversation, as its record gives them."""

from uuid import uuid4

from conversations.models import MessageRole
from conversations.record.values import MessageRecord
from omniforge.llm.tokens import count

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT
CONVERSATION = uuid4()


def message(role, content, sequence, **fields):
    tokens = fields.pop("token_count", None)
    tokens = count(content) if tokens is None else tokens
    return MessageRecord(uuid4(), CONVERSATION, sequence, role, content, token_count=tokens, **fields)


def words(number, word="word"):
    return " ".join([word] * number)


def talk(*contents, **fields):
    """A conversation in which user and assistant take turns."""
    roles = (USER, ASSISTANT)
    return [message(roles[n % 2], content, n + 1, **fields) for n, content in enumerate(contents)]


def contents(window):
    return [one.content for one in window.messages]
