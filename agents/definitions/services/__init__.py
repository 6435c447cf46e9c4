"""Changes to agents and skills. Each is validated, limited to the tenant, and audited in its transaction."""

from agents.definitions.services.agents import (
    add_skill,
    archive_agent,
    change_agent,
    create_agent,
    duplicate_agent,
    remove_skill,
    set_published,
    set_status,
    update_agent,
)
from agents.definitions.services.restore import (
    restore_agent,
    restore_deleted_agent,
    restore_skill,
    revert_agent,
)
from agents.definitions.services.skill_import import import_skills, install_skill
from agents.definitions.services.skills import create_skill, delete_skill, export_skill, update_skill

__all__ = [
    "add_skill",
    "archive_agent",
    "change_agent",
    "create_agent",
    "create_skill",
    "delete_skill",
    "duplicate_agent",
    "export_skill",
    "import_skills",
    "install_skill",
    "remove_skill",
    "restore_agent",
    "restore_deleted_agent",
    "restore_skill",
    "revert_agent",
    "set_published",
    "set_status",
    "update_agent",
    "update_skill",
]
