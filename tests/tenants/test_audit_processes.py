"""The audit chain under several writers at once: processes on SQLite, connections on PostgreSQL."""

import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryFile
from typing import IO

import pytest
from django.db import connection, transaction

from omniforge.storage.workspace_scope import enter_all_workspaces
from omniforge.tenants import audit
from omniforge.tenants.models import Tenant
from omniforge.tenants.seal import chain_of
from omniforge.tenants.verification import verify
from tests.site import ROOT, Process, Site

WRITERS, EACH = 4, 20
MAKE = """
from omniforge.tenants.models import Tenant
for slug in ("acme", "globex"):
    Tenant.objects.create(slug=slug, name=slug)
"""
WRITE = "from tests.tenants.test_audit_processes import write; write({which})"


def write(which: int) -> None:
    """Lock a row before an entry is written or, as every second writer does, after it.

    If an entry locked its chain until the end of its transaction, two of them would deadlock.
    """
    acme, globex = Tenant.objects.order_by("slug")
    for _ in range(EACH):
        with transaction.atomic():
            if which % 2:
                Tenant.objects.select_for_update().get(pk=globex.pk)
            audit.record_of_site(tenant_id=acme.pk, action="thing.done")
            audit.record_of_site(tenant_id=None, action="thing.done")
            if not which % 2:
                Tenant.objects.select_for_update().get(pk=globex.pk)


def test_processes_write_one_chain_without_deadlock(fresh_site: Site):
    fresh_site.manage("shell", "-c", MAKE)
    with TemporaryFile() as told:
        writers = [_begin(fresh_site, WRITE.format(which=which), told) for which in range(WRITERS)]
        codes = [writer.wait(240) for writer in writers]
        told.seek(0)
        faults = [line for line in told.read().splitlines() if b".env not found" not in line]
        assert (codes, faults) == ([0] * WRITERS, [])
    said = fresh_site.manage("verify_audit")
    assert f"acme: {WRITERS * EACH} entries, intact" in said
    assert f"the site itself: {WRITERS * EACH} entries, intact" in said


def _begin(site: Site, code: str, told: IO[bytes]) -> Process:
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
    return site.begin(command, cwd=ROOT, env=site.env, stdout=told, stderr=told)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="tried with processes")
@pytest.mark.django_db(transaction=True)
def test_connections_write_one_chain_without_deadlock(acme: Tenant, globex: Tenant):
    def work(which: int) -> None:
        enter_all_workspaces()
        try:
            write(which)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as writers:
        list(writers.map(work, range(WRITERS)))
    for chain in (acme.pk, None):
        made = verify(chain_of(chain))
        assert (made.entries, made.fault) == (WRITERS * EACH, "")
