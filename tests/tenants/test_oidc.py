"""Single sign-on against a provider on loopback: who gets in, as whom, and what is refused."""

import logging
from datetime import datetime
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from omniforge.tenants.invitations import invite
from omniforge.tenants.models import AuditEntry, Membership, Role, User
from omniforge.tenants.oidc import flow
from omniforge.tenants.oidc.models import IssuerAccount
from omniforge.tenants.second_factor.models import Passkey
from tests.clients import browser
from tests.tenants.issuer_server import CLIENT, SECRET, Issuer, running_issuer
from tests.tenants.second_factors import Clock, code_of, give_code, set_up

pytestmark = pytest.mark.django_db
HOME, BEGIN = "/settings/account/", "/sign-in/oidc/"
NEW = {"sub": "nia-1", "email": "Nia@acme.example", "email_verified": True, "name": "Nia"}


@pytest.fixture
def issuer(settings):
    with running_issuer() as running:
        settings.OIDC_ISSUER, settings.OIDC_LABEL = running.url, "Acme ID"
        settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT, SECRET
        yield running


@pytest.fixture
def connected(ann, issuer) -> IssuerAccount:
    """Ann's account at the issuer, which she has connected."""
    return IssuerAccount.objects.create(user_id=ann.user_id, issuer=issuer.url, subject="ann-1")


def there_and_back(client: Client, issuer: Issuer, **query: str):
    """Return the answer to a browser that went to the issuer and came back."""
    return come_back(client, issuer.sign_in(client.get(BEGIN, query).url))


def come_back(client: Client, address: str):
    return client.get(f"{urlsplit(address).path}?{urlsplit(address).query}")


def told(answer) -> str:
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def is_in(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def audited(action: str) -> list[str]:
    return list(AuditEntry.objects.filter(action=action).order_by("pk").values_list("reason", flat=True))


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


class TestNewPeople:
    @pytest.fixture(autouse=True)
    def _nia(self, ann, issuer):
        issuer.claims = dict(NEW)

    def test_who_was_not_invited_gets_no_account(self, issuer):
        client = Client()
        assert "Nobody has invited nia@acme.example" in told(there_and_back(client, issuer))
        assert not is_in(client)
        assert not User.objects.filter(email__startswith="nia").exists()

    def test_who_was_invited_by_address_joins(self, ann, issuer):
        invite(access=ann, role=Role.AUDITOR, email="nia@acme.example")
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)
        nia = User.objects.get(email="nia@acme.example")
        assert (nia.name, nia.has_usable_password(), nia.is_superuser) == ("Nia", False, False)
        assert Membership.objects.get(user=nia).role == Role.AUDITOR
        assert audited("account.issuer_connected") == [issuer.url]
        assert audited("member.joined") == ["auditor"]

    @pytest.mark.parametrize(("subject", "joins"), [(NEW["sub"], True), ("somebody-else", False)])
    def test_an_address_may_stand_in_the_userinfo_of_that_person_alone(self, ann, issuer, subject, joins):
        invite(access=ann, role=Role.MEMBER, email="nia@acme.example")
        issuer.claims, issuer.told = {"sub": NEW["sub"]}, NEW | {"sub": subject}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client) is joins

    def test_who_follows_an_open_invitation_joins(self, ann, issuer):
        token = invite(access=ann, role=Role.MEMBER)[1]
        client = Client()
        page = client.get(reverse("invitation", args=[token])).content.decode()
        assert "Join with Acme ID" in page and f"{BEGIN}?invitation={token}" in page
        there_and_back(client, issuer, invitation=token)
        assert is_in(client)

    def test_an_invitation_for_another_address_lets_nobody_in(self, ann, issuer):
        token = invite(access=ann, role=Role.MEMBER, email="noa@acme.example")[1]
        client = Client()
        assert "for noa@acme.example" in told(there_and_back(client, issuer, invitation=token))
        assert not User.objects.filter(email="nia@acme.example").exists()

    def test_who_has_an_account_comes_to_the_invitation(self, ann, bob, issuer):
        IssuerAccount.objects.create(user_id=bob.user_id, issuer=issuer.url, subject="nia-1")
        token = invite(access=ann, role=Role.MEMBER)[1]
        answer = there_and_back(Client(), issuer, invitation=token)
        assert answer.url == reverse("invitation", args=[token])

    @pytest.mark.parametrize("odd", ["a/b", "../x", "gone", " "])
    def test_what_is_no_invitation_is_told_before_they_go(self, connected, issuer, odd):
        answer = Client().get(BEGIN, {"invitation": odd})
        assert answer.url == reverse("sign-in")
        assert "Ask for a new one" in told(answer)

    @pytest.mark.parametrize("verified", [False, "false", None, "yes", 1.5])
    def test_an_address_that_is_not_verified_counts_for_nothing(self, ann, issuer, verified):
        invite(access=ann, role=Role.MEMBER, email="nia@acme.example")
        issuer.wrong = {"email_verified": verified}
        assert "hasn't verified your email" in told(there_and_back(Client(), issuer))
        assert not User.objects.filter(email="nia@acme.example").exists()

    def test_they_join_the_workspace_that_the_operator_has_set(self, acme, issuer, settings):
        settings.OIDC_WORKSPACE, settings.OIDC_ROLE = "acme", "auditor"
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)
        membership = Membership.objects.get(user__email="nia@acme.example")
        assert (membership.tenant_id, membership.role) == (acme.pk, Role.AUDITOR)
        assert membership.user.is_staff, "an auditor enters the audit"

    def test_a_workspace_that_is_not_there_is_told_the_operator(self, issuer, settings, caplog):
        settings.OIDC_WORKSPACE = "amce"
        assert "isn't set up completely" in told(there_and_back(Client(), issuer))
        assert "OMNIFORGE_OIDC_WORKSPACE=amce" in caplog.text

    def test_only_addresses_of_the_set_domains_get_an_account(self, issuer, settings):
        settings.OIDC_WORKSPACE, settings.OIDC_DOMAINS = "acme", ["ACME.example"]
        for email in ("nia@evil.example", "nia@sub.acme.example", "nia@acme.example.evil.example"):
            issuer.claims = NEW | {"email": email}
            assert "can't be used here" in told(there_and_back(Client(), issuer))
        issuer.claims = dict(NEW)
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_nobody_becomes_the_first_account_of_a_site(self, issuer, settings):
        User.objects.all().delete()
        settings.OIDC_WORKSPACE = "acme"
        assert "Create the first one with a password" in told(there_and_back(Client(), issuer))
        assert not User.objects.exists()


class TestTakingOver:
    """An account that exists is connected by who is signed in to it, and by nobody else."""

    def test_the_same_verified_address_is_not_enough(self, ann, acme, issuer, settings):
        settings.OIDC_WORKSPACE = "acme"
        issuer.claims = {"sub": "mallory", "email": "ANN@acme.example", "email_verified": True}
        client = Client()
        assert "already has an account here" in told(there_and_back(client, issuer))
        assert not is_in(client) and not IssuerAccount.objects.exists()

    def test_nor_is_an_invitation(self, ann, bob, issuer):
        token = invite(access=bob, role=Role.MEMBER, email="ann@acme.example")[1]
        client = Client()
        assert "already has an account here" in told(there_and_back(client, issuer, invitation=token))
        assert not is_in(client)

    def test_who_is_signed_in_connects_theirs(self, ann, issuer):
        client = browser(ann)
        assert f'href="{BEGIN}"' in client.get(HOME).content.decode()
        assert told(there_and_back(client, issuer)) == "Acme ID connected."
        assert "Disconnect" in client.get(HOME).content.decode()
        other = Client()
        there_and_back(other, issuer)
        assert is_in(other)
        assert audited("account.issuer_connected") == [issuer.url]

    def test_not_under_another_address_so_no_page_leads_somebody_to_connect_a_strangers(self, ann, issuer):
        issuer.claims = {"sub": "mallory", "email": "mallory@acme.example", "email_verified": True}
        assert "knows you by another address" in told(there_and_back(browser(ann), issuer))
        issuer.claims = {"sub": "mallory", "email": "ann@acme.example", "email_verified": False}
        assert "hasn't verified" in told(there_and_back(browser(ann), issuer))
        assert not IssuerAccount.objects.exists()

    def test_not_an_account_that_is_somebody_elses_here(self, amy, connected, issuer):
        assert "belongs to somebody else here" in told(there_and_back(browser(amy), issuer))
        assert IssuerAccount.objects.get().user_id == connected.user_id

    def test_a_changed_address_at_the_issuer_changes_nothing(self, ann, amy, connected, issuer):
        issuer.claims = {"sub": "ann-1", "email": "amy@acme.example", "email_verified": True}
        client = Client()
        there_and_back(client, issuer)
        assert "You sign in as ann@acme.example" in client.get(HOME).content.decode()

    def test_the_same_subject_at_another_issuer_is_somebody_else(self, ann, connected, settings, issuer):
        IssuerAccount.objects.update(issuer="https://former.example")
        assert "already has an account here" in told(there_and_back(Client(), issuer))


class TestDisconnecting:
    def disconnect(self, client: Client, account: IssuerAccount):
        return client.post(reverse("disconnect-issuer", args=[account.pk]), follow=True)

    def test_ends_it(self, ann, connected, issuer):
        assert "Disconnected." in self.disconnect(browser(ann), connected).content.decode()
        assert "already has an account" in told(there_and_back(Client(), issuer))
        assert audited("account.issuer_disconnected") == [issuer.url]

    def test_not_ones_only_way_in(self, ann, connected, issuer):
        person = User.objects.get(pk=ann.user_id)
        person.set_unusable_password()
        person.save()
        client = browser(ann)
        assert "Change password" not in client.get(HOME).content.decode()
        assert "Add a passkey first" in self.disconnect(client, connected).content.decode()
        Passkey.objects.create(user=person, name="x", host="x", credential_id="00", credential=b"0")
        assert "Disconnected." in self.disconnect(client, connected).content.decode()

    def test_not_anybody_elses(self, amy, connected, issuer):
        assert self.disconnect(browser(amy), connected).status_code == 404


def test_a_secret_of_the_flow_reaches_no_page(connected, issuer):
    client = Client()
    client.get(BEGIN)
    kept = client.session["oidc"]
    page = client.get(reverse("sign-in")).content.decode()
    assert not any(kept[name] in page for name in ("state", "nonce", "verifier"))
