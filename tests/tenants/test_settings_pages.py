"""The settings pages, driven as a browser drives them, by each role."""

import html
import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from omniforge.background import heartbeat
from omniforge.llm.types import ModelCall, Usage
from omniforge.tenants.access import Access
from omniforge.tenants.invitations import invite
from omniforge.tenants.keys import create_api_key, find_key_holder
from omniforge.tenants.models import ApiKey, Invitation, Membership, Role, Tenant, User
from omniforge.tenants.usage import record_calls
from tests.clients import browser
from tests.factories import PASSWORD, make_member, make_tenant

PAGES = tuple(f"settings{tab}" for tab in ("", "-people", "-keys", "-models", "-usage", "-account"))


def membership_of(access: Access) -> Membership:
    return Membership.objects.get(tenant_id=access.tenant_id, user_id=access.user_id)


def said(answer) -> str:
    """Return what a page says after the redirects, without markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("role", Role)
def test_every_role_opens_every_settings_page(acme, name, role):
    assert browser(make_member(acme, role=role)).get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_settings_pages_require_sign_in(acme, ann, name):
    answer = Client().get(reverse(name))
    assert answer.url == f"{reverse('sign-in')}?next={reverse(name)}"


@pytest.mark.parametrize(("role", "told"), [(Role.OWNER, True), (Role.ADMIN, True), (Role.MEMBER, False)])
def test_only_administrators_are_told_if_no_worker_runs(acme, settings, tmp_path, role, told):
    settings.VAR = tmp_path
    person = browser(make_member(acme, role=role))
    for page in ("settings", "schedules"):
        assert ("Background work isn't running" in said(person.get(reverse(page)))) is told
    (tmp_path / "celery").mkdir()
    heartbeat.beat()
    assert "Background work" not in said(person.get(reverse("settings")))


@pytest.mark.parametrize("name", PAGES)
def test_pages_have_no_inline_script_or_style(ann, name):
    page = browser(ann).get(reverse(name)).content.decode()
    assert not re.search(r"<script(?![^>]+src=)|\son\w+=|\sstyle=|<style", page)


class TestWorkspace:
    values = {
        "name": "Acme Works",
        "retention_days": 45,
        "time_zone": "Europe/Berlin",
        "documents_only": "on",
    }

    def test_admin_changes_name_retention_and_time_zone(self, acme):
        client = browser(make_member(acme, role=Role.ADMIN))
        assert "Saved." in said(client.post(reverse("settings"), self.values, follow=True))
        acme.refresh_from_db()
        assert (acme.name, acme.retention_days, acme.time_zone) == ("Acme Works", 45, "Europe/Berlin")
        assert acme.documents_only

    @pytest.mark.parametrize(
        "wrong", [{"retention_days": 29}, {"retention_days": 3651}, {"time_zone": "Mars"}]
    )
    def test_invalid_setting_is_a_field_error_and_not_saved(self, acme, ann, wrong):
        answer = browser(ann).post(reverse("settings"), self.values | wrong)
        assert set(answer.context["form"].errors) == set(wrong)
        acme.refresh_from_db()
        assert acme.name == "Acme"

    def test_member_sees_settings_but_cannot_change_them(self, acme, ann, amy):
        client = browser(amy)
        assert "In Acme the owner is ann@acme.example." in said(client.get(reverse("settings")))
        assert "Only owners and admins" in said(client.post(reverse("settings"), self.values))
        acme.refresh_from_db()
        assert acme.name == "Acme"


class TestPeople:
    def test_invitation_link_is_shown_once(self, ann):
        client = browser(ann)
        asked = {"email": "nia@acme.example", "role": "member"}
        page = client.post(reverse("settings-people"), asked).content.decode()
        token = re.search(r'value="http://testserver/join/([^/"]+)/"', page).group(1)
        again = client.get(reverse("settings-people")).content.decode()
        assert token not in again and "nia@acme.example" in again
        assert Client().get(reverse("invitation", args=[token])).status_code == 200

    def test_withdrawn_invitation_link_is_not_found(self, ann):
        invitation, token = invite(access=ann, role=Role.MEMBER)
        browser(ann).post(reverse("withdraw-invitation", args=[invitation.pk]))
        assert Client().get(reverse("invitation", args=[token])).status_code == 404

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
    def test_members_and_auditors_cannot_invite(self, acme, ann, role):
        client = browser(make_member(acme, role=role))
        assert "Invite someone" not in said(client.get(reverse("settings-people")))
        client.post(reverse("settings-people"), {"role": "member"})
        assert not Invitation.objects.exists()

    def test_admin_cannot_invite_an_owner(self, acme, ann):
        client = browser(make_member(acme, role=Role.ADMIN))
        assert "Only an owner" in said(client.post(reverse("settings-people"), {"role": "owner"}))
        assert not Invitation.objects.exists()

    def test_owner_changes_a_role(self, ann, amy):
        path = reverse("change-role", args=[membership_of(amy).pk])
        assert "Role changed." in said(browser(ann).post(path, {"role": "auditor"}, follow=True))
        assert membership_of(amy).role == Role.AUDITOR

    def test_last_owner_cannot_step_down_or_leave(self, ann):
        for path in ("change-role", "remove-member"):
            address = reverse(path, args=[membership_of(ann).pk])
            answer = browser(ann).post(address, {"role": "member"}, follow=True)
            assert "Make somebody else an owner first" in said(answer)
        assert membership_of(ann).role == Role.OWNER

    def test_removed_member_loses_access_at_once(self, ann, amy):
        client = browser(amy)
        browser(ann).post(reverse("remove-member", args=[membership_of(amy).pk]))
        assert client.get(reverse("settings")).status_code == 403

    @pytest.mark.parametrize("name", ["change-role", "remove-member"])
    def test_member_of_another_workspace_is_not_found(self, ann, bob, name):
        address = reverse(name, args=[membership_of(bob).pk])
        assert browser(ann).post(address, {"role": "member"}).status_code == 404
        assert membership_of(bob).role == Role.OWNER

    def test_unknown_role_is_not_found(self, ann, amy):
        address = reverse("change-role", args=[membership_of(amy).pk])
        assert browser(ann).post(address, {"role": "emperor"}).status_code == 404

    @pytest.mark.usefixtures("noted_session")
    def test_people_list_has_a_constant_number_of_queries(self, acme, ann):
        client = browser(ann)
        with CaptureQueriesContext(connection) as for_one:
            client.get(reverse("settings-people"))
        for _ in range(20):
            make_member(acme)
        with CaptureQueriesContext(connection) as for_many:
            client.get(reverse("settings-people"))
        assert len(for_many) == len(for_one) <= 8


class TestKeys:
    def test_new_key_is_shown_once_and_works(self, amy):
        client = browser(amy)
        asked = {"name": "sync", "scopes": ["chat", "read"], "days": "30"}
        page = client.post(reverse("settings-keys"), asked).content.decode()
        key = re.search(r'value="(of_[\w-]+)"', page).group(1)
        assert find_key_holder(key).access.user_id == amy.user_id
        assert key not in client.get(reverse("settings-keys")).content.decode()

    def test_key_form_without_a_scope_is_refused_and_keeps_the_name(self, amy):
        page = browser(amy).post(reverse("settings-keys"), {"name": "sync", "days": "30"})
        assert "scopes" in page.context["form"].errors and b'value="sync"' in page.content
        assert not ApiKey.objects.exists()

    def test_member_sees_only_own_keys_and_owner_sees_all(self, ann, amy):
        create_api_key(access=ann, name="of the owner", scopes=["read"])
        create_api_key(access=amy, name="of the member", scopes=["read"])
        of_owner, of_member = (said(browser(who).get(reverse("settings-keys"))) for who in (ann, amy))
        assert "of the member" in of_owner and "of the owner" in of_owner
        assert "of the member" in of_member and "of the owner" not in of_member

    def test_member_cannot_revoke_the_key_of_another(self, ann, amy):
        row, key = create_api_key(access=ann, name="of the owner", scopes=["read"])
        assert browser(amy).post(reverse("revoke-key", args=[row.pk])).status_code == 404
        assert find_key_holder(key)


def test_models_page_shows_server_models_without_their_key(ann, settings):
    settings.MODEL_PROVIDERS = settings.MODEL_PROVIDERS | {
        "openai": {"api_key": "sk-very-secret", "base_url": "https://api.openai.com/v1"}
    }
    settings.MODEL_ROLES = settings.MODEL_ROLES | {"plan": "rules"}
    page = browser(ann).get(reverse("settings-models"))
    assert "Understands messages gpt-4o-mini" in said(page) and "Plans work No model" in said(page)
    assert "You're using this server's models." in html.unescape(said(page))
    assert "sk-very" not in page.content.decode()


def test_usage_page_sums_up_the_month(ann, amy):
    calls = [ModelCall("reply", "openai", "gpt-4o", usage=Usage(1000, 200), cost=Decimal("0.02"))]
    for access in (ann, amy):
        record_calls(access=access, turn_id=None, calls=calls)
    whole, own = (said(browser(access).get(reverse("settings-usage"))) for access in (ann, amy))
    assert "$0.0400" in whole and "2400" in whole and "openai:gpt-4o" in whole
    assert "$0.0200" in own and "Your own" in own


class TestAccount:
    def test_person_changes_their_name(self, amy):
        browser(amy).post(reverse("settings-account"), {"name": "Amy Pond"})
        assert User.objects.get(pk=amy.user_id).name == "Amy Pond"

    def test_password_change_keeps_only_the_current_session(self, amy):
        here, elsewhere = browser(amy), browser(amy)
        changed = {"old_password": PASSWORD, "password": "another long sentence"}
        assert "Password changed." in said(here.post(reverse("settings-password"), changed, follow=True))
        assert here.get(reverse("settings")).status_code == 200
        assert elsewhere.get(reverse("settings")).status_code == 302

    @pytest.mark.parametrize(
        ("field", "wrong"), [("old_password", {"old_password": "no"}), ("password", {"password": "short"})]
    )
    def test_wrong_old_or_weak_new_password_changes_nothing(self, amy, field, wrong):
        asked = {"old_password": PASSWORD, "password": "another long sentence"} | wrong
        answer = browser(amy).post(reverse("settings-password"), asked)
        assert set(answer.context["form"].errors) == {field}
        assert User.objects.get(pk=amy.user_id).check_password(PASSWORD)


class TestSwitch:
    def test_person_switches_to_their_other_workspace(self, ann):
        other = make_tenant("second")
        make_member(other, User.objects.get(pk=ann.user_id))
        client = browser(ann)
        assert "For everyone in Acme" in said(client.get(reverse("settings")))
        assert client.post(reverse("switch-workspace"), {"tenant": other.pk}).url == "/"
        assert "For everyone in Second" in said(client.get(reverse("settings")))

    @pytest.mark.parametrize("tenant", ["globex", "", "not an id"])
    def test_foreign_or_missing_workspace_is_not_found(self, ann, bob, tenant):
        tenant = Tenant.objects.get(slug="globex").pk if tenant == "globex" else tenant
        client = browser(ann)
        assert client.post(reverse("switch-workspace"), {"tenant": tenant}).status_code == 404
        assert "For everyone in Acme" in said(client.get(reverse("settings")))
