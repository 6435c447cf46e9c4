"""Fixtures for the whole suite."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from omniforge.tenants import browser_sessions
from omniforge.tenants.access import Access
from omniforge.tenants.audit_key import audit_key
from omniforge.tenants.models import Role, Tenant
from tests import services
from tests.emptying import empty_by_deleting
from tests.factories import make_member, make_tenant, make_user
from tests.inbox import inbox  # noqa: F401
from tests.net.fixtures import inner_server, names, page_server  # noqa: F401
from tests.network import forbid_outside
from tests.readers import read_by_forking
from tests.site import Site, begin_by_forking, copy_state
from tests.standin.fixtures import model_server  # noqa: F401

pytest_plugins = [
    "tests.collector",
    "tests.reporting",
    "tests.states",
    "tests.database",  # after states, which it imports
    "tests.row_security",
    "tests.workers",
]
forbid_outside()
empty_by_deleting()
begin_by_forking()
read_by_forking()
# The same examples in each run, however busy the machine is: what is red once stays red until it is mended.
settings.register_profile(
    "repeatable",
    derandomize=True,
    max_examples=40,  # more of the same ones in each run find nothing more
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits and looked-up keys of one test must not reach the next."""
    yield
    cache.clear()
    audit_key.cache_clear()


@pytest.fixture
def acme(db: None) -> Tenant:
    return make_tenant("acme")


@pytest.fixture
def globex(db: None) -> Tenant:
    return make_tenant("globex")


@pytest.fixture
def ann(acme: Tenant) -> Access:
    """The owner of acme."""
    return make_member(acme, make_user("ann@acme.example"), Role.OWNER)


@pytest.fixture
def amy(acme: Tenant) -> Access:
    """A plain member of acme."""
    return make_member(acme, make_user("amy@acme.example"))


@pytest.fixture
def bob(globex: Tenant) -> Access:
    """The owner of globex: to everything of acme a stranger."""
    return make_member(globex, make_user("bob@globex.example"), Role.OWNER)


@pytest.fixture
def noted_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """The use of a session is stored at sign-in only: another write, each five minutes, would be counted."""
    monkeypatch.setattr(browser_sessions, "_SEEN_EVERY", 10**10)


@pytest.fixture
def fresh_site(prepared_var: Path, tmp_path: Path) -> Iterator[Site]:
    """A prepared site, not started, for one test alone; set `env` before `start()`."""
    site = Site(copy_state(prepared_var, tmp_path / "var"))
    yield site
    site.kill()


@pytest.fixture(scope="module")
def live_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site that the tests of one module share."""
    site = Site(copy_state(prepared_var, tmp_path_factory.mktemp("site") / "var"))
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis, started for this session."""
    with services.redis() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A real PostgreSQL, started for this session."""
    try:
        with services.postgres() as url:
            yield url
    except ImportError:
        services.skip_for_want_of("PostgreSQL")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real Chromium."""
    return services.chromium()
