"""The API of conversations and turns, under /api/v1/."""

from django.urls import path

from conversations.api.agents import AgentRunView
from conversations.api.approvals import ApprovalListView, ApprovalView
from conversations.api.ask import AskView
from conversations.api.chat import ChatView
from conversations.api.conversations import (
    ConversationRestoreView,
    ConversationsView,
    ConversationView,
    MessagesView,
)
from conversations.api.corrections import CorrectionsView
from conversations.api.exports import ExportView
from conversations.api.focus import FocusView
from conversations.api.hooks import HookView
from conversations.api.memory import (
    MemoryView,
    StateView,
    SummaryRestoreView,
    SummaryVersionView,
    SummaryView,
)
from conversations.api.message_search import SaidView
from conversations.api.turns import (
    TurnCancelView,
    TurnEditView,
    TurnEventsView,
    TurnReceiptView,
    TurnRetryView,
    TurnView,
)

urlpatterns = [
    path("agents/<str:agent>/run/", AgentRunView.as_view(), name="api-agent-run"),
    path("hooks/<str:secret>", HookView.as_view(), name="hook"),
    path("ask", AskView.as_view(), name="ask"),
    path("chat", ChatView.as_view(), name="chat"),
    path("conversations/", ConversationsView.as_view(), name="conversations"),
    path("conversations/search/", SaidView.as_view(), name="said"),
    path("conversations/<uuid:conversation_id>/", ConversationView.as_view(), name="conversation"),
    path("conversations/<uuid:conversation_id>/export/", ExportView.as_view(), name="conversation-export"),
    path("conversations/<uuid:conversation_id>/restore/", ConversationRestoreView.as_view(), name="restore"),
    path("conversations/<uuid:conversation_id>/messages/", MessagesView.as_view(), name="messages"),
    path("conversations/<uuid:conversation_id>/focus/", FocusView.as_view(), name="conversation-focus"),
    path("conversations/<uuid:conversation_id>/memory/", MemoryView.as_view(), name="memory"),
    path("conversations/<uuid:conversation_id>/memory/state/", StateView.as_view(), name="memory-state"),
    path(
        "conversations/<uuid:conversation_id>/memory/summary/", SummaryView.as_view(), name="memory-summary"
    ),
    path(
        "conversations/<uuid:conversation_id>/memory/summary/<int:version>/",
        SummaryVersionView.as_view(),
        name="memory-version",
    ),
    path(
        "conversations/<uuid:conversation_id>/memory/summary/<int:version>/restore/",
        SummaryRestoreView.as_view(),
        name="memory-restore",
    ),
    path("intents/corrections/", CorrectionsView.as_view(), name="corrections"),
    path("approvals/", ApprovalListView.as_view(), name="approvals"),
    path("approvals/<uuid:approval_id>/", ApprovalView.as_view(), name="approval"),
    path("turns/<uuid:turn_id>", TurnView.as_view(), name="turn"),
    path("turns/<uuid:turn_id>/events", TurnEventsView.as_view(), name="turn-events"),
    path("turns/<uuid:turn_id>/cancel", TurnCancelView.as_view(), name="turn-cancel"),
    path("turns/<uuid:turn_id>/edit", TurnEditView.as_view(), name="turn-edit"),
    path("turns/<uuid:turn_id>/retry", TurnRetryView.as_view(), name="turn-retry"),
    path("turns/<uuid:turn_id>/receipt/", TurnReceiptView.as_view(), name="turn-receipt"),
]
