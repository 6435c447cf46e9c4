"""`manage.py serve`: the whole site in one process: pages, API, sockets, and the loop that runs turns."""

import asyncio
import os
from functools import partial
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server  # installs the asyncio reactor, so it stands before the next line
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from omniforge.asgi import application
from omniforge.management.lifespan import Lifespan
from omniforge.management.pending import has_pending_migrations
from omniforge.tenants.canary import check_canary


class Command(BaseCommand):
    """Serve until SIGINT or SIGTERM. Refuses, in one line, where it could not work."""

    help = "Serve the site: pages, API and sockets."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", 8000)))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        _refuse_what_cannot_work()
        server = Server(
            application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            ready_callable=partial(self._begin, f"http://{host}:{port}"),
            server_name="omniforge",
        )
        server.run()
        if server.abort_start:
            raise CommandError(f"Port {port} of {host} is taken. Choose another one: PORT={port + 1}")

    def _begin(self, address: str) -> None:
        """Start the application's own tasks as soon as the loop runs, and end them before it stops."""
        lifespan = Lifespan(application)
        self._starting = asyncio.get_event_loop().create_task(self._start(lifespan, address))
        reactor.addSystemEventTrigger("before", "shutdown", partial(_ended, lifespan))

    async def _start(self, lifespan: Lifespan, address: str) -> None:
        try:
            await lifespan.startup()
        except RuntimeError as error:
            self.stderr.write(str(error))
            reactor.stop()
        else:
            self.stdout.write(f"OmniForge is ready at {address}")


def _ended(lifespan: Lifespan) -> "Deferred[None]":
    return Deferred.fromFuture(asyncio.ensure_future(lifespan.shutdown()))


def _refuse_what_cannot_work() -> None:
    """Raise CommandError where the database is away, behind the code, or written under another key."""
    try:
        if has_pending_migrations():
            raise CommandError("The database is not up to date. Run: python manage.py prepare")
        check_canary()
    except OperationalError as error:
        raise CommandError(f"The database does not answer, see DATABASE_URL: {error}") from error
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from error
