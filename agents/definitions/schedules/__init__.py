"""When agents run, by the schedules of `intent.schedules`: due, missed and retried runs."""

from agents.definitions.schedules.due import schedule_of

__all__ = ["schedule_of"]
