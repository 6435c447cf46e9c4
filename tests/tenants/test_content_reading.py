"""Reading others' messages in the audit: for a reason, recorded, visible to the author."""

import pytest
from django.urls import reverse

from agents.definitions.schedules.services import pause_without_person
from agents.definitions.services import create_agent
from conversations.models import Message, Turn
from omniforge.tenants.models import AuditEntry, Membership, Role, User
from tests.clients import browser
from tests.tenants.turns import ANSWERED, PARTIAL, SAID, make_turn, overseer

pytestmark = pytest.mark.django_db
REASON = {"reason": "Complaint 4711: the agent answered wrongly"}


def read_path(turn: Turn) -> str:
    return reverse("admin:turn-content", args=[turn.pk])


def test_reading_content_requires_a_reason(acme, amy):
    turn, client = make_turn(amy), browser(overseer(acme))
    pages = [client.get(read_path(turn)), client.post(read_path(turn), {"reason": " because   "})]
    assert not any(SAID in page.content.decode() for page in pages)
    assert "Say why you read it" in pages[1].content.decode()
    assert not AuditEntry.objects.exists()


def test_reading_shows_the_content_and_is_audited(acme, amy):
    turn, auditor = make_turn(amy), overseer(acme, Role.AUDITOR)
    page = browser(auditor).post(read_path(turn), REASON).content.decode()
    assert all(value in page for value in (SAID, ANSWERED, PARTIAL))
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target_id, entry.reason) == (
        "content.read",
        str(turn.pk),
        REASON["reason"],
    )
    assert (entry.user_id, entry.subject_id, entry.tenant_id) == (auditor.user_id, amy.user_id, acme.pk)


def test_reading_is_shown_to_the_author(acme, amy):
    reader = overseer(acme)
    browser(reader).post(read_path(make_turn(amy)), REASON)
    own = browser(amy).get(reverse("settings-account")).content.decode()
    assert "Complaint 4711" in own and str(User.objects.get(pk=reader.user_id)) in own
    assert "Complaint 4711" not in browser(reader).get(reverse("settings-account")).content.decode()


def test_reading_ones_own_content_is_listed_too(acme):
    owner = overseer(acme)
    page = browser(owner).post(read_path(make_turn(owner)), REASON).content.decode()
    assert f"{User.objects.get(pk=owner.user_id)} can see them" in page
    assert "Complaint 4711" in browser(owner).get(reverse("settings-account")).content.decode()


def test_other_audit_entries_are_not_listed_as_readings(acme, amy):
    agent = create_agent(access=amy, slug="weekly", description="Reports", schedule="0 9 * * 1")
    assert pause_without_person(agent)
    own = browser(amy).get(reverse("settings-account")).content.decode()
    assert "Nobody. Owners, admins and auditors" in own and "weekly" not in own


def test_markup_in_a_message_is_escaped(acme, amy):
    turn = make_turn(amy)
    Message.objects.filter(pk=turn.user_message_id).update(content="<script>alert(1)</script>")
    page = browser(overseer(acme)).post(read_path(turn), REASON).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_member_cannot_read_content(amy, acme):
    turn = make_turn(overseer(acme))
    answer = browser(amy).post(read_path(turn), REASON, follow=True)
    assert answer.status_code == 403 and not AuditEntry.objects.exists()


def test_former_overseer_cannot_read_content(acme, amy):
    turn, former = make_turn(amy), overseer(acme)
    client = browser(former)
    Membership.objects.filter(user_id=former.user_id).delete()
    assert client.post(read_path(turn), REASON).status_code == 404
