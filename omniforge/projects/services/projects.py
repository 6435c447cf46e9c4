"""Changing projects themselves."""

from collections.abc import Sequence
from typing import Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from omniforge.projects.changes import Batch, Change, Changed, check_version, record_changes
from omniforge.projects.models import Action, DocumentRole, Project
from omniforge.projects.representation import represent
from omniforge.projects.search.vectors import forget_vectors
from omniforge.projects.selectors import find_documents, find_projects, get_project, one
from omniforge.projects.services.documents import DocumentService
from omniforge.projects.validation import ProjectFields, check_project_fields
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant

_CONTEXT = "Project context"


class ProjectService:
    """Creates and changes projects. Changes record the turn's id."""

    def __init__(self, access: Access, *, turn_id: UUID | None = None) -> None:
        self._access, self._turn_id = access, turn_id

    @transaction.atomic
    def create(self, *, context: str = "", **fields: Unpack[ProjectFields]) -> Changed[Project]:
        """Create a project (`name` is required) with its context document.

        `context` is its purpose and scope in people's own words, stored unchanged
        (seed 003, section 9.6). Raises InvalidInput, and NotAllowed for auditors.
        """
        self._access.require_writer()
        checked = check_project_fields(
            ProjectFields(**{"name": "", **fields}), tenant_id=self._access.tenant_id
        )
        project = Project.objects.create(
            tenant_id=self._access.tenant_id, created_by_id=self._access.user_id, **checked
        )
        batch = Batch(self._access, project, self._turn_id)
        batch.appears(project)
        batch.close()
        _renew_catalogue(self._access)
        anchor = DocumentService(self._access, turn_id=self._turn_id).create(
            project.pk, role=DocumentRole.CONTEXT, title=_CONTEXT, content=context or project.description
        )
        project.refresh_from_db()
        return Changed(project, (*batch.changes, *anchor.changes))

    def read(self, project_id: UUID) -> Project:
        """Return a project. Raises NotFound."""
        return get_project(self._access, project_id)

    def update(
        self,
        project_id: UUID,
        *,
        version: int | None = None,
        context: str | None = None,
        **fields: Unpack[ProjectFields],
    ) -> Changed[Project]:
        """Change the given fields and the text of the context document. Unchanged values write nothing.

        With `meaning_search`, a model reads the project's contents and computes vectors. A vector reveals
        what a text is about, though not its words. Turning it off deletes the vectors. Raises NotFound,
        InvalidInput, NotAllowed, and Conflict if `version` is not the current one.
        """
        checked = check_project_fields(fields, tenant_id=self._access.tenant_id)
        with record_changes(self._access, project_id, self._turn_id) as batch:
            project, before = batch.project, represent(batch.project)
            check_version(project, version)
            for name, value in checked.items():
                setattr(project, name, value)
            if represent(project) != before:
                project.version += 1
                project.save(update_fields=[*checked, "version"])
                batch.alters(project, before)
                _renew_catalogue(self._access)
            if before["meaning_search"] and not project.meaning_search:
                forget_vectors(project.pk)
        if context is None:
            return Changed(project, batch.changes)
        return Changed(project, (*batch.changes, *self._write_context(project_id, context)))

    def _write_context(self, project_id: UUID, text: str) -> Sequence[Change]:
        documents = DocumentService(self._access, turn_id=self._turn_id)
        known = find_documents(self._access).filter(project_id=project_id, role=DocumentRole.CONTEXT).first()
        if known:
            return documents.update(known.pk, content=text).changes
        made = documents.create(project_id, role=DocumentRole.CONTEXT, title=_CONTEXT, content=text)
        return made.changes

    def delete(self, project_id: UUID, *, version: int | None = None) -> Changed[Project]:
        """Move a project with its contents to the trash. Raises as `update`."""
        with record_changes(self._access, project_id, self._turn_id) as batch:
            project = batch.project
            check_version(project, version)
            project.version, project.deleted_at = project.version + 1, timezone.now()
            project.save(update_fields=["version", "deleted_at"])
            batch.disappears(project)
            _renew_catalogue(self._access)
        return Changed(project, batch.changes)

    def restore(self, project_id: UUID) -> Changed[Project]:
        """Restore a project from the trash. Raises NotFound, NotAllowed."""
        one(find_projects(self._access, deleted=True), project_id)
        with record_changes(self._access, project_id, self._turn_id, deleted=True) as batch:
            project = batch.project
            if project.deleted_at:
                project.version, project.deleted_at = project.version + 1, None
                project.save(update_fields=["version", "deleted_at"])
                batch.appears(project, Action.RESTORE)
                _renew_catalogue(self._access)
        return Changed(project, batch.changes)


def _renew_catalogue(access: Access) -> None:
    """Invalidate the cached catalogue of the tenant's projects."""
    Tenant.objects.filter(pk=access.tenant_id).update(catalogue_version=F("catalogue_version") + 1)
