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


def test_a_stranger_keeps_nobody_out_from_elsewhere(ann):
    assert attack(*[ELSEWHERE] * 9) == [200] * 5 + [429] * 4
    assert sign_in(Client()).status_code == 302


def test_many_strangers_together_have_fifty_tries_at_an_account(ann):
    many = [f"192.0.2.{number}" for number in range(11) for _ in range(5)]
    looked_at = attack(*many).count(200)
    assert looked_at == 50
    assert attack(HOME) == [429], "the pause is the account's, for who was never here"


def test_who_signed_in_here_before_gets_in_whatever_strangers_try(ann):
    client = Client()
    sign_in(client)
    client.post(reverse("sign-out"))
    strangers_use_up_all_tries()
    assert sign_in(client).status_code == 302


def test_a_known_browser_has_five_tries_too(ann):
    client = Client()
    sign_in(client)
    client.post(reverse("sign-out"))
    tries = [sign_in(client, WRONG, address=f"192.0.2.{number}").status_code for number in range(7)]
    assert tries == [200] * 5 + [429] * 2


def test_a_cookie_that_is_forged_or_of_another_account_counts_for_nothing(ann, amy):
    client = Client()
    sign_in(client, email="amy@acme.example")
    client.post(reverse("sign-out"))
    strangers_use_up_all_tries()
    assert sign_in(client).status_code == 429
    hers = client.cookies["known_browser"].value
    for forged in (hers[::-1], "x", ""):
        client.cookies["known_browser"] = forged
        assert sign_in(client).status_code == 429


def test_a_known_browser_is_told_by_a_cookie_that_no_script_reads_and_that_names_nobody(ann):
    client = Client()
    cookie = sign_in(client).cookies["known_browser"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert "ann" not in cookie.value


def test_the_browser_of_a_new_account_is_known_from_the_start(ann):
    client = Client()
    token = invite(access=ann, role=Role.MEMBER)[1]
    given = {"name": "Bo", "email": "bo@acme.example", "password": "another short sentence"}
    answer = client.post(reverse("invitation", args=[token]), given)
    assert answer.status_code == 302 and answer.cookies["known_browser"].value


def test_a_network_of_ipv6_is_one_address(ann):
    tried = attack(*[f"2001:db8:0:1::{number:x}" for number in range(1, 8)])
    assert tried == [200] * 5 + [429] * 2


def test_an_address_that_a_client_names_itself_counts_for_nothing_without_a_proxy(ann):
    headers = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(7)]
    given = {"email": ANN, "password": WRONG}
    answers = [Client().post(reverse("sign-in"), given, headers=one).status_code for one in headers]
    assert answers == [200] * 5 + [429] * 2


@pytest.mark.parametrize("weak", ["123456789012", "981273645501928"])
def test_digits_alone_are_no_password(ann, weak):
    page = change(browser(ann), PASSWORD, weak)
    assert "entirely numeric" in page.content.decode()


def change(client: Client, old: str, new: str = "another sentence works as well", **more: str):
    return client.post(
        reverse("settings-password"), {"old_password": old, "password": new, **more}, follow=True
    )


class TestPasswordPage:
    def test_wrong_old_passwords_are_counted_as_tries(self, ann):
        client = browser(ann)
        answers = [change(client, WRONG) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert "4 tries left" in answers[0].content.decode()
        assert 0 < int(answers[5]["Retry-After"]) <= 300
        assert change(client, PASSWORD).status_code == 429
        assert User.objects.get(pk=ann.user_id).check_password(PASSWORD)

    def test_a_weak_new_password_costs_no_try(self, ann):
        client = browser(ann)
        for _ in range(7):
            change(client, PASSWORD, "short")
        assert change(client, PASSWORD).status_code == 200

    def test_keys_stay_valid_and_the_page_says_so(self, ann):
        key, client = program(ann), browser(ann)
        assert "stay valid" in client.get(reverse("settings-password")).content.decode()
        assert "Your API keys still work." in change(client, PASSWORD).content.decode()
        assert key.get("/api/v1/me/").status_code == 200

    def test_keys_end_where_the_person_says_so(self, ann, bob):
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

    def test_names_who_came_and_went_in_each_of_their_workspaces(self, ann, globex):
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

    def test_names_the_account_at_which_somebody_failed_and_not_what_they_typed(self, ann):
        attack(ELSEWHERE)
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.user_id) == ("account.sign_in_failed", None)
        assert (entry.target_id, entry.reason) == (str(ann.user_id), f"from {ELSEWHERE}")

    def test_says_nothing_of_an_address_that_nobody_has(self, ann):
        for _ in range(7):
            sign_in(Client(), email="nobody@acme.example")
        assert not AuditEntry.objects.exists()

    def test_tells_once_of_all_tries_during_a_pause(self, ann):
        attack(*[ELSEWHERE] * 8, *[HOME] * 8)
        actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
        assert actions.count("account.sign_in_failed") == 10
        assert actions.count("account.sign_in_refused") == 1
        refused = AuditEntry.objects.get(action="account.sign_in_refused")
        assert (refused.user_id, refused.target_id) == (None, str(ann.user_id))
        assert refused.reason == f"from {ELSEWHERE}"

    def test_tells_of_tries_in_a_known_browser_during_its_pause(self, ann):
        client = Client()
        sign_in(client)
        client.post(reverse("sign-out"))
        for _ in range(8):
            sign_in(client, WRONG)
        assert AuditEntry.objects.filter(action="account.sign_in_refused").count() == 1

    def test_says_nothing_of_an_account_that_is_tried_during_the_pause_of_an_address(self, ann):
        for number in range(50):
            sign_in(Client(), WRONG, email=f"nobody{number}@acme.example", address=ELSEWHERE)
        assert attack(ELSEWHERE) == [429]
        assert not AuditEntry.objects.exists()

    def test_tells_overseers_alone_which_account_was_tried(self, ann, amy, globex):
        attack(*[ELSEWHERE] * 7)
        path = reverse("admin:tenants_auditentry_changelist")
        page = browser(overseer(Tenant.objects.get(pk=ann.tenant_id))).get(path).content.decode()
        assert page.count(f">Account of {ANN}<") == 6, "five that failed, and one for those that were refused"
        assert "Account sign in refused" in page
        assert ANN not in browser(overseer(globex)).get(path).content.decode()
        assert browser(amy).get(path, follow=True).status_code == 403

    def test_tells_of_each_key_that_ended(self, ann):
        program(ann)
        change(browser(ann), PASSWORD, revoke_keys="on")
        assert AuditEntry.objects.filter(action="key.revoked", target_type="apikey").count() == 1
