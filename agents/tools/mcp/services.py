"""Changes to a workspace's servers, by owners and admins. Each is audited."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from agents.definitions.selectors import get_row
from agents.definitions.validation import check_name
from agents.models import McpServer, McpTransport, SignIn, ToolRule
from agents.tools.mcp.connection import Connection, check_connection
from agents.tools.mcp.oauth.giving_back import revoke_later
from agents.tools.mcp.selectors import find_servers, get_server
from agents.tools.registry import our_tools
from omniforge.errors import Conflict, InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.access import Access

LONGEST_NAME = 40


class Naming(NamedTuple):
    """A connection's names: for tools, for people, and in the directory of public servers."""

    slug: str
    name: str = ""
    known: str = ""


class Client(NamedTuple):
    """The application that an admin registered at a server. Its sign-ins identify us by it."""

    id: str = ""
    secret: str = ""


NO_CLIENT = Client()


def add_server(
    *,
    access: Access,
    naming: Naming,
    connection: Connection,
    transport: McpTransport = McpTransport.HTTP,
    sign_in: SignIn = SignIn.NOBODY,
    client: Client = NO_CLIENT,
    read_only: Sequence[str] = (),
) -> McpServer:
    """Store a server under a name. Its tools are known after `refresh_server`.

    `read_only` names the tools that may be called without approval. Raises NotAllowed for members and for
    commands that the operator hasn't allowed, InvalidInput by field, Conflict if the name is taken.
    """
    access.require_administrator()
    slug = _checked_name(naming.slug)
    check_connection(transport, connection)
    if sign_in != SignIn.NOBODY and transport != McpTransport.HTTP:
        raise InvalidInput.of("sign_in", gettext("Only servers at an address are signed in to."))
    server = McpServer(
        tenant_id=access.tenant_id,
        slug=slug,
        name=naming.name.strip(),
        known=naming.known,
        transport=transport,
        settings=connection,
        sign_in=sign_in,
        registration=_registered(client),
        read_only=sorted(set(read_only)),
    )
    with transaction.atomic():
        _save_named(server)
        audit.record(access=access, action="mcp_server.added", target=server, reason=slug)
    return server


@transaction.atomic
def change_server(
    *, access: Access, server: str, enabled: bool | None = None, read_only: Sequence[str] | None = None
) -> McpServer:
    """Enable or disable a server, or set its read-only tools. Raises NotFound and NotAllowed."""
    changed = get_row(find_servers(access).select_for_update(), server)
    if enabled is not None:
        changed.enabled = enabled
    if read_only is not None:
        changed.read_only = sorted(set(read_only))
    changed.save(update_fields=["enabled", "read_only"])
    now = f"{'on' if changed.enabled else 'off'}, read only: {', '.join(changed.read_only) or 'none'}"
    audit.record(access=access, action="mcp_server.changed", target=changed, reason=f"{changed.slug}: {now}")
    return changed


def remove_server(*, access: Access, server: str) -> None:
    """Delete a server, its connection and the rules for its tools: another may take its name.

    Revokes the tokens of its sign-ins. It blocks. Raises NotFound and NotAllowed.
    """
    removed = get_server(access, server)
    grants = list(removed.grants.all())
    with transaction.atomic():
        ToolRule.objects.filter(tenant_id=access.tenant_id, tool__startswith=f"{removed.slug}_").delete()
        audit.record(access=access, action="mcp_server.removed", target=removed, reason=removed.slug)
        McpServer.objects.filter(pk=removed.pk).delete()
    revoke_later(removed, grants)


def _registered(client: Client) -> dict[str, Any]:
    if not client.id:
        return {}
    known = {"client_id": client.id, **({"client_secret": client.secret} if client.secret else {})}
    return {"client": known, "given": True}


def _checked_name(slug: str) -> str:
    name = check_name(slug, longest=LONGEST_NAME)
    if any(f"{tool}_".startswith(f"{name}_") for tool in our_tools()):
        raise InvalidInput.of(
            "slug", gettext("Tools of ours begin with %(name)s. Choose another name.") % {"name": name}
        )
    return name


def _save_named(server: McpServer) -> None:
    try:
        with transaction.atomic():
            server.save()
    except IntegrityError as error:
        told = gettext("%(name)s is connected already. Reconnect it, or choose another name under More.")
        raise Conflict(told % {"name": server.title}) from error
