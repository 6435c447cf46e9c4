"""Agent cards: descriptions of published agents for external programs (the A2A protocol's AgentCard, 0.3)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from agents.models import AgentDefinition, AgentStatus, SkillDefinition
from omniforge.errors import NotFound
from omniforge.web.problems import problem

_TEXT = ["text/plain", "text/markdown"]


@require_safe
def show_card(request: HttpRequest) -> HttpResponse:
    """Serve `/.well-known/agent-card.json?tenant=<slug>&agent=<slug>`: the card, else 404."""
    try:
        agent = get_published(request.GET.get("tenant", ""), request.GET.get("agent", ""))
    except NotFound as error:
        return problem(error)
    return JsonResponse(agent_card(agent, request.build_absolute_uri), headers={"Cache-Control": "no-cache"})


def get_published(tenant: str, agent: str) -> AgentDefinition:
    """Return an active agent whose card is published, by its tenant's name and its own. Raises NotFound."""
    published = AgentDefinition.objects.filter(published=True, status=AgentStatus.ACTIVE)
    found = published.filter(tenant__slug=tenant, slug=agent).prefetch_related("skills").first()
    if found is None:
        raise NotFound("No agent of this name is published. Ask whoever runs it for 'tenant' and 'agent'.")
    return found


def agent_card(agent: AgentDefinition, absolute: Callable[[str], str]) -> dict[str, Any]:
    """Return the card, `absolute` turns a path into an address.

    It contains names and descriptions only, never instructions, sources or examples. `url` is this site's
    own API, called with a key: a message that begins with '@' and the name runs the agent.
    """
    return {
        "protocolVersion": "0.3.0",
        "name": agent.slug,
        "description": agent.description,
        "version": str(agent.version),
        "url": absolute("/api/v1/chat"),
        "preferredTransport": "OMNIFORGE-SSE",
        "documentationUrl": absolute("/api/docs/"),
        "capabilities": {"streaming": True, "pushNotifications": False, "stateTransitionHistory": False},
        "defaultInputModes": _TEXT[:1],
        "defaultOutputModes": _TEXT[1:],
        "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        "security": [{"key": []}],
        "skills": _skills(agent),
    }


def _skills(agent: AgentDefinition) -> list[dict[str, Any]]:
    """Return the agent's skills, or its own purpose if it has none."""
    told: list[AgentDefinition] | list[SkillDefinition] = list(agent.skills.all()) or [agent]
    return [
        {"id": one.slug, "name": one.slug, "description": one.description, "tags": one.slug.split("-")}
        for one in told
    ]
