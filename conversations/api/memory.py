"""`/api/v1/conversations/{id}/memory/`: the agent's state and the summary, which the person can correct."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from pydantic import Field, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.memory.state.updates import NOTHING, ItemUpdate, StateUpdate
from agents.memory.state.values import Value
from conversations.api.memory_data import (
    MemoryData,
    Pin,
    StateChangesData,
    StateData,
    SummaryData,
    SummaryWords,
)
from conversations.memory import summaries
from conversations.memory.state import StateChange, Updates, change_state, forget_state, stored_state
from conversations.wire.announcements import announce
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated


class StateChanges(Value):
    """A person's changes of the state: updates of items, and of the rest."""

    version: int | None = None
    item_updates: tuple[ItemUpdate, ...] = Field((), max_length=100)
    updates: StateUpdate = NOTHING


class MemoryView(APIView):
    """The memory of a conversation."""

    @extend_schema(responses=MemoryData)
    def get(self, request: Request, conversation_id: UUID) -> Response:
        """Return the state, the summary that stands, and its versions, the newest first."""
        access = access_for(request)
        state, version = stored_state(access, conversation_id)
        versions = [summaries.kept_summary(row) for row in summaries.summaries_of(access, conversation_id)]
        standing = next((one for one in versions if one.pinned), versions[0] if versions else None)
        data = {"state": state, "version": version, "summary": standing, "versions": versions}
        return Response(MemoryData(data).data)


class StateView(APIView):
    """What the agent knows, assumes and expects."""

    @extend_schema(request=StateChangesData, responses=StateData)
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        """Change it by updates, with `version` only that one. Things that nobody has seen are not taken."""
        access, changes = access_for(request), _state_changes(request.data)
        updates = Updates(changes.item_updates, (changes.updates,))
        change = change_state(access, conversation_id, updates, version=changes.version)
        return _told(access, conversation_id, change)

    @extend_schema(responses={200: StateData})
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        """Forget all of it."""
        access = access_for(request)
        return _told(access, conversation_id, forget_state(access, conversation_id))


class SummaryView(APIView):
    """The summary in a person's own words."""

    @extend_schema(request=SummaryWords, responses=SummaryData)
    def put(self, request: Request, conversation_id: UUID) -> Response:
        """Write it anew, as a new version. What is carried word for word stays."""
        access = access_for(request)
        summaries.summaries_of(access, conversation_id)  # 404 takes precedence over errors in the body
        words = validated(SummaryWords(data=request.data))
        kept = summaries.correct_summary(access, conversation_id, **words)
        return _shown(access, conversation_id, kept.version)


class SummaryVersionView(APIView):
    @extend_schema(responses=SummaryData)
    def get(self, request: Request, conversation_id: UUID, version: int) -> Response:
        """Return it in full."""
        kept = summaries.version_of(access_for(request), conversation_id, version=version)
        return Response(SummaryData(kept).data)

    @extend_schema(request=Pin, responses=SummaryData)
    def patch(self, request: Request, conversation_id: UUID, version: int) -> Response:
        """Pin it, or let the newest stand again."""
        access = access_for(request)
        summaries.version_of(access, conversation_id, version=version)
        pinned = validated(Pin(data=request.data))["pinned"]
        summaries.pin_summary(access, conversation_id, version=version, pinned=pinned)
        return _shown(access, conversation_id, version)


class SummaryRestoreView(APIView):
    """Go back to a version of the summary."""

    @extend_schema(request=None, responses=SummaryData)
    def post(self, request: Request, conversation_id: UUID, version: int) -> Response:
        """Make it the newest again. What it does not cover is summarised anew."""
        access = access_for(request)
        kept = summaries.restore_summary(access, conversation_id, version=version)
        return _shown(access, conversation_id, kept.version)


def _state_changes(data: Any) -> StateChanges:
    """Parse a person's changes. Raises InvalidInput with the path of the error."""
    try:
        return StateChanges.model_validate(data)
    except ValidationError as error:
        wrong: dict[str, list[str]] = {}
        for one in error.errors(include_url=False, include_context=False, include_input=False):
            wrong.setdefault(".".join(map(str, one["loc"])), []).append(one["msg"])
        raise InvalidInput("These are no updates of the state.", fields=wrong) from error


def _told(access: Access, conversation_id: UUID, change: StateChange | None) -> Response:
    """Send a change of the state to the person's tabs, and return it."""
    if change:
        event = change.event
        told = {"version": event.version, "patch": event.patch, "inverse": event.inverse}
        async_to_sync(announce)(access, event.type, conversation_id=conversation_id, **told)
    state, version = stored_state(access, conversation_id)
    return Response(StateData({"state": state, "version": version}).data)


def _shown(access: Access, conversation_id: UUID, version: int) -> Response:
    """Notify the person's tabs of a changed summary, and return that version."""
    async_to_sync(announce)(access, "summary", conversation_id=conversation_id, version=version)
    kept = summaries.version_of(access, conversation_id, version=version)
    return Response(SummaryData(kept).data)
