"""HTTP to Django, static files to WhiteNoise, sockets to conversations; the turn loop with the process."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (Django must be set up first)
from django.conf import settings  # noqa: E402
from django.core.exceptions import ImproperlyConfigured  # noqa: E402
from django.db import DatabaseError  # noqa: E402

from conversations.routing import websocket_urlpatterns  # noqa: E402
from conversations.turns.engine import engine  # noqa: E402
from omniforge.database import in_database  # noqa: E402
from omniforge.handling import Receive, RequestHandler, Scope, Send  # noqa: E402
from omniforge.static_files import StaticFiles  # noqa: E402
from omniforge.tenants.canary import check_canary  # noqa: E402
from omniforge.tenants.sockets import AccessMiddleware  # noqa: E402

django_application = RequestHandler()
static_application = StaticFiles(settings.STATIC_ROOT, settings.STATIC_URL)


async def http_application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve files without a way through Django's middleware, all else by Django."""
    is_file = scope["path"].startswith(settings.STATIC_URL)
    await (static_application if is_file else django_application)(scope, receive, send)


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Begin and end the turn loop with servers that speak the lifespan protocol; refuse with wrong keys."""
    await receive()
    try:
        await in_database(check_canary)
    except (ImproperlyConfigured, DatabaseError) as error:
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    engine.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await engine.stop()
    await send({"type": "lifespan.shutdown.complete"})


application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AccessMiddleware(URLRouter(websocket_urlpatterns)),
        "lifespan": lifespan,
    }
)
