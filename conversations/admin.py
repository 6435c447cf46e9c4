"""The audit of turns: what was asked of the site, how it was understood, answered, and at what cost.

Content is hidden. Reading it takes a reason, and is itself an entry of the audit.
"""

from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations.admin_filters import ActionFilter, MethodFilter, ModelFilter
from conversations.models import ContextReceipt, Turn
from conversations.oversight import TurnContent, read_content
from omniforge.errors import InvalidInput
from omniforge.tenants.admin import LONGEST_SEARCH, AuditAdmin, ReasonForm, TenantFilter
from omniforge.tenants.models import User
from omniforge.tenants.oversight import access_of_overseer


@admin.register(Turn)
class TurnAdmin(AuditAdmin):
    """Every turn, without what was said in it."""

    list_display = (
        "created_at",
        "tenant",
        "user",
        "content",
        "action_type",
        "method",
        "agent",
        "model",
        "tokens",
        "dollars",
        "duration_ms",
        "status",
        "error_code",
        "receipt_id",
    )
    list_select_related = ("tenant", "user", "receipt")
    list_filter = (TenantFilter, "status", ActionFilter, MethodFilter, ModelFilter, "created_at")
    ordering = ("-created_at",)
    search_fields = ("id",)  # only has the box shown; get_search_results does the search
    search_help_text = (
        "Search by an id (turn, conversation, message, person), an e-mail address, an agent or a workspace. "
        "What people wrote is encrypted, so its words cannot be searched here."
    )
    exclude = ("partial_text", "events", "user_message")
    readonly_fields = ("content", "tokens", "context")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        turns: QuerySet[Turn] = super().get_queryset(request)
        return turns.defer("partial_text", "events")  # not shown, and costly to decrypt

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Turn], search_term: str
    ) -> tuple[QuerySet[Turn], bool]:
        term = search_term.strip()[:LONGEST_SEARCH]
        return (queryset.filter(_match(term)) if term else queryset), False

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.content_view)
        return [path("<uuid:turn_id>/content/", view, name="turn-content"), *super().get_urls()]

    def content_view(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        """Ask for a reason; with one, show what was said in the turn."""
        turn = self.get_queryset(request).filter(pk=turn_id).first()
        if turn is None:
            raise Http404
        form, content = ReasonForm(request.POST or None), None
        if form.is_valid():
            content = _content(request, turn, form)
        context = {**self.admin_site.each_context(request), "turn": turn, "form": form, "content": content}
        return render(request, "admin/conversations/turn/content.html", context | {"title": str(turn)})

    @admin.display(description="message")
    def content(self, turn: Turn) -> SafeString:
        address = reverse("admin:turn-content", args=[turn.pk])
        return format_html('<a href="{}" title="Read it for a reason">hidden</a>', address)

    def tokens(self, turn: Turn) -> int:
        return turn.input_tokens + turn.output_tokens

    @admin.display(description="cost", ordering="cost")
    def dollars(self, turn: Turn) -> str:
        return f"${turn.cost:.4f}"

    @admin.display(description="receipt")
    def receipt_id(self, turn: Turn) -> str:
        receipt: ContextReceipt | None = getattr(turn, "receipt", None)
        return f"{receipt.tokens} of {receipt.budget} tokens" if receipt else ""

    @admin.display(description="context receipt")
    def context(self, turn: Turn) -> str:
        receipt: ContextReceipt | None = getattr(turn, "receipt", None)
        if receipt is None:
            return "none"
        parts = ", ".join(f"{part['name']} {part['tokens']}" for part in receipt.parts)
        left_out = f"{len(receipt.left_out)} left out"
        return (
            f"{receipt.tokens} of {receipt.budget} tokens ({parts}); {left_out}; prompt {receipt.prompt_hash}"
        )


def _match(term: str) -> Q:
    try:
        known = UUID(term)
    except ValueError:
        agent_or_workspace = Q(agent__iexact=term) | Q(tenant__slug__iexact=term)
        return agent_or_workspace | Q(user__email__icontains=term)
    named = ("id", "conversation", "user_message", "answer_id", "user")
    return Q(*((name, known) for name in named), _connector=Q.OR)


def _content(request: HttpRequest, turn: Turn, form: ReasonForm) -> TurnContent | None:
    assert isinstance(request.user, User)  # the admin site lets nobody else in
    access = access_of_overseer(request.user, turn.tenant_id)
    try:
        return read_content(access=access, turn=turn, reason=form.cleaned_data["reason"])
    except InvalidInput as refusal:
        form.add_error("reason", refusal.message)
        return None
