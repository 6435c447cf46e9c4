"""How a server is reached: the possible fields, and which of their values this site allows."""

import re
from collections.abc import Mapping
from typing import TypedDict

from django.conf import settings
from django.utils.translation import gettext

from agents.models import McpTransport
from omniforge.errors import InvalidInput, NotAllowed

SECONDS = 30  # for one call, unless a connection says otherwise
MOST_SECONDS = 120  # the longest timeout of a connection


_HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)


class Connection(TypedDict, total=False):
    """An address and its headers, or a command, its arguments and its environment, `timeout` in seconds."""

    url: str
    headers: Mapping[str, str]
    command: str
    arguments: list[str]
    environment: Mapping[str, str]
    timeout: int


def check_connection(transport: McpTransport, connection: Connection) -> None:
    """Raise InvalidInput by field, or NotAllowed for a command that the operator hasn't allowed.

    Resolves the address's host, within two seconds.
    """
    if transport == McpTransport.STDIO:
        require_command(connection.get("command", ""))
    else:
        _check_address(connection.get("url", ""))
        _check_headers(connection.get("headers", {}))


def require_command(command: str) -> None:
    """Raise NotAllowed unless the operator allows this command as a server (OMNIFORGE_MCP_COMMANDS)."""
    if not settings.MCP_COMMANDS:
        raise NotAllowed(
            gettext(
                "Servers that are commands are switched off here. Whoever runs this site can allow some: "
                "OMNIFORGE_MCP_COMMANDS=/usr/local/bin/notes-server"
            )
        )
    if command not in settings.MCP_COMMANDS:
        allowed = ", ".join(settings.MCP_COMMANDS)
        raise NotAllowed(
            gettext("This command is not among those that whoever runs this site allows: %(allowed)s.")
            % {"allowed": allowed}
        )


def _check_headers(headers: Mapping[str, str]) -> None:
    """Raise InvalidInput for headers that HTTP cannot carry (RFC 9110, section 5)."""
    if not all(_HEADER_NAME.fullmatch(name) for name in headers):
        raise InvalidInput.of(
            "headers", gettext("The name of a header has letters, digits and dashes, no spaces.")
        )
    if not all(value.isascii() and (value.isprintable() or not value) for value in headers.values()):
        raise InvalidInput.of(
            "headers", gettext("The value of a header is one line of plain ASCII characters.")
        )


def _check_address(url: str) -> None:
    from omniforge.net import RequestRefused, check_saved  # loads the HTTP client

    try:
        check_saved(url)
    except RequestRefused as error:
        raise InvalidInput.of("url", error.message) from error
