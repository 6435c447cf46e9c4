"""`/metrics`: who may read it, and what it contains."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from wsgiref.simple_server import WSGIServer

import pytest
from django.test import Client
from django.utils import timezone

from conversations.models import Turn, TurnStatus
from conversations.turns.acceptance import accept_message
from conversations.turns.engine import engine
from conversations.wire.commands import SendMessage
from omniforge.background import heartbeat
from omniforge.llm import Models
from omniforge.llm.breaker import breaker_of
from omniforge.llm.providers import scripted
from omniforge.llm.types import ChatMessage
from omniforge.monitoring.worker_metrics import listen
from omniforge.storage.ids import new_id
from omniforge.storage.redis_pause import RedisPause
from omniforge.tenants.access import Access
from tests.telemetry.figures import Figures, counted, read

TOKEN = "a-token-of-the-operator"
ALLOWED = f"Bearer {TOKEN}"


@pytest.fixture(autouse=True)
def _settings(settings, tmp_path: Path) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.VAR = tmp_path


def scrape() -> Figures:
    answer = Client().get("/metrics", headers={"Authorization": ALLOWED, "Host": "10.0.0.7:8001"})
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/plain")
    return read(answer.content.decode())


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"{ALLOWED}x", "Bearer ä"])
@pytest.mark.django_db
def test_metrics_without_the_token_answer_404(given: str):
    nowhere = Client().get("/no-such-path", headers={"Authorization": given})
    refused = Client().get("/metrics", headers={"Authorization": given})
    assert (refused.status_code, refused.content) == (404, nowhere.content)
    assert refused.headers.items() == nowhere.headers.items()


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer "])
@pytest.mark.django_db
def test_metrics_without_a_configured_token_answer_404(settings, given: str):
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404


@pytest.mark.django_db
def test_metrics_report_the_process_and_its_parts():
    figures = scrape()
    assert figures["process_resident_memory_bytes"] > 0 and figures["process_open_fds"] > 0
    assert figures["omniforge_part_ok{part=database}"] == figures["omniforge_part_ok{part=disk}"] == 1
    assert figures["omniforge_sockets_open"] == figures["omniforge_turns_held"] == 0
    assert figures["omniforge_turns_running"] == len(engine.runs)


@pytest.mark.django_db
def test_metrics_report_the_heartbeat_of_the_worker(tmp_path: Path):
    (tmp_path / "celery").mkdir()
    assert scrape()["omniforge_part_ok{part=worker}"] == 0
    heartbeat.beat()
    assert scrape()["omniforge_part_ok{part=worker}"] == 1


@pytest.mark.django_db(transaction=True)
def test_metrics_report_queued_turns_and_their_age(ann: Access):
    first = accept_message(ann, SendMessage(new_id(), "Hello"))
    second = accept_message(ann, SendMessage(new_id(), "And then?", first.conversation_id))
    hour_ago = timezone.now() - timedelta(hours=1)
    Turn.objects.filter(pk=second.turn_id).update(created_at=hour_ago)
    figures = scrape()
    assert (figures["omniforge_turns_queued"], figures["omniforge_turns_left_seconds"]) == (1, 0)
    Turn.objects.filter(pk=first.turn_id).update(status=TurnStatus.COMPLETED)
    assert scrape()["omniforge_turns_left_seconds"] == pytest.approx(3600, abs=60)


@pytest.mark.django_db
def test_metrics_report_spooled_and_failed_files(tmp_path: Path):
    assert scrape()["omniforge_spooled"] == 0
    (tmp_path / "spool" / "failed").mkdir(parents=True)
    ids = f"{new_id().hex}~{new_id().hex}"
    for age, folder in ((30, "spool"), (90, "spool"), (900, "spool/failed")):
        since = time.time_ns() - age * 10**9
        (tmp_path / folder / f"{since:020}~{ids}~{since}~0.spooled").touch()
    figures = scrape()
    assert (figures["omniforge_spooled"], figures["omniforge_spool_failed"]) == (2, 1)
    assert figures["omniforge_spool_oldest_seconds"] == pytest.approx(90, abs=20)


@pytest.mark.django_db
def test_metrics_report_queued_tasks_and_their_age(settings, tmp_path: Path):
    settings.QUEUE = tmp_path
    for age, name in ((40, "celery.msg"), (20, "celery.msg"), (99, "draft")):
        (tmp_path / f"{time.time_ns() - age * 10**9:020}_{new_id().hex}.{name}").touch()
    figures = scrape()
    assert figures["omniforge_tasks_queued"] == 2
    assert figures["omniforge_tasks_oldest_seconds"] == pytest.approx(40, abs=20)


@pytest.mark.django_db
def test_metrics_report_an_open_breaker_by_model(settings):
    settings.MODEL_ROLES = dict.fromkeys(settings.MODEL_ROLES, "rules") | {"reply": "scripted:metrics"}
    breaker = breaker_of(scripted, "metrics")
    assert scrape()["omniforge_model_breaker_open{model=scripted:metrics}"] == 0
    for _ in range(5):
        breaker.failed()
    assert scrape()["omniforge_model_breaker_open{model=scripted:metrics}"] == 1


async def test_metrics_count_model_calls_tokens_and_cost_by_role(settings, model_server):
    settings.MODEL_PROVIDERS = model_server.providers
    model_server.script("late", "Three.")
    of = {"provider": "openai", "role": "reply"}

    def told() -> list[float]:
        calls = [
            counted("omniforge_model_calls_total", outcome=one, **of) for one in ("ok", "model_unavailable")
        ]
        tokens = [counted("omniforge_model_tokens_total", direction=one, **of) for one in ("input", "output")]
        return [*calls, *tokens, counted("omniforge_model_cost_dollars_total", **of)]

    before = told()
    settings.MODEL_ROLES = {"reply": "openai:gpt-4o"}
    models = Models.from_settings()
    assert [text async for text in models.stream("reply", [_said("late?")])]
    [call] = models.calls
    usage = call.usage
    rise = [now - then for now, then in zip(told(), before, strict=True)]
    assert rise == pytest.approx([1, 0, usage.input_tokens, usage.output_tokens, float(call.cost)])
    assert call.cost > 0


def test_metrics_count_redis_pauses():
    before = counted("omniforge_redis_pauses_total")
    RedisPause().begin()
    assert counted("omniforge_redis_pauses_total") == before + 1


@pytest.fixture(scope="module")
def worker() -> Iterator[WSGIServer]:
    server = listen("127.0.0.1:0")
    assert server
    yield server
    server.shutdown()
    server.server_close()


def ask_worker(worker: WSGIServer, path: str, token: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{worker.server_port}{path}"
    try:
        asked = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def test_worker_serves_its_own_metrics(worker: WSGIServer):
    status, told = ask_worker(worker, "/metrics", TOKEN)
    assert status == 200 and read(told)["process_open_fds"] > 0
    assert "omniforge_turns_queued" not in told  # those of the site are told by web processes
    assert (
        ask_worker(worker, "/metrics", "wrong") == ask_worker(worker, "/else", TOKEN) == (404, "Not found.\n")
    )


def test_worker_survives_an_unavailable_metrics_port(worker: WSGIServer, caplog):
    for address in (f"127.0.0.1:{worker.server_port}", "nowhere", "127.0.0.1:port"):
        assert listen(address) is None
    assert len(caplog.records) == 3


def _said(text: str) -> ChatMessage:
    return ChatMessage("user", text)
