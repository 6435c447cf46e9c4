"""The request and response bodies of the MCP servers' API."""

from typing import Any

from rest_framework import serializers

from agents.models import McpServer, McpTransport, SignIn
from agents.tools.mcp.connection import MOST_SECONDS
from agents.tools.mcp.connection_state import server_state
from agents.tools.mcp.failures import sign_in_address
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


class KnownServerData(serializers.Serializer[Any]):
    """A public server that can be connected by its `slug`."""

    slug = serializers.CharField()
    name = serializers.CharField()
    does = serializers.CharField()
    url = serializers.CharField()
    sign_in = serializers.CharField(
        help_text="oauth: nothing to prepare; app: register an application there first; key: a key."
    )
    help = serializers.CharField()


class ServerToolData(serializers.Serializer[Any]):
    """A tool as its server lists it. What it says of itself is the server's word."""

    name = serializers.CharField()
    description = serializers.CharField()
    says = serializers.CharField(
        default="", help_text="What it says that it may do: reads, changes, deletes, or nothing."
    )


class ServerData(serializers.ModelSerializer[McpServer]):
    """A server. How it is reached is secret, and not in it."""

    name = serializers.CharField(source="title")
    tools = ServerToolData(many=True)
    read_only = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]  # a field
    standing = serializers.SerializerMethodField()
    sign_in_at = serializers.SerializerMethodField()

    class Meta:
        model = McpServer
        fields = (
            "id",
            "slug",
            "name",
            "known",
            "transport",
            "sign_in",
            "sign_in_at",
            "standing",
            "enabled",
            "tools",
            "read_only",
            "listed_at",
            "failure",
            "failed_at",
            "created_at",
        )

    def get_standing(self, server: McpServer) -> str:
        """connected, sign_in, expired, failing, untested or off, for whoever asks."""
        return server_state(server, server.grant)

    def get_sign_in_at(self, server: McpServer) -> str:
        """The page on which a person signs in, in a browser. Empty if nobody has to."""
        return "" if server.sign_in == SignIn.NOBODY else sign_in_address(server)


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

    slug = StrictCharField(max_length=LONGEST_NAME, required=False, help_text="Else made of the name.")
    name = StrictCharField(max_length=80, required=False, help_text="What people call it.")
    known = StrictCharField(max_length=40, required=False, help_text="Its slug in the directory.")
    sign_in = StrictChoiceField(
        SignIn.choices,
        default=SignIn.NOBODY,
        help_text="nobody: it takes anybody, or a key. Otherwise a person signs in at `sign_in_at`.",
    )
    client_id = StrictCharField(
        max_length=500, required=False, help_text="Of an application that is registered there."
    )
    client_secret = StrictCharField(max_length=2_000, required=False)
    key = StrictCharField(max_length=8_000, required=False, help_text="Sent as 'Authorization: Bearer ...'.")
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
