"""`/api/v1/conversations/`: the user's conversations and their messages."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations import services
from conversations.announcements import announce
from conversations.lists import (
    PAGE,
    ConversationItem,
    MessageItem,
    list_conversations,
    list_messages,
    one_conversation,
    search_conversations,
)
from conversations.turns.engine import engine
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for

_MOST = 100


class ConversationData(serializers.Serializer[ConversationItem]):
    """A conversation as a list shows it."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    updated_at = serializers.DateTimeField()
    pinned = serializers.BooleanField()
    archived = serializers.BooleanField()
    running = serializers.UUIDField(allow_null=True)


class ConversationChanges(serializers.Serializer[Any]):
    """What can be changed of a conversation."""

    title = serializers.CharField(required=False, max_length=services.LONGEST_TITLE)
    pinned = serializers.BooleanField(required=False)
    archived = serializers.BooleanField(required=False)


class MessageData(serializers.Serializer[MessageItem]):
    """A message with its turn."""

    id = serializers.UUIDField(source="message.id")
    sequence = serializers.IntegerField(source="message.sequence")
    role = serializers.CharField(source="message.role")
    content = serializers.CharField(source="message.content")
    status = serializers.CharField(source="message.status")
    created_at = serializers.DateTimeField(source="message.created_at")
    metadata = serializers.JSONField(source="message.metadata")
    turn = serializers.JSONField(allow_null=True)


class ConversationPage(serializers.Serializer[Any]):
    """A page of conversations; `next` is the `cursor` of the following one."""

    next = serializers.CharField(allow_null=True)
    results = ConversationData(many=True)


class MessagePage(serializers.Serializer[Any]):
    """A page of messages, oldest first; `next` is the `before` of the page of older ones."""

    next = serializers.CharField(allow_null=True)
    results = MessageData(many=True)


class ConversationsView(APIView):
    """The user's conversations."""

    @extend_schema(
        responses=ConversationPage,
        parameters=[
            OpenApiParameter("limit", int),
            OpenApiParameter("cursor", str),
            OpenApiParameter("search", str, description="Words of the title."),
            OpenApiParameter("archived", bool),
        ],
    )
    def get(self, request: Request) -> Response:
        """List them, newest first."""
        access, query = access_for(request), request.query_params
        if query.get("search", "").strip():
            page = search_conversations(access, query["search"], limit=page_size(request))
        else:
            archived = query.get("archived") == "true"
            page = list_conversations(
                access, limit=page_size(request), cursor=query.get("cursor"), archived=archived
            )
        return Response(ConversationPage(page).data)


class ConversationView(APIView):
    """One conversation."""

    @extend_schema(responses=ConversationData)
    def get(self, request: Request, conversation_id: UUID) -> Response:
        return Response(_data(access_for(request), conversation_id))

    @extend_schema(request=ConversationChanges, responses=ConversationData)
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        """Rename, pin or archive it."""
        changes = ConversationChanges(data=request.data)
        changes.is_valid(raise_exception=True)
        access = access_for(request)
        services.change_conversation(access, conversation_id, **changes.validated_data)
        data = _data(access, conversation_id)
        _tell(access, data)
        return Response(data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        """Delete it; for a while it can be restored. What is being answered there is stopped."""
        access = access_for(request)
        for turn_id in services.delete_conversation(access, conversation_id):
            async_to_sync(engine.cancel)(access, turn_id)
        async_to_sync(announce)(access, "conversation", id=conversation_id, deleted=True)
        return Response(status=204)


class ConversationRestoreView(APIView):
    """Undo a deletion."""

    @extend_schema(request=None, responses=ConversationData)
    def post(self, request: Request, conversation_id: UUID) -> Response:
        access = access_for(request)
        services.restore_conversation(access, conversation_id)
        data = _data(access, conversation_id)
        _tell(access, data)
        return Response(data)


class MessagesView(APIView):
    """The messages of a conversation."""

    @extend_schema(
        responses=MessagePage,
        parameters=[
            OpenApiParameter("limit", int),
            OpenApiParameter("before", str, description="A message's id."),
        ],
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        """List the newest, or those before `before`."""
        page = list_messages(
            access_for(request), conversation_id, limit=page_size(request), before=_before(request)
        )
        return Response(MessagePage(page).data)


def page_size(request: Request) -> int:
    """Return `?limit=`, 1 to 100, else the usual size. Raises InvalidInput."""
    given = request.query_params.get("limit", str(PAGE))
    if not given.isdecimal() or not 1 <= int(given) <= _MOST:
        raise InvalidInput(f"limit is a number from 1 to {_MOST}.")
    return int(given)


def _before(request: Request) -> UUID | None:
    given = request.query_params.get("before")
    try:
        return UUID(given) if given else None
    except ValueError as error:
        raise InvalidInput("before is the id of a message.") from error


def _data(access: Access, conversation_id: UUID) -> dict[str, Any]:
    return dict(ConversationData(one_conversation(access, conversation_id)).data)


def _tell(access: Access, data: dict[str, Any]) -> None:
    async_to_sync(announce)(access, "conversation", **data, deleted=False)
