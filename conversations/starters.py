"""What the empty page offers: unfinished work and agents of the workspace first, an example of a problem last."""

from dataclasses import dataclass

from agents.models import AgentStatus
from agents.selectors import find_agents
from conversations.selectors import conversations_of
from omniforge.tenants.access import Access

_LOOKED_THROUGH = 10  # newest conversations, whose state has to be decrypted
_OFFERED = 4


@dataclass(frozen=True, slots=True)
class Starter:
    """One row: a link to a conversation (`href`), or something to say (`message`)."""

    icon: str
    title: str
    note: str
    href: str = ""
    message: str = ""


_EXAMPLES = (
    Starter(
        "anvil",
        "Our weekly reports are always late",
        "An example of a problem to start from",
        message="Our weekly reports are always late",
    ),
    Starter(
        "search",
        "What can you do?",
        "What agents and skills are, and how they are made",
        message="What can you do?",
    ),
)


def list_starters(access: Access) -> list[Starter]:
    """Return up to four rows for the page of a new chat, in two queries."""
    return [*_unfinished(access)[:1], *_agents(access), *_EXAMPLES][:_OFFERED]


def _unfinished(access: Access) -> list[Starter]:
    newest = conversations_of(access).only("id", "title", "agent_state").order_by("-updated_at", "-id")
    return [
        Starter(
            "pencil", f"Continue: {conversation.title}", "Its draft is still open", f"/c/{conversation.pk}/"
        )
        for conversation in newest[:_LOOKED_THROUGH]
        if conversation.agent_state.get("draft")
    ]


def _agents(access: Access) -> list[Starter]:
    active = find_agents(access).filter(status=AgentStatus.ACTIVE).order_by("-updated_at")
    return [
        Starter("play", f"Run {agent.slug}", agent.description, message=f"Run {agent.slug}")
        for agent in active[:2]
    ]
