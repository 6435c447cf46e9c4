"""Suggestions on the empty chat page: unfinished drafts, open work, agents, an example."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from agents.definitions.selectors import find_agents
from agents.models import AgentStatus
from conversations.models import Conversation
from conversations.record.selectors import conversations_of
from omniforge.projects.selectors import find_projects
from omniforge.tenants.access import Access
from omniforge.tenants.models import User
from omniforge.tenants.selectors import zone_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LOOKED_THROUGH = 10  # newest conversations, whose state has to be decrypted
_OFFERED = 4


@dataclass(frozen=True, slots=True)
class Starter:
    """One row: a link to a conversation (`href`), or a message to send (`message`)."""

    icon: str
    title: "StrOrPromise"
    note: "StrOrPromise"
    href: str = ""
    message: str = ""


_PLATE = Starter(
    "task",
    gettext_lazy("What is on my plate?"),
    gettext_lazy("Open tasks and milestones, what is late first"),
    message="What is on my plate?",
)
_EXAMPLES = (
    Starter(
        "anvil",
        gettext_lazy("Our weekly reports are always late"),
        gettext_lazy("An example of a problem to start from"),
        message="Our weekly reports are always late",
    ),
    Starter(
        "search",
        gettext_lazy("What can you do?"),
        gettext_lazy("What agents and skills are, and how they are made"),
        message="What can you do?",
    ),
)
_GREETINGS = (
    (gettext_noop("Good morning, {name}."), gettext_noop("Good morning.")),
    (gettext_noop("Good afternoon, {name}."), gettext_noop("Good afternoon.")),
    (gettext_noop("Good evening, {name}."), gettext_noop("Good evening.")),
)


def greet(access: Access, person: User) -> str:
    """Return a greeting by time of day in the workspace's time zone, with the first name if known."""
    hour = timezone.now().astimezone(zone_of(access.tenant_id)).hour
    named, unnamed = _GREETINGS[0 if 4 <= hour < 12 else 1 if 12 <= hour < 18 else 2]
    name = person.name.strip()
    return gettext(named).format(name=name.split()[0]) if name else gettext(unnamed)


def list_starters(access: Access) -> list[Starter]:
    """Return up to four rows for the page of a new chat, in three queries."""
    return [*_unfinished(access)[:1], *_work(access), *_agents(access), *_EXAMPLES][:_OFFERED]


def _unfinished(access: Access) -> list[Starter]:
    newest = conversations_of(access).only("id", "title", "dialogue").order_by("-updated_at", "-id")
    return [
        Starter(
            "pencil",
            gettext("Continue: {title}").format(title=conversation.title),
            gettext("Its draft is still open"),
            _address(conversation),
        )
        for conversation in newest[:_LOOKED_THROUGH]
        if any(map(_is_unfinished, conversation.dialogue.get("open", ())))
    ]


def _is_unfinished(one: Mapping[str, Any]) -> bool:
    """Return whether the open question is a draft that the person asked for and didn't abandon."""
    return one["type"] == "draft" and not one.get("left") and one["draft"]["asking"] != "start"


def _address(conversation: Conversation) -> str:
    return reverse("conversation-page", args=[conversation.pk])


def _work(access: Access) -> list[Starter]:
    """Return a question about open work, if there are projects."""
    return [_PLATE] if find_projects(access).exists() else []


def _agents(access: Access) -> list[Starter]:
    active = find_agents(access).filter(status=AgentStatus.ACTIVE).order_by("-updated_at")
    return [
        Starter(
            "play",
            gettext("Run {agent}").format(agent=agent.slug),
            agent.description,
            message=f"Run {agent.slug}",
        )
        for agent in active[:2]
    ]
