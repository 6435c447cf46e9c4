"""`/api/v1/mcp-servers/`: the servers whose tools agents may be given. For owners and admins."""

from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.tools.mcp import services
from agents.tools.mcp.connection import Connection
from agents.tools.mcp.selectors import find_servers
from agents.tools.mcp.serializers import NewServerData, ServerChangeData, ServerData
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated


class ServersView(APIView):
    """The workspace's servers."""

    required_scope = "admin"

    @extend_schema(operation_id="mcp_servers_list", responses=ServerData(many=True))
    def get(self, request: Request) -> Response:
        """Return the servers by name, with the tools that each listed when it was last asked."""
        return Response(ServerData(find_servers(access_for(request)), many=True).data)

    @extend_schema(request=NewServerData, responses={201: ServerData})
    def post(self, request: Request) -> Response:
        """Connect a server. Refresh it next: until then none of its tools are known."""
        wanted = validated(NewServerData(data=request.data))
        named = {name: wanted.pop(name) for name in ("slug", "transport", "read_only") if name in wanted}
        server = services.add_server(access=access_for(request), connection=cast(Connection, wanted), **named)
        return Response(ServerData(server).data, status.HTTP_201_CREATED)


class ServerView(APIView):
    """One server, by its name or id."""

    required_scope = "admin"

    @extend_schema(request=ServerChangeData, responses=ServerData)
    def patch(self, request: Request, server: str) -> Response:
        """Switch the server on or off, or say anew which of its tools only read."""
        wanted = validated(ServerChangeData(data=request.data))
        changed = services.change_server(access=access_for(request), server=server, **wanted)
        return Response(ServerData(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, server: str) -> Response:
        """Forget the server and how it is reached."""
        services.remove_server(access=access_for(request), server=server)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ServerRefreshView(APIView):
    """What a server offers at the moment."""

    required_scope = "admin"

    @extend_schema(request=None, responses=ServerData)
    def post(self, request: Request, server: str) -> Response:
        """Ask the server for its tools, and offer those from now on."""
        return Response(ServerData(services.refresh_server(access=access_for(request), server=server)).data)
