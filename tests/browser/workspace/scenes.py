"""The panel beside a chat, and what an agent may have noted of one."""

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
    """Return the path of what is remembered of the open conversation."""
    return f"{conversation_of(chat)}memory/"


def panel(chat: Chat, tab: str = "Project") -> Locator:
    """What the panel shows at a tab."""
    return chat.page.get_by_role("tabpanel", name=tab)


def show_panel(chat: Chat, tab: str) -> Locator:
    """Open the panel, where it is not open, at a tab; return what it shows."""
    opener = chat.page.get_by_role("button", name="Show panel")
    if opener.is_visible():
        opener.click()
    chat.page.get_by_role("tab", name=tab).click()
    return panel(chat, tab)
