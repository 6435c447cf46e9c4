"""Faults of the model's provider, for some of the next requests."""

from faults.kinds.fault import Fault
from tests.standin import Fault as Failure

_REQUESTS = 4


class ModelFails(Fault):
    """Some of the next requests fail in one of `ways`, before or after words of the answer."""

    ways: tuple[Failure, ...] = ()

    def begin(self) -> None:
        for _ in range(_REQUESTS):
            self.stage.model.fail(self.chance.choice(self.ways), after=self.chance.choice((0, 1, 5, 15)))

    def end(self) -> None:
        self.stage.model.recover()


class ModelStalls(ModelFails):
    """No more data comes, and the connection stays open, for ever."""

    ways = (Failure.STALL,)


class ModelCutsOff(ModelFails):
    """The connection breaks, or the response is malformed."""

    ways = (Failure.DISCONNECT, Failure.MALFORMED, Failure.ERROR_EVENT, Failure.CUT)


class ModelRefuses(ModelFails):
    """It responds with an error: overloaded, down, a wrong key, no credit."""

    ways = (
        Failure.RATE_LIMITED,
        Failure.SERVER_ERROR,
        Failure.OVERLOADED,
        Failure.WRONG_KEY,
        Failure.OUT_OF_CREDIT,
    )
