"""Acme and its owner, for each test of a module the same ones: what belongs to them can be put back."""

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
    """The owner of acme, for each test of a module the same one."""
    yield kept("ann", _make_owner)
    # What is known by an id and the number of its changes: both are the next test's, too.
    catalogue_at.cache_clear()
    titles._known.clear()
    bundle._kept.clear()


def _make_owner() -> Access:
    audit_key()  # of the site, and made by what is written first
    return make_member(make_tenant("acme"), make_user("ann@acme.example"), Role.OWNER)


@pytest.fixture
def acme(ann: Access) -> Tenant:
    return Tenant.objects.get(pk=ann.tenant_id)


@pytest.fixture
def globex(ann: Access) -> Tenant:
    """Made after acme, with which the site's own key is put back."""
    return make_tenant("globex")
