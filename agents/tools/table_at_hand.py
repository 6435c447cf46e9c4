"""Finds the table that a turn may be about; its columns and values help to read the message."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, Literal

from agents.context.kept import UNNAMED, KeptResult, TableAtHand
from agents.context.pack import ContextPack
from agents.tools.results_kept import KeptTable, kept_table
from intent.commands.table_words import TableWords
from intent.material import typed
from omniforge.errors import OmniForgeError
from omniforge.files.attached import AttachedFile
from omniforge.files.querying.apart import Source, query
from omniforge.files.selectors import content_of, get_file
from omniforge.storage.database import in_database

_FORMS: Mapping[str, Literal["csv", "workbook"]] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".xlsx": "workbook",
    ".xlsm": "workbook",
}
_MOST_ROWS = 5_000
_MOST_BYTES = 2_000_000


async def with_table(pack: ContextPack) -> ContextPack:
    """Return the turn with its table at hand: a new file here, else the last result."""
    results, file = pack.dialogue.results, _newest_file(pack)
    is_known = file is not None and str(file.id) in {one.source for one in results}
    found = await _of_file(pack, file) if file and not is_known else None
    found = found or await table_of(pack, results)
    return replace(pack, table=found) if found else pack


async def table_of(pack: ContextPack, results: Sequence[KeptResult]) -> TableAtHand | None:
    """Return the table that the last result is, or was selected from.

    None for lists of events and tasks, which are queried anew.
    """
    return await _of_result(pack, results[-1]) if results and results[-1].ref else None


def _newest_file(pack: ContextPack) -> AttachedFile | None:
    given = (one for one in pack.files if not one.written and _ending(one.name) in _FORMS)
    return next((one for one in given if one.size <= _MOST_BYTES), None)


def is_table(name: str) -> bool:
    """Return whether a file of this name is read as a table."""
    return _ending(name) in _FORMS


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


async def _of_file(pack: ContextPack, file: AttachedFile) -> TableAtHand | None:
    """Return a file's table if it has just one that isn't too large."""
    try:
        row = await in_database(get_file, pack.access, file.id)
        content = await in_database(content_of, row)
        source = Source("source", _FORMS[_ending(file.name)], content)
        queried = await query("SELECT * FROM source", [source], person=pack.access.person)
    except (OmniForgeError, OSError):
        return None
    if queried.total > _MOST_ROWS or len(queried.rows) < queried.total:
        return None
    rows, units = typed([tuple(map(_written, row)) for row in queried.rows])
    words = TableWords(tuple(queried.columns), rows, pack.now.date())
    return TableAtHand(words, PurePosixPath(file.name).stem, units, str(file.id))


def _written(cell: Any) -> str:
    return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)


async def _of_result(pack: ContextPack, result: KeptResult) -> TableAtHand | None:
    """Return the whole table that a result is, or was selected from."""
    ref = result.of or result.ref
    kept = await in_database(_kept, pack, ref) if ref else None
    if ref and kept is None:
        return None
    table = kept or KeptTable("", result.columns, result.rows, result.units)
    if not table.columns or not table.rows or len(table.rows) > _MOST_ROWS:
        return None
    words = TableWords(tuple(table.columns), tuple(map(tuple, table.rows)), pack.now.date(), result.task)
    units = tuple(table.units) or (result.units if not result.of else ())
    name = next((one.name for one in pack.files if str(one.id) == result.source), UNNAMED)
    return TableAtHand(words, PurePosixPath(name).stem, units, result.source, ref)


def _kept(pack: ContextPack, ref: str) -> KeptTable | None:
    try:
        return kept_table(pack.access, ref)
    except OmniForgeError:
        return None
