"""Redis: it hangs, or is gone with all its data."""

from faults.kinds.fault import Fault


class RedisFrozen(Fault):
    """Redis accepts connections and doesn't respond."""

    def begin(self) -> None:
        self.stage.freeze(self.stage.redis.pid)

    def end(self) -> None:
        self.stage.thaw()


class RedisKilled(Fault):
    """Redis is gone for a while, and comes back empty, at once if it is only restarted."""

    def begin(self) -> None:
        self.stage.redis.kill()

    def end(self) -> None:
        self.stage.redis.start()
