"""Time zones by name or city: 'Europe/Berlin', 'berlin'."""

from functools import cache
from zoneinfo import available_timezones

from intent.slots.text import fold


def read_zone(text: str) -> str | None:
    """Return the name of a time zone, perhaps given by its city."""
    wanted = fold(text).replace(" ", "_")
    return _zones().get(wanted) or _cities().get(wanted)


@cache
def _zones() -> dict[str, str]:
    return {fold(one): one for one in available_timezones()}


@cache
def _cities() -> dict[str, str]:
    return {
        fold(one).rpartition("/")[2]: one for one in sorted(available_timezones(), reverse=True) if "/" in one
    }
