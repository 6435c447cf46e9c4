"""`/api/v1/missing-connections/`: connections that an agent with these places would lack now."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.models import AgentDefinition
from agents.tools.readiness import gaps_of
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked
from omniforge.web.strict_fields import StrictCharField

_LONGEST = 2_000


class PlacesQuery(serializers.Serializer[Any]):
    """Where an agent reads and where its results go, in words."""

    source: Any = StrictCharField(max_length=_LONGEST, allow_blank=True, default="")
    destination = StrictCharField(max_length=_LONGEST, allow_blank=True, default="")


class GapData(serializers.Serializer[Any]):
    """A connection that is missing or broken. `link` is where you can mend it, else `ask` says who can."""

    name = serializers.CharField()
    problem = serializers.CharField()
    action = serializers.CharField()
    link = serializers.CharField()
    ask = serializers.CharField()


class MissingConnectionsView(APIView):
    """What isn't connected."""

    @extend_schema(parameters=[PlacesQuery], responses=GapData(many=True))
    def get(self, request: Request) -> Response:
        """Return which of the places aren't connected, or are broken. An empty list if all work."""
        places = checked(PlacesQuery(data=request.query_params))
        return Response(gaps_data(access_for(request), **places))


def gaps_data(access: Access, *, source: str, destination: str) -> list[dict[str, Any]]:
    """Return the connections that an agent with these places lacks, as data."""
    agent = AgentDefinition(source=source, destination=destination)
    return [asdict(gap) for gap in gaps_of(access, agent)]


def places_of(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Return the places of an agent that `save_agent` would create, in stored form."""
    named = {"source": arguments.get("sources"), "destination": arguments.get("channels")}
    return {name: ", ".join(map(str, places or ())) for name, places in named.items()}
