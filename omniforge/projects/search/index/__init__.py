"""The index of blind words: one interface over what each database has for full text."""

from django.db import connection

from omniforge.projects.search.index.interface import (
    CANDIDATES,
    Entry,
    Index,
    Question,
    Ranked,
    kind_token,
    project_token,
)
from omniforge.projects.search.index.postgres import PostgresIndex
from omniforge.projects.search.index.sqlite import SqliteIndex

__all__ = ["CANDIDATES", "Entry", "Index", "Question", "Ranked", "index", "kind_token", "project_token"]

_SQLITE, _POSTGRES = SqliteIndex(), PostgresIndex()


def index() -> Index:
    """Return the index of the database in use."""
    return _POSTGRES if connection.vendor == "postgresql" else _SQLITE
