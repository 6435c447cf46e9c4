"""The pages of the chat."""

from django.urls import path

from conversations.views import ChatPage, RunAgentNow

urlpatterns = [
    path("", ChatPage.as_view(), name="new-chat"),
    path("agents/<slug:agent>/run/", RunAgentNow.as_view(), name="run-agent"),
    path("c/<uuid:conversation_id>/", ChatPage.as_view(), name="conversation-page"),
]
