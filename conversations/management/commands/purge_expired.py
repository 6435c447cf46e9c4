"""`manage.py purge_expired`: erase conversations whose retention has ended. The worker does it each hour."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from conversations.record.retention import purge_expired


class Command(BaseCommand):
    help = "Erase conversations older than their workspace's retention."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="Only say how many there are.")

    def handle(self, *args: Any, **options: Any) -> None:
        purges = purge_expired(dry_run=options["dry_run"])
        verb = "would be erased" if options["dry_run"] else "erased"
        for purge in purges:
            self.stdout.write(f"{purge.tenant}: {purge.conversations} conversations {verb}")
        if not purges:
            self.stdout.write("Nothing has expired.")
