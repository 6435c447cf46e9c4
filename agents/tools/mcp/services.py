"""What changes a workspace's servers. Owners and admins do; each change is audited."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson
from django.db import IntegrityError, transaction
from django.utils import timezone

from agents.definitions.selectors import one
from agents.definitions.validation import LONGEST_DESCRIPTION, check_name
from agents.models import McpServer, McpTransport, ToolRule
from agents.tools.mcp.connection import Connection, check_connection
from agents.tools.mcp.selectors import find_servers, get_server
from agents.tools.registry import our_tools
from omniforge.errors import Conflict, InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.access import Access

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool as Listed

LONGEST_NAME = 40
_MOST_TOOLS = 200
_LARGEST_SCHEMA = 20_000  # characters; what is larger is left to the server to check


def add_server(
    *,
    access: Access,
    slug: str,
    transport: McpTransport,
    connection: Connection,
    read_only: Sequence[str] = (),
) -> McpServer:
    """Connect a server under a name; its tools are known after `refresh_server`.

    `read_only` names those of its tools that may be called without a person's word. Raises NotAllowed for
    members and for commands that the operator has not allowed, InvalidInput by field, Conflict where the
    name is taken.
    """
    access.require_administrator()
    name = _checked_name(slug)
    check_connection(transport, connection)
    server = McpServer(
        tenant_id=access.tenant_id,
        slug=name,
        transport=transport,
        settings=connection,
        read_only=sorted(set(read_only)),
    )
    with transaction.atomic():
        _save_named(server)
        audit.record(access=access, action="mcp_server.added", target=server, reason=name)
    return server


@transaction.atomic
def change_server(
    *, access: Access, server: str, enabled: bool | None = None, read_only: Sequence[str] | None = None
) -> McpServer:
    """Switch a server on or off, or say anew which of its tools only read. Raises NotFound, NotAllowed."""
    changed = one(find_servers(access).select_for_update(), server)
    if enabled is not None:
        changed.enabled = enabled
    if read_only is not None:
        changed.read_only = sorted(set(read_only))
    changed.save(update_fields=["enabled", "read_only"])
    now = f"{'on' if changed.enabled else 'off'}, read only: {', '.join(changed.read_only) or 'none'}"
    audit.record(access=access, action="mcp_server.changed", target=changed, reason=f"{changed.slug}: {now}")
    return changed


@transaction.atomic
def remove_server(*, access: Access, server: str) -> None:
    """Forget a server, how it is reached, and the rules for its tools: another one may take its name.

    Raises NotFound, NotAllowed.
    """
    removed = get_server(access, server)
    ToolRule.objects.filter(tenant_id=access.tenant_id, tool__startswith=f"{removed.slug}_").delete()
    audit.record(access=access, action="mcp_server.removed", target=removed, reason=removed.slug)
    removed.delete()


def refresh_server(*, access: Access, server: str) -> McpServer:
    """Ask a server for its tools and keep what it lists. It blocks, in a thread without an event loop.

    Raises NotFound, NotAllowed, RequestRefused, and ToolFailed where it cannot be reached.
    """
    from agents.tools.mcp.client import ask  # loads the HTTP client

    asked = get_server(access, server)
    asked.tools = asyncio.run(ask(asked, _list_tools))
    asked.listed_at = timezone.now()
    asked.save(update_fields=["tools", "listed_at"])
    audit.record(
        access=access,
        action="mcp_server.refreshed",
        target=asked,
        reason=f"{asked.slug}: {len(asked.tools)} tools",
    )
    return asked


async def _list_tools(client: "Client") -> list[dict[str, Any]]:
    """Return the first tools that a server lists, page by page."""
    found: list[dict[str, Any]] = []
    cursor = None
    while len(found) < _MOST_TOOLS:
        page = await client.list_tools(cursor=cursor)
        found += map(_listed, page.tools)
        cursor = page.next_cursor
        if cursor is None:
            break
    return found[:_MOST_TOOLS]


def _listed(tool: "Listed") -> dict[str, Any]:
    """Return what is kept of a tool. What it says of itself beside this, such as being harmless, is not."""
    schema = tool.input_schema
    fits = len(orjson.dumps(schema)) <= _LARGEST_SCHEMA
    return {
        "name": tool.name,
        "description": (tool.description or "")[:LONGEST_DESCRIPTION],
        "schema": schema if fits else {"type": "object"},
    }


def _checked_name(slug: str) -> str:
    name = check_name(slug, longest=LONGEST_NAME)
    if any(f"{tool}_".startswith(f"{name}_") for tool in our_tools()):
        raise InvalidInput.of("slug", f"Tools of ours begin with {name}. Choose another name.")
    return name


def _save_named(server: McpServer) -> None:
    try:
        with transaction.atomic():
            server.save()
    except IntegrityError as error:
        raise Conflict(f"There is a server {server.slug} already. Choose another name.") from error
