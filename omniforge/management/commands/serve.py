"""`manage.py serve`: the whole site in one process: pages, API, sockets, and the loop that runs turns."""

import os
import socket
from functools import partial
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from omniforge.llm import Models
from omniforge.management.pending import has_pending_migrations
from omniforge.management.service_manager import tell_ready
from omniforge.storage.reach import confine
from omniforge.storage.walls.building import what_is_missing
from omniforge.tenants.canary import check_canary
from omniforge.web.static_collection import is_collected


class Command(BaseCommand):
    """Serve until SIGINT or SIGTERM. Refuses, in one line, where it could not work.

    The exit code is EX_CONFIG when starting again would not help.
    """

    help = "Serve the site: pages, API and sockets."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", 8000)))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        _refuse_what_cannot_work()
        confine(None)
        with _bound(host, port) as bound:
            from omniforge.asgi import application  # loads the whole site: for nothing, if it is refused
            from omniforge.management.server import SiteServer

            SiteServer(application, partial(self._tell_ready, f"http://{host}:{port}")).run([bound])

    def _tell_ready(self, url: str) -> None:
        self.stdout.write(f"OmniForge is ready at {url}")
        tell_ready()


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket at an address, which the server will listen on. Raises CommandError if it's taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol by its number: only of such sockets asyncio knows that they are TCP, and turns Nagle off.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise _refusal(f"Port {port} of {host} cannot be had. Choose another one: PORT={port + 1}") from error
    return bound


def _refuse_what_cannot_work() -> None:
    """Raise CommandError where database, keys or models are not as they must be."""
    try:
        if has_pending_migrations():
            raise _refusal("The database is not up to date. Run: python manage.py prepare")
        if not is_collected():
            raise _refusal("The static files were never collected. Run: python manage.py prepare")
        if missing := what_is_missing():
            raise _refusal(f"OMNIFORGE_ROW_SECURITY does not hold. {missing} Run: python manage.py prepare")
        check_canary()
        Models.from_settings()
    except OperationalError as error:
        raise CommandError(f"The database does not answer, see DATABASE_URL: {error}") from error
    except ImproperlyConfigured as error:
        raise _refusal(str(error)) from error


def _refusal(reason: str) -> CommandError:
    """Return the end of a process that a person has to help first."""
    return CommandError(reason, returncode=os.EX_CONFIG)
