"""Services that create, change and delete skills."""

from typing import Unpack

from django.db import transaction

from agents.definitions.schedules.owners import require_may_change
from agents.definitions.selectors import find_skills, get_row, get_skill
from agents.definitions.services.records import record_change, save_named, set_values
from agents.definitions.services.versions import write_skill_version
from agents.definitions.skills.archive import write_archive
from agents.definitions.skills.versions import folder_of
from agents.definitions.validation import SkillFields, check_skill_fields
from agents.models import AgentStatus, SkillDefinition
from omniforge.errors import Conflict
from omniforge.projects.changes import require_version
from omniforge.tenants import audit
from omniforge.tenants.access import Access


@transaction.atomic
def create_skill(*, access: Access, **fields: Unpack[SkillFields]) -> SkillDefinition:
    """Create a skill. Needs `slug` and `description`. Raises InvalidInput, Conflict, NotAllowed."""
    access.require_writer()
    checked = check_skill_fields(SkillFields(**{"slug": "", "description": "", **fields}))
    skill = SkillDefinition(tenant_id=access.tenant_id, created_by_id=access.user_id, **checked)
    save_named(skill)
    write_skill_version(access, skill, "skill.created")
    return skill


@transaction.atomic
def update_skill(
    *, access: Access, skill: str, version: int | None = None, **fields: Unpack[SkillFields]
) -> SkillDefinition:
    """Change these fields of a skill (its name or id), at this version if one is given.

    Raises what `create_skill` raises, NotFound, and Conflict if the version has changed.
    """
    changed = lock_skill(access, skill)
    require_version(changed.slug, changed.version, version)
    checked = check_skill_fields(fields)
    if not set_values(changed, checked):
        return changed
    save_named(changed)
    write_skill_version(access, changed, "skill.updated", ", ".join(sorted(checked)))
    return changed


def export_skill(*, access: Access, skill: str) -> tuple[str, bytes]:
    """Return a skill's name and a zip of its folder, and audit the export. Raises NotFound."""
    found = get_skill(access, skill)
    audit.record(access=access, action="skill.exported", target=found, reason=found.slug)
    return found.slug, write_archive([folder_of(found)])


@transaction.atomic
def delete_skill(*, access: Access, skill: str) -> None:
    """Delete a skill permanently. Raises NotFound, and Conflict while an agent uses it."""
    access.require_writer()
    deleted = get_row(find_skills(access).select_for_update(), skill)
    users = [agent.slug for agent in deleted.agents.exclude(status=AgentStatus.ARCHIVED)]
    if users:
        raise Conflict(f"{deleted.slug} is used by {', '.join(users)}. Take it from them first.")
    record_change(access, "skill.deleted", deleted, deleted.slug)
    deleted.delete()


def lock_skill(access: Access, skill: str) -> SkillDefinition:
    """Return a skill, locked until this transaction ends. Raises NotFound and NotAllowed."""
    access.require_writer()
    locked = get_row(find_skills(access).select_for_update(), skill)
    for agent in locked.agents.exclude(status=AgentStatus.ARCHIVED):
        require_may_change(access, agent)
    return locked
