"""Searches in the configured database, after filling it with a large workspace: called by bench.search."""

import os
import sys
import time
from collections.abc import Callable
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from django.db import connection  # noqa: E402  (Django must be set up first)

from bench.processor_time import repeat, row  # noqa: E402
from bench.workspace import Words, make_workspace  # noqa: E402
from omniforge.llm import local  # noqa: E402
from omniforge.projects.search import search  # noqa: E402
from omniforge.projects.search.indexing import reindex  # noqa: E402
from omniforge.tenants.access import Access  # noqa: E402

_EACH = 200  # searches of each kind
_INDEX_SIZE = {
    "sqlite": "SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'projects_passage_words%'",
    "postgresql": """
        SELECT pg_relation_size('passages_by_word') + sum(pg_column_size(terms)) FROM projects_passage""",
}
Ask = Callable[[], tuple[list[str], UUID | None]]


def main(passages: int) -> None:
    """Fill, index, search, and print a row of the report for each kind of search, and one for the index."""
    words = Words(seed=1)
    access, projects = make_workspace(words, passages)
    began = time.perf_counter()
    documents = sum(1 for _ in reindex())
    each = (time.perf_counter() - began) / documents * 1000
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")  # as autovacuum does sooner or later
        cursor.execute(_INDEX_SIZE[connection.vendor])
        size = int(cursor.fetchone()[0]) / 1e6
    kinds: dict[str, Ask] = {
        "two rare words": lambda: (words.ranked(2_000, 40_000, 2), None),
        "a sentence of 12 words": lambda: (words.some(12), None),
        "three of the 20 commonest words": lambda: (words.ranked(0, 20, 3), None),
        "60 words": lambda: (words.some(60), None),
        "a sentence, in one of 100 projects": lambda: (words.some(12), projects[7].pk),
    }
    for kind, ask in kinds.items():
        row(kind, repeat(lambda: _search(access, *ask()), _EACH))  # noqa: B023  (called at once)
    embeddings(words)
    print(
        f"| {connection.vendor} | index: {size:.0f} MB | {each:.1f} ms a document of 10 passages | |",
        flush=True,
    )


def embeddings(words: Words) -> None:
    """Print a row for a query and one for a passage, if the local model is installed."""
    if not local.is_installed():
        return
    local.embed_now(["the first call loads the model"])
    for kind, count, as_query in (
        ("a query embedded here", 8, True),
        ("a passage embedded here", 160, False),
    ):
        row(kind, repeat(lambda: local.embed_now([" ".join(words.some(count))], as_query), 50))  # noqa: B023


def _search(access: Access, words: list[str], project_id: UUID | None) -> None:
    """Search, including snippets."""
    search(access, " ".join(words), project_id=project_id)


if __name__ == "__main__":
    main(int(sys.argv[1]))
