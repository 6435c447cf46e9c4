"""The audit of projects: which there are, what is in them, who changed what and when.

Names are shown. What was written is hidden; reading it takes a reason, and is itself an entry of the audit.
"""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from omniforge.errors import InvalidInput
from omniforge.projects.models import Document, Entity, Project, Version
from omniforge.projects.oversight import HIDDEN, Overseen, read_hidden
from omniforge.tenants.admin import AuditAdmin, ReasonForm, TenantFilter
from omniforge.tenants.models import User
from omniforge.tenants.oversight import access_of_overseer


class WorkspaceAdmin(AuditAdmin):
    """Rows of projects without what was written in them."""

    readonly_fields = ("content_link",)
    search_help_text = "Search by an id. What people wrote is encrypted, so its words cannot be searched."

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return HIDDEN[self.model]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*HIDDEN[self.model])  # not shown, and costly to decrypt

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.content_view)
        return [path("<uuid:row_id>/content/", view, name=self._view_name), *super().get_urls()]

    def content_view(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        """Ask for a reason; with one, show what was written."""
        row = self.get_queryset(request).filter(pk=row_id).first()
        if row is None:
            raise Http404
        form, content = ReasonForm(request.POST or None), None
        if form.is_valid():
            content = _content(request, row, form)
        context = {**self.admin_site.each_context(request), "row": row, "form": form, "content": content}
        return render(request, "admin/projects/content.html", context | {"title": str(row)})

    @admin.display(description="content")
    def content_link(self, row: Overseen) -> SafeString:
        address = reverse(f"admin:{self._view_name}", args=[row.pk])
        return format_html('<a href="{}" title="Read it for a reason">hidden</a>', address)

    @property
    def _view_name(self) -> str:
        return f"{self.model._meta.model_name}-content"


@admin.register(Project)
class ProjectAdmin(WorkspaceAdmin):
    """The projects, those in the trash too."""

    list_display = ("updated_at", "tenant", "name", "state", "created_by", "content_link", "deleted_at")
    list_select_related = ("tenant", "created_by")
    list_filter = (TenantFilter, "state", "updated_at")
    search_fields = ("id",)
    ordering = ("-updated_at",)


@admin.register(Document)
class DocumentAdmin(WorkspaceAdmin):
    """The documents, without their text."""

    list_display = (
        "updated_at",
        "tenant",
        "project_id",
        "title",
        "role",
        "content_length",
        "version",
        "created_by",
        "content_link",
        "deleted_at",
    )
    list_select_related = ("tenant", "created_by")
    list_filter = (TenantFilter, "role", "updated_at")
    search_fields = ("id", "project__id")
    ordering = ("-updated_at",)


@admin.register(Entity)
class EntityAdmin(WorkspaceAdmin):
    """Tasks, goals, plans, milestones, risks and requirements."""

    list_display = (
        "updated_at",
        "tenant",
        "project_id",
        "kind",
        "title",
        "state",
        "due_on",
        "created_by",
        "content_link",
        "deleted_at",
    )
    list_select_related = ("tenant", "created_by")
    list_filter = (TenantFilter, "kind", "state", "updated_at")
    search_fields = ("id", "project__id")
    ordering = ("-updated_at",)


@admin.register(Version)
class VersionAdmin(WorkspaceAdmin):
    """Every change: who made it, when, of what."""

    list_display = (
        "created_at",
        "tenant",
        "project_id",
        "changed_by",
        "action",
        "entity_type",
        "name",
        "number",
        "content_link",
        "turn_id",
    )
    list_select_related = ("tenant", "changed_by")
    list_filter = (TenantFilter, "action", "entity_type", "created_at")
    search_fields = ("entity_id", "project__id", "turn_id")
    ordering = ("-created_at",)


def _content(request: HttpRequest, row: Overseen, form: ReasonForm) -> dict[str, Any] | None:
    assert isinstance(request.user, User)  # the admin site lets nobody else in
    access = access_of_overseer(request.user, row.tenant_id)
    try:
        return read_hidden(access=access, row=row, reason=form.cleaned_data["reason"])
    except InvalidInput as refusal:
        form.add_error("reason", refusal.message)
        return None
