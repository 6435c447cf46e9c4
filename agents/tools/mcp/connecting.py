"""Connecting a server in one step: added, and asked for its tools at once."""

from agents.models import McpServer, McpTransport
from agents.tools.mcp.connection import Connection
from agents.tools.mcp.services import add_server, refresh_server, remove_server
from omniforge.errors import OmniForgeError
from omniforge.tenants.access import Access


def connect_server(*, access: Access, slug: str, url: str, key: str = "") -> McpServer:
    """Add the server at an address with the tools that it lists; `key` is sent with each request (RFC 6750).

    Where it does not answer it is not kept. It blocks, and raises what `add_server` and `refresh_server` do.
    """
    connection = Connection(url=url)
    if key:
        connection["headers"] = {"Authorization": f"Bearer {key}"}
    server = add_server(access=access, slug=slug, transport=McpTransport.HTTP, connection=connection)
    try:
        return refresh_server(access=access, server=str(server.pk))
    except OmniForgeError:
        remove_server(access=access, server=str(server.pk))
        raise
