"""API keys: stored as a hash, looked up, revoked at once."""

from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from omniforge.errors import InvalidInput, NotAllowed, NotFound, NotSignedIn
from omniforge.tenants import services
from omniforge.tenants.keys import create_api_key, find_key_holder, revoke_api_key
from omniforge.tenants.models import ApiKey, AuditEntry, Membership, Role, User

pytestmark = pytest.mark.django_db


def make(access, *scopes, days=None):
    return create_api_key(access=access, name="sync", scopes=scopes or ("chat", "read"), days=days)


def test_only_the_hash_of_a_key_is_stored(ann):
    row, key = make(ann)
    stored = str(ApiKey.objects.filter(pk=row.pk).values().get())
    assert key not in stored and key[9:] not in stored
    assert key not in "".join(entry.reason for entry in AuditEntry.objects.all())


def test_key_acts_for_its_person_with_only_its_scopes(amy):
    access = find_key_holder(make(amy, "read")[1]).access
    assert (access.tenant_id, access.user_id, access.role) == (amy.tenant_id, amy.user_id, Role.MEMBER)
    assert access.has_scope("read") and not access.has_scope("chat")


@pytest.mark.parametrize("days", [None, 400])
def test_key_made_by_a_key_expires_with_it(ann, days):
    row, key = create_api_key(access=ann, name="short", scopes={"read"}, days=90)
    made, _ = create_api_key(access=find_key_holder(key).access, name="long", scopes={"read"}, days=days)
    assert made.expires_at == row.expires_at


@pytest.mark.parametrize("wrong", ["", "of_", "of_unknown", "ö" * 40])
def test_unknown_key_is_refused(ann, wrong):
    with pytest.raises(NotSignedIn):
        find_key_holder(wrong)


def test_revoked_key_is_refused_though_cached(ann):
    row, key = make(ann)
    find_key_holder(key)
    revoke_api_key(access=ann, key_id=row.pk)
    with pytest.raises(NotSignedIn, match="revoked"):
        find_key_holder(key)


def test_expired_key_is_refused_though_cached(ann, monkeypatch):
    _, key = make(ann, days=1)
    ends = find_key_holder(key).expires_at
    monkeypatch.setattr("omniforge.tenants.keys.timezone.now", lambda: ends)
    with pytest.raises(NotSignedIn, match="expired"):
        find_key_holder(key)


def test_key_of_a_removed_member_is_refused(ann, amy):
    _, key = make(amy)
    find_key_holder(key)
    membership = Membership.objects.get(user_id=amy.user_id)
    services.remove_member(access=ann, membership_id=membership.pk)
    with pytest.raises(NotSignedIn):
        find_key_holder(key)


def test_role_change_applies_to_a_cached_key(ann, amy):
    _, key = make(amy)
    find_key_holder(key)
    membership = Membership.objects.get(user_id=amy.user_id)
    services.change_role(access=ann, membership_id=membership.pk, role=Role.AUDITOR)
    assert find_key_holder(key).access.role == Role.AUDITOR


def test_key_of_an_inactive_person_is_refused(amy):
    _, key = make(amy)
    User.objects.filter(pk=amy.user_id).update(is_active=False)
    with pytest.raises(NotSignedIn):
        find_key_holder(key)


def test_key_use_is_stored_and_repeated_use_takes_no_query(ann):
    row, key = make(ann)
    find_key_holder(key)
    assert timezone.now() - ApiKey.objects.get(pk=row.pk).last_used_at < timedelta(minutes=1)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(20):
            find_key_holder(key)
    assert len(queries) == 0


@pytest.mark.parametrize("scopes", [{"root"}, {"chat", "root"}])
def test_unknown_scope_is_refused(ann, scopes):
    with pytest.raises(InvalidInput, match="admin, chat, read"):
        make(ann, *scopes)


def test_key_cannot_create_a_key_with_more_scopes(ann):
    with pytest.raises(NotAllowed):
        make(replace(ann, scopes=frozenset({"admin"})), "admin", "chat")


def test_foreign_key_is_not_found(ann, bob):
    row, _ = make(bob)
    with pytest.raises(NotFound):
        revoke_api_key(access=ann, key_id=row.pk)


def test_key_creation_and_revocation_are_audited(ann):
    row, _ = make(ann)
    revoke_api_key(access=ann, key_id=row.pk)
    entries = AuditEntry.objects.order_by("created_at").values_list("action", "target_id")
    assert list(entries) == [("key.created", str(row.pk)), ("key.revoked", str(row.pk))]


def test_key_changes_are_undone_if_the_audit_fails(ann, monkeypatch):
    row, key = make(ann)
    monkeypatch.setattr(AuditEntry, "save", Mock(side_effect=DatabaseError))
    with pytest.raises(DatabaseError):
        make(ann)
    with pytest.raises(DatabaseError):
        revoke_api_key(access=ann, key_id=row.pk)
    assert [found.pk for found in ApiKey.objects.filter(revoked_at=None)] == [row.pk]
    assert find_key_holder(key).email == "ann@acme.example"
