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


def test_only_a_hash_is_stored(ann):
    row, key = make(ann)
    stored = str(ApiKey.objects.filter(pk=row.pk).values().get())
    assert key not in stored and key[9:] not in stored
    assert key not in "".join(entry.reason for entry in AuditEntry.objects.all())


def test_a_key_speaks_for_the_person_with_its_scopes_alone(amy):
    access = find_key_holder(make(amy, "read")[1]).access
    assert (access.tenant_id, access.user_id, access.role) == (amy.tenant_id, amy.user_id, Role.MEMBER)
    assert access.has_scope("read") and not access.has_scope("chat")


@pytest.mark.parametrize("days", [None, 400])
def test_a_key_that_a_key_makes_does_not_outlive_it(ann, days):
    row, key = create_api_key(access=ann, name="short", scopes={"read"}, days=90)
    made, _ = create_api_key(access=find_key_holder(key).access, name="long", scopes={"read"}, days=days)
    assert made.expires_at == row.expires_at


@pytest.mark.parametrize("wrong", ["", "of_", "of_unknown", "ö" * 40])
def test_an_unknown_key_opens_nothing(ann, wrong):
    with pytest.raises(NotSignedIn):
        find_key_holder(wrong)


def test_a_revoked_key_ends_at_once_though_it_was_just_used(ann):
    row, key = make(ann)
    find_key_holder(key)
    revoke_api_key(access=ann, key_id=row.pk)
    with pytest.raises(NotSignedIn, match="revoked"):
        find_key_holder(key)


def test_an_expired_key_ends_though_it_was_just_used(ann, monkeypatch):
    _, key = make(ann, days=1)
    ends = find_key_holder(key).expires_at
    monkeypatch.setattr("omniforge.tenants.keys.timezone.now", lambda: ends)
    with pytest.raises(NotSignedIn, match="expired"):
        find_key_holder(key)


def test_who_leaves_takes_their_keys_along(ann, amy):
    _, key = make(amy)
    find_key_holder(key)
    membership = Membership.objects.get(user_id=amy.user_id)
    services.remove_member(access=ann, membership_id=membership.pk)
    with pytest.raises(NotSignedIn):
        find_key_holder(key)


def test_another_role_reaches_a_key_at_once(ann, amy):
    _, key = make(amy)
    find_key_holder(key)
    membership = Membership.objects.get(user_id=amy.user_id)
    services.change_role(access=ann, membership_id=membership.pk, role=Role.AUDITOR)
    assert find_key_holder(key).access.role == Role.AUDITOR


def test_a_person_who_is_inactive_has_no_keys(amy):
    _, key = make(amy)
    User.objects.filter(pk=amy.user_id).update(is_active=False)
    with pytest.raises(NotSignedIn):
        find_key_holder(key)


def test_use_is_noted_and_a_busy_program_costs_no_query(ann):
    row, key = make(ann)
    find_key_holder(key)
    assert timezone.now() - ApiKey.objects.get(pk=row.pk).last_used_at < timedelta(minutes=1)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(20):
            find_key_holder(key)
    assert len(queries) == 0


@pytest.mark.parametrize("scopes", [{"root"}, {"chat", "root"}])
def test_an_unknown_scope_is_refused(ann, scopes):
    with pytest.raises(InvalidInput, match="admin, chat, read"):
        make(ann, *scopes)


def test_a_key_makes_no_key_that_may_do_more_than_itself(ann):
    with pytest.raises(NotAllowed):
        make(replace(ann, scopes=frozenset({"admin"})), "admin", "chat")


def test_a_foreign_key_looks_missing(ann, bob):
    row, _ = make(bob)
    with pytest.raises(NotFound):
        revoke_api_key(access=ann, key_id=row.pk)


def test_making_and_ending_are_audited(ann):
    row, _ = make(ann)
    revoke_api_key(access=ann, key_id=row.pk)
    entries = AuditEntry.objects.order_by("created_at").values_list("action", "target_id")
    assert list(entries) == [("key.created", str(row.pk)), ("key.revoked", str(row.pk))]


def test_nothing_is_made_or_ended_that_cannot_be_audited(ann, monkeypatch):
    row, key = make(ann)
    monkeypatch.setattr(AuditEntry, "save", Mock(side_effect=DatabaseError))
    with pytest.raises(DatabaseError):
        make(ann)
    with pytest.raises(DatabaseError):
        revoke_api_key(access=ann, key_id=row.pk)
    assert [found.pk for found in ApiKey.objects.filter(revoked_at=None)] == [row.pk]
    assert find_key_holder(key).email == "ann@acme.example"
