"""Models connected to the fake server, over each vendor's real wire format."""

from collections.abc import Callable

import pytest

from omniforge.llm import Models
from omniforge.llm.providers import configured_providers
from omniforge.llm.types import ChatMessage
from tests.standin import ModelServer

RESPONSES = "openai-responses"
MODEL = {"openai": "gpt-4o-mini", "anthropic": "claude-haiku-4-5", RESPONSES: "gpt-4o-mini"}
HELLO = [ChatMessage("system", "Be brief."), ChatMessage("user", "Which tickets are late?")]


@pytest.fixture(params=MODEL)
def vendor(request: pytest.FixtureRequest) -> str:
    return request.param


def endpoints(server: ModelServer) -> dict[str, dict[str, str]]:
    """Return each vendor's settings for the fake server."""
    return server.providers | {RESPONSES: server.providers["openai"]}


@pytest.fixture
def make_models(model_server: ModelServer, vendor: str) -> Callable[..., Models]:
    """Return a maker of Models as one turn has them, all roles played by one model of `vendor`."""
    providers = configured_providers(endpoints(model_server))
    role = f"{vendor}:{MODEL[vendor]}"

    def make(**limits: float) -> Models:
        return Models({"intent": role, "reply": role}, providers=providers, **limits)

    return make


@pytest.fixture
def models(make_models: Callable[..., Models]) -> Models:
    return make_models()


async def read(models: Models) -> str:
    """Return all of a streamed reply to HELLO."""
    return "".join([text async for text in models.stream("reply", HELLO)])
