"""Django's cache on Redis that tolerates outages: cached values are never the only copy."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import BlockingConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from omniforge.storage.redis_pause import RedisPause

logger = logging.getLogger(__name__)
_CONNECTIONS = 32  # per process
_PATIENCE = 0.5  # seconds; then a hanging Redis counts as unavailable
_pause = RedisPause()
_pools: dict[tuple[str, ...], dict[int, BlockingConnectionPool]] = {}


class _SharedPoolClient(RedisCacheClient):
    """Django creates a cache per thread and async context: they share one pool per process."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(
            servers,
            pool_class=BlockingConnectionPool,
            max_connections=_CONNECTIONS,
            timeout=_PATIENCE,
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            retry=Retry(NoBackoff(), 1),
            **options,
        )
        self._pools = _pools.setdefault(tuple(servers), {})


class TolerantRedisCache(RedisCache):
    """While Redis is unavailable, reads miss and writes are dropped, so rate limits do not hold."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _SharedPoolClient

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return _unless_away(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        found: dict[str, Any] = _unless_away({}, super().get_many, keys, version)
        return found

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(_unless_away(True, super().add, key, value, *args, **kwargs))

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        _unless_away(None, super().set, key, value, *args, **kwargs)

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[str]:
        failed: list[str] = _unless_away([], super().set_many, data, *args, **kwargs)
        return failed

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(_unless_away(delta, super().incr, key, delta, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(_unless_away(False, super().delete, key, version))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        _unless_away(None, super().delete_many, keys, version)


def redis_answers() -> bool:
    """Return whether Redis answers within half a second."""
    cache = caches["default"]
    try:
        return isinstance(cache, TolerantRedisCache) and bool(cache._cache.get_client().ping())
    except RedisError:
        return False


def list_length(key: str) -> int | None:
    """Return how long a list in Redis is, or None if Redis doesn't answer within half a second."""
    cache = caches["default"]
    try:
        return int(cache._cache.get_client().llen(key)) if isinstance(cache, TolerantRedisCache) else None
    except RedisError:
        return None


def _unless_away(otherwise: Any, operation: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    if _pause.is_on():
        return otherwise
    try:
        return operation(*args, **kwargs)
    except RedisError as error:
        _pause.begin()
        logger.warning("the cache is away: %s", type(error).__name__)
        return otherwise
