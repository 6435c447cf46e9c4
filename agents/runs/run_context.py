"""The context with which a run begins or resumes: tools, limits, and whether it has read others' text."""

from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from agents.context.history import CUT
from agents.context.pack import ContextPack
from agents.models import AgentDefinition, RunTrigger
from agents.runs.budgets import limits_of
from agents.runs.offered_tools import useful_tools
from agents.runs.past_changes import deeds_before
from agents.runs.surroundings import RunSurroundings, unknown
from agents.tools.allowed import OF_PERSONS, named_tools, tools_for_agent
from agents.tools.channel import Channel
from agents.tools.connected import tools_of_places
from agents.tools.ledger import calls_before, origins_read
from agents.tools.registry import Toolbox, chosen, steering_tools, toolbox_with
from agents.tools.run_context import RunContext
from agents.tools.run_limits import Spending
from agents.tools.texts import Texts
from agents.tools.tool import Effect
from omniforge.tenants.models import Role

_DEEPEST = 3  # levels of delegation
_HANDING_ON = frozenset(("run_agent", "delegate"))


def offline_context(pack: ContextPack, run_id: UUID) -> RunContext:
    """Return a run's context while the database is away: without tools, so that the model can only talk."""
    return RunContext(pack, run_id, Channel(), {}, around=unknown(pack.access))


def prepare_context(
    pack: ContextPack,
    run_id: UUID,
    agent: AgentDefinition | None,
    *,
    begin: Callable[[], Awaitable[None]] | None = None,
) -> RunContext:
    """Return a run's context. `begin` stores the run if it isn't stored yet."""
    around = RunSurroundings(pack, agent)
    places = tools_of_places(pack.access, agent) if agent else []
    tools = _tools(pack, agent, places, toolbox_with(around.servers.answer))
    limits = limits_of(around.budgets.answer)
    context = RunContext(pack, run_id, Channel(), tools, agent.slug if agent else "", Spending(limits))
    context.begin, context.around = begin, around.told()
    context.found = {name for name in pack.dialogue.found_tools if name in tools}
    named = chosen(tools, (*named_tools(agent), *places)) if agent else {}
    context.at_hand = useful_tools(pack, around).union(named)
    if begin is None:
        _recall_calls(context)
    elif turn := _interrupted_before(pack):
        context.did_before = deeds_before(tools, turn_id=turn)
    context.tainted = bool(context.heard) or _others_had_a_word(pack)
    context.strangers = context.strangers or pack.after_strangers
    context.began_with = _texts(pack)
    context.uploaded |= pack.after_uploads or any(not one.written for one in pack.files)
    context.heard += _told_of(pack)
    context.instructions = _instructions(agent) if agent else ()
    return context


def _recall_calls(context: RunContext) -> None:
    """Restore what the run had read, visited and changed before it waited."""
    context.strangers, context.uploaded = origins_read(context.run_id)
    outside = [name for name, tool in context.tools.items() if tool.outside]
    for name, arguments, told in calls_before(context.run_id, outside):
        context.heard.append(told)
        if argument := context.tools[name].address:
            context.visited.add(str(arguments.get(argument, "")))
    context.did_before = deeds_before(context.tools, run_id=context.run_id)


def _interrupted_before(pack: ContextPack) -> UUID | None:
    """Return the turn before this one if it was interrupted: the answer may then report its deeds."""
    was_cut = bool(pack.window) and pack.window[-1].content.endswith(CUT)
    return pack.talk.turns[-1][0] if was_cut and pack.talk.turns and not pack.delegated else None


def _told_of(pack: ContextPack) -> list[str]:
    """Return the parts of the opening that others wrote."""
    results = [str(cell) for result in pack.dialogue.results for row in result.rows for cell in row]
    return [*(pack.scope.blocks() if pack.scope else []), *results]


def _instructions(agent: AgentDefinition) -> list[str]:
    """Return what an agent's owners set for its work: its own fields and its skills' instructions."""
    own = [agent.instructions, agent.description, agent.source, agent.subject, agent.destination]
    return own + [skill.instructions for skill in agent.skills.all()]


def _others_had_a_word(pack: ContextPack) -> bool:
    """Return whether the opening contains text by others."""
    in_project = pack.focus.project_id is not None  # a project's titles and texts are sent with the task
    return bool(pack.delegated or pack.files or pack.dialogue.results or in_project)


def _texts(pack: ContextPack) -> Texts:
    """Return the texts that a run begins with: its subject, earlier turns, and attached files."""
    about = (pack.focus.project_id, pack.focus.thing_id)
    given = [file.turn_id for file in pack.files if file.turn_id and not file.written]
    told = [turn for turn, _ in pack.talk.turns]
    return Texts(things=[one for one in about if one], turns=[*told, *given])


def _tools(
    pack: ContextPack, agent: AgentDefinition | None, places: Sequence[str], tools: Toolbox
) -> Toolbox:
    """Return which of `tools` the run may call. Trials, auditors and some parts only read.

    Delegation has a limit. A part may hand on what it may do itself.
    """
    if agent:
        tools = {**tools_for_agent(agent, tools), **chosen(tools, places), **steering_tools()}
    alone = pack.trigger == RunTrigger.TRIAL or pack.access.role == Role.AUDITOR
    barred = _HANDING_ON if alone or pack.depth >= _DEEPEST else frozenset()
    if not (alone or pack.reads_only):
        return {name: one for name, one in tools.items() if name not in barred}
    lasting = barred | OF_PERSONS
    return {name: one for name, one in tools.items() if Effect.READ in one.effects and name not in lasting}
