"""A site whose model calls tools as scripted by a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.lasting import chat, context, lasting, session  # noqa: F401
from tests.browser.sites import replies_of, running_demo
from tests.net.pages import PageServer, serving
from tests.site import Site
from tests.standin import ModelServer
from tests.standin.thread import running


@pytest.fixture(scope="package")
def model() -> Iterator[ModelServer]:
    """A model with scripted tool calls."""
    with running(ModelServer(ttft_ms=20, gap_ms=5)) as server:
        yield server


@pytest.fixture(scope="package")
def pages() -> Iterator[PageServer]:
    with serving() as server:
        yield server


@pytest.fixture(scope="package")
def site(
    model: ModelServer, pages: PageServer, demo_var: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site whose replies and plans are that model's; it may reach the server of pages."""
    settings = replies_of(model) | {
        "OMNIFORGE_MODEL_SUMMARY": "rules",
        "OMNIFORGE_MODEL_PLAN": "openai:gpt-4o-mini",
        "OMNIFORGE_ALLOWED_HOSTS_OUT": pages.host,
    }
    with running_demo(demo_var, tmp_path_factory.mktemp("work"), **settings) as site:
        yield site


@pytest.fixture(autouse=True)
def _nothing_left_over(model: ModelServer) -> Iterator[None]:
    """Clear the script between tests."""
    yield
    model.reset()
