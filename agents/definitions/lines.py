"""Agents, their runs and skills in an answer, as Markdown lines."""

from collections.abc import Iterable
from datetime import datetime

from agents.definitions.schedules.due import say_next
from agents.models import AgentDefinition, AgentRun, AgentStatus, SkillDefinition

# What an agent does on days that a country has off: nothing here knows them.
ON_HOLIDAYS = "It runs on holidays too: I don't know which days those are. To leave out a day, name it."


def agent_lines(rows: Iterable[AgentDefinition]) -> str:
    return "\n".join(f"{number}. **{row.slug}** - {_summary(row)}" for number, row in enumerate(rows, 1))


def _summary(row: AgentDefinition) -> str:
    status = "" if row.status == AgentStatus.ACTIVE else f" ({row.status})"
    return f"{row.description.rstrip('.')}, {row.schedule_words or 'on demand'}{status}"


def agent_card(row: AgentDefinition, now: datetime) -> str:
    """Return an agent's description, queries its skills."""
    skills = ", ".join(skill.slug for skill in row.skills.all()) or "none"
    facts = [
        ("Schedule", f"{row.schedule_words or 'on demand'}. {say_next(row, now)}".rstrip(". ")),
        ("Source", row.source),
        ("What to include", row.subject),
        ("Where to", row.where_to),
        ("Skills", skills),
    ]
    lines = [f"- {label}: {value}" for label, value in facts if value]
    return "\n".join([f"**{row.slug}** ({row.status}): {row.description}", "", *lines])


def run_lines(runs: Iterable[AgentRun], now: datetime) -> str:
    """Return a list of runs, with the reason of each failure."""
    return "\n".join(_run(run, now) for run in runs)


def _run(run: AgentRun, now: datetime) -> str:
    why = f": {run.error}" if run.error else ""
    who = run.agent.slug if run.agent else "OmniForge"
    return f"- {run.started_at.astimezone(now.tzinfo):%d %B, %H:%M}, **{who}**, {run.status}{why}"


def skill_lines(rows: Iterable[SkillDefinition]) -> str:
    """Return a list of skills with their agents, which are queried too."""
    return "\n".join(_skill(row) for row in rows)


def _skill(row: SkillDefinition) -> str:
    users = ", ".join(agent.slug for agent in row.agents.all())
    return f"- **{row.slug}** - {row.description.rstrip('.')} ({f'used by {users}' if users else 'not used'})"
