"""A machine whose clock is wrong."""

from faults import skewed
from faults.kinds.fault import Fault

_FURTHEST = 3600.0  # seconds


class ClockSkewed(Fault):
    """The clock of one web process jumps forward or back, by seconds to an hour, and returns."""

    def begin(self) -> None:
        self.web = self.chance.choice(self.stage.webs)
        seconds = _FURTHEST ** self.chance.uniform(0.3, 1.0) * self.chance.choice((1, -1))
        skewed.tell(self.web.var, self.web.pid, seconds)

    def end(self) -> None:
        skewed.tell(self.web.var, self.web.pid, 0.0)
