"""Names by which programs that set rules know what tools do: 'delete_entity' is the act 'change.delete'."""

from collections.abc import Mapping

_ACTS: Mapping[str, str] = {
    "create_project": "change.create",
    "create_document": "change.create",
    "create_entity": "change.create",
    "update_project": "change.update",
    "update_entity": "change.update",
    "move_document": "change.move",
    "delete_document": "change.delete",
    "delete_entity": "change.delete",
    "link": "change.link",
    "unlink": "change.unlink",
    "calendar_create_event": "calendar.create",
    "calendar_update_event": "calendar.update",
    "calendar_delete_event": "calendar.delete",
}


def act_of(name: str) -> str:
    """Return the act that a former tool's name stands for. Any other name as it is."""
    return _ACTS.get(name, name)
