"""The tables of the workspace."""

from omniforge.projects.models.changes import Action, Version
from omniforge.projects.models.documents import Document, DocumentRole
from omniforge.projects.models.edges import Edge
from omniforge.projects.models.entities import Entity
from omniforge.projects.models.passages import Passage, SearchKey
from omniforge.projects.models.projects import Project, ProjectState

__all__ = [
    "Action",
    "Document",
    "DocumentRole",
    "Edge",
    "Entity",
    "Passage",
    "Project",
    "ProjectState",
    "SearchKey",
    "Version",
]
