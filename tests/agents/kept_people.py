"""Acme and its owner, the same ones for each test of a module, so that their rows can be reinserted."""

from collections.abc import Iterator

import pytest

from agents.definitions.selectors import catalogue_at
from omniforge.projects import bundle, titles
from omniforge.tenants.access import Access
from omniforge.tenants.audit_key import audit_key
from omniforge.tenants.models import Role, Tenant
from tests.agents.kept import Kept
from tests.factories import make_member, make_tenant, make_user


@pytest.fixture(scope="module")
def kept() -> Kept:
    return Kept()


@pytest.fixture
def ann(kept: Kept, db: None) -> Iterator[Access]:
    """The owner of acme, the same for each test of a module."""
    yield kept("ann", _make_owner)
    # Caches by id and version: the next test has the same ids and versions.
    catalogue_at.cache_clear()
    titles._known.clear()
    bundle._kept.clear()


def _make_owner() -> Access:
    audit_key()  # the site's key, created by the first write
    return make_member(make_tenant("acme"), make_user("ann@acme.example"), Role.OWNER)


@pytest.fixture
def acme(ann: Access) -> Tenant:
    return Tenant.objects.get(pk=ann.tenant_id)


@pytest.fixture
def globex(ann: Access) -> Tenant:
    """Created after acme, which also restores the site's key."""
    return make_tenant("globex")
