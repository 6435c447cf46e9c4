"""Creates what a form describes, after the person's yes."""

from collections.abc import Mapping

from agents.builder.sources import is_source, resolve_source, work_on
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.definitions.dry_runs import dry_run_of
from agents.definitions.names import to_kebab
from agents.definitions.schedules.due import say_next
from agents.definitions.services import create_agent, create_skill
from agents.events import DryRunOffered, Operation
from agents.failures import ToolFailed
from agents.models import AgentDefinition, where_to
from agents.tools.allowed import WORKSPACE
from agents.tools.connected import missing_systems, sources_named
from intent.slots.systems import is_proper_name, outside_systems
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access


async def create(pack: ContextPack, draft: Draft) -> tuple[Operation, str, DryRunOffered | None]:
    """Create the agent or skill. Return the operation, the text about it, and the dry run to offer.

    Raises Conflict and InvalidInput.
    """
    return await (_agent(pack, draft) if draft.kind == "create_agent" else _skill(pack, draft))


async def _agent(pack: ContextPack, draft: Draft) -> tuple[Operation, str, DryRunOffered | None]:
    slots = draft.slots
    purpose = slots["purpose"]
    source = await resolve_source(pack, slots)
    agent = await in_database(
        create_agent,
        access=pack.access,
        slug=to_kebab(slots["name"]),
        description=f"{purpose[:1].upper()}{purpose[1:]}",
        instructions=slots.get("instructions") or purpose,
        source=source,
        subject=slots["subject"],
        destination=slots["destination"],
        schedule=slots.get("cron", ""),
        tools=[WORKSPACE],
    )
    missing = await in_database(not_connected, pack.access, {**slots, "source": source})
    new = f"Added the {source}." if source != slots["source"] else ""
    told = say_next(agent, pack.now), _where(agent), _run_it(agent)
    said = [f"Created **{agent.slug}**.", new, missing, *told]
    created = Operation("create", "agent", agent.slug, "done", str(agent.pk))
    return created, " ".join(filter(None, said)), dry_run_of(agent)


def orders_of(slots: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts that a draft's agent runs by without a model."""
    purpose, source = slots.get("purpose", ""), slots.get("source", "")
    own = slots.get("instructions", "").partition("\n")[0] or purpose, purpose
    on_source = (work_on(one, source) for one in own)
    return (*own, *filter(None, on_source), f"show {slots.get('subject', '')}")


def _where(agent: AgentDefinition) -> str:
    moved = agent.where_to != agent.destination
    return f"Its results come to {agent.where_to}." if moved else ""


def _run_it(agent: AgentDefinition) -> str:
    return f"To run it now, say “run {agent.slug}”."


def not_connected(access: Access, slots: Mapping[str, str]) -> str:
    """Say which systems a draft names that aren't connected, empty if there are none."""
    source = "" if is_source(slots.get("source", "")) else slots.get("source", "")
    destination = slots.get("destination", "")
    sources = missing_systems(access, AgentDefinition(source=source)) or _unknown_system(access, source)
    targets = [
        one for one in missing_systems(access, AgentDefinition(destination=destination)) if one not in sources
    ]
    said = []
    if sources:
        said.append(f"{_listed(sources)} connected, so it works with what you paste or attach.")
    if targets:
        chat = where_to(scheduled=bool(slots.get("cron")))
        said.append(f"{_listed(targets)} connected, so results stay in {chat}.")
    return " ".join([*said, "You can connect more in Settings > Connections."] if said else said)


def _unknown_system(access: Access, source: str) -> list[str]:
    """Return a source by a proper name that nothing here has: 'Jobber'."""
    if not is_proper_name(source) or outside_systems(source):
        return []
    try:
        sources_named(access, [source])
    except ToolFailed:
        return [source]
    return []


def _listed(names: list[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} not"


async def _skill(pack: ContextPack, draft: Draft) -> tuple[Operation, str, None]:
    slots = draft.slots
    skill = await in_database(
        create_skill,
        access=pack.access,
        slug=to_kebab(slots["name"]),
        description=f"{slots['description'][:1].upper()}{slots['description'][1:]}",
        instructions=slots["instructions"],
    )
    said = f"Created the skill **{skill.slug}**. To use it, say “give it to” and an agent's name."
    return Operation("create", "skill", skill.slug, "done", str(skill.pk)), said, None
