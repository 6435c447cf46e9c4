"""What the API of MCP servers takes and gives."""

from typing import Any

from rest_framework import serializers

from agents.models import McpServer, McpTransport
from agents.tools.mcp.connection import MOST_SECONDS
from agents.tools.mcp.services import LONGEST_NAME
from omniforge.web.strict_fields import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
)

_MOST = 100  # entries of one list


class _Texts(serializers.DictField):
    """Texts by their names."""

    child = StrictCharField(max_length=8_000, allow_blank=True)


class ServerToolData(serializers.Serializer[Any]):
    """A tool as its server lists it; what it says of itself is the server's word."""

    name = serializers.CharField()
    description = serializers.CharField()


class ServerData(serializers.ModelSerializer[McpServer]):
    """A server. How it is reached is secret, and not in it."""

    tools = ServerToolData(many=True)
    read_only = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]  # a field

    class Meta:
        model = McpServer
        fields = ("id", "slug", "transport", "enabled", "tools", "read_only", "listed_at", "created_at")


class ReadOnlyData(serializers.Serializer[Any]):
    """Which of a server's tools only read, by the server's own names for them."""

    read_only = serializers.ListField(  # type: ignore[assignment]  # a field, not the Field's own
        child=StrictCharField(max_length=200),
        max_length=_MOST,
        required=False,
        help_text="Tools that may be called without a person's word. All others ask first.",
    )


class NewServerData(ReadOnlyData):
    """How a server is reached: at an address, or as a command that the operator allows."""

    slug = StrictCharField(max_length=LONGEST_NAME)
    transport = StrictChoiceField(McpTransport.choices, default=McpTransport.HTTP)
    url = StrictCharField(max_length=2_000, required=False)
    headers = _Texts(required=False, help_text="Sent with each request, as for a key.")
    command = StrictCharField(max_length=500, required=False)
    arguments = serializers.ListField(
        child=StrictCharField(max_length=2_000, allow_blank=True, trim_whitespace=False),
        max_length=_MOST,
        required=False,
    )
    environment = _Texts(required=False)
    timeout = StrictIntegerField(
        min_value=1, max_value=MOST_SECONDS, required=False, help_text="Seconds for one call."
    )


class ServerChangeData(ReadOnlyData):
    """What can be changed of a server."""

    enabled = StrictBooleanField(required=False)
