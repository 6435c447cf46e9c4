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
    def test_who_has_an_account_gets_a_link(self, ann, mail):
        assert "on its way" in said(ask(" Ann@acme.example"))
        (sent,) = mail
        assert (sent.to, sent.subject) == ([ANN], "Reset your OmniForge password")
        assert "expires in an hour" in sent.body and "&" not in sent.body
        assert Client().get(link_in(sent), follow=True).status_code == 200

    @pytest.mark.parametrize("email", ["nobody@acme.example", "gone@acme.example", "elsewhere@acme.example"])
    def test_everybody_else_is_told_the_same_and_gets_nothing(self, ann, mail, email):
        make_user("gone@acme.example", is_active=False)
        User.objects.create(email="elsewhere@acme.example", password="!")
        known, unknown = said(ask()), said(ask(email))
        assert unknown == known.replace(ANN, email)
        assert [one.to for one in mail] == [[ANN]]

    def test_the_page_looks_for_nobody(self, ann, mail, django_assert_num_queries):
        for email in (ANN, "nobody@acme.example"):
            with django_assert_num_queries(0):
                Client().post(reverse("forgot-password"), {"email": email})
        do_queued_work()

    def test_the_operators_address_stands_before_that_of_the_request(self, ann, mail, settings):
        settings.SITE_URL = SITE
        ask()
        assert f"{SITE}/reset-password/" in mail[0].body
        assert "testserver" not in mail[0].body

    def test_without_mail_the_page_says_who_can_help_and_asks_nothing(self, ann, mailoutbox):
        page = said(Client().get(reverse("forgot-password")))
        assert "Ask your site's administrator" in page and "Email me" not in page
        assert "Ask your site's administrator" in said(ask())
        assert not mailoutbox

    def test_one_network_that_asks_too_often_waits_and_no_other(self, ann, mail):
        asked = [ask(f"person{number}@acme.example").status_code for number in range(22)]
        assert asked == [200] * 20 + [429] * 2
        assert ask(REMOTE_ADDR="203.0.113.9").status_code == 200

    def test_strangers_fill_no_mailbox_and_leave_its_links_in_force(self, ann, mail):
        for number in range(9):
            assert ask(REMOTE_ADDR=f"203.0.113.{number}").status_code == 200
        assert len(mail) == 3
        assert "Password changed" in said(choose(Client(), link_in(mail[0])))

    def test_the_queue_tells_nothing_of_who_asks(self, ann, mail, settings):
        Client().post(reverse("forgot-password"), {"email": ANN}, REMOTE_ADDR="203.0.113.9")
        (message,) = [json.loads(file.read_text()) for file in settings.QUEUE.glob("*.msg")]
        told = json.dumps(message) + b64decode(message["body"]).decode()
        assert "send_reset_link" in told and "sealed" in told
        assert not [secret for secret in (ANN, "203.0.113.9", "testserver") if secret in told]
        do_queued_work()
        assert [one.to for one in mail] == [[ANN]]

    def test_mails_that_the_server_refused_are_neither_counted_nor_told_of_with_the_address(self, ann, inbox):
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
    def test_where_nothing_can_be_queued_the_page_says_so(self, ann, mail, settings, email):
        away = settings.QUEUE.rename(settings.QUEUE.with_name("away"))
        page = Client().post(reverse("forgot-password"), {"email": email})
        away.rename(settings.QUEUE)
        assert "Try again in a minute." in said(page) and "on its way" not in said(page)

    def test_what_was_sent_stands_in_the_audit(self, ann, mail):
        ask(REMOTE_ADDR="203.0.113.9")
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.user_id) == ("account.reset_sent", None)
        assert (entry.target_id, entry.reason) == (str(ann.user_id), "from 203.0.113.9")


class TestChoosing:
    @pytest.fixture
    def link(self, ann, mail) -> str:
        ask()
        return link_in(mail[0])

    def test_the_new_password_signs_in_and_the_old_one_does_not(self, link):
        client = Client()
        assert "Password changed. Sign in with your new password." in said(choose(client, link))
        assert sign_in(client, PASSWORD).status_code == 200
        assert sign_in(client, NEW).status_code == 302

    def test_all_sessions_end_and_keys_stay(self, ann, mail):
        inside, key = browser(ann), program(ann)
        ask()
        choose(Client(), link_in(mail[0]))
        assert inside.get(reverse("settings")).status_code == 302
        assert key.get("/api/v1/me/").status_code == 200

    def test_it_works_in_a_browser_in_which_its_person_is_signed_in(self, ann, mail):
        inside = browser(ann)
        ask()
        assert "Password changed. Sign in with your new password." in said(choose(inside, link_in(mail[0])))

    def test_keys_end_where_the_person_says_so(self, ann, link):
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
    def test_a_weak_password_is_refused_and_the_link_goes_on_working(self, link, weak, told):
        client = Client()
        assert told in said(choose(client, link, weak))
        assert "Password changed" in said(choose(client, link))

    def test_a_link_works_once(self, link):
        choose(Client(), link)
        again = Client().get(link, follow=True)
        assert again.status_code == 404 and "This link has expired" in said(again)

    def test_a_link_ends_after_an_hour(self, ann, link, monkeypatch):
        later = datetime.now() + timedelta(seconds=3601)
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
        assert Client().get(link, follow=True).status_code == 404

    def test_a_link_ends_when_its_person_signs_in(self, link):
        sign_in(Client())
        assert Client().get(link, follow=True).status_code == 404

    def test_a_link_opens_no_other_account(self, link, bob):
        name = link.split("/")[2].split(".")[0]
        foreign = link.replace(name, "MDE5MDAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAw")
        assert Client().get(foreign).status_code == 404

    def test_the_secret_leaves_the_address_before_the_page_is_shown(self, link):
        page = Client().get(link, follow=True)
        assert page.redirect_chain[0][0].endswith(".set-password/")

    def test_who_has_chosen_gets_in_whatever_strangers_try(self, ann, link):
        strangers_use_up_all_tries()
        client = Client()
        choose(client, link)
        assert sign_in(client, NEW).status_code == 302

    def test_it_stands_in_the_audit(self, ann, link):
        choose(Client(), link)
        newest = AuditEntry.objects.latest("pk")
        assert (newest.action, newest.user_id) == ("account.password_reset", ann.user_id)


def test_who_was_there_before_the_addresss_owner_has_no_way_back(ann, monkeypatch):
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
    def test_prints_a_link_that_works(self, ann):
        output = StringIO()
        call_command(
            "password_link", "Ann@acme.example", "--url", "https://forge.example.com/", stdout=output
        )
        address = output.getvalue().strip()
        assert address.startswith("https://forge.example.com/reset-password/")
        assert "Password changed" in said(choose(Client(), address.removeprefix("https://forge.example.com")))
        assert AuditEntry.objects.filter(action="account.reset_link_created").count() == 1

    def test_of_nobody_it_says_so(self, ann):
        with pytest.raises(CommandError, match="No account signs in with"):
            call_command("password_link", "nobody@acme.example")
