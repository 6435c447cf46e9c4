"""The audit of turns: how messages were understood and answered, and at what cost.

Content is hidden. Reading it needs a reason, and is itself audited.
"""

from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from conversations.admin_filters import ActionFilter, MethodFilter, ModelFilter
from conversations.models import ContextReceipt, Conversation, Turn
from conversations.record.oversight import TurnContent, read_content
from omniforge.tenants.access import Access
from omniforge.tenants.admin import PERSON, PERSON_OF_ROW
from omniforge.tenants.audit_admin import LONGEST_SEARCH, TenantFilter
from omniforge.tenants.audit_columns import NOTHING, code_in_words, milliseconds
from omniforge.tenants.hidden_content import HiddenContentAdmin
from omniforge.tenants.row_names import call_rows, name_of


@admin.register(Turn)
class TurnAdmin(HiddenContentAdmin):
    """Turns without their texts."""

    list_display = (
        "created_at",
        "tenant",
        "user",
        "content",
        "understood_as",
        "agent",
        "model",
        "tokens",
        "dollars",
        "took",
        "outcome",
    )
    fields = (
        *("created_at", "tenant", "user", "talk", "content", "understood_as", "method", "confidence"),
        *("agent", "model", "tokens", "dollars", "first_text", "took", "outcome"),
        *("retried", "scopes", "started_at", "finished_at", "cancel_requested_at", "context"),
    )
    labels = PERSON | {
        "method": "understood by",
        "scopes": "permissions of the API key",
        "cancel_requested_at": "cancelled",
    }
    list_select_related = ("tenant", "user", "receipt")
    list_filter = (TenantFilter, "status", ActionFilter, MethodFilter, ModelFilter, "created_at")
    ordering = ("-created_at",)
    content_template = "admin/conversations/turn/content.html"
    search_fields = ("id",)  # only shows the search box; get_search_results searches
    search_help_text = (
        "Search by ID (turn, conversation, message, person), email, agent or workspace. "
        "What people wrote is encrypted and can't be searched."
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        turns: QuerySet[Turn] = super().get_queryset(request)
        return turns.defer("partial_text", "events")  # not shown, and costly to decrypt

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Turn], search_term: str
    ) -> tuple[QuerySet[Turn], bool]:
        term = search_term.strip()[:LONGEST_SEARCH]
        return (queryset.filter(_match(term)) if term else queryset), False

    def read(self, access: Access, row: Turn, reason: str) -> TurnContent:
        return read_content(access=access, turn=row, reason=reason)

    @admin.display(description="message")
    def content(self, turn: Turn) -> SafeString:
        return self.content_link(turn)

    @admin.display(description="conversation")
    def talk(self, turn: Turn) -> str:
        return name_of(turn.conversation)

    @admin.display(description="again for")
    def retried(self, turn: Turn) -> str:
        return name_of(turn.retry_of) if turn.retry_of else NOTHING

    @admin.display(description="understood as", ordering="action_type")
    def understood_as(self, turn: Turn) -> str:
        return code_in_words(turn.action_type)

    @admin.display(description="result", ordering="status")
    def outcome(self, turn: Turn) -> str:
        said = turn.get_status_display()
        return f"{said}, {code_in_words(turn.error_code)}" if turn.error_code else said

    def tokens(self, turn: Turn) -> str:
        return f"{turn.input_tokens + turn.output_tokens:,}"

    @admin.display(description="cost", ordering="cost")
    def dollars(self, turn: Turn) -> str:
        return f"${turn.cost:.4f}"

    @admin.display(description="duration", ordering="duration_ms")
    def took(self, turn: Turn) -> str:
        return milliseconds(turn.duration_ms)

    @admin.display(description="first text after")
    def first_text(self, turn: Turn) -> str:
        return milliseconds(turn.first_text_ms)

    @admin.display(description="receipt")
    def context(self, turn: Turn) -> str:
        receipt: ContextReceipt | None = getattr(turn, "receipt", None)
        if receipt is None:
            return NOTHING
        parts = ", ".join(f"{part['name']} {part['tokens']:,}" for part in receipt.parts)
        return (
            f"{receipt.tokens:,} of {receipt.budget:,} tokens ({parts}). "
            f"{len(receipt.left_out)} left out. Prompt {receipt.prompt_hash}"
        )


def _match(term: str) -> Q:
    try:
        known = UUID(term)
    except ValueError:
        agent_or_workspace = Q(agent__iexact=term) | Q(tenant__slug__iexact=term)
        return agent_or_workspace | Q(user__email__icontains=term)
    named = ("id", "conversation", "user_message", "answer_id", "user")
    return Q(*((name, known) for name in named), _connector=Q.OR)


def _conversation(conversation: Conversation) -> str:
    return f"Conversation of {conversation.user}, {conversation.created_at:%-d %b %Y}"


call_rows(Conversation, _conversation, "created_at", *PERSON_OF_ROW)
call_rows(Turn, lambda turn: f"Turn {turn.number} in a conversation of {turn.user}", "number", *PERSON_OF_ROW)
