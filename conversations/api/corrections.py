"""`/api/v1/intents/corrections/`: users' corrections of an intent, and the new answer."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.api.turns import AcceptedData, RetryRequest, answer_again
from conversations.models import IntentCorrection
from conversations.record.corrections import own_corrections
from conversations.wire.commands import RunAgain
from intent.types import ActionType
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.paging import CURSOR, page_by
from omniforge.web.request_data import validated
from omniforge.web.strict_fields import StrictChoiceField


class CorrectionData(serializers.ModelSerializer[IntentCorrection]):
    """A correction. The example itself is for `manage.py export_corrections`."""

    class Meta:
        model = IntentCorrection
        fields = ("id", "turn_id", "understood", "corrected", "created_at")


class CorrectionRequest(RetryRequest):
    """A turn, and what its message really asked for."""

    turn_id = serializers.UUIDField()
    action_type = StrictChoiceField([one.value for one in ActionType])


class CorrectionPage(serializers.Serializer[Any]):
    """Some of the corrections. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = CorrectionData(many=True)


class CorrectionsView(MessageLimitedView):
    """The user's own corrections."""

    @extend_schema(operation_id="corrections_list", parameters=[CURSOR], responses=CorrectionPage)
    def get(self, request: Request) -> Response:
        """List them, newest first, 50 a page."""
        corrections = own_corrections(access_for(request))
        page, following = page_by("pk", corrections, request.query_params.get("cursor"), newest=True)
        return Response(CorrectionPage({"next": following, "results": page}).data)

    @extend_schema(request=CorrectionRequest, responses={202: AcceptedData})
    def post(self, request: Request) -> Response:
        """Keep the correction as an example, and answer the message again, understood that way."""
        said = validated(CorrectionRequest(data=request.data))
        action = ActionType(said["action_type"])
        return answer_again(request, RunAgain(said["id"], said["turn_id"], action))
