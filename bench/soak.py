"""`python -m bench.soak [MINUTES]`: half an hour of a site under its supervisor, with faults.

Twenty people take 10,000 turns, three senders fill the queue, the worker is killed every two minutes. Three
times the disk is full for some seconds. At the end every acknowledged message is looked up in the database.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import orjson
import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.stage import model_server, module, settings
from tests.disk import no_room
from tests.ports import wait_for_port
from tests.site import ROOT, Site

_USERS, _TURNS = 20, 10_000
_KILLS_EVERY, _FULL_AT, _FULL_FOR = 120.0, (0.25, 0.5, 0.75), 5.0  # seconds, parts of the whole, seconds
_MESSAGES = 3_000  # per sender
_PROCFILE = """web: exec {python} manage.py serve --port $PORT
worker: exec {python} -m celery --quiet --app tests.house.queue_site worker --beat --pool threads
"""


class Soak:
    """Observations from outside. `acknowledged` maps message ids to their turn's final event."""

    def __init__(self, site: Site, minutes: float) -> None:
        self.site, self.seconds = site, minutes * 60
        self.acknowledged: dict[str, str] = {}
        self.health: list[float] = []
        self.refused = self.reconnected = self.worker_kills = 0
        self.memory: list[int] = []
        self._conversation: dict[str, str] = {}

    async def run(self, supervisor: psutil.Process, keys: list[str]) -> None:
        """Run all parts concurrently, for the whole time."""
        self._web = _child(supervisor, "serve")
        self._began = time.monotonic()
        people = [self._talk(key) for key in keys]
        watchers = [self._kill_workers(supervisor), self._fill_disk(), self._watch()]
        watching = [asyncio.create_task(one) for one in watchers]
        senders = [asyncio.to_thread(self._send, name) for name in ("a", "b", "c")]
        await asyncio.gather(*people, *senders)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    def _left(self) -> float:
        return self._began + self.seconds - time.monotonic()

    # --- People ---------------------------------------------------------------------------------

    async def _talk(self, key: str) -> None:
        """Take one person's turns, evenly over the time. Reconnect when the connection drops."""
        each = self.seconds / (_TURNS / _USERS)
        for number in range(_TURNS // _USERS):
            await asyncio.sleep(self._began + number * each - time.monotonic())
            if number % 100 == 0:
                conversation = None
            while not await self._turn(key, number, conversation):
                self.reconnected += 1
                await asyncio.sleep(1)
            conversation = self._conversation.get(key)

    async def _turn(self, key: str, number: int, conversation: str | None) -> bool:
        frame = {
            "type": "message",
            "id": str(uuid4()),
            "content": f"Explain how plan {number} helps a team.",
            "conversation_id": conversation,
        }
        with suppress(OSError, WebSocketException, TimeoutError):
            async with (
                asyncio.timeout(90),
                connect(self.site.ws_url, additional_headers=_bearer(key)) as line,
            ):
                await line.send(orjson.dumps(frame), text=True)
                async for text in line:
                    if self._note(key, frame["id"], orjson.loads(text)):
                        return True
        return False

    def _note(self, key: str, message: str, told: dict) -> bool:
        """Record a frame about our message. Returns whether it was the last one."""
        if told["type"] == "accepted":
            self._conversation[key] = told["conversation_id"]
            self.acknowledged[message] = "accepted"
        elif told["type"] == "done" and "seq" in told:
            self.acknowledged[message] = told["data"]["finish_reason"]
            return True
        elif told["type"] == "error" and "seq" not in told:
            self.refused += 1
            return True
        return False

    # --- Faults ------------------------------------------------------------------------

    async def _kill_workers(self, supervisor: psutil.Process) -> None:
        while True:
            await asyncio.sleep(_KILLS_EVERY)
            with suppress(psutil.NoSuchProcess, StopIteration):
                _child(supervisor, "worker").kill()
                self.worker_kills += 1

    async def _fill_disk(self) -> None:
        for part in _FULL_AT:
            await asyncio.sleep(self._began + part * self.seconds - time.monotonic())
            with no_room(self._web.pid):
                await asyncio.sleep(_FULL_FOR)

    def _send(self, name: str) -> None:
        for part in range(10):
            started = [sys.executable, "-m", "tests.house.queue_site", f"{name}{part}", str(_MESSAGES // 10)]
            subprocess.run(started, cwd=ROOT, env=self.site.env, check=True)
            time.sleep(self.seconds / 12)

    async def _watch(self) -> None:
        """Check health each second, and memory each minute."""
        second = 0
        while True:
            began = time.perf_counter()
            await asyncio.to_thread(_get, f"{self.site.url}/healthz")
            self.health.append(time.perf_counter() - began)
            if second % 60 == 0:
                self.memory.append(self._web.memory_info().rss // 1_000_000)
            second += 1
            await asyncio.sleep(1)

    # --- Afterwards -----------------------------------------------------------------------------

    def report(self) -> str:
        """Compare what was acknowledged with what is stored."""
        stored = json.loads(module(self.site, "bench.stored"))
        told = [one for one, end in self.acknowledged.items() if end == "completed" and one in stored]
        counts = {
            "acknowledged": len(self.acknowledged),
            "refused": self.refused,
            "lines cut": self.reconnected,
            "lost": sum(one not in stored for one in self.acknowledged),
            "answered twice": sum(turns["completed"] > 1 for turns in stored.values()),
            "without an end": sum(turns["unfinished"] > 0 for turns in stored.values()),
            "told completed, stored otherwise": sum(not stored[one]["completed"] for one in told),
            "worker kills": self.worker_kills,
            "web processes": 1 if self._web.is_running() else 2,
        }
        said = [f"{name}: {count:,}" for name, count in counts.items()]
        return "\n".join(
            [*said, self._of_queue(), self._of_health(), f"memory by the minute: {self.memory} MB"]
        )

    def _of_queue(self) -> str:
        notes = (self.site.var / "notes").read_text().split()
        left = len(list((self.site.var / "celery" / "messages").glob("*.msg")))
        done, twice = len(set(notes)), len(notes) - len(set(notes))
        return f"queue: {3 * _MESSAGES:,} sent, {done:,} done, {twice} twice, {left} left"

    def _of_health(self) -> str:
        times = sorted(1e3 * seconds for seconds in self.health)
        middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
        return f"/healthz: p50 {middle:.0f} ms, p99 {late:.0f} ms, worst {times[-1]:.0f} ms"


def main() -> None:
    """Run it and print the report."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    with tempfile.TemporaryDirectory(prefix="omniforge-soak-") as folder, model_server() as (port, _):
        site = Site(Path(folder), **settings(port))
        site.manage("prepare")
        keys = json.loads(module(site, "bench.data", str(_USERS)))["keys"]
        procfile = Path(folder, "Procfile")
        procfile.write_text(_PROCFILE.format(python=sys.executable))
        command = [
            sys.executable,
            "-m",
            "omniforge.supervisor",
            "--procfile",
            str(procfile),
            "--port",
            str(site.port),
        ]
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=site.env, stdout=log, stderr=log)
        try:
            wait_for_port(site.port, process)
            time.sleep(10)  # until the worker is up
            soak = Soak(site, minutes)
            asyncio.run(soak.run(psutil.Process(process.pid), keys))
            time.sleep(30)  # for turns taken up after the last kill
            print(soak.report())
        finally:
            process.terminate()
            process.wait(timeout=60)


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _child(supervisor: psutil.Process, word: str) -> psutil.Process:
    """Return the supervisor's program whose command contains `word`. Raises StopIteration."""
    return next(one for one in supervisor.children() if word in one.cmdline())


def _get(url: str) -> None:
    with suppress(urllib.error.HTTPError), urllib.request.urlopen(url, timeout=60) as answer:
        answer.read()


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
