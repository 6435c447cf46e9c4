"""Moments and lengths of time as text."""

from datetime import UTC, datetime

from django.utils.formats import number_format
from django.utils.translation import ngettext


def to_rfc3339(at: datetime) -> str:
    """Return a moment in UTC as `2026-11-22T22:31:54.193465Z`, which needs no escaping in an address."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def say_seconds(seconds: float) -> str:
    """Return '1 second', '0.5 seconds', '1,200 seconds', in the active language."""
    said = ngettext("%(number)s second", "%(number)s seconds", 1 if seconds == 1 else 2)
    number = int(seconds) if seconds == int(seconds) else seconds
    return said % {"number": number_format(number, force_grouping=True)}
