"""Health checks: is the process alive, can it serve, and are the other parts of the site up?"""

import logging
import os
import shutil
import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from omniforge.background import heartbeat
from omniforge.storage.in_time import InTime
from omniforge.storage.row_security.setup import find_missing
from omniforge.tenants.canary import touch_canary

T = TypeVar("T")
logger = logging.getLogger(__name__)
_LEAST_FREE = 100 * 2**20  # bytes
_FRESH = 1.0  # seconds for which a database check is cached: the path is public


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process runs."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Report each part, 503 only if the database accepts no writes, since otherwise the site can serve."""
    spooled = count_spooled()
    parts = check_parts(spooled)
    if parts["database"] != "ok":
        status = "unavailable"
    else:
        status = "ready" if set(parts.values()) == {"ok"} else "degraded"
    told = {"status": status, **parts, "spooled": spooled}
    return JsonResponse(told, status=503 if status == "unavailable" else 200)


def check_parts(spooled: int | None) -> dict[str, str]:
    """Return a word for each part, 'ok' if it works. `spooled` is None if the spool can't be read."""
    return {
        "database": "ok" if _database_takes_writes() else "unavailable",
        **_walls(),
        **_redis(),
        "worker": "ok" if heartbeat.is_beating() else "away",
        "disk": "unreadable" if spooled is None else _disk(),
    }


def _write() -> bool:
    touch_canary()
    return True


class _Asked(Generic[T]):
    """The cached result of the database check, refreshed at most once a second."""

    def __init__(self, ask: Callable[[], T], otherwise: T) -> None:
        self._ask, self._answer = InTime(ask, otherwise), otherwise
        self._asking, self._at = Lock(), float("-inf")

    def __call__(self) -> T:
        with self._asking:
            if time.monotonic() - self._at > _FRESH:
                self._answer = self._ask()
                self._at = time.monotonic()
            return self._answer


_database_takes_writes = _Asked(_write, otherwise=False)
_what_is_missing = _Asked(find_missing, otherwise="")


def _walls() -> dict[str, str]:
    """Report row level security, if it is turned on."""
    if not settings.ROW_SECURITY:
        return {}
    return {"row_security": _what_is_missing() or "ok"}


def _redis() -> dict[str, str]:
    """Report Redis, if it is configured."""
    if not settings.REDIS_URL:
        return {}
    from omniforge.storage.redis_cache import redis_answers  # its client takes 8 MB

    return {"redis": "ok" if redis_answers() else "away"}


def _disk() -> str:
    return "ok" if shutil.disk_usage(settings.VAR).free > _LEAST_FREE else "full"


def count_spooled() -> int | None:
    """Return how many turns wait for the database, or None if the spool cannot be read."""
    try:
        return sum(name.endswith(".spooled") for name in os.listdir(settings.VAR / "spool"))
    except FileNotFoundError:  # nothing was ever spooled
        return 0
    except OSError as error:
        logger.error("the spool cannot be read: %s", error.strerror)
        return None
