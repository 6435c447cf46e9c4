"""A workspace that requires a second factor: whoever has none sets it up first."""

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants.models import AuditEntry, Role, Tenant, User
from tests.clients import browser, program
from tests.factories import make_member, make_tenant
from tests.tenants.second_factors import Clock, code_shown, password_given, set_up

pytestmark = pytest.mark.django_db
SET_UP, HOME = "set-up-second-factor", "/settings/account/"


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


def is_in(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


class TestRequired:
    def require(self, access, client: Client | None = None):
        path, tenant = reverse("settings"), Tenant.objects.get(pk=access.tenant_id)
        fields = ("name", "retention_days", "time_zone")
        given = {field: getattr(tenant, field) for field in fields} | {"requires_second_factor": "on"}
        return (client or browser(access)).post(path, given, follow=True)

    def test_owner_with_a_second_factor_can_require_it(self, ann, clock):
        assert "for yourself first" in self.require(ann).content.decode()
        set_up(ann, clock)
        assert "Saved." in self.require(ann).content.decode()
        assert Tenant.objects.get(pk=ann.tenant_id).requires_second_factor
        assert "tenant.second_factor_set" in actions()

    def test_admin_cannot_require_a_second_factor(self, acme, clock):
        admin = make_member(acme, role=Role.ADMIN)
        set_up(admin, clock)
        self.require(admin)
        assert not Tenant.objects.get(pk=acme.pk).requires_second_factor

    def test_person_without_second_factor_must_set_one_up(self, ann, amy, clock):
        set_up(ann, clock)
        self.require(ann)
        client = password_given(amy)
        assert client.get("/").url == client.get(HOME).url == reverse(SET_UP)
        assert client.get("/api/v1/me/").json()["code"] == "second_factor_needed"
        assert "Acme requires two-factor authentication." in client.get(reverse(SET_UP)).content.decode()
        client.post(reverse(SET_UP), {"code": code_shown(client)})
        assert is_in(client) and client.get("/api/v1/me/").status_code == 200

    def test_only_administrators_see_who_has_no_second_factor(self, ann, amy, clock):
        set_up(ann, clock)
        people = reverse("settings-people")
        page = browser(ann).get(people).content.decode()
        assert page.count("No second factor") == 1
        assert "No second factor" in page[page.index("amy@acme.example") :]
        assert "No second factor" not in browser(amy).get(people).content.decode()

    def test_setup_without_a_password_needs_a_recent_sign_in(self, ann, amy, clock):
        person = User.objects.get(pk=amy.user_id)
        person.set_unusable_password()
        person.save()
        set_up(ann, clock)
        self.require(ann)
        landed = browser(amy).get("/", follow=True)
        assert landed.redirect_chain == [(reverse(SET_UP), 302)]
        assert "Sign in again" in landed.content.decode()

    def test_other_workspaces_and_api_keys_need_no_second_factor(self, ann, amy, clock):
        key = program(amy)
        set_up(ann, clock)
        self.require(ann)
        other = make_tenant("other")
        make_member(other, User.objects.get(pk=amy.user_id))
        client = password_given(amy)
        assert "Go to Other" in client.get(reverse(SET_UP)).content.decode()
        client.post(reverse("switch-workspace"), {"tenant": other.pk})
        assert is_in(client)
        assert key.get("/api/v1/me/").status_code == 200

    def test_overseer_without_second_factor_sees_no_audit(self, ann, acme, clock):
        set_up(ann, clock)
        self.require(ann)
        auditor = make_member(acme, role=Role.AUDITOR)
        User.objects.filter(pk=auditor.user_id).update(is_staff=True)
        client, log = browser(auditor), "/admin/tenants/auditentry/"
        assert "Acme" not in client.get(log).content.decode()
        set_up(auditor, clock)
        assert "Acme" in client.get(log).content.decode()
