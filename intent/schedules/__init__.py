"""Schedules: read from words, cron and RRULE, stored as RRULE lines, stepped, and described."""

from intent.schedules.schedule import Schedule
from intent.schedules.stored_form import (
    LONGEST_SCHEDULE,
    check_schedule,
    read_schedule,
    schedule_from,
    store_schedule,
)

__all__ = [
    "LONGEST_SCHEDULE",
    "Schedule",
    "check_schedule",
    "read_schedule",
    "schedule_from",
    "store_schedule",
]
