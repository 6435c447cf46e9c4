"""The blind index: one interface over the databases' full-text search."""

from django.db import connection

from omniforge.storage.blind_index.interface import CANDIDATES, Entry, Index, Part, Question, Ranked, Shape
from omniforge.storage.blind_index.postgres import PostgresIndex
from omniforge.storage.blind_index.sqlite import SqliteIndex

__all__ = ["CANDIDATES", "Entry", "Index", "Part", "Question", "Ranked", "Shape", "index_of"]


def index_of(shape: Shape) -> Index:
    """Return the index of a table, in the database in use."""
    return PostgresIndex(shape) if connection.vendor == "postgresql" else SqliteIndex(shape)
