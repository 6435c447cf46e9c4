"""Derives what a turn has shown from its events alone, without a model (seed 003, section 8.6)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.events import (
    EntityPatched,
    Event,
    Operation,
    PlanMade,
    StepChanged,
    ToolAnswered,
    ToolCalled,
)
from agents.memory.state.updates import StateUpdate, UnderstandingUpdate
from agents.memory.state.values import Dependency, KnownEntity

TELLING = (EntityPatched, Operation, PlanMade, StepChanged, ToolCalled, ToolAnswered)
_ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: ids and types of the things it touched, and their number.

    `action` is a verb and a type, as in 'create task', a tool's name in words, or a step's title. Unless it
    is `ok`, none of the expected effects occurred.
    """

    action: str
    ids: tuple[str, ...]
    types: tuple[str, ...]
    count: int | None
    said: str
    ok: bool = True


def ids_in(text: str) -> frozenset[str]:
    """Return the UUIDs in a text."""
    return frozenset(_ID.findall(text.lower()))


def ids_shown(events: Iterable[Event]) -> frozenset[str]:
    """Return the ids of things shown by a turn's events."""
    shown: set[str] = set()
    for event in events:
        match event:
            case EntityPatched():
                shown |= {event.entity_id, event.project_id, *_ends(event)}
            case Operation() if event.entity_id:
                shown.add(event.entity_id)
            case ToolAnswered():
                shown |= ids_in(str(event.result))
    return frozenset(shown)


def updates_from(events: Iterable[Event]) -> StateUpdate:
    """Return updates for the things and links that events saw, named or deleted. The last event wins."""
    entities: dict[str, KnownEntity] = {}
    links: dict[str, Dependency] = {}
    removed: dict[str, None] = {}
    for event in events:
        match event:
            case EntityPatched(entity_type="edge"):
                _note_link(event, links, removed)
            case EntityPatched() | Operation(status="done"):
                _note_entity(event, entities, removed)
    return StateUpdate(
        current_understanding=UnderstandingUpdate(
            entities=tuple(entities.values()), dependencies=tuple(links.values())
        ),
        removed=tuple(removed),
    )


def outcomes_of(events: Sequence[Event]) -> list[Outcome]:
    """Return the results of the turn's actions: one per kind of change, and one per tool that ran."""
    touched: dict[str, list[EntityPatched]] = {}
    for event in events:
        if isinstance(event, EntityPatched):
            touched.setdefault(f"{event.action} {event.entity_type}", []).append(event)
    calls = {event.call_id: event.tool for event in events if isinstance(event, ToolCalled)}
    answered = (event for event in events if isinstance(event, ToolAnswered) and event.ok)
    tools = [_of_tool(calls[one.call_id], one) for one in answered if one.call_id in calls]
    return [*(_of_patches(action, patches) for action, patches in touched.items()), *tools]


def _note_entity(
    event: EntityPatched | Operation, entities: dict[str, KnownEntity], removed: dict[str, None]
) -> None:
    if not event.entity_id:
        return
    entities.pop(event.entity_id, None)
    removed.pop(event.entity_id, None)
    if event.action == "delete":
        removed[event.entity_id] = None
    else:
        named = {"id": event.entity_id, "kind": event.entity_type, "name": event.entity_name}
        entities[event.entity_id] = KnownEntity(**named)


def _note_link(event: EntityPatched, links: dict[str, Dependency], removed: dict[str, None]) -> None:
    if not (row := _row_of(event)):
        return
    link = Dependency(source=row["source_id"], target=row["target_id"], relation=row["relation"])
    links.pop(link.key, None)
    removed.pop(link.key, None)
    if event.action == "delete":
        removed[link.key] = None
    else:
        links[link.key] = link


def _row_of(event: EntityPatched) -> Mapping[str, Any]:
    """Return the complete row created or deleted by a patch. Empty for a partial change."""
    whole = (one["value"] for one in (*event.patch, *event.inverse) if not one["path"] and "value" in one)
    return next(whole, {})


def _ends(event: EntityPatched) -> set[str]:
    row = _row_of(event) if event.entity_type == "edge" else {}
    return {row["source_id"], row["target_id"]} if row else set()


def _of_patches(action: str, patches: Sequence[EntityPatched]) -> Outcome:
    names = ", ".join(dict.fromkeys(one.entity_name for one in patches))
    ids = tuple(dict.fromkeys(one.entity_id for one in patches))
    return Outcome(action, ids, (patches[0].entity_type,), len(ids), f"{action}: {names}")


def _of_tool(name: str, answer: ToolAnswered) -> Outcome:
    """Return a tool's result. Its text doesn't tell how many things it covers."""
    ids = tuple(sorted(ids_in(str(answer.result))))
    return Outcome(name.replace("_", " "), ids, (), None, f"{name}: {answer.summary}")
