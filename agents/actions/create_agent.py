"""create_agent: proposes an agent for a described pain, or asks for what is missing, and makes it."""

import re
from dataclasses import replace
from datetime import datetime

from agents.actions.wizard import ask, ask_next, continue_form
from agents.builder import AGENT_FORM
from agents.builder.systems import outside_systems
from agents.context import ContextPack
from agents.dialogue import Draft
from agents.events import DialogueChanged, Operation, OptionsOffered, Outputs, TextDelta
from agents.matching import Match, best_match
from agents.models import AgentDefinition
from agents.schedules import parse_schedule
from agents.schedules.due import say_next
from agents.services import create_agent as create
from intent.types import ActionType, Choice, Intent, Pending
from omniforge.database import in_database

_REQUEST = re.compile(
    r"\b(?:agents?|bots?|assistants?|automat\w*|workflows?|something (?:that|which)|helper|create|build|make|"
    r"set up|agenten?|assistenten?|agente|asistente|erstell\w*|crea\w*)\b",
    re.I,
)
_ANOTHER = re.compile(r"\b(?:another|second|new one|anyway|separate|additional|noch einen|otro)\b", re.I)


def create_agent(pack: ContextPack, intent: Intent) -> Outputs:
    """Begin an agent, or go on with the one that is being built."""
    taken = {card.name for card in pack.catalogue.agents}
    draft = pack.dialogue.draft
    if draft and draft.kind == "create_agent" and intent.move:
        return continue_form(pack, intent, AGENT_FORM, _create, taken)
    return _begin(pack, intent, taken)


def _begin(pack: ContextPack, intent: Intent, taken: set[str]) -> Outputs:
    pack = replace(pack, dialogue=pack.dialogue.at_rest())
    draft = Draft("create_agent", AGENT_FORM.begin(pack.message, intent.entities))
    purpose = draft.slots.get("purpose", "")
    twin = best_match(pack.catalogue.agents, purpose.partition(" ")[2])
    if twin and len(twin.covered) > 1 and not twin.missing and not _ANOTHER.search(pack.message):
        return _offer_twin(pack, twin, purpose)
    if purpose and not _REQUEST.search(pack.message):
        return _propose(pack, replace(draft, asking="start"))
    return ask(pack, AGENT_FORM, ask_next(AGENT_FORM, draft, taken), said="Gladly.")


async def _propose(pack: ContextPack, draft: Draft) -> Outputs:
    """Offer an agent to somebody who described a chore."""
    chore = AGENT_FORM.sentence(
        {slot: draft.slots[slot] for slot in ("purpose", "source") if slot in draft.slots}
    )
    when = f", {draft.slots['when']}" if "when" in draft.slots else ""
    yield TextDelta(
        f"It sounds like you want to automate this: {chore[0].lower()}{chore[1:]} I can help you create "
        f"an agent that does it{when}. {AGENT_FORM.question(draft)}"
    )
    pending = Pending(ActionType.CREATE_AGENT, "confirm", AGENT_FORM.question(draft))
    yield DialogueChanged(pack.dialogue.waiting(pending, draft))


async def _offer_twin(pack: ContextPack, twin: Match, purpose: str) -> Outputs:
    """Offer to use an agent that speaks of everything the new one should do."""
    name = twin.agent.name
    run = f"{twin.agent.description.rstrip('.')}. Nothing new is made."
    change = "You say what should be different; its other settings stay."
    another = f"Create another agent to {purpose}"
    choices = (
        Choice(f"Run {name}", run, ActionType.EXECUTE_TASK, f"@{name}", name),
        Choice(f"Change {name}", change, ActionType.UPDATE_AGENT, f"Change {name}", name),
        Choice(
            "Create another one", "A few questions, then there are two.", ActionType.CREATE_AGENT, another
        ),
    )
    question = "Use it, change it, or make another one?"
    reason = f"{name} speaks of the same already: {', '.join(twin.covered)}."
    yield TextDelta(f"{reason} {question}")
    yield OptionsOffered(question, reason, choices)
    yield DialogueChanged(
        pack.dialogue.waiting(Pending(ActionType.CREATE_AGENT, "choice", question, choices=choices))
    )


async def _create(pack: ContextPack, draft: Draft) -> tuple[Operation, str]:
    slots = draft.slots
    schedule = parse_schedule(slots["when"], asked=True)
    sentence = AGENT_FORM.sentence(slots)
    agent = await in_database(
        create,
        access=pack.access,
        slug=slots["name"],
        description=AGENT_FORM.sentence({"purpose": slots["purpose"]}).rstrip("."),
        instructions=sentence,
        source=slots["source"],
        subject=slots["subject"],
        destination=slots["destination"],
        schedule=schedule.cron if schedule else "",
    )
    said = f"Created **{agent.slug}**: {sentence[0].lower()}{sentence[1:]} {_limits(agent, pack.now)}"
    return Operation("create", "agent", agent.slug, "done", str(agent.pk)), said


def _limits(agent: AgentDefinition, now: datetime) -> str:
    """Say what the agent cannot do yet, and when it runs."""
    outside = " or ".join(outside_systems(agent.source, agent.destination))
    reach = (
        f"It has no connection to {outside} yet, so it works with what you give it here." if outside else ""
    )
    now_too = f"To run it now, say 'run {agent.slug}'."
    return " ".join(filter(None, (reach, say_next(agent, now), now_too)))
