"""Latency of the two lists with which a page opens, sequentially on one connection."""

import time
from dataclasses import dataclass

from bench.http import Connection
from bench.load import percentile

_REQUESTS = 100


@dataclass(frozen=True, slots=True)
class Reading:
    """Measurements of a list: milliseconds of each request, and bytes of one response."""

    name: str
    times: list[float]
    bytes: int


async def read_lists(port: int, key: str, long_conversation: str) -> list[Reading]:
    """Request the newest 50 conversations, and the last page of the long one."""
    messages = f"/api/v1/conversations/{long_conversation}/messages/?limit=50"
    return [
        await _read(port, key, "newest 50 of 5,000 conversations", "/api/v1/conversations/?limit=50"),
        await _read(port, key, "last page (50) of a 2,000-message conversation", messages),
    ]


async def _read(port: int, key: str, name: str, path: str) -> Reading:
    connection = await Connection.open(port)
    headers = {"authorization": f"Bearer {key}"}
    times, body = [], []
    for _ in range(_REQUESTS):
        body.clear()
        began = time.perf_counter()
        status = await connection.request("GET", path, None, headers, body.append)
        times.append((time.perf_counter() - began) * 1000)
        if status != 200:
            raise RuntimeError(f"GET {path} answered {status}: {b''.join(body)[:300]!r}")
    connection.close()
    return Reading(name, times[5:], len(b"".join(body)))  # the first few fill caches


def row(reading: Reading) -> str:
    """Return a reading as a row of the report."""
    p50, p95 = percentile(reading.times, 50), percentile(reading.times, 95)
    return f"| {reading.name} | {p50:.1f} / {p95:.1f} ms, {reading.bytes / 1000:.0f} kB |"
