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
    def test_lets_in_whose_account_there_is_known(self, connected, issuer):
        client = Client()
        assert "Sign in with Acme ID" in client.get(reverse("sign-in")).content.decode()
        answer = there_and_back(client, issuer, next=reverse("settings"))
        assert answer.url == reverse("settings") and answer.cookies["known_browser"].value
        assert is_in(client)
        assert audited("account.signed_in") == [f"from 127.0.0.1, by {issuer.url}"]

    def test_asks_with_state_nonce_and_a_pkce_challenge(self, connected, issuer):
        there_and_back(Client(), issuer)
        there_and_back(Client(), issuer)
        first, second = issuer.authorizations
        assert first["response_type"] == "code" and first["code_challenge_method"] == "S256"
        assert first["redirect_uri"] == "http://testserver/sign-in/oidc/callback/"
        for name in ("state", "nonce", "code_challenge"):
            assert len(first[name]) >= 43 and first[name] != second[name]

    def test_known_people_need_no_address(self, connected, issuer):
        issuer.claims = {"sub": "ann-1"}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_asks_for_the_second_factor_that_the_person_has_here(self, ann, connected, issuer, monkeypatch):
        clock = Clock(monkeypatch)
        clock.now = datetime.now().timestamp()  # as tokens have it
        set_up(ann, clock)
        client = Client()
        assert there_and_back(client, issuer).url == reverse("second-step")
        assert not is_in(client)
        give_code(client, code_of(ann))
        assert is_in(client)

    def test_who_is_inactive_stays_out(self, ann, connected, issuer):
        User.objects.filter(pk=ann.user_id).update(is_active=False)
        assert "Your account here is off" in told(there_and_back(Client(), issuer))

    def test_leads_to_no_other_site(self, connected, issuer):
        assert there_and_back(Client(), issuer, next="https://evil.example/").url == "/"

    def test_signing_out_ends_the_session_here(self, connected, issuer):
        client = Client()
        there_and_back(client, issuer)
        assert client.post(reverse("sign-out")).url == reverse("sign-in")
        assert not is_in(client)

    def test_shows_the_client_in_the_form_where_the_issuer_wants_that(self, connected, issuer):
        issuer.discovered = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_endpoints_and_keys_are_asked_for_once(self, connected, issuer):
        for _ in range(2):
            there_and_back(Client(), issuer)
        assert [path.rpartition("/")[2] for path in issuer.asked].count("keys") == 1
        assert sum("well-known" in path for path in issuer.asked) == 1

    def test_new_keys_of_the_issuer_are_found(self, connected, issuer):
        there_and_back(Client(), issuer)
        issuer.rotate()
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_without_an_issuer_there_is_nothing(self, ann):
        assert Client().get(BEGIN).status_code == Client().get(reverse("oidc-callback")).status_code == 404
        assert "Sign in with s" not in Client().get(reverse("sign-in")).content.decode()


def test_a_secret_of_the_flow_reaches_no_page(connected, issuer):
    client = Client()
    client.get(BEGIN)
    kept = client.session["oidc"]
    page = client.get(reverse("sign-in")).content.decode()
    assert not any(kept[name] in page for name in ("state", "nonce", "verifier"))
