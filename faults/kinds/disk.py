"""A full disk."""

from contextlib import ExitStack, suppress

from faults.kinds.fault import Fault
from tests.disk import no_room


class DiskFull(Fault):
    """One web process, or both, cannot write a byte to any file: no spool, no log."""

    def begin(self) -> None:
        self.full = ExitStack()
        for web in self.chance.sample(self.stage.webs, self.chance.choice((1, 2))):
            self.full.enter_context(suppress(ProcessLookupError))
            self.full.enter_context(no_room(web.pid))

    def end(self) -> None:
        self.full.close()


class DiskFullAndPostgresAway(DiskFull):
    """The database is down at the same time, so that nothing at all can be stored."""

    def begin(self) -> None:
        self.stage.postgres.stop()
        super().begin()

    def end(self) -> None:
        super().end()
        self.stage.start_postgres()
