"""A connection as a card shows it: its state for the viewer, errors, and tools."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from agents.models import McpGrant, McpServer, SignIn
from agents.tools.mcp.connection_state import Standing
from agents.tools.mcp.directory import known_servers
from agents.tools.mcp.selectors import list_server_states
from omniforge.tenants.access import Access

_SAYS = {
    "reads": gettext_noop("Says it only reads"),
    "changes": gettext_noop("Says it changes things"),
    "deletes": gettext_noop("Says it may delete"),
}


@dataclass(frozen=True, slots=True)
class ToolLine:
    """A tool with its server's description, and whether a person is asked before it runs."""

    name: str
    description: str
    says: str
    runs_at_once: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A connection as one person sees it. `may_sign_in`: it is theirs to sign in to."""

    server: McpServer
    standing: Standing
    does: str
    may_sign_in: bool
    signed_in: bool
    tools: Sequence[ToolLine]

    @property
    def is_broken(self) -> bool:
        return self.standing in (Standing.EXPIRED, Standing.FAILING)

    @property
    def needs_sign_in(self) -> bool:
        return self.standing in (Standing.SIGN_IN, Standing.EXPIRED)


def cards_of(access: Access) -> list[Card]:
    """Return the connections that a person sees, sorted by name, in 2 queries."""
    return [_card(access, server, standing, grant) for server, standing, grant in list_server_states(access)]


def _card(access: Access, server: McpServer, standing: Standing, grant: McpGrant | None) -> Card:
    known = known_servers().get(server.known)
    may = access.is_administrator if server.sign_in == SignIn.WORKSPACE else server.sign_in == SignIn.PERSON
    tools = [_line(one, server.read_only) for one in server.tools]
    return Card(server, standing, known.does if known else "", may, bool(grant and grant.tokens), tools)


def _line(tool: dict[str, Any], read_only: Sequence[str]) -> ToolLine:
    says = _SAYS.get(tool.get("says", ""), "")
    return ToolLine(tool["name"], tool["description"], says, tool["name"] in read_only)
