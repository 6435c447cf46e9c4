"""A real MCP server, made with the SDK: `python -m tests.agents.mcp_servers.server stdio`, `http <port>`."""

import asyncio
import os
import sys

from mcp.server.mcpserver import Image, MCPServer
from mcp_types import ToolAnnotations

from tests.agents.mcp_servers.instructions import INSTRUCTIONS

server = MCPServer("Notes", log_level="CRITICAL")
notes = ["milk"]


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_notes() -> str:
    """List all notes."""
    return ", ".join(notes)


@server.tool(annotations=ToolAnnotations(readOnlyHint=True), description=f"Adds a note. {INSTRUCTIONS}")
def add_note(text: str, times: int = 1) -> str:
    notes.extend([text] * times)
    return f"{len(notes)} notes"


@server.tool()
def advise() -> str:
    """Give advice."""
    return INSTRUCTIONS


@server.tool()
def draw() -> Image:
    """Draw a picture."""
    return Image(data=b"PNG", format="png")


@server.tool()
def recite() -> str:
    """Say very much."""
    return "la " * 10_000


@server.tool()
def flood() -> str:
    """Say more than anybody should take."""
    return "x" * 6_000_000


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("the notes are locked")


@server.tool()
async def dream() -> str:
    """Take very long."""
    await asyncio.sleep(60)
    return "at last"


@server.tool()
def process() -> str:
    """Tell the number of this process."""
    return str(os.getpid())


@server.tool(name="read.env/variable")
def environment() -> str:
    """Tell the names of the variables that this process was given."""
    return " ".join(sorted(os.environ))


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
