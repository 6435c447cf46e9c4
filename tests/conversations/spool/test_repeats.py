"""A message sent twice during a database outage, to one process or to two, becomes one turn."""

import os
import time
from pathlib import Path

import pytest

from conversations.models import Message, MessageRole, MessageStatus, Turn, TurnStatus
from conversations.turns.abandoned import abandoned_turns, interrupt
from conversations.turns.acceptance import accept_message
from conversations.turns.accepted import Accepted
from conversations.turns.claims import renew_leases, this_worker, transfer_claim
from conversations.turns.end import Ending
from conversations.turns.intake import _accept
from conversations.turns.spool.files import files
from conversations.turns.spool.store import drain
from conversations.turns.spool_fallback import accept_into_spool, spool_ending
from conversations.wire.commands import SendMessage
from omniforge.errors import NotFound, StorageUnavailable
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.conversations.spool.spooled import said

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def message() -> SendMessage:
    return SendMessage(new_id(), "What is due?")


def answered(accepted: Accepted, text: str) -> None:
    """Keep the answer of a turn that was taken into the spool."""
    ending = Ending(TurnStatus.COMPLETED, text, {}, [[1, "done", {}]], duration_ms=5)
    assert accepted.claim
    assert spool_ending(accepted.claim, ending)


def put_off_all() -> None:
    """Let what waits in the spool stay there, as what could not be stored before."""
    later = time.time() + 600
    for file in files():
        os.utime(file.path, (later, later))


def ids(accepted: Accepted) -> tuple[object, ...]:
    return accepted.turn_id, accepted.conversation_id, accepted.message_id


def test_the_second_time_it_is_the_same_turn_and_nobody_answers_again(ann: Access, message: SendMessage):
    first, second = accept_into_spool(ann, message), accept_into_spool(ann, message)
    assert ids(first) == ids(second)
    assert second.claim is None
    assert second.repeated
    assert len(files()) == 1


def test_what_is_still_being_answered_is_stored_as_running_and_then_once(ann: Access, message: SendMessage):
    accepted = accept_into_spool(ann, message)
    assert drain() == 1
    row = Turn.objects.get()
    assert (row.status, row.worker, row.fence) == (TurnStatus.RUNNING, this_worker(), 1)
    assert renew_leases([row.pk]).held == {row.pk}
    answered(accepted, "The tax return.")
    assert drain() == 1
    row = Turn.objects.get()
    answer = Message.objects.get(role=MessageRole.ASSISTANT)
    assert (row.status, row.answer_id, answer.content) == (TurnStatus.COMPLETED, answer.pk, "The tax return.")


def test_of_a_process_that_died_meanwhile_it_is_interrupted_when_its_lease_has_run_out(
    ann: Access, message: SendMessage
):
    accept_into_spool(ann, message)
    drain()
    assert abandoned_turns() == []
    Turn.objects.update(lease_until="2000-01-01T00:00:00Z")
    (turn,) = abandoned_turns()
    assert interrupt(turn, [[3, "text", "The tax", [[3, 7]]]])
    row = Turn.objects.get()
    assert row.status == TurnStatus.INTERRUPTED
    assert [seq for seq, *_ in row.events] == [3, 1_000_000, 1_000_001]
    assert Message.objects.get(pk=row.answer_id).content == "The tax"


def test_the_same_id_of_another_person_is_another_turn(ann: Access, amy: Access, message: SendMessage):
    assert not set(ids(accept_into_spool(ann, message))[:2]) & set(ids(accept_into_spool(amy, message))[:2])


def test_two_hosts_with_spools_of_their_own_store_one_answer(
    ann: Access, message: SendMessage, settings, tmp_path: Path
):
    for number in range(2):
        settings.VAR = tmp_path / str(number)
        accepted = accept_into_spool(ann, message)
        answered(accepted, f"Answer {number}")
    for number in range(2):
        settings.VAR = tmp_path / str(number)
        assert drain() == 1
        assert not files()
    assert Turn.objects.get().status == TurnStatus.COMPLETED
    assert said(ann, accepted.conversation_id) == ["What is due?", "Answer 0"]


def test_what_another_process_could_store_is_done(ann: Access, message: SendMessage):
    accept_into_spool(ann, message)
    stored = accept_message(ann, message)
    assert drain() == 1
    assert not files()
    assert [turn.pk for turn in Turn.objects.all()] == [stored.turn_id]
    assert said(ann, stored.conversation_id) == ["What is due?"]


def test_sent_again_after_the_outage_it_is_the_turn_that_was_answered(ann: Access, message: SendMessage):
    spooled = accept_into_spool(ann, message)
    answered(spooled, "The tax return.")
    again = _accept(ann, message)
    assert again.repeated
    assert ids(again) == ids(spooled)
    kept = Message.objects.get(role=MessageRole.ASSISTANT)
    assert (kept.content, kept.status) == ("The tax return.", MessageStatus.COMPLETE)


def test_a_conversation_that_is_held_up_is_not_there_yet_only_for_its_owner(
    ann: Access, bob: Access, message: SendMessage
):
    spooled = accept_into_spool(ann, message)
    put_off_all()
    following = SendMessage(new_id(), "And then?", spooled.conversation_id)
    with pytest.raises(StorageUnavailable):
        _accept(ann, following)
    with pytest.raises(NotFound):
        _accept(bob, following)


def test_what_waits_in_a_conversation_that_is_held_up_is_told_as_accepted(ann: Access, message: SendMessage):
    spooled = accept_into_spool(ann, message)
    following = SendMessage(new_id(), "And then?", spooled.conversation_id)
    waits = accept_into_spool(ann, following)
    put_off_all()
    again = _accept(ann, following)
    assert ids(again) == ids(waits)
    assert (again.claim, again.repeated, again.stored) == (None, True, False)


def test_its_ids_are_the_same_wherever_it_is_taken_in(ann: Access, message: SendMessage):
    spooled, stored = accept_into_spool(ann, message), accept_message(ann, message)
    assert ids(spooled) == ids(stored)
    assert spooled.claim and stored.claim
    assert spooled.claim.answer_id == stored.claim.answer_id


def test_an_answer_is_stored_at_once_where_only_the_word_of_its_storing_was_lost(
    ann: Access, message: SendMessage
):
    accept_message(ann, message)  # it was committed, and then the connection broke
    answered(accept_into_spool(ann, message), "The tax return.")
    assert drain() == 1
    assert Turn.objects.get().status == TurnStatus.COMPLETED
    assert not files()


def test_an_answer_is_put_off_while_another_process_answers_too(ann: Access, message: SendMessage):
    accepted = accept_message(ann, message)
    Turn.objects.update(worker="another")
    answered(accept_into_spool(ann, message), "The tax return.")
    assert drain() == 0
    Message.objects.create(
        pk=accepted.claim.answer_id,
        conversation_id=accepted.conversation_id,
        parent_id=message.id,
        sequence=2,
        role=MessageRole.ASSISTANT,
        content="The rent.",
    )
    Turn.objects.update(status=TurnStatus.COMPLETED)
    for file in files():
        os.utime(file.path, (0, 0))
    assert drain() == 1
    assert said(ann, accepted.conversation_id) == ["What is due?", "The rent."]


def test_a_turn_that_is_answered_from_the_spool_elsewhere_is_left_to_that_process(
    ann: Access, message: SendMessage
):
    stored, spooled = accept_message(ann, message), accept_into_spool(ann, message)
    assert stored.claim
    transfer_claim(stored.claim, "another/token")
    assert not renew_leases([stored.turn_id]).held
    Turn.objects.update(worker=this_worker())  # as at the other process
    answered(spooled, "The tax return.")
    assert drain() == 1
    assert Turn.objects.get().status == TurnStatus.COMPLETED
