"""The paths of the workspace's API, under /api/v1/."""

from django.urls import path

import omniforge.web.openapi  # noqa: F401  # tells the API's document of keys and sessions, by being imported
from omniforge.tenants.api import (
    ApiKeysView,
    ApiKeyView,
    MembersView,
    MeView,
    PreferencesView,
    UsageView,
)
from omniforge.tenants.connected.api import (
    ConnectionsView,
    ConnectionTestView,
    ConnectionView,
    OffersView,
    RolesView,
    RoleView,
    ServersView,
)
from omniforge.tenants.people_api import InvitationsView, InvitationView, SessionsView, SessionView

urlpatterns = [
    path("me/", MeView.as_view(), name="api-me"),
    path("me/preferences/", PreferencesView.as_view(), name="api-preferences"),
    path("me/sessions/", SessionsView.as_view(), name="api-sessions"),
    path("me/sessions/<str:session_id>/", SessionView.as_view(), name="api-session"),
    path("invitations/", InvitationsView.as_view(), name="api-invitations"),
    path("invitations/<uuid:invitation_id>/", InvitationView.as_view(), name="api-invitation"),
    path("members/", MembersView.as_view(), name="api-members"),
    path("api-keys/", ApiKeysView.as_view(), name="api-keys"),
    path("api-keys/<uuid:key_id>/", ApiKeyView.as_view(), name="api-key"),
    path("model-connections/", ConnectionsView.as_view(), name="api-model-connections"),
    path("model-connections/<uuid:connection_id>/", ConnectionView.as_view(), name="api-model-connection"),
    path(
        "model-connections/<uuid:connection_id>/test/",
        ConnectionTestView.as_view(),
        name="api-model-connection-test",
    ),
    path("models/", OffersView.as_view(), name="api-models"),
    path("model-roles/", RolesView.as_view(), name="api-model-roles"),
    path("model-roles/<slug:role>/", RoleView.as_view(), name="api-model-role"),
    path("model-servers/", ServersView.as_view(), name="api-model-servers"),
    path("usage/", UsageView.as_view(), name="api-usage"),
]
