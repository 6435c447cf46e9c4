"""`manage.py rotate_encryption_key`: re-encrypts all stored data with the first key."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from conversations.record.rotation import encrypted_models, rotate_model
from conversations.turns.spool.store import reencrypt_spool
from omniforge.files.rotation import reencrypt_files
from omniforge.storage.keys import malformed
from omniforge.tenants.audit_key import rewrap_audit_key

_PASSES = 5


class Command(BaseCommand):
    help = (
        "Re-encrypt everything under the first key of FIELD_ENCRYPTION_KEY. Put the new key first, restart "
        "all processes, run this (again, if it was interrupted), then drop the old keys."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        _refuse_wrong_keys()
        for _ in range(_PASSES):
            rotated, unreadable = self._pass()
            if unreadable:
                raise CommandError(f"{unreadable} rows or files open under no configured key. Add theirs.")
            if not rotated:
                self.stdout.write("Everything is under the first key. The others can be dropped.")
                return
        raise CommandError("Something still writes under an older key: restart all, then repeat this.")

    def _pass(self) -> tuple[int, int]:
        """Rotate everything once. Returns how many values were rotated, and how many no key decrypts."""
        rewrapped, unreadable = rewrap_audit_key()
        in_files, unreadable_files = reencrypt_files()
        rotated = rewrapped + in_files + reencrypt_spool()
        unreadable += unreadable_files
        for model, names in encrypted_models():
            progress = None
            for progress in rotate_model(model, names):
                self.stdout.write(
                    f"{progress.model}: {progress.seen} of {progress.total}, {progress.rotated} rotated"
                )
            if progress:
                rotated += progress.rotated
                unreadable += progress.unreadable
        return rotated, unreadable


def _refuse_wrong_keys() -> None:
    """Raise before anything is written if `serve` would refuse these keys."""
    if places := malformed(settings.FIELD_ENCRYPTION_KEY):
        which = ", ".join(map(str, places))
        raise CommandError(
            f"Key {which} of FIELD_ENCRYPTION_KEY is none as it stands. Write the keys without quotes and "
            "spaces, separated by commas. Nothing was changed."
        )
