"""Initial states of sites: each is created once per run, by the first worker, and then copied."""

import fcntl
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from tests.ports import WORKER
from tests.site import Site, copy_state

PASSWORD = "a short sentence works well"  # of everybody in these states
Peopled = tuple[Path, dict[str, str]]


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run that all of its workers see."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if WORKER in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def own_var(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give this worker files and a queue of its own: one may purge files that another is reading."""
    settings.VAR = tmp_path_factory.getbasetemp() / "own-var"
    settings.QUEUE = settings.VAR / "celery" / "messages"
    settings.QUEUE.mkdir(parents=True)
    settings.CELERY_BROKER_TRANSPORT_OPTIONS["folder"] = settings.QUEUE


@pytest.fixture(scope="session")
def prepared_var(shared_folder: Path) -> Path:
    """The state of a just prepared site, created with a permissive umask."""

    def make(var: Path) -> None:
        before = os.umask(0)
        try:
            Site(var).manage("prepare")
        finally:
            os.umask(before)

    return made_once(shared_folder / "prepared", make)


@pytest.fixture(scope="session")
def demo_var(shared_folder: Path, prepared_var: Path) -> Path:
    """The state of a site with the demonstration workspace, Larkfield: its people, skills and agents."""

    def make(var: Path) -> None:
        Site(copy_state(prepared_var, var)).manage("seed_demo", "--password", PASSWORD)

    return made_once(shared_folder / "demo", make)


@pytest.fixture(scope="session")
def peopled(shared_folder: Path, prepared_var: Path) -> Peopled:
    """The state of a site with acme's ann and globex's bob, and their API keys."""

    def make(var: Path) -> None:
        keys = make_people(Site(copy_state(prepared_var, var)))
        (var / "api_keys.json").write_text(json.dumps(keys))

    var = made_once(shared_folder / "peopled", make)
    return var, json.loads((var / "api_keys.json").read_text())


# The two commands for each, in one process.
_PEOPLE = f"""
from django.core.management import call_command
for tenant, owner in (("acme", "ann@example.org"), ("globex", "bob@example.org")):
    call_command("create_tenant", slug=tenant, owner=owner, password={PASSWORD!r})
    call_command("create_api_key", tenant=tenant, user=owner, scopes="chat,read,admin")
"""


def make_people(site: Site) -> dict[str, str]:
    """Make acme's ann and globex's bob on a prepared site; returns their API keys."""
    lines = site.manage("shell", "--no-imports", "--command", _PEOPLE).splitlines()
    ann, bob = (line for line in lines if line.startswith("of_"))
    return {"ann": ann, "bob": bob}


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """Return the file or folder at `path`, created once by `make`; concurrent callers wait."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            half = path.with_suffix(".half")
            make(half)
            half.rename(path)
    return path
