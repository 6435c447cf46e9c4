"""The tool that writes files to download: tables from results and other files, texts from Markdown."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.counts import counted
from agents.tools.named_things import FILE
from agents.tools.resolver import Resolver
from agents.tools.schemas import IN_WORDS
from agents.tools.stored_results import load_table
from agents.tools.tool import Effect, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from intent.material import read_material
from intent.sentences.titles import normalise
from omniforge.files.cards import WrittenFile, card_of
from omniforge.files.models import StoredFile
from omniforge.files.names import clean_name, unused_name
from omniforge.files.querying.client import Source, query
from omniforge.files.selectors import content_of, get_file, own_files
from omniforge.files.services import store_file
from omniforge.files.types import Kind, type_of
from omniforge.files.writing.cells import Value
from omniforge.files.writing.client import write_document, write_workbook
from omniforge.files.writing.tables import csv_of
from omniforge.storage.database import in_database
from omniforge.tables.markdown import markdown_table

Format = Literal["xlsx", "csv", "md", "docx", "txt"]
_OF_TABLES = ("xlsx", "csv")
_ENDINGS = tuple(f".{one}" for one in get_args(Format))
_BESIDE = "This turn has a {name} already, which stays beside it: say which of the two counts."
_SHEET = 31  # characters, the limit of a sheet's name


class Sheet(BaseModel):
    """A table of the file, and where its rows come from."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, populate_by_name=True)

    name: str = Field("", max_length=100)
    from_: str = Field(alias="from", min_length=1, max_length=500)
    columns: list[str] = Field(default_factory=list)


class FileToWrite(ToolArguments):
    """A file and its content."""

    name: str = Field(min_length=1, max_length=120)
    format: Format
    sheets: list[Sheet] = Field(
        default_factory=list,
        max_length=20,
        json_schema_extra=IN_WORDS,
        description="Each {name (heading in docx), from: result_id, csv or xlsx file, columns: else all}.",
    )
    text: str = Field(
        "",
        max_length=200_000,
        description="Markdown above the sheets; for xlsx, csv: one table.",
    )

    @model_validator(mode="after")
    def _without_ending(self) -> Self:
        self.name = _bare(self.name)
        return self


def _bare(name: str) -> str:
    """Return a file's name without the extension that its format adds."""
    ending = next((one for one in _ENDINGS if name.lower().endswith(one)), "")
    return name[: len(name) - len(ending)].rstrip() or name


def _said(arguments: Mapping[str, Any]) -> str:
    return f"Writing {_bare(arguments['name'])}.{arguments['format']}"


class FileKept(ToolResult):
    """A file that was written. `contents` describes it, `note` is set if its name was changed."""

    file: WrittenFile
    contents: str
    note: str | None = None

    def summary(self) -> str:
        return f"{self.file.name}: {self.contents}"

    def is_news(self) -> bool:
        return self.note is not None

    def files(self) -> Sequence[WrittenFile]:
        return [self.file]


class _Table(NamedTuple):
    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    units: Mapping[str, str] = {}  # by column; the cells are bare numbers

    @property
    def headed(self) -> Self:
        """Return the table with units in its head: 'Amount (litre)'."""
        heads = [f"{one} ({self.units[one]})" if self.units.get(one) else one for one in self.columns]
        return self._replace(columns=heads)


@tool(said=_said, effect=Effect.WRITE, private=True, timeout=60)
async def write_file(arguments: FileToWrite, context: CallContext) -> FileKept:
    """Write a file to download (Excel, Word, CSV …). Only if one is wanted. The page shows it, so no link."""
    tables = [await _table(one, number, context) for number, one in enumerate(arguments.sheets, 1)]
    if arguments.format in _OF_TABLES and arguments.text:
        tables.append(_written(arguments))
    _require_fit(arguments, tables)
    content = await _content(arguments, tables, context)
    wanted = clean_name(f"{arguments.name}.{arguments.format}", suffix=f".{arguments.format}")
    file = await in_database(_kept, wanted, content, context)
    note = None if file.name == wanted else _BESIDE.format(name=wanted)
    return FileKept(file=card_of(file), contents=_contents(arguments, tables), note=note)


def _kept(wanted: str, content: bytes, context: CallContext) -> StoredFile:
    """Store a file under the wanted name, with a number if this turn already has one of that name."""
    stem, _, ending = wanted.rpartition(".")
    taken = [one.name for one in own_files(context.access).filter(turn_id=context.turn_id)]
    return store_file(
        access=context.access,
        name=f"{unused_name(stem, ending, taken)}.{ending}",
        content=content,
        turn_id=context.turn_id,
        conversation_id=context.conversation_id,
        written_by_agent=True,
    )


def _require_fit(arguments: FileToWrite, tables: Sequence[_Table]) -> None:
    if arguments.format in _OF_TABLES and not tables:
        raise ToolFailed(f"A {arguments.format} is made of sheets, or of a Markdown table in text.")
    if arguments.format == "csv" and len(tables) > 1:
        raise ToolFailed("A csv has one table. Write several files, or xlsx.")
    if not (arguments.text or tables):
        raise ToolFailed("Say what is to stand in it: text, or sheets.")


def _written(arguments: FileToWrite) -> _Table:
    """Return the Markdown table that makes up the text."""
    material = read_material(arguments.text)
    if material is None or not material.columns:
        raise ToolFailed(f"For a {arguments.format} text must be one Markdown table with a head.")
    return _Table(arguments.name[:_SHEET], material.columns, material.rows)


async def _table(sheet: Sheet, number: int, context: CallContext) -> _Table:
    name = sheet.name or f"Sheet{number}"
    found = await in_database(_found, sheet.from_, context)
    if isinstance(found, _Table):
        return _narrowed(found._replace(name=name), sheet.columns).headed
    told = await query("", [found], person=context.access.person)
    queried = await query(f'SELECT * FROM "{told.tables[0].name}"', [found], person=context.access.person)
    return _narrowed(_Table(name, queried.columns, queried.rows), sheet.columns)


def _found(ref: str, context: CallContext) -> _Table | Source:
    if kept := load_table(context.access, ref):
        units = dict(zip(kept.columns, kept.units, strict=False))
        return _Table("", kept.columns, kept.rows, units)
    resolver = Resolver(Scope.of(context), context.conversation_id, loosely=True)
    file = get_file(context.access, resolver.one(ref, (FILE,)).id)
    kind = type_of(file.name).kind
    if kind not in (Kind.TABLE, Kind.WORKBOOK):
        raise ToolFailed(f"{file.name} holds no table. Give a result_id, a csv or an xlsx file.")
    return Source("source", "csv" if kind == Kind.TABLE else "workbook", content_of(file))


def _narrowed(table: _Table, wanted: Sequence[str]) -> _Table:
    """Return the table with only the wanted columns. Raises ToolFailed that lists the existing ones."""
    if not wanted:
        return table
    places: Mapping[str, int] = {name.casefold(): at for at, name in enumerate(table.columns)}
    if missing := [one for one in wanted if one.casefold() not in places]:
        raise ToolFailed(
            f"{table.name} has no column {', '.join(missing)}. It has: {', '.join(table.columns)}.",
            outside=True,
        )
    taken = [places[one.casefold()] for one in wanted]
    units = {name: table.units.get(table.columns[at], "") for name, at in zip(wanted, taken, strict=True)}
    rows = [[row[at] for at in taken] for row in table.rows]
    return table._replace(columns=list(wanted), rows=rows, units=units)


async def _content(arguments: FileToWrite, tables: Sequence[_Table], context: CallContext) -> bytes:
    match arguments.format:
        case "xlsx":
            return await write_workbook(
                [(one.name, one.columns, one.rows) for one in tables], person=context.access.person
            )
        case "csv":
            return await asyncio.to_thread(csv_of, tables[0].columns, tables[0].rows)
        case "docx":
            text = await asyncio.to_thread(_text, arguments, tables)
            return await write_document(text, person=context.access.person)
        case _:
            return (await asyncio.to_thread(_text, arguments, tables)).encode()


def _text(arguments: FileToWrite, tables: Sequence[_Table]) -> str:
    """Return the text, followed by the tables, each under its name, unless the text ends under that."""
    headings = [line.strip("# ") for line in arguments.text.splitlines() if line.startswith("#")]
    above, parts = headings[-1] if headings else "", [arguments.text]
    for sheet, table in zip(arguments.sheets, tables, strict=True):
        is_new = sheet.name and normalise(sheet.name) != normalise(above)
        parts += [f"## {sheet.name}" if is_new else "", markdown_table(table.columns, table.rows)]
        above = sheet.name
    return "\n\n".join(filter(None, parts)) + "\n"


def _contents(arguments: FileToWrite, tables: Sequence[_Table]) -> str:
    is_text = arguments.text and arguments.format not in _OF_TABLES
    words = counted(len(arguments.text.split()), "word") if is_text else ""
    each = [f"{table.name} ({counted(len(table.rows), 'row')})" for table in tables]
    return ", ".join(filter(None, (words, *each)))
