"""What a person wrote in a span of time, by conversation, for agents."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from agents.context.recall import Asked
from conversations.memory.scan import messages_of_person
from conversations.models import MessageRole
from omniforge.redaction import redact
from omniforge.tenants.access import Access

_MOST = 300  # messages, the newest
_SHOWN = 200  # characters of each


def asked(access: Access, besides: UUID | None, since: datetime, until: datetime) -> Sequence[Asked]:
    """Return the person's conversations with what they wrote in them from `since` to before `until`.

    The newest comes first. `besides` is excluded: the message that asks.
    """
    written = messages_of_person(access, besides).filter(
        role=MessageRole.USER,
        conversation__updated_at__gte=since,
        created_at__gte=since,
        created_at__lt=until,
    )
    found: dict[UUID, Asked] = {}
    for message in written.select_related("conversation").order_by("-created_at", "-pk")[:_MOST]:
        new = Asked(message.conversation_id, message.conversation.title, message.created_at)
        one = found.setdefault(message.conversation_id, new)
        one.words.insert(0, redact(_in_short(message.content)))
    return list(found.values())


def _in_short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
