"""Connects a server in one step: adds and tests it, or starts its sign-in."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.utils.text import slugify
from django.utils.translation import gettext

from agents.failures import ToolFailed
from agents.models import McpServer, McpTransport, SignIn
from agents.tools.mcp.connection import Connection
from agents.tools.mcp.directory import known_servers
from agents.tools.mcp.failures import KEY_REFUSED
from agents.tools.mcp.listed_tools import refresh_server
from agents.tools.mcp.services import LONGEST_NAME, NO_CLIENT, Client, Naming, add_server, remove_server
from agents.tools.mcp.sign_in import Leaving, begin_sign_in
from omniforge.errors import InvalidInput, OmniForgeError
from omniforge.tenants.access import Access


def resolve_names(*, known: str = "", name: str = "", slug: str = "") -> Naming:
    """Return a connection's names. Those not given are the directory's. Raises InvalidInput."""
    entry = known_servers().get(known)
    if known and entry is None:
        raise InvalidInput.of(
            "known",
            gettext("The directory has no %(known)s. It has %(names)s.")
            % {"known": known, "names": ", ".join(known_servers())},
        )
    name = name or (entry.name if entry else "")
    return Naming(slug or known or slugify(name)[:LONGEST_NAME].strip("-"), name, known)


def connection_of(known: str = "", *, key: str = "", **given: Any) -> Connection:
    """Return how a server is reached. A key is sent as a bearer token (RFC 6750)."""
    entry = known_servers().get(known)
    headers = dict(given.pop("headers", None) or {})
    headers |= {"Authorization": f"Bearer {key}"} if key else {}
    reached = given | ({"url": entry.url} if entry else {}) | ({"headers": headers} if headers else {})
    return cast(Connection, reached)


def connect_server(
    *,
    access: Access,
    site: str,
    naming: Naming,
    connection: Connection,
    sign_in: SignIn = SignIn.WORKSPACE,
    client: Client = NO_CLIENT,
) -> tuple[McpServer, Leaving | None]:
    """Add the server at an address with its tools, or return the address of its sign-in.

    Sign-in is tried unless a key goes with each request. A server that doesn't answer is not stored. `site`
    is the base of our addresses. It blocks, and raises what `add_server`, `begin_sign_in` and
    `refresh_server` raise. A wrong key is reported for the field `key`.
    """
    sign_in = SignIn.NOBODY if "headers" in connection else sign_in
    server = add_server(access=access, naming=naming, connection=connection, sign_in=sign_in, client=client)
    with _kept_if_it_works(access, server):
        if sign_in != SignIn.NOBODY:
            if leaving := begin_sign_in(access=access, server=str(server.pk), site=site):
                return server, leaving
            McpServer.objects.filter(pk=server.pk).update(sign_in=SignIn.NOBODY)
        return refresh_server(access=access, server=str(server.pk)), None


def add_and_test(
    *, access: Access, naming: Naming, connection: Connection, transport: McpTransport, **options: Any
) -> McpServer:
    """Add a server and fetch its tools. If it needs a sign-in, its tools are fetched after that.

    A server that doesn't answer is not stored. It blocks, and raises what `connect_server` raises.
    """
    server = add_server(access=access, naming=naming, connection=connection, transport=transport, **options)
    if server.sign_in != SignIn.NOBODY:
        return server
    with _kept_if_it_works(access, server):
        return refresh_server(access=access, server=str(server.pk))


@contextmanager
def _kept_if_it_works(access: Access, server: McpServer) -> Iterator[None]:
    try:
        yield
    except OmniForgeError as error:
        remove_server(access=access, server=str(server.pk))
        if isinstance(error, ToolFailed) and error.code == KEY_REFUSED:
            raise InvalidInput.of("key", _wrong_key(server)) from error
        raise


def _wrong_key(server: McpServer) -> str:
    if server.settings.get("headers"):
        return gettext("%(name)s doesn't take this key. Check that it's complete and still valid.") % {
            "name": server.title
        }
    return gettext("%(name)s wants a key or a sign-in.") % {"name": server.title}
