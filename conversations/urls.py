"""The pages of the chat."""

from django.urls import path

from conversations.views import ChatPage

urlpatterns = [
    path("", ChatPage.as_view(), name="new-chat"),
    path("c/<uuid:conversation_id>/", ChatPage.as_view(), name="conversation-page"),
]
