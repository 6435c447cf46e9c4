"""Services that change projects and their contents. Calls are bound to the tenant and return the changes."""

from omniforge.projects.services.documents import DocumentService
from omniforge.projects.services.edges import EdgeService, Ref
from omniforge.projects.services.entities import EntityService
from omniforge.projects.services.projects import ProjectService
from omniforge.projects.services.undo import Undone, undo_batch, undo_turn

__all__ = [
    "DocumentService",
    "EdgeService",
    "EntityService",
    "ProjectService",
    "Ref",
    "Undone",
    "undo_batch",
    "undo_turn",
]
