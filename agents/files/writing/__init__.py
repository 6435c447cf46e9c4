"""Files that agents write: real workbooks, and tables in which nothing can be a formula."""

from collections.abc import Hashable, Sequence

from agents.files.apart import run_apart
from agents.files.writing.cells import Value


async def write_workbook(
    sheets: Sequence[tuple[str, Sequence[str], Sequence[Sequence[Value]]]], *, person: Hashable = None
) -> bytes:
    """Return a workbook (.xlsx) of sheets: the name of each, its columns, its rows."""
    return await run_apart("agents.files.writing", {"sheets": sheets}, person=person)
