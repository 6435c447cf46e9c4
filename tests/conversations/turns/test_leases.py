"""Leases of turns: by the database's clock; a process that lost its lease writes nothing more."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest
from django.utils import timezone

from agents.events import TextDelta
from conversations.models import Turn, TurnStatus
from conversations.turns import claims, run
from conversations.turns.abandoned import abandoned_turns
from conversations.turns.acceptance import accept_message
from conversations.turns.claims import Claim, claim_next, renew_leases
from conversations.turns.eventlog import EventLog
from conversations.wire.commands import SendMessage
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.telemetry.figures import counted

LOST = "omniforge_leases_lost_total"
pytestmark = pytest.mark.django_db(transaction=True)


def claimed(access: Access) -> Claim:
    """Take in a message that this process is to answer."""
    claim = accept_message(access, SendMessage(new_id(), "Hello")).claim
    assert claim is not None
    return claim


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(hours=-1)])
def test_the_clock_of_a_process_does_not_matter(ann: Access, monkeypatch, ahead: timedelta):
    accepted = claimed(ann)
    second = accept_message(ann, SendMessage(new_id(), "And then?", accepted.conversation_id))
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + ahead)
    third = claimed(ann)
    renew_leases([accepted.turn_id])
    monkeypatch.undo()
    assert abandoned_turns() == []
    left = {turn.pk: turn.lease_until - now() for turn in Turn.objects.exclude(lease_until=None)}
    assert left.keys() == {accepted.turn_id, third.turn_id}
    assert all(timedelta() < one <= claims.LEASE for one in left.values())
    assert Turn.objects.get(pk=second.turn_id).status == TurnStatus.QUEUED


def test_a_claimed_turn_has_a_lease_of_the_databases_clock(ann: Access, monkeypatch):
    accepted = claimed(ann)
    queued = accept_message(ann, SendMessage(new_id(), "And then?", accepted.conversation_id))
    Turn.objects.filter(pk=accepted.turn_id).update(status=TurnStatus.COMPLETED)
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() - timedelta(hours=1))
    assert claim_next(accepted.conversation_id).turn_id == queued.turn_id
    assert abandoned_turns() == []


def test_a_renewal_tells_which_turns_are_still_held(ann: Access):
    kept, taken, cancelled = [claimed(ann).turn_id for _ in range(3)]
    Turn.objects.filter(pk=taken).update(worker="another")
    Turn.objects.filter(pk=cancelled).update(cancel_requested_at=timezone.now())
    renewed = renew_leases([kept, taken, cancelled])
    assert renewed.held == {kept, cancelled}
    assert renewed.cancelled == {cancelled}


class Answering:
    """A turn whose agent says a word each time that it is let go on."""

    def __init__(self, claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
        self.goes_on = asyncio.Semaphore(0)
        monkeypatch.setattr(run, "run_master", self._master)
        self.logs = EventLog()
        self.log = self.logs.open(claim.turn_id, claim.conversation_id, claim.access.person)
        self.run = run.TurnRun(claim, self.log)
        self.task = asyncio.create_task(self.run.run())

    async def _master(self, pack: object) -> AsyncGenerator[TextDelta, None]:
        while True:
            await self.goes_on.acquire()
            yield TextDelta("word ")

    async def says_a_word(self) -> None:
        self.goes_on.release()
        async for batch in self.log.follow(self.log.last):
            if any(entry.kind == "text_delta" for entry in batch):
                return


async def test_a_turn_that_another_process_took_stops_at_once_and_writes_nothing(ann: Access, monkeypatch):
    claim = await in_database(claimed, ann)
    answering, before = Answering(claim, monkeypatch), counted(LOST)
    await answering.says_a_word()
    taken = Turn.objects.filter(pk=claim.turn_id)
    await in_database(taken.update, fence=claim.fence + 1, worker="another")
    answering.run.stop(run.Stop.LOST)
    assert await answering.task is None
    assert answering.run.was_taken
    assert answering.log.entries[-1].kind == "text_delta"
    turn = await in_database(taken.get)
    assert (turn.status, turn.fence) == (TurnStatus.RUNNING, claim.fence + 1)
    assert counted(LOST) == before + 1


async def test_a_process_that_stood_still_for_a_lease_says_no_word_more(ann: Access, monkeypatch):
    claim = await in_database(claimed, ann)
    answering = Answering(claim, monkeypatch)
    await answering.says_a_word()
    answering.run._renewed_at -= claims.LEASE.total_seconds()
    answering.goes_on.release()
    await answering.task
    assert [entry.kind for entry in answering.log.entries[-3:]] == ["text_delta", "error", "done"]
    assert answering.log.entries[-1].data["finish_reason"] == "interrupted"
    turn = await in_database(Turn.objects.get, pk=claim.turn_id)
    assert turn.status == TurnStatus.INTERRUPTED


async def test_a_database_that_does_not_answer_stops_no_turn(ann: Access, monkeypatch):
    claim = await in_database(claimed, ann)
    answering = Answering(claim, monkeypatch)
    answering.run.begin_renewal()
    answering.run._renewed_at -= 2 * claims.LEASE.total_seconds()
    await answering.says_a_word()
    answering.run.end_renewal()
    await answering.says_a_word()
    answering.run.stop(run.Stop.CANCELLED)
    await answering.task
    assert answering.log.entries[-1].data["finish_reason"] == "cancelled"
