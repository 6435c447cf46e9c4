"""Updates the dialogue state after a run: what the conversation waits for and can refer to."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from agents.context.agent_changes import add_changes, without_undone
from agents.context.dialogue import DialogueState, Did
from agents.context.open import RUN_SLOT, OpenRun
from agents.context.situation import new_files
from agents.events import AgentPhase, DialogueChanged, Outputs
from agents.models import AgentDefinition, RunStatus
from agents.records.runs import undecided_among
from agents.records.states import WaitingInCommands, approvals_of
from agents.runs.ideas import remember_idea
from agents.runs.outcome import Outcome
from agents.tools.run_context import RunContext, SpokenOf
from agents.tools.workspace.changed_turns import record_changed_turns
from intent.commands.choices import choices_of
from intent.types import ActionType, Pending
from omniforge.storage.database import in_database

_MOST_TOUCHED = 20  # things that a conversation remembers
_MOST_FOUND = 30  # rare tools that stay offered


async def conclude(context: RunContext, agent: AgentDefinition | None, outcome: Outcome) -> Outputs:
    """Yield what the conversation waits for from now on, and what it can refer to."""
    dialogue = record_changed_turns(context, context.pack.dialogue.gone_on())
    if outcome.method == "rules":
        dialogue = remember_idea(context, dialogue)
    dialogue = _mindful(dialogue, context)
    if context.spoken.talked and dialogue.did == "told":  # 'oops, wrong one' refers to what came before
        dialogue = replace(dialogue, did=context.pack.dialogue.did)
    if context.spoken.missed and dialogue.did == "told":
        dialogue = dialogue.missed()
    if agent:
        dialogue = replace(dialogue, last_agent=agent.slug, at_hand="agent")
    for kept in outcome.kept:
        dialogue = dialogue.keeping(kept)
    dialogue = replace(dialogue, found_tools=tuple(sorted(context.found))[:_MOST_FOUND])
    if outcome.status == RunStatus.WAITING:
        dialogue = dialogue.opened(await _open(context, outcome))
        yield AgentPhase("waiting", "Waiting for you")
    yield DialogueChanged(dialogue)


def _mindful(dialogue: DialogueState, context: RunContext) -> DialogueState:
    """Return the state in which 'it' and 'the second one' refer to what the run showed."""
    if new_files(context.pack):
        dialogue = replace(dialogue, at_hand="file")
    listed = context.listed or (context.touched if len(context.touched) > 1 else [])
    # After a change 'the last one' refers to all that was shown, not to what was changed.
    counts_on = dialogue.did == "changed" and {*listed} <= {*dialogue.listed}
    if listed and not counts_on:  # then 'it' no longer refers to anything earlier
        dialogue = replace(dialogue, listed=tuple(listed), touched=(), at_hand="thing")
    if dialogue.did == "changed":
        dialogue = replace(dialogue, touched=())  # and 'it' no longer refers to what was deleted
    dialogue = dialogue.trailed(context.touched)
    if context.touched:
        dialogue = replace(dialogue, touched=tuple(context.touched[-_MOST_TOUCHED:]), at_hand="thing")
    return _mindful_of_agents(dialogue, context.spoken)


def _mindful_of_agents(dialogue: DialogueState, spoken: SpokenOf) -> DialogueState:
    """Return the state with the agents that the run mentioned, and its words for 'the same for that one'."""
    if spoken.agents:
        dialogue = replace(dialogue, shown_agents=spoken.agents, at_hand="agent")
    if spoken.agent:
        dialogue = replace(dialogue, last_agent=spoken.agent, at_hand="agent")
    changes = any(one.before for one in spoken.arranged)  # not only new ones
    if dialogue.did == "told" and (changes or spoken.lists):
        did: Did = "arranged" if changes else "listed_agents"
        dialogue = replace(dialogue, did=did)
    if spoken.undone and dialogue.did == "told":
        dialogue = replace(dialogue, did="undone")
    if spoken.arranged or spoken.undone or dialogue.did in ("changed", "undone"):
        left = without_undone(dialogue.agent_changes, spoken.undone)
        changed = add_changes(left, spoken.arranged)
        dialogue = replace(dialogue, agent_changes=changed, undone_agents=tuple(spoken.undone))
    if spoken.words:
        dialogue = replace(dialogue, last_words=spoken.words, last_command=spoken.command)
    return dialogue


async def _open(context: RunContext, outcome: Outcome) -> OpenRun:
    """Return the open question of a waiting run."""
    run_id, question, state = str(context.run_id), outcome.question, outcome.state
    calls = await _calls(approvals_of(state))
    if isinstance(state, WaitingInCommands):
        places = state.places or ("",) * len(state.names)
        choices = choices_of(list(zip(state.names, places, strict=True)))
        pending = Pending(ActionType.EXECUTE_TASK, "slot", question, slot=RUN_SLOT, choices=choices)
        return OpenRun(run_id, pending, state.expects, state.about, calls=calls, subjects=state.subjects)
    pending = Pending(ActionType.EXECUTE_TASK, "slot", question, slot=RUN_SLOT)
    return OpenRun(run_id, pending, "approval" if approvals_of(state) else "words", calls=calls)


async def _calls(approvals: Sequence[UUID]) -> tuple[str, ...]:
    """Return the signatures of the calls that wait."""
    waiting = await in_database(undecided_among, approvals) if approvals else ()
    return tuple(one.identity for one in waiting)
