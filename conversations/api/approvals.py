"""`/api/v1/approvals/`: pending approvals, and deciding them."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.readiness import GapData, gaps_data, places_of
from agents.models import Approval, ApprovalStatus
from agents.records.runs import approvals_in, get_approval, pending_approvals
from agents.tools.builtin.save_agent import save_agent
from agents.tools.names import ids_in, named_arguments, names_of
from conversations.turns.approvals import decide_and_continue
from conversations.turns.engine import engine
from conversations.wire.commands import parse_decision
from omniforge.errors import InvalidInput
from omniforge.storage.ids import new_id
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.paging import page_by
from omniforge.web.request_data import checked, refuse_unknown


class ApprovalData(serializers.ModelSerializer[Approval]):
    """A call that waits: what it would do, why, and with exactly which arguments."""

    approval_id = serializers.UUIDField(source="id")
    conversation_id = serializers.UUIDField(source="run.conversation_id", allow_null=True)
    arguments = serializers.JSONField()
    names = serializers.SerializerMethodField(
        help_text="By argument: the name of the thing that its id means; of a batch a line for each part."
    )

    missing = serializers.SerializerMethodField(
        help_text="Of an agent to be: the connections that it lacks, as /missing-connections/ has them."
    )

    class Meta:
        model = Approval
        fields = (
            "approval_id",
            "conversation_id",
            "turn_id",
            "tool",
            "what",
            "why",
            "arguments",
            "names",
            "missing",
            "status",
            "expires_at",
            "created_at",
        )

    @extend_schema_field(GapData(many=True))
    def get_missing(self, approval: Approval) -> list[dict[str, Any]]:
        waits = approval.tool == save_agent.name and approval.status == ApprovalStatus.PENDING
        return gaps_data(self.context["access"], **places_of(approval.arguments)) if waits else []

    def get_names(self, approval: Approval) -> dict[str, str]:
        return named_arguments(approval.arguments, self.context["names"])


class ApprovalPage(serializers.Serializer[Any]):
    """Some of the approvals. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = ApprovalData(many=True)


class ApprovalQuery(serializers.Serializer[Any]):
    """Which approvals to list."""

    conversation_id = serializers.UUIDField(
        required=False, help_text="All of this conversation, those that are decided too."
    )
    cursor = serializers.UUIDField(required=False, help_text="`next` of the page before.")


class DecisionData(serializers.Serializer[Any]):
    """`approve` or `reject`. `arguments` are those of the call as you have edited them."""

    decision = serializers.ChoiceField(choices=["approve", "reject"])
    arguments = serializers.DictField(required=False)


class DecidedData(serializers.Serializer[Any]):
    """How it was decided, and the turn in which the run goes on. None while it waits for other decisions."""

    approval_id = serializers.UUIDField()
    status = serializers.CharField()
    turn_id = serializers.UUIDField(allow_null=True)
    message_id = serializers.UUIDField(allow_null=True)
    content = serializers.CharField(help_text="What was said for you in the conversation; may be empty.")


class ApprovalListView(APIView):
    """What waits for you."""

    required_scope = "read"

    @extend_schema(operation_id="approvals_list", parameters=[ApprovalQuery], responses=ApprovalPage)
    def get(self, request: Request) -> Response:
        """List the calls that wait for your word, or all of one conversation, newest first, 50 a page."""
        query = checked(ApprovalQuery(data=request.query_params))
        access, conversation_id = access_for(request), query.get("conversation_id")
        found = approvals_in(access, conversation_id) if conversation_id else pending_approvals(access)
        page, following = page_by("pk", found, query.get("cursor"), newest=True)
        ids = ids_in(" ".join(str(approval.arguments) for approval in page))
        context = {"access": access, "names": names_of(access, ids) if ids else {}}
        return Response(ApprovalPage({"next": following, "results": page}, context=context).data)


class ApprovalView(MessageLimitedView):
    """One call that waits."""

    required_scope = "chat"

    @extend_schema(request=DecisionData, responses={202: DecidedData})
    def post(self, request: Request, approval_id: UUID) -> Response:
        """Approve or reject it, once. The run goes on in a turn of its conversation."""
        access = access_for(request)
        get_approval(access, approval_id)
        refuse_unknown(DecisionData(data=request.data))
        if not isinstance(request.data, dict):
            raise InvalidInput("The body is a JSON object with a 'decision'.")
        command = parse_decision({**request.data, "id": str(new_id()), "approval_id": str(approval_id)})
        approval, message = decide_and_continue(access, command)
        turn_id = async_to_sync(engine.accept)(access, message).turn_id if message else None
        decided = {
            "approval_id": approval.pk,
            "status": approval.status,
            "turn_id": turn_id,
            "message_id": message.id if message else None,
            "content": message.content if message else "",
        }
        return Response(DecidedData(decided).data, status=status.HTTP_202_ACCEPTED)
