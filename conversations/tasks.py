"""Background work by the clock. Each task is an interface: its work is a function that may run again."""

from celery import shared_task
from django.utils import timezone

from conversations.record import retention
from conversations.record.search import indexing
from conversations.schedules import scheduling
from conversations.turns.spool import store as spool

_SECONDS = 15.0  # of indexing at once: the clock comes again


@shared_task
def drain_spool() -> None:
    """Store turns that could not be stored before."""
    spool.drain()


@shared_task
def index_said() -> None:
    """Bring what was said since into the search index, and what was said before there was one."""
    sum(indexing.index_waiting(_SECONDS))


@shared_task
def purge_expired() -> None:
    """Erase conversations whose retention has ended."""
    retention.purge_expired()


@shared_task
def run_due() -> None:
    """Start the agents whose time has come."""
    scheduling.run_due(timezone.now())
