"""Single sign-on against a provider on loopback: who gets in, and as whom."""

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants.models import User
from tests.tenants.oidc.visits import BEGIN, audited, is_in, there_and_back, told
from tests.tenants.second_factors import Clock, code_of, give_code, set_up

pytestmark = pytest.mark.django_db


class TestSignIn:
    def test_connected_person_signs_in(self, connected, issuer):
        client = Client()
        assert "Sign in with Acme ID" in client.get(reverse("sign-in")).content.decode()
        answer = there_and_back(client, issuer, next=reverse("settings"))
        assert answer.url == reverse("settings") and answer.cookies["known_browser"].value
        assert is_in(client)
        assert audited("account.signed_in") == [f"from 127.0.0.1, by {issuer.url}"]

    def test_request_has_fresh_state_nonce_and_pkce_challenge(self, connected, issuer):
        there_and_back(Client(), issuer)
        there_and_back(Client(), issuer)
        first, second = issuer.authorizations
        assert first["response_type"] == "code" and first["code_challenge_method"] == "S256"
        assert first["redirect_uri"] == "http://testserver/sign-in/oidc/callback/"
        for name in ("state", "nonce", "code_challenge"):
            assert len(first[name]) >= 43 and first[name] != second[name]

    def test_connected_person_signs_in_without_an_email_claim(self, connected, issuer):
        issuer.claims = {"sub": "ann-1"}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_sso_sign_in_asks_for_the_second_factor(self, ann, connected, issuer, monkeypatch):
        clock = Clock(monkeypatch)
        clock.now = datetime.now().timestamp()  # as tokens have it
        set_up(ann, clock)
        client = Client()
        assert there_and_back(client, issuer).url == reverse("second-step")
        assert not is_in(client)
        give_code(client, code_of(ann))
        assert is_in(client)

    def test_inactive_person_cannot_sign_in(self, ann, connected, issuer):
        User.objects.filter(pk=ann.user_id).update(is_active=False)
        assert "Your account here is off" in told(there_and_back(Client(), issuer))

    def test_sign_in_does_not_redirect_to_another_site(self, connected, issuer):
        assert there_and_back(Client(), issuer, next="https://evil.example/").url == "/"

    def test_sign_out_ends_the_session(self, connected, issuer):
        client = Client()
        there_and_back(client, issuer)
        assert client.post(reverse("sign-out")).url == reverse("sign-in")
        assert not is_in(client)

    def test_sign_in_works_with_client_secret_post(self, connected, issuer):
        issuer.discovered = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_discovery_and_keys_are_fetched_once(self, connected, issuer):
        for _ in range(2):
            there_and_back(Client(), issuer)
        assert [path.rpartition("/")[2] for path in issuer.asked].count("keys") == 1
        assert sum("well-known" in path for path in issuer.asked) == 1

    def test_rotated_issuer_keys_are_fetched(self, connected, issuer):
        there_and_back(Client(), issuer)
        issuer.rotate()
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_sso_is_not_found_without_an_issuer(self, ann):
        assert Client().get(BEGIN).status_code == Client().get(reverse("oidc-callback")).status_code == 404
        assert "Sign in with s" not in Client().get(reverse("sign-in")).content.decode()


def test_state_nonce_and_verifier_are_not_shown_on_a_page(connected, issuer):
    client = Client()
    client.get(BEGIN)
    kept = client.session["oidc"]
    page = client.get(reverse("sign-in")).content.decode()
    assert not any(kept[name] in page for name in ("state", "nonce", "verifier"))
