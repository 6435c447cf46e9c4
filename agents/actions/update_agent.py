"""update_agent: changes what an agent is, does and has, or its state; copies it; goes back to a version."""

import re
from dataclasses import replace

from agents.actions.changes import ARCHIVE, Change, apply, read_change
from agents.actions.choosing import ask_which_agent
from agents.actions.versions import change_by_version
from agents.context import ContextPack
from agents.dialogue import Draft
from agents.events import AgentPhase, DialogueChanged, Operation, Outputs, TextDelta
from agents.references import mentioned_agent
from agents.version_wishes import wish_for
from intent.types import ActionType, Intent, Move, Pending
from omniforge.database import in_database
from omniforge.errors import Conflict, InvalidInput, NotFound

_WHAT = (
    "its schedule, source, destination, name or description, pause or resume it, take a skill from it, "
    "or delete it"
)
_STARTS = re.compile(r"^(?:yes|no|ok|please)\b[\s,]*", re.I)


def update_agent(pack: ContextPack, intent: Intent) -> Outputs:
    """Change the agent that is meant; ask for what the message does not tell, and before deleting."""
    draft = pack.dialogue.draft
    if draft and draft.kind == "update_agent" and intent.move:
        return _continue(pack, intent, draft)
    if agent := mentioned_agent(pack, intent):
        if (wish := wish_for(pack, agent)) and wish.changes:
            return change_by_version(pack, agent, wish)
        return _change(pack, agent, read_change(pack.message, pack.catalogue.skills))
    return ask_which_agent(pack, ActionType.UPDATE_AGENT, "Which agent should change?")


def _continue(pack: ContextPack, intent: Intent, draft: Draft) -> Outputs:
    agreed = intent.move is not None and intent.move.move is Move.CONFIRM
    change = read_change(_STARTS.sub("", pack.message), pack.catalogue.skills)
    if draft.asking == "confirm" and agreed and change in (None, ARCHIVE):
        return _apply(pack, draft.target or "", ARCHIVE)
    return _change(pack, draft.target or "", change)


def _change(pack: ContextPack, agent: str, change: Change | None) -> Outputs:
    if change is None:
        question = f"What should change about {agent}?"
        pending = Pending(ActionType.UPDATE_AGENT, "slot", question, slot="change", target_agent=agent)
        return _ask(pack, pending, f"{question} You can change {_WHAT}.")
    if change == ARCHIVE:
        question = f"Delete {agent}?"
        pending = Pending(ActionType.UPDATE_AGENT, "confirm", question, target_agent=agent)
        return _ask(
            pack,
            pending,
            f"{question} It stops and leaves all lists; its past runs are kept. Say yes to delete it.",
        )
    return _apply(pack, agent, change)


async def _ask(pack: ContextPack, pending: Pending, text: str) -> Outputs:
    yield TextDelta(text)
    draft = Draft("update_agent", {}, pending.slot or "confirm", target=pending.target_agent)
    yield DialogueChanged(replace(pack.dialogue.waiting(pending, draft), last_agent=pending.target_agent))
    yield AgentPhase("waiting", "Waiting for your answer")


async def _apply(pack: ContextPack, agent: str, change: Change) -> Outputs:
    yield AgentPhase("executing", f"Changing {agent}")
    try:
        changed, said = await in_database(apply, access=pack.access, agent=agent, change=change, now=pack.now)
    except (Conflict, InvalidInput, NotFound) as error:
        yield TextDelta(f"{agent} is as it was: {error.message}")
        return
    yield Operation(
        "delete" if change == ARCHIVE else "update", "agent", changed.slug, "done", str(changed.pk)
    )
    yield TextDelta(said)
    last = None if change == ARCHIVE else changed.slug
    yield DialogueChanged(replace(pack.dialogue.settled(), last_agent=last))
