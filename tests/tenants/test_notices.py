"""A person is mailed about every change of their sign-in methods."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from omniforge.tenants.models import AuditEntry
from tests.clients import browser
from tests.factories import PASSWORD
from tests.tenants.device import Device, add
from tests.tenants.second_factors import Clock, code_of, code_shown, password_given
from tests.worker import do_queued_work

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
CHANGE = "settings-password"


@pytest.fixture
def mail(settings, mailoutbox):
    settings.EMAIL_HOST = "mail.example.com"
    return mailoutbox


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


def subjects(mail) -> list[str]:
    do_queued_work()
    return [one.subject.removesuffix(" on OmniForge") for one in mail]


def test_password_change_is_mailed_with_time_and_place(ann, mail):
    given = {"old_password": PASSWORD, "password": "quite another sentence"}
    browser(ann).post(reverse(CHANGE), given, REMOTE_ADDR="198.51.100.7", HTTP_USER_AGENT=FIREFOX)
    assert subjects(mail) == ["Your password was changed"] and mail[0].to == ["ann@acme.example"]
    said = mail[0].body
    assert "From: 198.51.100.7, Firefox on Linux" in said and " UTC" in said
    assert "If it wasn't, act now:" in said and "http://testserver/forgot-password/" in said
    entry = AuditEntry.objects.get(action="account.change_mailed")
    assert entry.reason == "password_changed, from 198.51.100.7, Firefox on Linux"


def test_second_factor_changes_are_mailed(ann, mail, clock):
    client = password_given(ann)
    client.post(reverse("set-up-second-factor"), {"code": code_shown(client)})
    add(client, Device())
    for page in ("renew-recovery-codes", "remove-authenticator"):
        clock.pass_step()
        client.post(reverse(page), {"old_password": PASSWORD, "code": code_of(ann)})
    call_command("reset_second_factor", "ann@acme.example")
    assert subjects(mail) == [
        "An authenticator app was added",
        "A passkey was added",
        "New recovery codes were created",
        "Your authenticator app was removed",
        "Two-factor authentication was turned off",
    ]
    assert "From: the server's command line" in mail[-1].body


def test_no_notice_is_queued_without_a_mail_server(ann, mailoutbox, clock):
    client = password_given(ann)
    client.post(reverse("set-up-second-factor"), {"code": code_shown(client)})
    assert subjects(mailoutbox) == []
