"""A file of a conversation, as its agents are told of it."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """What is known of a file before the tool `read_file` reads it; `size` is bytes.

    `written` are those that an agent made here; the others were given by the person, in turn `turn_id`.
    """

    id: UUID
    name: str
    media_type: str
    size: int
    written: bool = False
    turn_id: UUID | None = None

    def __str__(self) -> str:
        return f"{self.name} ({self.media_type}, {self.size:,} bytes)"
