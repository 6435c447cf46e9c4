"""The list of faults, how often each runs, and how long it lasts."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from faults.kinds.clock import ClockSkewed
from faults.kinds.disk import DiskFull, DiskFullAndPostgresAway
from faults.kinds.fault import Fault
from faults.kinds.models import ModelCutsOff, ModelRefuses, ModelStalls
from faults.kinds.postgres import PostgresFrozen, PostgresKilled, PostgresRestarted, SentTwice
from faults.kinds.processes import WebFrozen, WebKilled, WebRestarted, WorkerKilled
from faults.kinds.reading import DeafReaders, ForcedReconnects
from faults.kinds.redis import RedisFrozen, RedisKilled


@dataclass(frozen=True, slots=True)
class Listed:
    """A fault: run `times` times, lasting from `lasts[0]` to `lasts[1]` seconds, `pause` seconds apart.

    With `settles` the next round waits until all messages of this one have ended. If `reconnects` are
    counted, a round is over once it has had that number, at whatever speed the machine makes them. A round
    `takes` this many seconds on a quiet machine, from which the remaining time is estimated.
    """

    fault: type[Fault]
    times: int
    lasts: tuple[float, float]
    takes: float
    pause: tuple[float, float] = (0.0, 0.6)
    settles: bool = True
    reconnects: int = 0

    def lengths(self, times: int, chance: random.Random) -> Iterator[float]:
        """Yield each round's duration: over the whole range, mostly short ones."""
        shortest, longest = self.lasts
        for place in chance.sample(range(times), times):
            yield shortest + (longest - shortest) * ((place + chance.random()) / times) ** 2


FAULTS = {
    "web killed": Listed(WebKilled, 300, (0.0, 1.0), 4.5, pause=(0.5, 1.5), settles=False),
    "web frozen": Listed(WebFrozen, 50, (0.5, 18.0), 8.0),
    "web restarted, SIGTERM": Listed(WebRestarted, 50, (0.0, 1.0), 8.5),
    "worker killed": Listed(WorkerKilled, 50, (0.5, 2.0), 10.0),
    "Redis frozen": Listed(RedisFrozen, 50, (0.5, 12.0), 7.0),
    "Redis restarted": Listed(RedisKilled, 50, (0.0, 0.0), 3.5),
    "Redis killed": Listed(RedisKilled, 50, (0.5, 6.0), 5.0),
    "PostgreSQL frozen": Listed(PostgresFrozen, 50, (0.5, 12.0), 7.0),
    "PostgreSQL restarted": Listed(PostgresRestarted, 50, (0.0, 0.0), 3.0),
    "PostgreSQL killed": Listed(PostgresKilled, 50, (0.5, 6.0), 8.0),
    "sent to both, PostgreSQL away": Listed(SentTwice, 50, (1.0, 5.0), 8.0),
    "clock skewed": Listed(ClockSkewed, 50, (1.0, 6.0), 6.0),
    "disk full": Listed(DiskFull, 50, (1.0, 5.0), 5.5),
    "disk full, PostgreSQL away": Listed(DiskFullAndPostgresAway, 50, (1.0, 5.0), 8.0),
    "model stalls": Listed(ModelStalls, 50, (8.0, 10.0), 33.0),
    "model cuts off": Listed(ModelCutsOff, 50, (2.0, 3.0), 6.0),
    "model refuses": Listed(ModelRefuses, 50, (2.0, 3.0), 6.0),
    "deaf and slow readers": Listed(DeafReaders, 50, (2.0, 4.0), 6.0),
    "reconnects": Listed(ForcedReconnects, 50, (90.0, 90.0), 8.0, settles=False, reconnects=200),
}
