"""PostgreSQL: it hangs, is restarted by its operator, or dies with its machine."""

from faults.kinds.fault import Fault


class PostgresFrozen(Fault):
    """All of its processes stand still: connections stay open, and nothing is answered."""

    def begin(self) -> None:
        self.stage.freeze(*(process.pid for process in self.stage.processes_of_postgres()))

    def end(self) -> None:
        self.stage.thaw()


class PostgresRestarted(Fault):
    """It is stopped in order, which breaks all connections, and started again."""

    def begin(self) -> None:
        self.stage.postgres.stop()

    def end(self) -> None:
        self.stage.start_postgres()


class PostgresKilled(Fault):
    """`kill -9` of all its processes; it recovers from its log."""

    def begin(self) -> None:
        self.stage.kill_postgres()

    def end(self) -> None:
        self.stage.start_postgres()


class SentTwice(PostgresRestarted):
    """While it is away, all that is said comes to both web processes at once, under the same id."""

    def begin(self) -> None:
        super().begin()
        self.crowd.twice = True

    def end(self) -> None:
        super().end()
        self.crowd.twice = False
