"""What single sign-on refuses."""

import logging
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants.oidc import flow
from tests.tenants.issuer_server import CLIENT, SECRET, Issuer
from tests.tenants.oidc.visits import BEGIN, come_back, is_in, there_and_back, told

pytestmark = pytest.mark.django_db


class TestRefused:
    """Whatever is wrong with an answer, nobody gets in."""

    @pytest.fixture(autouse=True)
    def _ann_is_known(self, connected):
        pass

    def refusal(self, issuer: Issuer, client: Client | None = None) -> str:
        client = client or Client()
        said = told(there_and_back(client, issuer))
        assert not is_in(client)
        return said

    @pytest.mark.parametrize(
        "wrong",
        [
            {"nonce": "another"},
            {"nonce": None},
            {"aud": "another client"},
            {"aud": None},
            {"aud": [CLIENT, "another client"]},
            {"aud": [CLIENT, "another client"], "azp": "another client"},
            {"iss": "https://evil.example"},
            {"iss": None},
            {"exp": 1_700_000_000},
            {"exp": None},
            {"iat": None},
            {"nbf": 4_000_000_000},
            {"sub": None},
            {"sub": ""},
            {"sub": 5},
            {"sub": "x" * 256},
        ],
        ids=str,
    )
    def test_a_token_with_wrong_claims(self, issuer, wrong):
        issuer.wrong = wrong
        assert self.refusal(issuer) == "That sign-in isn't valid. Try again."

    def test_a_token_for_several_that_this_site_asked_for_is_right(self, issuer):
        issuer.wrong = {"aud": [CLIENT, "another client"], "azp": CLIENT}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_a_token_that_another_key_signed(self, issuer):
        listed = issuer.listed_key()
        issuer.rotate()
        issuer.key_id, issuer.listed_key = listed["kid"], lambda: listed
        assert "isn't valid" in self.refusal(issuer)

    def test_a_key_that_the_issuer_does_not_list(self, issuer):
        listed = issuer.listed_key()
        issuer.rotate()
        issuer.listed_key = lambda: listed
        assert "doesn't work at the moment" in self.refusal(issuer)

    def test_unknown_keys_are_looked_for_so_often_and_no_more(self, issuer):
        listed = issuer.listed_key()
        issuer.rotate()
        issuer.listed_key = lambda: listed
        for _ in range(9):
            self.refusal(issuer)
        assert sum(path.endswith("/keys") for path in issuer.asked) == 5

    @pytest.mark.parametrize("algorithm", ["none", "HS256"])
    def test_a_token_that_anybody_could_sign(self, issuer, algorithm):
        secret = None if algorithm == "none" else "what others may know, and longer than 32 bytes"
        headers = {"kid": issuer.key_id}
        issuer.signed = lambda claims: jwt.encode(claims, secret, algorithm, headers=headers)
        assert "isn't valid" in self.refusal(issuer)

    def test_what_is_no_token(self, issuer):
        issuer.signed = lambda claims: "no.token.this"
        assert "isn't valid" in self.refusal(issuer)

    def test_an_answer_to_another_state_and_one_that_was_used(self, issuer):
        client = Client()
        address = issuer.sign_in(client.get(BEGIN).url)
        other = Client()
        assert "Try again" in told(come_back(other, address)), "another browser"
        asked = issuer.authorizations[-1]["state"]
        assert "Try again" in told(come_back(client, address.replace(asked, "x" * 43)))
        assert "Try again" in told(come_back(client, address)), "one wrong answer ends it"
        address = issuer.sign_in(client.get(BEGIN).url)
        come_back(client, address)
        assert is_in(client)
        client.post(reverse("sign-out"))
        assert "Try again" in told(come_back(client, address))
        assert not is_in(client) and not is_in(other)

    def test_an_answer_after_ten_minutes(self, issuer, monkeypatch):
        client = Client()
        address = issuer.sign_in(client.get(BEGIN).url)
        now = flow.time.time()
        monkeypatch.setattr(flow.time, "time", lambda: now + 601)
        assert "too long" in told(come_back(client, address))

    def test_a_code_that_was_given_to_another_browser(self, issuer):
        victim, thief = Client(), Client()
        stolen = parse_qs(urlsplit(issuer.sign_in(victim.get(BEGIN).url)).query)["code"][0]
        own = issuer.sign_in(thief.get(BEGIN).url)
        code = parse_qs(urlsplit(own).query)["code"][0]
        assert "doesn't work" in told(come_back(thief, own.replace(code, stolen))), "PKCE"
        assert not is_in(thief)

    def test_an_answer_of_another_issuer(self, issuer):
        client = Client()
        address = issuer.sign_in(client.get(BEGIN).url)
        assert "Try again" in told(come_back(client, address.replace("acme", "other")))
        assert not is_in(client)

    def test_who_did_not_sign_in_there(self, issuer):
        issuer.refuses = True
        assert "Acme ID didn't sign you in" in self.refusal(issuer)

    @pytest.mark.parametrize(
        "discovered",
        [{"issuer": "https://evil.example"}, {"token_endpoint": None}, {"jwks_uri": "file:///etc/passwd"}],
        ids=str,
    )
    def test_an_issuer_that_says_what_it_may_not(self, issuer, discovered, caplog):
        issuer.discovered = discovered
        assert "doesn't work at the moment" in told(Client().get(BEGIN))
        assert issuer.url in caplog.text and SECRET not in caplog.text

    def test_an_issuer_that_is_away(self, issuer, settings, caplog):
        settings.OIDC_ISSUER = "http://127.0.0.1:9/realms/acme"
        assert "doesn't work at the moment" in told(Client().get(BEGIN))
        assert caplog.records[-1].levelno == logging.WARNING

    def test_an_endpoint_in_the_inner_net_that_is_not_the_issuers(self, issuer, inner_server):
        issuer.discovered = {"token_endpoint": inner_server.url("/token")}
        assert "doesn't work at the moment" in self.refusal(issuer)
        assert not inner_server.requests

    def test_a_wrong_client_secret_is_in_no_log(self, issuer, settings, caplog):
        settings.OIDC_CLIENT_SECRET = "quite another one"
        assert "doesn't work at the moment" in self.refusal(issuer)
        assert "answers 401" in caplog.text and "quite another one" not in caplog.text

    def test_a_network_begins_so_often_and_no_more(self, issuer):
        answers = [told(Client().get(BEGIN)) for _ in range(101)]
        assert answers[:100] == [""] * 100 and "Too many tries" in answers[100]
