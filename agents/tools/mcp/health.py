"""The health of a server, stored with it: the last failure, its time, and the recovery."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from django.utils import timezone

from agents.failures import ToolFailed
from agents.models import McpServer
from agents.tools.mcp.failures import SignInMissing
from omniforge.errors import OmniForgeError
from omniforge.storage.database import in_database


@contextmanager
def recording_health(server: McpServer) -> Iterator[None]:
    """Record with the server how the block ends. Raises what it raises."""
    try:
        yield
    except OmniForgeError as error:
        if _tells_of_server(error):
            note_failure(server, error.message)
        raise
    note_success(server)


@asynccontextmanager
async def recording_health_in_run(server: McpServer) -> AsyncIterator[None]:
    """Do the same within a run. Success is only written if the server was failing."""
    try:
        yield
    except OmniForgeError as error:
        if _tells_of_server(error):
            await in_database(note_failure, server, error.message)
        raise
    if server.failure:
        await in_database(note_success, server)


def _tells_of_server(error: OmniForgeError) -> bool:
    """Return whether an error concerns the server itself, not one sign-in or one call."""
    if isinstance(error, ToolFailed):
        return bool(error.told) and not isinstance(error, SignInMissing)
    return True


def note_failure(server: McpServer, message: str) -> None:
    """Store the last failure."""
    server.failure, server.failed_at = message, timezone.now()
    McpServer.objects.filter(pk=server.pk).update(failure=message, failed_at=server.failed_at)


def note_success(server: McpServer) -> None:
    """Store that the server works."""
    server.failure, server.failed_at = "", None
    McpServer.objects.filter(pk=server.pk).update(failure="", failed_at=None)
