"""What was changed, by word of what was committed: in the workspace, and in what the agent knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from agents.events.base import Event

Action = Literal["create", "update", "delete", "read", "list", "search", "move", "run", "send"]


@dataclass(frozen=True, slots=True)
class Operation(Event):
    """Something in the workspace is read or changed, or was: `done` only by word of the service that did it.

    With `call_id` it belongs to that call of a tool: what is done, or has failed, takes the place of what was
    started, and once the call is answered nothing of it is going on.
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
    """A project, document, entity or edge is at `version` now, by what was committed (seed 003, section 6.3).

    `patch` and `inverse` are RFC 6902; where both are empty the change is too large to send: ask for the row.
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
    """The agent's state is at `version` now (seed 003, section 8.6); both patches are RFC 6902."""

    type: ClassVar[str] = "state_delta"
    version: int
    patch: tuple[Mapping[str, Any], ...]
    inverse: tuple[Mapping[str, Any], ...]
