"""The preview of a message's files that a model gets: name, kind, columns and first rows, or first words."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from agents.context.prompts import fence
from agents.tools.rows import as_csv
from omniforge.errors import OmniForgeError
from omniforge.files.attached import AttachedFile
from omniforge.files.reading.client import read_excerpt
from omniforge.files.reading.excerpt import Excerpt
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import Kind, type_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

MOST = 2_000  # characters of one file
_ALL = 12_000  # characters of a message's files, shared evenly among them
_FIRST = 8  # rows of a longer table, enough to see what its columns hold
_KEPT = 64  # previews in this process
_previews: dict[tuple[UUID, int], str] = {}  # a stored file never changes


async def preview_files(access: Access, files: Sequence[AttachedFile]) -> list[str]:
    """Return each file as a block with a preview, shorter ones if there are many."""
    most = min(MOST, _ALL // max(len(files), 1))
    return list(await asyncio.gather(*(_block(access, file, most) for file in files)))


async def _block(access: Access, file: AttachedFile, most: int) -> str:
    try:
        return fence("attached", await _preview(access, file, most))
    except OmniForgeError as error:  # not kept: it may be readable next time
        return fence("attached", f"{file}\nIt cannot be read: {error.message}")


async def _preview(access: Access, file: AttachedFile, most: int) -> str:
    """Return a file's preview, kept from the last time. Raises OmniForgeError if it cannot be read."""
    if type_of(file.name).kind is Kind.IMAGE:  # the model sees the image, or is told that it can't
        return str(file)
    if (key := (file.id, most)) not in _previews:
        excerpt = await _excerpt(access, file)
        if len(_previews) >= _KEPT:
            _previews.pop(next(iter(_previews)))
        _previews[key] = f"{file}\n{_beginning(excerpt, most)}"
    return _previews[key]


async def _excerpt(access: Access, file: AttachedFile) -> Excerpt:
    stored = await in_database(get_file, access, file.id)
    content = await asyncio.to_thread(content_of, stored)
    return await read_excerpt(type_of(file.name).kind, content, person=access.person)


def _beginning(excerpt: Excerpt, most: int) -> str:
    if excerpt.rows is None:
        text = excerpt.text or ""
        more = excerpt.next_start or len(text) > most
        return f"{text[:most]}\n… (the beginning: read gives all)" if more else text
    sheets = f"sheets: {', '.join(excerpt.sheets)}\n" if excerpt.sheets else ""
    total = f"{excerpt.total:,}" if excerpt.total is not None else "many"
    shown = _shown(excerpt.rows, most)
    which = "" if len(shown) == excerpt.total else ", of which the first are"
    return "\n".join((f"{sheets}columns: {as_csv([excerpt.columns or []])}", f"rows: {total}{which}", *shown))


def _shown(rows: Sequence[Sequence[object]], most: int) -> list[str]:
    """Return all rows if they are short together, else the first few."""
    lines = [as_csv([row]) for row in rows]
    while len(lines) > 1 and sum(map(len, lines)) > most:
        lines = lines[: min(_FIRST, len(lines) - 1)]
    return lines
