"""Traces: each part of a turn is a span in the turn's trace, and no span contains message text."""

import asyncio
import gzip
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, ClassVar
from uuid import UUID

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from agents.events import TextDelta
from conversations.turns import run
from conversations.turns.engine import TurnEngine
from conversations.wire.commands import SendMessage
from omniforge.storage.ids import new_id
from omniforge.telemetry import spans
from omniforge.telemetry.about import detached_context
from omniforge.telemetry.spans import Step, step
from omniforge.tenants.access import Access

SAID, ANSWERED = "When does the merger with Globex begin?", "The merger begins in May."
PLANNED = {"items": [{"title": "Look up the merger", "state": "doing"}]}


@pytest.fixture
def exported() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    spans.begin(SimpleSpanProcessor(exporter))
    yield exporter
    spans.end()


def by_name(exported: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in exported.get_finished_spans()}


def parents(found: dict[str, ReadableSpan]) -> dict[str, str]:
    names = {span.context.span_id: name for name, span in found.items()}
    return {name: names[span.parent.span_id] if span.parent else "" for name, span in found.items()}


@pytest.fixture
async def engine():
    engine = TurnEngine()
    yield engine
    await engine.stop()


async def answered(engine: TurnEngine, access: Access) -> UUID:
    accepted = await engine.accept(access, SendMessage(new_id(), SAID))
    await engine._wait(60)
    return accepted.turn_id


@pytest.mark.django_db(transaction=True)
async def test_turn_with_a_model_exports_its_spans(engine, exported, ann: Access, model_server, settings):
    settings.MODEL_PROVIDERS = model_server.providers
    settings.MODEL_ROLES = dict.fromkeys(settings.MODEL_ROLES, "rules") | {"reply": "openai:gpt-4o"}
    model_server.queue({"tools": [{"name": "todo", "arguments": PLANNED}]}, {"text": ANSWERED})
    turn_id = await answered(engine, ann)
    found = by_name(exported)
    assert parents(found) == {
        "accept": "",
        "turn": "accept",
        "context": "turn",
        "understand": "turn",
        "model call": "turn",
        "tool call": "turn",
        "store": "turn",
    }
    assert len({span.context.trace_id for span in found.values()}) == 1
    told = {name: dict(span.attributes) for name, span in found.items()}
    assert told["accept"] == {"turn_id": str(turn_id), "stored": True}
    assert told["turn"].items() >= {"turn_id": str(turn_id), "ending": "completed"}.items()
    assert told["tool call"] == {"tool": "todo", "outcome": "done"}
    assert told["store"] == {"stored": True} and told["context"] == told["understand"] == {}
    call = told["model call"]
    assert (call["role"], call["gen_ai.request.model"], call["outcome"]) == ("reply", "gpt-4o", "ok")
    assert call["gen_ai.usage.input_tokens"] > 0
    assert "erger" not in "".join(span.to_json() for span in exported.get_finished_spans())


@pytest.mark.django_db(transaction=True)
async def test_turn_without_a_model_exports_no_model_call(engine, exported, ann: Access):
    await answered(engine, ann)
    found = by_name(exported)
    assert parents(found)["understand"] == "turn" and "model call" not in found


@pytest.mark.django_db(transaction=True)
async def test_queued_turn_has_its_own_trace(engine, exported, ann: Access, monkeypatch):
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def held(pack: Any):
        begun.set()
        await goes_on.wait()
        yield TextDelta(ANSWERED)

    monkeypatch.setattr(run, "run_master", held)
    first = await engine.accept(ann, SendMessage(new_id(), SAID))
    await begun.wait()
    await engine.accept(ann, SendMessage(new_id(), SAID, first.conversation_id))
    goes_on.set()
    while engine._tasks:
        await asyncio.wait(engine._tasks)
    first_turn, second = [span for span in exported.get_finished_spans() if span.name == "turn"]
    assert first_turn.parent and second.parent is None


def test_span_of_an_error_holds_only_its_type(exported):
    with pytest.raises(ValueError), step("store"):
        raise ValueError(SAID)
    with pytest.raises(asyncio.CancelledError), step("turn"):
        raise asyncio.CancelledError
    failed, cancelled = exported.get_finished_spans()
    assert failed.attributes == {"error.type": "ValueError"}
    assert (failed.status.status_code, failed.status.description) == (StatusCode.ERROR, None)
    assert not failed.events
    assert cancelled.status.status_code == StatusCode.UNSET


def test_step_without_a_collector_does_nothing():
    one, two = step("turn"), step("store", {"stored": True})
    assert one is two and type(one) is Step
    assert not list(detached_context())[1:]
    with one as entered:
        entered.tell({"stored": True})


def test_missing_trace_packages_are_logged_without_failing(monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    spans.begin_sending("http://127.0.0.1:9")
    assert "make traces" in caplog.text
    assert type(step("turn")) is Step


class Collector(BaseHTTPRequestHandler):
    """Takes what an exporter sends."""

    taken: ClassVar[list[tuple[str, bytes]]] = []

    def do_POST(self) -> None:
        self.taken.append((self.path, gunzip(self.rfile.read(int(self.headers["Content-Length"])))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


def gunzip(body: bytes) -> bytes:
    return gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body


def test_endpoint_turns_tracing_on_and_last_spans_are_flushed(monkeypatch):
    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        Thread(target=collector.handle_request, daemon=True).start()
        endpoint = f"http://127.0.0.1:{collector.server_port}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        spans.begin_sending(endpoint)
        with step("turn"):
            pass
        spans.end()
    [(path, body)] = Collector.taken
    assert path == "/v1/traces" and b"turn" in body and b"omniforge" in body
    assert type(step("turn")) is Step
