"""Redis becomes unavailable on a running site: conversations go on."""

from pathlib import Path

import pytest

from tests import services
from tests.conversations.conftest import QUESTION, ChatSite, model_variables
from tests.site import Site, copy_state
from tests.standin.server import ModelServer
from tests.states import Peopled

pytestmark = pytest.mark.slow


async def test_a_chat_goes_on_without_redis(peopled: Peopled, tmp_path: Path, model_server: ModelServer):
    model_server.script("schedules work", "At their time.")
    variables = model_variables(model_server) | {"OMNIFORGE_MESSAGES_PER_MINUTE": "1000"}
    with services.redis() as url:
        site = Site(copy_state(peopled[0], tmp_path / "var"), **variables, REDIS_URL=url)
        site.start()
        chat_site = ChatSite(site, peopled[1], model_server)
        async with chat_site.chat() as before:
            _, first = await before.ask(QUESTION)
    try:
        async with chat_site.chat() as after:
            accepted, second = await after.ask(QUESTION)
            done = after.events_of(accepted["turn_id"])[-1]
    finally:
        site.kill()
    assert "At their time." in first
    assert "At their time." in second
    assert done["data"]["stored"] is True
