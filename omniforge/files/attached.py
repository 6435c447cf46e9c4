"""A conversation's file as described to agents."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """Metadata of a file that hasn't been read. `size` is in bytes.

    `written`: an agent made it here, otherwise the person attached it in turn `turn_id`.
    """

    id: UUID
    name: str
    media_type: str
    size: int
    written: bool = False
    turn_id: UUID | None = None

    def __str__(self) -> str:
        return f"{self.name} ({self.media_type}, {self.size:,} bytes)"
