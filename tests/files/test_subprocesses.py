"""A process that parses a file may crash, hang or grow: the site goes on and reports a useful error."""

import asyncio
import os

import psutil
import pytest

from omniforge.files import subprocesses
from omniforge.files.errors import Unreadable
from omniforge.files.subprocesses import run_isolated
from tests.waiting import until

GREEDY = "tests.files.greedy"


async def test_subprocess_returns_its_bytes_unchanged():
    assert await run_isolated(GREEDY, {"wish": "nothing"}, b"a\nb\x00") == b"a\nb\x00"


@pytest.mark.parametrize("wish", ["memory", "disk"])
async def test_subprocess_over_its_memory_or_disk_limit_is_ended(wish, tmp_path):
    path = tmp_path / "taken"
    with pytest.raises(Unreadable, match="damaged, or far larger than it looks"):
        await run_isolated(GREEDY, {"wish": wish, "path": str(path)})
    assert not path.exists() or path.read_bytes() == b""


async def test_subprocess_over_its_time_limit_is_ended(monkeypatch):
    monkeypatch.setattr(subprocesses, "_SECONDS", 1)
    with pytest.raises(Unreadable, match="takes too long"):
        await run_isolated(GREEDY, {"wish": "time"})


async def test_subprocess_does_not_inherit_secrets(monkeypatch):
    monkeypatch.setenv("FIELD_ENCRYPTION_KEY", "secret")
    known = (await run_isolated(GREEDY, {"wish": "secrets"})).split()
    assert b"PATH" in known and b"FIELD_ENCRYPTION_KEY" not in known


async def test_slow_files_of_one_person_do_not_delay_others():
    long = [asyncio.create_task(run_isolated(GREEDY, {"wish": "time"}, person="ann")) for _ in range(5)]
    await asyncio.sleep(0)
    try:
        short = run_isolated(GREEDY, {"wish": "nothing"}, b"small", person="bob")
        assert await asyncio.wait_for(short, subprocesses._SECONDS - 2) == b"small"
        assert not any(task.done() for task in long)
    finally:
        await _end(long)


async def test_cancelled_wait_ends_the_subprocess():
    waiting = asyncio.create_task(run_isolated(GREEDY, {"wish": "time"}))
    await asyncio.to_thread(until, _readers)
    await _end([waiting])
    await asyncio.to_thread(until, lambda: not _readers())


async def test_reading_long_files_runs_at_lower_priority():
    short, long = (
        await run_isolated(GREEDY, {"wish": "nice"}),
        await run_isolated(GREEDY, {"wish": "long"}),
    )
    assert int(short) == os.nice(0) < int(long)


async def _end(tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _readers():
    """Return the processes of this one that read a file."""
    return [child for child in psutil.Process().children() if GREEDY in _command_of(child)]


def _command_of(process):
    """Return a process's command line; of one that has just ended none."""
    try:
        return process.cmdline()
    except (psutil.ZombieProcess, psutil.NoSuchProcess):
        return []
