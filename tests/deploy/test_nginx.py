"""nginx' configuration: compared with the site's own limits and, if nginx is installed, run."""

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx2
import pytest
from django.conf import settings

from conversations.api import streams
from conversations.live import consumers
from omniforge.management import server
from omniforge.redaction.paths import SECRET_PATHS
from omniforge.web import body_bounds
from tests.chat_client import ChatClient
from tests.conversations.conftest import QUESTION, model_variables
from tests.deploy.proxy import CONFIGURATION, PROGRAM, Proxy
from tests.site import ROOT, Site, copy_state
from tests.standin.server import ModelServer
from tests.standin.thread import running
from tests.states import Peopled
from tests.waiting import until

TEXT = (CONFIGURATION / "nginx.conf").read_text()
UPSTREAM = (CONFIGURATION / "upstream.conf").read_text()
LONG = " ".join(f"word{number}" for number in range(60))
with_nginx = pytest.mark.skipif(PROGRAM is None, reason="this machine has no nginx")


def seconds(directive: str, text: str = TEXT) -> int:
    return int(re.search(rf"\b{directive} (\d+)s;", text)[1])


def megabytes() -> list[int]:
    return [int(size) << 20 for size in re.findall(r"client_max_body_size (\d+)m;", TEXT)]


def test_nginx_body_limits_match_the_site():
    most = (settings.MAX_FILE_MB << 20) + body_bounds._AROUND
    small, large = megabytes()
    assert small == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert most <= large <= most + (1 << 20)


def test_nginx_upload_locations_match_the_site():
    assert f"location ~ ^{body_bounds._UPLOADS.pattern}$ {{" in TEXT


def test_nginx_config_logs_no_secret_paths():
    names = "|".join(path.strip("/") for path in SECRET_PATHS)
    assert f'"~^/({names})/" 0;' in TEXT and f"location ~ ^/({names})/ {{" in TEXT


def test_nginx_timeouts_exceed_the_heartbeats():
    assert seconds("proxy_read_timeout") > max(consumers._HEARTBEAT, streams._HEARTBEAT) * 2
    assert seconds("keepalive_timeout", UPSTREAM) < server._KEEP_ALIVE


def test_nginx_upstreams_match_the_systemd_units():
    units = (ROOT / "deploy/systemd/omniforge.target").read_text()
    assert re.findall(r"server 127\.0\.0\.1:(\d+)", UPSTREAM) == re.findall(r"web@(\d+)", units)


@with_nginx
def test_nginx_accepts_the_config(tmp_path):
    assert Proxy(tmp_path, [1, 2]).refusal() == ""


# --- With two web processes -----------------------------------------------------------------------


@dataclass
class Behind:
    """nginx, the web processes behind it, the key of somebody, and the model."""

    proxy: Proxy
    sites: list[Site]
    key: str
    model: ModelServer

    def http(self) -> httpx2.Client:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx2.Client(base_url=self.proxy.url, headers=headers, verify=self.proxy.trust, timeout=120)

    def chat(self) -> ChatClient:
        return ChatClient(f"{self.proxy.url.replace('https', 'wss')}/ws/chat/", self.key, self.proxy.trust)


@pytest.fixture(scope="module")
def shared(peopled: Peopled, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp("behind")
    var = copy_state(peopled[0], folder / "var")
    with running(ModelServer()) as model:
        variables = model_variables(model) | {
            "OMNIFORGE_ENV": "production",
            "OMNIFORGE_LOCAL_MODELS": "true",
            "ALLOWED_HOSTS": "localhost",
            "REDIS_URL": redis_url,
            **dict(re.findall("^(.+)='(.+)'$", (var / "keys.env").read_text(), re.MULTILINE)),
        }
        sites = [Site(var, **variables) for _ in range(2)]
        proxy = Proxy(folder / "nginx", [site.port for site in sites])
        for process in (*sites, proxy):
            process.start()
        yield Behind(proxy, sites, peopled[1]["ann"], model)
        proxy.stop()
        for site in sites:
            site.kill()


@pytest.fixture
def behind(shared: Behind) -> Behind:
    shared.model.reset()
    shared.model.script("schedules work", LONG)
    return shared


@with_nginx
@pytest.mark.slow
def test_nginx_streams_text_without_buffering(behind):
    behind.model.gap_ms = 8_000  # so long for each word that nobody waits for the last one
    with behind.http() as http, http.stream("POST", "/api/v1/chat", json={"message": QUESTION}) as answer:
        lines = answer.iter_lines()
        assert any("word" in line for line in lines)
        behind.model.gap_ms = 0
        assert any("word59" in line for line in lines)


@with_nginx
@pytest.mark.slow
async def test_nginx_passes_sockets_and_reload_ends_no_answer(behind):
    behind.model.gap_ms = 40
    async with behind.chat() as ann:
        turn_id = (await ann.say(QUESTION))["turn_id"]
        await ann.wait(lambda f: "word5" in ann.text_of(turn_id))
        behind.proxy.reload()
        await ann.wait_for("done", turn_id)
    assert LONG in ann.text_of(turn_id)


@with_nginx
@pytest.mark.slow
def test_nginx_refuses_too_large_bodies(behind):
    with behind.http() as http:
        assert http.post("/api/v1/chat", content=b"{" * 1_100_000).status_code == 413
        sent = {size: {"file": ("a.txt", b"one line\n" * (size << 17))} for size in (10, 20)}
        assert http.post("/api/v1/files/", files=sent[10]).status_code == 201
        assert http.post("/api/v1/files/", files=sent[20]).status_code == 413


@with_nginx
@pytest.mark.slow
def test_nginx_hides_internal_paths_and_logs_no_secrets(behind):
    with behind.http() as http:
        for path in ("/metrics", "/healthz", "/readyz"):
            assert http.get(path).status_code == 404
        secret = http.get("/calendar/0123456789secret.ics")
        traced = http.get("/api/v1/me/", headers={"X-Request-ID": "made-up", "X-Forwarded-For": "9.9.9.9"})
    assert secret.status_code == 404 and traced.status_code == 200
    assert traced.headers["X-Request-ID"] != "made-up"
    assert until(lambda: traced.headers["X-Request-ID"] in behind.proxy.logged)
    assert "0123456789secret" not in behind.proxy.logged


@with_nginx
@pytest.mark.slow
def test_nginx_redirects_http_to_https(behind):
    answer = httpx2.get(f"http://127.0.0.1:{behind.proxy.plain_port}/projects/?a=b", trust_env=False)
    assert answer.status_code == 308 and answer.headers["Location"].endswith("/projects/?a=b")


@with_nginx
@pytest.mark.slow
def test_nginx_caches_static_files(behind):
    with behind.http() as http:
        page = http.get("/sign-in/").text
        path = re.search(r"/static/[^\"]+\.[0-9a-f]{12}\.css", page)[0]
        first, again = http.get(path), http.get(path)
    assert first.content == again.content and first.status_code == again.status_code == 200
    assert any(path.is_file() for path in (behind.proxy.folder / "log/omniforge").rglob("*"))


@with_nginx
@pytest.mark.slow
async def test_rolling_restart_answers_every_request(behind):
    """Also when the second one ends as soon as the first is back."""
    replaced = asyncio.create_task(asyncio.to_thread(replace_each, behind))
    people = (asyncio.to_thread(ask_until, replaced.done, behind) for _ in range(4))
    statuses = set().union(*await asyncio.gather(*people))
    await replaced
    assert statuses == {200}


def ask_until(is_over: Callable[[], bool], behind: Behind) -> set[int]:
    """Send messages and requests repeatedly. Returns all statuses."""
    statuses = set[int]()
    with behind.http() as http:
        while not is_over():
            answer = http.post("/api/v1/chat", json={"message": QUESTION})
            assert answer.status_code != 200 or "event: done" in answer.text
            statuses |= {answer.status_code, http.get("/api/v1/conversations/").status_code}
    return statuses


def replace_each(behind: Behind) -> None:
    """Restart each process, one after the other, like a release."""
    for site in behind.sites:
        site.stop()
        site.start()
