"""Changes what an agent over the workspace does: 'also list …', 'look at next week', or other work."""

from agents.context.situation import situation_of
from agents.failures import ToolFailed
from agents.handlers.task import Task
from agents.models import THIS_WORKSPACE, AgentDefinition
from intent.commands import Command
from intent.commands.readers.agents.values import is_chore
from intent.forms.own_work import STANDING, purpose_question, with_days
from intent.forms.purpose import reminder_in
from omniforge.english import capital
from omniforge.tables.markdown import plain

_NO_DAYS = (
    "**{}** doesn't name its days once, so I can't tell what “{}” should replace. I've changed nothing."
)
_NO_CHORE = "I don't understand what **{}** should do, so I've left it as it is. Begin with “list”."
_NOT_ALONE = "An agent can't do “{}” without a model, so I've left **{}** as it is."


def more_work(task: Task, extra: str, agent: AgentDefinition) -> dict[str, str]:
    """Return what an agent over the workspace does with `extra` added, as changes. Of another there are none.

    Raises ToolFailed if no command does it.
    """
    if not extra or agent.source != THIS_WORKSPACE:
        return {}
    work = _with(agent.description, extra)
    _check_doable(task, work, agent)
    return {"description": work, "instructions": _with(agent.instructions or agent.description, extra)}


def other_work(task: Task, command: Command, agent: AgentDefinition) -> dict[str, str]:
    """Return the work that a command gives an agent instead of its own, as changes, if it gives any.

    Raises ToolFailed if no command does it.
    """
    chore = str(command.slots.get("chore", ""))
    if chore and not is_chore(chore):
        raise ToolFailed(_NO_CHORE.format(plain(agent.slug)))
    work = chore or str(command.slots.get("work", ""))
    if not work:
        return {}
    _check_doable(task, work, agent)
    return {"description": capital(work), "instructions": work}


def work_of_days(task: Task, days: str, agent: AgentDefinition) -> dict[str, str]:
    """Return an agent's work for other `days` than those it names, as changes. Without days there are none.

    Raises ToolFailed if it doesn't name its days once, or if no command does the new work.
    """
    work = with_days(agent.description, days) if days else ""
    if days and not work:
        raise ToolFailed(_NO_DAYS.format(plain(agent.slug), plain(days)))
    if work:
        _check_doable(task, work, agent)
    told = with_days(agent.instructions, days) if work and agent.instructions else ""
    return {"description": work} | ({"instructions": told} if told else {}) if work else {}


def _check_doable(task: Task, work: str, agent: AgentDefinition) -> None:
    """Raise ToolFailed if an agent over the workspace can't do some work: no command does, and no model."""
    alone = agent.source == THIS_WORKSPACE and not task.pack.models.plays("reply")
    reads = reminder_in(work) or purpose_question(work, situation_of(task.pack, scope=STANDING))
    if alone and not reads:
        raise ToolFailed(_NOT_ALONE.format(plain(work), plain(agent.slug)))


def _with(text: str, extra: str) -> str:
    return f"{text.strip(' .')} and list {extra}"
