"""The audit of projects: their contents, and who changed what and when.

Names are shown. Texts are hidden. Reading one needs a reason, and is itself audited.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from omniforge.projects.models import Document, Entity, Project, Version
from omniforge.projects.oversight import HIDDEN, Overseen, read_hidden
from omniforge.tenants.access import Access
from omniforge.tenants.audit_admin import TenantFilter
from omniforge.tenants.audit_columns import code_in_words
from omniforge.tenants.hidden_content import HiddenContentAdmin
from omniforge.tenants.row_names import call_rows

OF_PROJECT = ("project__description", "project__doc_structure")


class WorkspaceAdmin(HiddenContentAdmin):
    """Rows of projects without their texts."""

    labels = {"tenant": "workspace", "updated_at": "changed", "content_length": "characters"}
    search_help_text = "Search by ID. What people wrote is encrypted and can't be searched."
    unread: tuple[str, ...] = ()
    content_template = "admin/projects/content.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows.defer(*HIDDEN[self.model], *self.unread)  # not shown, and costly to decrypt

    def read(self, access: Access, row: Overseen, reason: str) -> dict[str, Any]:
        return read_hidden(access=access, row=row, reason=reason)

    @admin.display(description="project")
    def project_name(self, row: Any) -> str:
        return str(row.project.name)


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


def _thing(version: Version) -> str:
    """Return the name of the changed object. An edge's is its relation."""
    return code_in_words(version.name) if version.entity_type == "edge" else version.name


call_rows(Project, lambda project: f"Project {project.name}", "name")
call_rows(Document, lambda document: f"Document {document.title}", "title")
call_rows(Entity, lambda entity: f"{entity.kind.capitalize()} {entity.title}", "kind", "title")
call_rows(
    Version,
    lambda version: f"Version {version.number} of {version.entity_type} {_thing(version)}",
    *("number", "entity_type", "name"),
)
