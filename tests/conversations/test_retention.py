"""What is erased when, and what stays."""

import io
import os
import sqlite3
import time
from contextlib import closing
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from agents.models import AgentDefinition, AgentRun
from conversations.models import ContextReceipt, Conversation, IntentCorrection, Message, Turn
from conversations.record.retention import Purge, purge_expired
from omniforge.files import storage
from omniforge.files.models import DeletedFile, StoredFile
from omniforge.files.services import delete_file, store_file
from omniforge.tenants.models import AuditEntry, Tenant, UsageRecord
from tests.conversations.rows import make_turn
from tests.waiting import until

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR = tmp_path


def age(days, *conversations):
    then = timezone.now() - timedelta(days=days)
    Conversation.objects.filter(pk__in=[one.pk for one in conversations]).update(updated_at=then)


def test_a_conversation_goes_when_the_days_of_its_tenant_are_over(ann, acme, bob, globex):
    Tenant.objects.filter(pk=globex.pk).update(retention_days=365)
    acme_old, acme_new, globex_old = (make_turn(who).conversation for who in (ann, ann, bob))
    age(91, acme_old, globex_old)
    age(89, acme_new)
    assert purge_expired() == [Purge("acme", 1)]
    assert set(Conversation.objects.all()) == {acme_new, globex_old}


def test_nothing_goes_within_thirty_days_whatever_the_row_says(ann, acme):
    Tenant.objects.update(retention_days=1)
    kept, gone = make_turn(ann).conversation, make_turn(ann).conversation
    age(29, kept)
    age(31, gone)
    purge_expired()
    assert list(Conversation.objects.all()) == [kept]


def test_deleting_a_conversation_does_not_change_when_it_goes(ann):
    early, late = make_turn(ann).conversation, make_turn(ann).conversation
    Conversation.objects.update(deleted_at=timezone.now())
    age(91, late)
    purge_expired()
    assert list(Conversation.objects.all()) == [early]


def test_with_a_conversation_goes_all_that_was_said_in_it(ann):
    turn = make_turn(ann)
    agent = AgentDefinition.objects.create(tenant_id=ann.tenant_id, slug="reporter", description="reports")
    AgentRun.objects.create(tenant_id=ann.tenant_id, agent=agent, turn_id=turn.pk, task="said in the chat")
    by_schedule = AgentRun.objects.create(tenant_id=ann.tenant_id, agent=agent)
    ContextReceipt.objects.create(turn=turn, prompt_hash="0")
    IntentCorrection.objects.create(
        tenant_id=ann.tenant_id, turn=turn, example={}, understood="a", corrected="b"
    )
    age(91, turn.conversation)
    purge_expired()
    for model in (Conversation, Message, Turn, ContextReceipt, IntentCorrection):
        assert not model.objects.exists(), model
    assert list(AgentRun.objects.all()) == [by_schedule]
    assert AgentDefinition.objects.exists()


def test_ledger_and_audit_stay_and_the_purge_is_audited(ann):
    turn = make_turn(ann)
    UsageRecord.objects.create(
        tenant_id=ann.tenant_id, turn_id=turn.pk, purpose="reply", provider="openai", model="m"
    )
    AuditEntry.objects.create(tenant_id=ann.tenant_id, action="turn.read", target_id=str(turn.pk))
    age(91, turn.conversation)
    purge_expired()
    assert UsageRecord.objects.get().turn_id == turn.pk
    assert AuditEntry.objects.get(action="turn.read").target_id == str(turn.pk)
    assert AuditEntry.objects.get(action="retention.purged").reason == "1 conversations after 90 days"


def test_many_conversations_go_in_batches(ann):
    made = Conversation.objects.bulk_create(
        Conversation(tenant_id=ann.tenant_id, user_id=ann.user_id) for _ in range(250)
    )
    age(91, *made[:240])
    assert purge_expired() == [Purge("acme", 240)]
    assert Conversation.objects.count() == 10


def test_the_command_says_what_would_go_and_then_erases_it(ann):
    age(91, make_turn(ann).conversation)
    assert run("--dry-run") == "acme: 1 conversations would be erased\n"
    assert Conversation.objects.count() == 1
    assert run() == "acme: 1 conversations erased\n"
    assert Conversation.objects.count() == 0
    assert run() == "Nothing has expired.\n"


def run(*arguments):
    out = io.StringIO()
    call_command("purge_expired", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_files_go_with_their_conversation_and_those_of_none_by_their_age(ann):
    old, young = make_turn(ann).conversation, make_turn(ann).conversation
    gone = store_file(access=ann, name="gone.txt", content=b"x", conversation_id=old.pk)
    kept = store_file(access=ann, name="kept.txt", content=b"x", conversation_id=young.pk)
    forgotten, fresh = (store_file(access=ann, name="never sent.txt", content=b"x") for _ in range(2))
    StoredFile.objects.exclude(pk=fresh.pk).update(created_at=timezone.now() - timedelta(days=91))
    age(91, old)
    purge_expired(dry_run=True)
    assert StoredFile.objects.count() == 4
    purge_expired()
    assert set(StoredFile.objects.all()) == {kept, fresh}
    assert set(storage.every_path()) == {kept.path, fresh.path}
    assert not {gone.path, forgotten.path} & set(storage.every_path())


@pytest.mark.django_db(transaction=True)
def test_names_of_deleted_files_go_by_their_age(ann):
    for name in ("old.txt", "new.txt"):
        delete_file(access=ann, file_id=store_file(access=ann, name=name, content=b"x").pk)
    then = timezone.now() - timedelta(days=91)
    DeletedFile.objects.filter(pk=DeletedFile.objects.earliest("created_at").pk).update(created_at=then)
    purge_expired()
    assert [one.name for one in DeletedFile.objects.all()] == ["new.txt"]


def test_bytes_without_a_row_go_once_they_are_an_hour_old(ann):
    file = store_file(access=ann, name="known.txt", content=b"x")
    for path, minutes in (
        (file.path, 61),
        ("tenant/orphan", 61),
        ("tenant/.cut-off.7", 61),
        ("tenant/new", 59),
    ):
        if path != file.path:
            storage.put(path, b"x")
        then = time.time() - 60 * minutes
        os.utime(storage.folder() / path, (then, then))
    purge_expired()
    assert set(storage.every_path()) == {file.path, "tenant/new"}


CROWD = """
from conversations.models import Conversation
from omniforge.tenants.models import Tenant, User
tenant = Tenant.objects.create(slug="acme", name="Acme")
user = User.objects.create_user("ann@example.org", "x")
Conversation.objects.bulk_create(Conversation(tenant=tenant, user=user) for _ in range(200))
Conversation.objects.update(updated_at="2020-01-01T00:00:00Z")
"""
# The trigger stalls the erasing halfway, so that the process is there to be killed.
HALT = """
CREATE TRIGGER halt BEFORE DELETE ON conversations_conversation
WHEN (SELECT count(*) FROM conversations_conversation) <= 100 BEGIN
SELECT count(*) FROM conversations_conversation a, conversations_conversation b,
conversations_conversation c, conversations_conversation d, conversations_conversation e;
END
"""
LEFT = """
from conversations.models import Conversation
from omniforge.tenants.models import AuditEntry
reasons = AuditEntry.objects.filter(action="retention.purged").values_list("reason", flat=True)
print(Conversation.objects.count(), sum(int(reason.split()[0]) for reason in reasons))
"""


@pytest.mark.slow
def test_a_purge_that_is_killed_has_written_down_what_it_erased(fresh_site):
    fresh_site.manage("shell", "-c", CROWD)
    in_database(fresh_site, HALT)
    with fresh_site.beside("manage", "purge_expired") as purge:
        until(
            lambda: in_database(fresh_site, "SELECT count(*) FROM conversations_conversation") < 200,
            every=0.01,
        )
        purge.kill()
    in_database(fresh_site, "DROP TRIGGER halt")
    left, told = map(int, fresh_site.manage("shell", "--verbosity", "0", "-c", LEFT).split())
    assert 0 < left < 200
    assert told == 200 - left
    assert "acme: " in fresh_site.manage("verify_audit", "--tenant", "acme")


def in_database(site, statement: str) -> int:
    """Run a statement past the site; returns the number that it gives, if it does."""
    with closing(sqlite3.connect(site.var / "omniforge.sqlite3", timeout=120)) as database:
        return next(database.execute(statement), [0])[0]
