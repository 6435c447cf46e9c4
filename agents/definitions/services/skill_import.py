"""Imports skills from files: an archive, or the starter library."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from agents.definitions.selectors import find_skills
from agents.definitions.services.skills import create_skill, update_skill
from agents.definitions.skills.archive import SkillFolder, read_archive
from agents.definitions.skills.library import skill_of_library
from agents.definitions.validation import SkillFields
from agents.models import McpServer, SkillDefinition
from omniforge.errors import Conflict
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class ImportedSkills:
    """The skills of an archive as they are now, and warnings from reading them."""

    skills: list[SkillDefinition]
    warnings: list[str]


@transaction.atomic
def import_skills(*, access: Access, archive: bytes, replace: bool = False) -> ImportedSkills:
    """Import all skills of a zip into the workspace, or none of them.

    With `replace` an existing skill gets a new version, unless it is unchanged. Without it, that is a
    Conflict. Raises NotAllowed for auditors, and the errors of `read_archive`.
    """
    access.require_writer()
    servers = McpServer.objects.filter(tenant_id=access.tenant_id)
    folders = read_archive(archive, servers=list(servers.values_list("slug", flat=True)))
    names = [folder.skill.name for folder in folders]
    taken = set(find_skills(access).filter(slug__in=names).values_list("slug", flat=True))
    _refuse_taken(names, set() if replace else taken)
    skills = [_store(access, folder, taken) for folder in folders]
    warnings = [f"{one.skill.name}/SKILL.md, {said}" for one in folders for said in one.skill.warnings]
    return ImportedSkills(skills, warnings)


def install_skill(*, access: Access, name: str) -> SkillDefinition:
    """Install a skill of the starter library in the workspace. Raises NotFound, Conflict, NotAllowed."""
    return create_skill(access=access, **_fields(SkillFolder(skill_of_library(name))))


def _refuse_taken(names: list[str], taken: Collection[str]) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise Conflict(f"Two folders of the archive hold a skill of the name {', '.join(sorted(twice))}.")
    if taken:
        raise Conflict(
            f"These skills are here already: {', '.join(sorted(taken))}. To replace them, import again "
            "and say so; a program says ?replace=true."
        )


def _store(access: Access, folder: SkillFolder, taken: Collection[str]) -> SkillDefinition:
    if folder.skill.name in taken:
        return update_skill(access=access, skill=folder.skill.name, **_fields(folder))
    return create_skill(access=access, **_fields(folder))


def _fields(folder: SkillFolder) -> SkillFields:
    skill = folder.skill
    return SkillFields(
        slug=skill.name,
        description=skill.description,
        instructions=skill.instructions,
        allowed_tools=list(skill.allowed_tools),
        resources=dict(folder.resources),
    )
