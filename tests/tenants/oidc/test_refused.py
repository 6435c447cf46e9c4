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
    def test_token_with_wrong_claims_is_refused(self, issuer, wrong):
        issuer.wrong = wrong
        assert self.refusal(issuer) == "That sign-in isn't valid. Try again."

    def test_token_with_several_audiences_and_own_azp_is_accepted(self, issuer):
        issuer.wrong = {"aud": [CLIENT, "another client"], "azp": CLIENT}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_token_signed_by_another_key_is_refused(self, issuer):
        listed = issuer.listed_key()
        issuer.rotate()
        issuer.key_id, issuer.listed_key = listed["kid"], lambda: listed
        assert "isn't valid" in self.refusal(issuer)

    def test_token_with_an_unlisted_key_is_refused(self, issuer):
        listed = issuer.listed_key()
        issuer.rotate()
        issuer.listed_key = lambda: listed
        assert "doesn't work at the moment" in self.refusal(issuer)

    def test_lookups_of_unknown_signing_keys_are_limited(self, issuer):
        listed = issuer.listed_key()
        issuer.rotate()
        issuer.listed_key = lambda: listed
        for _ in range(9):
            self.refusal(issuer)
        assert sum(path.endswith("/keys") for path in issuer.asked) == 5

    @pytest.mark.parametrize("algorithm", ["none", "HS256"])
    def test_token_with_algorithm_none_or_hs256_is_refused(self, issuer, algorithm):
        secret = None if algorithm == "none" else "what others may know, and longer than 32 bytes"
        headers = {"kid": issuer.key_id}
        issuer.signed = lambda claims: jwt.encode(claims, secret, algorithm, headers=headers)
        assert "isn't valid" in self.refusal(issuer)

    def test_malformed_token_is_refused(self, issuer):
        issuer.signed = lambda claims: "no.token.this"
        assert "isn't valid" in self.refusal(issuer)

    def test_callback_with_a_wrong_or_used_state_is_refused(self, issuer):
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

    def test_callback_after_ten_minutes_is_refused(self, issuer, monkeypatch):
        client = Client()
        address = issuer.sign_in(client.get(BEGIN).url)
        now = flow.time.time()
        monkeypatch.setattr(flow.time, "time", lambda: now + 601)
        assert "too long" in told(come_back(client, address))

    def test_code_of_another_browser_is_refused(self, issuer):
        victim, thief = Client(), Client()
        stolen = parse_qs(urlsplit(issuer.sign_in(victim.get(BEGIN).url)).query)["code"][0]
        own = issuer.sign_in(thief.get(BEGIN).url)
        code = parse_qs(urlsplit(own).query)["code"][0]
        assert "doesn't work" in told(come_back(thief, own.replace(code, stolen))), "PKCE"
        assert not is_in(thief)

    def test_callback_from_another_issuer_is_refused(self, issuer):
        client = Client()
        address = issuer.sign_in(client.get(BEGIN).url)
        assert "Try again" in told(come_back(client, address.replace("acme", "other")))
        assert not is_in(client)

    def test_refusal_by_the_issuer_is_shown(self, issuer):
        issuer.refuses = True
        assert "Acme ID didn't sign you in" in self.refusal(issuer)

    @pytest.mark.parametrize(
        "discovered",
        [{"issuer": "https://evil.example"}, {"token_endpoint": None}, {"jwks_uri": "file:///etc/passwd"}],
        ids=str,
    )
    def test_invalid_discovery_document_is_refused_and_logged(self, issuer, discovered, caplog):
        issuer.discovered = discovered
        assert "doesn't work at the moment" in told(Client().get(BEGIN))
        assert issuer.url in caplog.text and SECRET not in caplog.text

    def test_unreachable_issuer_is_told_and_logged(self, issuer, settings, caplog):
        settings.OIDC_ISSUER = "http://127.0.0.1:9/realms/acme"
        assert "doesn't work at the moment" in told(Client().get(BEGIN))
        assert caplog.records[-1].levelno == logging.WARNING

    def test_private_endpoint_off_the_issuer_is_not_requested(self, issuer, inner_server):
        issuer.discovered = {"token_endpoint": inner_server.url("/token")}
        assert "doesn't work at the moment" in self.refusal(issuer)
        assert not inner_server.requests

    def test_wrong_client_secret_is_not_logged(self, issuer, settings, caplog):
        settings.OIDC_CLIENT_SECRET = "quite another one"
        assert "doesn't work at the moment" in self.refusal(issuer)
        assert "answers 401" in caplog.text and "quite another one" not in caplog.text

    def test_sign_in_starts_from_one_network_are_limited(self, issuer):
        answers = [told(Client().get(BEGIN)) for _ in range(101)]
        assert answers[:100] == [""] * 100 and "Too many tries" in answers[100]
