"""No body blocks the site: large ones are refused unread, and no form is parsed in the event loop."""

from collections.abc import Iterator

import psutil
import pytest

from omniforge.web.body_bounds import body_bound
from tests.house.connection import FORM, Connection, chunk, form
from tests.pace import slowness
from tests.ports import free_port
from tests.site import Site, copy_state
from tests.states import Peopled

PROBLEM = "application/problem+json"
FIELDS = "application/x-www-form-urlencoded"
EMPTY_PARTS = b'--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * 90_000 + b"--xx--\r\n"
MB = 1 << 20


@pytest.fixture(scope="module")
def site(peopled: Peopled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    var = copy_state(peopled[0], tmp_path_factory.mktemp("bodies") / "var")
    site = Site(var, OMNIFORGE_MESSAGES_PER_MINUTE="5")
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="module")
def other_server(site: Site) -> Iterator[str]:
    """The same site, served by uvicorn."""
    port = free_port()
    with site.behind_uvicorn(port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(params=["serve", "uvicorn"])
def url(request: pytest.FixtureRequest, site: Site) -> str:
    return site.url if request.param == "serve" else request.getfixturevalue("other_server")


def key(peopled: Peopled, who: str) -> str:
    return f"Bearer {peopled[1][who]}"


def loop_seconds(site: Site) -> float:
    """Return the processor time that the thread of the event loop has taken so far."""
    threads = {thread.id: thread for thread in psutil.Process(site.pid).threads()}
    return threads[site.pid].user_time + threads[site.pid].system_time


@pytest.mark.parametrize(
    ("path", "kind", "body", "status"),
    [
        pytest.param("/sign-in/", FIELDS, b"a&" * (MB // 2), 403, id="fields"),
        pytest.param("/nothing-here", FIELDS, b"a&" * (10 * MB), 413, id="many-fields"),
        pytest.param("/api/v1/files/", FORM, EMPTY_PARTS, 401, id="empty-parts"),
        pytest.param("/api/v1/files/", FORM, form(b"\n" * (5 * MB)), 401, id="newlines"),
        pytest.param("/api/v1/chat", "application/json", b"1," * (25 * MB), 413, id="json"),
    ],
)
def test_anonymous_body_does_not_block_the_event_loop(site, path, kind, body, status):
    before = loop_seconds(site)
    with Connection(site.url) as stranger:
        stranger.post(path, Content_Type=kind, Content_Length=len(body)).send(body)
        assert stranger.answer()[0] == status
    assert loop_seconds(site) - before < 0.2 * slowness()


@pytest.mark.parametrize("line", [b"\n", b"Some words of an honest text, one line of it.\n"])
def test_upload_does_not_block_the_event_loop(site, peopled, line):
    body = form(line * (19 * MB // len(line)))
    before = loop_seconds(site)
    with Connection(site.url) as ann:
        headers = {"Authorization": key(peopled, "ann"), "Content_Type": FORM}
        ann.post("/api/v1/files/", **headers, Content_Length=len(body)).send(body)
        assert ann.answer()[0] == 201
    assert loop_seconds(site) - before < 0.3 * slowness()


@pytest.mark.parametrize(
    ("path", "length", "status", "words"),
    [
        ("/api/v1/chat", MB + 1, 413, "At most 1 MB"),
        ("/api/v1/files/", 2 * MB, 401, "Sign in"),
    ],
)
def test_anonymous_request_is_refused_before_its_body_is_read(url, path, length, status, words):
    with Connection(url) as stranger:
        answered = stranger.post(path, Content_Length=length).answer()
    assert answered[:2] == (status, PROBLEM)
    assert words in answered[2]["detail"]


@pytest.mark.parametrize(
    ("path", "cookie", "status", "words"),
    [
        ("/sign-in/", "", 413, "At most 1 MB can be sent at once."),
        ("/skills/", "sessionid=x", 413, "An upload is at most 20 MB."),
        ("/skills/", "", 401, "You're signed out"),
    ],
)
def test_too_large_body_of_a_page_is_answered_with_a_page(url, path, cookie, status, words):
    with Connection(url) as person:
        person.post(path, Content_Length=50 * MB, Cookie=cookie)
        answer = person.http.getresponse()
        page = answer.read().decode()
    assert (answer.status, answer.headers.get_content_type()) == (status, "text/html")
    assert words in page and "OmniForge</title>" in page
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_chunked_body_of_a_page_over_the_limit_is_a_413_page(url):
    with Connection(url) as person:
        person.post("/sign-in/", Transfer_Encoding="chunked")
        for _ in range(17):
            person.send(chunk(b" " * 64 * 1024))
        assert person.answer()[:2] == (413, "text/html")


def test_upload_over_the_limit_is_refused_before_it_is_read(url, peopled):
    with Connection(url) as ann:
        ann.post("/api/v1/files/", Authorization=key(peopled, "ann"), Content_Length=21 * MB)
        status, kind, problem = ann.answer()
    assert (status, kind, problem["code"]) == (413, PROBLEM, "too_large")
    assert "at most 20 MB" in problem["detail"]


def test_chunked_body_over_the_limit_is_a_413_and_closes(url):
    with Connection(url) as stranger:
        stranger.post("/api/v1/chat", Transfer_Encoding="chunked")
        for _ in range(17):  # and no end of it
            stranger.send(chunk(b" " * 64 * 1024))
        status, kind, _ = stranger.answer()
        assert (status, kind) == (413, PROBLEM)
        assert stranger.http.sock is None  # closed


def test_body_of_tiny_chunks_is_refused(site):
    before = loop_seconds(site)
    with Connection(site.url) as stranger, pytest.raises(ConnectionError):
        stranger.post("/api/v1/chat", Transfer_Encoding="chunked").send(chunk(b" ") * 500_000)
        stranger.answer()
    assert loop_seconds(site) - before < 0.2 * slowness()


def test_too_long_headers_are_refused(site):
    with Connection(site.url) as stranger:
        stranger.http.connect()
        stranger.send(b"GET / HTTP/1.1\r\n" + b"X-Long: of many\r\n" * 20_000)
        assert b" 431 " in stranger.http.sock.recv(64)


def test_client_still_sending_gets_the_413(site):
    with Connection(site.url) as stranger:
        stranger.post("/api/v1/chat", Content_Length=50 * MB).send(b" " * (50 * MB))
        assert stranger.answer()[0] == 413


def test_malformed_form_is_refused_with_a_problem(url, peopled):
    body = b"--c637--\r\n"
    sent = {"Content_Type": "multipart/form-data; boundary=c637", "Content_Length": len(body)}
    with Connection(url) as stranger:
        assert stranger.post("/api/v1/files/", **sent).send(body).answer()[:2] == (401, PROBLEM)
    headers = sent | {"Authorization": key(peopled, "ann")}
    with Connection(url) as ann:
        status, kind, problem = ann.post("/api/v1/skills/import/", **headers).send(body).answer()
    assert (status, kind) == (400, PROBLEM)
    assert "archive" in problem["errors"]  # an empty form that lacks this field
    cut = form(b"half of a file")[:60]
    with Connection(url) as ann:
        headers |= {"Content_Type": "multipart/form-data", "Content_Length": len(cut)}
        status, kind, problem = ann.post("/api/v1/skills/import/", **headers).send(cut).answer()
    assert (status, kind) == (400, PROBLEM)
    assert "with the boundary that its Content-Type names" in problem["detail"]


def test_form_with_too_many_files_names_the_limit(site, peopled):
    body = b"".join(form(b"x")[: -len(b"--xx--\r\n")] for _ in range(101)) + b"--xx--\r\n"
    headers = {"Authorization": key(peopled, "ann"), "Content_Type": FORM, "Content_Length": len(body)}
    with Connection(site.url) as ann:
        status, kind, problem = ann.post("/api/v1/skills/import/", **headers).send(body).answer()
    assert (status, kind) == (413, PROBLEM)
    assert "at most 100 files" in problem["detail"]


def test_upload_over_the_rate_limit_is_refused_unparsed(site, peopled):
    body = b"no form at all"
    headers = {"Authorization": key(peopled, "bob"), "Content_Type": FORM, "Content_Length": len(body)}
    answered = []
    for _ in range(6):
        with Connection(site.url) as bob:
            answered.append(bob.post("/api/v1/files/", **headers).send(body).answer()[0])
    assert answered == [400] * 5 + [429]


@pytest.mark.parametrize(
    "path",
    ["/api/v1/files/", "/api/v1/files", "/api/v1/skills/import/", "/api/v1/projects/7/import/", "/skills/"],
)
def test_uploads_have_their_own_size_limit(path):
    assert body_bound(path, [(b"authorization", b"Bearer x")]).most > 20 * MB
    assert body_bound(path, [(b"cookie", b"a=b; sessionid=x")]).most > 20 * MB
    assert body_bound(path, [(b"cookie", b"a=b")]).most == MB


@pytest.fixture
def impatient(fresh_site: Site) -> Site:
    fresh_site.serving = ["-m", "tests.house.impatient"]
    fresh_site.start()
    return fresh_site


def test_slow_request_is_cut_off(impatient):
    with Connection(impatient.url, seconds=0.2) as slow:
        slow.http.connect()
        slow.send(b"GET / HTTP/1.1\r\nX-Slow: ")
        came = None
        for _ in range(100):  # each of which once gave it another minute
            slow.send(b"G")
            try:
                came = slow.http.sock.recv(1)
            except TimeoutError:
                continue
            except ConnectionError:
                came = b""
            break
    assert came == b""
