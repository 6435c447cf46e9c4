"""Celery's beat schedule: survives a full disk, and remembers across restarts when each task was last due."""

import json
import logging
import os
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from celery.beat import ScheduleEntry, Scheduler, SchedulingError

from omniforge.storage.durable import write_durably

logger = logging.getLogger(__name__)


class Clock(Scheduler):
    """The schedule of the settings. A JSON file stores the last times, so daily tasks run daily.

    A clock that the worker forked ends once `worker` is no longer its parent. The next worker starts
    another one.
    """

    worker: ClassVar[int | None] = None

    def __init__(self, *args: Any, schedule_filename: str, **options: Any) -> None:
        self._path = Path(schedule_filename)
        self._failing = False
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        if self.worker not in (None, os.getppid()):
            raise SystemExit
        return float(super().tick(*args, **options))

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for name, last_run_at in self._read().items():
            if entry := self.schedule.get(name):
                entry.last_run_at = min(last_run_at, entry.last_run_at or last_run_at)  # never in the future

    def _read(self) -> dict[str, datetime]:
        """Return when each task was last due. Empty before the first run, or if the file is damaged."""
        try:
            kept = json.loads(self._path.read_bytes())
            return {name: datetime.fromisoformat(moment) for name, moment in kept.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            logger.warning("the times of the clock cannot be read and begin anew: %s", type(error).__name__)
            return {}

    def sync(self) -> None:
        entries = self.schedule.items()
        last = {name: entry.last_run_at.isoformat() for name, entry in entries if entry.last_run_at}
        try:
            write_durably(self._path, json.dumps(last).encode())
        except OSError as error:
            logger.warning("the times of the clock are not stored: %s", error.strerror)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Queue a due task. While the queue cannot be written, the failure is logged once, not each time."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            if not self._failing:
                logger.error("tasks cannot be queued: %s", error)
            self._failing = True
        else:
            self._failing = False
