"""Images in requests: in each vendor's format, and only for models that accept them."""

import pytest

from omniforge.llm.errors import ModelRejected
from omniforge.llm.types import ChatMessage, Image
from tests.llm.conftest import MODEL, RESPONSES

DATA = "iVBORw0KGgo="
SEEN = ChatMessage("user", "What is on it?", images=(Image("f1", "image/png", DATA),))
URL = f"data:image/png;base64,{DATA}"
FORMS = {
    "openai": [
        {"type": "image_url", "image_url": {"url": URL}},
        {"type": "text", "text": "What is on it?"},
    ],
    "anthropic": [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DATA}},
        {"type": "text", "text": "What is on it?"},
    ],
    RESPONSES: [
        {"type": "input_image", "image_url": URL},
        {"type": "input_text", "text": "What is on it?"},
    ],
}


async def ask(models) -> str:
    return "".join([text async for text in models.stream("reply", [ChatMessage("system", "Look."), SEEN])])


async def test_image_is_sent_in_the_vendors_format(models, model_server, vendor):
    assert await ask(models)
    assert model_server.requests[0].messages[-1]["content"] == FORMS[vendor]


async def test_model_without_image_support_is_told_of_omitted_images(make_models, model_server, vendor):
    assert await ask(make_models(blind={f"{vendor}:{MODEL[vendor]}"}))
    [request] = model_server.requests
    assert DATA not in str(request.body) and "you can't see images" in request.text


async def test_images_are_omitted_after_a_model_refused_them(make_models, model_server, vendor, caplog):
    model_server.blind.add(MODEL[vendor])
    assert await ask(make_models())
    assert await ask(make_models())
    refused, *others = (DATA in str(one.body) for one in model_server.requests)
    assert refused and others == [False, False]
    assert caplog.text.count(f"{MODEL[vendor]} refused images") == 1


async def test_images_are_kept_after_an_unrelated_refusal(models, model_server):
    model_server.fail("invalid", times=2)
    with pytest.raises(ModelRejected, match="did not accept"):
        await ask(models)
    assert await ask(models)
    assert DATA in str(model_server.requests[-1].body)
