"""The audit of projects: their contents, and who changed what and when.

Names are shown. Texts are hidden; reading one needs a reason, and is itself audited.
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
from omniforge.tenants.audit_admin import AuditAdmin, ReasonForm, TenantFilter
from omniforge.tenants.audit_columns import code_in_words
from omniforge.tenants.models import User
from omniforge.tenants.naming import call_rows, name_of
from omniforge.tenants.oversight import access_of_overseer

OF_PROJECT = ("project__description", "project__doc_structure")


class WorkspaceAdmin(AuditAdmin):
    """Rows of projects without their texts."""

    labels = {"tenant": "workspace", "updated_at": "changed", "content_length": "characters"}
    search_help_text = "Search by ID. What people wrote is encrypted and can't be searched."
    unread: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows.defer(*HIDDEN[self.model], *self.unread)  # not shown, and costly to decrypt

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.content_view)
        return [path("<uuid:row_id>/content/", view, name=self._view_name), *super().get_urls()]

    def content_view(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        """Ask for a reason; with one, show the text."""
        row = self.get_queryset(request).filter(pk=row_id).first()
        if row is None:
            raise Http404
        form, content = ReasonForm(request.POST or None), None
        if form.is_valid():
            content = _content(request, row, form)
        context = {**self.admin_site.each_context(request), "row": row, "form": form, "content": content}
        return render(request, "admin/projects/content.html", context | {"title": name_of(row)})

    @admin.display(description="project")
    def project_name(self, row: Any) -> str:
        return str(row.project.name)

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
    fields = (*list_display, "version", "meaning_search", "created_at")
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
        "project_name",
        "title",
        "role",
        "content_length",
        "version",
        "created_by",
        "content_link",
        "deleted_at",
    )
    fields = (*list_display, "created_at")
    unread = OF_PROJECT
    list_select_related = ("tenant", "project", "created_by")
    list_filter = (TenantFilter, "role", "updated_at")
    search_fields = ("id", "project__id")
    ordering = ("-updated_at",)


@admin.register(Entity)
class EntityAdmin(WorkspaceAdmin):
    """Tasks, goals, plans, milestones, risks and requirements."""

    list_display = (
        "updated_at",
        "tenant",
        "project_name",
        "kind",
        "title",
        "state",
        "due_on",
        "created_by",
        "content_link",
        "deleted_at",
    )
    fields = (*list_display, "priority", "version", "completed_at", "created_at")
    unread = OF_PROJECT
    list_select_related = ("tenant", "project", "created_by")
    list_filter = (TenantFilter, "kind", "state", "updated_at")
    search_fields = ("id", "project__id")
    ordering = ("-updated_at",)


@admin.register(Version)
class VersionAdmin(WorkspaceAdmin):
    """Every change: who made it, when, of what."""

    list_display = (
        "created_at",
        "tenant",
        "project_name",
        "changed_by",
        "action",
        "entity_type",
        "thing",
        "number",
        "content_link",
    )
    fields = (*list_display, "turn")
    labels = {"tenant": "workspace", "created_at": "changed", "entity_type": "kind", "number": "version"}
    unread = OF_PROJECT
    list_select_related = ("tenant", "project", "changed_by")
    list_filter = (TenantFilter, "action", "entity_type", "created_at")
    search_fields = ("entity_id", "project__id", "turn_id")
    ordering = ("-created_at",)

    @admin.display(description="name")
    def thing(self, version: Version) -> str:
        return _thing(version)


def _content(request: HttpRequest, row: Overseen, form: ReasonForm) -> dict[str, Any] | None:
    assert isinstance(request.user, User)  # the admin site admits nobody else
    access = access_of_overseer(request.user, row.tenant_id)
    try:
        return read_hidden(access=access, row=row, reason=form.cleaned_data["reason"])
    except InvalidInput as refusal:
        form.add_error("reason", refusal.message)
        return None


def _thing(version: Version) -> str:
    """Return the name of the changed object; an edge's is its relation."""
    return code_in_words(version.name) if version.entity_type == "edge" else version.name


call_rows(Project, lambda project: f"Project {project.name}", "name")
call_rows(Document, lambda document: f"Document {document.title}", "title")
call_rows(Entity, lambda entity: f"{entity.kind.capitalize()} {entity.title}", "kind", "title")
call_rows(
    Version,
    lambda version: f"Version {version.number} of {version.entity_type} {_thing(version)}",
    *("number", "entity_type", "name"),
)
