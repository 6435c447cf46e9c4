"""Passages for an answer, by words and by meaning: the one way for the chat, the tools and the API."""

from collections.abc import Iterable
from uuid import UUID

from omniforge.llm import Models
from omniforge.projects.kinds import Kind
from omniforge.projects.search.finding import passages_for
from omniforge.projects.search.hits import Hits
from omniforge.projects.search.meaning import meaning_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

PASSAGES = 8


async def retrieve(
    models: Models,
    access: Access,
    query: str,
    *,
    project_id: UUID | None = None,
    kinds: Iterable[Kind] = (),
    limit: int = PASSAGES,
) -> Hits:
    """Return the passages that answer `query`, also several of one document, with path, date and neighbours.

    What the model of the role `embed` took is noted in `models.calls`.
    """
    meaning = await meaning_of(models, access, query, project_id)
    return await in_database(
        passages_for, access, query, project_id=project_id, kinds=kinds, limit=limit, meaning=meaning
    )
