"""Names of the periods that rows of the table at hand are grouped by."""

from datetime import date

_MONTHS = 3  # in a quarter


def called_period(day: date, period: str) -> str:
    """Return a day's period: 'October 2026', 'week 41 of 2026', 'Q4 2026', '2026'."""
    if period == "month":
        return f"{day:%B} {day.year}"
    if period == "week":
        year, week, _ = day.isocalendar()
        return f"week {week} of {year}"
    return f"Q{(day.month - 1) // _MONTHS + 1} {day.year}" if period == "quarter" else str(day.year)
