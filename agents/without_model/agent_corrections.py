"""Reads a correction of an existing agent as orders to change it: 'till-check needn't run at weekends'."""

from dataclasses import replace
from functools import partial

from agents.builder import AGENT_FORM
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.schedules import schedule_of
from agents.definitions.selectors import get_agent
from agents.models import AgentDefinition
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.forms.filled import STORED, FormRead
from intent.forms.fits import says_more
from intent.forms.moves import apply_correction, is_bare
from intent.schedules import Schedule
from intent.sentences.question_forms import is_question, is_request
from intent.statements.facts import corrects
from intent.text import find_name, first_clause
from omniforge.storage.database import in_database

_ORDERS = {"when": "schedule", "source": "source", "destination": "destination", "subject": "subject"}
_by_orders = partial(run_message_commands, answer=answer_beside)


async def react_to_correction_of_named_agent(pack: ContextPack) -> Reaction | None:
    """React to a correction that names an agent, if every word is accounted for."""
    said = [name for card in pack.catalogue.agents if find_name(name := card.name, pack.message)]
    return await _corrected(pack, said[0]) if len(said) == 1 else None


async def react_to_correction_of_current_agent(pack: ContextPack) -> Reaction | None:
    """React to a correction of the agent spoken of last, after an order that was missed it corrects that."""
    if pack.dialogue.did == "missed" and corrects(pack.message):
        return None
    name = pack.dialogue.last_agent if pack.dialogue.at_hand == "agent" else None
    known = {card.name for card in pack.catalogue.agents}
    return await _corrected(pack, name) if name in known else None


async def _corrected(pack: ContextPack, name: str) -> Reaction | None:
    asks = is_question(pack.message) and not is_request(pack.message)
    if pack.dialogue.top or pack.forced_action or asks or _switches(pack):
        return None
    agent = await in_database(get_agent, pack.access, name)
    order = _order(pack, agent)
    if not order or not read_commands(order, situation_of(pack)).is_whole:
        return None
    return await _by_orders(replace(pack, message=order))


def _switches(pack: ContextPack) -> bool:
    """Return whether a message, or its first clause, pauses or resumes an agent, besides its schedule."""
    situation = situation_of(pack)
    readings = (read_commands(one, situation) for one in (pack.message, first_clause(pack.message)))
    return any(one.is_whole and any("state" in each.slots for each in one.commands) for one in readings)


def _order(pack: ContextPack, agent: AgentDefinition) -> str:
    """Return the orders that change the agent, empty if a message is no correction."""
    named = find_name(agent.slug, pack.message)
    start, end = named or (0, 0)
    for instead in ("it", "") if named else ("",):
        text = f"{pack.message[:start]}{instead}{pack.message[end:]}"
        form = FormRead(AGENT_FORM.names, _slots(agent), "", situation_of(pack), adds=says_more(text))
        if not named and is_bare(form, text):
            return ""  # 'Monday' alone may be about anything
        if apply_correction(form, text) and not form.problem and all(form.found.values()):
            changed = [slot for slot in form.found if slot != STORED]
            if not _ORDERS.keys() >= set(changed):
                return ""
            values = {one: form.found[one] for one in changed} | _rhythm(form)
            return " and ".join(
                f"change the {_ORDERS[one]} of {agent.slug} to {value}" for one, value in values.items()
            )
    return ""


def _rhythm(form: FormRead) -> dict[str, str]:
    """Return the new schedule in words without the days that it leaves out, which stay anyway."""
    stored = form.found.get(STORED, "")
    return {"when": replace(Schedule.parse(stored), without=()).words} if stored else {}


def _slots(agent: AgentDefinition) -> dict[str, str]:
    return {
        "source": agent.source,
        "subject": agent.subject,
        "destination": agent.destination,
        "when": agent.schedule_words or "on demand",
        STORED: str(schedule_of(agent)),
    }
