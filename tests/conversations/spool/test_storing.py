"""Turns that could not be stored are stored later, once and in order."""

import stat
from dataclasses import replace
from decimal import Decimal
from uuid import uuid4

import pytest
from django.utils import timezone

from agents.memory.state.updates import AddItem
from agents.memory.state.values import StateItem
from conversations.memory.state import Updates
from conversations.models import ContextReceipt, Conversation, MessageRole, MessageStatus, Turn, TurnStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.values import NewMessage
from conversations.turns.spool.store import drain, spool_turn
from omniforge.llm.types import ModelCall, Usage
from omniforge.tenants.models import UsageRecord
from tests.conversations.rows import save_turn
from tests.conversations.spool.spooled import pending, said, turn_of

USER = MessageRole.USER
pytestmark = pytest.mark.django_db(transaction=True)


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
    assert (conversation.title, conversation.dialogue) == ("Due dates", {"last_agent": "jira"})
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
        save_turn(repository, talk, NewMessage(USER, "q1")),
        save_turn(repository, talk, NewMessage(USER, "q2")),
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
    assert Conversation.objects.get().dialogue == {"waits_for": "where"}


def test_what_the_agent_learnt_goes_into_its_state_once(ann):
    now = timezone.now()
    thought = StateItem(id="i1", kind="idea", title="A podcast", created_at=now, updated_at=now)
    turn = turn_of(ann, learned=Updates(items=(AddItem(item=thought),)))
    for _ in range(2):
        spool_turn(turn)
        drain()
    row = Conversation.objects.get()
    assert row.agent_state["items"][0]["title"] == "A podcast" and row.state_version == 1


def test_one_conversation_can_be_drained_alone(ann):
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
    save_turn(DjangoConversationRepository(ann), turn.conversation_id, turn.user_message, cut)
    spool_turn(turn)
    drain()
    assert said(ann, turn.conversation_id) == ["What is due?", "Nothing."]
