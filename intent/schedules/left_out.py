"""Single days on which a schedule doesn't run, such as holidays: read, stored and described."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo

from omniforge.english import first_of
from omniforge.tables.zones import zone_named

_TIMED = r"\d{8}(?:T\d{6}Z?)?"
_LINE = re.compile(
    rf"EXDATE(?:;VALUE=DATE(?:-TIME)?|;TZID=(?P<zone>[^:;]+))*:(?P<days>{_TIMED}(?:,{_TIMED})*)",
    re.IGNORECASE,
)
_DAY = timedelta(days=1)
_TOLD = 12  # days or ranges listed


def read_days(lines: Sequence[str], zone: tzinfo = UTC) -> tuple[date, ...]:
    """Return the days of EXDATE lines in the `zone` of their series.

    Raises ValueError for any other line, and InvalidInput for an unknown zone.
    """
    found = [_LINE.fullmatch(line) for line in lines]
    if not all(found):
        raise ValueError("no EXDATE line")
    return tuple(sorted({day for match in found if match for day in _days_of(match, zone)}))


def _days_of(line: "re.Match[str]", zone: tzinfo) -> Iterator[date]:
    own = zone_named(line["zone"], "TZID") if line["zone"] else zone
    for said in line["days"].upper().split(","):
        if "T" not in said:
            yield datetime.strptime(said, "%Y%m%d").date()
            continue
        at = datetime.strptime(said.rstrip("Z"), "%Y%m%dT%H%M%S")
        yield at.replace(tzinfo=UTC if said.endswith("Z") else own).astimezone(zone).date()


def days_as_line(days: Sequence[date]) -> str:
    """Return days in stored form."""
    return f"EXDATE:{','.join(f'{day:%Y%m%d}' for day in days)}"


def days_in_words(days: Sequence[date]) -> str:
    """Return days in words: '25 Dec 2026, 4 to 8 Jan 2027'."""
    return first_of([_span(first, last) for first, last in _spans(days)], _TOLD)


def _spans(days: Sequence[date]) -> Iterator[tuple[date, date]]:
    starts = [day for day in days if day - _DAY not in days]
    ends = [day for day in days if day + _DAY not in days]
    return zip(starts, ends, strict=True)


def _span(first: date, last: date) -> str:
    if first == last:
        return f"{last.day} {last:%b %Y}"
    same = (first.year, first.month) == (last.year, last.month)
    begin = f"{first.day}" if same else f"{first.day} {first:%b %Y}"
    return f"{begin} to {last.day} {last:%b %Y}"
