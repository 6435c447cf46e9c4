"""When an agent runs: words of people to cron and back. Days and times are in the tenant's time zone."""

from agents.schedules.cron import check_cron, next_run
from agents.schedules.parse import ON_DEMAND, Schedule, cut_schedule, parse_schedule
from agents.schedules.words import describe_cron

__all__ = [
    "ON_DEMAND",
    "Schedule",
    "check_cron",
    "cut_schedule",
    "describe_cron",
    "next_run",
    "parse_schedule",
]
