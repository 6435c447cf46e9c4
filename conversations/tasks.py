"""Scheduled tasks. Each only calls a function, which may safely run again."""

from celery import shared_task
from django.utils import timezone

from conversations.record import retention
from conversations.record.search import indexing
from conversations.schedules import due_runs
from conversations.turns.spool import store as spool

_SECONDS = 15.0  # of indexing per run


@shared_task
def drain_spool() -> None:
    """Store spooled turns."""
    spool.drain()


@shared_task
def index_said() -> None:
    """Index new messages, and older ones from before the index existed."""
    sum(indexing.index_waiting(_SECONDS))


@shared_task
def purge_expired() -> None:
    """Erase conversations whose retention has ended."""
    retention.purge_expired()


@shared_task
def run_due() -> None:
    """Start the agents that are due."""
    due_runs.run_due(timezone.now())
