"""`/api/v1/model-connections/`, `/api/v1/model-roles/`, `/api/v1/model-servers/`: for owners and admins."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.tenants.connected import services
from omniforge.tenants.connected.choice import choice_of
from omniforge.tenants.connected.discovery import find_local_servers
from omniforge.tenants.connected.roles import list_roles, set_role
from omniforge.tenants.connected.selectors import find_connections, get_connection
from omniforge.tenants.connected.serializers import (
    ConnectionPatchData,
    FoundServerData,
    ModelConnectionData,
    ModelRoleData,
    NewConnectionData,
    OfferData,
    RoleChangeData,
    offer_data,
)
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated


class ConnectionsView(APIView):
    """The language models that the workspace has connected."""

    required_scope = "admin"

    @extend_schema(operation_id="model_connections_list", responses=ModelConnectionData(many=True))
    def get(self, request: Request) -> Response:
        """Return the connections, the oldest first."""
        return Response(ModelConnectionData(find_connections(access_for(request)), many=True).data)

    @extend_schema(request=NewConnectionData, responses={201: ModelConnectionData})
    def post(self, request: Request) -> Response:
        """Test a vendor's models with one small call, and connect them. Where that fails nothing is saved."""
        wanted = validated(NewConnectionData(data=request.data))
        connection = services.connect_models(access=access_for(request), **wanted)
        return Response(ModelConnectionData(connection).data, status.HTTP_201_CREATED)


class ConnectionView(APIView):
    required_scope = "admin"

    @extend_schema(responses=ModelConnectionData)
    def get(self, request: Request, connection_id: UUID) -> Response:
        """Return the connection, with the models that its vendor listed."""
        return Response(ModelConnectionData(get_connection(access_for(request), connection_id)).data)

    @extend_schema(request=ConnectionPatchData, responses=ModelConnectionData)
    def patch(self, request: Request, connection_id: UUID) -> Response:
        """Change the name, or test and change key, address or model, or say what people may pick."""
        access = access_for(request)
        get_connection(access, connection_id)
        wanted = validated(ConnectionPatchData(data=request.data))
        if "offered" in wanted:
            services.offer_models(access=access, connection_id=connection_id, models=wanted.pop("offered"))
        changed = services.change_connection(access=access, connection_id=connection_id, **wanted)
        return Response(ModelConnectionData(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, connection_id: UUID) -> Response:
        """Forget the connection and its key."""
        services.remove_connection(access=access_for(request), connection_id=connection_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConnectionTestView(APIView):
    """Whether a connection still works."""

    required_scope = "admin"

    @extend_schema(request=None, responses=ModelConnectionData)
    def post(self, request: Request, connection_id: UUID) -> Response:
        """Test the connection with one small call, and list its models anew."""
        connection = services.check_models(access=access_for(request), connection_id=connection_id)
        return Response(ModelConnectionData(connection).data)


class OffersView(APIView):
    """The models that one may pick for a conversation."""

    @extend_schema(operation_id="models_list", responses=OfferData(many=True))
    def get(self, request: Request) -> Response:
        """Return them by connection, the preferred ones first. None if no model is connected."""
        choice = choice_of(access_for(request).tenant_id)
        default = choice.models().name("reply")
        return Response([offer_data(offer, default) for offer in choice.offers])


class RolesView(APIView):
    """Which model plays which role in the workspace."""

    required_scope = "admin"

    @extend_schema(operation_id="model_roles_list", responses=ModelRoleData(many=True))
    def get(self, request: Request) -> Response:
        """Return all roles, in the order of a turn."""
        access = access_for(request)
        access.require_administrator()
        return Response(ModelRoleData(list_roles(access), many=True).data)


class RoleView(APIView):
    required_scope = "admin"

    @extend_schema(request=RoleChangeData, responses=ModelRoleData(many=True))
    def put(self, request: Request, role: str) -> Response:
        """Say who plays the role from the next turn on. Returns all roles."""
        access = access_for(request)
        set_role(access=access, role=role, **validated(RoleChangeData(data=request.data)))
        return Response(ModelRoleData(list_roles(access), many=True).data)


class ServersView(APIView):
    """Servers of language models on the site's own machine."""

    required_scope = "admin"

    @extend_schema(operation_id="model_servers_list", responses=FoundServerData(many=True))
    def get(self, request: Request) -> Response:
        """Look at the usual ports of Ollama, LM Studio, vLLM and llama.cpp. Nothing is connected by it."""
        return Response(FoundServerData(find_local_servers(access_for(request)), many=True).data)
