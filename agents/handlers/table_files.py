"""Tables as files: their format and name."""

from collections.abc import Sequence

from agents.context.stored import UNNAMED, KeptResult
from agents.handlers.task import Task
from omniforge.files.names import unused_name
from omniforge.projects.kinds import ENTITY_KINDS
from omniforge.tables.cells import Cell

_FILES = ("xlsx", "csv")
_MOST_COLUMNS = 3  # used in a file's name
_UNFIT = str.maketrans(dict.fromkeys('\\/:*?"<>|[]', " "))  # in file and sheet names


def file_format(given: KeptResult) -> str:
    """Return the format of the file in which a table was given, empty if it was only shown."""
    return given.format if given.format in _FILES else ""


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
