"""Queries of the blind index of a person's messages and titles."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from conversations.models import SearchEntry
from omniforge.projects.search.blinders import Blinder, find_blinder
from omniforge.storage.blind_index import Index, Part, Question, Shape, index_of
from omniforge.tenants.access import Access

_ENTRIES = Shape("conversations_searchentry", (Part("words"),))


def index() -> Index:
    """Return the index of all people's entries."""
    return index_of(_ENTRIES)


def own_blinder(blinder: Blinder, user_id: UUID) -> Blinder:
    """Return a person's own blinder in a tenant: no two people have a token in common."""
    return blinder.of(f"talk:{user_id}")


def blinder_for(access: Access) -> Blinder | None:
    """Return the person's blinder, or None if nothing of the tenant was ever indexed."""
    blinder = find_blinder(access.tenant_id)
    return own_blinder(blinder, access.user_id) if blinder else None


def entries_of(access: Access) -> QuerySet[SearchEntry]:
    """Return the person's entries in their tenant. All reads start from this."""
    return SearchEntry.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)


def newest_with(access: Access, tokens: Sequence[str], limit: int) -> list[int]:
    """Return the person's newest entries that have all of the tokens."""
    owner = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    first, *others = tokens
    return index().newest(Question(owner, [first], [[token] for token in others]), limit)
