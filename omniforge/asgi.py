"""Routes HTTP to Django, static files to WhiteNoise and sockets to conversations. Runs the turn loop."""

import asyncio
import os
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (Django must be set up first)
from django.conf import settings  # noqa: E402
from django.core.exceptions import ImproperlyConfigured  # noqa: E402
from django.db import DatabaseError, OperationalError  # noqa: E402

from conversations.live.routing import websocket_urlpatterns  # noqa: E402
from conversations.turns.engine import engine  # noqa: E402
from omniforge.storage.database import in_database  # noqa: E402
from omniforge.storage.sqlite_lock import wait_briefly  # noqa: E402
from omniforge.telemetry.spans import begin_sending  # noqa: E402
from omniforge.telemetry.spans import end as end_sending  # noqa: E402
from omniforge.tenants.canary import check_canary  # noqa: E402
from omniforge.tenants.sockets import AccessMiddleware  # noqa: E402
from omniforge.web.asgi_types import Receive, Scope, Send  # noqa: E402
from omniforge.web.bounded_bodies import BoundedBodies  # noqa: E402
from omniforge.web.observed import Observed  # noqa: E402
from omniforge.web.request_handler import RequestHandler  # noqa: E402
from omniforge.web.static_files import StaticFiles  # noqa: E402
from omniforge.web.waiting_requests import WaitingRequests  # noqa: E402

_PATIENCE, _PAUSE = 20.0, 0.5  # seconds

waiting_requests = WaitingRequests(RequestHandler())
static_application = StaticFiles(settings.STATIC_ROOT, settings.STATIC_URL)


async def http_application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve static files without Django's middleware, and everything else with Django."""
    is_file = scope["path"].startswith(settings.STATIC_URL)
    scope["route"] = settings.STATIC_URL.lstrip("/") if is_file else "none"
    await (static_application if is_file else waiting_requests)(scope, receive, send)


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Start and stop the turn loop by the lifespan protocol. Refuse to start with wrong keys."""
    await receive()
    wait_briefly()
    try:
        await _check_keys()
    except (ImproperlyConfigured, DatabaseError) as error:
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    begin_sending(settings.TRACES_TO)
    engine.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await engine.stop(settings.GRACE)
    await asyncio.to_thread(end_sending)
    await send({"type": "lifespan.shutdown.complete"})


async def _check_keys() -> None:
    """Check the keys against the canary row. Retry while the database is locked."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return await in_database(check_canary)
        except OperationalError:
            if time.monotonic() > deadline:
                raise
        await asyncio.sleep(_PAUSE)


application = ProtocolTypeRouter(
    {
        "http": Observed(BoundedBodies(http_application)),
        "websocket": Observed(AccessMiddleware(URLRouter(websocket_urlpatterns))),
        "lifespan": lifespan,
    }
)
