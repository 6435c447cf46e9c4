"""The periodic queries of each web process cost the same, however many messages are stored."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.turns.abandoned import abandoned_turns
from conversations.turns.claims import conversations_waiting
from conversations.turns.waiting_turns import waiting_turns

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("looks", "index"),
    [
        (conversations_waiting, "turns_queued"),
        (abandoned_turns, "one_running_turn"),
        (waiting_turns, "turns_queued"),
    ],
)
def test_turns_that_have_ended_are_not_looked_through(looks: Callable[[], object], index: str):
    with CaptureQueriesContext(connection) as asked:
        looks()
    assert index in plan_of(asked[0]["sql"])


def plan_of(query: str) -> str:
    """Return how the database goes about a query, as it would with a large table."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        cursor.execute(f"{explain} {query}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())
