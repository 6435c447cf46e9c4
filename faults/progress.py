"""The progress of a run, and its remaining time."""

import time
from collections.abc import Callable

from faults.lanes import News, Task


class Progress:
    """Tracks the tasks of a run. Slower ones than in the table raise the estimate of the rest."""

    def __init__(self, tasks: list[Task], lanes: int, now: Callable[[], float] = time.monotonic) -> None:
        self._left = {task: task.seconds() for task in tasks}
        self._all = sum(self._left.values())
        self._lanes = min(lanes, len(tasks))
        self._now = now
        self._began = now()

    def note(self, news: News) -> None:
        """Process a lane's progress."""
        self._left[news.task] = 0.0 if news.is_over else news.task.seconds(news.done)

    @property
    def seconds_left(self) -> float:
        """The time until the last lane is done. A task is never split between lanes."""
        left = max(max(self._left.values()), sum(self._left.values()) / self._lanes)
        return left * self._pace

    @property
    def _pace(self) -> float:
        done = (self._all - sum(self._left.values())) / self._lanes
        return (self._now() - self._began) / done if done else 1.0

    def __str__(self) -> str:
        done = 1 - sum(self._left.values()) / self._all
        return f"{done:.0%} done, about {self.seconds_left / 60:.0f} minutes left"
