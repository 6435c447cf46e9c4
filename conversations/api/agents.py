"""`POST /api/v1/agents/{agent}/run/`: a program starts an agent."""

from typing import Any

from asgiref.sync import async_to_sync
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agents.models import RunTrigger
from conversations.api.turns import AcceptedData
from conversations.schedules.start import order_run
from conversations.turns.engine import engine
from conversations.wire.commands import MAX_MESSAGE
from omniforge.storage.ids import new_id
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.request_data import validated
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField


class RunRequest(serializers.Serializer[Any]):
    """What the agent is to do. Without a task it does what it does by its schedule."""

    id = serializers.UUIDField(
        default=new_id, help_text="A UUID for the task's message: sent again, it is the same run."
    )
    task = StrictCharField(max_length=MAX_MESSAGE, allow_blank=True, default="")
    dry_run = StrictBooleanField(
        default=False, help_text="Read for real, and only tell what would be changed or sent."
    )


class AgentRunView(MessageLimitedView):
    """Run an agent now."""

    required_scope = "chat"

    @extend_schema(request=RunRequest, responses={202: AcceptedData})
    def post(self, request: Request, agent: str) -> Response:
        """Queue a turn that runs the agent with this name or id. `Location` is the address of the turn.

        The turn is in the agent's own conversation if that is yours. Otherwise it is in a new conversation of
        yours.
        """
        access, task = access_for(request), validated(RunRequest(data=request.data))
        trigger = RunTrigger.DRY_RUN if task["dry_run"] else RunTrigger.API
        order = order_run(
            access=access, agent=agent, task=task["task"], trigger=trigger, message_id=task["id"]
        )
        accepted = async_to_sync(engine.accept)(access, order)
        address = reverse("turn", args=[accepted.turn_id])
        return Response(AcceptedData(accepted).data, status=202, headers={"Location": address})
