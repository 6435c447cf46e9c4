"""Invitations by e-mail: through a real mail server, and the page's fallback if that fails."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants import invitations
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Invitation, Membership, Role, User
from tests.clients import browser
from tests.factories import make_member
from tests.inbox import Inbox
from tests.tenants.test_settings_pages import said

pytestmark = pytest.mark.django_db
NIA = "nia@acme.example"
NEW = {"name": "Nia", "email": NIA, "password": "a short sentence"}


def invite(access: Access, email: str = NIA, role: Role = Role.MEMBER):
    asked = {"email": email, "role": role}
    return browser(access).post(reverse("settings-people"), asked, follow=True)


def link_of(inbox: Inbox) -> str:
    return re.search(r"http://testserver(/join/\S+)", inbox.mails[-1].get_content()).group(1)


def shown_link(page) -> str:
    found = re.search(r'value="http://testserver(/join/[^"]+)"', page.content.decode())
    return found.group(1) if found else ""


def test_invitation_is_mailed_and_its_link_is_not_shown(ann, inbox):
    page = invite(ann, " Nia@acme.example", Role.ADMIN)
    (mail,) = inbox.mails
    assert (mail["To"], mail["Subject"]) == (NIA, "ann@acme.example invited you to Acme on OmniForge")
    assert "as admin" in mail.get_content() and f"for {NIA}" in mail.get_content()
    assert "Invitation sent to nia@acme.example." in said(page) and not shown_link(page)
    assert Client().post(link_of(inbox), NEW).url == "/"
    joined = Membership.objects.get(user__email=NIA)
    assert (joined.tenant_id, joined.role) == (ann.tenant_id, Role.ADMIN)


@pytest.mark.parametrize("fault", ["refused", "down"])
def test_failed_mail_is_told_and_the_link_is_shown(ann, inbox, settings, fault):
    if fault == "refused":
        inbox.refused.add(NIA)
    else:
        settings.EMAIL_PORT = 1
    page = invite(ann)
    assert "couldn't be emailed" in said(page).replace("&#x27;", "'")
    assert Client().post(shown_link(page), NEW).url == "/"


def test_link_is_shown_without_a_mail_server(ann, mailoutbox):
    page = invite(ann)
    assert shown_link(page) and "emailed" not in said(page) and not mailoutbox


def test_invitation_without_email_is_a_link_and_not_mailed(ann, inbox):
    assert shown_link(invite(ann, "")) and not inbox.mails


def test_line_break_in_a_name_adds_no_mail_header(ann, inbox):
    User.objects.filter(pk=ann.user_id).update(name="Ann\nBcc: all@acme.example")
    invite(ann)
    assert inbox.mails[0]["Bcc"] is None and inbox.mails[0]["Subject"].startswith("Ann Bcc: all@acme.example")


def test_new_invitation_replaces_the_earlier_one(ann, inbox):
    invite(ann, role=Role.ADMIN)
    earlier = link_of(inbox)
    invite(ann, role=Role.MEMBER)
    assert Client().get(earlier).status_code == 404
    Client().post(link_of(inbox), NEW)
    assert Membership.objects.get(user__email=NIA).role == Role.MEMBER
    assert AuditEntry.objects.filter(action="invitation.withdrawn").count() == 1


def test_new_invitation_keeps_those_of_other_workspaces(ann, bob, inbox):
    invite(bob)
    invite(ann)
    assert Invitation.objects.count() == 2


def test_member_cannot_be_invited_again(ann, amy, inbox):
    assert "amy@acme.example is already a member." in said(invite(ann, "Amy@acme.example"))
    assert not Invitation.objects.exists() and not inbox.mails


def test_link_is_shown_beyond_the_hourly_mail_limit(ann, inbox, monkeypatch):
    monkeypatch.setattr(invitations, "MAILS_AN_HOUR", 2)
    pages = [invite(ann, f"person{number}@acme.example") for number in range(3)]
    assert [bool(shown_link(page)) for page in pages] == [False, False, True]
    assert len(inbox.mails) == 2


@pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
def test_members_and_auditors_cannot_send_invitations(acme, inbox, role):
    invite(make_member(acme, role=role))
    assert not inbox.mails and not Invitation.objects.exists()
