"""The embedded queue: nothing is lost or delivered twice, and no file in it stops a worker."""

import logging
import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from queue import Empty
from typing import IO

import psutil
import pytest
from kombu import Connection
from kombu.exceptions import ChannelError

from omniforge.background import queue
from tests.disk import no_room
from tests.site import Process, Site, copy_state
from tests.waiting import until

NAME = "celery"
WORKER = ["celery", "--quiet", "--app", "tests.house.queue_site", "worker", "--pool", "threads"]
BEFORE = "0000000000000000000"  # names sort by time: this one comes first


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "messages").mkdir()
    return tmp_path / "messages"


@contextmanager
def opened(folder: Path) -> Iterator[queue.FolderChannel]:
    with Connection(f"{queue.SCHEME}://localhost", transport_options={"folder": folder}) as connection:
        yield connection.default_channel


@pytest.fixture
def channel(folder: Path) -> Iterator[queue.FolderChannel]:
    with opened(folder) as channel:
        yield channel


def put(channel: queue.FolderChannel, body: str) -> None:
    channel.basic_publish(channel.prepare_message(body), exchange="", routing_key=NAME)


def take(channel: queue.FolderChannel) -> str:
    return channel.message_to_python(channel._get(NAME)).body.decode()


def test_queue_delivers_each_message_once_and_in_order(channel, folder):
    for body in "abc":
        put(channel, body)
    with opened(folder) as other:
        assert [take(channel), take(other), take(channel)] == ["a", "b", "c"]
    with pytest.raises(Empty):
        take(channel)
    assert list(folder.iterdir()) == []


def test_message_taken_by_another_worker_is_skipped(channel, folder):
    for body in "abcd":
        put(channel, body)
    assert take(channel) == "a"  # it has seen all four
    with opened(folder) as other:
        assert take(other) == "b"
    sorted(folder.iterdir())[0].unlink()  # "c" vanishes between being seen and being taken
    assert take(channel) == "d"


@pytest.mark.parametrize(
    "content", [b"", b'{"body": "se', b"\xff\xfe", b"[]", b"{}", b'{"properties": {}}', b"1"]
)
def test_damaged_message_is_set_aside_and_logged_without_content(channel, folder, content, caplog):
    (folder / f"{BEFORE}_damaged.{NAME}.msg").write_bytes(content)
    put(channel, "whole")
    with caplog.at_level(logging.ERROR):
        assert take(channel) == "whole"
    [record] = caplog.records
    assert "damaged" in record.getMessage() and "se" not in record.getMessage().partition("moved to")[0]
    [kept] = queue.damaged_folder(folder).iterdir()
    assert kept.read_bytes() == content


def test_unreadable_message_is_logged_once_and_blocks_nothing(channel, folder, caplog):
    (folder / f"{BEFORE}_folder.{NAME}.msg").mkdir()
    with caplog.at_level(logging.ERROR):
        for body in "ab":
            put(channel, body)
            assert take(channel) == body
    assert len(caplog.records) == 1


def test_message_that_does_not_fit_on_the_disk_is_refused(channel, folder):
    put(channel, "before")
    with no_room(os.getpid()), pytest.raises(ChannelError):
        put(channel, "x" * 100_000)
    assert len(list(folder.iterdir())) == 1
    assert take(channel) == "before"


def test_message_can_be_taken_on_a_full_disk(channel):
    put(channel, "a")
    with no_room(os.getpid()):
        assert take(channel) == "a"


# --- Real workers -------------------------------------------------------------------------------


@pytest.fixture
def site(prepared_var: Path, tmp_path: Path) -> Site:
    return Site(copy_state(prepared_var, tmp_path / "var"), DJANGO_SETTINGS_MODULE="omniforge.settings")


@contextmanager
def worker(site: Site, *options: str) -> Iterator[Process]:
    """Run a real worker. Its log goes through a pipe, which no full disk stops."""
    reading, writing = os.pipe()
    log = site.var / "worker.log"
    threading.Thread(target=_copy, args=(os.fdopen(reading), log), daemon=True).start()
    with site.beside(*WORKER, *options, log=os.fdopen(writing, "wb")) as process:
        yield process
    assert process.returncode == 0


def _copy(lines: IO[str], log: Path) -> None:
    with lines, log.open("a", buffering=1) as file:
        file.writelines(lines)


def logged(site: Site) -> str:
    return (site.var / "worker.log").read_text()


def sender(site: Site, name: str, number: int) -> AbstractContextManager[Process]:
    return site.beside("tests.house.queue_site", name, str(number))


def notes(site: Site) -> list[str]:
    path = site.var / "notes"
    return path.read_text().splitlines() if path.exists() else []


@pytest.mark.slow
def test_concurrent_senders_and_workers_run_each_task_once(site):
    number = int(os.environ.get("QUEUE_MESSAGES", "100"))
    with ExitStack() as running:
        workers = [running.enter_context(worker(site, "-n", name)) for name in ("one", "two")]
        senders = [running.enter_context(sender(site, name, number)) for name in "abc"]
        assert [one.wait(120) for one in senders] == [0, 0, 0]
        until(lambda: len(notes(site)) >= 3 * number)
        assert [one.poll() for one in workers] == [None, None]
    assert sorted(notes(site)) == sorted(f"{name}-{one}" for name in "abc" for one in range(number))
    assert list((site.var / "celery" / "messages").iterdir()) == []


@pytest.mark.slow
def test_worker_and_beat_survive_a_full_disk_without_losing_tasks(site):
    beating = site.var / "celery" / "heartbeat"
    with worker(site, "--beat") as process:
        [clock] = until(lambda: psutil.Process(process.pid).children())
        until(beating.exists)
        with no_room(clock.pid), no_room(process.pid):
            with sender(site, "meanwhile", 3) as sending:
                sending.wait(60)
            until(lambda: "tasks cannot be queued: " in logged(site))
            assert notes(site) == []  # they were taken, and what they do failed
        last = beating.stat().st_mtime
        until(lambda: beating.stat().st_mtime > last)
        assert process.poll() is None and clock.is_running()
    assert logged(site).count("tasks cannot be queued: ") == 1


@pytest.mark.slow
def test_worker_and_beat_end_with_each_other(site):
    def ended() -> bool:
        return not clock.is_running() or clock.status() == psutil.STATUS_ZOMBIE

    with site.beside(*WORKER, "--beat") as process:
        [clock] = until(lambda: psutil.Process(process.pid).children())
        until((site.var / "celery" / "heartbeat").exists)
        clock.kill()
        assert process.wait(60) == 1
    with site.beside(*WORKER, "--beat") as process:
        [clock] = until(lambda: psutil.Process(process.pid).children())
        process.kill()  # the clock may not have begun yet
        until(ended, 30)
