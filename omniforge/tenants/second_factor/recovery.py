"""Recovery codes: ten at a time, each of which stands in for a lost app or passkey once."""

import secrets

from django.db.models import QuerySet
from django.utils import timezone

from omniforge.tenants.keys import hash_key
from omniforge.tenants.models import User
from omniforge.tenants.second_factor.models import RecoveryCode

HOW_MANY = 10
LENGTH = 16  # characters of 32: 80 bits, which nobody guesses, so a plain hash is enough
_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another


def replace_codes(person: User) -> list[str]:
    """Give a person ten new codes, which is the only time they are seen; earlier ones are void."""
    codes = ["".join(secrets.choice(_SIGNS) for _ in range(LENGTH)) for _ in range(HOW_MANY)]
    RecoveryCode.objects.filter(user=person).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=person, code_hash=hash_key(code)) for code in codes)
    return [_in_groups(code) for code in codes]


def use_code(person: User, code: str) -> bool:
    """Return whether `code` is one of theirs; it is none from then on."""
    found = unused_codes(person).filter(code_hash=hash_key(code))
    return bool(found.update(used_at=timezone.now()))


def unused_codes(person: User) -> QuerySet[RecoveryCode]:
    """Return the codes that a person has left."""
    return RecoveryCode.objects.filter(user=person, used_at=None)


def _in_groups(code: str) -> str:
    return "-".join(code[at : at + 4] for at in range(0, LENGTH, 4))
