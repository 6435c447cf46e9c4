"""Web processes and the worker: killed, frozen, restarted."""

from faults.kinds.fault import Fault


class WebKilled(Fault):
    """`kill -9` of a web process, which is restarted."""

    at_once = True

    def begin(self) -> None:
        self.web = self.chance.choice(self.stage.webs)
        self.web.kill()

    def end(self) -> None:
        self.web.start()


class WebFrozen(Fault):
    """A web process is stopped, as on a swapping machine, for a moment or longer than a lease."""

    def begin(self) -> None:
        self.stage.freeze(self.chance.choice(self.stage.webs).pid)

    def end(self) -> None:
        self.stage.thaw()


class WebRestarted(Fault):
    """SIGTERM to one web process after the other, each replaced by a new one: a release."""

    def begin(self) -> None:
        self.stage.webs.reverse()
        self.stage.webs[0].stop()

    def end(self) -> None:
        self.stage.webs[0].start()


class WorkerKilled(Fault):
    """`kill -9` of the worker, which is restarted."""

    def begin(self) -> None:
        self.stage.kill_worker()

    def end(self) -> None:
        self.stage.start_worker()
