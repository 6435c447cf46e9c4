"""Storing and changing the agent's state of a conversation. Each change raises `state_version`.

A turn updates it from its events, the summariser from messages, a person by correcting it. All apply
updates, so that of two concurrent changes neither is lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from agents.events import Event, StateChanged
from agents.memory.state.applying import apply_updates, delta_between
from agents.memory.state.evidence import ids_shown, outcomes_of, updates_from
from agents.memory.state.expectations import check_expectations
from agents.memory.state.planned import check_steps, expected_by, ids_expected
from agents.memory.state.updates import NOTHING, ItemUpdate, StateUpdate
from agents.memory.state.values import AgentState
from conversations.models import Conversation
from conversations.record.selectors import conversations_of
from omniforge.errors import Conflict, NotFound
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Updates:
    """Updates to apply to the then current state. `known_ids` are the ids that they may name."""

    items: tuple[ItemUpdate, ...] = ()
    updates: tuple[StateUpdate, ...] = ()
    known_ids: frozenset[str] = frozenset()
    summarised_at: datetime | None = None

    def onto(self, state: AgentState) -> AgentState:
        """Return the updated state."""
        for update in self.updates or (NOTHING,):
            state = apply_updates(state, self.items, update, known_ids=self.known_ids)
        if self.summarised_at:
            state = state.model_copy(update={"last_summarized_at": self.summarised_at})
        return state


@dataclass(frozen=True, slots=True)
class StateChange:
    """A state that replaces version `version - 1`, and its updates."""

    version: int
    before: AgentState
    after: AgentState
    updates: Updates

    @property
    def event(self) -> StateChanged:
        """The event for readers."""
        delta = delta_between(self.before, self.after)
        return StateChanged(self.version, delta.patch, delta.inverse)

    def columns(self) -> dict[str, Any]:
        """The columns of the conversation's row."""
        return {"agent_state": self.after.to_json(), "state_version": self.version}


def change_of(
    conversation_id: UUID, stored: Mapping[str, Any], version: int, updates: Updates
) -> StateChange | None:
    """Apply updates to a stored state, or None if they change nothing."""
    before = AgentState.from_json(stored)
    after = updates.onto(before)
    if after == before:
        return None
    after = after.model_copy(update={"session_id": str(conversation_id)})
    return StateChange(version + 1, before, after, updates)


def learn_from(
    conversation_id: UUID,
    stored: Mapping[str, Any],
    version: int,
    events: Sequence[Event],
    items: Sequence[ItemUpdate] = (),
) -> StateChange | None:
    """Derive the change of a stored state from a turn's events (seed 003, section 8.6), with `items` to
    create: expectations of plans, objects and links, and whether expectations were met. None if nothing
    changes.
    """
    if not events and not items:
        return None
    state, at = AgentState.from_json(stored), timezone.now()
    expected = expected_by(events, state)
    steps = check_steps(events, expected.expectations, state, at=at)
    checked = check_expectations(state, outcomes_of(events), at=at)
    updates = (expected, steps, updates_from(events), checked)
    known = ids_shown(events) | ids_expected(events)
    return change_of(conversation_id, stored, version, Updates(tuple(items), updates, known))


def store_change(change: StateChange | None, conversation_id: UUID, **columns: Any) -> None:
    """Store a change with other columns of a conversation, in one statement within a transaction.

    If the state has changed since, the updates are applied to the new one.
    """
    row = Conversation.objects.filter(pk=conversation_id)
    if change is None:
        row.update(**columns)
        return
    if not row.filter(state_version=change.version - 1).update(**columns, **change.columns()):
        apply_later(change.updates, conversation_id, **columns)


def apply_later(updates: Updates, conversation_id: UUID, **columns: Any) -> None:
    """Apply updates to the current state within a transaction, and store it with other columns."""
    row = Conversation.objects.filter(pk=conversation_id)
    stored, version = row.select_for_update().values_list("agent_state", "state_version").get()
    change = change_of(conversation_id, stored, version, updates)
    if columns or change:
        row.update(**columns, **(change.columns() if change else {}))


def stored_state(access: Access, conversation_id: UUID) -> tuple[dict[str, Any], int]:
    """Return the state of the person's conversation as JSON data, and its version. Raises NotFound."""
    rows = conversations_of(access).filter(pk=conversation_id)
    found = rows.values_list("agent_state", "state_version").first()
    if found is None:
        raise NotFound()
    return AgentState.from_json(found[0]).to_json(), found[1]


def change_state(
    access: Access, conversation_id: UUID, updates: Updates, *, version: int | None = None
) -> StateChange | None:
    """Apply updates to the state of the person's conversation, or None if they change nothing.

    Raises NotFound, and Conflict if `version` is not the current one.
    """
    with transaction.atomic():
        stored, current = _locked(access, conversation_id)
        _check_version(current, version)
        change = change_of(conversation_id, stored, current, updates)
        store_change(change, conversation_id)
    return change


def forget_state(access: Access, conversation_id: UUID) -> StateChange | None:
    """Clear the state at its person's request (seed 003, retention). Raises NotFound."""
    with transaction.atomic():
        stored, version = _locked(access, conversation_id)
        before = AgentState.from_json(stored)
        if before.is_empty:
            return None
        change = StateChange(version + 1, before, AgentState(session_id=str(conversation_id)), Updates())
        store_change(change, conversation_id)
    return change


def _locked(access: Access, conversation_id: UUID) -> tuple[Mapping[str, Any], int]:
    rows = conversations_of(access).filter(pk=conversation_id).select_for_update()
    found = rows.values_list("agent_state", "state_version").first()
    if found is None:
        raise NotFound()
    return found


def _check_version(current: int, expected: int | None) -> None:
    if expected is not None and expected != current:
        raise Conflict(
            gettext(
                "What the agent knows is at version {now} by now, your change is for version {expected}. "
                "Load it again, and repeat what you did."
            ).format(now=current, expected=expected),
            code="version_conflict",
            version=current,
        )
