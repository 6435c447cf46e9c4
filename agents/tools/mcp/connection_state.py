"""The state of a connection for one person, and what in the directory could be connected."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q
from django.urls import reverse

from agents.models import McpGrant, McpServer, SignIn
from agents.tools.mcp.directory import known_for, known_servers
from agents.tools.mcp.failures import sign_in_address
from intent.sentences.titles import normalise
from omniforge.tenants.access import Access


class Standing(StrEnum):
    """States of a connection. Only `connected` ones work."""

    AVAILABLE = "available"  # in the directory, but not connected
    CONNECTED = "connected"
    SIGN_IN = "sign_in"  # a person, or for the workspace an admin, has to sign in
    EXPIRED = "expired"  # the tokens of the sign-in are refused
    FAILING = "failing"
    UNTESTED = "untested"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Connectable:
    """A system that a workspace has connected or could connect. `address` is the page to do so."""

    slug: str
    name: str
    does: str
    standing: Standing
    address: str


def connection_state(access: Access, system: str) -> Connectable | None:
    """Return the state of a system by its usual name: 'Linear', 'Jira'. None if no server for it is known."""
    known = known_for(system)
    names = {normalise(system), *([known.slug] if known else [])}
    rows = McpServer.objects.filter(tenant_id=access.tenant_id).defer("settings", "registration", "tools")
    for server in rows.order_by("slug"):
        if names & {normalise(server.slug), normalise(server.title), server.known}:
            return _connected(server, grants_of(access, [server]))
    if known is None:
        return None
    address = f"{reverse('settings-connections')}?server={known.slug}#connect"
    return Connectable(known.slug, known.name, known.does, Standing.AVAILABLE, address)


def _connected(server: McpServer, grants: dict[object, McpGrant]) -> Connectable:
    known = known_servers().get(server.known)
    standing = server_state(server, grants.get(server.pk))
    signs_in = standing in (Standing.SIGN_IN, Standing.EXPIRED)
    address = sign_in_address(server) if signs_in else reverse("settings-connections")
    return Connectable(server.slug, server.title, known.does if known else "", standing, address)


def grants_of(access: Access, servers: Iterable[McpServer]) -> dict[object, McpGrant]:
    """Return the sign-in that a person's calls use, by server id: their own, or the workspace's."""
    own = Q(server__sign_in=SignIn.PERSON, user_id=access.user_id)
    rows = McpGrant.objects.filter(
        own | Q(server__sign_in=SignIn.WORKSPACE, user=None), tenant_id=access.tenant_id, server__in=servers
    )
    return {row.server_id: row for row in rows}


def server_state(server: McpServer, grant: McpGrant | None) -> Standing:
    """Return a connection's state for whoever has this sign-in."""
    if not server.enabled:
        return Standing.OFF
    if server.sign_in != SignIn.NOBODY and (grant is None or not grant.tokens):
        return Standing.EXPIRED if grant else Standing.SIGN_IN
    if server.failure:
        return Standing.FAILING
    return Standing.CONNECTED if server.listed_at else Standing.UNTESTED
