"""`/api/v1/turns/`: status, events and receipt of a turn. Cancel, retry and edit."""

import re
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.events import Event
from conversations.api.streams import EventStreamRenderer, event_schema, event_stream, rich_events
from conversations.models import ContextReceipt, Turn, TurnStatus
from conversations.turns.engine import engine
from conversations.turns.readers import own_turn
from conversations.wire.commands import (
    MAX_MESSAGE,
    MAX_MODEL,
    EditMessage,
    RunAgain,
    TurnCommand,
    parse_content,
)
from omniforge.errors import InvalidInput, NotFound
from omniforge.storage.ids import new_id
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.request_data import checked, refuse_unknown, validated
from omniforge.web.strict_fields import StrictCharField

_SEQ = re.compile(r"[0-9]{1,9}")
_SEQ_SCHEMA = {"type": "integer", "minimum": 0, "maximum": 999_999_999}


class TurnData(serializers.ModelSerializer[Turn]):
    """A turn without its text."""

    class Meta:
        model = Turn
        fields = (
            "id",
            "conversation_id",
            "number",
            "status",
            "user_message_id",
            "answer_id",
            "retry_of_id",
            "action_type",
            "confidence",
            "method",
            "agent",
            "model",
            "input_tokens",
            "output_tokens",
            "cost",
            "first_text_ms",
            "duration_ms",
            "error_code",
            "created_at",
            "started_at",
            "finished_at",
        )


class ReceiptData(serializers.ModelSerializer[ContextReceipt]):
    """What a turn's context was made of, and which model read it."""

    model = serializers.CharField(source="turn.model")

    class Meta:
        model = ContextReceipt
        fields = (
            "id",
            "turn_id",
            "model",
            "parts",
            "left_out",
            "tokens",
            "budget",
            "prompt_hash",
            "created_at",
        )


class AcceptedData(serializers.Serializer[Any]):
    """The turn that was queued."""

    turn_id = serializers.UUIDField()
    conversation_id = serializers.UUIDField()
    turn_number = serializers.IntegerField()
    status = serializers.ChoiceField(TurnStatus.choices)


class RetryRequest(serializers.Serializer[Any]):
    """What may be said with a retry."""

    id = serializers.UUIDField(
        default=new_id, help_text="A UUID for the new turn: sent again, it is the same turn, not another one."
    )


class AgainRequest(RetryRequest):
    """What may be said with a wish for another answer."""

    model = StrictCharField(
        required=False,
        allow_blank=True,
        max_length=MAX_MODEL,
        help_text="Who gives this answer, by its id of /api/v1/models/; empty: the workspace's own model.",
    )


class EditRequest(serializers.Serializer[Any]):
    """What a message is to say instead."""

    id = serializers.UUIDField(
        default=new_id, help_text="A UUID for the new message: sent again, it is the same one, not another."
    )
    content = StrictCharField(max_length=MAX_MESSAGE, help_text="As in a new message.")


class TurnView(APIView):
    @extend_schema(responses=TurnData)
    def get(self, request: Request, turn_id: UUID) -> Response:
        """Return how it stands, what was understood, and what it cost."""
        return Response(TurnData(own_turn(access_for(request), turn_id)).data)


class TurnEventsView(APIView):
    renderer_classes = [EventStreamRenderer, JSONRenderer]

    @extend_schema(
        parameters=[
            OpenApiParameter("after", _SEQ_SCHEMA, description="The seq of the last event that you have."),
            OpenApiParameter(
                "Last-Event-ID", _SEQ_SCHEMA, "header", description="The same, as browsers say it."
            ),
        ],
        responses={(200, "text/event-stream"): event_schema({kind.type for kind in Event.__subclasses__()})},
    )
    def get(self, request: Request, turn_id: UUID) -> HttpResponseBase:
        """Stream them after `Last-Event-ID` or `?after=`, live or from the database. It ends after `done`."""
        access = access_for(request)
        own_turn(access, turn_id)
        return event_stream(rich_events(access, turn_id, _after(request)))


class TurnCancelView(APIView):
    """Stop a turn."""

    required_scope = "chat"

    @extend_schema(request=None, responses={202: None})
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Ask the turn to stop, wherever it runs. What was said is kept."""
        async_to_sync(engine.cancel)(access_for(request), turn_id)
        return Response(status=202)


class TurnRetryView(MessageLimitedView):
    """Have a message answered again."""

    required_scope = "chat"

    @extend_schema(request=AgainRequest, responses={202: AcceptedData})
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Queue another answer, as a turn with events of its own. While one is coming, this is a conflict."""
        retry = validated(AgainRequest(data=request.data))
        return answer_again(request, RunAgain(retry["id"], turn_id, model=retry.get("model")))


class TurnEditView(MessageLimitedView):
    """Say a message in other words."""

    required_scope = "chat"

    @extend_schema(request=EditRequest, responses={202: AcceptedData})
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Put other words in the place of the turn's message and have them answered, as a turn of their own.

        Only the last message of a conversation can be edited, and only while nothing is being answered there,
        else this is a conflict. What the earlier answer did stays done.
        """
        own_turn(access_for(request), turn_id)  # 404 takes precedence over errors in the body
        return answer_again(request, _edit_of(turn_id, request.data))


class TurnReceiptView(APIView):
    @extend_schema(responses=ReceiptData)
    def get(self, request: Request, turn_id: UUID) -> Response:
        """Return what was sent to the model, and what was left out and why. A queued turn has none yet."""
        receipt = ContextReceipt.objects.filter(turn=own_turn(access_for(request), turn_id)).first()
        if receipt is None:
            raise NotFound("This turn has no receipt: it ended before its context was read.")
        return Response(ReceiptData(receipt).data)


def answer_again(request: Request, command: TurnCommand) -> Response:
    """Queue another answer to a turn's message, or to its edited text."""
    accepted = async_to_sync(engine.accept)(access_for(request), command)
    return Response(AcceptedData(accepted).data, status=202)


def _edit_of(turn_id: UUID, data: object) -> EditMessage:
    refuse_unknown(EditRequest(data=data))
    id = checked(RetryRequest(data=data))["id"]
    content = data.get("content", "") if isinstance(data, dict) else ""
    return EditMessage(id, turn_id, parse_content(content))  # unchanged: messages are not trimmed


def _after(request: Request) -> int:
    # A reconnecting browser repeats the URL, with its original `after`.
    given = request.headers.get("Last-Event-ID") or request.query_params.get("after") or "0"
    if not _SEQ.fullmatch(given):
        raise InvalidInput.of(
            "after", "after, or Last-Event-ID, is the seq of the last event that you have, 0 or more."
        )
    return int(given)
