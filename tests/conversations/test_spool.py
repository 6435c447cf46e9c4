"""The spool: what could not be stored is stored later, once, in its place, and is never lost."""

import os
import stat
import threading
import time
from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from conversations import spool, spool_files
from conversations.django_repository import DjangoConversationRepository
from conversations.models import (
    ContextReceipt,
    Conversation,
    Message,
    MessageRole,
    MessageStatus,
    Turn,
    TurnStatus,
)
from conversations.records import NewMessage
from conversations.spool import drain, pending, spool_turn
from conversations.spooled import SpooledTurn
from omniforge.ids import new_id
from omniforge.llm.types import ModelCall, Usage
from omniforge.tenants.models import AuditEntry, UsageRecord

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path / "spool"


@pytest.fixture
def database_away():
    """Takes the database away while it is entered, as an address where there is none."""
    name = connection.settings_dict["NAME"]
    _reconnect("/nowhere/at-all")
    yield lambda: _reconnect(name)
    _reconnect(name)


def _reconnect(name):
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    connection.settings_dict["NAME"] = name


def turn_of(access, question="What is due?", answer="Nothing.", **fields):
    values = {
        "tenant_id": access.tenant_id,
        "user_id": access.user_id,
        "conversation_id": uuid4(),
        "turn_id": new_id(),
        "user_message": NewMessage(USER, question),
        "answer": NewMessage(ASSISTANT, answer, metadata={"intent": {"action_type": "query_info"}}),
        "turn_fields": {"status": "completed", "cost": Decimal("0.00123"), "finished_at": timezone.now()},
    }
    return SpooledTurn(**(values | fields))


def said(access, conversation_id):
    return [m.content for m in DjangoConversationRepository(access).get_messages(conversation_id)]


def test_a_spooled_turn_is_read_back_as_it_was(ann):
    turn = turn_of(ann, "grüße 👋", conversation_title="Title", state={"draft": None})
    spool_turn(turn)
    (read,) = pending()
    assert read.user_message == turn.user_message
    assert read.answer == turn.answer
    assert (read.tenant_id, read.turn_id, read.state) == (turn.tenant_id, turn.turn_id, {"draft": None})


def test_files_are_encrypted_and_readable_by_their_owner_alone(ann, folder):
    spool_turn(turn_of(ann, "the cobalt report"))
    (path,) = folder.glob("*.spooled")
    assert b"cobalt" not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_drain_stores_conversation_messages_and_turn(ann):
    turn = turn_of(ann, conversation_title="Due dates", state={"last_agent": "jira"})
    spool_turn(turn)
    assert drain() == 1
    conversation = Conversation.objects.get(pk=turn.conversation_id)
    assert (conversation.title, conversation.agent_state) == ("Due dates", {"last_agent": "jira"})
    assert (conversation.last_turn, conversation.last_sequence) == (1, 2)
    row = Turn.objects.get(pk=turn.turn_id)
    assert (row.status, row.cost, row.number) == (TurnStatus.COMPLETED, Decimal("0.00123"), 1)
    assert row.finished_at == turn.turn_fields["finished_at"]
    assert (row.user_message_id, row.answer_id) == (turn.user_message.id, turn.answer.id)
    assert said(ann, turn.conversation_id) == ["What is due?", "Nothing."]
    assert pending() == []
    assert drain() == 0


def test_receipt_and_usage_are_stored_with_it_once(ann):
    call = ModelCall("reply", "openai", "gpt-4o-mini", Usage(10, 5), Decimal("0.0001"))
    receipt = {"parts": [], "tokens": 12, "budget": 2000, "prompt_hash": "0" * 64, "left_out": []}
    turn = turn_of(ann, receipt=receipt, calls=(call,))
    for _ in range(2):
        spool_turn(turn)
        assert drain() == 1
    assert ContextReceipt.objects.get(turn_id=turn.turn_id).tokens == 12
    assert UsageRecord.objects.get(turn_id=turn.turn_id).output_tokens == 5


def test_storing_a_turn_twice_stores_it_once(ann):
    turn = turn_of(ann)
    for _ in range(3):
        spool_turn(turn)
        drain()
    assert said(ann, turn.conversation_id) == ["What is due?", "Nothing."]
    assert Turn.objects.count() == 1


def test_turns_are_stored_in_the_order_in_which_they_were_spooled(ann):
    talk = uuid4()
    for number in range(5):
        spool_turn(turn_of(ann, f"q{number}", f"a{number}", conversation_id=talk))
    assert drain() == 5
    assert said(ann, talk) == [f"{who}{number}" for number in range(5) for who in "qa"]
    assert list(Turn.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_a_turn_that_was_accepted_before_keeps_its_place(ann):
    repository = DjangoConversationRepository(ann)
    talk = repository.create_conversation().id
    asked, _ = (
        repository.save_turn(talk, NewMessage(USER, "q1")),
        repository.save_turn(talk, NewMessage(USER, "q2")),
    )
    spool_turn(
        turn_of(ann, "q1", "a1", conversation_id=talk, user_message=NewMessage(USER, "q1", id=asked[0].id))
    )
    drain()
    assert said(ann, talk) == ["q1", "a1", "q2"]


def test_spooled_again_with_its_answer_a_turn_keeps_its_place_in_line(ann):
    talk = uuid4()
    whole = turn_of(ann, "q1", "a1", conversation_id=talk)
    spool_turn(replace(whole, answer=None, turn_fields={"status": "interrupted"}))
    spool_turn(turn_of(ann, "q2", "a2", conversation_id=talk))
    spool_turn(whole)
    assert [turn.user_message.content for turn in pending(talk)] == ["q1", "q2"]
    assert drain() == 2
    assert said(ann, talk) == ["q1", "a1", "q2", "a2"]


def test_an_answer_that_comes_after_its_message_was_stored_completes_the_turn(ann):
    whole = turn_of(ann)
    spool_turn(replace(whole, answer=None, turn_fields={"status": "interrupted"}))
    drain()
    assert Turn.objects.get().status == TurnStatus.INTERRUPTED
    spool_turn(whole)
    drain()
    assert said(ann, whole.conversation_id) == ["What is due?", "Nothing."]
    assert Turn.objects.get().status == TurnStatus.COMPLETED


def test_what_a_later_turn_waits_for_is_not_overwritten(ann):
    first = turn_of(ann, state={"waits_for": "when"})
    second = turn_of(ann, state={"waits_for": "where"}, conversation_id=first.conversation_id)
    for turn in (first, second, first):
        spool_turn(turn)
        drain()
    assert Conversation.objects.get().agent_state == {"waits_for": "where"}


def test_pending_and_drain_can_be_of_one_conversation(ann):
    one, other = turn_of(ann), turn_of(ann)
    spool_turn(one)
    spool_turn(other)
    assert [turn.turn_id for turn in pending(one.conversation_id)] == [one.turn_id]
    assert drain(one.conversation_id) == 1
    assert [turn.turn_id for turn in pending()] == [other.turn_id]


def test_a_turn_of_a_deleted_conversation_is_stored_and_the_deletion_stands(ann):
    repository = DjangoConversationRepository(ann)
    talk = repository.create_conversation().id
    repository.delete_conversation(talk)
    spool_turn(turn_of(ann, conversation_id=talk))
    assert drain() == 1
    assert repository.list_conversations() == []
    repository.restore_conversation(talk)
    assert said(ann, talk) == ["What is due?", "Nothing."]


def test_with_the_database_away_nothing_is_lost_and_no_failure_counted(ann, database_away, folder):
    turn = turn_of(ann)
    spool_turn(turn)
    before = sorted(folder.glob("*.spooled"))
    for _ in range(2):
        assert drain() == 0
    assert sorted(folder.glob("*.spooled")) == before
    database_away()
    assert drain() == 1
    assert said(ann, turn.conversation_id) == ["What is due?", "Nothing."]


def make_due(folder):
    for path in folder.glob("*.spooled"):
        os.utime(path, (0, 0))


def test_a_turn_that_fails_is_put_off_for_longer_each_time(ann, bob, folder):
    foreign = DjangoConversationRepository(bob).create_conversation().id
    spool_turn(turn_of(ann, conversation_id=foreign))
    pauses = []
    for _ in range(5):
        assert drain() == 0
        (path,) = folder.glob("*.spooled")
        pauses.append(round(path.stat().st_mtime - time.time()))
        assert drain() == 0, "it is not due yet"
        make_due(folder)
    assert pauses == [5, 10, 20, 40, 80]


def test_a_poisoned_turn_is_set_aside_with_an_audit_entry_and_holds_nobody_up(ann, bob, folder):
    foreign = DjangoConversationRepository(bob).create_conversation().id
    spool_turn(turn_of(ann, "the poison", conversation_id=foreign))
    good = turn_of(ann)
    spool_turn(good)
    assert drain() == 1, "another conversation's turn does not wait"
    for _ in range(7):
        assert AuditEntry.objects.count() == 0
        make_due(folder)
        drain()
    assert list(folder.glob("*.spooled")) == []
    (kept,) = (folder / "failed").glob("*.spooled")
    assert SpooledTurn.opened(kept.read_text()).user_message.content == "the poison"
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.tenant_id) == ("spool.failed", ann.tenant_id)
    assert kept.name in entry.reason
    assert "poison" not in entry.reason


def test_later_turns_of_a_conversation_wait_for_the_one_that_fails(ann, bob, folder):
    foreign = DjangoConversationRepository(bob).create_conversation().id
    spool_turn(turn_of(ann, conversation_id=foreign))
    spool_turn(turn_of(bob, "mine", conversation_id=foreign))
    assert drain() == 0
    assert drain() == 0, "not while the first one only waits for its next try either"
    assert said(bob, foreign) == []


def test_a_damaged_file_is_set_aside_too(ann, folder):
    spool_turn(turn_of(ann))
    (path,) = folder.glob("*.spooled")
    path.write_text("no token")
    for _ in range(8):
        make_due(folder)
        assert drain() == 0
    (kept,) = (folder / "failed").glob("*.spooled")
    assert kept.read_text() == "no token"
    assert AuditEntry.objects.get().tenant_id is None


def test_a_turn_that_another_process_answers_is_left_to_it(ann):
    turn = turn_of(ann)
    spool_turn(turn)
    drain()
    Turn.objects.update(status=TurnStatus.RUNNING, fence=3)
    spool_turn(replace(turn, turn_fields={"status": "completed", "fence": 2}))
    assert drain() == 0
    assert Turn.objects.get().status == TurnStatus.RUNNING


def test_the_partial_answer_of_a_turn_thought_dead_gives_way(ann):
    turn = turn_of(ann)
    cut = replace(turn.answer, content="Noth", status=MessageStatus.PARTIAL)
    DjangoConversationRepository(ann).create_conversation(id=turn.conversation_id)
    DjangoConversationRepository(ann).save_turn(turn.conversation_id, turn.user_message, cut)
    spool_turn(turn)
    drain()
    assert said(ann, turn.conversation_id) == ["What is due?", "Nothing."]


def test_many_drains_at_once_store_each_turn_once(ann):
    talk = uuid4()
    for number in range(10):
        spool_turn(turn_of(ann, f"q{number}", f"a{number}", conversation_id=talk))
    stored = []

    def work():
        stored.append(drain())
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sum(stored) == 10
    assert Message.objects.count() == 20


def test_nothing_half_written_is_ever_read(ann, folder):
    spool_turn(turn_of(ann))
    (folder / ".half~written.123").write_text("gAAAA")
    assert len(pending()) == 1
    assert drain() == 1


def test_an_empty_spool_costs_next_to_nothing():
    pending()
    began = time.thread_time()
    for _ in range(100):
        pending(uuid4())
    assert (time.thread_time() - began) / 100 < 0.001


def test_reencrypting_changes_only_what_is_under_an_older_key(ann, folder):
    spool_turn(turn_of(ann))
    before = {path: path.stat().st_mtime_ns for path in spool_files.every_path()}
    assert spool.reencrypt_spool() == 0
    assert before == {path: path.stat().st_mtime_ns for path in spool_files.every_path()}
