"""Searches in a long history, in the configured database: called by `python -m bench.search recalls`."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402  (Django must be set up first)
from django.utils import timezone  # noqa: E402

from bench.load import timed  # noqa: E402
from bench.processor_time import Spent, measure, postgres_pid, repeat, row  # noqa: E402
from bench.workspace import Words  # noqa: E402
from conversations.memory.recall import Recall  # noqa: E402
from conversations.models import Conversation, Message, MessageRole  # noqa: E402
from conversations.record.lists import search_conversations  # noqa: E402
from conversations.record.search.indexing import index_waiting  # noqa: E402
from omniforge.storage.prepared import insert  # noqa: E402
from omniforge.tenants.access import Access  # noqa: E402
from omniforge.tenants.models import Membership, Role, Tenant, User  # noqa: E402

_EACH = 100  # searches of each kind
_TALK = 20  # messages per conversation
_SIZE = {
    "sqlite": "SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%conversations_searchentry%'",
    "postgresql": "SELECT pg_total_relation_size('conversations_searchentry')",
}
_SIZE_OF_ALL = {
    "sqlite": "SELECT sum(pgsize) FROM dbstat",
    "postgresql": "SELECT pg_database_size(current_database())",
}
_TRIGGER_OFF = {
    "sqlite": "DROP TRIGGER conversations_said",
    "postgresql": "DROP TRIGGER conversations_said ON conversations_message",
}


def main(messages: int) -> None:
    """Fill, index, search, and print a row for each kind of search, then the costs."""
    postgres_pid()  # asked for here, as the searches run in an event loop
    words = Words(seed=1)
    access = _make(words, messages)
    began = time.perf_counter()
    indexed = sum(index_waiting())
    each = (time.perf_counter() - began) / indexed * 1000
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    kinds: dict[str, Callable[[], list[str]]] = {
        "two rare words": lambda: words.ranked(2_000, 20_000, 2),
        "one of the 20 commonest words": lambda: words.ranked(0, 20, 1),
        "three of the 20 commonest words": lambda: words.ranked(0, 20, 3),
        "a sentence of 12 words": lambda: words.some(12),
    }
    for kind, ask in kinds.items():
        row(kind, asyncio.run(_recalls(access, ask, _EACH)))
    row("a word that was never said", asyncio.run(_recalls(access, lambda: ["quicunque"], 5)))
    titles = repeat(lambda: search_conversations(access, " ".join(words.some(2))), _EACH)
    row(f"two words in {messages // _TALK:,} titles", titles)
    size, whole = (_number(sizes[connection.vendor]) / 1e6 for sizes in (_SIZE, _SIZE_OF_ALL))
    with_it, without = _insertion(access, trigger=True), _insertion(access, trigger=False)
    print(
        f"{connection.vendor}: the index {size:.0f} MB of {whole:.0f} MB; {each:.2f} ms to index a message;"
    )
    print(f"to store a message {with_it:.3f} ms, without the index {without:.3f} ms", flush=True)


def _make(words: Words, messages: int) -> Access:
    tenant = Tenant.objects.create(slug="bench", name="Bench")
    user = User.objects.create_user("owner@example.org", None)
    Membership.objects.create(tenant=tenant, user=user, role=Role.OWNER)
    now = timezone.now()
    for number in range(messages // _TALK):
        at = now - timedelta(hours=messages // _TALK - number)
        talk = Conversation.objects.create(
            tenant=tenant, user=user, title=" ".join(words.some(5)), updated_at=at
        )
        Message.objects.bulk_create(
            Message(
                conversation=talk,
                sequence=place,
                role=MessageRole.USER if place % 2 else MessageRole.ASSISTANT,
                content=" ".join(words.some(12 if place % 2 else 80)),
                created_at=at,
            )
            for place in range(1, _TALK + 1)
        )
    return Access(tenant.pk, user.pk, Role.OWNER)


async def _recalls(access: Access, ask: Callable[[], list[str]], times: int) -> list[Spent]:
    taken = list[Spent]()
    for _ in range(times):
        words = " ".join(ask())
        with measure(taken):
            await Recall(access).search(words, 12)
    return taken


def _insertion(access: Access, *, trigger: bool) -> float:
    """Return the milliseconds to insert a message, without the commit."""
    talk = Conversation.objects.filter(user_id=access.user_id).first()
    rows = [
        Message(conversation=talk, sequence=place, role=MessageRole.USER, content="x")
        for place in range(1_000, 3_000)
    ]
    with transaction.atomic():
        if not trigger:
            with connection.cursor() as cursor:
                cursor.execute(_TRIGGER_OFF[connection.vendor])
        taken = timed(lambda: [insert(row) for row in rows]) / len(rows)
        transaction.set_rollback(True)
    return taken


def _number(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main(int(sys.argv[1]))
