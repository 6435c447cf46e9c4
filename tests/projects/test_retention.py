"""Trash is erased with all its contents, after the tenant's retention period."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.apps import apps
from django.db.models import CASCADE, UUIDField
from django.utils import timezone

from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Document, Project, Version
from omniforge.projects.retention import purge_trash
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.tenants.models import AuditEntry, Tenant

pytestmark = pytest.mark.django_db


def in_days(days: int):
    return timezone.now() + timedelta(days=days)


def named_in_any_table(things: set[UUID]) -> list[str]:
    """Return the columns of the workspace's tables, whatever tables there are, in which these ids stand."""
    return [
        str(field)
        for model in apps.get_app_config("projects").get_models()
        for field in model._meta.fields
        if isinstance(field, UUIDField) and model.objects.filter(**{f"{field.name}__in": things}).exists()
    ]


def test_expired_trash_is_erased_with_its_history(ann, launch):
    note = DocumentService(ann).create(launch.pk, title="Note", content="What was said").row
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    EdgeService(ann).create(Ref(Kind.TASK, task.pk), Relation.DOCUMENTED_IN, Ref(Kind.DOCUMENT, note.pk))
    kept = DocumentService(ann).create(launch.pk, title="Kept").row
    DocumentService(ann).delete(note.pk)
    EntityService(ann, Kind.TASK).delete(task.pk)
    assert purge_trash(now=in_days(89)) == {}
    assert purge_trash(now=in_days(91)) == {"acme": 2}
    assert Document.objects.filter(pk=kept.pk).exists() and not Document.objects.filter(pk=note.pk).exists()
    assert not named_in_any_table({note.pk, task.pk})
    entries = AuditEntry.objects.filter(action="trash.purged")
    assert [entry.reason for entry in entries] == ["1 things from the trash after 90 days"] * 2
    assert purge_trash(now=in_days(91)) == {}


def test_expired_project_is_erased_with_its_content(ann, bob, launch):
    other = ProjectService(bob).create(name="Other").row
    ProjectService(ann).delete(launch.pk)
    ProjectService(bob).delete(other.pk)
    Tenant.objects.filter(pk=bob.tenant_id).update(retention_days=365)
    purge_trash(now=in_days(91))
    assert list(Project.objects.all()) == [other]
    for model in (Document, Version):
        assert set(model.objects.values_list("project_id", flat=True)) == {other.pk}


def test_trash_is_kept_for_at_least_thirty_days(ann, launch):
    Tenant.objects.update(retention_days=1)
    ProjectService(ann).delete(launch.pk)
    assert purge_trash(now=in_days(29)) == {}
    assert purge_trash(now=in_days(31)) == {"acme": 1}


def test_restored_entity_is_not_erased(ann, launch):
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    EntityService(ann, Kind.TASK).delete(task.pk)
    EntityService(ann, Kind.TASK).restore(task.pk)
    assert purge_trash(now=in_days(91)) == {}


def test_every_table_with_a_tenant_is_erased_with_it():
    """Rows of every new table with a tenant must be erased with it."""
    tenant_fields = [
        field for model in apps.get_models() for field in model._meta.fields if field.related_model is Tenant
    ]
    assert len(tenant_fields) > 10
    assert [field for field in tenant_fields if field.remote_field.on_delete is not CASCADE] == []
