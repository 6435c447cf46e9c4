"""The paths of web hooks in the API, under /api/v1/web-hooks/; each is named by its name or its id."""

from django.urls import path

from agents.notifications.api import WebHooksView, WebHookView

urlpatterns = [
    path("", WebHooksView.as_view(), name="api-web-hooks"),
    path("<str:web_hook>/", WebHookView.as_view(), name="api-web-hook"),
]
