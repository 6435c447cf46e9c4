"""The master agent: understands a message in its conversation, and lets the right action answer it."""

from contextlib import aclosing
from dataclasses import replace

from agents import drafts
from agents.actions import ACTIONS
from agents.commands import read_command
from agents.context import ContextPack
from agents.events import DialogueChanged, IntentFound, Outputs, TextDelta
from agents.options import offer
from intent.classifier import classify
from intent.types import ActionType, Intent, Method, Move
from omniforge.tenants.models import Role

_CHANGES = {
    ActionType.CREATE_AGENT,
    ActionType.CREATE_SKILL,
    ActionType.ADD_SKILL_TO_AGENT,
    ActionType.UPDATE_AGENT,
    ActionType.EXECUTE_TASK,
}
_READS_ONLY = (
    "As an auditor you can read here, not change or run anything. A member of the workspace can do it."
)


async def run_master(pack: ContextPack) -> Outputs:
    """Yield the events of one turn, and DialogueChanged, of which the last one counts.

    Errors of the services and a ModelError after the first text rise; the turn engine tells of them.
    """
    intent = await understand(pack)
    yield IntentFound(intent)
    async with aclosing(_respond(pack, intent)) as outputs:  # so that leaving early ends a run at once
        async for output in outputs:
            yield output


async def understand(pack: ContextPack) -> Intent:
    """Return what the message asks for; the user's own correction is taken at its word."""
    if pack.forced_action:
        reasoning = "You said so."
        return Intent(pack.forced_action, 1.0, reasoning=reasoning, method=Method.CORRECTED)
    if intent := read_command(pack):
        return intent
    intent = await classify(
        pack.message,
        history=pack.window,
        catalogue=pack.catalogue,
        pending=pack.dialogue.pending,
        models=pack.models,
    )
    return drafts.with_move(pack, intent)


def _respond(pack: ContextPack, intent: Intent) -> Outputs:
    move = intent.move.move if intent.move else None
    if move is Move.DECLINE:
        return drafts.let_go(pack)
    if move is Move.RESUME:
        return drafts.resume(pack)
    if move is Move.CHOOSE:
        return _act(*_chosen(pack, intent))
    if move is Move.ASIDE:
        return _answer_aside(pack, intent)
    if move is Move.LEAVE:
        return _leave(pack, intent)
    return _act(pack, intent) if move else _act_or_offer(pack, intent)


def _act_or_offer(pack: ContextPack, intent: Intent) -> Outputs:
    unsure = intent.is_unsure and intent.action_type is not ActionType.UNKNOWN
    return offer(pack, intent) if unsure else _act(pack, intent)


def _act(pack: ContextPack, intent: Intent) -> Outputs:
    if pack.access.role == Role.AUDITOR and intent.action_type in _CHANGES:
        return _refuse()
    return ACTIONS[intent.action_type](pack, intent)


async def _refuse() -> Outputs:
    yield TextDelta(_READS_ONLY)


def _chosen(pack: ContextPack, intent: Intent) -> tuple[ContextPack, Intent]:
    """Return the turn as if the user had typed what the choice says."""
    pending, place = pack.dialogue.pending, intent.move.choice if intent.move else None
    if not pending or place is None or not 0 <= place < len(pending.choices):
        return pack, intent
    choice = pending.choices[place]
    picked = replace(pack, message=choice.message, dialogue=pack.dialogue.settled())
    target = choice.target_agent or None
    return picked, replace(
        intent,
        action_type=choice.action_type,
        target_agent=target,
        move=None,
        is_ambiguous=False,
        confidence=1.0,
    )


async def _answer_aside(pack: ContextPack, intent: Intent) -> Outputs:
    """Answer a question beside an open one, then ask the open one again."""
    async for output in _act(pack, replace(intent, move=None)):
        if isinstance(output, DialogueChanged):  # what it shows is kept, and what is open stays open
            pack = replace(
                pack, dialogue=replace(output.state, draft=pack.dialogue.draft, pending=pack.dialogue.pending)
            )
        else:
            yield output
    async for output in drafts.ask_again(pack):
        yield output


async def _leave(pack: ContextPack, intent: Intent) -> Outputs:
    """Turn to a new request; the draft in hand is kept."""
    rested = replace(pack, dialogue=pack.dialogue.at_rest())
    yield DialogueChanged(rested.dialogue)
    if kept := drafts.kept_note(pack.dialogue):  # first, so that the answer's own last words are the last
        yield TextDelta(f"{kept}\n\n")
    async with aclosing(_act_or_offer(rested, replace(intent, move=None))) as outputs:
        async for output in outputs:
            yield output
