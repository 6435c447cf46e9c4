"""A message that comes twice while the database is away, to one process or to two, is one turn."""

import os
import time
from pathlib import Path

import pytest

from conversations.commands import SendMessage
from conversations.models import Message, MessageRole, MessageStatus, Turn, TurnStatus
from conversations.spool import drain
from conversations.spool_files import files
from conversations.turns.acceptance import accept_message
from conversations.turns.accepted import Accepted
from conversations.turns.ending import Ending
from conversations.turns.engine import _accept
from conversations.turns.spooling import accept_into_spool, spool_ending
from omniforge.errors import NotFound, StorageUnavailable
from omniforge.ids import new_id
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


def ids(accepted: Accepted) -> tuple[object, ...]:
    return accepted.turn_id, accepted.conversation_id, accepted.message_id


def test_the_second_time_it_is_the_same_turn_and_nobody_answers_again(ann: Access, message: SendMessage):
    first, second = accept_into_spool(ann, message), accept_into_spool(ann, message)
    assert ids(first) == ids(second)
    assert second.claim is None
    assert second.repeated
    assert len(files()) == 1


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
    later = time.time() + 600
    for file in files():
        os.utime(file.path, (later, later))  # as one that could not be stored and is put off
    following = SendMessage(new_id(), "And then?", spooled.conversation_id)
    with pytest.raises(StorageUnavailable):
        _accept(ann, following)
    with pytest.raises(NotFound):
        _accept(bob, following)
