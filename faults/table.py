"""Which faults there are, how often each runs, and how long it lasts."""

from dataclasses import dataclass

from faults.kinds.fault import Fault
from faults.kinds.processes import RollingRestart, WebFrozen, WebKilled, WorkerKilled


@dataclass(frozen=True, slots=True)
class Listed:
    """A fault: so many `times`, lasting from `lasts[0]` to `lasts[1]` seconds, `pause` seconds apart.

    With `settles` the next one waits until what was said in the time of this one has its end.
    """

    fault: type[Fault]
    times: int
    lasts: tuple[float, float]
    pause: tuple[float, float] = (1.0, 2.0)
    settles: bool = True


FAULTS = {
    "web killed": Listed(WebKilled, 300, (0.0, 1.0), settles=False),
    "web frozen": Listed(WebFrozen, 50, (1.0, 18.0)),
    "rolling restart": Listed(RollingRestart, 50, (0.0, 0.0)),
    "worker killed": Listed(WorkerKilled, 50, (0.5, 2.0)),
}
