"""Agents and attached files: read, edited, returned as files that open."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.sites import replies_of, running_demo
from tests.browser.test_files import attach, attached, downloaded
from tests.files import made
from tests.site import Site
from tests.standin import ModelServer
from tests.standin.thread import running

NAME = "open orders.xlsx"


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with running(ModelServer(ttft_ms=20, gap_ms=5)) as server:
        yield server


@pytest.fixture(scope="module")
def site(model: ModelServer, demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose replies come from that model; intents by the rules."""
    roles = replies_of(model) | {"OMNIFORGE_MODEL_SUMMARY": "rules", "OMNIFORGE_MODEL_PLAN": "rules"}
    with running_demo(demo_var, tmp_path_factory.mktemp("files"), **roles) as site:
        yield site


@pytest.fixture(autouse=True)
def _nothing_left_over(model: ModelServer) -> Iterator[None]:
    yield
    model.reset()


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tools": [{"name": tool, "arguments": arguments}]}


def ask_for_workbook(chat: Chat, model: ModelServer) -> None:
    """Attach a workbook and let another one be created from it."""
    attach(chat, ("orders.xlsx", made.xlsx()))
    sheet = {"name": "Open", "from": "orders.xlsx", "columns": ["order", "due"]}
    model.queue(
        call("read", ref="orders.xlsx"),
        call("write_file", name="open orders", format="xlsx", sheets=[sheet]),
        {"text": "Two orders are open. They are in the workbook."},
    )
    chat.say("What is still open in this file? Make a workbook of it.")


def test_attached_workbook_is_read_and_another_returned(chat: Chat, model: ModelServer) -> None:
    ask_for_workbook(chat, model)
    card = chat.answer.locator(".file")
    expect(card).to_contain_text(NAME)
    expect(card).to_contain_text("Workbook, ")
    name, content = downloaded(chat.page, card.get_by_role("link", name=f"Download {NAME}"))
    assert name == NAME
    rows = list(load_workbook(io.BytesIO(content))["Open"].iter_rows(values_only=True))
    assert rows[0] == ("order", "due") and rows[2][0] == "A-002"
    told = model.requests[-1].text
    assert "orders.xlsx (application/vnd.openxmlformats" in told and '"A-003"' in told
    chat.reload()
    expect(attached(chat)).to_contain_text(["orders.xlsx"])
    expect(card).to_have_count(1)
    assert violations(chat.page) == []


def test_question_about_a_file_is_answered_from_it(chat: Chat, model: ModelServer) -> None:
    attach(chat, ("plan.docx", made.docx()))
    model.queue(call("read", ref="plan.docx"), {"text": "It warns of the new prices."})
    expect(chat.say("What does this say?")).to_contain_text("It warns of the new prices.")
    assert "The launch depends on the new prices" in model.requests[-1].text


def test_edited_waiting_message_keeps_its_files(chat: Chat, model: ModelServer) -> None:
    chat.say("Hello")
    model.gap_ms, model.tokens = 100, 1_000
    chat.type("Why does the sky look blue to people?")
    attach(chat, ("later.csv", b"a\n"))
    chat.type("And what is in this?")
    chat.page.get_by_role("button", name="Edit waiting message").click()
    expect(chat.page.locator(".held")).to_contain_text("later.csv")
    model.gap_ms = 0
    chat.composer.press("Enter")
    expect(attached(chat)).to_contain_text(["later.csv"], timeout=ANSWER_MS)
    expect(chat.bubbles.last).to_have_text("And what is in this?")
