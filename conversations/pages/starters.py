"""What the empty page offers: unfinished work, what is open, agents of the workspace, an example."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone

from agents.definitions.selectors import find_agents
from agents.models import AgentStatus
from conversations.models import Conversation
from conversations.record.selectors import conversations_of
from omniforge.projects.selectors import find_projects
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant, User

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


_PLATE = Starter(
    "task",
    "What is on my plate?",
    "Open tasks and milestones, what is late first",
    message="What is on my plate?",
)
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


def greet(access: Access, person: User) -> str:
    """Return the greeting of the hour in the workspace's time zone, with the person's first name if known."""
    zone = Tenant.objects.values_list("time_zone", flat=True).get(pk=access.tenant_id)
    hour = timezone.now().astimezone(ZoneInfo(zone)).hour
    words = "Good morning" if 4 <= hour < 12 else "Good afternoon" if 12 <= hour < 18 else "Good evening"
    return f"{words}, {person.name.split()[0]}." if person.name.strip() else f"{words}."


def list_starters(access: Access) -> list[Starter]:
    """Return up to four rows for the page of a new chat, in three queries."""
    return [*_unfinished(access)[:1], *_work(access), *_agents(access), *_EXAMPLES][:_OFFERED]


def _unfinished(access: Access) -> list[Starter]:
    newest = conversations_of(access).only("id", "title", "dialogue").order_by("-updated_at", "-id")
    return [
        Starter(
            "pencil", f"Continue: {conversation.title}", "Its draft is still open", _address(conversation)
        )
        for conversation in newest[:_LOOKED_THROUGH]
        if any(one["type"] == "draft" for one in conversation.dialogue.get("open", ()))
    ]


def _address(conversation: Conversation) -> str:
    return reverse("conversation-page", args=[conversation.pk])


def _work(access: Access) -> list[Starter]:
    """Return what asks for the open work, where there are projects that may have some."""
    return [_PLATE] if find_projects(access).exists() else []


def _agents(access: Access) -> list[Starter]:
    active = find_agents(access).filter(status=AgentStatus.ACTIVE).order_by("-updated_at")
    return [
        Starter("play", f"Run {agent.slug}", agent.description, message=f"Run {agent.slug}")
        for agent in active[:2]
    ]
