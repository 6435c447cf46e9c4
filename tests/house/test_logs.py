"""The log of a real server contains no secrets from paths, and no line per request of a stranger."""

import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from omniforge.redaction.paths import SECRET_PATHS, redact_addresses
from tests.site import ROOT, Site

SECRET = "18kAbRrlSecretSecretSecretSecretSecretSecret1"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT", "MKCALENDAR")
SECRET_PARTS = {"secret", "token", "key", "code", "signature"}


def patterns(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, set[str]]]:
    """Yield each path of the site with the names of its parts."""
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield path, set(re.findall(r"<(?:\w+:)?(\w+)>", path))
        else:
            yield from patterns(pattern, path)


def secret_paths() -> list[str]:
    found = [path for path, parts in patterns(get_resolver()) if parts & SECRET_PARTS]
    return [re.sub(r"<(?:\w+:)?\w+>", SECRET, path) for path in found]


def ask(url: str, method: str = "GET", **headers: str) -> int:
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_secret_paths_table_matches_the_url_patterns():
    begins = {path.partition(SECRET)[0] for path in secret_paths()}
    assert begins == set(SECRET_PATHS)


def test_secret_path_is_not_logged_for_any_method(live_site: Site):
    for path in secret_paths():
        for method in METHODS:
            ask(f"{live_site.url}{path}?token={SECRET}", method)
            ask(f"{live_site.url}{path.rstrip('/')}", method)  # to be sent to the one with its slash
            ask(f"{live_site.url}{path}", method, Host="evil.example")
    assert "/join/[redacted]/" in live_site.log and SECRET not in live_site.log


def test_feed_answers_405_to_other_methods(live_site: Site):
    url = f"{live_site.url}/calendar/{SECRET}.ics"
    assert ask(url) == ask(url, "HEAD") == 404
    assert {ask(url, method) for method in METHODS if method not in ("GET", "HEAD")} == {405}


def test_anonymous_requests_do_not_fill_the_log(fresh_site: Site):
    fresh_site.start()
    for number in range(40):
        ask(f"{fresh_site.url}/nothing/{number}/")
        ask(f"{fresh_site.url}/api/v1/me/")
        ask(f"{fresh_site.url}/sign-in/", "POST")
        ask(f"{fresh_site.url}/sign-in/", Host=f"evil-{number}.example")
        ask(f"{fresh_site.url}/sign-in/", "NONSENSE")
    for _ in range(40):
        with socket.create_connection(("127.0.0.1", fresh_site.port)) as connection:
            connection.sendall(
                b"GET /ws/chat/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\nnonsense\r\n\r\n"
            )
            connection.recv(1_000)
    lines = fresh_site.log.splitlines()
    assert len(lines) < 60, "\n".join(lines[:80])
    assert "Traceback" not in fresh_site.log
    assert "Invalid HTTP_HOST" in fresh_site.log and "more of these are left out" in fresh_site.log


@pytest.fixture
def uvicorn_log(fresh_site: Site) -> Iterator[Path]:
    """The site behind uvicorn with its access log on, as an operator may start it; its log."""
    with fresh_site.behind_uvicorn(fresh_site.port) as log:
        yield log


def test_uvicorn_does_not_log_secret_paths(fresh_site: Site, uvicorn_log: Path):
    for path in secret_paths():
        for method in METHODS:
            ask(f"{fresh_site.url}{path}?key={SECRET}", method)
    log = uvicorn_log.read_text()
    assert "/join/[redacted]/" in log and SECRET not in log


@pytest.mark.parametrize(
    "line",
    [
        "Not Found: /calendar/{}.ics",
        'GET /calendar/{}.ics HTTP/1.1" 404',
        '127.0.0.1:5 - "PROPFIND /calendar/{}.ics HTTP/1.1" 405',
        "http://omniforge.example.com:8001/join/{}/",
        "Forbidden (CSRF cookie not set.): /join/{}/",
        "path='/join/{}/'",
        "Referer: https://omniforge.example.com/join/{}",
        "GET /api/v1/me/?key={}&page=2",
        "GET /x?page=2&access_token={}",
        "GET /x?API-Key={}#top",
    ],
)
def test_secret_address_in_a_log_line_is_redacted(line):
    masked = redact_addresses(line.format("letters"))
    assert masked == line.format("[redacted]").replace("[redacted].ics", "[redacted]")


@pytest.mark.parametrize(
    "line", ["Not Found: /api/v1/calendar/events/", "GET /x?page=2&keys=3", "joined /in/"]
)
def test_log_line_without_a_secret_is_unchanged(line):
    assert redact_addresses(line) == line


def test_every_logger_passes_through_the_filters(tmp_path: Path):
    """In development too, when Django and its server have their own handlers."""
    tell = """
import logging, uvicorn; uvicorn.Config("omniforge.asgi:application")
import django; django.setup()
loggers = [one for one in logging.root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
print([one.name for one in loggers if one.handlers or not one.propagate])
"""
    env = {"OMNIFORGE_VAR": str(tmp_path), "DEBUG": "1", "DJANGO_SETTINGS_MODULE": "omniforge.settings"}
    told = subprocess.run(
        [sys.executable, "-c", tell], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
    )
    assert told.stdout == "[]\n", told.stderr
