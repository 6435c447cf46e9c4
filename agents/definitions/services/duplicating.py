"""What copies agents."""

from django.db import transaction

from agents.definitions.selectors import find_agents, get_agent
from agents.definitions.services.records import save_named
from agents.definitions.services.versions import AGENT_CONTENT, write_agent_version
from agents.definitions.validation import LONGEST_NAME, check_name
from agents.models import AgentDefinition, AgentStatus
from omniforge.tenants.access import Access


@transaction.atomic
def duplicate_agent(*, access: Access, agent: str, slug: str = "") -> AgentDefinition:
    """Make a copy of an agent with its skills, under this name, or a free one like 'weekly-report-copy'.

    The copy is paused and not published, so that nothing is done or shown twice. Raises NotFound, NotAllowed,
    Conflict for a name that is taken, and InvalidInput for what is none.
    """
    access.require_writer()
    original = get_agent(access, agent)
    copied = AgentDefinition(
        tenant_id=access.tenant_id,
        created_by_id=access.user_id,
        slug=check_name(slug) if slug else _free_name(access, original.slug),
        status=AgentStatus.PAUSED,
        **{name: getattr(original, name) for name in AGENT_CONTENT},
    )
    save_named(copied)
    copied.skills.set(original.skills.all())
    write_agent_version(access, copied, "agent.duplicated", f"from {original.slug}")
    return copied


def _free_name(access: Access, name: str) -> str:
    taken = set(find_agents(access, archived=True).values_list("slug", flat=True))
    endings = ("-copy", *(f"-copy-{number}" for number in range(2, len(taken) + 2)))
    names = (name[: LONGEST_NAME - len(ending)].rstrip("-") + ending for ending in endings)
    return next(free for free in names if free not in taken)
