"""The fields of things, from a model's names to those of the services. Unknown fields are refused."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from agents.failures import ToolFailed
from agents.tools.assignees import name_of_assignee
from omniforge.projects.kinds import ENTITY_KINDS, RULES, Kind
from omniforge.tenants.access import Access

_COMMON = ("title", "description")
_OWN: Mapping[str, tuple[str, ...]] = {
    "project": (*_COMMON, "state", "context"),
    "document": (*_COMMON, "content"),
    **{kind.value: (*_COMMON, "state", "priority", "due", *RULES[kind].fields) for kind in ENTITY_KINDS},
}
_SAID_OTHERWISE = {
    "name": "title",
    "due_on": "due",
    "due_date": "due",
    "owner": "assignee",
    "text": "content",
}
_TASK = ", ".join(RULES[Kind.TASK].states)
FIELDS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "title, description, state, priority (1 most urgent, to 5), due (YYYY-MM-DD), assignee "
    "(name, 'me'); document: content (Markdown) or file (an upload); project: context "
    "(purpose, limits); risk: probability (0 to 1), impact, mitigation; requirement: source. null clears. "
    f"States of a task: {_TASK}.",
}


def read_fields(kind: str, given: Mapping[str, Any], access: Access) -> dict[str, Any]:
    """Return the fields as the services of a kind take them. 'me' is the person who asks.

    Raises ToolFailed that lists the valid ones.
    """
    said = {_SAID_OTHERWISE.get(name, name): value for name, value in given.items()}
    if unknown := sorted(set(said) - set(_OWN[kind])):
        raise ToolFailed(f"A {kind} has no {', '.join(unknown)}; it has {', '.join(_OWN[kind])}.")
    for name in ("title", "description", "content", "context"):
        if name in said and said[name] is None:
            said[name] = ""
    if kind == "project":
        return {"name" if name == "title" else name: value for name, value in said.items()}
    if said.get("assignee"):
        said["assignee"] = name_of_assignee(access, str(said["assignee"]))
    return said if kind == "document" else _of_entity(Kind(kind), said)


def _of_entity(kind: Kind, said: dict[str, Any]) -> dict[str, Any]:
    own = {name: said.pop(name) for name in tuple(said) if name in RULES[kind].fields}
    if "due" in said:
        said["due_on"] = _day(said.pop("due"))
    if isinstance(said.get("state"), str):
        said["state"] = said["state"].lower().replace(" ", "_").replace("-", "_")
    return said | ({"fields": own} if own else {})


def _day(value: Any) -> date | None:
    if value in (None, ""):
        return None
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        raise ToolFailed(f"due: '{value}' is no date. Give it as YYYY-MM-DD, or null.") from None
