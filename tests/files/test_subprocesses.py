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


async def test_the_file_comes_back_as_the_work_gave_it():
    assert await run_isolated(GREEDY, {"wish": "nothing"}, b"a\nb\x00") == b"a\nb\x00"


@pytest.mark.parametrize("wish", ["memory", "disk"])
async def test_what_takes_too_much_is_ended(wish, tmp_path):
    path = tmp_path / "taken"
    with pytest.raises(Unreadable, match="damaged, or far larger than it looks"):
        await run_isolated(GREEDY, {"wish": wish, "path": str(path)})
    assert not path.exists() or path.read_bytes() == b""


async def test_what_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(subprocesses, "_SECONDS", 1)
    with pytest.raises(Unreadable, match="takes too long"):
        await run_isolated(GREEDY, {"wish": "time"})


async def test_it_knows_none_of_our_secrets(monkeypatch):
    monkeypatch.setenv("FIELD_ENCRYPTION_KEY", "secret")
    known = (await run_isolated(GREEDY, {"wish": "secrets"})).split()
    assert b"PATH" in known and b"FIELD_ENCRYPTION_KEY" not in known


async def test_files_of_one_person_hold_up_nobody_else():
    long = [asyncio.create_task(run_isolated(GREEDY, {"wish": "time"}, person="ann")) for _ in range(5)]
    await asyncio.sleep(0)
    try:
        short = run_isolated(GREEDY, {"wish": "nothing"}, b"small", person="bob")
        assert await asyncio.wait_for(short, subprocesses._SECONDS - 2) == b"small"
        assert not any(task.done() for task in long)
    finally:
        await _end(long)


async def test_a_reader_ends_with_whoever_waits_for_it():
    waiting = asyncio.create_task(run_isolated(GREEDY, {"wish": "time"}))
    await asyncio.to_thread(until, _readers)
    await _end([waiting])
    await asyncio.to_thread(until, lambda: not _readers())


async def test_pages_and_answers_go_before_long_files():
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
