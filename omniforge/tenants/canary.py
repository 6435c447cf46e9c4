"""The encryption canary: a stored value that shows at start whether the keys are right."""

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from omniforge.storage.encryption import CannotDecrypt
from omniforge.tenants.audit_key import audit_key
from omniforge.tenants.models import EncryptionCanary

_ROW = 1
_SONG = "tweet"


def check_canary() -> None:
    """Store the canary at first start. Later raise ImproperlyConfigured if no configured key decrypts it.

    Without this a site with a lost key would start, accept new messages under another key, and fail only
    when somebody opens an old conversation.
    """
    try:
        with transaction.atomic():
            lock_installation()
        audit_key()
    except CannotDecrypt as error:
        raise ImproperlyConfigured(
            "The database was written under another encryption key. Set FIELD_ENCRYPTION_KEY to the key that "
            "it was written with (several are separated by commas, newest first), or restore var/keys.env."
        ) from error


def touch_canary() -> None:
    """Write to the database without changing anything. Raises DatabaseError if it accepts no writes."""
    EncryptionCanary.objects.filter(pk=_ROW).update(id=_ROW)


def lock_installation() -> EncryptionCanary:
    """Return the single canary row, locked until the end of the transaction."""
    rows = EncryptionCanary.objects.select_for_update()
    return rows.get_or_create(pk=_ROW, defaults={"value": _SONG})[0]
