"""A person who talks with a model over one vendor's wire."""

import pytest

from agents.models import AskFirst, ToolRule
from omniforge.tenants.access import Access
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer

ROLES = ("intent", "reply", "plan", "summary", "grade", "embed")
MODELS = {"openai": "openai:gpt-4o", "anthropic": "anthropic:claude-sonnet-4-6"}


@pytest.fixture(params=MODELS)
def vendor(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def talk(ann: Access, model_server: ModelServer, vendor: str, settings, tmp_path) -> Talk:
    """A new conversation of the owner of acme; only `reply` is played by the stand-in."""
    settings.VAR = tmp_path
    settings.MODEL_PROVIDERS = model_server.providers
    settings.MODEL_ROLES = dict.fromkeys(ROLES, "rules") | {"reply": MODELS[vendor]}
    return Talk(ann)


@pytest.fixture
def asks_first(ann: Access) -> None:
    """A rule of the workspace: nobody makes a skill without a yes."""
    ToolRule.objects.create(tenant_id=ann.tenant_id, tool="save_skill", ask_first=AskFirst.ALWAYS)


@pytest.fixture
def judge(talk: Talk, settings, vendor: str) -> None:
    """The stand-in also plays the small model that judges claims and approvals."""
    settings.MODEL_ROLES = settings.MODEL_ROLES | {"grade": MODELS[vendor]}
