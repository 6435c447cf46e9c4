"""The sign of life of background work, given by a task: so it tells of clock, queue and worker."""

import time
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

_KEY = "heartbeat"
LASTS = 30.0  # seconds; it comes every five


def beat() -> None:
    """Say that background work is being done. A full disk allows it, once the file is there."""
    if settings.REDIS_URL:
        cache.set(_KEY, True, LASTS)
    else:
        _file().touch()


def is_beating() -> bool:
    """Return whether background work was done in the last half minute."""
    if settings.REDIS_URL:
        return bool(cache.get(_KEY))
    try:
        return abs(time.time() - _file().stat().st_mtime) < LASTS
    except OSError:  # a sign that cannot be read is none
        return False


def _file() -> Path:
    return Path(settings.VAR, "celery", "heartbeat")
