"""Exports a conversation as Markdown, or as JSON with all stored data, streamed page by page."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson
from django.utils import timezone
from django.utils.text import slugify

from conversations.models import Conversation, Message, MessageRole, MessageStatus
from conversations.record.lists import ConversationItem, one_conversation
from conversations.record.selectors import messages_of
from omniforge.storage.database import in_database_low_priority
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.selectors import zone_of

_PAGE = 100  # messages
_AT = "%d %B %Y, %H:%M %Z"


class Form(StrEnum):
    """The format of an export."""

    MARKDOWN = "markdown"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Export:
    """A streamed file: its name, its media type, and its chunks."""

    name: str
    media_type: str
    pieces: AsyncGenerator[bytes, None]


def export_conversation(access: Access, conversation_id: UUID, form: Form) -> Export:
    """Export one of the person's conversations, and audit that. Raises NotFound."""
    conversation = one_conversation(access, conversation_id)
    taken = Conversation(pk=conversation.id)
    audit.record(access=access, action="conversation.exported", target=taken, reason=f"as {form}")
    name = slugify(conversation.title) or "chat"
    if form is Form.JSON:
        return Export(f"{name}.json", "application/json", _json(access, conversation))
    return Export(
        f"{name}.md",
        "text/markdown; charset=utf-8",
        _markdown(access, conversation, zone_of(access.tenant_id)),
    )


async def _markdown(
    access: Access, conversation: ConversationItem, zone: ZoneInfo
) -> AsyncGenerator[bytes, None]:
    yield f"# {conversation.title}\n\nExported on {timezone.now().astimezone(zone):{_AT}}\n".encode()
    async for page in _pages(access, conversation.id):
        standing = [one for one in page if one.status != MessageStatus.SUPERSEDED]
        yield "".join(_section(one, zone) for one in standing).encode()


def _section(message: Message, zone: ZoneInfo) -> str:
    """Return one message under a heading with its author and time."""
    who = "You" if message.role == MessageRole.USER else "OmniForge"
    files = [*message.metadata.get("attachments", ()), *message.metadata.get("files", ())]
    parts = [
        f"\n## {who}, {message.created_at.astimezone(zone):{_AT}}",
        message.content,
        "(interrupted)" if message.status == MessageStatus.PARTIAL else "",
        f"Files: {', '.join(file['name'] for file in files)}" if files else "",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


async def _json(access: Access, conversation: ConversationItem) -> AsyncGenerator[bytes, None]:
    head = {"id": conversation.id, "title": conversation.title, "exported_at": timezone.now()}
    yield orjson.dumps(head)[:-1] + b',"messages":['
    between = b""
    async for page in _pages(access, conversation.id):
        yield between + b",".join(orjson.dumps(_kept(message)) for message in page)
        between = b","
    yield b"]}"


def _kept(message: Message) -> dict[str, Any]:
    names = ("id", "parent_id", "sequence", "role", "status", "created_at", "content", "metadata")
    return {name: getattr(message, name) for name in names}


async def _pages(access: Access, conversation_id: UUID) -> AsyncGenerator[Sequence[Message], None]:
    """Yield the messages, oldest first, letting other database work in between pages."""
    after = 0
    while page := await in_database_low_priority(_page, access, conversation_id, after):
        yield page
        after = page[-1].sequence


def _page(access: Access, conversation_id: UUID, after: int) -> list[Message]:
    return list(messages_of(access, conversation_id, sequence__gt=after).order_by("sequence")[:_PAGE])
