"""API keys: made, shown once, kept as a hash, and found again."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.core.cache import cache
from django.utils import timezone

from omniforge.errors import InvalidInput, NotFound, NotSignedIn
from omniforge.tenants.access import Access
from omniforge.tenants.models import ApiKey, Membership, Role, User

SCOPES = frozenset({"chat", "read", "admin"})
_CACHED_SECONDS = 60
_USED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """Who speaks through a key, and until when."""

    access: Access
    email: str
    expires_at: datetime | None


def hash_key(key: str) -> str:
    """Return the hash under which a key is kept. Keys are random, so no salt or stretching is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def create_api_key(
    *,
    access: Access,
    user: User,
    name: str,
    scopes: set[str],
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """Make a key with which a program acts as `user`; returns its row and the key, shown this once.

    Raises InvalidInput for unknown scopes and NotFound where `user` is no member of the tenant.
    """
    if not scopes or scopes - SCOPES:
        raise InvalidInput(f"Scopes are one or more of {', '.join(sorted(SCOPES))}.")
    if not Membership.objects.filter(tenant_id=access.tenant_id, user=user).exists():
        raise NotFound("This person is not a member of the workspace.")
    key = f"of_{secrets.token_urlsafe(32)}"
    row = ApiKey.objects.create(
        tenant_id=access.tenant_id,
        user=user,
        name=name,
        prefix=key[:9],
        key_hash=hash_key(key),
        scopes=sorted(scopes),
        expires_at=expires_at,
    )
    return row, key


def revoke_api_key(*, access: Access, key_id: UUID) -> None:
    """End a key at once. Raises NotFound where the tenant has no such key."""
    row = ApiKey.objects.filter(tenant_id=access.tenant_id, pk=key_id, revoked_at=None).first()
    if row is None:
        raise NotFound()
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    cache.delete(f"key:{row.key_hash}")


def find_key_holder(key: str) -> KeyHolder:
    """Return who speaks through `key`. Raises NotSignedIn where it is unknown, revoked or expired.

    The answer is kept for a minute, so that a busy program costs no query, and a database that is
    away for a moment does not lock it out.
    """
    name = f"key:{hash_key(key)}"
    holder: KeyHolder | None = cache.get(name)
    if holder is None:
        holder = _look_up(hash_key(key))
        cache.set(name, holder, _CACHED_SECONDS)
    if holder.expires_at is not None and holder.expires_at <= timezone.now():
        raise NotSignedIn("This API key has expired. An owner or admin can make a new one.")
    return holder


def _look_up(key_hash: str) -> KeyHolder:
    row = (
        ApiKey.objects.select_related("user")
        .filter(key_hash=key_hash, revoked_at=None, user__is_active=True)
        .first()
    )
    membership = row and Membership.objects.filter(tenant_id=row.tenant_id, user_id=row.user_id).first()
    if row is None or membership is None:
        raise NotSignedIn("This API key is not known here. It may have been revoked.")
    _note_use(row)
    access = Access(row.tenant_id, row.user_id, Role(membership.role), frozenset(row.scopes))
    return KeyHolder(access, row.user.email, row.expires_at)


def _note_use(row: ApiKey) -> None:
    now = timezone.now()
    if row.last_used_at is None or row.last_used_at < now - _USED_EVERY:
        ApiKey.objects.filter(pk=row.pk).update(last_used_at=now)
