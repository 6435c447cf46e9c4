"""Workspaces, members and roles: rules that hold for every caller."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection

from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.storage.workspace_scope import enter_workspace
from omniforge.tenants import services
from omniforge.tenants.models import AuditEntry, Membership, Role, Tenant, User
from tests.factories import make_member, make_user

FIRST = {"workspace": "Larkfield", "name": "Derek", "email": "d@larkfield.example"}


def of(access):
    return Membership.objects.get(tenant_id=access.tenant_id, user_id=access.user_id)


def actions():
    return list(AuditEntry.objects.order_by("created_at").values_list("action", flat=True))


@pytest.mark.django_db
class TestCreateTenant:
    def test_existing_owner_is_used_for_a_second_workspace(self):
        for slug in ("one", "two"):
            services.create_tenant(
                slug=slug, name=slug, owner_email="Ann@Example.org", password="a short sentence"
            )
        assert User.objects.get().memberships.filter(role=Role.OWNER).count() == 2

    def test_only_the_first_owner_is_superuser(self):
        for name in ("ann", "bob"):
            services.create_tenant(
                slug=name, name=name, owner_email=f"{name}@example.org", password="a short sentence"
            )
        assert list(User.objects.order_by("email").values_list("is_superuser", "is_staff")) == [
            (True, True),
            (False, True),
        ]

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"slug": "a b"}, InvalidInput),
            ({"slug": "taken"}, Conflict),
            ({"owner_email": "nobody"}, InvalidInput),
            ({"password": "short"}, InvalidInput),
            ({"password": ""}, InvalidInput),
            ({"password": "eve@example.org"}, InvalidInput),
        ],
    )
    def test_refused_workspace_leaves_nothing_behind(self, wrong, error):
        Tenant.objects.create(slug="taken", name="Taken")
        right = {
            "slug": "new",
            "name": "New",
            "owner_email": "eve@example.org",
            "password": "a short sentence",
        }
        with pytest.raises(error):
            services.create_tenant(**right | wrong)
        assert not User.objects.exists() and Tenant.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_create_one_first_owner():
    def ask(number):
        try:
            services.create_first_owner(
                **FIRST | {"email": f"p{number}@x.example"}, password="a short sentence"
            )
        except Conflict:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(ask, range(4))) == 1
    assert User.objects.count() == Tenant.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_owners_removing_each_other_leave_one_owner(acme, ann):
    other = make_member(acme, role=Role.OWNER)

    def leave(pair):
        who, whom = pair
        enter_workspace(acme.pk)
        try:
            services.remove_member(access=who, membership_id=whom)
        except (Conflict, NotFound):
            return
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(leave, [(ann, of(other).pk), (other, of(ann).pk)]))
    assert Membership.objects.filter(tenant=acme, role=Role.OWNER).count() == 1


@pytest.mark.django_db
class TestRoles:
    @pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
    def test_members_and_auditors_cannot_change_or_remove_others(self, acme, amy, role):
        access = make_member(acme, role=role)
        with pytest.raises(NotAllowed):
            services.change_role(access=access, membership_id=of(amy).pk, role=Role.ADMIN)
        with pytest.raises(NotAllowed):
            services.remove_member(access=access, membership_id=of(amy).pk)

    def test_admin_cannot_make_change_or_remove_an_owner(self, acme, ann, amy):
        admin = make_member(acme, role=Role.ADMIN)
        make_member(acme, role=Role.OWNER)
        for membership, role in ((of(amy), Role.OWNER), (of(ann), Role.MEMBER)):
            with pytest.raises(NotAllowed):
                services.change_role(access=admin, membership_id=membership.pk, role=role)
        with pytest.raises(NotAllowed):
            services.remove_member(access=admin, membership_id=of(ann).pk)

    def test_key_without_scope_admin_cannot_rename_the_workspace(self, ann, amy):
        with pytest.raises(NotAllowed):
            services.rename_tenant(access=replace(ann, scopes=frozenset({"chat"})), name="Mine")

    def test_member_can_leave(self, amy):
        services.remove_member(access=amy, membership_id=of(amy).pk)
        assert not Membership.objects.filter(user_id=amy.user_id).exists()

    def test_audit_access_follows_the_role(self, ann, amy):
        def staff():
            return User.objects.get(pk=amy.user_id).is_staff

        for role, enters in ((Role.AUDITOR, True), (Role.MEMBER, False), (Role.ADMIN, True)):
            services.change_role(access=ann, membership_id=of(amy).pk, role=role)
            assert staff() is enters
        services.remove_member(access=ann, membership_id=of(amy).pk)
        assert not staff()

    def test_changes_are_audited_with_old_and_new_value(self, ann, amy):
        services.change_role(access=ann, membership_id=of(amy).pk, role=Role.ADMIN)
        services.set_retention(access=ann, days=30)
        services.set_retention(access=ann, days=30)  # nothing changes, so nothing is written
        services.remove_member(access=ann, membership_id=of(amy).pk)
        assert actions() == ["member.role_changed", "tenant.retention_set", "member.removed"]
        reasons = [entry.reason for entry in AuditEntry.objects.order_by("created_at")]
        assert reasons == ["member to admin", "90 to 30", "amy@acme.example"]

    def test_refused_change_is_not_audited(self, ann):
        with pytest.raises(Conflict):
            services.remove_member(access=ann, membership_id=of(ann).pk)
        assert actions() == []

    def test_foreign_member_is_answered_like_a_missing_one(self, ann, bob):
        with pytest.raises(NotFound) as foreign:
            services.remove_member(access=ann, membership_id=of(bob).pk)
        with pytest.raises(NotFound) as missing:
            services.remove_member(access=ann, membership_id=make_user().pk)
        assert foreign.value.message == missing.value.message
