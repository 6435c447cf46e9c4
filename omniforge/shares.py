"""Fair slots: among waiting people, whoever holds the fewest slots is served next."""

import asyncio
import math
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from threading import Lock


class Shares:
    """Slots of this process: at most `each` per person, `total` for all. 0 is no limit.

    A free slot goes to the waiting person with the fewest, and among equals to the one served longest ago.
    One person's work starts in order of arrival. Usable from several event loops.
    """

    def __init__(self, each: int, total: int = 0) -> None:
        self._each, self._total = each or math.inf, total or math.inf
        self._held: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, deque[Future[None]]] = {}
        self._lock = Lock()

    def is_full_for(self, who: Hashable) -> bool:
        """Return whether `who` would have to wait now."""
        return self._held[who] >= self._each or self._held.total() >= self._total

    def waiting(self) -> int:
        """Return the number of waiters."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def slot(self, who: Hashable) -> AsyncIterator[None]:
        """Wait for a slot of `who` and hold it. A cancelled wait loses no slot."""
        if wait := self._take_or_wait(who):
            await self._served(wait, who)
        try:
            yield
        finally:
            self._give_back(who)

    def _take_or_wait(self, who: Hashable) -> Future[None] | None:
        with self._lock:
            if self.is_full_for(who):
                wait = Future[None]()
                self._waiting.setdefault(who, deque()).append(wait)
                return wait
            self._held[who] += 1
            return None

    async def _served(self, wait: Future[None], who: Hashable) -> None:
        try:
            await asyncio.wrap_future(wait)
        except asyncio.CancelledError:
            if not wait.cancel():  # It got a slot at the same moment.
                self._give_back(who)
            raise

    def _give_back(self, who: Hashable) -> None:
        with self._lock:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]
            while (following := self._next()) is not None:
                self._serve(following)

    def _next(self) -> Hashable | None:
        free = [who for who in self._waiting if not self.is_full_for(who)]
        return min(free, key=self._held.__getitem__, default=None)

    def _serve(self, who: Hashable) -> None:
        """Give `who` a slot. Their next request is last among equals."""
        waits = self._waiting.pop(who)
        wait = waits.popleft()
        if waits:
            self._waiting[who] = waits
        if wait.set_running_or_notify_cancel():
            self._held[who] += 1
            wait.set_result(None)
