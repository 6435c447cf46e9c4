"""The loop that renews leases and adopts turns survives errors in each of its steps."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from uuid import UUID

import pytest

from conversations.models import Turn
from conversations.turns.engine import engine
from conversations.turns.focus import new_conversation
from conversations.turns.queue import queue_message
from conversations.turns.readers import follow
from conversations.wire.commands import SendMessage
from omniforge.projects.focus import EVERYTHING
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _stopped() -> AsyncIterator[None]:
    yield
    await engine.stop()


def queued(access: Access) -> UUID:
    """Store a message that any web process may answer; returns its turn."""
    conversation = new_conversation(access, "Talk", EVERYTHING)
    return queue_message(access, conversation, SendMessage(new_id(), "Hello"), starts=False).pk


async def is_answered(access: Access, turn_id: UUID) -> bool:
    async with asyncio.timeout(60), aclosing(follow(access, turn_id)) as events:
        return [kind async for _, kind, _ in events][-1] == "done"


async def test_a_queued_turn_is_adopted_though_a_file_in_the_spool_is_none_of_ours(
    ann: Access, settings, tmp_path: Path
):
    settings.VAR = tmp_path
    (tmp_path / "spool").mkdir()
    (tmp_path / "spool" / "copy~of~something.spooled").touch()
    turn_id = await in_database(queued, ann)
    engine.start()
    assert await is_answered(ann, turn_id)


async def test_a_queued_turn_that_cannot_be_read_holds_up_no_other(ann: Access):
    broken, sound = [await in_database(queued, ann) for _ in range(2)]
    unknown = Turn.objects.filter(pk=broken)
    await in_database(unknown.update, forced_action="no such action")
    engine.start()
    assert await is_answered(ann, sound)
