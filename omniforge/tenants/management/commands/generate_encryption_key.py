"""manage.py generate_encryption_key: a new value for FIELD_ENCRYPTION_KEY."""

from typing import Any

from cryptography.fernet import Fernet
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Prints a new key for FIELD_ENCRYPTION_KEY. Put it before the old ones, then rotate."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(Fernet.generate_key().decode())
