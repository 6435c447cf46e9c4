"""Successful requests and streams, and their recorded usage."""

import asyncio
from decimal import Decimal
from typing import Literal

import pytest
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, Field

from omniforge.llm import Models
from omniforge.llm.errors import ModelNotConfigured
from omniforge.llm.providers import configured_providers
from omniforge.llm.types import ChatMessage, Usage
from tests.llm.conftest import HELLO, MODEL, read


class Reading(BaseModel):
    """An answer with all that a schema can hold."""

    action: Literal["run", "create"]
    confidence: float = Field(ge=0, le=1)
    target: str | None = None
    names: list[str] = Field(default=[], max_length=3)


async def test_streamed_pieces_make_up_the_whole_answer(models, model_server):
    model_server.script("late", "Three tickets are late: ä, 日本, 🙂\n\n- one\n- two")
    pieces = [text async for text in models.stream("reply", HELLO)]
    assert "".join(pieces) == "Three tickets are late: ä, 日本, 🙂\n\n- one\n- two"


async def test_request_has_model_key_and_messages(models, model_server, vendor):
    await read(models)
    [request] = model_server.requests
    assert (request.vendor, request.model, request.key) == (vendor, MODEL[vendor], model_server.key)
    assert "Be brief." in request.system and request.last == "Which tickets are late?"


async def test_stream_is_recorded_with_usage_and_cost(models, model_server, vendor):
    await read(models)
    [call] = models.calls
    assert (call.purpose, call.provider, call.model, call.error) == ("reply", vendor, MODEL[vendor], "")
    assert call.usage == Usage(6, 60)
    gpt, claude = (Decimal("0.15"), Decimal("0.6")), (Decimal(1), Decimal(5))
    per_million = claude if vendor == "anthropic" else gpt
    assert call.cost == (6 * per_million[0] + 60 * per_million[1]) / 1_000_000
    assert 0 <= call.first_token_ms <= call.latency_ms


async def test_structured_answer_is_validated(models, model_server):
    model_server.script("late", {"action": "run", "confidence": 0.9, "names": ["jira"]})
    answer = await models.ask("intent", HELLO, answer=Reading, deadline=60)
    assert answer == Reading(action="run", confidence=0.9, target=None, names=["jira"])
    assert models.calls[0].usage.output_tokens > 0


async def test_structured_answer_in_a_code_fence_is_read(models, model_server):
    model_server.script("late", lambda _: 'Sure!\n```json\n{"action": "create", "confidence": 1}\n```')
    answer = await models.ask("intent", HELLO, answer=Reading, deadline=60)
    assert answer == Reading(action="create", confidence=1)


async def test_structured_answer_out_of_bounds_is_none(models, model_server):
    model_server.script("late", {"action": "run", "confidence": 7})
    assert await models.ask("intent", HELLO, answer=Reading, deadline=60) is None
    assert models.calls[0].error == "model_malformed"
    assert models.calls[0].cost > 0


async def test_history_beginning_with_the_assistant_is_accepted(models, model_server):
    history = [
        ChatMessage("assistant", "Anything else?"),
        ChatMessage("user", ""),
        ChatMessage("user", "Yes"),
    ]
    assert [text async for text in models.stream("reply", history)]


async def test_concurrent_streams_do_not_mix(make_models, model_server):
    model_server.gap_ms = 1
    model_server.script(r"number \d+", lambda request: f"{request.last} " * 20)

    async def one(number: int) -> str:
        stream = make_models().stream("reply", [ChatMessage("user", f"number {number}")])
        return "".join([text async for text in stream])

    assert await asyncio.gather(*map(one, range(50))) == [f"number {number} " * 20 for number in range(50)]


async def test_rules_answer_nothing_and_raise_not_configured():
    models = Models({"reply": "rules", "intent": ""}, providers={})
    assert models.name("reply") == models.name("intent") == models.name("plan") == "rules"
    assert not models.available("reply")
    assert await models.ask("intent", HELLO, answer=Reading, deadline=1) is None
    with pytest.raises(ModelNotConfigured, match="No model is connected"):
        await read(models)
    assert models.calls == []


async def test_models_are_chosen_from_settings(settings, model_server):
    settings.MODEL_PROVIDERS = model_server.providers | {
        "openai": {"api_key": "", "base_url": "https://api.openai.com/v1"}
    }
    settings.MODEL_ROLES = {"reply": "", "intent": "rules"}
    models = Models.from_settings()
    assert (models.name("reply"), models.name("intent")) == ("anthropic:claude-sonnet-4-6", "rules")
    assert await read(models)
    settings.MODEL_ROLES = {"reply": "gpt-4o"}
    with pytest.raises(ImproperlyConfigured, match=r"OMNIFORGE_MODEL_REPLY=gpt-4o .* provider:model"):
        Models.from_settings()


def test_same_settings_return_the_same_providers(model_server):
    first, second = (configured_providers(model_server.providers) for _ in range(2))
    assert first["openai"] is second["openai"]


@pytest.mark.parametrize("vendor", ["openai", "anthropic"])
async def test_temperature_is_omitted_after_a_model_refused_it(model_server, vendor):
    models = Models({"reply": f"{vendor}:picky"}, providers=configured_providers(model_server.providers))
    asked = [ChatMessage("user", "Hello")]
    model_server.fail("invalid")
    assert "".join([piece async for piece in models.stream("reply", asked, temperature=0.3)])
    assert "".join([piece async for piece in models.stream("reply", asked, temperature=0.3)])
    assert [request.body.get("temperature") for request in model_server.requests] == [0.3, None, None]
    assert [call.error for call in models.calls] == ["", ""]
