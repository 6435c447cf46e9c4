"""The model: what its provider does to some of the next requests."""

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
    """No more comes, and the connection stays open: what is stalled stays so for ever."""

    ways = (Failure.STALL,)


class ModelCutsOff(ModelFails):
    """The connection breaks, or what comes is no answer."""

    ways = (Failure.DISCONNECT, Failure.MALFORMED, Failure.ERROR_EVENT, Failure.CUT)


class ModelRefuses(ModelFails):
    """It answers with an error: too busy, down, a wrong key, no credit."""

    ways = (
        Failure.RATE_LIMITED,
        Failure.SERVER_ERROR,
        Failure.OVERLOADED,
        Failure.WRONG_KEY,
        Failure.OUT_OF_CREDIT,
    )
