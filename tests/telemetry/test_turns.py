"""Metrics of turns: outcomes, and the time to the first text."""

import asyncio

import pytest

from agents.events import TextDelta
from conversations.models import Turn
from conversations.turns import run
from conversations.turns.acceptance import accept_message
from conversations.turns.engine import TurnEngine
from conversations.wire.commands import SendMessage
from omniforge.errors import Conflict
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.telemetry.metrics import ENDINGS
from omniforge.tenants.access import Access
from tests.telemetry.figures import counted

pytestmark = pytest.mark.django_db(transaction=True)


def ended() -> list[float]:
    return [counted("omniforge_turns_ended_total", ending=ending) for ending in ENDINGS]


def first_texts() -> tuple[float, float]:
    return counted("omniforge_first_text_seconds_count"), counted("omniforge_first_text_seconds_sum")


async def _said(pack):
    yield TextDelta("Done.")


async def _failing(pack):
    raise Conflict("No.")
    yield


async def _endless(pack):
    await asyncio.Event().wait()
    yield


@pytest.fixture
async def engine():
    engine = TurnEngine()
    yield engine
    await engine.stop()


async def answer(engine: TurnEngine, access: Access) -> None:
    """Have one message answered, as it is, by a turn of this process."""
    accepted = await engine.accept(access, SendMessage(new_id(), "Hello"))
    if run.run_master is _endless:
        await engine.cancel(access, accepted.turn_id)
    await engine._wait(60)


MASTERS = {"completed": _said, "cancelled": _endless, "failed": _failing}


@pytest.mark.parametrize("how", MASTERS)
async def test_each_turn_end_is_counted_once_by_outcome(engine, ann: Access, monkeypatch, how: str):
    monkeypatch.setattr(run, "run_master", MASTERS[how])
    before = ended()
    await answer(engine, ann)
    assert [now - then for now, then in zip(ended(), before, strict=True)] == [how == one for one in ENDINGS]


async def test_time_to_first_text_counts_from_the_message(engine, ann: Access, monkeypatch):
    monkeypatch.setattr(run, "run_master", _said)
    before = first_texts()
    await answer(engine, ann)
    count, seconds = first_texts()
    [turn] = await in_database(list, Turn.objects.all())
    assert count == before[0] + 1
    assert seconds - before[1] > turn.first_text_ms / 1000 - 0.001  # which begins with the turn


async def test_abandoned_turns_are_interrupted_and_counted(engine, ann: Access):
    accepted = await in_database(accept_message, ann, SendMessage(new_id(), "Hello"))
    abandoned = Turn.objects.filter(pk=accepted.turn_id)
    await in_database(abandoned.update, worker="dead", lease_until="2000-01-01T00:00Z")
    before, found = ended(), counted("omniforge_turns_abandoned_total")
    await engine._watch._end_abandoned()
    assert ended()[ENDINGS.index("interrupted")] == before[ENDINGS.index("interrupted")] + 1
    assert counted("omniforge_turns_abandoned_total") == found + 1
