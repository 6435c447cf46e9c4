"""Retries, within the deadline, and never after text was shown."""

import time

import pytest
from pydantic import BaseModel

from omniforge.llm.errors import ModelMalformed, ModelRateLimited, ModelTimeout, ModelUnavailable
from tests.llm.conftest import HELLO, read
from tests.standin import Fault


class Answer(BaseModel):
    action: str


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.OVERLOADED, Fault.RATE_LIMITED])
async def test_temporary_failure_is_retried_and_not_recorded(models, model_server, fault):
    model_server.fail(fault)
    assert await read(models)
    assert len(model_server.requests) == 2
    assert [call.error for call in models.calls] == [""]


@pytest.mark.parametrize("fault", [Fault.DISCONNECT, Fault.CUT, Fault.MALFORMED, Fault.ERROR_EVENT])
async def test_stream_broken_before_its_first_token_is_retried(models, model_server, fault):
    model_server.fail(fault, after=0)
    assert await read(models)
    assert len(model_server.requests) == 2


async def test_stream_broken_after_its_first_token_is_not_retried(models, model_server):
    model_server.gap_ms = 300  # what comes at once is read at once, and nothing would be shown yet
    model_server.fail(Fault.MALFORMED, after=2)
    with pytest.raises(ModelMalformed):
        await read(models)
    assert len(model_server.requests) == 1


@pytest.mark.parametrize("fault", [Fault.WRONG_KEY, Fault.OUT_OF_CREDIT, Fault.INVALID, Fault.CONTEXT_FULL])
async def test_permanent_failure_is_not_retried(models, model_server, fault):
    model_server.fail(fault)
    assert await models.ask("intent", HELLO, answer=Answer, deadline=60) is None
    assert len(model_server.requests) == 1


async def test_request_is_tried_at_most_four_times(models, model_server):
    model_server.fail(Fault.SERVER_ERROR, times=5)
    with pytest.raises(ModelUnavailable):
        await read(models)
    assert len(model_server.requests) == 4


async def test_short_retry_after_is_waited_for(models, model_server):
    model_server.fail(Fault.RATE_LIMITED, retry_after=0.3)
    started = time.monotonic()
    assert await read(models)
    assert time.monotonic() - started >= 0.3


async def test_long_retry_after_raises_instead_of_waiting(models, model_server):
    model_server.fail(Fault.RATE_LIMITED, retry_after=90)
    with pytest.raises(ModelRateLimited) as failure:
        await read(models)
    assert failure.value.retry_after == 90
    assert len(model_server.requests) == 1


async def test_deadline_covers_all_tries(models, model_server):
    model_server.fail(Fault.RATE_LIMITED, retry_after=2)
    assert await models.ask("intent", HELLO, answer=Answer, deadline=0.2) is None
    assert models.calls[0].error == ModelTimeout.code
    assert len(model_server.requests) <= 1
