"""`/api/v1/mcp-servers/`: servers whose tools agents may use. For owners and admins."""

from collections.abc import Iterable

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.models import McpServer, McpTransport, SignIn
from agents.tools.mcp import services
from agents.tools.mcp.connection_state import grants_of
from agents.tools.mcp.directory import known_servers
from agents.tools.mcp.listed_tools import refresh_server
from agents.tools.mcp.selectors import find_servers
from agents.tools.mcp.serializers import KnownServerData, NewServerData, ServerChangeData, ServerData
from agents.tools.mcp.setup import add_and_test, connection_of, resolve_names
from agents.tools.mcp.sign_in import sign_out
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated


def _shown(request: Request, servers: Iterable[McpServer]) -> list[McpServer]:
    """Return servers with the sign-ins that this person's calls would use."""
    rows = list(servers)
    grants = grants_of(access_for(request), rows)
    for row in rows:
        row.grant = grants.get(row.pk)
    return rows


def _data(request: Request, server: McpServer) -> dict[str, object]:
    return dict(ServerData(_shown(request, [server])[0]).data)


class DirectoryView(APIView):
    """The directory of public servers."""

    required_scope = "admin"

    @extend_schema(operation_id="mcp_directory_list", responses=KnownServerData(many=True))
    def get(self, request: Request) -> Response:
        """Return the public servers that can be connected by name."""
        access_for(request).require_administrator()
        return Response(KnownServerData(known_servers().values(), many=True).data)


class ServersView(APIView):
    """The workspace's servers."""

    required_scope = "admin"

    @extend_schema(operation_id="mcp_servers_list", responses=ServerData(many=True))
    def get(self, request: Request) -> Response:
        """Return the servers by name, with the tools that each listed when it was last asked."""
        rows = _shown(request, find_servers(access_for(request)))
        return Response(ServerData(rows, many=True).data)

    @extend_schema(request=NewServerData, responses={201: ServerData})
    def post(self, request: Request) -> Response:
        """Connect a server. It is tested at once, and not kept if it doesn't answer.

        One that is signed in to is kept untested: a person opens `sign_in_at` in a browser.
        """
        wanted = validated(NewServerData(data=request.data))
        naming = resolve_names(**{name: wanted.pop(name, "") for name in ("slug", "name", "known")})
        client = services.Client(wanted.pop("client_id", ""), wanted.pop("client_secret", ""))
        server = add_and_test(
            access=access_for(request),
            naming=naming,
            client=client,
            transport=McpTransport(wanted.pop("transport")),
            sign_in=SignIn(wanted.pop("sign_in")),
            read_only=wanted.pop("read_only", ()),
            connection=connection_of(naming.known, **wanted),
        )
        return Response(_data(request, server), status.HTTP_201_CREATED)


class ServerView(APIView):
    """One server, by its name or id."""

    required_scope = "admin"

    @extend_schema(request=ServerChangeData, responses=ServerData)
    def patch(self, request: Request, server: str) -> Response:
        """Switch the server on or off, or say anew which of its tools only read."""
        wanted = validated(ServerChangeData(data=request.data))
        changed = services.change_server(access=access_for(request), server=server, **wanted)
        return Response(_data(request, changed))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, server: str) -> Response:
        """Forget the server and how it is reached, and revoke its sign-ins."""
        services.remove_server(access=access_for(request), server=server)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ServerRefreshView(APIView):
    """What a server offers at the moment."""

    required_scope = "admin"

    @extend_schema(request=None, responses=ServerData)
    def post(self, request: Request, server: str) -> Response:
        """Test the connection: ask the server for its tools, and offer those from now on."""
        return Response(_data(request, refresh_server(access=access_for(request), server=server)))


class ServerSignInView(APIView):
    """The sign-in to a server: the workspace's, or one's own. It is made in a browser, at `sign_in_at`."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, server: str) -> Response:
        """Sign out: revoke the tokens and forget them."""
        access_for(request).require_administrator()
        sign_out(access=access_for(request), server=server)
        return Response(status=status.HTTP_204_NO_CONTENT)
