"""Recordings of a strong model: requests contain what it needs, and its answers have the same effects."""

import pytest

from omniforge.files.services import store_file
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.projects.models import Document, Entity, Project
from omniforge.storage.database import in_database
from tests.conversations.loop.played import Exchange, Player, Turn, exchanges
from tests.conversations.loop.talking import Heard, Talk
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
PLAYED = exchanges()


@pytest.fixture(params=["openai"])  # what goes over the wire of the other vendor is tested beside it
def vendor(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", PLAYED)
async def test_it_goes_as_it_was_played(talk: Talk, model_server: ModelServer, settings, name: str):
    settings.MODEL_ROLES = settings.MODEL_ROLES | {"grade": settings.MODEL_ROLES["reply"]}
    player, played = Player(), PLAYED[name]
    model_server.script(".", player)
    for turn in played.turns:
        player.rounds += turn.rounds
        player.turn = turn
        heard = await _taken(talk, turn)
        assert player.missed == [] and player.rounds == []
        assert [one for one in turn.hears if one not in heard.text] == []
        assert [one["what"] for one in heard.of("approval")] == turn.cards
    await in_database(_require_titles, played)


async def _taken(talk: Talk, turn: Turn) -> Heard:
    if turn.decide is not None:
        return await talk.decide(turn.decide, **turn.edits)
    if turn.new:
        projects = [one async for one in Project.objects.all() if one.name == turn.focus]
        talk.id, talk.focus = None, Focus(projects[0].pk) if projects else EVERYTHING
    files = [await in_database(_kept, talk, name, content) for name, content in turn.files.items()]
    return await talk.say(turn.say, files=files)


def _kept(talk: Talk, name: str, content: str):
    return store_file(access=talk.access, name=name, content=content.encode()).pk


def _require_titles(played: Exchange) -> None:
    things = [*Entity.objects.filter(deleted_at=None), *Document.objects.filter(deleted_at=None)]
    titles = {one.title for one in things}
    assert set(played.exist) <= titles and not set(played.gone) & titles
