"""A turn that runs in one web process is read and steered from another one through Redis."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests import services
from tests.chat_client import Frame
from tests.conversations.conftest import QUESTION, ChatSite, started
from tests.site import Site
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled

pytestmark = pytest.mark.slow
LONG = " ".join(f"word{number}" for number in range(400))


@pytest.fixture(scope="module")
def pair(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ChatSite, ChatSite]]:
    """Two web processes of one site."""
    folder = tmp_path_factory.mktemp("pair") / "var"
    with running(ModelServer()) as model, services.redis() as url:
        for one in started(peopled, model, folder, REDIS_URL=url):
            other = Site(one.site.var)
            other.env = one.site.env
            other.start()
            yield one, replace(one, site=other)
            other.kill()


@pytest.fixture
def here(pair: tuple[ChatSite, ChatSite]) -> ChatSite:
    pair[0].model.reset()
    pair[0].model.gap_ms = 30
    pair[0].model.script("schedules work", LONG)
    return pair[0]


@pytest.fixture
def there(pair: tuple[ChatSite, ChatSite]) -> ChatSite:
    return pair[1]


async def test_its_words_are_read_while_they_come(here: ChatSite, there: ChatSite):
    async with here.chat() as ann, there.chat() as elsewhere:
        turn_id = (await ann.say(QUESTION))["turn_id"]
        await elsewhere.send("subscribe", turn_id=turn_id, after=0)
        await elsewhere.wait_for("text_delta", turn_id)
        await ann.send("ping")
        await ann.wait_for("pong")
        assert not any(frame["type"] == "done" for frame in ann.frames)
        here.model.gap_ms = 0
        for client in (ann, elsewhere):
            await client.wait_for("done", turn_id)
            assert LONG in client.text_of(turn_id)
        assert elsewhere.events_of(turn_id)[-1]["seq"] == ann.events_of(turn_id)[-1]["seq"]


async def test_it_is_cancelled_from_there_and_keeps_what_was_said(here: ChatSite, there: ChatSite):
    async with here.chat() as ann, there.chat() as elsewhere:
        turn_id = (await ann.say(QUESTION))["turn_id"]
        await ann.wait_for("text_delta", turn_id)
        await elsewhere.send("cancel", turn_id=turn_id)
        done = await ann.wait_for("done", turn_id)
        assert done["data"]["finish_reason"] == "cancelled"
        assert ann.text_of(turn_id) < LONG


async def test_a_reader_moves_from_one_to_the_other_again_and_again(here: ChatSite, there: ChatSite):
    async with here.chat() as ann:
        turn_id = (await ann.say(QUESTION))["turn_id"]
    events: list[Frame] = []
    sites = itertools.cycle((there, here))
    for cut in itertools.takewhile(lambda _: not events or events[-1]["type"] != "done", itertools.count()):
        async with next(sites).chat() as ann:
            await ann.send("subscribe", turn_id=turn_id, after=events[-1]["seq"] if events else 0)
            await ann.wait(lambda f: f.get("turn_id") == turn_id and "seq" in f)
            events.extend(ann.events_of(turn_id))
        here.model.gap_ms = 30 if cut < 10 else 0
    seqs = [event["seq"] for event in events]
    assert seqs == sorted(set(seqs))
    assert LONG in "".join(e["data"]["text"] for e in events if e["type"] == "text_delta")


async def test_what_a_killed_one_had_shown_is_kept(here: ChatSite, there: ChatSite):
    async with here.chat() as ann, there.chat() as elsewhere:
        turn_id = (await ann.say(QUESTION))["turn_id"]
        await elsewhere.send("subscribe", turn_id=turn_id, after=0)
        await elsewhere.wait(lambda f: elsewhere.text_of(turn_id).count("word") >= 20)
        here.site.kill()
        here.let_leases_run_out()
        done = await elsewhere.wait_for("done", turn_id)
        shown = elsewhere.text_of(turn_id)
    async with there.chat() as again:
        await again.send("subscribe", turn_id=turn_id, after=0)
        await again.wait_for("done", turn_id)
        assert again.text_of(turn_id) == shown
    assert done["data"]["finish_reason"] == "interrupted"
