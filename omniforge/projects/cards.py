"""A project's summary for lists and prompts, without an ORM import."""

from typing import NamedTuple
from uuid import UUID


class ProjectCard(NamedTuple):
    """Name, description and state of a project."""

    id: UUID
    name: str
    description: str
    state: str
