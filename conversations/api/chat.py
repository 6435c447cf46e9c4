"""`POST /api/v1/chat`: one message in, its answer out as a stream (seed 002)."""

import asyncio
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from conversations.api.focus import FocusChange
from conversations.api.streams import EventStreamRenderer, event_schema, event_stream, simple_events
from conversations.turns.engine import engine
from conversations.wire.commands import (
    BUSY,
    MAX_ATTACHMENTS,
    MAX_MESSAGE,
    MAX_MODEL,
    SendMessage,
    parse_attachments,
    parse_busy,
    parse_content,
    parse_model,
    parse_uuid,
)
from omniforge.errors import InvalidInput
from omniforge.projects.focus import read_focus
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.request_data import refuse_misspelt
from omniforge.web.request_handler import decided_on_loop
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField

CONVERSATION, TURN = "X-Conversation-Id", "X-Turn-Id"


class ChatRequest(serializers.Serializer[Any]):
    """A message. Without `conversation_id` it begins a conversation, with `store` false nothing is kept."""

    id = serializers.UUIDField(
        required=False,
        help_text="The message's id, made by you. The same message sent again is answered once, another one "
        "with this id is refused: 409.",
    )
    message = StrictCharField(max_length=MAX_MESSAGE)
    conversation_id = serializers.UUIDField(
        required=False, allow_null=True, help_text="Goes on with that one; not together with `store` false."
    )
    store = StrictBooleanField(default=True)
    attachments = serializers.ListField(
        child=serializers.UUIDField(),
        max_length=MAX_ATTACHMENTS,
        default=list,
        help_text="Ids of files sent to /api/v1/files/ before; not together with `store` false.",
    )
    busy = serializers.ChoiceField(
        choices=BUSY,
        default="enqueue",
        help_text="What to do while another message of the conversation is being answered.",
    )
    focus = FocusChange(
        required=False,
        allow_null=True,
        help_text="What a new conversation is about: a project, or one thing in it.",
    )
    model = StrictCharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=MAX_MODEL,
        help_text="Who answers in the conversation from now on, by its id of /api/v1/models/; empty: the "
        "workspace's own model.",
    )


_FIELDS = tuple(ChatRequest().fields)


class ChatView(MessageLimitedView):
    """Talk to the master agent."""

    renderer_classes = [JSONRenderer, EventStreamRenderer]
    required_scope = "chat"

    @extend_schema(
        request=ChatRequest,
        responses={(200, "text/event-stream"): event_schema({"chunk", "done", "error"})},
        parameters=[
            OpenApiParameter(
                CONVERSATION,
                UUID,
                OpenApiParameter.HEADER,
                response=[200],
                description="The conversation, to go on with also after an error; none with `store` false.",
            ),
            OpenApiParameter(
                TURN,
                UUID,
                OpenApiParameter.HEADER,
                response=[200],
                description="The turn, to cancel it or have it answered again; none with `store` false.",
            ),
        ],
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Answer with `chunk` events, then `done`, or `error`. Bad requests are refused before any stream.

        The head leaves when the message is accepted, before there is a word of the answer.
        """
        return decided_on_loop(self, _answer(access_for(request), _command(request.data)))


async def _answer(access: Access, command: SendMessage) -> StreamingHttpResponse:
    accepted = await asyncio.shield(engine.accept(access, command))  # even if the client has left
    if not command.store:
        return event_stream(simple_events(access, accepted.turn_id, None))
    response = event_stream(simple_events(access, accepted.turn_id, accepted.conversation_id))
    response[CONVERSATION], response[TURN] = str(accepted.conversation_id), str(accepted.turn_id)
    return response


def _command(data: object) -> SendMessage:
    if not isinstance(data, dict):
        raise InvalidInput("The body is a JSON object with a 'message'.")
    refuse_misspelt(data, _FIELDS)
    content = parse_content(data.get("message", ""), "message")
    store = data.get("store", True)
    if not isinstance(store, bool):
        raise InvalidInput.of("store", "store is true or false.")
    conversation_id = _uuid(data, "conversation_id")
    attachments = parse_attachments(data.get("attachments", []))
    if conversation_id and not store:
        raise InvalidInput.of(
            "conversation_id",
            "A message that is not stored cannot go on with a conversation: leave out its id.",
        )
    if attachments and not store:
        raise InvalidInput.of(
            "attachments", "A message that is not stored cannot carry files: leave out its attachments."
        )
    message_id, focus = _uuid(data, "id") or new_id(), read_focus(data.get("focus"))
    return SendMessage(
        message_id,
        content,
        conversation_id,
        busy=parse_busy(data.get("busy", "enqueue")),
        store=store,
        attachments=attachments,
        focus=focus,
        model=parse_model(data.get("model")),
    )


def _uuid(data: dict[str, object], name: str) -> UUID | None:
    return None if data.get(name) is None else parse_uuid(data, name)
