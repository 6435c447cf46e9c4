"""A forgotten password: requested on the page, mailed by the worker, reset by the link."""

import json
import re
import traceback
from base64 import b64decode
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from omniforge.tenants.access import Access
from omniforge.tenants.invitations import accept_as_new_person, invite
from omniforge.tenants.keys import create_api_key
from omniforge.tenants.mail import MailNotTaken
from omniforge.tenants.models import ApiKey, AuditEntry, Role, User
from omniforge.tenants.password_reset import send_reset_link
from omniforge.tenants.people import reset_password
from omniforge.tenants.second_factor.models import AuthenticatorApp, Passkey
from tests.clients import browser, program
from tests.factories import PASSWORD, make_user
from tests.tenants.second_factors import Clock, set_up
from tests.tenants.test_settings_pages import said
from tests.tenants.test_sign_in import sign_in, strangers_use_up_all_tries
from tests.worker import do_queued_work

pytestmark = pytest.mark.django_db
ANN, NEW = "ann@acme.example", "quite another sentence"
SITE = "https://forge.example.com"


@pytest.fixture
def mail(settings, mailoutbox):
    settings.EMAIL_HOST = "mail.example.com"
    yield mailoutbox
    do_queued_work()  # a changed password is told by mail


def ask(email: str = ANN, **more: str):
    answer = Client().post(reverse("forgot-password"), {"email": email}, **more)
    do_queued_work()
    return answer


def link_in(mail) -> str:
    return re.search(r"http://testserver(/reset-password/\S+)", mail.body).group(1)


def choose(client: Client, link: str, password: str = NEW, **more: str):
    form = client.get(link).url
    return client.post(form, {"password": password, **more}, follow=True)


class TestAsking:
    def test_account_is_mailed_a_reset_link(self, ann, mail):
        assert "on its way" in said(ask(" Ann@acme.example"))
        (sent,) = mail
        assert (sent.to, sent.subject) == ([ANN], "Reset your OmniForge password")
        assert "expires in an hour" in sent.body and "&" not in sent.body
        assert Client().get(link_in(sent), follow=True).status_code == 200

    @pytest.mark.parametrize("email", ["nobody@acme.example", "gone@acme.example", "elsewhere@acme.example"])
    def test_unknown_email_gets_the_same_answer_and_no_mail(self, ann, mail, email):
        make_user("gone@acme.example", is_active=False)
        User.objects.create(email="elsewhere@acme.example", password="!")
        known, unknown = said(ask()), said(ask(email))
        assert unknown == known.replace(ANN, email)
        assert [one.to for one in mail] == [[ANN]]

    def test_request_page_does_not_query_accounts(self, ann, mail, django_assert_num_queries):
        for email in (ANN, "nobody@acme.example"):
            with django_assert_num_queries(0):
                Client().post(reverse("forgot-password"), {"email": email})
        do_queued_work()
        assert [one.to for one in mail] == [[ANN]]

    def test_link_uses_the_configured_site_url(self, ann, mail, settings):
        settings.SITE_URL = SITE
        ask()
        assert f"{SITE}/reset-password/" in mail[0].body
        assert "testserver" not in mail[0].body

    def test_page_names_the_administrator_without_a_mail_server(self, ann, mailoutbox):
        page = said(Client().get(reverse("forgot-password")))
        assert "Ask your site's administrator" in page and "Email me" not in page
        assert "Ask your site's administrator" in said(ask())
        assert not mailoutbox

    def test_reset_requests_are_limited_per_network(self, ann, mail):
        asked = [ask(f"person{number}@acme.example").status_code for number in range(22)]
        assert asked == [200] * 20 + [429] * 2
        assert ask(REMOTE_ADDR="203.0.113.9").status_code == 200

    def test_reset_mails_are_limited_and_earlier_links_stay_valid(self, ann, mail):
        for number in range(9):
            assert ask(REMOTE_ADDR=f"203.0.113.{number}").status_code == 200
        assert len(mail) == 3
        assert "Password changed" in said(choose(Client(), link_in(mail[0])))

    def test_queued_message_encrypts_email_and_address(self, ann, mail, settings):
        Client().post(reverse("forgot-password"), {"email": ANN}, REMOTE_ADDR="203.0.113.9")
        (message,) = [json.loads(file.read_text()) for file in settings.QUEUE.glob("*.msg")]
        told = json.dumps(message) + b64decode(message["body"]).decode()
        assert "send_reset_link" in told and "sealed" in told
        assert not [secret for secret in (ANN, "203.0.113.9", "testserver") if secret in told]
        do_queued_work()
        assert [one.to for one in mail] == [[ANN]]

    def test_refused_mail_is_not_counted_and_its_email_not_logged(self, ann, inbox):
        asked = {"email": ANN, "site": SITE, "asked_from": "203.0.113.9"}
        inbox.refused.add(ANN)
        for _ in range(4):
            with pytest.raises(MailNotTaken, match="SMTPRecipientsRefused") as refusal:
                send_reset_link(**asked)
            assert ANN not in "".join(traceback.format_exception(refusal.value))
        inbox.refused.clear()
        send_reset_link(**asked)
        assert [mail["To"] for mail in inbox.mails] == [ANN]

    @pytest.mark.parametrize("email", [ANN, "nobody@acme.example"])
    def test_page_says_so_if_the_queue_is_unavailable(self, ann, mail, settings, email):
        away = settings.QUEUE.rename(settings.QUEUE.with_name("away"))
        page = Client().post(reverse("forgot-password"), {"email": email})
        away.rename(settings.QUEUE)
        assert "Try again in a minute." in said(page) and "on its way" not in said(page)

    def test_sent_reset_link_is_audited(self, ann, mail):
        ask(REMOTE_ADDR="203.0.113.9")
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.user_id) == ("account.reset_sent", None)
        assert (entry.target_id, entry.reason) == (str(ann.user_id), "from 203.0.113.9")


class TestChoosing:
    @pytest.fixture
    def link(self, ann, mail) -> str:
        ask()
        return link_in(mail[0])

    def test_only_the_new_password_signs_in_after_a_reset(self, link):
        client = Client()
        assert "Password changed. Sign in with your new password." in said(choose(client, link))
        assert sign_in(client, PASSWORD).status_code == 200
        assert sign_in(client, NEW).status_code == 302

    def test_reset_ends_sessions_and_keeps_api_keys(self, ann, mail):
        inside, key = browser(ann), program(ann)
        ask()
        choose(Client(), link_in(mail[0]))
        assert inside.get(reverse("settings")).status_code == 302
        assert key.get("/api/v1/me/").status_code == 200

    def test_reset_works_while_signed_in(self, ann, mail):
        inside = browser(ann)
        ask()
        assert "Password changed. Sign in with your new password." in said(choose(inside, link_in(mail[0])))

    def test_reset_revokes_api_keys_on_request(self, ann, link):
        program(ann)
        choose(Client(), link, revoke_keys="on")
        assert not ApiKey.objects.filter(revoked_at=None).exists()

    @pytest.mark.parametrize(
        ("weak", "told"),
        [
            ("short", "at least 12 characters"),
            ("1q2w3e4r5t6y", "too common"),
            ("ann@acme.example", "too similar"),
            ("471104711047110", "entirely numeric"),
        ],
    )
    def test_weak_password_is_refused_and_the_link_stays_valid(self, link, weak, told):
        client = Client()
        assert told in said(choose(client, link, weak))
        assert "Password changed" in said(choose(client, link))

    def test_reset_link_works_once(self, link):
        choose(Client(), link)
        again = Client().get(link, follow=True)
        assert again.status_code == 404 and "This link has expired" in said(again)

    def test_reset_link_expires_after_an_hour(self, ann, link, monkeypatch):
        later = datetime.now() + timedelta(seconds=3601)
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
        assert Client().get(link, follow=True).status_code == 404

    def test_reset_link_expires_when_its_person_signs_in(self, link):
        sign_in(Client())
        assert Client().get(link, follow=True).status_code == 404

    def test_reset_link_does_not_open_another_account(self, link, bob):
        name = link.split("/")[2].split(".")[0]
        foreign = link.replace(name, "MDE5MDAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAw")
        assert Client().get(foreign).status_code == 404

    def test_reset_token_is_redirected_out_of_the_url(self, link):
        page = Client().get(link, follow=True)
        assert page.redirect_chain[0][0].endswith(".set-password/")

    def test_sign_in_works_after_a_reset_despite_strangers_tries(self, ann, link):
        strangers_use_up_all_tries()
        client = Client()
        choose(client, link)
        assert sign_in(client, NEW).status_code == 302

    def test_password_reset_is_audited(self, ann, link):
        choose(Client(), link)
        newest = AuditEntry.objects.latest("pk")
        assert (newest.action, newest.user_id) == ("account.password_reset", ann.user_id)


def test_reset_removes_factors_and_keys_of_an_unproven_account(ann, monkeypatch):
    token, clock = invite(access=ann, role=Role.MEMBER)[1], Clock(monkeypatch)
    person = accept_as_new_person(token=token, email="nia@acme.example", name="", password=PASSWORD)
    nia = Access(ann.tenant_id, person.pk, Role.MEMBER)
    for is_known, left in ((False, (0, 0, 0)), (True, (1, 1, 1))):
        Passkey.objects.create(user=person, name="Phone", credential_id="1", credential=b"1")
        set_up(nia, clock)
        create_api_key(access=nia, name="bot", scopes=("read",))
        person.refresh_from_db()
        assert person.is_proven is is_known
        reset_password(person=person, password=NEW)
        keys = ApiKey.objects.filter(user=person, revoked_at=None)
        factors = [model.objects.filter(user=person).count() for model in (Passkey, AuthenticatorApp)]
        assert (*factors, keys.count()) == left


class TestCommand:
    def test_password_link_command_prints_a_working_link(self, ann):
        output = StringIO()
        call_command(
            "password_link", "Ann@acme.example", "--url", "https://forge.example.com/", stdout=output
        )
        address = output.getvalue().strip()
        assert address.startswith("https://forge.example.com/reset-password/")
        assert "Password changed" in said(choose(Client(), address.removeprefix("https://forge.example.com")))
        assert AuditEntry.objects.filter(action="account.reset_link_created").count() == 1

    def test_password_link_command_refuses_an_unknown_email(self, ann):
        with pytest.raises(CommandError, match="No account signs in with"):
            call_command("password_link", "nobody@acme.example")
