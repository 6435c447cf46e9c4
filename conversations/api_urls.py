"""The API of conversations and turns, under /api/v1/."""

from django.urls import path

from conversations.api.chat import ChatView
from conversations.api.conversations import (
    ConversationRestoreView,
    ConversationsView,
    ConversationView,
    MessagesView,
)
from conversations.api.corrections import CorrectionsView
from conversations.api.turns import TurnCancelView, TurnEventsView, TurnReceiptView, TurnRetryView, TurnView

urlpatterns = [
    path("chat", ChatView.as_view(), name="chat"),
    path("conversations/", ConversationsView.as_view(), name="conversations"),
    path("conversations/<uuid:conversation_id>/", ConversationView.as_view(), name="conversation"),
    path("conversations/<uuid:conversation_id>/restore/", ConversationRestoreView.as_view(), name="restore"),
    path("conversations/<uuid:conversation_id>/messages/", MessagesView.as_view(), name="messages"),
    path("intents/corrections/", CorrectionsView.as_view(), name="corrections"),
    path("turns/<uuid:turn_id>", TurnView.as_view(), name="turn"),
    path("turns/<uuid:turn_id>/events", TurnEventsView.as_view(), name="turn-events"),
    path("turns/<uuid:turn_id>/cancel", TurnCancelView.as_view(), name="turn-cancel"),
    path("turns/<uuid:turn_id>/retry", TurnRetryView.as_view(), name="turn-retry"),
    path("turns/<uuid:turn_id>/receipt/", TurnReceiptView.as_view(), name="turn-receipt"),
]
