"""A running site with two tenants whose members hold keys, and a model that can be told how to behave."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.chat_client import ChatClient
from tests.site import Site
from tests.standin.server import ModelServer

# A question to which the database has no answer, so that the model is asked.
QUESTION = "How do schedules work, and what happens when a run fails?"
PASSWORD = "a-long-enough-password"


@dataclass
class ChatSite:
    """The site, and how its people reach it."""

    site: Site
    keys: dict[str, str]
    model: ModelServer

    def chat(self, who: str = "ann") -> ChatClient:
        return ChatClient(self.site.ws_url, self.keys[who])

    def http(self, who: str = "ann") -> httpx2.Client:
        headers = {"Authorization": f"Bearer {self.keys[who]}"}
        return httpx2.Client(base_url=self.site.url, headers=headers, timeout=30)


def make_people(site: Site) -> dict[str, str]:
    """Make acme with ann and amy, and globex with bob; returns their API keys."""
    keys = {}
    for tenant, owner in (("acme", "ann"), ("globex", "bob")):
        email = f"{owner}@example.org"
        site.manage("create_tenant", "--slug", tenant, "--owner", email, "--password", PASSWORD)
        whose = ("--tenant", tenant, "--user", email, "--scopes", "chat,read,admin")
        printed = site.manage("create_api_key", *whose)
        keys[owner] = printed.splitlines()[-1]
    return keys


def model_variables(model: ModelServer) -> dict[str, str]:
    """Return the settings with which replies come from the stand-in, and intents from rules."""
    return {
        "OPENAI_API_KEY": "test-key",
        "OPENAI_BASE_URL": f"{model.url}/v1",
        "OMNIFORGE_MODEL_INTENT": "rules",
        "OMNIFORGE_MODEL_REPLY": "openai:gpt-4o-mini",
        "OMNIFORGE_MESSAGES_PER_MINUTE": "0",
    }


@pytest.fixture(scope="session")
def peopled(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The state of a prepared site with people in it, made once, and their keys."""
    var = shutil.copytree(prepared_var, tmp_path_factory.mktemp("peopled") / "var")
    return var, make_people(Site(var))


@pytest.fixture
def chat_site(
    peopled: tuple[Path, dict[str, str]], tmp_path: Path, model_server: ModelServer
) -> Iterator[ChatSite]:
    """A running site; replies are the stand-in model's, so that a test decides how they go."""
    site = Site(shutil.copytree(peopled[0], tmp_path / "var"), **model_variables(model_server))
    site.start()
    yield ChatSite(site, peopled[1], model_server)
    site.kill()
