"""Exports and decisions are audited; their contents aren't."""

import pytest

from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry
from tests.isolation.test_routes import client_of
from tests.isolation.things import Things

pytestmark = pytest.mark.django_db(transaction=True)  # turns are accepted in a thread of their own


def newest(access: Access) -> AuditEntry:
    return AuditEntry.objects.filter(user_id=access.user_id).latest("pk")


@pytest.mark.parametrize(
    ("path", "action"),
    [
        ("/api/v1/projects/{project.pk}/export/", "project.exported"),
        ("/api/v1/skills/{skill.slug}/export/", "skill.exported"),
        ("/skills/{skill.slug}/export/", "skill.exported"),
        ("/api/v1/conversations/{conversation.pk}/export/", "conversation.exported"),
    ],
)
def test_export_is_audited(things: Things, ann: Access, path: str, action: str):
    assert client_of(ann).get(path.format(**vars(things))).status_code == 200
    entry = newest(ann)
    exported = getattr(things, action.partition(".")[0])
    assert (entry.action, entry.target_id) == (action, str(exported.pk))
    assert entry.reason in ("", "as markdown", things.skill.slug)


@pytest.mark.parametrize(
    ("decision", "action"), [("approve", "approval.approved"), ("reject", "approval.rejected")]
)
def test_approval_decision_is_audited_without_its_content(things, ann, decision, action):
    path = f"/api/v1/approvals/{things.approval.pk}/"
    client_of(ann).post(path, {"decision": decision}, content_type="application/json")
    entry = AuditEntry.objects.get(action=action)
    assert (entry.target_id, entry.reason) == (str(things.approval.pk), things.approval.tool)
    assert "secret" in things.approval.what and "secret" not in entry.reason
