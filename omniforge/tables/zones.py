"""Time zones by informal names: 'Europe/Berlin', 'berlin', 'New York', 'UTC'."""

from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from omniforge.errors import InvalidInput


def zone_named(name: str, field: str = "zone") -> ZoneInfo:
    """Return a time zone. Raises InvalidInput, which names `field` and similar zones."""
    wanted = name.strip().casefold().replace(" ", "_")
    if key := _keys().get(wanted):
        return ZoneInfo(key)
    alike = dict.fromkeys(_keys()[found] for found in get_close_matches(wanted, _keys(), n=3))
    perhaps = f" Did you mean {' or '.join(alike)}?" if alike else ""
    message = f"{field}: there is no time zone '{name}'. Write it like Europe/Berlin or UTC.{perhaps}"
    raise InvalidInput.of(field, message)


@cache
def _keys() -> dict[str, str]:
    """Map full names and city names to zone keys. If two zones share a city, the shorter key wins."""
    keys = sorted(available_timezones(), key=lambda key: (-len(key), key))
    cities = {key.rpartition("/")[2].casefold(): key for key in keys}
    return cities | {key.casefold(): key for key in keys}
