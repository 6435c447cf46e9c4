"""Rate limits, counted in Django's cache, in windows that start with the first event.

With Redis all processes share the count. Counting takes two cache operations, three at the start of a
window, and no query.
"""

import asyncio
import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from django.conf import settings
from django.core.cache import cache

from omniforge.errors import TooManyRequests
from omniforge.tenants.access import Access

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Limit:
    """The rest of a quota: `remaining` more within `reset_after` seconds, of `quota` in `window` seconds.

    A quota of 0 is no limit.
    """

    quota: int
    window: int
    remaining: int = 0
    reset_after: int = 0
    exceeded: bool = False

    def require(self) -> Self:
        """Return self. Raises TooManyRequests, with retry_after, if the limit is exceeded."""
        if self.exceeded:
            raise TooManyRequests(retry_after=self.reset_after)
        return self

    def headers(self) -> dict[str, str]:
        """Return rate limit headers (draft-ietf-httpapi-ratelimit-headers-11)."""
        if not self.quota:
            return {}
        return {
            "RateLimit-Policy": f'"user";q={self.quota};w={self.window}',
            "RateLimit": f'"user";r={self.remaining};t={self.reset_after}',
        }


def count(name: str, key: str, quota: int, window_seconds: int) -> Limit:
    """Count one `name` by `key` and return the rest. Never raises."""
    if not quota:
        return Limit(0, window_seconds)
    now, slot = time.time(), _slot(name, key)
    ends: float = cache.get_or_set(slot, now + window_seconds, window_seconds) or now
    lasts = 2 * window_seconds  # so that it outlives the window
    used = _incremented(f"{slot}:{ends}", lasts)
    reset_after = max(1, round(ends - now))
    return Limit(quota, window_seconds, max(0, quota - used), reset_after, used > quota)


def _incremented(counter: str, seconds: int) -> int:
    try:
        return int(cache.incr(counter))
    except ValueError:  # first of its window
        cache.add(counter, 0, seconds)
        return int(cache.incr(counter))


def undo_count(name: str, key: str) -> None:
    """Undo one count of an event that turned out not to be limited."""
    slot = _slot(name, key)
    with suppress(ValueError):  # its window has ended
        cache.decr(f"{slot}:{cache.get(slot)}")


def reset_count(name: str, key: str) -> None:
    """Reset the count."""
    cache.delete(_slot(name, key))


def count_message(access: Access) -> Limit:
    """Count one message of a user, under settings.MESSAGES_PER_MINUTE."""
    return count("message", f"{access.tenant_id}:{access.user_id}", settings.MESSAGES_PER_MINUTE, MINUTE)


def count_write(user_id: object) -> Limit:
    """Count one change that a user makes in any of their workspaces, under settings.WRITES_PER_MINUTE."""
    return count("write", str(user_id), settings.WRITES_PER_MINUTE, MINUTE)


async def acount_message(access: Access) -> Limit:
    """Count one message of a user: directly in memory, or in a thread if Redis counts."""
    if settings.REDIS_URL and settings.MESSAGES_PER_MINUTE:
        return await asyncio.to_thread(count_message, access)
    return count_message(access)


def _slot(name: str, key: str) -> str:
    # Hashed: cache keys have limited length and characters, and should not contain addresses.
    return f"limit:{name}:{hashlib.sha256(key.encode()).hexdigest()}"
