"""Committed changes: in the workspace, and in the agent's state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from agents.events.base import Event

Action = Literal["create", "update", "delete", "read", "list", "search", "move", "run", "send"]


@dataclass(frozen=True, slots=True)
class Operation(Event):
    """A read or change in the workspace. `done` only after the service has confirmed it.

    With `call_id` it belongs to that tool call: a finished or failed operation replaces the started one,
    and after the call's result nothing of it is in progress.
    """

    type: ClassVar[str] = "operation"
    action: Action
    entity_type: str
    entity_name: str
    status: Literal["started", "done", "failed"]
    entity_id: str = ""
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class EntityPatched(Event):
    """The new `version` of a project, document, entity or edge, as committed (seed 003, section 6.3).

    `patch` and `inverse` are RFC 6902, if both are empty the change is too large to send: fetch the row.
    """

    type: ClassVar[str] = "entity_patch"
    entity_type: str
    entity_id: str
    entity_name: str
    project_id: str
    action: str
    version: int
    patch: tuple[Mapping[str, Any], ...]
    inverse: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class StateChanged(Event):
    """The new `version` of the agent's state (seed 003, section 8.6). Both patches are RFC 6902."""

    type: ClassVar[str] = "state_delta"
    version: int
    patch: tuple[Mapping[str, Any], ...]
    inverse: tuple[Mapping[str, Any], ...]
