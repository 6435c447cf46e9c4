"""PostgreSQL: it hangs, is restarted by its operator, or dies with its machine."""

from faults.kinds.fault import Fault


class PostgresFrozen(Fault):
    """All its processes are stopped: connections stay open without responses."""

    def begin(self) -> None:
        self.stage.freeze(*(process.pid for process in self.stage.processes_of_postgres()))

    def end(self) -> None:
        self.stage.thaw()


class PostgresRestarted(Fault):
    """It is shut down cleanly, which breaks all connections, and started again."""

    def begin(self) -> None:
        self.stage.postgres.stop()

    def end(self) -> None:
        self.stage.start_postgres()


class PostgresKilled(Fault):
    """`kill -9` of all its processes. It recovers from its WAL."""

    def begin(self) -> None:
        self.stage.kill_postgres()

    def end(self) -> None:
        self.stage.start_postgres()


class SentTwice(PostgresRestarted):
    """While it is down, every message is sent to both web processes at once, under the same id."""

    def begin(self) -> None:
        super().begin()
        self.crowd.twice = True

    def end(self) -> None:
        super().end()
        self.crowd.twice = False
