"""A project in a line, for lists and prompts. It knows no tables."""

from typing import NamedTuple
from uuid import UUID


class ProjectCard(NamedTuple):
    """What a project is called, what it is about, and where it stands."""

    id: UUID
    name: str
    description: str
    state: str
