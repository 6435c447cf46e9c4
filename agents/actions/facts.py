"""What the database says about a workspace, in Markdown. Sync: the async side calls it as a tool."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import get_args

from agents.models import AgentDefinition, AgentRun, AgentStatus
from agents.schedules.cron import runs_on
from agents.schedules.due import say_next
from agents.schedules.vocabulary import DAYS
from agents.selectors import get_agent, list_agents, list_runs, list_skills
from intent.types import Catalogue
from omniforge.llm import Models
from omniforge.llm.types import Purpose
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from omniforge.tenants.selectors import get_tenant, list_members
from omniforge.tenants.usage import month_totals, sum_totals

HELP = """\
I build, change and run agents for your workspace, and keep its projects. You can say, for example:

- "Every Monday we compile updates by hand" or "create an agent that watches Jira": I ask for what is missing
- "List my agents", "what did ticket-watcher find?", "which skills are there?"
- "Run ticket-watcher", or "summarise this:" and a text or a file
- "Create a project for the launch", "add a task to call Kim by Friday", "the flyers are done"
- "What is on my plate?", "catch me up", "undo that"
- "What does the pricing document say about refunds?": I answer from your documents, with their names
- "What is on my calendar tomorrow?", "put lunch with Kim on Friday at 12"
- "What did we agree on pricing?": I look through your earlier conversations
- "Make it weekly", "pause it", "send it to #ops instead", "delete it", "duplicate it"
- "Show me its versions", "what changed in version 3?", "go back to version 2"
- "Create a skill that checks IBANs", "add it to invoice-sorter"
- "Remember that I prefer tables", "what are my preferences?", "forget my preferences"
- "Keep chats for 180 days", "invite ann@example.org" (owners and admins)"""


SELF = (
    "I am OmniForge, a program. I build, change and run agents for your workspace, keep its projects and "
    "look things up. Ask 'what can you do?' for examples."
)
PRIVACY = (
    "Only you see your conversations. An owner, an admin or an auditor can open a message in the audit "
    "where they give a reason: that is recorded, and you can see who it was and why. Projects are seen by "
    "all of the workspace."
)


def agents(
    access: Access, *, skills: Collection[str] = (), weekday: str = "", paused: bool = False
) -> tuple[tuple[str, ...], str]:
    """Return the names of the tenant's agents in the order shown, and the numbered list.

    Only those that have one of the `skills`, if any are asked about, run on a day of the week, or are paused.
    """
    rows = list_agents(access)
    if not rows:
        return (), "There are no agents here yet. Describe a chore, and we build one for it."
    having = [row for row in rows if not skills or {one.slug for one in row.skills.all()} & set(skills)]
    running = [row for row in having if not weekday or runs_on(row.schedule, DAYS[weekday])]
    found = [row for row in running if not paused or row.status != AgentStatus.ACTIVE]
    if not found:
        return (), f"None of your {len(rows)} agents is one of those."
    lines = [f"{number}. **{row.slug}** - {_summary(row)}" for number, row in enumerate(found, 1)]
    lead = "Here are your agents" if found == rows else f"{len(found)} of your {len(rows)} agents"
    return tuple(row.slug for row in found), f"{lead}:\n\n" + "\n".join(lines)


def known_agents(catalogue: Catalogue) -> str:
    """Return which agents there are, of what the turn has read already."""
    lines = [f"- {card.name}: {card.description}" for card in catalogue.agents]
    return "\n".join(["Agents of the workspace:", *(lines or ["none yet"])])


def agent(access: Access, name: str, now: datetime) -> str:
    """Return what an agent is: its sentence, state, schedule with the next time due, skills and version."""
    row = get_agent(access, name)
    skills = ", ".join(skill.slug for skill in row.skills.all()) or "none"
    lines = [
        f"**{row.slug}** ({row.status}, version {row.version}): {row.description}",
        "",
        f"- Schedule: {row.schedule_words or 'on demand'}. {say_next(row, now)}".rstrip(". "),
        *(f"- {label}: {value}" for label, value in _texts(row) if value),
        f"- Skills: {skills}",
    ]
    return "\n".join(lines)


def _texts(row: AgentDefinition) -> list[tuple[str, str]]:
    return [("Source", row.source), ("What to include", row.subject), ("Where to", row.destination)]


def _summary(row: AgentDefinition) -> str:
    status = "" if row.status == AgentStatus.ACTIVE else f" ({row.status})"
    return f"{row.description.rstrip('.')}, {row.schedule_words or 'on demand'}{status}"


def runs_of_agent(access: Access, name: str, now: datetime) -> str:
    """Return the latest runs of an agent, and what the last one gave."""
    found = list_runs(access, agent=name, limit=5)
    if not found:
        return f"**{name}** has not run yet."
    output = f"\n\nThe last one gave:\n\n{found[0].output}" if found[0].output else ""
    return f"The latest runs of **{name}**:\n\n" + "\n".join(_run(run, now) for run in found) + output


def runs(access: Access, now: datetime) -> str:
    """Return the latest runs of all agents."""
    found = list_runs(access, limit=10)
    if not found:
        return "Nothing has run yet."
    return "The latest runs:\n\n" + "\n".join(_run(run, now) for run in found)


def _run(run: AgentRun, now: datetime) -> str:
    why = f": {run.error}" if run.error else ""
    who = run.agent.slug if run.agent else "OmniForge"
    return f"- {run.started_at.astimezone(now.tzinfo):%d %B, %H:%M}, **{who}**, {run.status}{why}"


def skills(access: Access) -> str:
    """Return the tenant's skills and which agents have them."""
    rows = list_skills(access)
    if not rows:
        return "There are no skills here yet. Say 'create a skill that' and what it should do."
    lines = []
    for row in rows:
        users = ", ".join(agent.slug for agent in row.agents.all())
        lines.append(
            f"- **{row.slug}** - {row.description.rstrip('.')} "
            f"({f'used by {users}' if users else 'not used'})"
        )
    return "The skills of this workspace:\n\n" + "\n".join(lines)


def members(access: Access) -> str:
    """Return who belongs to the workspace, with roles."""
    lines = [f"- {member.user} ({member.role})" for member in list_members(access)]
    return f"In {get_tenant(access).name} there are:\n\n" + "\n".join(lines)


def administrators(access: Access) -> str:
    """Return the names of those who can change the workspace: 'Derek Obi or Ann'."""
    names = [str(m.user) for m in list_members(access) if m.role in (Role.OWNER, Role.ADMIN)]
    return " or ".join(names)


def workspace(access: Access) -> str:
    """Return the workspace's settings."""
    tenant = get_tenant(access)
    return (
        f"**{tenant.name}**: chats are kept for {tenant.retention_days} days, the time zone is "
        f"{tenant.time_zone}, and your role is {access.role}."
    )


def usage(access: Access) -> str:
    """Return what models have cost this month: the whole workspace for who may see it, else only oneself."""
    total = sum_totals(month_totals(access))
    whose = "The workspace has" if access.is_overseer else "You have"
    return (
        f"{whose} used {total['tokens']:,} tokens of models this month, for ${total['cost']:.2f}. Settings "
        "shows it by purpose and model, under Usage."
    )


def models(models: Models) -> str:
    """Return which model plays which role."""
    roles = [f"- {purpose}: {models.name(purpose)}" for purpose in get_args(Purpose)]
    return "What answers here, by role ('rules' is no model):\n\n" + "\n".join(roles)


def conversations(titles: Sequence[str]) -> str:
    """Return the titles of the user's latest conversations."""
    if not titles:
        return "There is no other conversation of yours yet."
    return "Your latest conversations:\n\n" + "\n".join(f"- {title}" for title in titles)
