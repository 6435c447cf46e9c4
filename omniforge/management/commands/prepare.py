"""`manage.py prepare`: everything that a start needs, in one process."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from omniforge.llm.tokens.table import load_table
from omniforge.management.pending_migrations import has_pending_migrations
from omniforge.storage.private_files import tighten
from omniforge.storage.row_security.setup import SetupFailed, install_policies
from omniforge.tenants.connected.discovery import discover_on_loopback
from omniforge.web.static_collection import collect_static


class Command(BaseCommand):
    """Create the keys (in the settings) and the token table, migrate the database, collect the
    static files, and tighten file permissions that an earlier version left open.

    It is idempotent, so it may run before every start.
    """

    help = "Bring the database and the static files up to date."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if has_pending_migrations():
            self.stdout.write("Bringing the database up to date ...")
            _take_the_time_it_needs()
            call_command("migrate", verbosity=0, interactive=False)
        for done in _install_row_security():
            self.stdout.write(done)
        load_table()
        collect_static()
        tighten(settings.VAR, public=settings.STATIC_ROOT)
        if settings.LOCAL_MODELS and not (settings.PRODUCTION or settings.LOCK_MODELS):
            for server in discover_on_loopback():
                self.stdout.write(f"Found {server}. Connect it in Settings > Models.")


def _install_row_security() -> list[str]:
    try:
        return install_policies() if settings.ROW_SECURITY else []
    except SetupFailed as error:
        raise CommandError(str(error)) from error


def _take_the_time_it_needs() -> None:
    """Lift the statement timeout: indexing a large table takes longer than it allows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
