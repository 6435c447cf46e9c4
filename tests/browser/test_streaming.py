"""Slow answers: watched, reloaded in the middle, stopped, cut off, left alone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.sites import replies_of, running_demo
from tests.site import Site
from tests.standin import Fault, ModelServer
from tests.standin.thread import running

QUESTION = "Why does the sky look blue to people?"
WORDS = 300  # a minute and a half; no test waits for the end
WHOLE = re.compile(rf"^\s*(\S+\s+){{{WORDS - 1}}}\S+\s*$")


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    """A model that writes so slowly that everything else happens first; a test can speed it up."""
    with running(ModelServer(ttft_ms=50, gap_ms=300, tokens=WORDS)) as server:
        yield server


@pytest.fixture(scope="module")
def site(model: ModelServer, demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose replies are written by that model; intents by the rules."""
    with running_demo(demo_var, tmp_path_factory.mktemp("streaming"), **replies_of(model)) as site:
        yield site


@pytest.fixture
def hurry(model: ModelServer) -> Callable[[], None]:
    """Let the model write the rest at once."""
    return lambda: setattr(model, "gap_ms", 0)


@pytest.fixture(autouse=True)
def _at_its_usual_pace(model: ModelServer) -> Iterator[None]:
    yield
    model.reset()


def begin(chat: Chat, question: str = QUESTION) -> None:
    """Ask, and return when the first words of the answer are there."""
    chat.type(question)
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads")


def test_reload_keeps_the_stream_and_a_queued_message_is_edited(
    chat: Chat, hurry: Callable[[], None]
) -> None:
    begin(chat)
    chat.reload()
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads the tickets of this week")
    chat.type("A message with a mistaek")
    waiting = chat.page.get_by_role("group", name="Waiting messages")
    expect(waiting).to_contain_text("A message with a mistaek")
    chat.page.get_by_role("button", name="Edit waiting message").click()
    expect(chat.composer).to_have_value("A message with a mistaek")
    expect(chat.page.locator(".queue")).to_have_count(0)
    chat.type("And why is it red in the evening?")
    expect(waiting).to_contain_text("red in the evening")
    expect(chat.bubbles).to_have_count(1)
    hurry()
    expect(chat.bubbles).to_have_text([QUESTION, "And why is it red in the evening?"], timeout=ANSWER_MS)
    expect(chat.page.locator(".queue")).to_have_count(0)
    chat.finished()
    first = chat.answers.first.locator(".prose")
    expect(first.locator("p").first).to_have_text(WHOLE)
    text = first.inner_text()
    chat.reload()
    expect(first).to_have_text(text, use_inner_text=True)


def test_stopped_answer_is_kept_and_can_be_continued(
    chat: Chat, model: ModelServer, hurry: Callable[[], None]
) -> None:
    begin(chat)
    other = chat.other_tab()
    expect(other.answer.locator(".prose")).to_contain_text("The agent reads")
    other.page.keyboard.press("Escape")
    expect(chat.answer).to_contain_text("You stopped this")
    other.page.close()
    chat.type("Why does the sky look red to people?")
    expect(chat.answers).to_have_count(2)
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads")
    chat.page.get_by_role("button", name="Stop").click()
    expect(chat.answer).to_contain_text("You stopped this")
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads")
    chat.reload()
    expect(chat.answer).to_contain_text("You stopped this")
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads")
    hurry()
    model.script(r"\(interrupted\)[\s\S]+Continue$", "and the rest of it.")
    chat.answer.get_by_role("button", name="Continue").click()
    expect(chat.answers).to_have_count(3, timeout=ANSWER_MS)
    expect(chat.finished().locator(".prose")).to_have_text("and the rest of it.")
    expect(chat.bubbles.last).to_have_text("Continue")
    expect(chat.page.get_by_role("button", name="Try again")).to_have_count(0)


def test_broken_off_answer_is_kept_with_a_retry(
    chat: Chat, model: ModelServer, hurry: Callable[[], None]
) -> None:
    hurry()
    model.fail(Fault.DISCONNECT, after=20, times=4)  # it is asked to continue three times
    chat.type(QUESTION)
    notice = chat.page.get_by_role("alert")
    expect(notice).to_contain_text("The answer stopped in the middle", timeout=ANSWER_MS)
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads")
    chat.reload()
    chat.answer.get_by_role("button", name="Try again").click()
    expect(chat.page.get_by_role("alert")).to_have_count(0)
    expect(chat.answer.locator(".prose")).to_have_text(WHOLE, timeout=ANSWER_MS)
    expect(chat.bubbles).to_have_count(1)


def test_answer_continues_while_the_network_is_away(
    chat: Chat, context: BrowserContext, model: ModelServer, hurry: Callable[[], None]
) -> None:
    context.complaints.expected = ("WebSocket", "net::ERR_")
    begin(chat)
    context.set_offline(True)
    expect(chat.page.locator("#banner")).to_contain_text("You are offline")
    chat.type("Said without a network")
    expect(chat.bubbles.last.locator("xpath=ancestor::article")).to_contain_text("Waiting to be sent")
    context.set_offline(False)
    expect(chat.page.locator("#banner")).to_be_hidden()
    expect(chat.page.get_by_role("group", name="Waiting messages")).to_contain_text("without a network")
    model.script("Said without a network", "The rest, and what was said meanwhile.")
    hurry()
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)
    chat.finished()
    expect(chat.answers.first.locator(".prose p").first).to_have_text(WHOLE)
    expect(chat.answers.first.locator(".prose p").last).to_have_text("The rest, and what was said meanwhile.")


def test_thinking_line_shows_and_an_answer_is_regenerated(chat: Chat, model: ModelServer) -> None:
    model.ttft_ms, model.gap_ms = 1_000, 0
    chat.type(QUESTION)
    expect(chat.page.locator(".think")).to_be_visible()
    chat.finished()
    expect(chat.page.locator(".think")).to_have_count(0)
    expect(chat.page.get_by_role("group", name="Answers to this message")).to_have_count(0)
    model.script("sky", "Because of Rayleigh scattering.")
    chat.page.get_by_role("button", name="Write again").click()
    expect(chat.answer.locator(".prose")).to_have_text("Because of Rayleigh scattering.")
    chat.finished()
    chat.reload()
    expect(chat.answers).to_have_count(1)
    expect(chat.answer.locator(".prose")).to_have_text("Because of Rayleigh scattering.")
    versions = chat.page.get_by_role("group", name="Answers to this message")
    versions.get_by_role("button", name="Previous answer").focus()
    chat.page.keyboard.press("Enter")
    expect(chat.answer.locator(".prose")).to_contain_text("The agent reads")
    expect(versions).to_contain_text("1 of 2The chat goes on from answer 2")
    expect(versions.get_by_role("button", name="Previous answer")).to_be_focused()
    expect(chat.page.locator("#announcer")).to_have_text("Answer 1 of 2")
    versions.get_by_role("button", name="Next answer").click()
    expect(chat.answer.locator(".prose")).to_have_text("Because of Rayleigh scattering.")
