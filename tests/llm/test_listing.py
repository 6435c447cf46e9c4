"""Model lists of vendors, each in its own format."""

import pytest

from omniforge.llm.model_listing import ListedModel, ids_of, read_listing
from omniforge.llm.vendors import VENDORS


def listed(vendor: str, **entry: object) -> ListedModel:
    (model,) = read_listing({"data": [entry]}, VENDORS[vendor])
    return model


def test_listed_model_is_completed_from_the_price_list():
    model = listed("openai", id="gpt-4o")
    assert (model.context_in_words, model.input_price, model.output_price) == ("128K", "2.5", "10")
    assert model.abilities_in_words == "Tools, images, structured output"


def test_context_size_is_read_from_the_servers_list():
    assert listed("server", id="qwen3", max_model_len=32_768).context == 32_768
    assert listed("server", id="qwen3.gguf", meta={"n_ctx_train": 40_960}).context == 40_960
    assert listed("server", id="qwen3") == ListedModel("qwen3")


def test_lm_studio_kind_abilities_and_loaded_context_are_read():
    sizes = {"max_context_length": 131_072, "loaded_context_length": 8_192}
    model = listed("lmstudio", id="gemma-3", type="vlm", capabilities=["tool_use"], **sizes)
    assert (model.context, model.abilities) == (8_192, ("tools", "images"))
    assert listed("lmstudio", id="nomic", type="embeddings").kind == "embed"


def test_openrouter_prices_and_abilities_are_read():
    model = listed(
        "openrouter",
        id="qwen/qwen3-30b-a3b-instruct-2507",
        context_length=262_144,
        pricing={"prompt": "0.0000002", "completion": "0.0000008"},
        supported_parameters=["tools", "structured_outputs"],
        architecture={"input_modalities": ["text"]},
    )
    assert (model.input_price, model.output_price) == ("0.2", "0.8")
    assert model.abilities == ("tools", "structured")


def test_gemini_names_lose_their_prefix():
    assert listed("gemini", id="models/gemini-2.5-flash").id == "gemini-2.5-flash"


def test_models_for_neither_chat_nor_embedding_are_left_out():
    names = ("whisper-1", "gpt-4o-mini-tts", "dall-e-3", "gpt-4o", "text-embedding-3-small", "x" * 81)
    models = read_listing({"data": [{"id": name} for name in names]}, VENDORS["compatible"])
    assert (ids_of(models), ids_of(models, "embed")) == (["gpt-4o"], ["text-embedding-3-small"])


@pytest.mark.parametrize("body", [{}, [], {"data": None}, {"data": [{}]}, {"error": "no such endpoint"}])
def test_body_that_is_not_a_model_list_raises(body):
    with pytest.raises((KeyError, TypeError)):
        read_listing(body, VENDORS["compatible"])


def test_every_vendor_has_or_asks_for_an_address():
    for row in VENDORS.values():
        assert row.asks_address or row.address.startswith("https://")
        assert not (row.address and row.address.endswith("/"))
