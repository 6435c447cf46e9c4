"""How much of a run is done, and how long the rest takes."""

import time
from collections.abc import Callable

from faults.lanes import News, Task


class Progress:
    """Follows the tasks of a run. Were they slower so far than the table says, the others will be, too."""

    def __init__(self, tasks: list[Task], lanes: int, now: Callable[[], float] = time.monotonic) -> None:
        self._left = {task: task.seconds() for task in tasks}
        self._all = sum(self._left.values())
        self._lanes = min(lanes, len(tasks))
        self._now = now
        self._began = now()

    def note(self, news: News) -> None:
        """Take what a lane tells."""
        self._left[news.task] = 0.0 if news.is_over else news.task.seconds(news.done)

    @property
    def seconds_left(self) -> float:
        """Until the last lane is done: no task is shared out to two of them."""
        left = max(max(self._left.values()), sum(self._left.values()) / self._lanes)
        return left * self._pace

    @property
    def _pace(self) -> float:
        done = (self._all - sum(self._left.values())) / self._lanes
        return (self._now() - self._began) / done if done else 1.0

    def __str__(self) -> str:
        done = 1 - sum(self._left.values()) / self._all
        return f"{done:.0%} done, about {self.seconds_left / 60:.0f} minutes left"
