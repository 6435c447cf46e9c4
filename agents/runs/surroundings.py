"""What there is around a turn: the workspace, the person in it, and what is connected to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError

from agents.mcp_servers.selectors import enabled_servers
from agents.notify.selectors import list_web_hooks
from agents.runs.selectors import pending_approvals
from omniforge.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant, User


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Read once a turn. `connected` are lines of what agents reach outside, `waiting` says which calls of the
    conversation wait for the person's word.
    """

    workspace: str
    person: str
    role: str
    connected: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


async def look_around(access: Access, conversation_id: UUID | None) -> Surroundings:
    """Return what is around a person: five short queries; little of it while the database is away."""
    try:
        return await in_database(_read, access, conversation_id)
    except DatabaseError:
        return Surroundings("", "a member", access.role, ("nothing can be looked up now",))


def _read(access: Access, conversation_id: UUID | None) -> Surroundings:
    workspace = Tenant.objects.values_list("name", "slug").get(pk=access.tenant_id)
    name, email = User.objects.values_list("name", "email").get(pk=access.user_id)
    person = f"{name} ({email})" if name else email
    asked = pending_approvals(access).filter(run__conversation_id=conversation_id) if conversation_id else ()
    waiting = tuple(one.what for one in asked)
    return Surroundings(workspace[0] or workspace[1], person, access.role, tuple(_connected(access)), waiting)


def _connected(access: Access) -> Iterator[str]:
    hooks = list(list_web_hooks(access).values_list("slug", flat=True))
    yield f"web hooks to post messages to: {', '.join(hooks) or 'none'}"
    servers = [f"{server.slug} ({len(server.tools)} tools)" for server in enabled_servers(access)]
    yield f"MCP servers, whose tools find_tools finds: {', '.join(servers) or 'none'}"
    yield f"mail: {'connected' if getattr(settings, 'EMAIL_HOST', '') else 'not connected'}"
    yield f"web search: {'connected' if settings.SEARCH else 'not connected'}"
