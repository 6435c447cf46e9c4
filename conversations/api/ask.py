"""`POST /api/v1/ask`: a question, answered whole from the workspace's documents (seed 004)."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

from django.http import HttpResponse, HttpResponseBase, JsonResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from agents.context.question_options import MOST_PASSAGES, THRESHOLD, TOP_K, WINDOW, AskOptions
from agents.events import Done, Failure, Grounding, Session, SourcesCited, TextDelta
from conversations.record.sessions import LONGEST_NAME, session_conversation
from conversations.turns.engine import engine
from conversations.turns.readers import batches
from conversations.wire.commands import MAX_MESSAGE, SendMessage, parse_content
from omniforge.errors import ModelError
from omniforge.projects.selectors import require_project
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.request_data import checked, refuse_misspelt
from omniforge.web.request_handler import decided_on_loop
from omniforge.web.strict_fields import StrictCharField, StrictIntegerField


class AskRequest(serializers.Serializer[Any]):
    """A question. Without `session_id` it stands alone, and nothing at all is written."""

    query = StrictCharField(max_length=MAX_MESSAGE)
    session_id = StrictCharField(
        required=False,
        allow_null=True,
        max_length=LONGEST_NAME,
        help_text="Your own name for a session, or a conversation's id. A new name begins one.",
    )
    conversation_window = StrictIntegerField(
        default=WINDOW, min_value=1, max_value=10, help_text="How many earlier turns count."
    )
    top_k = StrictIntegerField(
        default=TOP_K,
        min_value=1,
        max_value=MOST_PASSAGES,
        help_text="The most passages of an answer.",
    )
    threshold = StrictIntegerField(
        default=THRESHOLD, min_value=0, max_value=100, help_text="The least score that is answered."
    )
    project_id = serializers.UUIDField(
        required=False, allow_null=True, help_text="Look in this project only."
    )


class AskSource(serializers.Serializer[Any]):
    """A passage that the answer rests on, in the order of the numbers that the answer cites."""

    title = serializers.CharField()
    link = serializers.CharField()
    snippet = serializers.CharField()


class AskAnswer(serializers.Serializer[Any]):
    """The answer, what it rests on, and how it was found."""

    answer = serializers.CharField()
    sources = AskSource(many=True)
    guardrail_score = serializers.IntegerField(allow_null=True)
    retrieval_attempts = serializers.IntegerField()
    rewritten_query = serializers.CharField(allow_null=True)
    flags = serializers.ListField(
        child=serializers.CharField(), help_text="What in the question looks like an order to the model."
    )
    reasoning_steps = serializers.ListField(child=serializers.CharField())
    provider = serializers.CharField()
    model = serializers.CharField()
    session_id = serializers.CharField(allow_null=True)
    conversation_id = serializers.UUIDField(allow_null=True, help_text="Of the session.")
    turn_number = serializers.IntegerField(help_text="From 1; 0 without a session.")


_FIELDS = tuple(AskRequest().fields)


class AskView(MessageLimitedView):
    """Ask the documents."""

    required_scope = "chat"

    @extend_schema(request=AskRequest, responses=AskAnswer)
    def post(self, request: Request) -> HttpResponseBase:
        """Answer from the documents, with sources, or say that the question is outside what they hold."""
        if isinstance(request.data, dict):
            refuse_misspelt(request.data, _FIELDS)
        wanted = checked(AskRequest(data=request.data))
        return decided_on_loop(self, _answered(access_for(request), wanted))


async def _answered(access: Access, wanted: Mapping[str, Any]) -> HttpResponse:
    command = await in_database(_command, access, wanted)
    accepted = await asyncio.shield(engine.accept(access, command))  # even if the client has left
    told = await _told(access, accepted.turn_id)
    answer = _answer(told, command) | {"session_id": wanted.get("session_id")}
    return JsonResponse(AskAnswer(answer).data)


def _command(access: Access, wanted: Mapping[str, Any]) -> SendMessage:
    """Return the question as a message of its session. Raises NotFound for an unknown project."""
    session, project_id = wanted.get("session_id"), wanted.get("project_id")
    if project_id:
        require_project(access, project_id)
    content = parse_content(wanted["query"], "query")
    options = AskOptions(wanted["top_k"], wanted["threshold"], wanted["conversation_window"], project_id)
    conversation_id = session_conversation(access, session, content) if session else None
    return SendMessage(new_id(), content, conversation_id, store=session is not None, ask=options)


async def _told(access: Access, turn_id: Any) -> dict[str, Any]:
    """Return the turn's last event of each type, and its whole text. Raises ModelError."""
    told: dict[str, Any] = {TextDelta.type: ""}
    async with aclosing(batches(access, turn_id)) as coming:
        async for one in (one async for batch in coming for one in batch):
            is_text = one.kind == TextDelta.type
            told[one.kind] = told[one.kind] + one.data["text"] if is_text else one.data
    if failure := told.get(Failure.type):
        raise ModelError(failure["message"], code=failure["code"], retry_after=failure["retry_after"])
    return told


def _answer(told: Mapping[str, Any], command: SendMessage) -> dict[str, Any]:
    grounding, model = told.get(Grounding.type, {}), told[Done.type]["usage"].get("model", "rules")
    provider, _, name = model.partition(":")
    return {
        "answer": told[TextDelta.type],
        "sources": told.get(SourcesCited.type, {}).get("sources", ()),
        "guardrail_score": grounding.get("score"),
        "retrieval_attempts": grounding.get("attempts", 0),
        "rewritten_query": grounding.get("rewritten_query") or None,
        "flags": grounding.get("flags", ()),
        "reasoning_steps": grounding.get("steps", ()),
        "provider": provider,
        "model": name or provider,
        "conversation_id": command.conversation_id,
        "turn_number": told[Session.type]["turn_number"] if command.store else 0,
    }
