"""Things to be found."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.search import Hit
from omniforge.projects.search.indexing import index_changes
from omniforge.projects.services import DocumentService, EntityService
from omniforge.projects.signals import changed
from omniforge.tenants.access import Access

_TOKENS = {
    "sqlite": "SELECT rowid, heading || ' ' || words || ' ' || scope FROM projects_passage_words",
    "postgresql": """
        SELECT id, string_agg(lexeme, ' ' ORDER BY position)
        FROM projects_passage, unnest(terms) AS term (lexeme, positions, weights), unnest(positions) position
        GROUP BY id""",
}


def write(access: Access, project: Project, title: str, content: str) -> Document:
    return DocumentService(access).create(project.pk, title=title, content=content).row


def task(access: Access, project: Project, title: str) -> Entity:
    return EntityService(access, Kind.TASK).create(project.pk, title=title).row


def titles(hits: Iterable[Hit]) -> list[str]:
    return [hit.title for hit in hits]


@contextmanager
def deaf_index() -> Iterator[None]:
    """Skip indexing, as if the process were killed right after the commit."""
    changed.disconnect(dispatch_uid="search-index")
    try:
        yield
    finally:
        changed.connect(index_changes, dispatch_uid="search-index")


def lying_in_the_index() -> dict[int, list[str]]:
    """Return the tokens of each passage as they lie in the database, in their order."""
    with connection.cursor() as cursor:
        cursor.execute(_TOKENS[connection.vendor])
        return {passage: tokens.split() for passage, tokens in cursor.fetchall()}
