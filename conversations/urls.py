"""The pages of the chat."""

from django.urls import path

from conversations.pages.views import ArchivePage, BringBack, ChatPage, RunAgentNow

urlpatterns = [
    path("", ChatPage.as_view(), name="new-chat"),
    path("agents/<slug:agent>/run/", RunAgentNow.as_view(), name="run-agent"),
    path("c/<uuid:conversation_id>/", ChatPage.as_view(), name="conversation-page"),
    path("archive/", ArchivePage.as_view(), name="archive"),
    path("archive/<uuid:conversation_id>/bring-back/", BringBack.as_view(), name="bring-back"),
]
