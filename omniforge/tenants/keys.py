"""API keys: created, shown once, stored as a hash, and looked up."""

import hashlib
import logging
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.core.cache import cache
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from omniforge.errors import InvalidInput, NotAllowed, NotFound, NotSignedIn
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.models import ApiKey, Membership, Role, User

logger = logging.getLogger(__name__)
SCOPES = frozenset({"chat", "read", "admin"})
_CACHED_SECONDS = 60
_REVOKED = "revoked"
_UNKNOWN = "This API key is not known here. It may have been revoked."
_USED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """The person behind a key, and its expiry."""

    access: Access
    email: str
    expires_at: datetime | None


def hash_key(key: str) -> str:
    """Return the stored hash of a key. Keys are random, so no salt or stretching is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


@transaction.atomic
def create_api_key(
    *, access: Access, name: str, scopes: Collection[str], days: int | None = None
) -> tuple[ApiKey, str]:
    """Create a key for a program that acts as the person of `access`. Returns its row and the key itself.

    It is valid for `days`, else until it is revoked, and no longer than the key that creates it.
    Raises InvalidInput for unknown scopes and less than a day, and NotAllowed for scopes beyond those of the
    creating key.
    """
    _check_scopes(access, scopes)
    if days is not None and days < 1:
        raise InvalidInput.of(
            "days", "A key is valid for one day at least; without days, until it is revoked."
        )
    key = f"of_{secrets.token_urlsafe(32)}"
    row = ApiKey.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        name=name,
        prefix=key[:9],
        key_hash=hash_key(key),
        scopes=sorted(set(scopes)),
        expires_at=_end_of(access, days),
    )
    audit.record(access=access, action="key.created", target=row, reason=f"{name}: {', '.join(row.scopes)}")
    return row, key


def _end_of(access: Access, days: int | None) -> datetime | None:
    asked = timezone.now() + timedelta(days=days) if days is not None else None
    return min(filter(None, (asked, access.until)), default=None)


def _check_scopes(access: Access, scopes: Collection[str]) -> None:
    if not scopes or set(scopes) - SCOPES:
        wrong = f"Scopes are one or more of {', '.join(sorted(SCOPES))}."
        raise InvalidInput.of("scopes", wrong)
    if not all(access.has_scope(scope) for scope in scopes):
        raise NotAllowed(gettext("A key cannot make a key that may do more than itself."))


def list_api_keys(access: Access) -> QuerySet[ApiKey]:
    """Return the keys that are not revoked: a member's own, for administrators all of the workspace's."""
    keys = ApiKey.objects.filter(tenant_id=access.tenant_id, revoked_at=None).select_related("user")
    return (keys if access.is_administrator else keys.filter(user_id=access.user_id)).order_by("-created_at")


@transaction.atomic
def revoke_api_key(*, access: Access, key_id: UUID) -> None:
    """Revoke a key immediately. Raises NotFound if `access` can't see it."""
    row = list_api_keys(access).filter(pk=key_id).first()
    if row is None:
        raise NotFound()
    _revoke([row], by=access.user_id)


def revoke_keys_of(*, access: Access, user_id: UUID) -> None:
    """Revoke all of a person's keys in the tenant of `access`."""
    of_tenant = ApiKey.objects.filter(tenant_id=access.tenant_id, user_id=user_id, revoked_at=None)
    _revoke(list(of_tenant), by=access.user_id)


@across_workspaces()
@transaction.atomic
def revoke_all_keys_of(person: User) -> None:
    """Revoke all of a person's keys in all workspaces."""
    _revoke(list(ApiKey.objects.filter(user=person, revoked_at=None)), by=person.pk)


def _revoke(rows: list[ApiKey], *, by: UUID) -> None:
    for row in rows:
        access = Access(row.tenant_id, by, Role.MEMBER)  # the audit records who, not with which rights
        audit.record(access=access, action="key.revoked", target=row, reason=row.name)
    ApiKey.objects.filter(pk__in=[row.pk for row in rows]).update(revoked_at=timezone.now())
    # A marker, not a deletion: a concurrent lookup that just read the row must not cache it again.
    cache.set_many({f"key:{row.key_hash}": _REVOKED for row in rows}, _CACHED_SECONDS)


def forget_keys_of(*, tenant_id: UUID, user_id: UUID) -> None:
    """Drop this person's keys from the cache, after a change of their role."""
    hashes = ApiKey.objects.filter(tenant_id=tenant_id, user_id=user_id).values_list("key_hash", flat=True)
    cache.delete_many([f"key:{key_hash}" for key_hash in hashes])


def find_key_holder(key: str) -> KeyHolder:
    """Return the person behind `key`. Raises NotSignedIn if it is unknown, revoked or expired.

    The result is cached for a minute, so a busy program costs no query, and a short outage of the
    database does not lock it out.
    """
    name = f"key:{hash_key(key)}"
    holder: KeyHolder | str | None = cache.get(name)
    if holder is None:
        holder = _look_up(hash_key(key))
        cache.add(name, holder, _CACHED_SECONDS)
    if not isinstance(holder, KeyHolder):
        raise NotSignedIn(_UNKNOWN)
    if holder.expires_at is not None and holder.expires_at <= timezone.now():
        raise NotSignedIn(gettext("This API key has expired. An owner or admin can make a new one."))
    return holder


@across_workspaces()
def _look_up(key_hash: str) -> KeyHolder:
    valid = ApiKey.objects.filter(key_hash=key_hash, revoked_at=None, user__is_active=True)
    row = valid.select_related("user").first()
    if row is None:
        raise NotSignedIn(_UNKNOWN)
    membership = Membership.objects.filter(tenant_id=row.tenant_id, user_id=row.user_id).first()
    if membership is None:
        raise NotSignedIn(_UNKNOWN)
    _note_use(row)
    access = Access(row.tenant_id, row.user_id, Role(membership.role), frozenset(row.scopes), row.expires_at)
    return KeyHolder(access, row.user.email, row.expires_at)


def _note_use(row: ApiKey) -> None:
    now = timezone.now()
    if row.last_used_at is None or row.last_used_at < now - _USED_EVERY:
        try:
            ApiKey.objects.filter(pk=row.pk).update(last_used_at=now)
        except OperationalError as error:  # locked or full: don't lock anybody out
            logger.warning("the use of a key is not noted: %s", error)
