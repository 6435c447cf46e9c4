"""Turns that cannot be stored yet, or ever, are kept and block no other turn."""

import os
import threading
import time
from uuid import uuid4

import pytest
from django.db import connection

from conversations.models import Message, MessageRole
from conversations.record.django_repository import DjangoConversationRepository
from conversations.turns.spool import files as spool_files
from conversations.turns.spool import store as spool
from conversations.turns.spool.store import drain, spool_turn
from conversations.turns.spool.values import SpooledTurn
from omniforge.tenants.models import AuditEntry
from tests.conversations.spool.spooled import pending, said, turn_of
from tests.pace import slowness

USER = MessageRole.USER
pytestmark = pytest.mark.django_db(transaction=True)


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


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="a statement fails there as a connection does elsewhere"
)
def test_a_statement_that_the_database_breaks_off_counts_for_no_turn(ann, folder):
    spool_turn(turn_of(ann))
    before = list(folder.glob("*.spooled"))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE conversations_turn RENAME TO away")
        try:
            assert drain() == 0
        finally:
            cursor.execute("ALTER TABLE away RENAME TO conversations_turn")
    assert list(folder.glob("*.spooled")) == before
    assert drain() == 1


def make_due(folder):
    for path in folder.glob("*.spooled"):
        os.utime(path, (0, 0))


def test_a_turn_that_fails_is_put_off_for_longer_each_time(ann, bob, folder):
    foreign = DjangoConversationRepository(bob).create_conversation().id
    spool_turn(turn_of(ann, conversation_id=foreign))
    for seconds in (5, 10, 20, 40, 80):
        earliest = time.time() + seconds
        assert drain() == 0
        latest = time.time() + seconds
        (path,) = folder.glob("*.spooled")
        assert earliest - 0.1 <= path.stat().st_mtime <= latest + 0.1  # file times are coarser than the clock
        os.utime(path, (latest + 3600, latest + 3600))
        assert drain() == 0
        assert list(folder.glob("*.spooled")) == [path], "it is not due yet, so no try was counted"
        make_due(folder)


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
    drain()
    began = time.thread_time()
    for _ in range(100):
        drain(uuid4())
    assert (time.thread_time() - began) / 100 < 0.001 * slowness()


def test_reencrypting_changes_only_what_is_under_an_older_key(ann, folder):
    spool_turn(turn_of(ann))
    before = {path: path.stat().st_mtime_ns for path in spool_files.every_path()}
    assert spool.reencrypt_spool() == 0
    assert before == {path: path.stat().st_mtime_ns for path in spool_files.every_path()}
