"""The blind index of passages: headings, text and ownership as tokens."""

from uuid import UUID

from omniforge.projects.search.blinders import Blinder
from omniforge.storage.blind_index import CANDIDATES, Entry, Index, Part, Question, Ranked, Shape, index_of

__all__ = ["CANDIDATES", "Entry", "Question", "Ranked", "index", "kind_token", "project_token"]

_PASSAGES = Shape(
    "projects_passage",
    (Part("heading", "A", 3.0), Part("words", "B", 1.0), Part("scope", "D", 0.0)),
    there="JOIN projects_project AS project ON project.id = found.project_id AND project.deleted_at IS NULL",
)


def index() -> Index:
    """Return the index of passages in projects that are not deleted."""
    return index_of(_PASSAGES)


def project_token(blinder: Blinder, project_id: UUID) -> str:
    """Return the token shared by a project's passages. No word can collide with its input."""
    return blinder.token(f"project:{project_id}")


def kind_token(blinder: Blinder, kind: str) -> str:
    """Return the token shared by the passages of a kind."""
    return blinder.token(f"kind:{kind}")
