"""A disk without room."""

from contextlib import ExitStack, suppress

from faults.kinds.fault import Fault
from tests.disk import no_room


class DiskFull(Fault):
    """No byte can be written by the web processes, by the database, or by both."""

    def begin(self) -> None:
        webs = [web.pid for web in self.stage.webs]
        # Not by the first process of all: those that take the place of one that gives up would inherit it.
        database = [process.pid for process in self.stage.processes_of_postgres()[1:]]
        self.full = ExitStack()
        for pid in self.chance.choice((webs, database, webs + database)):
            with suppress(ProcessLookupError):
                self.full.enter_context(_no_room(pid))

    def end(self) -> None:
        self.full.close()


def _no_room(pid: int) -> ExitStack:
    """Return the same as `no_room`, of which the process may be gone by its end."""
    room = ExitStack()
    room.enter_context(suppress(ProcessLookupError))
    room.enter_context(no_room(pid))
    return room
