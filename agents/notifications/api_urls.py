"""The paths of web hooks in the API, under /api/v1/web-hooks/; each is named by its name or its id."""

from django.urls import path

from agents.notifications.api import WebHookSecretView, WebHooksView, WebHookTestView, WebHookView

urlpatterns = [
    path("", WebHooksView.as_view(), name="api-web-hooks"),
    path("<str:web_hook>/", WebHookView.as_view(), name="api-web-hook"),
    path("<str:web_hook>/secret/", WebHookSecretView.as_view(), name="api-web-hook-secret"),
    path("<str:web_hook>/test/", WebHookTestView.as_view(), name="api-web-hook-test"),
]
