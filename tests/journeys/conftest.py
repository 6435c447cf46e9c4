"""Sites to live the journeys of the workspace on: one by rules, and one for each vendor's wire."""

from collections.abc import Iterator
from shutil import copytree

import pytest

from tests.conversations.conftest import ChatSite
from tests.site import Site
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

WIRES = {"openai": "/v1", "anthropic": ""}


@pytest.fixture(scope="session")
def ruled(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatSite]:
    """A site without any model."""
    site = Site(
        copytree(peopled[0], tmp_path_factory.mktemp("ruled") / "var"), OMNIFORGE_MESSAGES_PER_MINUTE="0"
    )
    site.start()
    yield ChatSite(site, peopled[1], ModelServer())
    site.kill()


@pytest.fixture(scope="session", params=WIRES)
def modelled_office(
    request: pytest.FixtureRequest, peopled: Peopled, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatSite]:
    with running(ModelServer()) as model:
        vendor = request.param.upper()
        site = Site(
            copytree(peopled[0], tmp_path_factory.mktemp(request.param) / "var"),
            **{f"{vendor}_API_KEY": "test-key", f"{vendor}_BASE_URL": model.url + WIRES[request.param]},
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
    """A site whose answers come from the stand-in over one vendor's wire."""
    modelled_office.model.reset()
    return modelled_office
