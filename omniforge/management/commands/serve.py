"""`manage.py serve`: the whole site in one process: pages, API, sockets, and the loop that runs turns."""

import asyncio
import os
from functools import partial
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from omniforge.llm import Models
from omniforge.management.bounded_socket import BoundedSocket
from omniforge.management.lifespan import Lifespan
from omniforge.management.pending import has_pending_migrations
from omniforge.static_collection import is_collected
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
        from omniforge.asgi import application  # loads the whole site: for nothing, where it is refused

        self._lifespan = Lifespan(application)
        self._server = Server(
            application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            ready_callable=partial(self._begin, f"http://{host}:{port}"),
            server_name="omniforge",
        )
        WebSocketFactory.protocol = BoundedSocket  # the server makes its factory by itself
        self._server.run()
        if self._server.abort_start:
            raise CommandError(f"Port {port} of {host} cannot be had. Choose another one: PORT={port + 1}")
        loop = asyncio.get_event_loop()
        loop.run_until_complete(self._lifespan.shutdown())
        _end_requests(loop)

    def _begin(self, address: str) -> None:
        self._starting = asyncio.get_event_loop().create_task(self._start(address))

    async def _start(self, address: str) -> None:
        try:
            await self._lifespan.startup()
        except RuntimeError as error:
            self.stderr.write(str(error))
            self._server.stop()
        else:
            self.stdout.write(f"OmniForge is ready at {address}")


def _end_requests(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel what is left on the loop, and close it.

    The thread of a request waits for its part on the loop, and the process for its threads: without an end
    there, neither would ever have one.
    """
    while tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.close()


def _refuse_what_cannot_work() -> None:
    """Raise CommandError where database, keys or models are not as they must be."""
    try:
        if has_pending_migrations():
            raise CommandError("The database is not up to date. Run: python manage.py prepare")
        if not is_collected():
            raise CommandError("The static files were never collected. Run: python manage.py prepare")
        check_canary()
        Models.from_settings()
    except OperationalError as error:
        raise CommandError(f"The database does not answer, see DATABASE_URL: {error}") from error
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from error
