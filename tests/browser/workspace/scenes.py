"""The panel beside a chat, and an agent's memory of one."""

from typing import Any

from playwright.sync_api import Locator

from tests.browser.chat import Chat

AT = "2026-11-22T06:00:00Z"
NOTED = {"id": "i1", "kind": "task", "title": "Send Tom the first draft", "createdAt": AT, "updatedAt": AT}
KNOWN: dict[str, Any] = {
    "item_updates": [{"op": "add", "item": NOTED}],
    "updates": {
        "assumptions": [
            {"id": "a1", "hypothesis": "Amounts are net of tax", "confidence": 0.6},
            {"id": "a2", "hypothesis": "It goes to the whole company", "confidence": 0},
        ],
        "expectations": [{"id": "e1", "action": "list", "expected_outcome": "Two documents are found"}],
    },
}


def conversation_of(chat: Chat) -> str:
    """Return the path of the open conversation below /api/v1/."""
    return f"conversations/{chat.page.url.rstrip('/').rsplit('/', 1)[1]}/"


def memory_of(chat: Chat) -> str:
    """Return the path of the open conversation's memory."""
    return f"{conversation_of(chat)}memory/"


def panel(chat: Chat, tab: str = "Project") -> Locator:
    """The content of a panel tab."""
    return chat.page.get_by_role("tabpanel", name=tab)


def show_panel(chat: Chat, tab: str) -> Locator:
    """Open the panel, unless it is open, at a tab; return its content."""
    opener = chat.page.get_by_role("button", name="Show panel")
    if opener.is_visible():
        opener.click()
    chat.page.get_by_role("tab", name=tab).click()
    return panel(chat, tab)
