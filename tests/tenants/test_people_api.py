"""Sessions and invitations over REST: one's own, and an administrator's."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants.invitations import invite
from omniforge.tenants.models import AuditEntry, BrowserSession, Invitation, Role
from tests.clients import browser, program
from tests.factories import make_member
from tests.inbox import Inbox

pytestmark = pytest.mark.django_db
SESSIONS, INVITATIONS = "/api/v1/me/sessions/", "/api/v1/invitations/"


def post(client: Client, **body: str):
    return client.post(INVITATIONS, json.dumps(body), content_type="application/json")


def is_in(client: Client) -> bool:
    return client.get("/settings/account/").status_code == 200


class TestSessions:
    def test_own_sessions_are_listed_and_the_current_one_marked(self, ann, amy):
        here, _, _ = browser(ann), browser(ann), browser(amy)
        listed = here.get(SESSIONS).json()
        assert [set(one) for one in listed] == [{"id", "browser", "seen_at", "is_current"}] * 2
        assert [one["is_current"] for one in listed].count(True) == 1
        assert not any(one["is_current"] for one in program(ann).get(SESSIONS).json())

    def test_session_is_ended_by_an_api_key(self, ann):
        here, phone = browser(ann), browser(ann)
        (other,) = (one["id"] for one in here.get(SESSIONS).json() if not one["is_current"])
        assert program(ann).delete(f"{SESSIONS}{other}/").status_code == 204
        assert is_in(here) and not is_in(phone)
        assert AuditEntry.objects.filter(action="account.session_ended", user_id=ann.user_id).count() == 1

    def test_foreign_session_is_answered_like_a_missing_one(self, ann, amy):
        amys = browser(amy)
        foreign = BrowserSession.objects.get(user_id=amy.user_id).pk
        answers = [program(ann).delete(f"{SESSIONS}{one}/") for one in (foreign, "0" * 40, "x")]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.json()["detail"] for answer in answers}) == 1
        assert is_in(amys)

    def test_sessions_need_scope_admin(self, ann):
        assert program(ann, "read", "chat").get(SESSIONS).status_code == 403
        assert program(ann, "read", "chat").delete(f"{SESSIONS}x/").status_code == 403


class TestInvitations:
    def test_invitation_link_is_returned_once(self, ann):
        client = program(ann)
        made = post(client, role="auditor")
        assert made.status_code == 201
        assert (made.json()["role"], made.json()["email"]) == ("auditor", "")
        path = made.json()["link"].removeprefix("http://testserver")
        assert "Join Acme" in Client().get(path).content.decode()
        (listed,) = client.get(INVITATIONS).json()["results"]
        assert listed["id"] == made.json()["id"] and "link" not in listed
        assert AuditEntry.objects.filter(action="member.invited", user_id=ann.user_id).exists()

    def test_mailed_invitation_returns_no_link(self, ann, inbox: Inbox):
        made = post(program(ann), email="Nia@acme.example").json()
        assert (made["email"], made["link"]) == ("nia@acme.example", None)
        assert len(inbox.mails) == 1

    def test_withdrawn_invitation_is_not_found(self, ann):
        invitation, token = invite(access=ann, role=Role.MEMBER)
        assert program(ann).delete(f"{INVITATIONS}{invitation.pk}/").status_code == 204
        assert Client().get(reverse("invitation", args=[token])).status_code == 404
        assert program(ann).delete(f"{INVITATIONS}{invitation.pk}/").status_code == 404
        assert AuditEntry.objects.filter(action="invitation.withdrawn").exists()

    def test_foreign_invitation_is_answered_like_a_missing_one(self, ann, bob):
        foreign = invite(access=ann, role=Role.MEMBER)[0].pk
        answers = [program(bob).delete(f"{INVITATIONS}{one}/") for one in (foreign, uuid4())]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.json()["detail"] for answer in answers}) == 1
        assert program(bob).get(INVITATIONS).json()["results"] == []
        assert Invitation.objects.filter(pk=foreign).exists()

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
    def test_members_and_auditors_cannot_use_invitations(self, acme, ann, role):
        invitation = invite(access=ann, role=Role.MEMBER)[0]
        client = program(make_member(acme, role=role))
        answers = (client.get(INVITATIONS), post(client), client.delete(f"{INVITATIONS}{invitation.pk}/"))
        assert {answer.status_code for answer in answers} == {403}
        assert Invitation.objects.count() == 1

    def test_inviting_an_owner_or_without_scope_admin_is_refused(self, acme, ann):
        admin = make_member(acme, role=Role.ADMIN)
        assert post(program(admin), role="owner").status_code == 403
        assert post(program(ann, "chat", "read")).status_code == 403

    def test_invalid_invitation_is_refused_by_field(self, ann, amy):
        client = program(ann)
        assert "email" in post(client, email="no address").json()["errors"]
        assert "role" in post(client, role="king").json()["errors"]
        assert "already a member" in post(client, email="amy@acme.example").json()["errors"]["email"][0]
        assert not Invitation.objects.exists()
