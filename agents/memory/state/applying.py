"""Applies updates to a state: a pure and idempotent function.

Items come first, then removals, then the rest. Ids from outside the state are only accepted if they were
seen: ids that a model made up are refused.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import jsonpatch

from agents.memory.state.assumptions import merge_assumptions
from agents.memory.state.updates import NOTHING, AddItem, ItemUpdate, RemoveItem, StateUpdate, UpdateItem
from agents.memory.state.values import (
    MOST,
    AgentState,
    Dependency,
    Expectation,
    Hypothesis,
    KnownEntity,
    StateItem,
    Understanding,
)

Patch = tuple[dict[str, Any], ...]


class Keyed(Protocol):
    @property
    def key(self) -> str: ...


K = TypeVar("K", bound=Keyed)


def apply_updates(
    state: AgentState,
    item_updates: Sequence[ItemUpdate] = (),
    updates: StateUpdate = NOTHING,
    *,
    known_ids: Collection[str] = (),
) -> AgentState:
    """Return the state after the updates (seed 003, section 8.6).

    `known_ids` are ids that tools, patches or messages have shown. Those in the state count too. Updates of
    unknown items are ignored. Lists longer than `MOST` drop the entries untouched for longest.
    """
    known = state.ids | frozenset(known_ids)
    gone = frozenset(updates.removed)
    return state.model_copy(
        update={
            "items": _items(state.items, item_updates, known),
            "current_understanding": _understanding(state.current_understanding, updates, known),
            "assumptions": merge_assumptions(state.assumptions, updates.assumptions),
            "expectations": _expectations(
                [one for one in state.expectations if one.id not in gone], updates.expectations, known
            ),
            "tentative_hypotheses": _hypotheses(
                [one for one in state.tentative_hypotheses if one.id not in gone],
                updates.tentative_hypotheses,
            ),
        }
    )


def _items(
    items: Iterable[StateItem], updates: Iterable[ItemUpdate], known: Collection[str]
) -> tuple[StateItem, ...]:
    kept = {item.id: item for item in items}
    for update in updates:
        match update:
            case AddItem():
                _touch(kept, _related(update.item, known))
            case UpdateItem() if update.id in kept:
                _touch(kept, _related(_patched(kept[update.id], update), known))
            case RemoveItem():
                kept.pop(update.id, None)
    return tuple(kept.values())[-MOST["items"] :]


def _patched(item: StateItem, update: UpdateItem) -> StateItem:
    patch = update.patch
    given = {name: value for name in type(patch).model_fields if (value := getattr(patch, name)) is not None}
    return item.model_copy(update=given)


def _related(item: StateItem, known: Collection[str]) -> StateItem:
    """Return the item without relations to unseen things."""
    seen = tuple(one for one in item.related_entity_ids if one in known)
    return item if seen == item.related_entity_ids else item.model_copy(update={"related_entity_ids": seen})


def _understanding(before: Understanding, updates: StateUpdate, known: Collection[str]) -> Understanding:
    """Remove entries with their links, then add what was seen."""
    gone, seen = frozenset(updates.removed), updates.current_understanding
    entities = {one.key: one for one in before.entities if one.key not in gone}
    for entity in seen.entities:
        if entity.id in known:
            _touch(entities, _named(entity, entities))
    dependencies = {one.key: one for one in before.dependencies if not gone & _keys_of(one)}
    for link in seen.dependencies:
        if link.source in known and link.target in known:
            _touch(dependencies, link)
    return Understanding(
        entities=tuple(entities.values())[-MOST["entities"] :],
        dependencies=tuple(dependencies.values())[-MOST["dependencies"] :],
    )


def _keys_of(link: Dependency) -> set[str]:
    return {link.key, link.source, link.target}


def _named(entity: KnownEntity, earlier: Mapping[str, KnownEntity]) -> KnownEntity:
    """Return the entity, with its known name if it comes without one."""
    before = earlier.get(entity.key)
    return entity.model_copy(update={"name": before.name}) if before and not entity.name else entity


def _expectations(
    before: Iterable[Expectation], updates: Iterable[Expectation], known: Collection[str]
) -> tuple[Expectation, ...]:
    kept = {one.key: one for one in before}
    for update in updates:
        seen = tuple(one for one in update.expected_ids if one in known)
        changes: dict[str, object] = {"expected_ids": seen}
        earlier = kept.get(update.key)
        if earlier:
            changes["id"] = earlier.id
        if earlier and update.status == "pending":  # repeating it doesn't reopen a checked expectation
            changes |= {"status": earlier.status, "last_checked_at": earlier.last_checked_at}
        _touch(kept, update.model_copy(update=changes))
    return tuple(kept.values())[-MOST["expectations"] :]


def _hypotheses(before: Iterable[Hypothesis], updates: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    kept = {one.key: one for one in before}
    for update in updates:
        _touch(kept, update)
    return tuple(kept.values())[-MOST["tentative_hypotheses"] :]


def _touch(kept: dict[str, K], one: K) -> None:
    """Move `one` to the end, replacing an entry with the same key."""
    kept.pop(one.key, None)
    kept[one.key] = one


@dataclass(frozen=True, slots=True)
class Delta:
    """`patch` leads from one state to the other, `inverse` back. Both are empty if nothing changed."""

    patch: Patch
    inverse: Patch


def delta_between(before: AgentState, after: AgentState) -> Delta:
    """Return the difference between two states in their JSON form."""
    old, new = before.to_json(), after.to_json()
    return Delta(_patch(old, new), _patch(new, old))


def _patch(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    return tuple(jsonpatch.make_patch(old, new).patch)
