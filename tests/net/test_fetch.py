"""Redirects, sizes, timeouts, types and headers of allowed requests, against real servers."""

import asyncio
import gzip
import time
import zlib
from collections.abc import Iterator

import pytest

from omniforge.net import RequestFailed, RequestRefused, fetch
from omniforge.net.client import MOST_REDIRECTS
from tests.net.pages import Page, PageServer, redirect, serving
from tests.pace import slowness
from tests.ports import free_port


async def test_response_is_returned_with_type_charset_and_body(page_server: PageServer):
    page_server.pages["/page"] = Page("Grüße".encode("latin-1"), content_type="Text/HTML; charset=ISO-8859-1")
    page = await fetch("GET", page_server.url("/page"), headers={"Accept": "text/html"})
    assert (page.status, page.ok, page.url) == (200, True, page_server.url("/page"))
    assert (page.content_type, page.charset, page.body) == ("text/html", "iso-8859-1", b"Gr\xfc\xdfe")
    assert page_server.requests[0].headers["Accept"] == "text/html"


async def test_json_body_is_posted(page_server: PageServer):
    page_server.pages["/hook"] = Page(b"ok")
    await fetch("POST", page_server.url("/hook"), json={"text": "hello"})
    assert (page_server.requests[0].method, page_server.requests[0].body) == ("POST", b'{"text":"hello"}')


async def test_error_status_is_returned_as_a_response(page_server: PageServer):
    page = await fetch("GET", page_server.url("/missing"), types=["application/json"])
    assert (page.status, page.ok) == (404, False)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirect_to_a_forbidden_host_is_refused(
    status, page_server: PageServer, inner_server: PageServer
):
    page_server.pages["/"] = redirect(inner_server.url(), status)
    with pytest.raises(RequestRefused):
        await fetch("GET", page_server.url())
    assert inner_server.requests == []


@pytest.mark.parametrize(
    "to",
    [
        "http://169.254.169.254/latest/meta-data/",
        "//10.0.0.1/",
        "http://2130706433/",
        "http://[::ffff:127.0.0.1]/",
        "https://localhost/",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "http://user:password@8.8.8.8/",
    ],
)
async def test_each_redirect_is_checked_by_the_guard(to, page_server: PageServer):
    page_server.pages |= {"/": redirect("/on"), "/on": redirect(to)}
    with pytest.raises(RequestRefused):
        await fetch("GET", page_server.url())
    assert [asked.path for asked in page_server.requests] == ["/", "/on"]


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_redirect_that_would_drop_the_body_is_not_followed(status, page_server: PageServer):
    page_server.pages = {"/": redirect("/on", status), "/on": Page(b"sign in")}
    answer = await fetch("POST", page_server.url(), json={"text": "hello"})
    assert (answer.status, len(page_server.requests)) == (status, 1)


async def test_redirect_on_the_same_site_repeats_the_post(page_server: PageServer):
    page_server.pages = {"/": redirect("/on", 308), "/on": Page(b"ok")}
    await fetch("POST", page_server.url(), json={"text": "hello"})
    assert [asked.body for asked in page_server.requests] == [b'{"text":"hello"}'] * 2


async def test_redirects_are_followed_up_to_the_limit(page_server: PageServer):
    pages = {f"/{number}": redirect(f"/{number + 1}") for number in range(MOST_REDIRECTS)}
    page_server.pages = {**pages, f"/{MOST_REDIRECTS}": Page(b"here")}
    page = await fetch("GET", page_server.url("/0"))
    assert (page.body, page.url) == (b"here", page_server.url(f"/{MOST_REDIRECTS}"))


async def test_endless_redirects_fail_at_the_limit(page_server: PageServer):
    page_server.pages["/"] = redirect("/")
    with pytest.raises(RequestFailed, match="without end"):
        await fetch("GET", page_server.url())
    assert len(page_server.requests) == MOST_REDIRECTS + 1


async def test_redirect_to_another_site_drops_secret_headers(page_server: PageServer, settings):
    with serving() as other:
        settings.ALLOWED_HOSTS_OUT = [page_server.host, other.host]
        page_server.pages |= {"/": redirect("/here"), "/here": redirect(other.url())}
        secrets = {"Authorization": "Bearer s", "X-Subscription-Token": "s", "Cookie": "s=1", "Accept": "*/*"}
        await fetch("GET", page_server.url(), headers=secrets)
        assert page_server.requests[1].headers["Authorization"] == "Bearer s"
        arrived = {name.lower() for name in other.requests[0].headers}
    assert not arrived & {"authorization", "x-subscription-token", "cookie"}
    assert "accept" in arrived


async def test_redirect_of_a_post_to_another_site_is_refused(page_server: PageServer, settings):
    with serving() as other:
        settings.ALLOWED_HOSTS_OUT = [page_server.host, other.host]
        page_server.pages["/"] = redirect(other.url(), 307)
        with pytest.raises(RequestRefused, match="another site"):
            await fetch("POST", page_server.url(), json={"text": "secret"})
        assert other.requests == []


@pytest.mark.parametrize("length", [True, False], ids=["with a length", "without"])
async def test_body_over_the_size_limit_is_refused(length, page_server: PageServer):
    body = b"x" * 100_001
    page_server.pages["/"] = Page(body) if length else Page(pieces=lambda: iter([body]))
    with pytest.raises(RequestFailed, match="more than 100,000 bytes"):
        await fetch("GET", page_server.url(), max_bytes=100_000)
    assert len((await fetch("GET", page_server.url(), max_bytes=100_001)).body) == 100_001


def _bomb(encoding: str) -> bytes:
    """Return 60 MB of zeros in 60 kB, or in less if it is packed twice."""
    packer = zlib.compressobj(9, wbits=15 if encoding == "deflate" else 31)
    packed = b"".join(packer.compress(bytes(1_000_000)) for _ in range(60)) + packer.flush()
    return gzip.compress(packed) if encoding == "gzip, gzip" else packed


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "gzip, gzip"])
async def test_decompression_bomb_stops_at_the_limit(encoding, page_server: PageServer):
    page_server.pages["/"] = Page(_bomb(encoding), headers={"Content-Encoding": encoding})
    began = time.process_time()
    with pytest.raises(RequestFailed, match="more than 2,000,000 bytes"):
        await fetch("GET", page_server.url())
    assert time.process_time() - began < slowness()


async def test_small_compressed_body_is_read(page_server: PageServer):
    page_server.pages["/"] = Page(gzip.compress(b"hello"), headers={"Content-Encoding": "gzip"})
    assert (await fetch("GET", page_server.url())).body == b"hello"


def _drip() -> Iterator[bytes]:
    while True:
        time.sleep(0.05)
        yield b"x"


async def test_slow_response_is_cut_off_at_the_deadline(page_server: PageServer):
    page_server.pages["/"] = Page(pieces=_drip)
    with pytest.raises(RequestFailed, match="within 2 seconds") as failed:
        async with asyncio.timeout(60):
            await fetch("GET", page_server.url(), seconds=2)
    assert failed.value.sent


@pytest.mark.parametrize("content_type", ["image/png", "application/octet-stream", ""])
async def test_response_of_another_content_type_is_refused(content_type, page_server: PageServer):
    page_server.pages["/"] = Page(b"hello", content_type=content_type)
    with pytest.raises(RequestFailed, match="not read here"):
        await fetch("GET", page_server.url(), types=["text/", "application/json"])


async def test_refused_connection_is_reported_as_not_sent(settings):
    gone = f"127.0.0.1:{free_port()}"
    settings.ALLOWED_HOSTS_OUT = [gone]
    with pytest.raises(RequestFailed, match="could not be connected to") as failed:
        await fetch("POST", f"http://{gone}/", json={})
    assert (failed.value.sent, failed.value.retryable) == (False, True)


async def test_broken_response_is_reported_as_possibly_sent(page_server: PageServer):
    page_server.pages["/"] = Page(b"short", headers={"Content-Length": "100"})
    with pytest.raises(RequestFailed) as failed:
        await fetch("GET", page_server.url())
    assert failed.value.sent


async def test_header_with_a_line_break_is_not_sent(page_server: PageServer):
    with pytest.raises(RequestFailed):
        await fetch("GET", page_server.url(), headers={"X-Note": "a\r\nX-Admin: yes"})
    assert page_server.requests == []


async def test_proxies_of_the_environment_are_ignored(
    page_server: PageServer, inner_server: PageServer, monkeypatch
):
    monkeypatch.setenv("HTTP_PROXY", inner_server.url())
    page_server.pages["/"] = Page(b"hello")
    assert (await fetch("GET", page_server.url())).body == b"hello"
    assert inner_server.requests == []
