"""Queries for a workspace's servers."""

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext

from agents.definitions.selectors import get_row
from agents.models import McpGrant, McpServer, SignIn
from agents.tools.mcp.connection_state import Standing, grants_of, server_state
from agents.tools.mcp.directory import known_servers
from omniforge.errors import NotFound
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.storage.together import Question
from omniforge.tenants.access import Access


class OfferedServer(NamedTuple):
    """An enabled server with its listed tools."""

    id: UUID
    slug: str
    name: str
    tools: list[dict[str, Any]]
    read_only: list[str]
    known: str

    @property
    def title(self) -> str:
        """Return the name that people see."""
        return self.name or self.slug

    def names(self) -> Iterable[str]:
        """Return all names that people may use: its own, and those of the systems it reaches."""
        entry = known_servers().get(self.known)
        return dict.fromkeys((self.slug, self.title, *((entry.name, *entry.covers) if entry else ())))


_offered = PreparedRows(
    lambda: (
        McpServer.objects.filter(tenant_id=Given("tenant_id"), enabled=True)
        .order_by("slug")
        .values_list("id", "slug", "name", "tools", "read_only", "known")
    )
)


def find_servers(access: Access) -> QuerySet[McpServer]:
    """Return the workspace's servers by name. Raises NotAllowed except for owners and admins."""
    access.require_administrator()
    return McpServer.objects.filter(tenant_id=access.tenant_id).order_by("slug")


def get_server(access: Access, server: str) -> McpServer:
    """Return a server by its name or id. Raises NotFound, and NotAllowed as `find_servers` does."""
    return get_row(find_servers(access), server)


def query_servers(access: Access) -> Question[list[OfferedServer]]:
    """Ask for the servers whose tools the workspace's agents may use, sorted by name."""
    return Question(_offered, lambda rows: [OfferedServer(*row) for row in rows], tenant_id=access.tenant_id)


def offered_servers(access: Access) -> list[OfferedServer]:
    """Return the servers whose tools the workspace's agents may use, sorted by name."""
    return query_servers(access).answer


def list_servers(access: Access) -> QuerySet[McpServer]:
    """Return the servers that a person sees: all for owners and admins, enabled ones for others."""
    if access.is_administrator:
        return find_servers(access)
    enabled = McpServer.objects.filter(tenant_id=access.tenant_id, enabled=True)
    return enabled.defer("settings", "registration").order_by("slug")


def list_server_states(access: Access) -> list[tuple[McpServer, Standing, McpGrant | None]]:
    """Return the servers that a person sees, with their standing and sign-in for them, in 2 queries."""
    servers = list(list_servers(access))
    grants = grants_of(access, servers)
    return [(one, server_state(one, grants.get(one.pk)), grants.get(one.pk)) for one in servers]


def usable_server(access: Access, server: str) -> McpServer:
    """Return a server by its name or id: any for owners and admins, an enabled one for others.

    Raises NotFound.
    """
    rows = McpServer.objects.filter(tenant_id=access.tenant_id)
    return get_row(rows if access.is_administrator else rows.filter(enabled=True), server)


def callable_server(access: Access, server_id: UUID) -> McpServer:
    """Return the server's current row. Raises NotFound if it was disabled or removed."""
    server = McpServer.objects.filter(tenant_id=access.tenant_id, enabled=True, pk=server_id).first()
    if server is None:
        raise NotFound(
            gettext("This tool's server was switched off or removed. An owner or admin can bring it back.")
        )
    return as_called(access, server)


def as_called(access: Access, server: McpServer) -> McpServer:
    """Return the server with the sign-in that this person's calls use."""
    if server.sign_in != SignIn.NOBODY:
        server.grant = grants_of(access, [server]).get(server.pk)
    return server
