"""Reads files in a separate process: one excerpt at a time, or all of the text."""

from collections.abc import Hashable

import orjson

from omniforge.files.errors import ImageHasNoText
from omniforge.files.reading.excerpt import Excerpt
from omniforge.files.subprocesses import run_isolated
from omniforge.files.types import Kind


async def read_excerpt(
    kind: Kind, content: bytes, *, start: int = 1, sheet: str = "", person: Hashable = None
) -> Excerpt:
    """Read a file from row, page or part `start` on, up to the size of one tool result.

    `sheet` selects a workbook's sheet, by default the first. `person` is charged the slot. Raises Unreadable.
    """
    _require_text(kind)
    request = {"kind": kind, "start": start, "sheet": sheet}
    read = await run_isolated("omniforge.files.reading", request, content, person=person)
    return Excerpt(**orjson.loads(read))


async def read_whole(kind: Kind, content: bytes, *, most: int, person: Hashable = None) -> str:
    """Read all of a document, a PDF or a table. Raises Unreadable, also beyond `most` characters."""
    _require_text(kind)
    request = {"kind": kind, "most": most}
    return (await run_isolated("omniforge.files.reading.whole", request, content, person=person)).decode()


def _require_text(kind: Kind) -> None:
    if kind is Kind.IMAGE:
        raise ImageHasNoText
