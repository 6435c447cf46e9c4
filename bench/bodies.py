"""The cost of one large or hostile request: the longest `GET /healthz` meanwhile, the event loop's time."""

import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psutil

from tests.house.connection import FORM, Connection, chunk, form
from tests.site import Site

_HEAD = "| body | `/healthz`, longest | loop's processor time | answer |\n| --- | ---: | ---: | --- |"
_MB = 1 << 20
_FIELDS, _FILES = "application/x-www-form-urlencoded", "/api/v1/files/"
_EMPTY = b'--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
_PARTS = _EMPTY * (5 * _MB // len(_EMPTY)) + b"--xx--\r\n"
_LINE = b"Some words of an honest text, one line of it.\n"
_PAUSE = 0.005  # seconds between two questions to /healthz
Send = Callable[[Connection, str], None]


def measure(site: Site, key: str) -> None:
    """Print a row for each body."""
    print(_HEAD, flush=True)
    for send in _BODIES.values():
        _row(site, send, key)  # the first of each kind loads the code that it needs
    for title, send in _BODIES.items():
        print(f"| {title} | {_row(site, send, key)} |", flush=True)


def _whole(path: str, kind: str, body: bytes, *, known: bool = False) -> Send:
    def send(sender: Connection, key: str) -> None:
        headers = {"Authorization": f"Bearer {key}"} if known else {}
        sender.post(path, Content_Type=kind, Content_Length=len(body), **headers).send(body)

    return send


def _chunked(size: int, count: int, at_once: int) -> Send:
    def send(sender: Connection, _: str) -> None:
        sender.post("/api/v1/chat", Transfer_Encoding="chunked")
        for _ in range(count // at_once):
            sender.send(chunk(b" " * size) * at_once)

    return send


_BODIES: dict[str, Send] = {
    "1 MB `a&a&…` to `/sign-in/`": _whole("/sign-in/", _FIELDS, b"a&" * (_MB // 2)),
    "5 MB of the same": _whole("/sign-in/", _FIELDS, b"a&" * (5 * _MB // 2)),
    "20 MB of the same to a path that isn't there": _whole("/nothing-here", _FIELDS, b"a&" * (10 * _MB)),
    "5 MB of empty parts, without a key": _whole(_FILES, FORM, _PARTS),
    "5 MB of newlines as a file, without a key": _whole(_FILES, FORM, form(b"\n" * (5 * _MB))),
    "100 MB of JSON, without a key": _whole("/api/v1/chat", "application/json", b"1," * (50 * _MB)),
    "19 MB of text as a file, with a key": _whole(
        _FILES, FORM, form(_LINE * (19 * _MB // len(_LINE))), known=True
    ),
    "19 MB of newlines as a file, with a key": _whole(_FILES, FORM, form(b"\n" * (19 * _MB)), known=True),
    "5 MB of empty parts, with a key": _whole(_FILES, FORM, _PARTS, known=True),
    "5 MB in chunks of 64 KB, without a length": _chunked(64 << 10, 80, 1),
    "600 KB in chunks of one byte": _chunked(1, 600_000, 10_000),
}


def _row(site: Site, send: Send, key: str) -> str:
    before = _loop_seconds(site)
    with _probed(site) as waits, Connection(site.url) as sender:
        send(sender, key)
        try:
            status = str(sender.answer()[0])
        except ConnectionError:
            status = "cut"
    return f"{max(waits) * 1000:.0f} ms | {_loop_seconds(site) - before:.2f} s | {status}"


@contextmanager
def _probed(site: Site) -> Iterator[list[float]]:
    """Ask for `/healthz` all the time, in a thread. Yields the seconds that each answer took."""
    ended, waits = threading.Event(), list[float]()

    def probe() -> None:
        while not (waits and ended.wait(_PAUSE)):
            began = time.perf_counter()
            urllib.request.urlopen(f"{site.url}/healthz", timeout=60).read()
            waits.append(time.perf_counter() - began)

    thread = threading.Thread(target=probe)
    thread.start()
    try:
        yield waits
    finally:
        ended.set()
        thread.join()


def _loop_seconds(site: Site) -> float:
    """Return the processor time so far of the event loop's thread."""
    times = next(one for one in psutil.Process(site.pid).threads() if one.id == site.pid)
    return float(times.user_time + times.system_time)
