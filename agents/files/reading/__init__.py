"""What is in a file: an excerpt at a time, or all of its text."""

import orjson

from agents.files.apart import run_apart
from agents.files.reading.excerpt import Excerpt
from agents.files.types import Kind


async def read_excerpt(kind: Kind, content: bytes, *, start: int = 1, sheet: str = "") -> Excerpt:
    """Read a file from row, page or part `start` on, as far as one answer of a tool holds.

    `sheet` is one of a workbook, else the first. Raises Unreadable.
    """
    request = {"kind": kind, "start": start, "sheet": sheet}
    return Excerpt(**orjson.loads(await run_apart("agents.files.reading", request, content)))


async def read_whole(kind: Kind, content: bytes, *, most: int) -> str:
    """Read all of a document, a PDF or a table. Raises Unreadable, also beyond `most` characters."""
    request = {"kind": kind, "most": most}
    return (await run_apart("agents.files.reading.whole", request, content)).decode()
