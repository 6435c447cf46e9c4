"""What a message wants done in a project, read by its words alone."""

from agents.workspace.reading.message import asks_for_write, read_wish
from agents.workspace.reading.wishes import Look, Reference, Wish, WishedOperation

__all__ = ["Look", "Reference", "Wish", "WishedOperation", "asks_for_write", "read_wish"]
