"""When agents run, by schedules that `intent.schedules` reads: what is due, missed, tried again."""

from agents.definitions.schedules.due import schedule_of

__all__ = ["schedule_of"]
