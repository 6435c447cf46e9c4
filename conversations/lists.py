"""Pages of conversations and of messages, newest first, by keyset; each in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from conversations.django_repository import DjangoConversationRepository
from conversations.models import Conversation, Turn, TurnStatus
from conversations.records import Cursor, MessageRecord
from conversations.selectors import conversations_of, newest_first
from omniforge.errors import NotFound
from omniforge.projects.selectors import standing_changes
from omniforge.tenants.access import Access

PAGE = 50
_PINNED = 200  # more than anybody pins
_SEARCHED = 5_000  # titles, newest first; they are encrypted, so a search opens each


@dataclass(frozen=True, slots=True)
class ConversationItem:
    """A conversation as a list shows it; `running` is the turn that is being answered, if any."""

    id: UUID
    title: str
    updated_at: datetime
    pinned: bool
    archived: bool
    running: UUID | None


@dataclass(frozen=True, slots=True)
class MessageItem:
    """A message as a transcript shows it, with its turn; a user message has the last turn that answers it."""

    message: MessageRecord
    turn: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Page:
    """Some results, and the cursor of the next page, or None at the end."""

    results: Sequence[Any]
    next: str | None


def list_conversations(
    access: Access, *, limit: int = PAGE, cursor: str | None = None, archived: bool = False
) -> Page:
    """Return a page of the user's conversations. The first one begins with those that are pinned.

    Raises InvalidInput for a cursor that is none.
    """
    own = conversations_of(access).filter(archived_at__isnull=not archived)
    before = Cursor.parse(cursor) if cursor else None
    pinned = [] if cursor else _items(own.filter(pinned=True), _PINNED)
    others = _items(newest_first(own.filter(pinned=False), before), limit + 1)
    last = others[limit - 1] if len(others) > limit else None
    return Page([*pinned, *others[:limit]], str(Cursor(last.updated_at, last.id)) if last else None)


def one_conversation(access: Access, conversation_id: UUID) -> ConversationItem:
    """Return one conversation as a list shows it. Raises NotFound."""
    found = _items(conversations_of(access).filter(pk=conversation_id), 1)
    if not found:
        raise NotFound()
    return found[0]


def search_conversations(access: Access, words: str, *, limit: int = PAGE) -> Page:
    """Return the newest conversations, archived ones too, in whose titles all words stand."""
    wanted = words.casefold().split()
    titles = newest_first(conversations_of(access), None).values_list("id", "title")[:_SEARCHED]
    found = [one for one, title in titles if all(word in title.casefold() for word in wanted)]
    return Page(_items(conversations_of(access).filter(pk__in=found[:limit]), limit), None)


def list_messages(
    access: Access, conversation_id: UUID, *, limit: int = PAGE, before: UUID | None = None
) -> Page:
    """Return the newest messages, or those before the message `before`, oldest first. Raises NotFound."""
    repository = DjangoConversationRepository(access)
    records = repository.get_messages(conversation_id, limit + 1, before)
    page = records[-limit:]
    turns = _turns_of(access, conversation_id, page)
    items = [MessageItem(record, turns.get(record.id)) for record in page]
    return Page(items, str(page[0].id) if len(records) > limit else None)


def _items(conversations: QuerySet[Conversation], limit: int) -> list[ConversationItem]:
    running = Turn.objects.filter(conversation=OuterRef("pk"), status=TurnStatus.RUNNING).values("pk")[:1]
    rows = conversations.order_by("-updated_at", "-id").annotate(running=Subquery(running))
    columns = ("id", "title", "updated_at", "pinned", "archived_at", "running")
    return [
        ConversationItem(id, title, updated_at, pinned, archived_at is not None, turn)
        for id, title, updated_at, pinned, archived_at, turn in rows.values_list(*columns)[:limit]
    ]


def _turns_of(
    access: Access, conversation_id: UUID, records: Iterable[MessageRecord]
) -> dict[UUID, dict[str, Any]]:
    ids = [record.id for record in records]
    turns = Turn.objects.filter(
        Q(answer_id__in=ids) | Q(user_message_id__in=ids), conversation_id=conversation_id
    )
    intents = {record.id: record.metadata.get("intent", {}) for record in records}
    standing = Exists(standing_changes(access).filter(turn_id=OuterRef("pk")))
    by_message: dict[UUID, dict[str, Any]] = {}
    for row in turns.order_by("number").values(*_COLUMNS, can_undo=standing):
        answer_id, asked_id = row.pop("answer_id"), row.pop("user_message_id")
        row["receipt_id"] = row.pop("receipt__id")
        row["tokens"] = row["input_tokens"] + row["output_tokens"]
        by_message[asked_id] = row
        by_message[answer_id] = row | {name: intents.get(answer_id, {}).get(name) for name in _OF_INTENT}
    return by_message


_COLUMNS = (
    "id",
    "status",
    "number",
    "answer_id",
    "user_message_id",
    "action_type",
    "confidence",
    "method",
    "agent",
    "model",
    "input_tokens",
    "output_tokens",
    "cost",
    "first_text_ms",
    "duration_ms",
    "error_code",
    "receipt__id",
)
_OF_INTENT = ("reasoning", "is_unsure", "alternative_action", "alternative_confidence")
