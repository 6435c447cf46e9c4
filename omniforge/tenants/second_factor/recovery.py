"""Recovery codes: ten at a time, each replaces a lost app or passkey once."""

import secrets

from django.db.models import QuerySet
from django.utils import timezone

from omniforge.tenants.keys import hash_key
from omniforge.tenants.models import User
from omniforge.tenants.second_factor.models import RecoveryCode

HOW_MANY = 10
LENGTH = 16  # characters of 32: 80 bits, unguessable, so a plain hash is enough
_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"  # no look-alikes


def replace_codes(person: User) -> list[str]:
    """Create ten new codes, returned only this once. Earlier ones become invalid."""
    codes = ["".join(secrets.choice(_SIGNS) for _ in range(LENGTH)) for _ in range(HOW_MANY)]
    RecoveryCode.objects.filter(user=person).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=person, code_hash=hash_key(code)) for code in codes)
    return [_in_groups(code) for code in codes]


def use_code(person: User, code: str) -> bool:
    """Return whether `code` is one of theirs, and use it up."""
    found = unused_codes(person).filter(code_hash=hash_key(code))
    return bool(found.update(used_at=timezone.now()))


def unused_codes(person: User) -> QuerySet[RecoveryCode]:
    """Return a person's unused codes."""
    return RecoveryCode.objects.filter(user=person, used_at=None)


def _in_groups(code: str) -> str:
    return "-".join(code[at : at + 4] for at in range(0, LENGTH, 4))
