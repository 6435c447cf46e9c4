"""`/api/v1/agents/{agent}/hooks/`: the secret addresses at which programs elsewhere start an agent."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.definitions.hooks.selectors import deliveries_of, get_hook, list_hooks
from agents.definitions.hooks.services import (
    LONGEST_NAME,
    FreshHook,
    create_hook,
    delete_hook,
    rotate_hook,
    set_hook_enabled,
)
from agents.definitions.selectors import get_agent
from agents.models import AgentHook
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField

_LISTED = 50  # deliveries listed


class HookData(serializers.ModelSerializer[AgentHook]):
    """An incoming web hook, without its address. `refusal` is why a delivery was last refused."""

    signed = serializers.SerializerMethodField()

    class Meta:
        model = AgentHook
        fields = ("id", "name", "signed", "enabled", "created_at", "refused_at", "refusal")

    def get_signed(self, hook: AgentHook) -> bool:
        return bool(hook.secret)


class FreshHookData(serializers.Serializer[Any]):
    """A web hook with its address and, if deliveries are signed, its secret: both are given this once."""

    hook = HookData()
    address = serializers.URLField()
    secret = serializers.CharField()


class NewHookData(serializers.Serializer[Any]):
    """What a web hook is called, and whether deliveries have to be signed."""

    name = StrictCharField(max_length=LONGEST_NAME)
    signed = StrictBooleanField(default=True)


class HookChangeData(serializers.Serializer[Any]):
    """Whether a web hook takes deliveries."""

    enabled = StrictBooleanField()


class DeliveryData(serializers.Serializer[Any]):
    """A delivery. `status` is that of its run, or queued."""

    run_id = serializers.UUIDField()
    received_at = serializers.DateTimeField()
    size = serializers.IntegerField()
    status = serializers.CharField()


class AgentHooksView(APIView):
    """The incoming web hooks of an agent."""

    @extend_schema(operation_id="agent_hooks_list", responses=HookData(many=True))
    def get(self, request: Request, agent: str) -> Response:
        """Return the web hooks, oldest first."""
        return Response(HookData(list_hooks(access_for(request), agent), many=True).data)

    @extend_schema(request=NewHookData, responses={201: FreshHookData})
    def post(self, request: Request, agent: str) -> Response:
        """Create a web hook, for who made the agent, owners and admins."""
        access = access_for(request)
        get_agent(access, agent)  # report a missing agent before any mistake in the body
        wanted = validated(NewHookData(data=request.data))
        return _fresh(request, create_hook(access=access, agent=agent, **wanted))


class AgentHookView(APIView):
    """One incoming web hook."""

    @extend_schema(request=HookChangeData, responses=HookData)
    def patch(self, request: Request, agent: str, hook_id: UUID) -> Response:
        """Enable or disable it. A disabled address is a 404 like an unknown one."""
        access = access_for(request)
        get_hook(access, agent, hook_id)
        wanted = validated(HookChangeData(data=request.data))
        hook = set_hook_enabled(access=access, agent=agent, hook_id=hook_id, **wanted)
        return Response(HookData(hook).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, agent: str, hook_id: UUID) -> Response:
        """Delete it. Its address takes nothing more."""
        delete_hook(access=access_for(request), agent=agent, hook_id=hook_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AgentHookRotateView(APIView):
    """The address of a web hook."""

    @extend_schema(request=None, responses={201: FreshHookData})
    def post(self, request: Request, agent: str, hook_id: UUID) -> Response:
        """Give it another address, and another secret if it has one."""
        return _fresh(request, rotate_hook(access=access_for(request), agent=agent, hook_id=hook_id))


class AgentHookDeliveriesView(APIView):
    """What came to a web hook."""

    @extend_schema(responses=DeliveryData(many=True))
    def get(self, request: Request, agent: str, hook_id: UUID) -> Response:
        """Return the last 50 deliveries that started a run, newest first."""
        hook = get_hook(access_for(request), agent, hook_id)
        return Response(DeliveryData(deliveries_of(hook, limit=_LISTED), many=True).data)


def _fresh(request: Request, fresh: FreshHook) -> Response:
    address = request.build_absolute_uri(reverse("hook", args=[fresh.address]))
    told = {"hook": fresh.hook, "address": address, "secret": fresh.secret}
    return Response(FreshHookData(told).data, status.HTTP_201_CREATED)
