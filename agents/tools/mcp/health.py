"""How a server answered last, kept with it: what failed, when, and that it works again."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from django.utils import timezone

from agents.failures import ToolFailed
from agents.models import McpServer
from agents.tools.mcp.failures import SignInMissing
from omniforge.errors import OmniForgeError
from omniforge.storage.database import in_database


@contextmanager
def noted(server: McpServer) -> Iterator[None]:
    """Keep with the server how the block ends. Raises what it raises."""
    try:
        yield
    except OmniForgeError as error:
        if _tells_of_server(error):
            note_failure(server, error.message)
        raise
    note_success(server)


@asynccontextmanager
async def noted_aside(server: McpServer) -> AsyncIterator[None]:
    """Do the same in a run; that all is well is only written where it was not."""
    try:
        yield
    except OmniForgeError as error:
        if _tells_of_server(error):
            await in_database(note_failure, server, error.message)
        raise
    if server.failure:
        await in_database(note_success, server)


def _tells_of_server(error: OmniForgeError) -> bool:
    """Return whether an error is the server's own: not of one sign-in, and not of one call."""
    if isinstance(error, ToolFailed):
        return bool(error.told) and not isinstance(error, SignInMissing)
    return True


def note_failure(server: McpServer, message: str) -> None:
    """Keep what failed last."""
    server.failure, server.failed_at = message, timezone.now()
    McpServer.objects.filter(pk=server.pk).update(failure=message, failed_at=server.failed_at)


def note_success(server: McpServer) -> None:
    """Keep that the server works."""
    server.failure, server.failed_at = "", None
    McpServer.objects.filter(pk=server.pk).update(failure="", failed_at=None)
