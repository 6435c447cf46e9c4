"""Queries for a workspace's sources."""

from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import QuerySet

from agents.definitions.selectors import get_row, place_of
from agents.models import Source
from agents.tools.sources.kinds import kind_of
from omniforge.errors import NotFound
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.storage.together import Question
from omniforge.tenants.access import Access

_names = PreparedRows(
    lambda: Source.objects.filter(tenant_id=Given("tenant_id")).order_by("slug").values_list("slug", "kind")
)


def find_sources(access: Access) -> QuerySet[Source]:
    """Return the workspace's sources, sorted by name."""
    return Source.objects.filter(tenant_id=access.tenant_id).order_by("slug")


def query_sources(access: Access) -> Question[list[tuple[str, str]]]:
    """Ask for the (name, kind) pairs of the workspace's sources, sorted."""
    return Question(_names, lambda rows: [(slug, kind) for slug, kind in rows], tenant_id=access.tenant_id)


def list_source_names(access: Access) -> list[tuple[str, str]]:
    """Return the (name, kind) pairs of the workspace's sources, sorted."""
    return query_sources(access).answer


def get_source(access: Access, source: str) -> Source:
    """Return a source by its name or id. Raises NotFound, which lists those that exist."""
    try:
        return get_row(find_sources(access), source)
    except NotFound as error:
        raise NotFound(_which([slug for slug, _ in list_source_names(access)])) from error


def source_at(access: Access, url: str) -> Source | None:
    """Return the source with this address. Addresses are encrypted, so it decrypts each, and nothing else."""
    wanted, reached = url.strip().rstrip("/"), find_sources(access).values_list("pk", "settings")
    there = (pk for pk, said in reached if str(said.get("url", "")).rstrip("/") == wanted)
    pk = next(there, None)
    return find_sources(access).get(pk=pk) if pk else None


def describe_location(source: Source) -> str:
    """Return a source's location, without secrets."""
    return kind_of(source.kind).where(source.settings)


def host_of(source: Source) -> str:
    """Return a source's host, empty for sources kept here."""
    place = place_of(source)
    return urlsplit(place).hostname or place


def may_remove(access: Access, source: Source) -> bool:
    """Return whether a person may remove a source: administrators and whoever added it may."""
    return access.is_administrator or source.added_by_id == access.user_id


def _which(names: list[str]) -> str:
    if not names:
        return "This workspace has no source yet. Add one in Settings > Connections."
    return f"There is no such source here. Those that are: {', '.join(names)}."


class ShownSource(NamedTuple):
    """A source as a list shows it."""

    source: Source
    kind: str
    where: str
    removable: bool


def shown_sources(access: Access) -> list[ShownSource]:
    """Return the workspace's sources for a list."""
    return [
        ShownSource(one, kind_of(one.kind).label, describe_location(one), may_remove(access, one))
        for one in find_sources(access)
    ]
