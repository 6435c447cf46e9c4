"""A search as pages and programs ask for it: by words, and where a project allows it by meaning too."""

from collections.abc import Iterable
from uuid import UUID

from asgiref.sync import async_to_sync

from omniforge.projects.kinds import Kind
from omniforge.projects.search.finding import search
from omniforge.projects.search.hits import Hits
from omniforge.projects.search.meaning import meaning_of
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choosing import models_of
from omniforge.tenants.usage import record_calls

LONGEST_QUERY = 1_000  # characters


def find(
    access: Access,
    query: str,
    *,
    project_id: UUID | None = None,
    kinds: Iterable[Kind] = (),
    limit: int = 10,
) -> Hits:
    """Return what `search` finds for a person, who is charged for asking a model what the query means."""
    models = models_of(access.tenant_id)
    meaning = async_to_sync(meaning_of)(models, access, query, project_id)
    record_calls(access=access, turn_id=None, calls=models.calls)
    return search(access, query, project_id=project_id, kinds=kinds, limit=limit, meaning=meaning)
