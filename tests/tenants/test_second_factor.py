"""Two-factor authentication: set up, asked for at sign-in, used once, and taken away."""

import re
from base64 import b32encode
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from omniforge.tenants.models import AuditEntry, Tenant, User
from omniforge.tenants.password_reset import reset_link
from omniforge.tenants.second_factor.models import AuthenticatorApp, RecoveryCode
from omniforge.tenants.second_factor.totp import code_at
from tests.clients import browser, program
from tests.factories import PASSWORD
from tests.tenants.second_factors import Clock, code_of, code_shown, give_code, password_given, set_up

pytestmark = pytest.mark.django_db
SET_UP, REMOVE, CODES = "set-up-second-factor", "remove-authenticator", "renew-recovery-codes"
HOME = "/settings/account/"


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


def is_in(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


@pytest.mark.parametrize(
    ("at", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_match_the_test_vectors_of_the_rfc(at, code):
    assert code_at(b32encode(b"12345678901234567890").decode(), at // 30) == code


class TestSetUp:
    def test_set_up_shows_a_qr_code_and_accepts_its_code(self, ann, clock):
        client = browser(ann)
        assert '<svg viewBox="0 0' in client.get(reverse(SET_UP)).content.decode()
        given = {"old_password": PASSWORD, "code": code_shown(client)}
        client.get(reverse(SET_UP))  # a reload, or a second tab
        page = client.post(reverse(SET_UP), given).content.decode()
        codes = re.findall(r"<li>([a-z2-9-]{19})</li>", page)
        assert len(set(codes)) == 10 and page.count(codes[0]) == 2, "shown, and to be downloaded"
        page = client.get(HOME).content.decode()
        assert "Authenticator app" in page and "10 of 10 left" in page
        assert actions() == ["account.authenticator_added"]

    def test_set_up_needs_the_password_or_a_recent_sign_in(self, ann, clock):
        client = browser(ann)
        wrong = client.post(reverse(SET_UP), {"old_password": "wrong", "code": code_shown(client)})
        assert "your current password" in wrong.content.decode()
        assert not AuthenticatorApp.objects.exists()
        fresh = password_given(ann)
        assert "Current password" not in fresh.get(reverse(SET_UP)).content.decode()
        done = fresh.post(reverse(SET_UP), {"code": code_shown(fresh)})
        assert "Save your recovery codes" in done.content.decode()

    def test_wrong_code_in_set_up_keeps_the_secret(self, ann, clock):
        client = password_given(ann)
        code = code_shown(client)
        page = client.post(reverse(SET_UP), {"code": "000000"}).content.decode()
        assert "That code doesn&#x27;t match" in page and code == code_shown(client)
        assert code != code_shown(password_given(ann)), "another browser doesn't see it"
        assert is_in(password_given(ann)), "an app without a code of it is asked for nothing"

    def test_set_up_keeps_an_existing_app(self, ann, clock):
        set_up(ann, clock)
        secret = AuthenticatorApp.objects.get().secret
        assert browser(ann).get(reverse(SET_UP)).url == HOME
        assert AuthenticatorApp.objects.get().secret == secret

    def test_secret_is_encrypted_and_recovery_codes_are_hashed(self, ann, clock):
        codes = set_up(ann, clock)
        secret = AuthenticatorApp.objects.get().secret
        with connection.cursor() as cursor:
            cursor.execute("SELECT secret FROM tenants_authenticatorapp")
            assert secret not in cursor.fetchone()[0]
        kept = set(RecoveryCode.objects.values_list("code_hash", flat=True))
        assert len(kept) == 10 and not kept & {code.replace("-", "") for code in codes}


class TestSignIn:
    def test_sign_in_asks_for_a_code_and_opens_the_wanted_page(self, ann, clock):
        set_up(ann, clock)
        client = Client()
        asked = client.get(reverse("settings"))
        given = {"email": "ann@acme.example", "password": PASSWORD}
        answer = client.post(asked.url, given)
        assert answer.url == reverse("second-step") and not answer.cookies.get("known_browser")
        assert not is_in(client)
        answer = give_code(client, code_of(ann))
        assert answer.url == reverse("settings") and answer.cookies["known_browser"].value
        assert is_in(client)
        assert actions()[1:] == ["account.signed_in"]

    @pytest.mark.parametrize("steps", [-1, 0, 1])
    def test_code_of_an_adjacent_time_step_is_accepted(self, ann, clock, steps):
        set_up(ann, clock)
        clock.pass_step(3)
        client = password_given(ann)
        give_code(client, code_of(ann, steps=steps))
        assert is_in(client)

    @pytest.mark.parametrize("steps", [-2, 2])
    def test_code_two_time_steps_away_is_refused(self, ann, clock, steps):
        set_up(ann, clock)
        clock.pass_step(3)
        client = password_given(ann)
        assert "4 tries left" in give_code(client, code_of(ann, steps=steps)).content.decode()
        assert not is_in(client)

    def test_used_code_and_earlier_codes_are_refused(self, ann, clock):
        set_up(ann, clock)
        clock.pass_step(3)
        give_code(password_given(ann), code_of(ann))
        for steps in (0, -1):
            client = password_given(ann)
            assert "used before" in give_code(client, code_of(ann, steps=steps)).content.decode()
            assert not is_in(client)

    def test_code_field_does_not_force_a_numeric_keyboard(self, ann, clock):
        set_up(ann, clock)
        asking = password_given(ann).get(reverse("second-step")), browser(ann).get(reverse(REMOVE))
        for page in (one.content.decode() for one in asking):
            assert 'name="code"' in page and "inputmode" not in page

    def test_recovery_code_works_once_in_any_spelling(self, ann, clock):
        first, second, *_ = set_up(ann, clock)
        client = password_given(ann)
        give_code(client, f" {first.upper().replace('-', ' ')} ")
        assert is_in(client)
        again = password_given(ann)
        give_code(again, first)
        assert not is_in(again)
        give_code(again, second)
        assert is_in(again)
        assert "8 of 10 left" in again.get(HOME).content.decode()
        used = AuditEntry.objects.filter(action="account.recovery_code_used").order_by("pk")
        assert [entry.reason for entry in used] == ["9 left", "8 left"]

    def test_code_of_another_person_is_refused(self, ann, amy, clock):
        codes = set_up(ann, clock)
        set_up(amy, clock)
        client = password_given(amy)
        for code in (code_of(ann), codes[0]):
            give_code(client, code)
        assert not is_in(client)

    def test_code_without_the_password_is_refused(self, ann, clock):
        set_up(ann, clock)
        client = Client()
        assert give_code(client, code_of(ann)).url == reverse("sign-in")
        assert not is_in(client)

    def test_second_step_expires_by_time_or_password_change(self, ann, clock):
        set_up(ann, clock)
        late, changed = password_given(ann), password_given(ann)
        clock.pass_step(21)
        assert give_code(late, code_of(ann)).url == reverse("sign-in")
        assert "more than ten minutes" in late.get(reverse("sign-in")).content.decode()
        changed = password_given(ann)
        person = User.objects.get(pk=ann.user_id)
        person.set_password("another sentence altogether")
        person.save()
        assert give_code(changed, code_of(ann)).url == reverse("sign-in")

    def test_api_key_needs_no_second_factor(self, ann, clock):
        key = program(ann)
        set_up(ann, clock)
        assert key.get("/api/v1/me/").status_code == 200


class TestTries:
    def wrong(self, access, *addresses: str) -> list[int]:
        clients = (password_given(access, REMOTE_ADDR=one) for one in addresses)
        return [
            give_code(client, "000000", REMOTE_ADDR=one).status_code
            for one, client in zip(addresses, clients, strict=True)
        ]

    def test_code_tries_are_limited_per_address_and_in_total(self, ann, clock):
        set_up(ann, clock)
        assert self.wrong(ann, *["203.0.113.9"] * 7) == [200] * 5 + [429] * 2
        many = [f"192.0.2.{number}" for number in range(20)]
        assert self.wrong(ann, *many).count(200) == 15, "twenty together"
        clock.pass_step(11)
        assert self.wrong(ann, "198.51.100.7") == [429], "for an hour"
        assert actions().count("account.code_failed") == 20
        assert "account.sign_in_refused" in actions()

    def test_known_browser_can_give_a_code_despite_strangers_tries(self, ann, clock):
        set_up(ann, clock)
        mine = password_given(ann)
        give_code(mine, code_of(ann))
        mine.post(reverse("sign-out"))
        clock.pass_step()
        self.wrong(ann, *[f"192.0.2.{number}" for number in range(22)])
        give_code(password_given(ann, mine), code_of(ann))
        assert is_in(mine)

    def test_password_reset_gives_no_further_code_tries(self, ann, clock):
        set_up(ann, clock)
        person = User.objects.get(pk=ann.user_id)
        looked_at = 0
        for number in range(6):
            client = Client(REMOTE_ADDR=f"192.0.2.{number}")
            form = client.get(reset_link(person, "")).url
            client.post(form, {"password": PASSWORD})
            assert client.cookies["known_browser"].value
            password_given(ann, client)
            looked_at += [give_code(client, "000000").status_code for _ in range(5)].count(200)
            person.refresh_from_db()
            clock.pass_step()
        assert looked_at == 20

    def test_recovery_code_is_accepted_while_codes_are_blocked(self, ann, clock):
        codes = set_up(ann, clock)
        self.wrong(ann, *[f"192.0.2.{number}" for number in range(22)])
        client = password_given(ann, REMOTE_ADDR="198.51.100.7")
        assert give_code(client, code_of(ann), REMOTE_ADDR="198.51.100.7").status_code == 429
        give_code(client, codes[0], REMOTE_ADDR="198.51.100.7")
        assert is_in(client)


class TestRemoval:
    def remove(self, client: Client, code: str, password: str = PASSWORD):
        return client.post(reverse(REMOVE), {"old_password": password, "code": code}, follow=True)

    def test_removing_the_app_needs_password_and_code(self, ann, clock):
        set_up(ann, clock)
        client = password_given(ann)
        give_code(client, code_of(ann))
        clock.pass_step()
        assert "your current password" in self.remove(client, code_of(ann), "wrong").content.decode()
        assert "That code is wrong" in self.remove(client, "000000").content.decode()
        assert "Authenticator app removed." in self.remove(client, code_of(ann)).content.decode()
        assert not AuthenticatorApp.objects.exists() and not RecoveryCode.objects.exists()
        assert is_in(password_given(ann))
        assert "account.authenticator_removed" in actions()

    def test_required_app_cannot_be_removed(self, ann, clock):
        set_up(ann, clock)
        Tenant.objects.filter(pk=ann.tenant_id).update(requires_second_factor=True)
        page = self.remove(browser(ann), code_of(ann)).content.decode()
        assert "Acme requires two-factor authentication" in page
        assert AuthenticatorApp.objects.exists()

    def test_new_recovery_codes_replace_the_old_ones(self, ann, clock):
        codes = set_up(ann, clock)
        given = {"old_password": PASSWORD, "code": codes[0]}
        page = browser(ann).post(reverse(CODES), given).content.decode()
        assert "Save your recovery codes" in page and codes[1] not in page
        client = password_given(ann)
        give_code(client, codes[1])
        assert not is_in(client)
        assert "account.recovery_codes_created" in actions()

    def test_command_removes_a_second_factor(self, ann, clock):
        set_up(ann, clock)
        said = StringIO()
        call_command("reset_second_factor", "Ann@acme.example", stdout=said)
        assert "without a second factor" in said.getvalue()
        assert is_in(password_given(ann))
        entry = AuditEntry.objects.get(action="account.second_factor_reset")
        assert (entry.user_id, entry.reason, entry.target_id) == (None, "command line", str(ann.user_id))
        for email in ("ann@acme.example", "nobody@acme.example"):
            with pytest.raises(CommandError, match="No account"):
                call_command("reset_second_factor", email)
