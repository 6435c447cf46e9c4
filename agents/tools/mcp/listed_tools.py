"""A server's tools: fetched, stored with its row, and compared with the listing before."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, override

from agents.definitions.validation import LONGEST_DESCRIPTION
from agents.models import McpServer
from agents.tools.mcp.health import recording_health
from agents.tools.mcp.selectors import as_called, get_server
from omniforge.tenants import audit
from omniforge.tenants.access import Access

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool as Listed

_MOST_TOOLS = 200
_NAMED = 5  # tools named for each sort of change
_LARGEST_SCHEMA = 20_000  # characters; arguments with a larger schema are left to the server to check
_Tools = Sequence[Mapping[str, Any]]


class Changes(NamedTuple):
    """Names of tools that are new, gone, or described differently."""

    new: Sequence[str]
    gone: Sequence[str]
    changed: Sequence[str]

    def __str__(self) -> str:
        told = {"new": self.new, "gone": self.gone, "changed": self.changed}
        return ", ".join(f"{len(names)} {what}" for what, names in told.items() if names)

    def in_words(self) -> str:
        """Return the changes in words, with the tools' names."""
        told = {
            gettext("New: {names}."): self.new,
            gettext("Gone: {names}."): self.gone,
            gettext("Described anew, so they ask first: {names}."): self.changed,
        }
        said = [text.format(names=_some(names)) for text, names in told.items() if names]
        if not said:
            return gettext("It works. Its tools are up to date.")
        return " ".join([gettext("It works. Its tools have changed."), *said])


def _some(names: Sequence[str]) -> str:
    shown, more = ", ".join(names[:_NAMED]), len(names) - _NAMED
    return gettext("{names} and {number} more").format(names=shown, number=more) if more > 0 else shown


def refresh_server(*, access: Access, server: str) -> McpServer:
    """Test a connection: fetch and store the tools. It blocks, and needs a thread without an event loop.

    A tool that an admin marked as read-only asks first again if its server changes its description, or
    drops and restores it. Raises NotFound, NotAllowed, RequestRefused, and ToolFailed if the server can't
    be reached or signed in to.
    """
    return _asked_anew(access, server)[0]


def check_server(*, access: Access, server: str) -> str:
    """Do the same for a server that is already in use, and say what has changed."""
    with override(settings.LANGUAGE_CODE):  # others read the stored failure too
        changes = _asked_anew(access, server)[1]
    return changes.in_words()


def _asked_anew(access: Access, server: str) -> tuple[McpServer, Changes]:
    from agents.tools.mcp.client import request  # loads the HTTP client

    asked = as_called(access, get_server(access, server))
    with recording_health(asked):
        listed = asyncio.run(request(asked, list_tools))
    changes = compare(asked.tools, listed)
    asked.tools, asked.listed_at = listed, timezone.now()
    other = {name for names in changes for name in names}  # a tool that comes back may be another one
    asked.read_only = [name for name in asked.read_only if name not in other]
    asked.save(update_fields=["tools", "listed_at", "read_only"])
    told = f"{asked.slug}: {len(listed)} tools" + (f", {changes}" if str(changes) else "")
    audit.record(access=access, action="mcp_server.refreshed", target=asked, reason=told)
    return asked, changes


def compare(before: _Tools, after: _Tools) -> Changes:
    """Return the changes between two listings, none if there was no earlier one."""
    if not before:
        return Changes((), (), ())
    was, now = ({tool["name"]: _meaning(tool) for tool in tools} for tools in (before, after))
    changed = [name for name in now if name in was and now[name] != was[name]]
    return Changes(
        [name for name in now if name not in was], [name for name in was if name not in now], changed
    )


def _meaning(tool: Mapping[str, Any]) -> tuple[Any, ...]:
    return tool["description"], tool["schema"]


async def list_tools(client: "Client") -> list[dict[str, Any]]:
    """Return the tools that a server lists, page by page, up to a limit."""
    found: list[dict[str, Any]] = []
    cursor = None
    while len(found) < _MOST_TOOLS:
        page = await client.list_tools(cursor=cursor)
        found += map(_listed, page.tools)
        cursor = page.next_cursor
        if cursor is None:
            break
    return found[:_MOST_TOOLS]


async def tool_names(client: "Client") -> Sequence[str]:
    """Return the names of the tools that a server has now."""
    return [tool["name"] for tool in await list_tools(client)]


def _listed(tool: "Listed") -> dict[str, Any]:
    """Return the stored form of a tool. People see what it `says` of itself, which decides nothing."""
    schema = tool.input_schema
    fits = len(orjson.dumps(schema)) <= _LARGEST_SCHEMA
    return {
        "name": tool.name,
        "description": (tool.description or "")[:LONGEST_DESCRIPTION],
        "schema": schema if fits else {"type": "object"},
        "says": _claim(tool),
    }


def _claim(tool: "Listed") -> str:
    """Return what a tool's annotations claim: 'reads', 'deletes', 'changes', or nothing."""
    hints = tool.annotations
    if hints is None:
        return ""
    if hints.read_only_hint:
        return "reads"
    return "deletes" if hints.destructive_hint else "changes"
