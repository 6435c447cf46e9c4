"""Search by words, and by meaning if a project allows it: for objects, and for passages of answers."""

from collections.abc import Iterable
from uuid import UUID

from asgiref.sync import async_to_sync

from omniforge.llm import Models
from omniforge.projects.kinds import Kind
from omniforge.projects.search.area import Area
from omniforge.projects.search.hits import Hits
from omniforge.projects.search.meaning import LEAST, embedding_model, is_local, meaning_of, where_allowed
from omniforge.projects.search.queries import passages_for, search
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import models_of
from omniforge.tenants.usage import record_calls

LONGEST_QUERY = 1_000  # characters
PASSAGES = 8


def search_as_person(
    access: Access,
    query: str,
    *,
    project_id: UUID | None = None,
    kinds: Iterable[Kind] = (),
    limit: int = 10,
) -> Hits:
    """Run `search` for a person. Embedding the query is charged to them."""
    models = models_of(access.tenant_id)
    meaning = async_to_sync(meaning_of)(models, access, query, project_id)
    record_calls(access=access, turn_id=None, calls=models.calls)
    hits = search(access, query, project_id=project_id, kinds=kinds, limit=limit, meaning=meaning)
    if is_local(meaning.model):  # its vectors rank everything, including unrelated passages
        hits[:] = [hit for hit in hits if hit.has_words or hit.closeness >= LEAST]
    return hits


async def retrieve(
    models: Models,
    access: Access,
    query: str,
    *,
    project_id: UUID | None = None,
    limit: int = PASSAGES,
) -> Hits:
    """Return the passages that answer `query`, possibly several of one document, with path, date, neighbours.

    The call of the `embed` model is recorded in `models.calls`.
    """
    meaning = await meaning_of(models, access, query, project_id)
    return await in_database(passages_for, access, query, project_id=project_id, limit=limit, meaning=meaning)


def count_unread(models: Models, access: Access, project_id: UUID | None = None) -> int:
    """Return how many documents wait for vectors, without which a search finds less of them."""
    if not (model := embedding_model(models)):
        return 0
    passages = Area(access, project_id, (Kind.DOCUMENT,)).passages().filter(where_allowed(model, "project__"))
    return passages.exclude(embedded_by=model).values("entity_id").distinct().count()
