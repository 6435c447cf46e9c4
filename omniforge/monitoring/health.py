"""Is the process alive, can it serve, and is the rest of the site there?"""

import logging
import os
import shutil
import time
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from omniforge.background import heartbeat
from omniforge.storage.in_time import InTime
from omniforge.storage.redis_cache import redis_answers
from omniforge.tenants.canary import touch_canary

logger = logging.getLogger(__name__)
_LEAST_FREE = 100 * 2**20  # bytes
_FRESH = 1.0  # seconds for which an answer of the database holds
_asking = Lock()
_asked_at, _answered = float("-inf"), False


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process runs."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Say how each part is; 503 only when the database takes no write, since else the site can serve."""
    spooled = how_many_spooled()
    parts = how_parts_are(spooled)
    if parts["database"] != "ok":
        status = "unavailable"
    else:
        status = "ready" if set(parts.values()) == {"ok"} else "degraded"
    told = {"status": status, **parts, "spooled": spooled}
    return JsonResponse(told, status=503 if status == "unavailable" else 200)


def how_parts_are(spooled: int | None) -> dict[str, str]:
    """Return a word for each part, 'ok' where all is well; `spooled` is None if the spool can't be read."""
    return {
        "database": "ok" if _database_takes_writes() else "unavailable",
        **_redis(),
        "worker": "ok" if heartbeat.is_beating() else "away",
        "disk": "unreadable" if spooled is None else _disk(),
    }


def _write() -> bool:
    touch_canary()
    return True


_write_in_time = InTime(_write, otherwise=False)


def _database_takes_writes() -> bool:
    """Try it, once a second at most: whoever asks is not known."""
    global _asked_at, _answered
    with _asking:
        if time.monotonic() - _asked_at > _FRESH:
            _answered = _write_in_time()
            _asked_at = time.monotonic()
        return _answered


def _redis() -> dict[str, str]:
    """Tell of Redis, if the site is set up with it."""
    if not settings.REDIS_URL:
        return {}
    return {"redis": "ok" if redis_answers() else "away"}


def _disk() -> str:
    return "ok" if shutil.disk_usage(settings.VAR).free > _LEAST_FREE else "full"


def how_many_spooled() -> int | None:
    """Return how many turns wait for the database; None when the spool cannot be read."""
    try:
        return sum(name.endswith(".spooled") for name in os.listdir(settings.VAR / "spool"))
    except FileNotFoundError:  # nothing was ever spooled
        return 0
    except OSError as error:
        logger.error("the spool cannot be read: %s", error.strerror)
        return None
