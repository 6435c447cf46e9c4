"""Adds to what an agent over the workspace does: 'it should also list the tasks due today'."""

from agents.context.situation import situation_of
from agents.failures import ToolFailed
from agents.handlers.task import Task
from agents.models import THIS_WORKSPACE, AgentDefinition
from intent.forms.own_work import STANDING, purpose_question
from omniforge.tables.markdown import plain

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


def _with(text: str, extra: str) -> str:
    return f"{text.strip(' .')} and list {extra}"
