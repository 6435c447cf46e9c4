"""Accounts at the issuer: created, connected and disconnected."""

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants.invitations import invite
from omniforge.tenants.models import Membership, Role, User
from omniforge.tenants.oidc.models import IssuerAccount
from omniforge.tenants.second_factor.models import Passkey
from tests.clients import browser
from tests.tenants.oidc.visits import BEGIN, HOME, NEW, audited, is_in, there_and_back, told

pytestmark = pytest.mark.django_db


class TestNewPeople:
    @pytest.fixture(autouse=True)
    def _nia(self, ann, issuer):
        issuer.claims = dict(NEW)

    def test_person_without_an_invitation_gets_no_account(self, issuer):
        client = Client()
        assert "Nobody has invited nia@acme.example" in told(there_and_back(client, issuer))
        assert not is_in(client)
        assert not User.objects.filter(email__startswith="nia").exists()

    def test_person_invited_by_email_joins(self, ann, issuer):
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
    def test_email_from_userinfo_counts_only_for_the_same_subject(self, ann, issuer, subject, joins):
        invite(access=ann, role=Role.MEMBER, email="nia@acme.example")
        issuer.claims, issuer.told = {"sub": NEW["sub"]}, NEW | {"sub": subject}
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client) is joins

    def test_person_with_an_open_invitation_link_joins(self, ann, issuer):
        token = invite(access=ann, role=Role.MEMBER)[1]
        client = Client()
        page = client.get(reverse("invitation", args=[token])).content.decode()
        assert "Join with Acme ID" in page and f"{BEGIN}?invitation={token}" in page
        there_and_back(client, issuer, invitation=token)
        assert is_in(client)

    def test_invitation_for_another_email_is_refused(self, ann, issuer):
        token = invite(access=ann, role=Role.MEMBER, email="noa@acme.example")[1]
        client = Client()
        assert "for noa@acme.example" in told(there_and_back(client, issuer, invitation=token))
        assert not User.objects.filter(email="nia@acme.example").exists()

    def test_person_with_an_account_lands_on_the_invitation(self, ann, bob, issuer):
        IssuerAccount.objects.create(user_id=bob.user_id, issuer=issuer.url, subject="nia-1")
        token = invite(access=ann, role=Role.MEMBER)[1]
        answer = there_and_back(Client(), issuer, invitation=token)
        assert answer.url == reverse("invitation", args=[token])

    @pytest.mark.parametrize("odd", ["a/b", "../x", "gone", " "])
    def test_invalid_invitation_is_refused_before_the_redirect(self, connected, issuer, odd):
        answer = Client().get(BEGIN, {"invitation": odd})
        assert answer.url == reverse("sign-in")
        assert "Ask for a new one" in told(answer)

    @pytest.mark.parametrize("verified", [False, "false", None, "yes", 1.5])
    def test_unverified_email_creates_no_account(self, ann, issuer, verified):
        invite(access=ann, role=Role.MEMBER, email="nia@acme.example")
        issuer.wrong = {"email_verified": verified}
        assert "hasn't verified your email" in told(there_and_back(Client(), issuer))
        assert not User.objects.filter(email="nia@acme.example").exists()

    def test_new_person_joins_the_configured_workspace(self, acme, issuer, settings):
        settings.OIDC_WORKSPACE, settings.OIDC_ROLE = "acme", "auditor"
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)
        membership = Membership.objects.get(user__email="nia@acme.example")
        assert (membership.tenant_id, membership.role) == (acme.pk, Role.AUDITOR)
        assert membership.user.is_staff, "an auditor enters the audit"

    def test_missing_configured_workspace_is_logged(self, issuer, settings, caplog):
        settings.OIDC_WORKSPACE = "amce"
        assert "isn't set up completely" in told(there_and_back(Client(), issuer))
        assert "OMNIFORGE_OIDC_WORKSPACE=amce" in caplog.text

    def test_email_outside_the_configured_domains_is_refused(self, issuer, settings):
        settings.OIDC_WORKSPACE, settings.OIDC_DOMAINS = "acme", ["ACME.example"]
        for email in ("nia@evil.example", "nia@sub.acme.example", "nia@acme.example.evil.example"):
            issuer.claims = NEW | {"email": email}
            assert "can't be used here" in told(there_and_back(Client(), issuer))
        issuer.claims = dict(NEW)
        client = Client()
        there_and_back(client, issuer)
        assert is_in(client)

    def test_sso_cannot_create_the_first_account(self, issuer, settings):
        User.objects.all().delete()
        settings.OIDC_WORKSPACE = "acme"
        assert "Create the first one with a password" in told(there_and_back(Client(), issuer))
        assert not User.objects.exists()


class TestTakingOver:
    """An existing account can be connected only while signed in to it."""

    def test_same_verified_email_does_not_open_an_account(self, ann, acme, issuer, settings):
        settings.OIDC_WORKSPACE = "acme"
        issuer.claims = {"sub": "mallory", "email": "ANN@acme.example", "email_verified": True}
        client = Client()
        assert "already has an account here" in told(there_and_back(client, issuer))
        assert not is_in(client) and not IssuerAccount.objects.exists()

    def test_invitation_does_not_open_an_existing_account(self, ann, bob, issuer):
        token = invite(access=bob, role=Role.MEMBER, email="ann@acme.example")[1]
        client = Client()
        assert "already has an account here" in told(there_and_back(client, issuer, invitation=token))
        assert not is_in(client)

    def test_signed_in_person_connects_their_issuer_account(self, ann, issuer):
        client = browser(ann)
        assert f'href="{BEGIN}"' in client.get(HOME).content.decode()
        assert told(there_and_back(client, issuer)) == "Acme ID connected."
        assert "Disconnect" in client.get(HOME).content.decode()
        other = Client()
        there_and_back(other, issuer)
        assert is_in(other)
        assert audited("account.issuer_connected") == [issuer.url]

    def test_issuer_account_with_another_email_is_not_connected(self, ann, issuer):
        issuer.claims = {"sub": "mallory", "email": "mallory@acme.example", "email_verified": True}
        assert "knows you by another address" in told(there_and_back(browser(ann), issuer))
        issuer.claims = {"sub": "mallory", "email": "ann@acme.example", "email_verified": False}
        assert "hasn't verified" in told(there_and_back(browser(ann), issuer))
        assert not IssuerAccount.objects.exists()

    def test_issuer_account_of_another_person_is_not_connected(self, amy, connected, issuer):
        assert "belongs to somebody else here" in told(there_and_back(browser(amy), issuer))
        assert IssuerAccount.objects.get().user_id == connected.user_id

    def test_email_changed_at_the_issuer_keeps_the_account(self, ann, amy, connected, issuer):
        issuer.claims = {"sub": "ann-1", "email": "amy@acme.example", "email_verified": True}
        client = Client()
        there_and_back(client, issuer)
        assert "You sign in as ann@acme.example" in client.get(HOME).content.decode()

    def test_same_subject_at_another_issuer_is_refused(self, ann, connected, settings, issuer):
        IssuerAccount.objects.update(issuer="https://former.example")
        assert "already has an account here" in told(there_and_back(Client(), issuer))


class TestDisconnecting:
    def disconnect(self, client: Client, account: IssuerAccount):
        return client.post(reverse("disconnect-issuer", args=[account.pk]), follow=True)

    def test_disconnected_issuer_account_cannot_sign_in(self, ann, connected, issuer):
        assert "Disconnected." in self.disconnect(browser(ann), connected).content.decode()
        assert "already has an account" in told(there_and_back(Client(), issuer))
        assert audited("account.issuer_disconnected") == [issuer.url]

    def test_only_sign_in_method_cannot_be_disconnected(self, ann, connected, issuer):
        person = User.objects.get(pk=ann.user_id)
        person.set_unusable_password()
        person.save()
        client = browser(ann)
        assert "Change password" not in client.get(HOME).content.decode()
        assert "Add a passkey first" in self.disconnect(client, connected).content.decode()
        Passkey.objects.create(user=person, name="x", host="x", credential_id="00", credential=b"0")
        assert "Disconnected." in self.disconnect(client, connected).content.decode()

    def test_issuer_account_of_another_person_is_not_found(self, amy, connected, issuer):
        assert self.disconnect(browser(amy), connected).status_code == 404
