"""The worker as it runs in production: its own process, its own clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from omniforge.background.clock import Clock
from omniforge.celery import app
from tests.site import Site
from tests.waiting import until

SPOOL = """
from uuid import uuid4
from conversations.models import *
from conversations.record.values import NewMessage
from conversations.turns.spool.store import spool_turn
from conversations.turns.spool.values import SpooledTurn
from omniforge.tenants.models import *
user = User.objects.create_user("ann@example.org", "x")
tenant = Tenant.objects.create(slug="acme", name="Acme")
old = Conversation.objects.create(tenant=tenant, user=user)
Conversation.objects.update(updated_at="2020-01-01T00:00:00Z")
spool_turn(SpooledTurn(tenant.pk, user.pk, uuid4(), uuid4(), NewMessage("user", "said while away")))
"""
READ = """
from conversations.models import *
print([m.content for m in Message.objects.all()], Conversation.objects.count())
"""

AUDIT = """
from omniforge.tenants.models import AuditEntry
print([entry.action for entry in AuditEntry.objects.all()])
"""
ASK = """
from omniforge.celery import app
app.send_task("conversations.tasks.purge_expired")
"""


@contextmanager
def worker(site: Site) -> Iterator[None]:
    """Run a worker with its clock on the site's state; a failure meanwhile tells what it wrote."""
    options = ("worker", "--beat", "--pool", "threads", "--loglevel", "info")
    with site.beside("celery", "--app", "omniforge", *options):
        try:
            yield
        except AssertionError as error:
            error.add_note((site.var / "celery.log").read_text())
            raise


def test_everything_on_the_clock_is_a_task_that_exists():
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks


@pytest.mark.parametrize("kept", [b"", b"[]", b"\xff", b'{"purge": 1}', b'{"purge": "soon"}'])
def test_a_clock_whose_times_are_damaged_begins_anew_and_says_so(kept: bytes, tmp_path: Path, caplog):
    path = tmp_path / "clock.json"
    assert Clock(app, schedule_filename=str(path))._read() == {} and caplog.records == []
    path.write_bytes(kept)
    assert Clock(app, schedule_filename=str(path))._read() == {}
    assert "the times of the clock cannot be read" in caplog.text


@pytest.mark.slow
def test_the_worker_stores_what_waits_by_itself_and_purges_when_asked(fresh_site):
    site = fresh_site
    site.manage("shell", "-c", SPOOL)
    spool = site.var / "spool"
    assert len(list(spool.glob("*.spooled"))) == 1
    with worker(site):
        until(lambda: not list(spool.glob("*.spooled")), seconds=300)
        assert site.manage("shell", "-v", "0", "-c", READ) == "['said while away'] 2\n"
        site.manage("shell", "-c", ASK)
        until(lambda: "purged" in site.manage("shell", "-v", "0", "-c", AUDIT), seconds=300)
    assert site.manage("shell", "-v", "0", "-c", READ) == "['said while away'] 1\n"
