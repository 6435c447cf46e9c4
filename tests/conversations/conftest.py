"""A running site with two tenants whose members hold keys, and a scriptable model."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from django.utils import timezone

from conversations.models import Conversation, Message
from omniforge.tenants.access import Access
from tests.chat_client import ChatClient
from tests.site import Site, copy_state
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

# A question to which the database has no answer, so that the model is asked.
QUESTION = "How do schedules work, and what happens when a run fails?"


@dataclass
class ChatSite:
    """The site, and its people's credentials."""

    site: Site
    keys: dict[str, str]
    model: ModelServer

    def chat(self, who: str = "ann") -> ChatClient:
        return ChatClient(self.site.ws_url, self.keys[who])

    def http(self, who: str = "ann") -> httpx2.Client:
        headers = {"Authorization": f"Bearer {self.keys[who]}"}
        return plain_client(self.site.url, **headers)

    def let_leases_run_out(self) -> None:
        """Expire all leases, so that another process may take up a killed one's turns."""
        with sqlite3.connect(self.site.var / "omniforge.sqlite3", timeout=120) as database:
            database.execute("UPDATE conversations_turn SET lease_until = '2000-01-01'")
        database.close()


def plain_client(url: str, **headers: str) -> httpx2.Client:
    """Return a client without a trust store, whose loading takes longer than an answer."""
    return httpx2.Client(base_url=url, headers=headers, timeout=120, verify=False)


def model_variables(model: ModelServer) -> dict[str, str]:
    """Return the settings with which replies come from the stand-in, and intents from rules."""
    return {
        "OPENAI_API_KEY": "test-key",
        "OPENAI_BASE_URL": f"{model.url}/v1",
        "OMNIFORGE_MODEL_INTENT": "rules",
        "OMNIFORGE_MODEL_REPLY": "openai:gpt-4o-mini",
        "OMNIFORGE_MODEL_GRADE": "rules",
        "OMNIFORGE_MESSAGES_PER_MINUTE": "0",
    }


@pytest.fixture(scope="module")
def plain_site(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with those people and default settings."""
    site = Site(copy_state(peopled[0], tmp_path_factory.mktemp("plain") / "var"))
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="module")
def running_site(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatSite]:
    with running(ModelServer()) as model:
        yield from started(peopled, model, tmp_path_factory.mktemp("chat") / "var")


@pytest.fixture
def chat_site(running_site: ChatSite) -> ChatSite:
    """A running site shared by the tests of a module; each scripts its model."""
    running_site.model.reset()
    return running_site


@pytest.fixture
def own_chat_site(peopled: Peopled, tmp_path: Path, model_server: ModelServer) -> Iterator[ChatSite]:
    """The same for one test, which may kill it."""
    yield from started(peopled, model_server, tmp_path / "var")


def started(peopled: Peopled, model: ModelServer, folder: Path, **variables: str) -> Iterator[ChatSite]:
    """Run a site with those people in `folder`, with further environment variables."""
    site = Site(copy_state(peopled[0], folder), **model_variables(model) | variables)
    site.start()
    yield ChatSite(site, peopled[1], model)
    site.kill()


@pytest.fixture
def many(ann: Access) -> list[Conversation]:
    """Three conversations of 400 messages; each says 'zeppelin', its title and its own number."""
    now = timezone.now()
    rows = Conversation.objects.bulk_create(
        Conversation(
            tenant_id=ann.tenant_id,
            user_id=ann.user_id,
            updated_at=now - timedelta(days=n),
            title=f"c{n}",
        )
        for n in range(3)
    )
    Message.objects.bulk_create(
        Message(conversation=row, sequence=n, role="user", content=f"zeppelin {row.title} number{n}")
        for row in rows
        for n in range(1, 401)
    )
    return rows
