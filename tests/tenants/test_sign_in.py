"""Sign-in limits: no stranger can lock others out, and many together cannot go on guessing."""

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from omniforge.errors import TooManyRequests
from omniforge.tenants.account_tries import PASSWORD as PASSWORD_TRY
from omniforge.tenants.account_tries import count_try_at
from omniforge.tenants.invitations import invite
from omniforge.tenants.models import ApiKey, AuditEntry, Role, Tenant, User
from tests.clients import browser, program
from tests.factories import PASSWORD, make_member
from tests.tenants.turns import overseer

pytestmark = pytest.mark.django_db
ANN, WRONG = "ann@acme.example", "not the password"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"


def sign_in(client: Client, password: str = PASSWORD, *, email: str = ANN, address: str = HOME):
    return client.post(reverse("sign-in"), {"email": email, "password": password}, REMOTE_ADDR=address)


def attack(*addresses: str) -> list[int]:
    return [sign_in(Client(), WRONG, address=one).status_code for one in addresses]


def strangers_use_up_all_tries() -> None:
    """Count as many tries at ann's account as strangers have, each as from another address."""
    with pytest.raises(TooManyRequests):
        for number in range(PASSWORD_TRY.by_all + 1):
            count_try_at(RequestFactory(REMOTE_ADDR=f"192.0.2.{number}").post("/"), ANN, PASSWORD_TRY)


def test_failed_tries_block_only_their_own_address(ann):
    assert attack(*[ELSEWHERE] * 9) == [200] * 5 + [429] * 4
    assert sign_in(Client()).status_code == 302


def test_account_allows_fifty_tries_from_all_addresses(ann):
    many = [f"192.0.2.{number}" for number in range(11) for _ in range(5)]
    looked_at = attack(*many).count(200)
    assert looked_at == 50
    assert attack(HOME) == [429], "the pause is the account's, for who was never here"


def test_known_browser_signs_in_despite_strangers_tries(ann):
    client = Client()
    sign_in(client)
    client.post(reverse("sign-out"))
    strangers_use_up_all_tries()
    assert sign_in(client).status_code == 302


def test_known_browser_is_limited_to_five_tries(ann):
    client = Client()
    sign_in(client)
    client.post(reverse("sign-out"))
    tries = [sign_in(client, WRONG, address=f"192.0.2.{number}").status_code for number in range(7)]
    assert tries == [200] * 5 + [429] * 2


def test_forged_or_foreign_known_browser_cookie_is_ignored(ann, amy):
    client = Client()
    sign_in(client, email="amy@acme.example")
    client.post(reverse("sign-out"))
    strangers_use_up_all_tries()
    assert sign_in(client).status_code == 429
    hers = client.cookies["known_browser"].value
    for forged in (hers[::-1], "x", ""):
        client.cookies["known_browser"] = forged
        assert sign_in(client).status_code == 429


def test_known_browser_cookie_is_httponly_and_anonymous(ann):
    client = Client()
    cookie = sign_in(client).cookies["known_browser"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert "ann" not in cookie.value


def test_invited_person_gets_a_known_browser_cookie(ann):
    client = Client()
    token = invite(access=ann, role=Role.MEMBER)[1]
    given = {"name": "Bo", "email": "bo@acme.example", "password": "another short sentence"}
    answer = client.post(reverse("invitation", args=[token]), given)
    assert answer.status_code == 302 and answer.cookies["known_browser"].value


def test_addresses_of_one_ipv6_network_share_their_tries(ann):
    tried = attack(*[f"2001:db8:0:1::{number:x}" for number in range(1, 8)])
    assert tried == [200] * 5 + [429] * 2


def test_forwarded_address_is_ignored_without_a_proxy(ann):
    headers = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(7)]
    given = {"email": ANN, "password": WRONG}
    answers = [Client().post(reverse("sign-in"), given, headers=one).status_code for one in headers]
    assert answers == [200] * 5 + [429] * 2


@pytest.mark.parametrize("weak", ["123456789012", "981273645501928"])
def test_numeric_password_is_refused(ann, weak):
    page = change(browser(ann), PASSWORD, weak)
    assert "entirely numeric" in page.content.decode()


def change(client: Client, old: str, new: str = "another sentence works as well", **more: str):
    return client.post(
        reverse("settings-password"), {"old_password": old, "password": new, **more}, follow=True
    )


class TestPasswordPage:
    def test_wrong_old_passwords_count_as_tries(self, ann):
        client = browser(ann)
        answers = [change(client, WRONG) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert "4 tries left" in answers[0].content.decode()
        assert 0 < int(answers[5]["Retry-After"]) <= 300
        assert change(client, PASSWORD).status_code == 429
        assert User.objects.get(pk=ann.user_id).check_password(PASSWORD)

    def test_weak_new_password_does_not_count_as_a_try(self, ann):
        client = browser(ann)
        for _ in range(7):
            change(client, PASSWORD, "short")
        assert change(client, PASSWORD).status_code == 200

    def test_password_change_keeps_api_keys_and_says_so(self, ann):
        key, client = program(ann), browser(ann)
        assert "stay valid" in client.get(reverse("settings-password")).content.decode()
        assert "Your API keys still work." in change(client, PASSWORD).content.decode()
        assert key.get("/api/v1/me/").status_code == 200

    def test_password_change_revokes_api_keys_on_request(self, ann, bob):
        key, foreign, client = program(ann), program(bob), browser(ann)
        assert key.get("/api/v1/me/").status_code == 200, "it is kept in the cache by now"
        assert "Your API keys were revoked." in change(client, PASSWORD, revoke_keys="on").content.decode()
        assert key.get("/api/v1/me/").status_code == 401
        assert foreign.get("/api/v1/me/").status_code == 200
        cache.clear()
        assert key.get("/api/v1/me/").status_code == 401
        assert ApiKey.objects.filter(revoked_at=None).count() == 1


class TestTrail:
    """What the audit tells of it, and what it never holds."""

    def test_sign_in_and_out_are_audited_in_each_workspace(self, ann, globex):
        make_member(globex, User.objects.get(pk=ann.user_id))
        client = Client()
        sign_in(client)
        change(client, PASSWORD, revoke_keys="on")
        client.post(reverse("sign-out"))
        told = ["account.signed_in", "account.password_changed", "account.signed_out"]
        for tenant_id in (ann.tenant_id, globex.pk):
            entries = AuditEntry.objects.filter(tenant_id=tenant_id).order_by("pk")
            assert [entry.action for entry in entries] == told
            assert {entry.user_id for entry in entries} == {ann.user_id}
            assert entries[0].reason == f"from {HOME}"

    def test_failed_sign_in_is_audited_for_the_account(self, ann):
        attack(ELSEWHERE)
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.user_id) == ("account.sign_in_failed", None)
        assert (entry.target_id, entry.reason) == (str(ann.user_id), f"from {ELSEWHERE}")

    def test_sign_in_with_an_unknown_email_is_not_audited(self, ann):
        for _ in range(7):
            sign_in(Client(), email="nobody@acme.example")
        assert not AuditEntry.objects.exists()

    def test_refused_tries_during_a_block_are_audited_once(self, ann):
        attack(*[ELSEWHERE] * 8, *[HOME] * 8)
        actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
        assert actions.count("account.sign_in_failed") == 10
        assert actions.count("account.sign_in_refused") == 1
        refused = AuditEntry.objects.get(action="account.sign_in_refused")
        assert (refused.user_id, refused.target_id) == (None, str(ann.user_id))
        assert refused.reason == f"from {ELSEWHERE}"

    def test_refused_tries_in_a_known_browser_are_audited(self, ann):
        client = Client()
        sign_in(client)
        client.post(reverse("sign-out"))
        for _ in range(8):
            sign_in(client, WRONG)
        assert AuditEntry.objects.filter(action="account.sign_in_refused").count() == 1

    def test_tries_from_a_blocked_address_are_not_audited(self, ann):
        for number in range(50):
            sign_in(Client(), WRONG, email=f"nobody{number}@acme.example", address=ELSEWHERE)
        assert attack(ELSEWHERE) == [429]
        assert not AuditEntry.objects.exists()

    def test_only_overseers_see_which_account_was_tried(self, ann, amy, globex):
        attack(*[ELSEWHERE] * 7)
        path = reverse("admin:tenants_auditentry_changelist")
        page = browser(overseer(Tenant.objects.get(pk=ann.tenant_id))).get(path).content.decode()
        assert page.count(f">Account of {ANN}<") == 6, "five that failed, and one for those that were refused"
        assert "Account sign in refused" in page
        assert ANN not in browser(overseer(globex)).get(path).content.decode()
        assert browser(amy).get(path, follow=True).status_code == 403

    def test_revoked_api_key_is_audited(self, ann):
        program(ann)
        change(browser(ann), PASSWORD, revoke_keys="on")
        assert AuditEntry.objects.filter(action="key.revoked", target_type="apikey").count() == 1
