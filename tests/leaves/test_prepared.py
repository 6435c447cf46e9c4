"""Prepared queries: the rows, writes and errors of the ORM, compiled once."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import CharField, DateTimeField, PositiveIntegerField
from django.forms import model_to_dict
from django.utils import timezone

from conversations.models import Conversation
from omniforge.storage.ids import new_id
from omniforge.storage.prepared import Given, PreparedRows, PreparedUpdate, insert, insertion
from omniforge.storage.together import Question, ask, write

pytestmark = pytest.mark.django_db

COLUMNS = ("id", "title", "metadata", "pinned", "last_turn", "deleted_at", "updated_at")


def by_id():
    return Conversation.objects.filter(pk=Given("id")).values_list(*COLUMNS)


@pytest.fixture
def talks(ann):
    new = (Conversation(tenant_id=ann.tenant_id, user_id=ann.user_id, title=f"talk {n}") for n in range(3))
    return Conversation.objects.bulk_create(new)


def raw_title(talk):
    with connection.cursor() as cursor:
        cursor.execute("SELECT title FROM conversations_conversation WHERE last_turn = %s", [talk.last_turn])
        return cursor.fetchone()[0]


def test_prepared_rows_equal_the_query_with_its_types(talks):
    prepared = PreparedRows(by_id)
    for talk in talks:
        assert prepared(id=talk.pk) == list(Conversation.objects.filter(pk=talk.pk).values_list(*COLUMNS))
    assert prepared(id=new_id()) == []


def test_prepared_query_is_built_once(talks):
    built = []
    prepared = PreparedRows(lambda: built.append(1) or by_id())
    assert [prepared(id=talk.pk)[0][1] for talk in talks] == ["talk 0", "talk 1", "talk 2"]
    assert len(built) == 1


def test_questions_asked_together_get_their_own_rows(talks, django_assert_num_queries):
    prepared, ids = PreparedRows(by_id), [talks[0].pk, new_id(), talks[2].pk]
    questions = [Question(prepared, lambda rows: [row[1] for row in rows], id=one) for one in ids]
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 3):
        ask(*questions)
        assert [one.answer for one in questions] == [["talk 0"], [], ["talk 2"]]
    assert Question(prepared, len, id=ids[0]).answer == 1


def test_rows_written_together_are_atomic(ann, talks):
    new = [Conversation(tenant_id=ann.tenant_id, user_id=ann.user_id, title=f"new {n}") for n in range(2)]
    write(*map(insertion, new))
    later = Conversation(tenant_id=ann.tenant_id, user_id=ann.user_id)
    with pytest.raises(IntegrityError), transaction.atomic():
        write(insertion(later), insertion(talks[0]))
    assert {one.title for one in Conversation.objects.all()} >= {"new 0", "new 1"}
    assert not Conversation.objects.filter(pk=later.pk).exists()


def test_prepared_query_keeps_order_limit_and_constants(talks):
    prepared = PreparedRows(
        lambda: (
            Conversation.objects.filter(
                last_turn__lt=Given("below", PositiveIntegerField()), title_source="auto", deleted_at=None
            )
            .order_by("-id")
            .values_list("pk")[:2]
        )
    )
    last, second, _ = sorted((talk.pk for talk in talks), reverse=True)
    assert prepared(below=1) == [(last,), (second,)]
    assert prepared(below=0) == []


def test_missing_value_of_a_prepared_query_is_an_error(talks):
    with pytest.raises(KeyError, match="id"):
        PreparedRows(by_id)(pk=talks[0].pk)


def test_prepared_update_changes_only_matching_rows(talks):
    move = PreparedUpdate(
        lambda: Conversation.objects.filter(pk=Given("id")),
        last_turn=Given("last_turn", PositiveIntegerField()),
        updated_at=Given("at", DateTimeField()),
        title=Given("title", Conversation._meta.get_field("title")),
        title_source="user",
    )
    at = timezone.now()
    assert move(id=talks[1].pk, last_turn=7, at=at, title="new") == 1
    assert move(id=new_id(), last_turn=8, at=at, title="new") == 0
    talks[1].refresh_from_db()
    changed = (talks[1].last_turn, talks[1].updated_at, talks[1].title, talks[1].title_source)
    assert changed == (7, at, "new", "user")
    assert raw_title(talks[1]).startswith("gAAAA")
    assert Conversation.objects.filter(last_turn=0, title_source="auto").count() == 2


def test_prepared_update_refuses_plain_text_for_encrypted_field(talks):
    with pytest.raises(TypeError, match="would be stored unencrypted"):
        PreparedUpdate(Conversation.objects.all, title=Given("title", CharField()))(title="plain")


def test_inserted_row_equals_the_object(ann):
    talk = Conversation(tenant_id=ann.tenant_id, user_id=ann.user_id, title="a plan", last_turn=3)
    insert(talk)
    assert model_to_dict(Conversation.objects.get(pk=talk.pk)) == model_to_dict(talk)
    assert raw_title(talk).startswith("gAAAA")


def test_inserted_object_can_be_saved_again(ann):
    talk = Conversation(tenant_id=ann.tenant_id, user_id=ann.user_id)
    insert(talk)
    talk.title = "later"
    talk.save()
    assert Conversation.objects.get().title == "later"


def test_inserting_a_taken_id_is_refused(talks):
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(talks[0])
