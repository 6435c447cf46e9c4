"""What there is around a turn: the workspace, the person in it, and what is connected to it."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError

from agents.notifications.selectors import names_of_web_hooks
from agents.records.runs import waiting_calls
from agents.tools.mcp.selectors import offered_servers
from agents.tools.sources.selectors import names_of_sources
from omniforge.storage.database import in_database
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant, User

_workspace = PreparedRows(lambda: Tenant.objects.filter(pk=Given("id")).values_list("name", "slug"))
_person = PreparedRows(lambda: User.objects.filter(pk=Given("id")).values_list("name", "email"))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Read once a turn. `connected` says what agents reach outside, `waiting` which calls of the
    conversation wait for the person's word.
    """

    workspace: str
    person: str
    role: str
    connected: str = ""
    waiting: tuple[str, ...] = ()


async def look_around(access: Access, conversation_id: UUID | None) -> Surroundings:
    """Return what is around a person: six short queries; little of it while the database is away."""
    try:
        return await in_database(_read, access, conversation_id)
    except DatabaseError:
        return Surroundings("", "a member", access.role, "Nothing can be looked up now.")


def _read(access: Access, conversation_id: UUID | None) -> Surroundings:
    (workspace,), ((name, email),) = _workspace(id=access.tenant_id), _person(id=access.user_id)
    person = f"{name} ({email})" if name else email
    waiting = tuple(waiting_calls(access, conversation_id)) if conversation_id else ()
    return Surroundings(workspace[0] or workspace[1], person, access.role, _connected(access), waiting)


def _connected(access: Access) -> str:
    servers = [f"{server.slug} ({len(server.tools)} tools)" for server in offered_servers(access)]
    there = {
        "web hooks to post messages to": ", ".join(names_of_web_hooks(access)),
        "MCP servers, whose tools find_tools finds": ", ".join(servers),
        "sources that read_source reads": ", ".join(
            f"{name} ({kind})" for name, kind in names_of_sources(access)
        ),
        "mail": "yes" if settings.EMAIL_HOST else "",
        "web search": "yes" if settings.SEARCH else "",
    }
    reached = "; ".join(f"{what}: {which}" for what, which in there.items() if which)
    lacking = ", ".join(what.partition(",")[0] for what, which in there.items() if not which)
    said = {"Connected": reached, "Not connected": lacking}
    return " ".join(f"{how}: {what}." for how, what in said.items() if what)
