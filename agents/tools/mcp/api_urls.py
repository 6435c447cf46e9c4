"""The paths of MCP servers in the API, under /api/v1/mcp-servers/; each is named by its name or its id."""

from django.urls import path

from agents.tools.mcp.api import (
    ServerRefreshView,
    ServerSignInView,
    ServersView,
    ServerView,
)

urlpatterns = [
    path("", ServersView.as_view(), name="api-mcp-servers"),
    path("<str:server>/", ServerView.as_view(), name="api-mcp-server"),
    path("<str:server>/sign-in/", ServerSignInView.as_view(), name="api-mcp-server-sign-in"),
    path("<str:server>/refresh/", ServerRefreshView.as_view(), name="api-mcp-server-refresh"),
]
