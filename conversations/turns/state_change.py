"""A turn's updates of the agent's state: its actions, and the person's statements."""

from django.utils import timezone

from agents.context.dialogue import DialogueState
from agents.context.unread import going_on_unread
from agents.events import EntityPatched
from agents.memory.state.facts import note_facts
from agents.memory.state.updates import ItemUpdate
from agents.memory.state.values import AgentState
from agents.runs.ideas import idea_updates
from conversations.memory.state import StateChange, learn_from
from conversations.turns.claims import Claim
from conversations.turns.progress import Progress


def derive_state_change(claim: Claim, progress: Progress, *, keeps: bool) -> StateChange | None:
    """Return the change, or None. Unless it `keeps` its answer, nothing that it showed is learned."""
    shown = progress.shown if keeps else []
    thoughts = _thoughts(claim, progress) if keeps else []
    return learn_from(claim.conversation_id, claim.agent_state, claim.state_version, shown, thoughts)


def _thoughts(claim: Claim, progress: Progress) -> list[ItemUpdate]:
    """Return updates for the person's statements, and for ideas that they discussed."""
    made = any(isinstance(one, EntityPatched) for one in progress.shown)
    stated = [] if made or claim.agent_id else _stated(claim, progress.text)
    if progress.dialogue is None:
        return stated
    before = DialogueState.from_dict(claim.dialogue).idea
    return [*idea_updates(before, progress.dialogue.idea, made=made, at=timezone.now()), *stated]


def _stated(claim: Claim, reply: str) -> list[ItemUpdate]:
    state = AgentState.from_json(claim.agent_state)
    with going_on_unread():  # at the end of a turn nothing may keep it from ending
        return list(note_facts(state, claim.content, timezone.now(), reply))
    return []
