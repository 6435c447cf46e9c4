"""Changes what an agent over the workspace does: 'it should also list …', 'it should look at next week'."""

from agents.context.situation import situation_of
from agents.failures import ToolFailed
from agents.handlers.task import Task
from agents.models import THIS_WORKSPACE, AgentDefinition
from intent.forms.own_work import STANDING, purpose_question, with_days
from omniforge.tables.markdown import plain

_NO_DAYS = (
    "**{}** doesn't name its days once, so I can't tell what “{}” should replace. I've changed nothing."
)
_NOT_ALONE = "I can't list “{}” without a model, so I've left **{}** as it is."


def more_work(task: Task, extra: str, agent: AgentDefinition) -> dict[str, str]:
    """Return what an agent over the workspace does with `extra` added, as changes. Of another there are none.

    Raises ToolFailed if no command does it.
    """
    if not extra or agent.source != THIS_WORKSPACE:
        return {}
    work = _with(agent.description, extra)
    situation = situation_of(task.pack, scope=STANDING)
    if not (task.pack.models.plays("reply") or purpose_question(work, situation)):
        raise ToolFailed(_NOT_ALONE.format(plain(extra), plain(agent.slug)))
    return {"description": work, "instructions": _with(agent.instructions or agent.description, extra)}


def work_of_days(task: Task, days: str, agent: AgentDefinition) -> dict[str, str]:
    """Return an agent's work for other `days` than those it names, as changes. Without days there are none.

    Raises ToolFailed if it doesn't name its days once, or if no command does the new work.
    """
    work = with_days(agent.description, days) if days else ""
    if days and not work:
        raise ToolFailed(_NO_DAYS.format(plain(agent.slug), plain(days)))
    situation = situation_of(task.pack, scope=STANDING)
    if work and not (task.pack.models.plays("reply") or purpose_question(work, situation)):
        raise ToolFailed(_NOT_ALONE.format(plain(work), plain(agent.slug)))
    told = with_days(agent.instructions, days) if work and agent.instructions else ""
    return {"description": work} | ({"instructions": told} if told else {}) if work else {}


def _with(text: str, extra: str) -> str:
    return f"{text.strip(' .')} and list {extra}"
