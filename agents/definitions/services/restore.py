"""Rolls agents and skills back: an old version's content becomes a new version."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from agents.definitions.schedules.due import reschedule
from agents.definitions.schedules.owners import reassign_owner, require_may_change
from agents.definitions.selectors import find_agents, get_row
from agents.definitions.services.agents import lock_agent, set_status, skills_named
from agents.definitions.services.records import save_named
from agents.definitions.services.skills import lock_skill
from agents.definitions.services.versions import AGENT_CONTENT, write_agent_version, write_skill_version
from agents.definitions.versions import get_version
from agents.models import AgentDefinition, AgentStatus, SkillDefinition
from omniforge.errors import Conflict
from omniforge.tenants.access import Access

_SKILL_CONTENT = ("description", "instructions", "allowed_tools", "resources")


@transaction.atomic
def restore_agent(*, access: Access, agent: str, number: int) -> AgentDefinition:
    """Give an agent the content and skills of an old version. Its name and status stay.

    Raises NotFound for the agent, the version, or a skill deleted since, or Conflict for the current version.
    """
    restored = lock_agent(access, agent)
    snapshot = get_version(restored.versions.all(), number).snapshot
    _refuse_current(restored, number)
    _take(restored, snapshot, AGENT_CONTENT)
    require_may_change(access, restored)
    return _restored(access, restored, snapshot["skills"], number)


@transaction.atomic
def revert_agent(*, access: Access, agent: str, number: int, since: int) -> AgentDefinition:
    """Revert an agent to a version, including name and status, if nothing was changed after `since`.

    Version 0 is before it was created, so it is deleted.

    Raises NotFound, and Conflict if something was, or if its old name is taken by now.
    """
    access.require_writer()
    changed = get_row(find_agents(access, archived=True).select_for_update(), agent)
    if changed.version != since:
        raise Conflict(f"{changed.slug} was changed again since, so I left it as it is.")
    require_may_change(access, changed)
    if not number:
        return set_status(access=access, agent=agent, status=AgentStatus.ARCHIVED)
    snapshot = get_version(changed.versions.all(), number).snapshot
    _take(changed, snapshot, (*AGENT_CONTENT, "slug", "status"))
    require_may_change(access, changed)
    if changed.status == AgentStatus.ACTIVE:
        reassign_owner(changed, access)
    return _restored(access, changed, snapshot["skills"], number)


@transaction.atomic
def restore_deleted_agent(*, access: Access, agent: str) -> AgentDefinition:
    """Restore a deleted agent, paused if it was paused before. Raises NotFound."""
    gone = get_row(find_agents(access, archived=True), agent)
    told = (version.snapshot["status"] for version in gone.versions.order_by("-number"))
    before = next((status for status in told if status != AgentStatus.ARCHIVED), AgentStatus.ACTIVE)
    return set_status(access=access, agent=str(gone.pk), status=AgentStatus(before))


def _restored(access: Access, agent: AgentDefinition, skills: Sequence[str], number: int) -> AgentDefinition:
    reschedule(agent, timezone.now())
    save_named(agent)
    agent.skills.set(skills_named(access, tuple(skills)))
    write_agent_version(access, agent, "agent.restored", f"version {number}")
    return agent


@transaction.atomic
def restore_skill(*, access: Access, skill: str, number: int) -> SkillDefinition:
    """Give a skill the content of an old version. Its name stays. Raises NotFound, Conflict, NotAllowed."""
    restored = lock_skill(access, skill)
    snapshot = get_version(restored.versions.all(), number).snapshot
    _refuse_current(restored, number)
    _take(restored, snapshot, _SKILL_CONTENT)
    save_named(restored)
    write_skill_version(access, restored, "skill.restored", f"version {number}")
    return restored


def _refuse_current(restored: AgentDefinition | SkillDefinition, number: int) -> None:
    if number == restored.version:
        said = gettext("{name} is at version {number} already. Choose an older one.")
        raise Conflict(said.format(name=restored.slug, number=number))


def _take(
    restored: AgentDefinition | SkillDefinition, snapshot: dict[str, object], names: tuple[str, ...]
) -> None:
    for name in names:
        if name in snapshot:  # old snapshots lack fields added since
            setattr(restored, name, snapshot[name])
