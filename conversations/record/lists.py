"""Keyset pages of conversations and messages, newest first, each in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import DateTimeField, Exists, F, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.db.models.lookups import In

from conversations.models import Conversation, MessageRole, Turn, TurnStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.search.titles import find_by_title
from conversations.record.selectors import conversations_by, conversations_of, newest_first
from conversations.record.values import Cursor, MessageRecord
from omniforge.errors import NotFound
from omniforge.projects.selectors import current_changes_by
from omniforge.storage.fields import decrypted
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access

PAGE = 50
_PINNED = 200  # more than anybody pins
_BEGINNING = Cursor(datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))  # before all of them
_OPENED = 5_000  # newest titles, which a search decrypts; older ones are found by the index
_NOT_INDEXED = (
    "Older titles are still being taken into the search index: not all were searched. Try again later."
)


@dataclass(frozen=True, slots=True)
class ConversationItem:
    """A conversation in a list. `running` is its running turn, if any."""

    id: UUID
    title: str
    updated_at: datetime
    pinned: bool
    archived: bool
    running: UUID | None
    model: str = ""


@dataclass(frozen=True, slots=True)
class MessageItem:
    """A message in a transcript, with its turn. A user message has the last turn that answers it."""

    message: MessageRecord
    turn: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Page:
    """Some results, and the cursor of the next page, or None. `note` is about missing results."""

    results: Sequence[Any]
    next: str | None
    note: str = ""


def list_conversations(
    access: Access, *, limit: int = PAGE, cursor: str | None = None, archived: bool = False
) -> Page:
    """Return a page of the user's conversations. The first one begins with the pinned ones.

    Raises InvalidInput for an invalid cursor.
    """
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    before = Cursor.parse(cursor) if cursor else _BEGINNING
    place = {"updated_at": before.updated_at, "id": before.id}
    pinned = [] if cursor else _as_items(_page_of(_PINNED, archived, True)(**own, **place))
    others = _as_items(_page_of(limit + 1, archived, False)(**own, **place))
    last = others[limit - 1] if len(others) > limit else None
    return Page([*pinned, *others[:limit]], str(Cursor(last.updated_at, last.id)) if last else None)


def one_conversation(access: Access, conversation_id: UUID) -> ConversationItem:
    """Return one conversation in the form of a list. Raises NotFound."""
    found = _items(conversations_of(access).filter(pk=conversation_id), 1)
    if not found:
        raise NotFound()
    return found[0]


def search_conversations(access: Access, words: str, *, limit: int = PAGE) -> Page:
    """Return the newest conversations, including archived ones, whose titles contain all words.

    Beyond the newest 5,000 titles, the words have to be prefixes.
    """
    newest = list(_titles(newest_first(conversations_of(access), None))[:_OPENED])
    found, note = _with_words(newest, words), ""
    if len(newest) == _OPENED:
        known, all_known = find_by_title(access, words)
        last = Cursor(newest[-1][1], newest[-1][0])
        found += _with_words(_titles(newest_first(known, last)), words)
        note = "" if all_known else _NOT_INDEXED
    return Page(_items(conversations_of(access).filter(pk__in=found[:limit]), limit), None, note)


_Title = tuple[UUID, datetime, str]


def _titles(conversations: QuerySet[Conversation]) -> QuerySet[Conversation, _Title]:
    """Return ids, times and encrypted titles."""
    return conversations.values_list("id", "updated_at", Cast(F("title"), TextField()))


def _with_words(titles: Iterable[_Title], words: str) -> list[UUID]:
    wanted = words.casefold().split()
    texts = ((one, decrypted(stored, name="Conversation.title").casefold()) for one, _, stored in titles)
    return [one for one, title in texts if all(word in title for word in wanted)]


def list_messages(
    access: Access, conversation_id: UUID, *, limit: int = PAGE, before: UUID | None = None
) -> Page:
    """Return the newest messages, or those before the message `before`, oldest first. Raises NotFound."""
    repository = DjangoConversationRepository(access)
    records = repository.get_messages(conversation_id, limit + 1, before)
    page = records[-limit:]
    turns = _turns_of(access, page)
    items = [MessageItem(record, turns.get(record.id)) for record in page]
    return Page(items, str(page[0].id) if len(records) > limit else None)


@lru_cache(maxsize=16)
def _page_of(limit: int, archived: bool, pinned: bool) -> PreparedRows:
    """Prepare the query of a page, with `tenant_id`, `user_id` and the cursor before it."""
    place = Cursor(Given("updated_at", DateTimeField()), Given("id"))  # type: ignore[arg-type]
    return PreparedRows(
        lambda: _rows(
            newest_first(
                conversations_by(Given("tenant_id"), Given("user_id")).filter(
                    archived_at__isnull=not archived, pinned=pinned
                ),
                place,
            ),
            limit,
        )
    )


def _items(conversations: QuerySet[Conversation], limit: int) -> list[ConversationItem]:
    return _as_items(_rows(conversations.order_by("-updated_at", "-id"), limit))


def _rows(conversations: QuerySet[Conversation], limit: int) -> QuerySet[Conversation, tuple[Any, ...]]:
    running = Turn.objects.filter(conversation=OuterRef("pk"), status=TurnStatus.RUNNING).values("pk")[:1]
    columns = ("id", "title", "updated_at", "pinned", "archived_at", "running", "model")
    return conversations.annotate(running=Subquery(running)).values_list(*columns)[:limit]


def _as_items(rows: Iterable[tuple[Any, ...]]) -> list[ConversationItem]:
    return [
        ConversationItem(id, title, updated_at, pinned, archived_at is not None, turn, model)
        for id, title, updated_at, pinned, archived_at, turn, model in rows
    ]


@lru_cache(maxsize=128)
def _turns_for(number: int) -> PreparedRows:
    """Prepare the query for the turns of `number` questions, given as `question0` and so on."""
    ids = [Given(f"question{place}") for place in range(number)]
    standing = current_changes_by(Given("tenant_id"), Given("user_id")).filter(turn_id=OuterRef("pk"))
    return PreparedRows(
        lambda: (
            Turn.objects.filter(In(F("user_message_id"), ids))
            .order_by("number")
            .annotate(can_undo=Exists(standing))
            .values_list(*_COLUMNS, "can_undo")
        )
    )


def _turns_of(access: Access, records: Sequence[MessageRecord]) -> dict[UUID, dict[str, Any]]:
    """Map messages to their turns. An answer's turn is found by its question."""
    asked = [one.parent_id or one.id if one.role == MessageRole.ASSISTANT else one.id for one in records]
    ids = {f"question{place}": question for place, question in enumerate(asked)}
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    intents = {record.id: record.metadata.get("intent", {}) for record in records}
    by_message: dict[UUID, dict[str, Any]] = {}
    for values in _turns_for(len(ids))(**own, **ids) if ids else ():
        row = dict(zip((*_COLUMNS, "can_undo"), values, strict=True))
        answer_id, asked_id = row.pop("answer_id"), row.pop("user_message_id")
        row["receipt_id"] = row.pop("receipt__id")
        row["tokens"] = row["input_tokens"] + row["output_tokens"]
        by_message[asked_id] = row
        by_message[answer_id] = row | {name: intents.get(answer_id, {}).get(name) for name in OF_INTENT}
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
OF_INTENT = ("reasoning", "is_unsure", "alternative_action", "alternative_confidence")
