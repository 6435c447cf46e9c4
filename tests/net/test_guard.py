"""Tricks to bypass an SSRF filter, each tried against the real client and a real server."""

import socket
from collections.abc import Sequence
from threading import Event

import httpx2
import pytest

from omniforge.net import Guard, RequestFailed, RequestRefused, fetch, guard
from tests.net.pages import Page, PageServer
from tests.network import OutsideReached

# Each is tried with the port of a real server on loopback, which must not be reached.
LOOPBACK = """
127.0.0.1 127.1 127.0.1 127.000.000.001 0177.0.0.1 0x7f.0.0.1 0x7f.1 0x7f000001 0X7F000001 017700000001
2130706433 127.0.0.1. 127.1. 0.0.0.0 0 localhost LOCALHOST localhost. [::1] [::] [::ffff:127.0.0.1]
[::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]
127。0。0。1 127．0．0．1 １２７.0.0.1 ①②⑦.0.0.1 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ %31%32%37.0.0.1 127.0.0.1%00.example.com
example.com\\@127.0.0.1 user:password@127.0.0.1 example.com@127.0.0.1 127.0.0.1%2f@127.0.0.1
"""

REFUSED = [
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://100.100.100.200/latest/meta-data/",
    "http://192.0.0.192/opc/v2/instance/",
    "http://168.63.129.16/machine",
    "http://[fe80::1%25eth0]/",
    "http://[::ffff:10.0.0.1]/",
    "http://3232235777/",  # 192.168.1.1
    "http://0xa9fea9fe/",  # 169.254.169.254
    "http://8.8.8.8:22/",
    "http://8.8.8.8:6379/",
    "https://8.8.8.8:25/",
    "ftp://8.8.8.8/",
    "file:///etc/passwd",
    "gopher://8.8.8.8/",
    "unix:///var/run/docker.sock",
    "data:text/html,hello",
    "javascript:alert(1)",
    "//8.8.8.8/",
    "8.8.8.8",
    "http://",
    "http:///path",
    "http://user@8.8.8.8/",
    "http://:secret@8.8.8.8/",
    "http://8.8.8.8:99999/",
    "http://ex ample.com/",
    "http://example.com\r\nHost: inner/",
    "http://a..example.com/",
    "http://example.com../",
    "http://[8.8.8.8]/",
    "",
]


class NameServer:
    """A resolver that gives these answers, one after the other, and counts the questions."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers.pop(0)


@pytest.mark.parametrize("host", LOOPBACK.split())
async def test_every_spelling_of_loopback_is_refused(host, inner_server: PageServer):
    guard = Guard(ports=frozenset({inner_server.port}))
    with pytest.raises(RequestRefused):
        await fetch("GET", f"http://{host}:{inner_server.port}/", guard=guard, seconds=3)
    assert inner_server.requests == []


@pytest.mark.parametrize("url", REFUSED)
async def test_forbidden_url_is_refused_before_a_dns_lookup(url):
    names = NameServer()
    with pytest.raises(RequestRefused):
        await fetch("GET", url, guard=Guard(resolve=names))
    assert names.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        ["10.0.0.8"],
        ["169.254.169.254"],
        ["fd00:ec2::254"],
        ["::ffff:192.168.0.1"],
        ["fe80::1%2"],
        ["8.8.8.8", "127.0.0.1"],
        ["2606:4700:4700::1111", "::1"],
    ],
)
async def test_host_with_a_private_address_is_refused_without_naming_it(answer):
    guard = Guard(resolve=NameServer(answer))
    with pytest.raises(RequestRefused) as refused:
        await fetch("GET", "https://intranet.example/", guard=guard)
    assert "intranet.example is not on the public Internet" in refused.value.message
    assert not any(address in refused.value.message for address in answer)


async def test_connection_uses_the_address_that_was_checked():
    names = NameServer(["8.8.8.8"], ["127.0.0.1"])
    outside = pytest.RaisesExc(OutsideReached, match=r"8\.8\.8\.8")
    with pytest.RaisesGroup(outside):  # the real connection, stopped by the guard of these tests
        await fetch("GET", "http://rebinding.example/", guard=Guard(resolve=names))
    assert names.asked == ["rebinding.example"]


async def test_host_name_is_resolved_once_per_request(page_server: PageServer):
    page_server.pages["/"] = Page(b"hello")
    names = NameServer(["127.0.0.1"], ["127.0.0.2"])
    guard = Guard(frozenset({("rebinding.example", page_server.port)}), resolve=names)
    page = await fetch("GET", f"http://rebinding.example:{page_server.port}/", guard=guard)
    assert (page.body, names.asked) == (b"hello", ["rebinding.example"])
    assert page_server.requests[0].headers["Host"] == f"rebinding.example:{page_server.port}"


async def test_next_address_is_tried_when_the_first_fails(page_server: PageServer):
    page_server.pages["/"] = Page(b"hello")
    guard = Guard(
        frozenset({("two.example", page_server.port)}), resolve=NameServer(["127.0.0.9", "127.0.0.1"])
    )
    assert (await fetch("GET", f"http://two.example:{page_server.port}/", guard=guard)).ok


async def test_slow_dns_lookup_times_out(monkeypatch):
    answered = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(60))
    monkeypatch.setattr(guard, "_LOOK_UP_SECONDS", 0.05)
    with pytest.raises(RequestFailed, match=r"no host slow\.example, or it cannot be looked up now"):
        await Guard().find("slow.example", 80)
    assert not answered.is_set()
    answered.set()


async def test_unknown_host_is_reported_as_not_sent():
    with pytest.raises(RequestFailed, match="There is no host nowhere") as failed:
        await fetch("GET", "http://nowhere.example/", guard=Guard(resolve=NameServer([])))
    assert not failed.value.sent


async def test_allowed_host_is_reached_at_its_port_only(page_server: PageServer, inner_server: PageServer):
    page_server.pages["/"] = Page(b"hello")
    assert (await fetch("GET", page_server.url())).body == b"hello"
    with pytest.raises(RequestRefused, match="OMNIFORGE_ALLOWED_HOSTS_OUT"):
        await fetch("GET", inner_server.url())
    assert inner_server.requests == []


@pytest.mark.parametrize(
    ("listed", "url", "reached"),
    [
        ("searx", "http://searx:8080/", True),
        ("searx", "http://searx:8888/", False),
        ("searx:8888", "http://searx:8888/", True),
        ("searx:8888", "http://searx/", False),
        ("searx:8888", "http://searx.evil.example:8888/", False),
        (" SEARX ", "http://searx/", True),
        ("[::1]:8888", "http://[::1]:8888/", True),
        ("10.0.0.5", "http://167772165/", False),  # the same address, not as it is listed
    ],
)
async def test_only_hosts_in_allowed_hosts_out_are_reached(listed, url, reached, settings):
    settings.ALLOWED_HOSTS_OUT = [listed]
    guard = Guard(Guard.of_settings().allowed, resolve=NameServer(["10.0.0.5"]))
    address = httpx2.URL(url)
    try:
        guard.check(address)
        await guard.find(address.host, address.port or 80)
    except RequestRefused:
        assert not reached
    else:
        assert reached
