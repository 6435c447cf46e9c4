"""The circuit breaker, by itself and around real calls."""

from types import SimpleNamespace

import pytest

from omniforge.llm import breaker
from omniforge.llm.breaker import CircuitBreaker
from omniforge.llm.errors import ModelRejected, ModelUnavailable
from tests.llm.conftest import HELLO, read
from tests.llm.test_retry import Answer
from tests.standin import Fault


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The breaker's clock; set its only item to move it."""
    now = [1000.0]
    monkeypatch.setattr(breaker, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def fail(circuit: CircuitBreaker, times: int) -> None:
    for _ in range(times):
        circuit.check()
        circuit.failed()


def test_breaker_opens_after_consecutive_failures(clock):
    circuit = CircuitBreaker(failures=3)
    fail(circuit, 2)
    circuit.succeeded()
    fail(circuit, 2)
    assert not circuit.is_open
    fail(circuit, 1)
    assert circuit.is_open
    with pytest.raises(ModelUnavailable) as refused:
        circuit.check()
    assert refused.value.retry_after == 30


def test_successful_probe_after_the_pause_closes_the_breaker(clock):
    circuit = CircuitBreaker(failures=1, pause=30)
    fail(circuit, 1)
    clock[0] += 31
    circuit.check()
    with pytest.raises(ModelUnavailable):
        circuit.check()
    circuit.succeeded()
    circuit.check()
    assert not circuit.is_open


def test_failed_probe_reopens_the_breaker(clock):
    circuit = CircuitBreaker(failures=2, pause=30)
    fail(circuit, 2)
    clock[0] += 31
    fail(circuit, 1)
    assert circuit.is_open


async def test_open_breaker_stops_requests_of_all_turns(make_models, model_server):
    model_server.fail(Fault.SERVER_ERROR, times=100, retry_after=0)
    for _ in range(5):
        assert await make_models().ask("intent", HELLO, answer=Answer, deadline=60) is None
    asked = len(model_server.requests)
    models = make_models()
    assert not models.available("reply")
    with pytest.raises(ModelUnavailable):
        await read(models)
    assert len(model_server.requests) == asked


async def test_rejected_requests_do_not_open_the_breaker(make_models, model_server):
    model_server.fail(Fault.INVALID, times=6)
    for _ in range(6):
        with pytest.raises(ModelRejected):
            await read(make_models())
    assert make_models().available("reply")
