"""`/api/v1/conversations/{id}/focus/`: the focus of a conversation."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations.turns.focus import NamedFocus, conversation_focus, set_focus
from conversations.wire.announcements import announce
from omniforge.projects.focus import read_focus
from omniforge.projects.kinds import Kind
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import refuse_unknown


class FocusData(serializers.Serializer[NamedFocus]):
    """A scope, in scope `project` with a project, in scope `entity` also with one thing in it."""

    scope = serializers.ChoiceField(["global", "project", "entity"], source="focus.scope")
    project_id = serializers.UUIDField(source="focus.project_id", allow_null=True)
    project = serializers.CharField(help_text="Its name, or empty.")
    type = serializers.ChoiceField(list(Kind), source="focus.kind", allow_null=True)
    id = serializers.UUIDField(source="focus.thing_id", allow_null=True)
    name = serializers.CharField(source="thing", help_text="The thing's title, or empty.")


class FocusChange(serializers.Serializer[Any]):
    """Without `project_id` the conversation is about everything."""

    project_id = serializers.UUIDField(required=False, allow_null=True)
    type = serializers.ChoiceField(list(Kind), required=False, allow_null=True)
    id = serializers.UUIDField(required=False, allow_null=True)


class FocusView(APIView):
    """What a conversation is about."""

    @extend_schema(responses=FocusData)
    def get(self, request: Request, conversation_id: UUID) -> Response:
        """Return its scope, with the names of what it is about."""
        return Response(FocusData(conversation_focus(access_for(request), conversation_id)).data)

    @extend_schema(request=FocusChange, responses=FocusData)
    def put(self, request: Request, conversation_id: UUID) -> Response:
        """Choose another scope, from the next message on. The person's open tabs are told."""
        access = access_for(request)
        refuse_unknown(FocusChange(data=request.data))
        named = set_focus(access, conversation_id, read_focus(request.data))
        data = FocusData(named).data
        async_to_sync(announce)(access, "focus", conversation_id=conversation_id, focus=data)
        return Response(data)
