"""The audit of projects: names for overseers, contents only with a reason, nothing for anybody else."""

import pytest
from django.urls import reverse

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Entity, Project, Version
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.tenants.models import AuditEntry
from tests.clients import browser
from tests.tenants.turns import overseer

pytestmark = pytest.mark.django_db
REASON = {"reason": "Complaint 4711: the plan was changed"}
SAID = "Nobody else may know this."


@pytest.fixture
def note(amy):
    project = ProjectService(amy).create(name="Launch", description=SAID).row
    EntityService(amy, Kind.TASK).create(project.pk, title="Call", description=SAID)
    return DocumentService(amy).create(project.pk, title="Competitor scan", content=SAID).row


def text_of(page) -> str:
    assert page.status_code == 200
    return page.content.decode()


@pytest.mark.parametrize("model", [Project, Document, Entity, Version])
def test_admin_lists_and_rows_hide_written_content(model, acme, note):
    client, name = browser(overseer(acme)), model._meta.model_name
    listed = client.get(reverse(f"admin:projects_{name}_changelist"))
    row = client.get(reverse(f"admin:projects_{name}_change", args=[model.objects.first().pk]))
    assert (listed.status_code, row.status_code) == (200, 200)
    assert (
        "hidden" in listed.content.decode()
        and "Launch" in client.get("/admin/projects/project/").content.decode()
    )
    assert SAID not in listed.content.decode() + row.content.decode()


def test_admin_reads_content_only_with_an_audited_reason(acme, amy, note):
    reader, path = overseer(acme), reverse("admin:document-content", args=[note.pk])
    client = browser(reader)
    assert (
        SAID not in client.get(path).content.decode() + client.post(path, {"reason": "why"}).content.decode()
    )
    assert SAID in client.post(path, REASON).content.decode()
    entry = AuditEntry.objects.get(action="content.read")
    assert (entry.user_id, entry.subject_id, entry.target_id) == (reader.user_id, amy.user_id, str(note.pk))


def test_members_and_foreign_overseers_cannot_read_content(amy, globex, note):
    path = reverse("admin:document-content", args=[note.pk])
    assert browser(amy).post(path, REASON, follow=True).status_code == 403
    assert browser(overseer(globex)).post(path, REASON).status_code == 404
    assert (
        "Competitor scan" not in browser(overseer(globex)).get("/admin/projects/document/").content.decode()
    )
    assert not AuditEntry.objects.filter(action="content.read").exists()
