"""Finds the table that a turn may be about. Its columns and values help to read the message."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, Literal

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.context.stored import UNNAMED, KeptResult, TableAtHand
from agents.tools.stored_results import KeptTable, load_table
from intent.commands import Command, read_commands
from intent.commands.readers.tables.cell_changes import corrects_figure
from intent.commands.tables.column_names import are_of_work
from intent.commands.tables.question import FIGURES, TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of
from intent.material import read_material
from intent.sentences.document_tables import about_this_table, name_of_pasted, names_table
from intent.sentences.question_forms import is_question
from intent.typed_cells import typed
from omniforge.errors import OmniForgeError
from omniforge.files.attached import AttachedFile
from omniforge.files.querying.client import Queried, Source, query
from omniforge.files.querying.names import quoted
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
_MOST_TABLES = 8  # files, and sheets per workbook, that are tried
_CHANGES = ("table.set", "table.add_row", "table.drop_rows", "table.add_column", "table.rename_column")
_DROPPED = "table.drop_rows"
_NEW_COLUMN = "table.add_column"
_SOURCE = "source"  # name of a file in SQL


async def add_current_table(pack: ContextPack) -> ContextPack:
    """Return the turn with its table at hand: a new file of this message, or else the last table of the talk.

    A newer list of work hides that table from messages that don't clearly mean it. Other talk hides a pasted
    table from messages that aren't wholly about it.
    """
    found, results = await _with_table(pack), pack.dialogue.results
    if read_material(pack.message):
        return found
    is_behind = bool(results) and not (results[-1].ref or _files(pack))
    means = _means_table if is_behind else _is_about_table
    return found if means(found) or not (is_behind or _is_left(found)) else pack


def _is_left(pack: ContextPack) -> bool:
    """Return whether the last message was about something else than the pasted table at hand."""
    before = "".join(pack.said[-1:])
    if pack.table is None or pack.table.file or not before or read_material(before):
        return False
    told = str(pack.window[-1].content)
    if all(f"**{one}**" in told for one in pack.table.words.columns):
        return False  # an answer that named all columns
    last = pack.dialogue.results[-1].task.split("\n")[-1].split()
    return " ".join(last) not in " ".join(before.split()) and not _reads(replace(pack, message=before))


def _is_about_table(pack: ContextPack) -> bool:
    """Return whether all of a message is read with the table at hand, and asks for something of it."""
    if _corrects(pack):
        return True
    points = names_table(pack.message) or any(key_of("table_noun", one) for one in as_words(pack.message))
    names = _reads(pack) and (_is_named(pack) or points)
    asked = read_commands(pack.message, situation_of(pack)).commands if names else ()
    if any(one.name == _NEW_COLUMN for one in asked):
        return True
    asks = is_question(pack.message) or points
    return names and (asks or not all(one.only_names for one in _asked(pack)))


def _corrects(pack: ContextPack) -> bool:
    """Return whether a message takes a row out or puts a figure right, whatever else it says."""
    reading = read_commands(pack.message, situation_of(pack))
    changed = [one for one in reading.commands if one.name in _CHANGES]
    sure = all(one.name == _DROPPED or corrects_figure(one.words) for one in changed)
    return bool(changed) and sure and len(changed) == len(reading.commands)


def _asked(pack: ContextPack) -> list[TableQuestion]:
    commands = read_commands(pack.message, situation_of(pack)).commands
    return [one.slots.get("question", TableQuestion(view=True)) for one in commands]


async def _with_table(pack: ContextPack) -> ContextPack:
    """Return the turn with its likeliest table. The first of several that its message can be read with."""
    results, files = pack.dialogue.results, _files(pack)
    is_known = bool(files) and str(files[0].id) in {one.source for one in results}
    found = await table_of(pack, results) if is_known or not files else None
    first = [] if found else await _tables(pack, files[:1])
    found = found or next(iter(first), None) or await table_of(pack, results)
    pack = replace(pack, table=found) if found else pack
    if read_material(pack.message) or (_is_single(files) and not _named(pack)) or _reads(pack):
        return pack
    last = await table_of(pack, results) if first else None
    others = [last, *first[1:], *await _tables(pack, files[not is_known :])]
    wordings = (one for table in [found, *others] if table for one in _wordings(pack, table))
    return next((one for one in wordings if _reads(one) and _is_named(one)), pack)


def _means_table(pack: ContextPack) -> bool:
    """Return whether a message means the table in spite of a newer list: by that word, a name, or a sum."""
    if not _reads(pack):
        return False
    commands = read_commands(pack.message, situation_of(pack)).commands
    asked = [one.slots["question"] for one in commands if "question" in one.slots]
    vague = any(one.only_names and not (one.tests and one.asked) for one in asked)
    if vague or (any(one.only_names for one in asked) and "?" not in pack.message):
        return names_table(pack.message)  # 'who is in on Monday?', 'Ola is in on Monday'
    words, changes = as_words(pack.message), any(one.name in _CHANGES for one in commands)
    points = any(key_of("pronoun", one) for one in words)
    adds = points or any(key_of("table_joined", one) for one in words)
    is_sum = adds and any(one.function in FIGURES for one in asked)
    return names_table(pack.message) or is_sum or (_is_named(pack) and (changes or not points))


def _is_named(pack: ContextPack) -> bool:
    """Return whether a column or value of the table at hand is named: 'what is owed?' fits any of money."""
    words = [(one,) for one in as_words(pack.message)]
    there = pack.table.words if pack.table else None
    return there is not None and any(there.columns_called(one) or there.values_named(one)[0] for one in words)


def _named(pack: ContextPack) -> list[AttachedFile]:
    return [one for one in pack.files if one.name.casefold() in pack.message.casefold()]


def _wordings(pack: ContextPack, table: TableAtHand) -> list[ContextPack]:
    """Return the turn with a table at hand, also without the name of its file: 'in stock.csv, add …'."""
    names = [one.name for one in _named(pack) if str(one.id) == table.file]
    messages = [again for name in names for again in about_this_table(pack.message, name)]
    return [replace(pack, table=table, message=one) for one in [*messages, pack.message]]


def _is_single(files: Sequence[AttachedFile]) -> bool:
    return len(files) < 2 and all(_FORMS[_ending(one.name)] != "workbook" for one in files)


def _reads(pack: ContextPack) -> bool:
    """Return whether all of the message is read as commands on the table at hand."""
    reading = read_commands(pack.message, situation_of(pack)) if pack.table else None
    return bool(reading and reading.is_whole) and all(map(_is_of_table, reading.commands if reading else ()))


def _is_of_table(command: Command) -> bool:
    new = command.slots.get("column")
    return command.name.startswith("table.") and (new is None or bool(new.signs))


async def table_of(pack: ContextPack, results: Sequence[KeptResult]) -> TableAtHand | None:
    """Return the table that the last result is, or was selected from. Before lists of work, the last one."""
    tables = (one for one in reversed(results) if is_table_result(one))
    last = results[-1] if results and results[-1].ref else next(tables, None)
    return await _of_result(pack, last) if last else None


def is_table_result(result: KeptResult) -> bool:
    """Return whether a result is no list of tasks or events, which are queried again, nor a file of one."""
    return bool(result.ref) and not are_of_work(result.columns)


def _files(pack: ContextPack) -> list[AttachedFile]:
    """Return the attached files with tables, newest first, without large ones and those the agent wrote."""
    given = [one for one in pack.files if not one.written and _ending(one.name) in _FORMS]
    return [one for one in given if one.size <= _MOST_BYTES][:_MOST_TABLES]


def is_table(name: str) -> bool:
    """Return whether a file of this name is read as a table."""
    return _ending(name) in _FORMS


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


async def _tables(pack: ContextPack, files: Sequence[AttachedFile]) -> list[TableAtHand]:
    """Return the first tables of files. A workbook has one per sheet."""
    found: list[TableAtHand] = []
    for file in files:
        found += await _of_file(pack, file) if len(found) < _MOST_TABLES else []
    return found


async def _of_file(pack: ContextPack, file: AttachedFile) -> list[TableAtHand]:
    """Return a file's tables, without those of too many rows, none if it can't be read."""
    person = pack.access.person
    try:
        row = await in_database(get_file, pack.access, file.id)
        content = await in_database(content_of, row)
        source = Source(_SOURCE, _FORMS[_ending(file.name)], content)
        shapes = (await query("", [source], person=person)).tables if source.form == "workbook" else ()
        names = [one.name for one in shapes if one.rows][:_MOST_TABLES] or [_SOURCE]
        given = [
            (name, await query(f"SELECT * FROM {quoted(name)}", [source], person=person)) for name in names
        ]
    except (OmniForgeError, OSError):
        return []
    small = [(name, one) for name, one in given if len(one.rows) == one.total <= _MOST_ROWS]
    return [_table_of(pack, file, name.removeprefix(f"{_SOURCE}_"), one) for name, one in small]


def _table_of(pack: ContextPack, file: AttachedFile, sheet: str, queried: Queried) -> TableAtHand:
    rows, units = typed([tuple(map(_written, row)) for row in queried.rows])
    stem = PurePosixPath(file.name).stem
    called = tuple(as_words(one.replace("_", " ")) for one in (file.name, stem, sheet) if one != _SOURCE)
    words = TableWords(tuple(queried.columns), rows, pack.now.date(), called=called, units=units)
    return TableAtHand(words, stem, units, str(file.id))


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
    name = next((one.name for one in pack.files if str(one.id) == result.source), UNNAMED)
    called = (as_words(name), as_words(PurePosixPath(name).stem)) if name != UNNAMED else _called(pack, table)
    rows = tuple(map(tuple, table.rows))
    units = tuple(table.units) or (result.units if not result.of else ())
    words = TableWords(tuple(table.columns), rows, pack.now.date(), result.task, called, units)
    return TableAtHand(words, PurePosixPath(name).stem, units, result.source, ref)


def _called(pack: ContextPack, table: KeptTable) -> tuple[tuple[str, ...], ...]:
    """Return what a pasted table was called as it was handed over, unless a column of it has that name."""
    for said in reversed(pack.said):
        if (pasted := read_material(said)) and {*pasted.names} <= {*table.columns}:
            name = name_of_pasted(said[: pasted.start])
            words = TableWords(tuple(table.columns), tuple(map(tuple, table.rows)), pack.now.date())
            known = any(
                words.columns_named((one,)) or words.values_named((one,))[0] for one in as_words(name)
            )
            return () if known or not name else tuple({as_words(name), as_words(name)[:1]})
    return ()


def _kept(pack: ContextPack, ref: str) -> KeptTable | None:
    try:
        return load_table(pack.access, ref)
    except OmniForgeError:
        return None
