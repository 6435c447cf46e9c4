"""Files that the site creates are readable only by its own user, whatever the umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chat_client import ChatClient
from tests.site import Site, copy_state
from tests.states import Peopled
from tests.waiting import until


@pytest.fixture(autouse=True)
def careless_shell() -> Iterator[None]:
    """Give what a test starts a umask by which everybody reads everything."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(var: Path) -> list[str]:
    """Return what others could read below a folder, the folder included, its public part not."""
    public = var / "static"
    paths = [path for path in (var, *var.rglob("*")) if path != public and public not in path.parents]
    return [str(path) for path in paths if path.lstat().st_mode & 0o077 and not path.is_symlink()]


def its_own(var: Path) -> list[str]:
    """Return the same without the logs, which the tests make."""
    return [path for path in open_to_others(var) if not path.endswith(".log")]


def test_prepare_creates_private_files(prepared_var: Path):
    assert open_to_others(prepared_var) == []


def test_files_left_open_by_an_earlier_version_become_private(fresh_site: Site):
    spool = fresh_site.var / "spool" / "failed"
    spool.mkdir(parents=True)
    (spool / "one.spooled").touch()
    outside = fresh_site.var.parent / "outside"
    outside.touch()
    (fresh_site.var / "link").symlink_to(outside)
    for path in (fresh_site.var, *fresh_site.var.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    fresh_site.manage("prepare")
    assert open_to_others(fresh_site.var) == []
    assert stat.S_IMODE(outside.stat().st_mode) == 0o666  # a link is not followed


@pytest.fixture
def running(peopled: Peopled, tmp_path: Path) -> Iterator[Site]:
    site = Site(copy_state(peopled[0], tmp_path / "var"))
    site.manage("prepare")
    site.start()
    yield site
    site.kill()


async def test_web_process_writes_private_files(running: Site, peopled: Peopled):
    async with ChatClient(running.ws_url, peopled[1]["ann"]) as ann:
        await ann.ask("Which agents do I have?")
    assert (running.var / "omniforge.sqlite3-wal").exists()
    assert its_own(running.var) == []


def test_worker_writes_private_files(fresh_site: Site):
    with fresh_site.beside("celery", "--app", "omniforge", "worker", "--beat", "--pool", "threads"):
        until((fresh_site.var / "celery" / "heartbeat").exists)
        assert its_own(fresh_site.var) == []


def test_uvicorn_writes_private_files(fresh_site: Site):
    with fresh_site.behind_uvicorn(fresh_site.port):
        assert its_own(fresh_site.var) == []
