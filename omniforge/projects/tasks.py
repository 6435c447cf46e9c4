"""Background work by the clock. Each task is an interface: its work is a function that may run again."""

from celery import shared_task

from omniforge.projects import retention
from omniforge.projects.search import embedding, indexing


@shared_task
def repair_search_index() -> None:
    """Index what a killed process has left out."""
    indexing.repair()


@shared_task
def embed_passages() -> None:
    """Make vectors of the passages of projects that want them."""
    embedding.embed_waiting()


@shared_task
def purge_trash() -> None:
    """Erase what has lain in the trash for as long as its tenant keeps it."""
    retention.purge_trash()
