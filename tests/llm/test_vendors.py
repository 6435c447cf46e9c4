"""Documented deviations of single vendors from a shared wire format."""

import pytest

from omniforge.llm import errors
from omniforge.llm.azure import Azure
from omniforge.llm.failures import from_status
from omniforge.llm.openai import OpenAI
from omniforge.llm.providers import connect
from omniforge.llm.tool_calls import DraftedCalls
from omniforge.llm.types import ChatMessage, ModelRequest, ToolRequest
from omniforge.llm.vendors import VENDORS
from tests.llm.bodies import TOOLS
from tests.standin import ModelServer

SIGNED = {"google": {"thought_signature": "CiQB"}}
HOST = "https://acme.openai.azure.com"


def test_gemini_call_is_returned_with_its_signature():
    gemini = OpenAI(api_key="k", base_url=VENDORS["gemini"].address, vendor="gemini")
    function = {"name": "weather", "arguments": '{"city":"Rome"}'}
    call = {"index": 0, "id": "c1", "type": "function", "function": function, "extra_content": SIGNED}
    usage = {"prompt_tokens": 7, "total_tokens": 7}
    events = [
        {"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": None}], "usage": usage},
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
    ]
    [request] = gemini.delta(events, DraftedCalls()).requests
    said = (ChatMessage("user", "?"), ChatMessage("assistant", "", requests=(request,)))
    asked = ModelRequest("gemini-3-pro", said, tools=tuple(TOOLS))
    assert gemini.body(asked)["messages"][1]["tool_calls"][0]["extra_content"] == SIGNED
    other = OpenAI(api_key="k", base_url="https://api.openai.com/v1")
    assert "extra_content" not in other.body(asked)["messages"][1]["tool_calls"][0]


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, [{"error": {"code": 400, "message": "API key not valid. Pass one."}}], errors.ModelKeyRefused),
        (400, [{"error": {"message": "The input token count (9) exceeds it"}}], errors.ModelContextFull),
        (429, [{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}], errors.ModelRateLimited),
        (400, {"message": "This model's maximum context length is 8192 tokens"}, errors.ModelContextFull),
        (400, {"error": {"type": "exceed_context_size_error"}}, errors.ModelContextFull),
        (
            400,
            {"error": {"code": "content_filter", "message": "The prompt was filtered"}},
            errors.ModelDeclined,
        ),
        (404, {"error": {"code": "DeploymentNotFound", "message": "No such"}}, errors.ModelUnknown),
        (400, {"error": {"message": "gemma:2b does not support tools"}}, errors.ModelWithoutTools),
        (404, {"error": {"message": "No endpoints found that support tool use."}}, errors.ModelWithoutTools),
        (500, {"error": {"message": "tools param requires --jinja flag"}}, errors.ModelWithoutTools),
        (
            400,
            {"message": '"auto" tool choice requires --enable-auto-tool-choice to be set'},
            errors.ModelWithoutTools,
        ),
    ],
)
def test_vendor_errors_are_mapped_to_their_kind(status, body, kind):
    assert type(from_status(status, body)) is kind


@pytest.mark.parametrize(
    ("address", "path", "limit"),
    [
        (HOST, "/openai/deployments/fast/chat/completions?api-version=2024-10-21", "max_completion_tokens"),
        (
            f"{HOST}/openai/deployments/other/chat/completions?api-version=2025-01-01-preview",
            "/openai/deployments/fast/chat/completions?api-version=2025-01-01-preview",
            "max_completion_tokens",
        ),
        (
            "https://gate.example.com/team/openai/deployments/x?api-version=2024-06-01",
            "/team/openai/deployments/fast/chat/completions?api-version=2024-06-01",
            "max_completion_tokens",
        ),
        (f"{HOST}/openai/v1/", "/openai/v1/chat/completions", "max_completion_tokens"),
        (
            "https://acme.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview",
            "/models/chat/completions?api-version=2024-05-01-preview",
            "max_tokens",
        ),
    ],
)
def test_azure_portal_addresses_lead_to_the_deployment(address, path, limit):
    azure = Azure(api_key="k", base_url=address)
    assert azure.path("fast") == path
    assert azure.limit == limit
    assert azure.headers() == {"api-key": "k"}


def test_azure_chunks_without_a_delta_are_skipped():
    filtered = {"choices": [{"content_filter_results": {}, "finish_reason": None, "index": 0}]}
    azure = Azure(api_key="k", base_url=HOST)
    told = azure.delta([{"choices": [], "prompt_filter_results": []}, filtered], DraftedCalls())
    assert told.text == "" and told.finish_reason is None


@pytest.mark.parametrize(
    "where", ["", "/openai/v1", "/models/chat/completions?api-version=2024-05-01-preview"]
)
async def test_azure_answers_and_calls_at_each_kind_of_address(model_server: ModelServer, where: str):
    model_server.queue(
        {"text": "Let me look.", "tools": [{"name": "weather", "arguments": {"city": "Rome"}}]}
    )
    azure = connect("azure", model_server.key, model_server.url + where)
    asked = ModelRequest("gpt-4o", (ChatMessage("user", "Where is it warmer?"),), 100, tools=tuple(TOOLS))
    deltas = [delta async for delta in azure.stream(asked)]
    assert "".join(one.text for one in deltas) == "Let me look."
    [call] = [request for one in deltas for request in one.requests]
    assert call == ToolRequest(call.id, "weather", '{"city": "Rome"}')
    [request] = model_server.requests
    assert request.key == model_server.key == request.headers["api-key"]
