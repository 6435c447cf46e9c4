"""The API of one's own sessions and the workspace's open invitations."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.tenants.authentication import key_in
from omniforge.tenants.browser_sessions import end_session, list_sessions
from omniforge.tenants.invitations import (
    invite,
    link_of,
    list_invitations,
    mail_invitation,
    withdraw_invitation,
)
from omniforge.tenants.mail import site_address
from omniforge.tenants.models import Role
from omniforge.tenants.permissions import access_for
from omniforge.tenants.serializers import (
    InvitationPage,
    InvitationSerializer,
    MadeInvitationSerializer,
    NewInvitationSerializer,
    SessionSerializer,
)
from omniforge.web.paging import CURSOR, page_by
from omniforge.web.request_data import validated
from omniforge.web.sessions import hash_session_key


class SessionsView(APIView):
    """Where the one who asks is signed in. Nobody sees another person's."""

    required_scope = "admin"

    @extend_schema(responses=SessionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the browsers in which you are signed in, the last used first."""
        here, sessions = _session_of(request), list_sessions(access_for(request).user_id)
        rows = [
            {"id": one.pk, "browser": str(one), "seen_at": one.seen_at, "is_current": one.pk == here}
            for one in sessions
        ]
        return Response(SessionSerializer(rows, many=True).data)


class SessionView(APIView):
    """One browser in which the one who asks is signed in."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, session_id: str) -> Response:
        """Sign yourself out there, from the next request on that browser is signed in no more."""
        end_session(access=access_for(request), session_id=session_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationsView(APIView):
    """The open invitations of the workspace, for its owners and admins."""

    required_scope = "admin"

    @extend_schema(operation_id="invitations_list", parameters=[CURSOR], responses=InvitationPage)
    def get(self, request: Request) -> Response:
        """Return the invitations that can still be accepted, newest first, 50 a page."""
        access = access_for(request)
        access.require_administrator()
        cursor = request.query_params.get("cursor")
        page, following = page_by("pk", list_invitations(access), cursor, newest=True)
        return Response(InvitationPage({"next": following, "results": page}).data)

    @extend_schema(request=NewInvitationSerializer, responses={201: MadeInvitationSerializer})
    def post(self, request: Request) -> Response:
        """Invite an address, or whoever has the link. It is mailed, else `link` is in this answer alone."""
        wanted: dict[str, Any] = validated(NewInvitationSerializer(data=request.data))
        role = Role(wanted.get("role", Role.MEMBER))
        invitation, token = invite(access=access_for(request), role=role, email=wanted.get("email", ""))
        site = site_address(request._request)
        link = link_of(token, site)
        is_mailed = mail_invitation(invitation, link=link, site=site)
        made = {**InvitationSerializer(invitation).data, "link": None if is_mailed else link}
        return Response(made, status.HTTP_201_CREATED)


class InvitationView(APIView):
    """One open invitation."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        """Withdraw the invitation. Its link leads nowhere from then on."""
        withdraw_invitation(access=access_for(request), invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _session_of(request: Request) -> str:
    """Return the listed id of the request's session, empty for a key."""
    if key_in(request.headers) is not None:
        return ""
    return hash_session_key(request._request.session.session_key or "")
