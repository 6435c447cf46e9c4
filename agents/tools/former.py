"""Former names of tools, which stored skills and rules may still use."""

from collections.abc import Iterable, Mapping

_NOW: Mapping[str, tuple[str, ...]] = {
    "search": ("search_workspace", "search_project", "search_conversations"),
    "read": ("read_document", "read_entity", "read_file"),
    "list": (
        "list_projects",
        "list_documents",
        "list_tasks",
        "list_goals",
        "list_plans",
        "list_entities",
        "list_agents",
        "list_skills",
        "list_runs",
    ),
    "change": (
        "create_project",
        "update_project",
        "create_document",
        "move_document",
        "delete_document",
        "create_entity",
        "update_entity",
        "delete_entity",
        "link",
        "unlink",
    ),
    "edit_document": ("update_document", "write_section"),
    "query_tables": ("work_on_table",),
    "write_file": ("write_spreadsheet", "write_csv", "write_document"),
    "calendar": (
        "calendar_list_events",
        "calendar_create_event",
        "calendar_update_event",
        "calendar_delete_event",
    ),
    "calculate": ("convert_units", "date_and_time"),
    "save_agent": ("create_agent", "update_agent"),
    "save_skill": ("create_skill",),
    "send_message": ("send_email",),
    "undo": ("undo_changes",),
}
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
}  # rules on these former tools now apply to the new ones
_SUCCESSOR = {former: now for now, formers in _NOW.items() for former in formers}


def successors_of(names: Iterable[str]) -> frozenset[str]:
    """Return the tools that replace these names or patterns like 'calendar_*'."""
    return frozenset(now for name in names for former, now in _SUCCESSOR.items() if _means(name, former))


def _means(name: str, former: str) -> bool:
    return former.startswith(name[:-1]) if name.endswith("*") else name == former


def rule_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names under which tools, including former names, are ruled now."""
    return tuple(_ACTS.get(name) or _SUCCESSOR.get(name, name) for name in names)
