"""Sites for the journeys: one that answers by rules, and one with a model."""

from collections.abc import Iterator

import pytest

from tests.conversations.conftest import ChatSite
from tests.site import Site, copy_state
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled


@pytest.fixture(scope="session")
def ruled(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatSite]:
    """A site without any model."""
    site = Site(
        copy_state(peopled[0], tmp_path_factory.mktemp("ruled") / "var"), OMNIFORGE_MESSAGES_PER_MINUTE="0"
    )
    site.start()
    yield ChatSite(site, peopled[1], ModelServer())
    site.kill()


@pytest.fixture(scope="session")
def modelled_office(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatSite]:
    with running(ModelServer()) as model:
        site = Site(
            copy_state(peopled[0], tmp_path_factory.mktemp("modelled") / "var"),
            OPENAI_API_KEY="test-key",
            OPENAI_BASE_URL=f"{model.url}/v1",
            OMNIFORGE_MODEL_INTENT="rules",
            OMNIFORGE_MODEL_SUMMARY="rules",
            OMNIFORGE_MODEL_GRADE="rules",
            OMNIFORGE_MESSAGES_PER_MINUTE="0",
        )
        site.start()
        yield ChatSite(site, peopled[1], model)
        site.kill()


@pytest.fixture
def modelled(modelled_office: ChatSite) -> ChatSite:
    """A site whose answers come from the stand-in over OpenAI's wire; `test_work.py` takes Anthropic's."""
    modelled_office.model.reset()
    return modelled_office
