"""Embeddings over the real wire format."""

import math

import pytest

from omniforge.llm import Models
from omniforge.llm.embedding import embedding
from omniforge.llm.errors import ModelMalformed
from omniforge.llm.providers import configured_providers
from omniforge.llm.types import DIMENSIONS


@pytest.fixture
def models(model_server):
    roles = {"embed": "openai:text-embedding-3-small"}
    return Models(roles, providers=configured_providers(model_server.providers))


async def test_texts_are_embedded_as_unit_vectors_in_order(models, model_server):
    tram, ferry = await models.embed(["tram lines", "ferry boats"], deadline=60)
    assert [ferry, tram] == await models.embed(["ferry boats", "tram lines"], deadline=60)
    assert len(tram) == DIMENSIONS and math.hypot(*tram) == pytest.approx(1)
    assert model_server.requests[0].body["dimensions"] == DIMENSIONS
    call = models.calls[0]
    assert (call.purpose, call.model, call.usage.input_tokens) == ("embed", "text-embedding-3-small", 4)
    assert call.error == "" and call.cost > 0


@pytest.mark.parametrize("fault", ["server_error", "malformed", "disconnect", "unknown_model"])
async def test_failed_embedding_returns_none_and_is_recorded(models, model_server, fault):
    model_server.fail(fault, times=4)
    assert await models.embed(["tram"], deadline=60) is None
    assert models.calls[0].error.startswith("model_")


async def test_no_embedding_is_requested_without_a_model(model_server):
    models = Models({"embed": "rules"}, providers=configured_providers(model_server.providers))
    assert await models.embed(["tram"], deadline=60) is None
    assert models.calls == model_server.requests == []


def test_longer_vector_is_cut_and_shorter_one_is_malformed():
    def answer(size):
        return {"data": [{"index": 0, "embedding": [3.0] * size}]}

    [vector] = embedding(answer(DIMENSIONS * 3)).vectors
    assert len(vector) == DIMENSIONS and math.hypot(*vector) == pytest.approx(1)
    with pytest.raises(ModelMalformed, match="fewer than 256"):
        embedding(answer(DIMENSIONS - 1))
