"""A time given by its minutes only: 'quarter past', 'ten to', 'viertel nach', 'y cuarto'."""

from datetime import datetime, timedelta

from intent.slots.times import read_time

_HALF_HOUR, _HOUR = 30, 60


def minutes_said(text: str) -> int | None:
    """Return the minute in a text without an hour, or None if there is none."""
    if read_time(text) or text.replace(" ", "").isdigit():
        return None
    hours = (read_time(f"{text} 12"), read_time(f"las 12 {text}"))
    at = next((one for one in hours if one and one.minute), None)
    return at.minute if at else None


def nearest(before: datetime, minute: int) -> datetime:
    """Return the moment with this minute that is nearest to another moment, but not equal."""
    step = (minute - before.minute) % _HOUR
    return before + timedelta(minutes=step - _HOUR if step > _HALF_HOUR else step)
