"""The load driver's three ways to get an answer, against real servers."""

from functools import partial
from urllib.parse import urlsplit

import pytest

from bench.doors import Direct, EventStream, Socket, Turn
from bench.elsewhere import later
from tests.chat_client import ChatClient
from tests.states import make_people


@pytest.fixture(scope="module")
def key(live_site):
    return make_people(live_site)["ann"]


async def ask_twice(door) -> list[Turn]:
    await door.open()
    try:
        return [await door.ask("Which agents do I have?") for _ in range(2)]
    finally:
        await door.close()


def assert_whole(turn: Turn) -> None:
    assert turn.completed
    assert turn.sent < turn.first_event <= turn.first_text <= turn.ended
    assert turn.spaces


async def test_direct_door_measures_whole_answers(model_server):
    for turn in await ask_twice(Direct(urlsplit(model_server.url).port, "")):
        assert_whole(turn)


async def test_failed_model_answer_counts_as_failed(model_server):
    model_server.fail("server_error")
    failed, answered = await ask_twice(Direct(urlsplit(model_server.url).port, ""))
    assert not failed.completed
    assert_whole(answered)


@pytest.mark.parametrize("way", [EventStream, Socket])
async def test_site_doors_measure_whole_answers(way, live_site, key):
    for turn in await ask_twice(way(live_site.port, key)):
        assert_whole(turn)


@pytest.mark.parametrize("way", [EventStream])
async def test_refused_question_counts_as_failed(way, live_site):
    for turn in await ask_twice(way(live_site.port, "no-such-key")):
        assert not turn.completed


async def test_two_readers_of_a_turn_hear_its_end(live_site, key):
    opens = partial(ChatClient, live_site.ws_url, key)
    assert await later("done", opens, opens) < 60_000  # one site is both processes here
