"""Changes that services made in a project, as events for the turn's readers."""

from collections.abc import Iterable

import orjson

from agents.events import EntityPatched
from omniforge.projects.changes import Change

_LARGEST = 20_000  # bytes of JSON; beyond that a client fetches the row


def patches_of(changes: Iterable[Change]) -> tuple[EntityPatched, ...]:
    """Return an event for each change, in order."""
    return tuple(_patched(change) for change in changes)


def _patched(change: Change) -> EntityPatched:
    small = len(orjson.dumps([change.patch, change.inverse])) <= _LARGEST
    return EntityPatched(
        entity_type=change.entity_type,
        entity_id=str(change.entity_id),
        entity_name=change.name,
        project_id=str(change.project_id),
        action=change.action.value,
        version=change.version,
        patch=tuple(change.patch) if small else (),
        inverse=tuple(change.inverse) if small else (),
    )
