"""`/api/v1/conversations/search/`: searching the person's own messages."""

from typing import Any

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.context.recall import RecalledPassage, RecallResult
from conversations.memory.recall import Recall
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked

_LONGEST = 200  # characters; only the first twelve words are used anyway


class SaidQuery(serializers.Serializer[Any]):
    """What to look for."""

    q = serializers.CharField(max_length=_LONGEST, help_text="Words; each counts, rare ones the most.")
    limit = serializers.IntegerField(min_value=1, max_value=50, default=12, help_text="How many at most.")


class SaidData(serializers.Serializer[RecalledPassage]):
    """A place where something was said."""

    conversation_id = serializers.UUIDField()
    title = serializers.CharField()
    said_by = serializers.CharField(help_text="`you` or `OmniForge`.")
    snippet = serializers.CharField(help_text="What was said around the words; secrets are masked.")
    at = serializers.DateTimeField()
    link = serializers.CharField(help_text="Opens the conversation at the message.")


class SaidPage(serializers.Serializer[RecallResult]):
    """Where it was said, best first."""

    results = SaidData(many=True, source="found")
    note = serializers.CharField(source="limits", help_text="Where it stopped before the end; else empty.")


class SaidView(APIView):
    """What was said before."""

    @extend_schema(parameters=[SaidQuery], responses=SaidPage)
    def get(self, request: Request) -> Response:
        """Find words in your own messages and their answers, also in archived conversations.

        An index knows which messages have which words. Messages that are not in it yet are opened. If it
        knows none of the words, all messages are: the newest 20,000, for 3 seconds at most.
        """
        wanted = checked(SaidQuery(data=request.query_params))
        found = async_to_sync(Recall(access_for(request)).search)(wanted["q"], wanted["limit"])
        return Response(SaidPage(found).data)
