"""The preview of a message's files that a model gets: name, kind, columns and first rows, or first words."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import orjson

from agents.context.prompts import fence
from omniforge.errors import OmniForgeError
from omniforge.files.attached import AttachedFile
from omniforge.files.errors import Unreadable
from omniforge.files.reading.client import read_excerpt
from omniforge.files.reading.excerpt import Excerpt
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import Kind, type_of
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

MOST = 2_000  # characters of one file
_FIRST = 8  # rows of a longer table, enough to see what its columns hold
_AT_ONCE = 6  # files; the others are only named
_KEPT = 64  # previews in this process
_previews: dict[UUID, str] = {}  # a stored file never changes


async def preview_files(access: Access, files: Sequence[AttachedFile]) -> list[str]:
    """Return each file as a block: the first ones with a preview, the others by name."""
    shown = await asyncio.gather(*(_block(access, file) for file in files[:_AT_ONCE]))
    return [*shown, *(fence("attached", str(file)) for file in files[_AT_ONCE:])]


async def _block(access: Access, file: AttachedFile) -> str:
    if file.id not in _previews:
        if len(_previews) >= _KEPT:
            _previews.pop(next(iter(_previews)))
        _previews[file.id] = await _preview(access, file)
    return fence("attached", _previews[file.id])


async def _preview(access: Access, file: AttachedFile) -> str:
    if type_of(file.name).kind is Kind.IMAGE:  # the model sees the image, or is told that it can't
        return str(file)
    try:
        stored = await in_database(get_file, access, file.id)
        content = await asyncio.to_thread(content_of, stored)
        excerpt = await read_excerpt(type_of(file.name).kind, content, person=access.person)
    except Unreadable as error:
        return f"{file}\nIt cannot be read: {error.message}"
    except OmniForgeError:
        return str(file)
    return f"{file}\n{_beginning(excerpt)}"


def _beginning(excerpt: Excerpt) -> str:
    if excerpt.rows is None:
        text = excerpt.text or ""
        more = excerpt.next_start or len(text) > MOST
        return f"{text[:MOST]}\n… (this is the beginning)" if more else text
    sheets = f"sheets: {', '.join(excerpt.sheets)}\n" if excerpt.sheets else ""
    total = f"{excerpt.total:,}" if excerpt.total is not None else "many"
    shown = _shown(excerpt.rows)
    which = "" if len(shown) == excerpt.total else ", of which the first are"
    return "\n".join((f"{sheets}columns: {_line(excerpt.columns or [])}", f"rows: {total}{which}", *shown))


def _shown(rows: Sequence[Sequence[object]]) -> list[str]:
    """Return all rows if they are short together, else the first few."""
    lines = [_line(row) for row in rows]
    while len(lines) > 1 and sum(map(len, lines)) > MOST:
        lines = lines[: min(_FIRST, len(lines) - 1)]
    return lines


def _line(row: Sequence[object]) -> str:
    return orjson.dumps(list(row)).decode()
