"""The heartbeat of background work. A task writes it, so it covers clock, queue and worker."""

import time
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

_KEY = "heartbeat"
LASTS = 30.0  # seconds; it comes every five


def beat() -> None:
    """Touch the heartbeat file. This works on a full disk once the file exists."""
    if settings.REDIS_URL:
        cache.set(_KEY, True, LASTS)
    else:
        _file().touch()


def is_beating() -> bool:
    """Return whether a heartbeat came in the last 30 seconds."""
    if settings.REDIS_URL:
        return bool(cache.get(_KEY))
    try:
        return abs(time.time() - _file().stat().st_mtime) < LASTS
    except OSError:  # an unreadable heartbeat counts as none
        return False


def _file() -> Path:
    return Path(settings.VAR, "celery", "heartbeat")
