"""Searching in what was said, and the index that it goes by."""

from functools import partial

from django.db import connection

from conversations.memory.recall import Recall
from conversations.record.search.indexing import index_waiting
from omniforge.tenants.access import Access

patient = partial(Recall, most_seconds=600)  # how far it comes is not to depend on who else works here
_HELD = {
    "sqlite": "SELECT words FROM conversations_searchentry_words ORDER BY words",
    "postgresql": """
        SELECT array_to_string(tsvector_to_array(terms), ' ') FROM conversations_searchentry
        WHERE terms IS NOT NULL ORDER BY 1""",
}


async def found(access: Access, words: str, limit: int = 5) -> list[str]:
    return [one.snippet for one in (await patient(access).search(words, limit)).found]


def index_said() -> None:
    """Bring all that was said into the index."""
    for _ in index_waiting():
        pass


def tokens() -> list[str]:
    """Return what the index holds, by row."""
    with connection.cursor() as cursor:
        cursor.execute(_HELD[connection.vendor])
        return [words for (words,) in cursor.fetchall()]
