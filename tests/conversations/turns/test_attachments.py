"""Attached files are stored with their message or not at all, shown with it, and readable by models."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.models import Message
from conversations.record.lists import list_messages
from conversations.turns.acceptance import accept_message
from conversations.turns.context import load_context
from conversations.turns.spool_fallback import accept_into_spool
from conversations.wire.commands import SendMessage
from omniforge.errors import NotFound, StorageUnavailable
from omniforge.files.models import StoredFile
from omniforge.files.services import store_file
from omniforge.storage.ids import new_id

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR = tmp_path


def keep(access, name="points.csv"):
    return store_file(access=access, name=name, content=b"a,b\n1,2\n")


def say(access, *files, conversation_id=None, message_id=None):
    ids = tuple(file.pk for file in files)
    command = SendMessage(message_id or new_id(), "Sum this up", conversation_id, attachments=ids)
    return accept_message(access, command)


def load(accepted):
    return load_context(accepted.claim).pack


def test_files_are_given_to_the_turn_and_shown_with_its_message(ann):
    first, second = keep(ann), keep(ann, "plan.md")
    accepted = say(ann, second, first)
    given = {"turn_id": accepted.turn_id, "conversation_id": accepted.conversation_id}
    assert StoredFile.objects.filter(**given).count() == 2
    message = list_messages(ann, accepted.conversation_id).results[0].message
    assert [file["name"] for file in message.metadata["attachments"]] == ["plan.md", "points.csv"]
    assert message.metadata["attachments"][1] == {
        "id": str(first.pk),
        "name": "points.csv",
        "media_type": "text/csv",
        "size": 8,
        "link": f"/api/v1/files/{first.pk}/",
    }
    assert accepted.attachments == message.metadata["attachments"]


def test_with_a_foreign_or_missing_file_nothing_is_stored(ann, amy):
    for file_id in (keep(amy).pk, new_id()):
        with pytest.raises(NotFound):
            accept_message(ann, SendMessage(new_id(), "Hi", attachments=(keep(ann).pk, file_id)))
    assert not Message.objects.exists()
    assert not StoredFile.objects.exclude(turn_id=None).exists()


def test_the_same_message_again_is_the_same_turn_with_its_files(ann):
    file, message_id = keep(ann), new_id()
    first = say(ann, file, message_id=message_id)
    again = say(ann, file, message_id=message_id)
    assert again.repeated and again.turn_id == first.turn_id


def test_a_file_may_go_along_again_in_its_conversation_and_in_no_other(ann):
    file = keep(ann)
    first = say(ann, file)
    second = say(ann, file, conversation_id=first.conversation_id)
    file.refresh_from_db()
    assert file.turn_id == second.turn_id
    with pytest.raises(NotFound, match="was sent elsewhere"):
        say(ann, file)


def test_with_the_database_away_a_message_with_files_is_not_taken(ann):
    with pytest.raises(StorageUnavailable):
        accept_into_spool(ann, SendMessage(new_id(), "Hi", attachments=(new_id(),)))


def test_whoever_answers_knows_the_newest_files_of_the_conversation(ann):
    first = say(ann, *[keep(ann, f"{number}.csv") for number in range(9)])
    for _ in range(2):
        last = say(ann, *[keep(ann, "later.csv") for _ in range(9)], conversation_id=first.conversation_id)
    keep(ann, "of no conversation.csv")
    files = load(first).files
    assert last.claim is None  # it waits
    assert [file.name for file in files] == ["later.csv"] * 18 + ["8.csv", "7.csv"]
    assert (files[0].media_type, files[0].size) == ("text/csv", 8)


def test_a_conversation_without_files_costs_no_query_for_them(ann):
    plain, with_file = say(ann), say(ann, keep(ann))
    assert load(plain).files == ()  # and the catalogue is at hand from now on
    counts = []
    for accepted in (plain, with_file):
        with CaptureQueriesContext(connection) as captured:
            load(accepted)
        counts.append(len(captured))
    assert counts == [1, 2]


def test_a_message_without_files_takes_as_many_queries_as_before(ann):
    with CaptureQueriesContext(connection) as plain:
        say(ann)
    file = keep(ann)
    with CaptureQueriesContext(connection) as with_file:
        say(ann, file)
    assert len(with_file) == len(plain) + 3  # the files, their turn, the message's list of them
