"""Passkeys: adding, signing in, refusing invalid ones, removing."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from fido2.utils import websafe_encode

from omniforge.tenants.models import AuditEntry, Tenant, User
from omniforge.tenants.second_factor.models import Passkey, RecoveryCode
from tests.clients import browser
from tests.factories import PASSWORD
from tests.tenants.device import Device, add, ask, begin, finish, here, sign_in_with, use
from tests.tenants.second_factors import Clock, code_of, give_code, password_given, set_up

pytestmark = pytest.mark.django_db
HOME = "/settings/account/"


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def device() -> Device:
    return Device()


def is_in(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def told(answer) -> str:
    """Return what the page that follows will tell."""
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def codes_in(answer) -> list[str]:
    return answer.context["codes"]


class TestAdding:
    def test_several_passkeys_are_added_with_their_names(self, ann, device):
        client = password_given(ann)
        assert len(codes_in(add(client, device))) == 10
        assert told(add(client, Device(), "Blue key")) == "Passkey added."
        page = client.get(HOME, **here()).content.decode()
        assert "Laptop" in page and "Blue key" in page and "not used yet" in page
        added = AuditEntry.objects.filter(action="account.passkey_added").order_by("pk")
        assert [entry.reason for entry in added] == ["Laptop", "Blue key"]

    def test_adding_a_passkey_needs_the_password_or_a_recent_sign_in(self, ann):
        client = browser(ann)
        refused = begin(client, password="wrong")
        assert refused.status_code == 400 and "your current password" in refused.json()["detail"]
        assert begin(client).json()["publicKey"]["rp"]["id"] == "localhost"

    def test_second_passkey_needs_a_recent_sign_in(self, ann, device):
        client = browser(ann)
        add(client, device)
        assert "Sign out and in again first" in begin(client).json()["detail"]
        page = client.get(reverse("add-passkey"))
        assert page.status_code == 403 and "Sign in again" in page.content.decode()
        given = {"next": reverse("add-passkey")}
        assert client.post(reverse("sign-out"), given).url == reverse("add-passkey")

    def test_known_passkeys_are_excluded_when_adding(self, ann, device):
        client = password_given(ann)
        add(client, device)
        (known,) = begin(client).json()["publicKey"]["excludeCredentials"]
        assert known["type"] == "public-key"

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("origin", "http://evil.example"),
            ("origin", "https://localhost.evil.example"),
            ("rp_id", "evil.example"),
            ("is_verified", False),
        ],
    )
    def test_new_passkey_of_another_origin_or_unverified_is_refused(self, ann, device, field, value):
        setattr(device, field, value)
        assert "wasn't created" in told(add(password_given(ann), device))
        assert not Passkey.objects.exists()

    @pytest.mark.parametrize(
        "answer", [{}, {"id": 1}, {"id": "", "rawId": "", "type": "x", "response": {}}, [], "text", None, 7]
    )
    def test_malformed_new_passkey_is_refused(self, ann, answer):
        client = password_given(ann)
        begin(client)
        assert finish(client, answer).url == reverse("add-passkey")
        assert not Passkey.objects.exists()

    @pytest.mark.parametrize(
        "sent", ["[" * 40_000, '{"id":' * 40_000, "{", "", '{"id":"' + "A" * 60_000 + '"}']
    )
    def test_nested_or_oversized_json_is_refused(self, ann, sent):
        client = password_given(ann)
        begin(client)
        answer = client.post(reverse("finish-passkey"), {"credential": sent}, **here())
        assert answer.url == reverse("add-passkey")

    def test_nested_or_incomplete_cbor_is_refused(self, ann, device):
        client = password_given(ann)
        for said in (b"\x81" * 20_000, b"\xbb" + b"\xff" * 8, b"\x9b" + b"\xff" * 8, b"\xa1\x63fmt\x64none"):
            answer = device.make(begin(client).json())
            answer["response"]["attestationObject"] = websafe_encode(said)
            assert finish(client, answer).url == reverse("add-passkey")

    def test_truncated_attestation_is_refused(self, ann, device):
        client = password_given(ann)
        for cut in range(8, 240, 12):
            answer = device.make(begin(client).json())
            answer["response"]["attestationObject"] = answer["response"]["attestationObject"][cut:]
            assert finish(client, answer).url == reverse("add-passkey")

    def test_challenge_is_valid_once_in_its_session_for_five_minutes(self, ann, amy, device, clock):
        client, other = password_given(ann), password_given(amy)
        answer = device.make(begin(client).json())
        assert "more than five minutes" in told(finish(other, answer))
        clock.pass_step(11)
        assert "more than five minutes" in told(finish(client, answer))
        answer = device.make(begin(client).json())
        assert codes_in(finish(client, answer))
        assert "more than five minutes" in told(finish(client, answer))

    def test_passkey_of_another_person_is_not_taken_over(self, ann, amy, device):
        add(password_given(ann), device)
        assert "in use already" in told(add(password_given(amy), device))
        assert Passkey.objects.get().user_id == ann.user_id

    def test_passkeys_are_refused_at_an_ip_address_or_without_https(self, ann):
        client = password_given(ann)
        for host in ("127.0.0.1", "[::1]", "testserver"):
            given = {"name": "x", "old_password": PASSWORD}
            refused = client.post(reverse("add-passkey"), given, HTTP_HOST=host)
            assert "https and a host name" in refused.json()["detail"]
            assert "passkey" not in client.get(reverse("sign-in"), HTTP_HOST=host).content.decode()


class TestSignIn:
    def test_passkey_signs_in_without_a_password(self, ann, device):
        add(password_given(ann), device)
        client = Client()
        answer = sign_in_with(client, device, to=reverse("settings"))
        assert answer.url == reverse("settings") and answer.cookies["known_browser"].value
        assert is_in(client)
        entry = AuditEntry.objects.filter(action="account.signed_in").latest("pk")
        assert entry.reason.endswith(", by passkey") and entry.user_id == ann.user_id
        assert "last used" in client.get(HOME).content.decode()

    def test_passkey_sign_in_does_not_redirect_to_another_site(self, ann, device):
        add(password_given(ann), device)
        assert sign_in_with(Client(), device, to="https://evil.example/").url == "/"

    def test_passkey_is_the_second_factor_after_a_password(self, ann, device):
        codes = codes_in(add(password_given(ann), device))
        client = password_given(ann)
        assert not is_in(client), "the password alone is not enough from then on"
        assert "Sign in with a passkey" in client.get(reverse("second-step"), **here()).content.decode()
        sign_in_with(client, device)
        assert is_in(client)
        lost = password_given(ann)
        give_code(lost, codes[0])
        assert is_in(lost)

    def test_passkey_satisfies_a_required_second_factor(self, ann, device):
        add(password_given(ann), device)
        Tenant.objects.update(requires_second_factor=True)
        client = Client()
        sign_in_with(client, device)
        assert is_in(client)

    @pytest.mark.parametrize(
        ("field", "value"),
        [("origin", "http://evil.example"), ("rp_id", "evil.example"), ("is_verified", False)],
    )
    def test_signature_of_another_origin_or_unverified_is_refused(self, ann, device, field, value):
        add(password_given(ann), device)
        setattr(device, field, value)
        client = Client()
        assert "didn't work" in told(sign_in_with(client, device))
        assert not is_in(client)

    def test_another_key_with_the_same_credential_id_is_refused(self, ann, device):
        add(password_given(ann), device)
        forged = Device()
        forged.id = device.id
        client = Client()
        assert "didn't work" in told(sign_in_with(client, forged))
        assert not is_in(client)

    def test_signature_is_valid_once_in_the_asking_browser(self, ann, device):
        add(password_given(ann), device)
        client, other = Client(), Client()
        answer = device.use(ask(client))
        assert "more than five minutes" in told(use(other, answer))
        use(client, answer)
        assert is_in(client)
        client.post(reverse("sign-out"))
        use(client, answer)
        assert not is_in(client)

    @pytest.mark.parametrize("answer", [{}, {"id": "AAAA"}, {"id": 5}, {"id": "*"}, [], "text"])
    def test_malformed_signature_is_refused(self, ann, answer):
        client = Client()
        ask(client)
        assert use(client, answer).url == reverse("sign-in")
        assert not is_in(client)

    def test_decreasing_signature_counter_is_refused_and_audited(self, ann, device):
        add(password_given(ann), device)
        device.uses = 5
        sign_in_with(Client(), device)
        client = Client()
        assert "may have been copied" in told(sign_in_with(client, device))
        assert not is_in(client)
        assert AuditEntry.objects.filter(action="account.passkey_refused").exists()
        device.uses = 6
        sign_in_with(client, device)
        assert is_in(client)

    def test_passkey_of_an_inactive_person_is_refused(self, ann, device):
        add(password_given(ann), device)
        User.objects.filter(pk=ann.user_id).update(is_active=False)
        client = Client()
        assert "isn't known here" in told(sign_in_with(client, device))

    def test_challenges_for_one_network_are_limited(self, ann):
        answers = [Client().post(reverse("passkey-options"), **here()).status_code for _ in range(101)]
        assert answers == [200] * 100 + [429]

    def test_sign_in_challenge_lists_no_passkeys(self, ann, device):
        add(password_given(ann), device)
        assert "allowCredentials" not in ask(Client())["publicKey"]


class TestRemoval:
    def remove(self, client: Client, code: str):
        path = reverse("remove-passkey", args=[Passkey.objects.order_by("created_at").first().pk])
        return client.post(path, {"old_password": PASSWORD, "code": code}, follow=True)

    def test_removing_a_passkey_needs_password_and_code(self, ann, device):
        client = password_given(ann)
        codes = codes_in(add(client, device))
        assert "That code is wrong" in self.remove(client, "000000").content.decode()
        assert "Passkey removed." in self.remove(client, codes[0]).content.decode()
        assert not Passkey.objects.exists() and not RecoveryCode.objects.exists()
        assert "isn't known here" in told(sign_in_with(Client(), device))
        assert is_in(password_given(ann))
        assert AuditEntry.objects.filter(
            action="account.passkey_removed", target_id=str(ann.user_id)
        ).exists()

    def test_last_required_second_factor_cannot_be_removed(self, ann, device, clock):
        codes = set_up(ann, clock)
        client = password_given(ann)
        give_code(client, code_of(ann))
        assert told(add(client, device)) == "Passkey added.", "the codes from before stay"
        Tenant.objects.update(requires_second_factor=True)
        assert "Passkey removed." in self.remove(client, codes[0]).content.decode()
        add(client, device)
        page = client.post(
            reverse("remove-authenticator"), {"old_password": PASSWORD, "code": codes[1]}, follow=True
        )
        assert "Authenticator app removed." in page.content.decode()
        assert "requires two-factor authentication" in self.remove(client, codes[2]).content.decode()

    def test_passkey_of_another_person_is_not_found(self, ann, amy, device):
        add(password_given(amy), device)
        path = reverse("remove-passkey", args=[Passkey.objects.get().pk])
        assert browser(ann).get(path).status_code == 404
        assert Passkey.objects.exists()
