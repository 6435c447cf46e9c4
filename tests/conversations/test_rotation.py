"""Keys are changed while the site runs: nothing is lost, nothing stays behind, and a kill is no harm."""

import io
import sqlite3
import threading
import time
from contextlib import closing

import pytest
from cryptography.fernet import Fernet, MultiFernet
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.models import Conversation, Message
from conversations.record import rotation
from conversations.record.rotation import encrypted_models, rotate_model
from conversations.turns.spool import files as spool_files
from conversations.turns.spool.store import spool_turn
from omniforge.files import storage
from omniforge.files.models import StoredFile
from omniforge.files.rotation import reencrypt_files
from omniforge.files.selectors import content_of
from omniforge.files.services import store_file
from omniforge.storage import encryption
from omniforge.storage.encryption import CannotDecrypt
from omniforge.storage.fields import EncryptedField
from omniforge.tenants.audit_key import audit_key
from tests.conversations.rows import make_turn
from tests.conversations.spool.spooled import pending, turn_of
from tests.pace import slowness

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


@pytest.fixture
def use_keys(db, monkeypatch, settings, tmp_path):
    """Makes the site use these keys, the first of them to encrypt with."""
    settings.VAR = tmp_path

    def use(*keys):
        settings.FIELD_ENCRYPTION_KEY = list(keys)
        monkeypatch.setattr(encryption, "CRYPTER", MultiFernet([Fernet(key) for key in keys]))
        audit_key.cache_clear()

    use(OLD)
    return use


def rotate():
    out = io.StringIO()
    call_command("rotate_encryption_key", stdout=out)
    return out.getvalue()


def test_every_encrypted_column_of_every_model_is_found():
    found = {(model, name) for model, names in encrypted_models() for name in names}
    every = {
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, EncryptedField)
    }
    assert found == every
    assert (Message, "content") in found
    assert {model._meta.app_label for model, _ in found} == {
        "agents",
        "conversations",
        "projects",
        "tenants",
    }


@pytest.mark.django_db
def test_after_a_rotation_the_old_key_can_go(use_keys, ann):
    turn = make_turn(ann, "the cobalt report", "It is blue.", metadata={"a": [1]})
    use_keys(NEW, OLD)
    make_turn(ann, "under the new key already")
    assert "Everything is under the first key." in rotate()
    use_keys(NEW)
    assert set(Message.objects.values_list("content", flat=True)) >= {"the cobalt report", "It is blue."}
    assert Message.objects.get(pk=turn.answer_id).metadata == {"a": [1]}
    assert all(Conversation.objects.values_list("title", flat=True))


@pytest.mark.django_db
def test_a_rotation_reaches_the_bytes_of_files_and_goes_on_after_a_kill(use_keys, ann):
    files = [store_file(access=ann, name=f"{number}.txt", content=b"cobalt") for number in range(3)]
    use_keys(NEW, OLD)
    storage.reencrypt_at(files[0].path)  # as far as a run came that was killed
    assert reencrypt_files() == (2, 0)
    assert "Everything is under the first key." in rotate()
    use_keys(NEW)
    files = list(StoredFile.objects.all())
    assert [content_of(file) for file in files] == [b"cobalt"] * 3


@pytest.mark.django_db
def test_a_file_that_no_key_opens_is_told(use_keys, ann):
    store_file(access=ann, name="a.txt", content=b"cobalt")
    use_keys(NEW)
    assert reencrypt_files() == (0, 1)


@pytest.mark.django_db
def test_without_a_rotation_the_old_key_cannot_go(use_keys, ann):
    make_turn(ann)
    use_keys(NEW)
    with pytest.raises(CannotDecrypt, match=r"conversations.Message.content: no configured key"):
        list(Message.objects.all())


@pytest.mark.django_db
def test_a_second_rotation_writes_nothing(use_keys, ann):
    make_turn(ann)
    use_keys(NEW, OLD)
    rotate()
    before = stored()
    assert ", 0 rotated" in rotate()
    assert stored() == before


def stored():
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, content, metadata FROM conversations_message ORDER BY id")
        return cursor.fetchall()


@pytest.mark.django_db
def test_empty_columns_and_nulls_are_no_obstacle(use_keys, ann):
    Conversation.objects.create(tenant_id=ann.tenant_id, user_id=ann.user_id, title="")
    use_keys(NEW, OLD)
    rotate()
    use_keys(NEW)
    assert Conversation.objects.get().title == ""


@pytest.mark.django_db
@pytest.mark.parametrize("written", ["'{}'", " {}"])
def test_a_key_that_is_none_as_it_stands_is_refused_before_anything_is_written(use_keys, ann, written):
    make_turn(ann)
    before = stored()
    use_keys(NEW, written.format(OLD))
    with pytest.raises(CommandError, match="Key 2 of FIELD_ENCRYPTION_KEY"):
        rotate()
    assert stored() == before


@pytest.mark.django_db
def test_a_value_that_no_key_opens_is_told_and_does_not_stop_the_others(use_keys, ann):
    make_turn(ann, "lost")
    use_keys(NEW)
    make_turn(ann, "kept")
    other = Fernet.generate_key().decode()
    use_keys(other, NEW)
    with pytest.raises(CommandError, match="rows or files open under no configured key"):
        rotate()
    use_keys(other)
    assert Message.objects.filter(conversation__in=opens()).count() == 2


def opens():
    for id in Conversation.objects.values_list("pk", flat=True):
        try:
            assert Conversation.objects.get(pk=id).title
        except CannotDecrypt:
            continue
        yield id


@pytest.mark.django_db
def test_what_somebody_writes_between_reading_and_writing_is_not_lost(use_keys, ann):
    turn = make_turn(ann)
    use_keys(NEW, OLD)
    interfered = []

    def interfere(execute, sql, params, many, context):
        if sql.startswith('UPDATE "conversations_message"') and not interfered:
            interfered.append(sql)
            Message.objects.filter(pk=turn.answer_id).update(content="written meanwhile")
            Message.objects.filter(pk=turn.user_message_id).update(content="this too")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(interfere):
        list(rotate_model(Message, ["content", "metadata"]))
    contents = Message.objects.order_by("sequence").values_list("content", flat=True)
    assert list(contents) == ["this too", "written meanwhile"]
    assert interfered


@pytest.mark.django_db(transaction=True)
def test_writers_and_a_rotation_do_not_harm_each_other(use_keys, ann):
    turns = [make_turn(ann, f"q{number}") for number in range(30)]
    use_keys(NEW, OLD)
    written = {}

    def write():
        for round in range(5):
            for turn in turns:
                written[turn.answer_id] = f"{turn.pk} {round}"
                Message.objects.filter(pk=turn.answer_id).update(content=written[turn.answer_id])
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    rotate()
    writer.join()
    rotate()
    use_keys(NEW)
    assert dict(Message.objects.filter(pk__in=written).values_list("pk", "content")) == written


@pytest.mark.django_db
def test_the_spool_is_rotated_too_with_what_was_set_aside(use_keys, ann):
    turn, aside = turn_of(ann, "waiting"), turn_of(ann, "set aside")
    spool_turn(aside)
    spool_files.files()[0].set_aside()
    spool_turn(turn)
    use_keys(NEW, OLD)
    rotate()
    use_keys(NEW)
    assert [one.user_message.content for one in pending()] == ["waiting"]
    assert {encryption.decrypt(path.read_text())[:1] for path in spool_files.every_path()} == {"{"}


@pytest.mark.django_db(transaction=True)
def test_others_write_in_between(use_keys, ann):
    if connection.vendor != "sqlite":
        return  # rows are locked there, not the database
    turn = make_turn(ann)
    of_turn = {"conversation_id": turn.conversation_id, "role": "user"}
    rows = (Message(sequence=number, content="cobalt " * 200, **of_turn) for number in range(10, 1210))
    Message.objects.bulk_create(rows)
    use_keys(NEW, OLD)
    done, waits = threading.Event(), []
    writer = threading.Thread(target=write_until, args=(connection.settings_dict["NAME"], done, waits))
    writer.start()
    try:
        assert "Everything is under the first key." in rotate()
    finally:
        done.set()
        writer.join()
    assert len(waits) > 10 and max(waits) < slowness()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("longest", "most"), [(0.0, 1), (600.0, 3)])
def test_a_transaction_is_as_long_as_is_allowed_not_as_many_rows(use_keys, ann, monkeypatch, longest, most):
    turn = make_turn(ann)
    of_turn = {"conversation_id": turn.conversation_id, "role": "user"}
    Message.objects.create(sequence=10, content="cobalt", **of_turn)
    monkeypatch.setattr(rotation, "_LONGEST", longest)
    use_keys(NEW, OLD)
    with CaptureQueriesContext(connection) as captured:
        list(rotate_model(Message, ["content"]))
    writes = [query["sql"].partition(" ")[0] for query in captured]
    assert (writes.count("UPDATE"), writes.count("BEGIN")) == (3, 3 // most)


def write_until(path: str, done: threading.Event, waits: list[float]) -> None:
    """Take the lock again and again, and note how long each took, in seconds."""
    with closing(sqlite3.connect(path, timeout=60, isolation_level=None)) as other:
        while not done.wait(0.01):
            began = time.monotonic()
            other.execute("BEGIN IMMEDIATE")
            waits.append(time.monotonic() - began)
            other.execute("ROLLBACK")
