"""`/api/v1/turns/`: how a turn stands, its events, its receipt; stop it, or have it answered again."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations.api.streams import EventStreamRenderer, event_stream, rich_events
from conversations.commands import RunAgain
from conversations.models import ContextReceipt, Turn
from conversations.turns.engine import engine
from conversations.turns.reading import own_turn
from intent.types import ActionType
from omniforge.errors import InvalidInput, NotFound
from omniforge.ids import new_id
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView


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
    """What a turn's context was made of."""

    class Meta:
        model = ContextReceipt
        fields = ("id", "turn_id", "parts", "left_out", "tokens", "budget", "prompt_hash", "created_at")


class AcceptedData(serializers.Serializer[Any]):
    """The turn that was queued."""

    turn_id = serializers.UUIDField()
    conversation_id = serializers.UUIDField()
    turn_number = serializers.IntegerField()
    status = serializers.CharField()


class TurnView(APIView):
    """One turn."""

    @extend_schema(responses=TurnData)
    def get(self, request: Request, turn_id: UUID) -> Response:
        return Response(TurnData(own_turn(access_for(request), turn_id)).data)


class TurnEventsView(APIView):
    """All events of a turn."""

    renderer_classes = [EventStreamRenderer, JSONRenderer]

    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="The seq of the last event that you have.")],
        responses={(200, "text/event-stream"): OpenApiTypes.STR},
    )
    def get(self, request: Request, turn_id: UUID) -> HttpResponseBase:
        """Stream them after `Last-Event-ID` or `?after=`, live or from the database; it ends after `done`."""
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

    @extend_schema(request=None, responses={202: AcceptedData})
    def post(self, request: Request, turn_id: UUID) -> Response:
        return answer_again(request, turn_id)


class TurnReceiptView(APIView):
    """The receipt of a turn."""

    @extend_schema(responses=ReceiptData)
    def get(self, request: Request, turn_id: UUID) -> Response:
        receipt = ContextReceipt.objects.filter(turn=own_turn(access_for(request), turn_id)).first()
        if receipt is None:
            raise NotFound("This turn has no receipt: it ended before its context was read.")
        return Response(ReceiptData(receipt).data)


def answer_again(request: Request, turn_id: UUID, action: ActionType | None = None) -> Response:
    """Queue another answer to the message of a turn, understood as `action` where one is given."""
    command = RunAgain(_new_turn_id(request), turn_id, action)
    accepted = async_to_sync(engine.accept)(access_for(request), command)
    return Response(AcceptedData(accepted).data, status=202)


def _new_turn_id(request: Request) -> UUID:
    given = request.data.get("id") if isinstance(request.data, dict) else None
    try:
        return UUID(str(given)) if given else new_id()
    except ValueError as error:
        raise InvalidInput("id must be a UUID.") from error


def _after(request: Request) -> int:
    given = request.query_params.get("after") or request.headers.get("Last-Event-ID") or "0"
    if not given.isdecimal():
        raise InvalidInput("after is the seq of the last event that you have, 0 or more.")
    return int(given)
