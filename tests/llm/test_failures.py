"""Every fault of both vendors, over the real wire format: messages for people, and recorded usage."""

import logging
from collections.abc import Callable

import pytest
from pydantic import BaseModel

from omniforge.llm import Models, errors
from omniforge.llm.failures import as_model_error, from_status
from omniforge.llm.providers import configured_providers
from tests.llm.conftest import HELLO, endpoints, read
from tests.ports import free_port
from tests.standin import Fault, ModelServer

KINDS = {
    Fault.RATE_LIMITED: errors.ModelRateLimited,
    Fault.SERVER_ERROR: errors.ModelUnavailable,
    Fault.OVERLOADED: errors.ModelUnavailable,
    Fault.WRONG_KEY: errors.ModelKeyRefused,
    Fault.OUT_OF_CREDIT: errors.ModelOutOfCredit,
    Fault.UNKNOWN_MODEL: errors.ModelUnknown,
    Fault.CONTEXT_FULL: errors.ModelContextFull,
    Fault.INVALID: errors.ModelRejected,
    Fault.STALL: errors.ModelTimeout,
    Fault.CUT: errors.ModelCutOff,
    Fault.MALFORMED: errors.ModelMalformed,
    Fault.DISCONNECT: errors.ModelUnavailable,
    Fault.ERROR_EVENT: errors.ModelUnavailable,
    Fault.LENGTH: errors.ModelLengthLimit,
    Fault.REFUSED: errors.ModelDeclined,
}
IN_STREAMS_ONLY = {Fault.ERROR_EVENT}
IN_STREAMS = KINDS.keys() - {Fault.LENGTH}  # after which a stream goes on


class Answer(BaseModel):
    action: str


def _patience(fault: Fault) -> float:
    """Seconds: short if the model stalls for ever, else enough for any machine."""
    return 0.5 if fault is Fault.STALL else 30.0


@pytest.mark.parametrize("fault", sorted(IN_STREAMS))
async def test_failed_stream_raises_the_error_of_its_fault(make_models, model_server, fault):
    model_server.fail(fault, times=4)
    models = make_models(first_token=_patience(fault), between_tokens=_patience(fault))
    await models.warm_up()  # which may take longer than the limit
    with pytest.raises(KINDS[fault]) as failure:
        await read(models)
    assert type(failure.value) is KINDS[fault]
    assert models.calls[-1].error == failure.value.code


@pytest.mark.parametrize("fault", sorted((KINDS.keys() - IN_STREAMS_ONLY) | {Fault.WRONG_SCHEMA}))
async def test_ask_returns_none_on_every_fault(models, model_server, fault):
    await models.warm_up()  # which may take longer than the deadline
    model_server.fail(fault, times=4)
    assert await models.ask("intent", HELLO, answer=Answer, deadline=_patience(fault)) is None
    kind = KINDS.get(fault, errors.ModelMalformed)
    assert [call.error for call in models.calls] == [kind.code]


async def test_text_before_a_failure_is_yielded(make_models, model_server):
    model_server.script("late", "one two three four five")
    model_server.fail(Fault.DISCONNECT, after=3)
    texts = []
    with pytest.raises(errors.ModelUnavailable):
        async for text in make_models().stream("reply", HELLO):
            texts.append(text)
    assert "".join(texts).split() == ["one", "two", "three"]


async def test_refused_connection_raises_model_unavailable(vendor):
    url = f"http://127.0.0.1:{free_port()}"
    providers = configured_providers({vendor: {"api_key": "k", "base_url": url}})
    with pytest.raises(errors.ModelUnavailable):
        await read(Models({"reply": f"{vendor}:any"}, providers=providers))


async def test_wrong_key_error_says_who_can_replace_it(vendor, model_server):
    wrong = {name: one | {"api_key": "wrong-key"} for name, one in endpoints(model_server).items()}
    models = Models({"reply": f"{vendor}:any"}, providers=configured_providers(wrong))
    with pytest.raises(errors.ModelKeyRefused, match="owner or admin can replace it"):
        await read(models)


async def test_log_has_the_error_code_but_no_key_or_text(
    make_models: Callable[..., Models], model_server: ModelServer, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    model_server.fail(Fault.MALFORMED, times=4, after=1)
    with pytest.raises(errors.ModelMalformed):
        await read(make_models())
    assert "model_malformed" in caplog.text
    assert "test-key" not in caplog.text and "tickets" not in caplog.text


def test_every_error_has_its_own_code_and_message():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    named = [kind for kind in kinds if kind is not errors.ModelOutage]
    assert len({kind.code for kind in named}) == len(named)
    assert len({kind.message for kind in named}) == len(named)


@pytest.mark.parametrize("body", [None, "<html>Bad gateway</html>", {"error": "busy"}, {"error": None}, []])
def test_error_body_of_any_form_is_accepted(body):
    assert isinstance(from_status(502, body), errors.ModelUnavailable)
    assert isinstance(from_status(418, body), errors.ModelRejected)


def test_unknown_exception_becomes_model_malformed():
    assert isinstance(as_model_error(IndexError()), errors.ModelMalformed)
