"""The states of each kind, by everyday words."""

from collections.abc import Mapping, Sequence

from agents.handlers.items import PROJECT, WORK, Item
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import ProjectState

_STATES: Mapping[str, Mapping[str, str]] = {
    "task": {"done": "done", "open": "todo", "started": "in_progress", "blocked": "blocked"},
    "goal": {
        "done": "achieved",
        "open": "active",
        "started": "active",
        "dropped": "abandoned",
        "draft": "draft",
    },
    "plan": {"done": "completed", "open": "active", "started": "active", "draft": "draft"},
    "milestone": {"done": "completed", "open": "pending", "started": "in_progress", "missed": "missed"},
    "risk": {"done": "closed", "open": "identified", "mitigated": "mitigated", "occurred": "occurred"},
    "requirement": {
        "done": "met",
        "open": "draft",
        "draft": "draft",
        "agreed": "agreed",
        "dropped": "dropped",
    },
    PROJECT: {
        "done": "completed",
        "open": "active",
        "started": "active",
        "paused": "paused",
        "blocked": "paused",
        "dropped": "cancelled",
        "archived": "completed",
        "draft": "planning",
    },
}


def state_of(kind: str, key: str) -> str:
    """Return the state of a kind for a word's key, empty if the kind has none like it."""
    return _STATES.get(kind, {}).get(key, "")


def has_state(item: Item, key: str) -> bool:
    """Return whether a thing is in the state of a word's key. 'open' means unfinished."""
    if key == "open":
        return item.is_open
    if key == "done":
        return not item.is_open and bool(item.state)
    return bool(item.state) and item.state == state_of(item.kind, key)


def states_of(kind: str) -> Sequence[str]:
    if kind == PROJECT:
        return tuple(ProjectState.values)
    return RULES[Kind(kind)].states if kind in WORK else ()
