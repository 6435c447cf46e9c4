"""Lists of conversations and transcripts: in order, by index, in a fixed number of queries."""

import json
import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.serializers import Serializer

from conversations.api.serializers import ConversationData, MessageData
from conversations.models import ContextReceipt, Conversation, Turn, TurnStatus
from conversations.record.lists import (
    list_conversations,
    list_messages,
    one_conversation,
    search_conversations,
)
from conversations.record.selectors import conversations_of, newest_first
from omniforge.errors import InvalidInput, NotFound
from omniforge.storage.fields import Ciphertext
from tests.conversations.rows import make_turn
from tests.pace import slowness

pytestmark = pytest.mark.django_db


def make(access, number, **fields):
    """Store conversations, the last one the newest; their titles are 'talk 0', 'talk 1', ..."""
    now = timezone.now()
    return Conversation.objects.bulk_create(
        Conversation(
            tenant_id=access.tenant_id,
            user_id=access.user_id,
            title=f"talk {n}",
            updated_at=now - timedelta(minutes=number - n),
            **fields,
        )
        for n in range(number)
    )


def titles(page):
    return [one.title for one in page.results]


def queries(call):
    with CaptureQueriesContext(connection) as captured:
        call()
    return len(captured)


# --- Conversations ------------------------------------------------------------------------------


def test_the_newest_come_first_page_by_page_without_gap_or_overlap(ann):
    make(ann, 7)
    first = list_conversations(ann, limit=3)
    second = list_conversations(ann, limit=3, cursor=first.next)
    third = list_conversations(ann, limit=3, cursor=second.next)
    assert titles(first) + titles(second) + titles(third) == [f"talk {n}" for n in range(6, -1, -1)]
    assert third.next is None


def test_a_page_that_is_just_full_is_the_last(ann):
    make(ann, 3)
    assert list_conversations(ann, limit=3).next is None


def test_new_conversations_do_not_shift_the_next_page(ann):
    make(ann, 4)
    first = list_conversations(ann, limit=2)
    Conversation.objects.create(tenant_id=ann.tenant_id, user_id=ann.user_id, title="new")
    assert titles(list_conversations(ann, limit=2, cursor=first.next)) == ["talk 1", "talk 0"]


def test_pinned_ones_open_the_first_page_and_are_not_repeated(ann):
    made = make(ann, 5)
    Conversation.objects.filter(pk=made[0].pk).update(pinned=True)
    first = list_conversations(ann, limit=2)
    second = list_conversations(ann, limit=2, cursor=first.next)
    assert titles(first) == ["talk 0", "talk 4", "talk 3"]
    assert titles(second) == ["talk 2", "talk 1"]


def test_archived_ones_have_a_list_of_their_own(ann):
    made = make(ann, 3)
    Conversation.objects.filter(pk=made[1].pk).update(archived_at=timezone.now())
    assert titles(list_conversations(ann)) == ["talk 2", "talk 0"]
    assert titles(list_conversations(ann, archived=True)) == ["talk 1"]


def test_a_list_tells_which_turn_is_being_answered(ann):
    running = make_turn(ann, status=TurnStatus.RUNNING)
    make_turn(ann)
    by_id = {one.id: one.running for one in list_conversations(ann).results}
    assert by_id[running.conversation_id] == running.pk
    assert sorted(by_id.values(), key=str) == sorted([running.pk, None], key=str)


@pytest.mark.parametrize("stranger", ["amy", "bob"])
def test_nobody_sees_the_conversations_of_somebody_else(ann, stranger, request):
    turn = make_turn(ann)
    them = request.getfixturevalue(stranger)
    assert list_conversations(them).results == search_conversations(them, "what").results == []
    for read in (one_conversation, list_messages):
        with pytest.raises(NotFound):
            read(them, turn.conversation_id)


def test_a_cursor_that_is_none_is_refused(ann):
    with pytest.raises(InvalidInput):
        list_conversations(ann, cursor="yesterday")


def test_the_list_takes_the_same_two_queries_however_many_there_are(ann):
    make(ann, 2)
    few = queries(lambda: list_conversations(ann))
    make(ann, 200)
    assert few == queries(lambda: list_conversations(ann)) == 2


def test_the_newest_fifty_of_many_are_read_by_index_alone(ann):
    make(ann, 5_000)
    analyze()
    last = list_conversations(ann).next
    for cursor in (None, last):
        began = time.thread_time()
        assert len(list_conversations(ann, cursor=cursor).results) == 50
        assert time.thread_time() - began < 0.1 * slowness()
    plan = newest_first(conversations_of(ann), None)[:50].explain()
    assert "conversations_newest" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan
    assert (
        "conversations_pinned" in conversations_of(ann).filter(pinned=True).order_by("-updated_at").explain()
    )


def analyze():
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


# --- Search -------------------------------------------------------------------------------------


def test_a_search_finds_titles_with_all_words_in_any_case(ann):
    made = make(ann, 30)
    Conversation.objects.filter(pk=made[3].pk).update(title="Churn in Lisbon")
    Conversation.objects.filter(pk=made[9].pk).update(title="Churn in Porto")
    assert titles(search_conversations(ann, "LISBON churn")) == ["Churn in Lisbon"]
    assert titles(search_conversations(ann, "churn")) == ["Churn in Porto", "Churn in Lisbon"]
    assert titles(search_conversations(ann, "madrid")) == []


def test_a_search_does_not_find_deleted_ones(ann):
    make(ann, 1, deleted_at=timezone.now())
    assert titles(search_conversations(ann, "talk")) == []


def test_a_search_through_five_thousand_titles_is_quick(ann):
    make(ann, 5_000)
    began = time.thread_time()
    assert titles(search_conversations(ann, "talk 4999")) == ["talk 4999"]
    assert time.thread_time() - began < 1.0 * slowness()


# --- Messages -----------------------------------------------------------------------------------


def test_a_transcript_is_oldest_first_and_pages_backwards(ann):
    talk = make_turn(ann, "q0", "a0").conversation_id
    for number in range(1, 4):
        make_turn(ann, f"q{number}", f"a{number}", conversation_id=talk)
    newest = list_messages(ann, talk, limit=5)
    older = list_messages(ann, talk, limit=5, before=newest.results[0].message.id)
    said = [item.message.content for item in [*older.results, *newest.results]]
    assert said == ["q0", "a0", "q1", "a1", "q2", "a2", "q3", "a3"]
    assert newest.next == str(newest.results[0].message.id)
    assert older.next is None


def test_each_message_tells_of_its_turn(ann):
    intent = {"reasoning": "It asks.", "is_unsure": True, "alternative_action": "create_agent"}
    turn = make_turn(
        ann,
        metadata={"intent": intent, "options": {"choices": []}},
        action_type="query_info",
        confidence=0.6,
        method="rules",
        agent="reporter",
        model="openai:gpt-4o-mini",
        input_tokens=10,
        output_tokens=5,
        cost="0.0001",
        first_text_ms=120,
        duration_ms=900,
    )
    receipt = ContextReceipt.objects.create(turn=turn, prompt_hash="0")
    asked, answered = list_messages(ann, turn.conversation_id).results
    assert asked.turn["id"] == answered.turn["id"] == turn.pk
    assert answered.message.metadata["options"] == {"choices": []}
    told = answered.turn
    assert (told["status"], told["action_type"], told["confidence"]) == ("completed", "query_info", 0.6)
    assert (told["reasoning"], told["is_unsure"]) == ("It asks.", True)
    assert (told["tokens"], told["first_text_ms"], told["receipt_id"]) == (15, 120, receipt.pk)


def test_pages_are_written_as_their_fields_would_write_them(ann):
    intent = {"reasoning": "It asks.", "is_unsure": True}
    turn = make_turn(ann, metadata={"intent": intent}, cost="0.0001", confidence=0.6)
    ContextReceipt.objects.create(turn=turn, prompt_hash="0")
    pages = [
        (MessageData, list_messages(ann, turn.conversation_id).results),
        (ConversationData, list_conversations(ann).results),
    ]
    for serializer, results in pages:
        for result in results:
            written = serializer().to_representation(result)
            assert json.loads(json.dumps(written)) == Serializer.to_representation(serializer(), result)


def test_a_message_that_is_being_answered_has_its_running_turn(ann):
    turn = make_turn(ann)
    Turn.objects.create(
        tenant_id=ann.tenant_id,
        user_id=ann.user_id,
        conversation_id=turn.conversation_id,
        number=2,
        user_message_id=turn.user_message_id,
        answer_sequence=4,
        status=TurnStatus.RUNNING,
    )
    asked, answered = list_messages(ann, turn.conversation_id).results
    assert (asked.turn["number"], asked.turn["status"]) == (2, "running")
    assert answered.turn["number"] == 1


def test_an_empty_conversation_has_an_empty_transcript_and_a_missing_one_none(ann):
    (talk,) = make(ann, 1)
    assert list_messages(ann, talk.pk).results == []
    with pytest.raises(NotFound):
        list_messages(ann, uuid4())


def test_a_transcript_takes_two_queries_however_long_it_is(ann):
    talk = make_turn(ann).conversation_id
    few = queries(lambda: list_messages(ann, talk))
    for number in range(30):
        make_turn(ann, f"q{number}", conversation_id=talk)
    assert few == queries(lambda: list_messages(ann, talk)) == 2


def test_a_list_opens_titles_alone_and_no_other_column(ann):
    (talk,) = make(ann, 1)
    broken = Ciphertext("no token")
    Conversation.objects.filter(pk=talk.pk).update(metadata=broken, dialogue=broken)
    assert titles(list_conversations(ann)) == ["talk 0"]
