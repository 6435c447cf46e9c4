"""The model's answers in these tests, and where the page shows their results."""

from typing import Any

from playwright.sync_api import Locator

from tests.browser.chat import Chat

# Tasks for the rules that find intents; the model then makes the scripted calls.
TASK = "Calculate what the three offers cost"
LONG_TASK = "Compare the three offers, then look at my calendar, then say which to take"


def calls(*named: tuple[str, dict[str, Any]], text: str = "") -> dict[str, Any]:
    """Return an answer that calls tools with these arguments."""
    return {"text": text, "tools": [{"name": name, "arguments": arguments} for name, arguments in named]}


def sums(*expressions: str, after: str = "") -> dict[str, Any]:
    return calls(*(("calculate", {"expression": one}) for one in expressions), text=after)


def part(id: str, title: str, *needs: str, writes: bool = False) -> dict[str, Any]:
    """Return a delegated part of the work; its answer is found by the title."""
    task = f"Do this: {title}."
    return {"id": id, "title": title, "task": task, "needs": [*needs], "writes": writes}


def shared_out(*parts: dict[str, Any]) -> dict[str, Any]:
    """Return an answer that delegates the work."""
    return {**calls(("delegate", {"tasks": [*parts]})), "match": LONG_TASK}


def fold(chat: Chat) -> Locator:
    """The one line that all the work of the newest answer folds into."""
    return chat.answer.locator(".work > summary")


def dock(chat: Chat) -> Locator:
    return chat.page.get_by_role("group", name="Approvals")
