"""What leads from an agent to others: its copy, and its card for the outside (A2A, agent-card.json)."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.serializers import AgentData
from agents.definitions import services
from omniforge.tenants.permissions import access_for


class AgentDuplicateView(APIView):
    """A copy of an agent."""

    @extend_schema(request=None, responses={201: AgentData})
    def post(self, request: Request, agent: str) -> Response:
        """Copy the agent with its skills, under a free name; the copy is paused."""
        copied = services.duplicate_agent(access=access_for(request), agent=agent)
        return Response(AgentData(copied).data, status.HTTP_201_CREATED)


class AgentCardView(APIView):
    """The card of an agent, which anybody may read while it is published."""

    @extend_schema(request=None, responses=AgentData)
    def put(self, request: Request, agent: str) -> Response:
        """Publish the card. Owners and admins only."""
        return self._set(request, agent, published=True)

    @extend_schema(responses={200: AgentData})
    def delete(self, request: Request, agent: str) -> Response:
        """Take the card back. Owners and admins only."""
        return self._set(request, agent, published=False)

    def _set(self, request: Request, agent: str, *, published: bool) -> Response:
        changed = services.set_published(access=access_for(request), agent=agent, published=published)
        return Response(AgentData(changed).data)
