"""What the model answers in these tests, and where the page shows what came of it."""

from typing import Any

from playwright.sync_api import Locator

from tests.browser.chat import Chat

# Tasks to the rules that understand messages; what is then called is what the model was told.
TASK = "Calculate what the three offers cost"
LONG_TASK = "Compare the three offers, then look at my calendar, then say which to take"


def calls(*named: tuple[str, dict[str, Any]], text: str = "") -> dict[str, Any]:
    """Return an answer that calls tools with these arguments."""
    return {"text": text, "tools": [{"name": name, "arguments": arguments} for name, arguments in named]}


def sums(*expressions: str, after: str = "") -> dict[str, Any]:
    return calls(*(("calculate", {"expression": one}) for one in expressions), text=after)


def step(id: str, title: str, *tools: str, needs: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a step of a plan as the model writes it."""
    executor = "tooling" if tools else "writer"
    rest = {"intent": "analysis", "executor": executor, "outputs": []}
    return {"id": id, "title": title, "tools": [*tools], "inputs": [*needs], **rest}


def stage(name: str, mode: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "name": name, "mode": mode, "steps": [*steps]}


def plan(*stages: dict[str, Any]) -> dict[str, Any]:
    return {"goal": "A decision on the offers", "constraints": [], "stages": [*stages]}


def fold(chat: Chat) -> Locator:
    """The one line that all the work of the newest answer folds into."""
    return chat.answer.locator(".work > summary")


def dock(chat: Chat) -> Locator:
    return chat.page.get_by_role("group", name="Approvals")
