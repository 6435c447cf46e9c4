"""Tables as people get them: shown in part, with their units, or written to a file."""

from collections.abc import Sequence

from agents.context.stored import UNNAMED, KeptResult
from agents.handlers.lines import bold
from agents.handlers.task import Task
from agents.tools.counts import counted
from omniforge.files.names import unused_name
from omniforge.projects.kinds import ENTITY_KINDS
from omniforge.tables.cells import Cell
from omniforge.tables.markdown import markdown_table, plain

SHOWN = 50  # rows per answer
FILES = ("xlsx", "csv", "docx")
_LONGEST_SHEET = 31  # characters of a sheet's name
_MOST_COLUMNS = 3  # used in a file's name
_UNFIT = str.maketrans(dict.fromkeys('\\/:*?"<>|[]', " "))  # in file and sheet names


def shown_rows(columns: Sequence[str], rows: Sequence[Sequence[Cell]], total: int) -> str:
    """Return the first rows as a table, and how many more there are."""
    shown = rows[:SHOWN]
    more = total - len(shown)
    rest = f"\n\n{counted(more, 'more row')} {are(more)}n't shown." if more > 0 else ""
    return markdown_table(columns, shown) + rest


def units_said(columns: Sequence[str], units: Sequence[str]) -> str:
    """Say the units of columns whose cells are bare numbers."""
    said = [f"{plain(name)} in {plain(unit)}" for name, unit in zip(columns, units, strict=True) if unit]
    return f"Units: {', '.join(said)}." if said else ""


async def written_file(task: Task, name: str, format: str, ref: str) -> str:
    """Write a stored table to a file, and return that file's name in bold."""
    sheets = [{"name": name[:_LONGEST_SHEET], "from": ref}]
    given = await task.call("write_file", name=name, format=format, sheets=sheets)
    return bold(str(given["file"]["name"]))


def are(number: int) -> str:
    return "is" if number == 1 else "are"


def file_format(given: KeptResult) -> str:
    """Return the format of the file in which a table was given, empty if it was only shown."""
    return given.format if given.format in FILES else ""


def free_name(
    task: Task, name: str, format: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> str:
    """Return the name of a new file, distinct from existing files, which it could be confused with.

    A table without a name is named by its content.
    """
    called = _held(columns, rows) if name == UNNAMED else name
    return unused_name(called, format, (one.name for one in task.pack.files))


def _held(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Return a table's content in words: 'Tasks' for work of one kind, else its first columns."""
    kinds = {row[columns.index("kind")] for row in rows} if "kind" in columns else set()
    if len(kinds) == 1 and kinds <= set(ENTITY_KINDS):
        return f"{kinds.pop()}s".capitalize()
    named = (" ".join(one.translate(_UNFIT).split()) for one in columns[:_MOST_COLUMNS])
    return ", ".join(filter(None, named)) or UNNAMED
