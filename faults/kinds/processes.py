"""Web processes and the worker: killed, frozen, restarted."""

from faults.kinds.fault import Fault
from tests.site import Site


class WebKilled(Fault):
    """`kill -9` of a web process, which is started again."""

    at_once = True

    def begin(self) -> None:
        self.web: Site = self.chance.choice(self.stage.webs)
        self.web.kill()

    def end(self) -> None:
        self.web.start()


class WebFrozen(Fault):
    """A web process stands still, as on a machine that swaps, shorter or longer than a lease."""

    def begin(self) -> None:
        self.stage.freeze(self.chance.choice(self.stage.webs).pid)

    def end(self) -> None:
        self.stage.thaw()


class RollingRestart(Fault):
    """SIGTERM to one web process, a new one, then the same with the other: a release."""

    def begin(self) -> None:
        for web in self.stage.webs:
            web.stop()
            web.start()


class WorkerKilled(Fault):
    """`kill -9` of the worker, which is started again."""

    def begin(self) -> None:
        self.stage.kill_worker()

    def end(self) -> None:
        self.stage.start_worker()
