"""Requests for agents, for tests that build one."""

from tests.agents.chat import Chat

REQUEST = "Create an agent that monitors our Jira board for overdue tickets"
STANDING = "every friday at 4pm give me a list of whats overdue and who its for"


async def ready_to_confirm(chat: Chat) -> None:
    """Ask for an agent and answer until only the confirmation is left."""
    for message in (REQUEST, "The PLATFORM project, past due date, and Slack alerts", "hourly"):
        await chat.say(message)
