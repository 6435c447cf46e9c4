"""Encrypted columns: reading is strict, and nothing is stored unencrypted."""

import pytest
from django.db import connection, transaction
from django.db.models import F, Value

from conversations.models import Conversation
from omniforge.storage.encryption import CannotDecrypt, encrypt
from omniforge.storage.fields import Ciphertext

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(ann):
    return Conversation.objects.create(
        tenant_id=ann.tenant_id, user_id=ann.user_id, title="the cobalt report", metadata={"a": [1, None]}
    )


def raw(column):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM conversations_conversation")
        return cursor.fetchone()[0]


def test_text_and_json_are_stored_encrypted(row):
    row.refresh_from_db()
    assert (row.title, row.metadata) == ("the cobalt report", {"a": [1, None]})
    assert raw("title").startswith("gAAAA")
    assert raw("metadata").startswith("gAAAA")


def test_every_orm_write_encrypts(row):
    Conversation.objects.update(title="by update")
    assert Conversation.objects.values_list("title", flat=True).get() == "by update"
    row.title = "by bulk_update"
    Conversation.objects.bulk_update([row], ["title", "metadata"])
    assert raw("title").startswith("gAAAA")
    assert Conversation.objects.get().title == "by bulk_update"
    assert Conversation.objects.get().metadata == {"a": [1, None]}


def test_expression_for_an_encrypted_field_is_refused(row):
    for expression in (Value("plain"), F("title_source")):
        with pytest.raises(TypeError, match="would be stored unencrypted"), transaction.atomic():
            Conversation.objects.update(title=expression)
    assert Conversation.objects.get().title == "the cobalt report"


def test_ciphertext_is_stored_unchanged(row):
    token = encrypt("from elsewhere")
    Conversation.objects.update(title=Ciphertext(token))
    assert raw("title") == token
    assert Conversation.objects.get().title == "from elsewhere"


def test_undecryptable_value_raises_instead_of_showing_it(row):
    Conversation.objects.update(title=Ciphertext("gAAAAAnonsense"))
    with pytest.raises(CannotDecrypt, match=r"conversations\.Conversation\.title"):
        Conversation.objects.get()


def test_token_submitted_as_text_is_not_decrypted(row):
    token = encrypt("somebody's secret")
    row.title = token
    row.full_clean(
        exclude=["archived_at", "deleted_at", "metadata", "dialogue", "agent_state", "project", "focus_id"]
    )
    row.save()
    row.refresh_from_db()
    assert row.title == token
