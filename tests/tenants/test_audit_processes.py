"""The audit chain under several processes at once, on both databases."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.site import ROOT, Site

pytestmark = pytest.mark.slow
PROCESSES, EACH = 4, 40
MAKE = """
from omniforge.tenants.models import Tenant
for slug in ("acme", "globex"):
    Tenant.objects.create(slug=slug, name=slug)
"""
# Half of the transactions lock a row before they write an entry, half after. Did an entry lock its chain
# until the end of its transaction, two of them would wait for each other.
WRITE = f"""
import sys
from django.db import transaction
from omniforge.tenants import audit
from omniforge.tenants.models import Tenant
acme, globex = Tenant.objects.order_by("slug")
turned = {{which}} % 2
for number in range({EACH}):
    with transaction.atomic():
        if turned:
            Tenant.objects.select_for_update().get(pk=globex.pk)
        audit.record_of_site(tenant_id=acme.pk, action="thing.done")
        audit.record_of_site(tenant_id=None, action="thing.done")
        if not turned:
            Tenant.objects.select_for_update().get(pk=globex.pk)
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    if request.param == "sqlite":
        yield request.getfixturevalue("fresh_site")
        return
    url: str = request.getfixturevalue("postgres_url")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("CREATE DATABASE audit_chain")
        own = Site(tmp_path, DATABASE_URL=url.replace("/postgres?", "/audit_chain?"))
        assert "audit_chain" in own.env["DATABASE_URL"]
        own.manage("prepare")
        yield own
        server.execute("DROP DATABASE audit_chain")


def test_many_processes_write_one_chain_and_none_waits_for_ever(site: Site):
    site.manage("shell", "-c", MAKE)
    commands = [
        [sys.executable, "manage.py", "shell", "-c", WRITE.format(which=which)] for which in range(PROCESSES)
    ]
    writers = [subprocess.Popen(one, cwd=ROOT, env=site.env, stderr=subprocess.PIPE) for one in commands]
    told = [writer.communicate(timeout=240)[1].decode() for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * PROCESSES, told
    assert "".join(told) == ""
    said = site.manage("verify_audit")
    assert f"acme: {PROCESSES * EACH} entries, intact" in said
    assert f"the site itself: {PROCESSES * EACH} entries, intact" in said
