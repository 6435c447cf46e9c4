"""Tables that are given as files: in which format, and under which name."""

from agents.context.kept import KeptResult
from agents.handlers.task import Task
from omniforge.files.names import unused_name

_FILES = ("xlsx", "csv")


def file_format(given: KeptResult) -> str:
    """Return the format of the file in which a table was given; empty if it was only shown."""
    return given.format if given.format in _FILES else ""


def free_name(task: Task, name: str, format: str) -> str:
    """Return the name of a new file: never that of one that is here, which it would be taken for."""
    return unused_name(name, format, (one.name for one in task.pack.files))
