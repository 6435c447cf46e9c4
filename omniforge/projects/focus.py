"""The focus of a conversation: everything, one project, or one object in it (seed 003, section 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from omniforge.errors import InvalidInput
from omniforge.projects.kinds import Kind
from omniforge.web.request_data import refuse_misspelt

_FIELDS = ("project_id", "type", "id")


@dataclass(frozen=True, slots=True)
class Focus:
    """A project, and optionally one document or entity in it."""

    project_id: UUID | None = None
    kind: Kind | None = None
    thing_id: UUID | None = None

    @property
    def scope(self) -> Literal["global", "project", "entity"]:
        if self.project_id is None:
            return "global"
        return "project" if self.thing_id is None else "entity"


EVERYTHING = Focus()


def read_focus(value: object) -> Focus:
    """Parse a focus from a client's JSON: {project_id, type?, id?}, or null. Raises InvalidInput."""
    if value is None:
        return EVERYTHING
    if not isinstance(value, Mapping):
        raise InvalidInput.of(
            "focus", "focus is null or {project_id, type, id}; type and id go together, or not at all."
        )
    refuse_misspelt(value, _FIELDS)
    project_id, kind, thing_id = _uuid(value, "project_id"), value.get("type"), _uuid(value, "id")
    if (kind is None) != (thing_id is None) or (thing_id and not project_id):
        raise InvalidInput.of("focus", "A thing in focus has its project_id, its type and its id.")
    if kind is not None and kind not in list(Kind):
        raise InvalidInput.of("focus", f"type is one of {', '.join(Kind)}.")
    return Focus(project_id, Kind(kind) if kind else None, thing_id)


def _uuid(value: Mapping[str, Any], name: str) -> UUID | None:
    given = value.get(name)
    try:
        return None if given is None else UUID(str(given))
    except ValueError as error:
        raise InvalidInput.of("focus", f"focus.{name} must be a UUID.") from error
