"""With what a run begins, or goes on: the tools it may call, what it may spend, whether others had a word."""

from agents.context import ContextPack
from agents.material import read_task
from agents.models import AgentDefinition, AgentRun, RunTrigger
from agents.runs.budgets import limits_for
from agents.runs.channel import Channel
from agents.runs.context import RunContext
from agents.runs.delegation import Delegation
from agents.runs.spending import Spending
from agents.skills.allowed import tools_for_agent
from agents.tools.ledger import calls_before
from agents.tools.registry import Toolbox, toolbox_of
from agents.tools.tool import Effect


def context_of(pack: ContextPack, run: AgentRun, agent: AgentDefinition | None) -> RunContext:
    """Return what a stored run carries through its work."""
    tools = _tools(pack, agent)
    limits = limits_for(pack.access, agent)
    context = RunContext(pack, run.pk, Channel(), tools, agent.slug if agent else "", Spending(limits))
    if not pack.delegated:
        context.delegate = Delegation(context)
    _recall_calls(context)
    context.tainted = bool(context.heard) or _others_had_a_word(pack)
    context.heard += _told_of(pack)
    context.instructions = _instructions(agent) if agent else ()
    return context


def _recall_calls(context: RunContext) -> None:
    """Take up what the run has heard, and which addresses it has visited, before it had to wait."""
    outside = [name for name, tool in context.tools.items() if tool.outside or tool.about]
    for name, arguments, told in calls_before(context.run_id, outside):
        context.heard.append(told)
        if argument := context.tools[name].address:
            context.visited.add(str(arguments.get(argument, "")))


def _told_of(pack: ContextPack) -> list[str]:
    """Return what others wrote of that with which the work begins."""
    results = [str(cell) for result in pack.dialogue.results for row in result.rows for cell in row]
    return [*(pack.scope.blocks() if pack.scope else []), *results]


def _instructions(agent: AgentDefinition) -> list[str]:
    """Return what an agent's owners have set for its work, its skills included."""
    own = [agent.instructions, agent.description, agent.source, agent.subject, agent.destination]
    return own + [skill.instructions for skill in agent.skills.all()]


def _others_had_a_word(pack: ContextPack) -> bool:
    """Return whether something that others wrote stands in what the work begins with."""
    pasted = read_task(pack.message, pack.window).text
    in_project = pack.focus.project_id is not None  # its titles and texts are told with the task
    return bool(pack.delegated or pack.files or pack.dialogue.results or in_project or pasted)


def _tools(pack: ContextPack, agent: AgentDefinition | None) -> Toolbox:
    """Return what may be called: a trial only reads, and work that was handed on needs nobody's decision."""
    tools = toolbox_of(pack.access)
    allowed = tools_for_agent(agent, tools) if agent else tools
    effects = set(Effect)
    if pack.trigger == RunTrigger.TRIAL:
        effects = {Effect.READ}
    elif pack.delegated:
        effects = {Effect.READ, Effect.WRITE}
    return {name: tool for name, tool in allowed.items() if tool.effect in effects}
