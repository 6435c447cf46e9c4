"""`manage.py serve`: pages, API, sockets and the turn loop in one process."""

import os
import socket
from functools import partial
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from omniforge.llm import Models
from omniforge.management.pending_migrations import has_pending_migrations
from omniforge.management.service_manager import notify_ready
from omniforge.storage.row_security.setup import find_missing
from omniforge.storage.workspace_scope import enter_workspace
from omniforge.tenants.canary import check_canary
from omniforge.web.static_collection import is_collected


class Command(BaseCommand):
    """Serve until SIGINT or SIGTERM. Refuses to start, in one line, if the site could not work.

    The exit code is EX_CONFIG if a restart would not help.
    """

    help = "Serve the site: pages, API and sockets."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", 8000)))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        _refuse_what_cannot_work()
        enter_workspace(None)
        with _bound(host, port) as bound:
            from omniforge.asgi import application  # imports the whole site, so after the checks
            from omniforge.management.server import SiteServer

            SiteServer(application, partial(self._tell_ready, f"http://{host}:{port}")).run([bound])

    def _tell_ready(self, url: str) -> None:
        self.stdout.write(f"OmniForge is ready at {url}")
        notify_ready()


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address. Raises CommandError if it's in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With an explicit protocol number asyncio recognises the socket as TCP, and disables Nagle.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise _refusal(f"Port {port} of {host} cannot be had. Choose another one: PORT={port + 1}") from error
    return bound


def _refuse_what_cannot_work() -> None:
    """Raise CommandError if database, keys or models are misconfigured."""
    try:
        if has_pending_migrations():
            raise _refusal("The database is not up to date. Run: python manage.py prepare")
        if not is_collected():
            raise _refusal("The static files were never collected. Run: python manage.py prepare")
        if missing := find_missing():
            raise _refusal(f"OMNIFORGE_ROW_SECURITY does not hold. {missing} Run: python manage.py prepare")
        check_canary()
        Models.from_settings()
    except OperationalError as error:
        raise CommandError(f"The database does not answer, see DATABASE_URL: {error}") from error
    except ImproperlyConfigured as error:
        raise _refusal(str(error)) from error


def _refusal(reason: str) -> CommandError:
    """Return the error for a refusal that a person has to fix."""
    return CommandError(reason, returncode=os.EX_CONFIG)
