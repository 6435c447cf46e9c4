"""Scheduled tasks. Each only calls a function, which may safely run again."""

from celery import shared_task

from omniforge.projects import retention
from omniforge.projects.search import embedding, indexing


@shared_task
def repair_search_index() -> None:
    """Index objects that a killed process has missed."""
    indexing.repair()


@shared_task
def embed_passages() -> None:
    """Embed the passages of projects that enable it."""
    embedding.embed_waiting()


@shared_task
def purge_trash() -> None:
    """Erase trash past its tenant's retention period."""
    retention.purge_trash()
