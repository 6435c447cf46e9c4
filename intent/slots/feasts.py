"""Days that have a name: 'Christmas', 'Easter Monday'."""

from datetime import date, timedelta

from dateutil.easter import easter

_EASTER = "easter"  # with the days after it: 'easter-2' is Good Friday


def feast_in(year: int, key: str) -> date:
    """Return the date of a holiday in a year, by its key: month-day, or days after Easter Sunday."""
    if key.startswith(_EASTER):
        sunday: date = easter(year)
        return sunday + timedelta(days=int(key.removeprefix(_EASTER)))
    month, day = map(int, key.split("-"))
    return date(year, month, day)


def next_feast(key: str, today: date) -> date:
    """Return the next date of a holiday."""
    this = feast_in(today.year, key)
    return this if this >= today else feast_in(today.year + 1, key)
