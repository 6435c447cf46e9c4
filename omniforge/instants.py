"""Moments as text."""

from datetime import UTC, datetime


def to_rfc3339(at: datetime) -> str:
    """Return a moment in UTC as `2026-11-22T22:31:54.193465Z`, which needs no escaping in an address."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
