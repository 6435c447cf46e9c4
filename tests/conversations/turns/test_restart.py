"""A web process is stopped while it answers: no text is lost, and the outcome is reported."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests import services
from tests.conversations.conftest import QUESTION, ChatSite, started
from tests.standin.server import ModelServer
from tests.states import Peopled

pytestmark = pytest.mark.slow
LONG = " ".join(f"word{number}" for number in range(400))


@pytest.fixture
def slow_site(own_chat_site: ChatSite) -> ChatSite:
    own_chat_site.model.gap_ms = 30
    own_chat_site.model.script("schedules work", LONG)
    return own_chat_site


@pytest.fixture
def redis_site(peopled: Peopled, tmp_path: Path, model_server: ModelServer) -> Iterator[ChatSite]:
    with services.redis() as url:
        for site in started(peopled, model_server, tmp_path / "var", REDIS_URL=url):
            site.model.gap_ms = 30
            site.model.script("schedules work", LONG)
            yield site


async def read_again(site: ChatSite, turn_id: str) -> tuple[str, dict]:
    """Return the text and the last event of a turn as a client gets them that comes back."""
    async with site.chat() as ann:
        await ann.send("subscribe", turn_id=turn_id, after=0)
        done = await ann.wait_for("done", turn_id)
        return ann.text_of(turn_id), done


async def test_what_was_shown_is_kept_and_the_next_message_is_answered_by_who_comes(slow_site: ChatSite):
    async with slow_site.chat() as ann:
        first = await ann.say(QUESTION)
        second = await ann.say(QUESTION, first["conversation_id"])
        await ann.wait(lambda f: ann.text_of(first["turn_id"]).count("word") >= 20)
        ended = asyncio.create_task(asyncio.to_thread(slow_site.site.stop))
        with pytest.raises(ConnectionClosed) as closed:
            await ann.wait_for("nothing more")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert await ended == 0
    slow_site.model.gap_ms = 0
    await asyncio.to_thread(slow_site.site.start)
    text, done = await read_again(slow_site, first["turn_id"])
    assert text.startswith(ann.text_of(first["turn_id"]))
    assert text < LONG
    assert done["data"]["finish_reason"] == "interrupted"
    text, done = await read_again(slow_site, second["turn_id"])
    assert LONG in text
    assert done["data"]["finish_reason"] == "completed"


async def test_where_others_go_on_meanwhile_an_answer_is_given_time_to_end(redis_site: ChatSite):
    async with redis_site.chat() as ann:
        turn_id = (await ann.say(QUESTION))["turn_id"]
        await ann.wait(lambda f: ann.text_of(turn_id).count("word") >= 20)
        ended = asyncio.create_task(asyncio.to_thread(redis_site.site.stop))
        with pytest.raises(ConnectionClosed):
            await ann.wait_for("nothing more")
        redis_site.model.gap_ms = 0
        assert await ended == 0
    await asyncio.to_thread(redis_site.site.start)
    text, done = await read_again(redis_site, turn_id)
    assert LONG in text
    assert done["data"]["finish_reason"] == "completed"
