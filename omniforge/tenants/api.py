"""The API of a workspace: who am I, who else is here, which keys there are, what was used."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.tenants.keys import SCOPES, create_api_key, list_api_keys, revoke_api_key
from omniforge.tenants.permissions import access_for
from omniforge.tenants.preferences import preferences_of, set_preferences
from omniforge.tenants.selectors import get_membership, list_members
from omniforge.tenants.serializers import (
    ApiKeyPage,
    ApiKeySerializer,
    MadeApiKeySerializer,
    MemberPage,
    MeSerializer,
    NewApiKeySerializer,
    PreferencesSerializer,
    UsageSerializer,
)
from omniforge.tenants.usage import month_totals
from omniforge.web.paging import CURSOR, page_by
from omniforge.web.request_data import validated


class MeView(APIView):
    """Who is asking."""

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Return the person, the workspace they act in, their role there, and the key's scopes."""
        access = access_for(request)
        membership = get_membership(access)
        me = {
            "id": membership.user.pk,
            "email": membership.user.email,
            "name": membership.user.name,
            "workspace": membership.tenant.slug,
            "workspace_name": membership.tenant.name,
            "role": membership.role,
            "scopes": sorted(SCOPES if access.scopes is None else access.scopes),
        }
        return Response(MeSerializer(me).data)


class PreferencesView(APIView):
    """How the one who asks likes answers in the workspace."""

    @extend_schema(responses=PreferencesSerializer)
    def get(self, request: Request) -> Response:
        """Return the preferences, in the person's own words."""
        return Response({"preferences": preferences_of(access_for(request))})

    @extend_schema(request=PreferencesSerializer, responses=PreferencesSerializer)
    def put(self, request: Request) -> Response:
        """Put other words in their place. An empty text forgets them."""
        wanted = validated(PreferencesSerializer(data=request.data))
        text = set_preferences(access=access_for(request), text=wanted["preferences"])
        return Response({"preferences": text})


class MembersView(APIView):
    """The people of the workspace."""

    @extend_schema(operation_id="members_list", parameters=[CURSOR], responses=MemberPage)
    def get(self, request: Request) -> Response:
        """Return the members in the order in which they joined, 50 a page."""
        members = list_members(access_for(request))
        page, following = page_by("pk", members, request.query_params.get("cursor"))
        return Response(MemberPage({"next": following, "results": page}).data)


class ApiKeysView(APIView):
    """The keys of the workspace. Others than owners and admins see and make their own."""

    required_scope = "admin"

    @extend_schema(operation_id="api_keys_list", parameters=[CURSOR], responses=ApiKeyPage)
    def get(self, request: Request) -> Response:
        """Return the keys that are not revoked, newest first, 50 a page."""
        keys = list_api_keys(access_for(request))
        page, following = page_by("pk", keys, request.query_params.get("cursor"), newest=True)
        return Response(ApiKeyPage({"next": following, "results": page}).data)

    @extend_schema(request=NewApiKeySerializer, responses={201: MadeApiKeySerializer})
    def post(self, request: Request) -> Response:
        """Make a key with which a program acts as the one who asks. The answer is the only place it is in."""
        wanted = validated(NewApiKeySerializer(data=request.data))
        row, key = create_api_key(access=access_for(request), **wanted)
        return Response({**ApiKeySerializer(row).data, "key": key}, status.HTTP_201_CREATED)


class ApiKeyView(APIView):
    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, key_id: UUID) -> Response:
        """Revoke the key. From the next request on it opens nothing."""
        revoke_api_key(access=access_for(request), key_id=key_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class UsageView(APIView):
    """What the workspace's models have used."""

    @extend_schema(responses=UsageSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the month's totals by purpose and model. Members, and keys without `admin` get their own."""
        return Response(UsageSerializer(month_totals(access_for(request)), many=True).data)
