"""`/api/v1/conversations/`: the user's conversations and their messages."""

import re
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations.api.serializers import (
    ConversationChanges,
    ConversationData,
    ConversationPage,
    MessagePage,
    NewConversation,
)
from conversations.record import services
from conversations.record.lists import (
    PAGE,
    list_conversations,
    list_messages,
    one_conversation,
    search_conversations,
)
from conversations.turns.engine import engine
from conversations.turns.focus import new_conversation
from conversations.turns.model_pick import require_offered
from conversations.wire.announcements import announce
from omniforge.errors import InvalidInput
from omniforge.projects.focus import read_focus
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated

_MOST = 100
_UP_TO_999 = re.compile(r"[0-9]{1,3}")  # int() accepts other scripts' digits, and fails at 5,000
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": _MOST, "default": PAGE},
    description="How many at most.",
)


class ConversationsView(APIView):
    """The user's conversations."""

    @extend_schema(
        operation_id="conversations_list",
        responses=ConversationPage,
        parameters=[
            LIMIT,
            OpenApiParameter("cursor", str, description="`next` of the page before."),
            OpenApiParameter(
                "search", str, description="Words of the title. The other filters do not count then."
            ),
            OpenApiParameter(
                "archived", bool, description="List the archived ones, and only them.", default=False
            ),
        ],
    )
    def get(self, request: Request) -> Response:
        """List them, newest first. The first page begins with those that are pinned."""
        access, query, limit = access_for(request), request.query_params, page_size(request)
        archived = _archived(request)
        if query.get("search", "").strip():
            page = search_conversations(access, query["search"], limit=limit)
        else:
            page = list_conversations(access, limit=limit, cursor=query.get("cursor"), archived=archived)
        return Response(ConversationPage(page).data)

    @extend_schema(request=NewConversation, responses={201: ConversationData})
    def post(self, request: Request) -> Response:
        """Begin an empty one, for example as the session of questions to `/api/v1/ask`."""
        access, given = access_for(request), validated(NewConversation(data=request.data))
        conversation = new_conversation(access, given["title"], read_focus(given.get("focus")))
        return Response(_data(access, conversation.pk), status=201)


class ConversationView(APIView):
    @extend_schema(responses=ConversationData)
    def get(self, request: Request, conversation_id: UUID) -> Response:
        """Return it as the list shows it."""
        return Response(_data(access_for(request), conversation_id))

    @extend_schema(request=ConversationChanges, responses=ConversationData)
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        """Rename, pin or archive it, or pick the model that answers in it from now on."""
        access, changes = access_for(request), validated(ConversationChanges(data=request.data))
        require_offered(access.tenant_id, changes.get("model", ""))
        services.change_conversation(access, conversation_id, **changes)
        return Response(announced_data(access, conversation_id))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        """Delete it. For a while it can be restored. What is being answered there is stopped."""
        access = access_for(request)
        for turn_id in services.delete_conversation(access, conversation_id):
            async_to_sync(engine.cancel)(access, turn_id)
        async_to_sync(announce)(access, "conversation", id=conversation_id, deleted=True)
        return Response(status=204)


class ConversationRestoreView(APIView):
    """Undo a deletion."""

    @extend_schema(request=None, responses=ConversationData)
    def post(self, request: Request, conversation_id: UUID) -> Response:
        """Bring it back as it was. One that is not deleted stays as it is."""
        access = access_for(request)
        services.restore_conversation(access, conversation_id)
        return Response(announced_data(access, conversation_id))


class MessagesView(APIView):
    """The messages of a conversation."""

    @extend_schema(
        responses=MessagePage,
        parameters=[
            LIMIT,
            OpenApiParameter("before", UUID, description="`next` of the page before."),
        ],
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        """List the newest, or those before `before`."""
        page = list_messages(
            access_for(request), conversation_id, limit=page_size(request), before=_before(request)
        )
        return Response(MessagePage(page).data)


def announced_data(access: Access, conversation_id: UUID) -> dict[str, Any]:
    """Return a changed conversation in the form that is sent to all tabs of its user."""
    data = _data(access, conversation_id)
    async_to_sync(announce)(access, "conversation", **data, deleted=False)
    return data


def page_size(request: Request) -> int:
    """Return `?limit=`, 1 to 100, else the usual size. Raises InvalidInput."""
    given = request.query_params.get("limit", str(PAGE))
    if not _UP_TO_999.fullmatch(given) or not 1 <= int(given) <= _MOST:
        raise InvalidInput.of("limit", f"limit is a number from 1 to {_MOST}.")
    return int(given)


def _archived(request: Request) -> bool:
    given = request.query_params.get("archived", "false")
    if given not in ("true", "false"):
        raise InvalidInput.of("archived", "archived is true or false.")
    return given == "true"


def _before(request: Request) -> UUID | None:
    given = request.query_params.get("before")
    try:
        return None if given is None else UUID(given)
    except ValueError as error:
        raise InvalidInput.of("before", "before is the `next` of a page of messages.") from error


def _data(access: Access, conversation_id: UUID) -> dict[str, Any]:
    return dict(ConversationData(one_conversation(access, conversation_id)).data)
