"""Makes workbooks and documents in a separate process."""

from collections.abc import Hashable, Sequence

from omniforge.files.subprocesses import run_isolated
from omniforge.files.writing.cells import Value


async def write_workbook(
    sheets: Sequence[tuple[str, Sequence[str], Sequence[Sequence[Value]]]], *, person: Hashable = None
) -> bytes:
    """Return a workbook (.xlsx) of sheets: the name of each, its columns, its rows."""
    return await run_isolated("omniforge.files.writing", {"sheets": sheets}, person=person)


async def write_document(markdown: str, *, person: Hashable = None) -> bytes:
    """Return a document (.docx) of a text in Markdown."""
    return await run_isolated("omniforge.files.writing", {"markdown": markdown}, person=person)
