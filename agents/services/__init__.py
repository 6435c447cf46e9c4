"""What changes agents, skills and runs. Each change is checked, bound to the tenant, and audited with it."""

from agents.services.agent_skills import add_skill, remove_skill
from agents.services.agents import archive_agent, create_agent, set_status, update_agent
from agents.services.changing import change_agent
from agents.services.duplicating import duplicate_agent
from agents.services.publishing import set_published
from agents.services.restoring import restore_agent, restore_skill, take_agent_back
from agents.services.runs import decide, finish_run, keep_state, let_wait, start_run, take_up
from agents.services.skill_import import ImportedSkills, import_skills, install_skill
from agents.services.skills import create_skill, delete_skill, export_skill, update_skill

__all__ = [
    "ImportedSkills",
    "add_skill",
    "archive_agent",
    "change_agent",
    "create_agent",
    "create_skill",
    "decide",
    "delete_skill",
    "duplicate_agent",
    "export_skill",
    "finish_run",
    "import_skills",
    "install_skill",
    "keep_state",
    "let_wait",
    "remove_skill",
    "restore_agent",
    "restore_skill",
    "set_published",
    "set_status",
    "start_run",
    "take_agent_back",
    "take_up",
    "update_agent",
    "update_skill",
]
