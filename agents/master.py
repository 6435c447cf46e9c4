"""The master agent: understands a message in its conversation, and lets the right action answer it."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

from agents import drafts, waiting
from agents.actions import ACTIONS
from agents.commands import read_command
from agents.context import ContextPack
from agents.continuing import continuing_intent
from agents.dialogue import RUN_SLOT
from agents.events import DialogueChanged, IntentFound, Outputs, TextDelta
from agents.knowledge.pipeline import answer_question
from agents.models import RunTrigger
from agents.options import offer
from agents.plans.by_rules import (
    is_of_thing_at_hand,
    known_in,
    names_its_things,
    only_asks,
    read_work,
    speaks_for_itself,
)
from agents.preferences import preference_intent
from agents.references import asks_of_agent
from agents.waiting import DECIDED, waiting_intent
from agents.workspace.commission import gone_on_with, lets_go
from agents.workspace.following_on import followed_on
from agents.workspace.spelling_out import spelt_out
from intent.classifier import classify
from intent.types import ActionType, DialogueMove, Intent, Method, Move
from omniforge.projects.focus import EVERYTHING
from omniforge.tenants.models import Role

_CHANGES = {
    ActionType.CREATE_AGENT,
    ActionType.CREATE_SKILL,
    ActionType.ADD_SKILL_TO_AGENT,
    ActionType.UPDATE_AGENT,
    ActionType.EXECUTE_TASK,
}
_FOR_THE_RUN = {Move.ANSWER, Move.CONFIRM, Move.CHANGE, Move.DECLINE}
_READS_ONLY = (
    "As an auditor you can read here, not change or run anything. A member of the workspace can do it."
)


async def run_master(pack: ContextPack) -> Outputs:
    """Yield the events of one turn, and DialogueChanged, of which the last one counts.

    Errors of the services and a ModelError after the first text rise; the turn engine tells of them.
    """
    pack = await spelt_out(followed_on(gone_on_with(pack)))
    intent = await understand(pack)
    yield IntentFound(intent)
    await asyncio.sleep(0)  # by rules both halves are work without a pause: others go on between them
    async with aclosing(_respond(pack, intent)) as outputs:  # so that leaving early ends a run at once
        async for output in outputs:
            yield output


async def understand(pack: ContextPack) -> Intent:
    """Return what the message asks for; the user's own correction is taken at its word."""
    if pack.forced_action:
        reasoning = "You said so."
        return Intent(pack.forced_action, 1.0, reasoning=reasoning, method=Method.CORRECTED)
    if pack.ask:
        reasoning = "It was asked of the documents."
        return Intent(ActionType.QUERY_INFO, 1.0, reasoning=reasoning, method=Method.EXPLICIT)
    if pack.agent:
        return _appointed(pack.agent, pack.trigger)
    if intent := preference_intent(pack):
        return intent
    if pack.dialogue.waiting_run and (decided := await waiting_intent(pack)):
        return decided
    if intent := continuing_intent(pack) or read_command(pack):
        return intent
    if lets_go(pack):
        reasoning, move = "You let go of what was asked for.", DialogueMove(Move.DECLINE)
        return Intent(ActionType.UNKNOWN, 1.0, reasoning=reasoning, method=Method.PENDING, move=move)
    intent = await classify(
        pack.message,
        history=pack.window,
        catalogue=pack.catalogue,
        pending=pack.dialogue.pending,
        models=pack.models,
    )
    return _as_known_work(pack, drafts.with_move(pack, intent))


def _as_known_work(pack: ContextPack, intent: Intent) -> Intent:
    """Take a message that rules did not understand as the work that they know how to do.

    What is wanted of the calendar or of a project reads like a task for an agent, so there its own words
    count more.
    """
    if elsewhere := _elsewhere(pack, intent):
        return elsewhere
    if intent.method is not Method.RULES or intent.move:
        return intent
    work = read_work(pack.message, known_in(pack))
    asked = intent.action_type is ActionType.QUERY_INFO and not asks_of_agent(pack)
    lost = intent.is_unsure or asked or intent.action_type is ActionType.UNKNOWN
    plainly = speaks_for_itself(work, pack.focus) and not intent.target_agent
    mistaken = plainly or is_of_thing_at_hand(work, pack.dialogue)
    if work is None or not (lost or mistaken):
        return intent
    action = ActionType.QUERY_INFO if only_asks(work) else ActionType.EXECUTE_TASK
    return Intent(action, 0.9, reasoning="This is work that I know how to begin.", method=Method.RULES)


def _elsewhere(pack: ContextPack, intent: Intent) -> Intent | None:
    """Return what a message that plainly is about a project wants while a yes or a choice is waited for.

    A question is answered aside, also while a run asks for something; a change turns to it, in place of an
    answer only where it names its thing. Where any words are waited for it may be those: an agent, too, can
    be one that adds tasks.
    """
    pending, move = pack.dialogue.pending, intent.move and intent.move.move
    if pending is None or move in (None, Move.CONFIRM, Move.DECLINE, Move.CHOOSE) or intent.target_agent:
        return None
    work = read_work(pack.message, known_in(pack))
    aside, asked = only_asks(work), pending.slot == RUN_SLOT
    waits_for_words = pending.expects == "slot" and not (asked and (aside or names_its_things(work)))
    if waits_for_words or not speaks_for_itself(work, EVERYTHING):
        return None
    action = ActionType.QUERY_INFO if aside else ActionType.EXECUTE_TASK
    turned = DialogueMove(Move.ASIDE if aside else Move.LEAVE, pack.message)
    return Intent(action, 0.9, reasoning="This is a new request.", method=Method.PENDING, move=turned)


def _appointed(agent: str, trigger: RunTrigger) -> Intent:
    """Return the intent of a turn that was begun for one agent: nobody has to guess which."""
    cause = "It was due by its schedule" if trigger is RunTrigger.SCHEDULE else "It was started by its name"
    return Intent(
        ActionType.EXECUTE_TASK,
        1.0,
        {"agent_name": agent},
        f"{cause}, so {agent} runs.",
        target_agent=agent,
        method=Method.EXPLICIT,
    )


def _respond(pack: ContextPack, intent: Intent) -> Outputs:
    if pack.ask:
        return answer_question(pack, pack.ask)
    move = intent.move.move if intent.move else None
    if DECIDED in intent.entities or (pack.dialogue.asks_for_run and move in _FOR_THE_RUN):
        return waiting.let_go(pack) if move is Move.DECLINE else waiting.go_on(pack)
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
    return offer(pack, intent) if unsure and not _is_at_work(pack, intent) else _act(pack, intent)


def _is_at_work(pack: ContextPack, intent: Intent) -> bool:
    """Return whether a task may be begun though it is vague: with a model, in the talk about a project."""
    in_project = pack.focus.project_id is not None and pack.models.available("reply")
    return in_project and intent.action_type is ActionType.EXECUTE_TASK


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
