"""Reads the wish for other work of an agent as the order for it: 'change chaser so that it lists …'."""

from dataclasses import replace

from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.definitions.selectors import get_agent
from agents.events import say
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.reaction import Reaction
from intent.forms.agent_work import more_work_in, name_told, read_agent_work, wants_calls, work_left
from intent.plain.rephrased import ordered
from intent.text import find_name
from intent.types import ActionType
from omniforge.storage.database import in_database

_NO_CALLS = "An agent can't call or text anybody: its results stay in a chat here. I've left **{}** as it is."
_ASKED = "What should change?"  # behind an agent's card


async def react_to_agent_work(pack: ContextPack) -> Reaction | None:
    """React to the work that an agent is to do, or to do too, if it is named or was spoken of last."""
    name, text = _named(pack)
    top = pack.dialogue.top
    is_open = top and text == pack.message and not (isinstance(top, OpenDraft) and top.left)
    if is_open or pack.forced_action:
        return None
    if name and _is_of_agent(pack, text) and wants_calls(text):
        left = say(_NO_CALLS.format(name))
        return Reaction.to(ActionType.UPDATE_AGENT, "You want an agent to call somebody.", left)
    order = await _order(pack, name, text) if name else ""
    return await run_message_commands(replace(pack, message=order), answer_beside) if order else None


async def _order(pack: ContextPack, name: str, text: str) -> str:
    """Return the order that changes an agent as a text says of it, empty if it says nothing of its work."""
    told = read_agent_work(text, is_of_it=_is_of_agent(pack, text))
    if told is None:
        return await _bare_order(pack, name) if _was_just_told(pack, name) else ""
    if told.days:
        return f"make {name} look at {told.days}"
    return f"{name} should also list {told.extra}" if told.extra else _to_do(name, ordered(told.work))


async def _bare_order(pack: ContextPack, name: str) -> str:
    """Return the order for a change that only says what: 'also put in …', 'not the calendar'."""
    if extra := more_work_in(pack.message):
        return f"{name} should also list {extra}"
    if called := name_told(pack.message):
        return f"rename {name} to {called}"
    agent = await in_database(get_agent, pack.access, name)
    left = work_left(pack.message, agent.description)
    return _to_do(name, left) if left else ""


def _to_do(name: str, work: str) -> str:
    return f"change what {name} does to: {work}"


def _was_just_told(pack: ContextPack, name: str) -> bool:
    return bool(pack.window) and f"**{name}**" in str(pack.window[-1].content)


def _named(pack: ContextPack) -> tuple[str, str]:
    """Return the agent that a message names, and the message with 'it' instead; else the last one."""
    for name in (card.name for card in pack.catalogue.agents):
        for spoken in (name, name.replace("-", " ")):
            if found := find_name(spoken, pack.message):
                return name, f"{pack.message[: found[0]]}it{pack.message[found[1] :]}"
    last = pack.dialogue.last_agent or ""
    known = any(card.name == last for card in pack.catalogue.agents)
    return (last if known and pack.dialogue.at_hand == "agent" else ""), pack.message


def _is_of_agent(pack: ContextPack, text: str) -> bool:
    """Return whether 'it' can only be an agent: it was named, or was asked about last."""
    asked = bool(pack.window) and _ASKED in str(pack.window[-1].content)
    return text != pack.message or asked or pack.dialogue.at_hand == "agent"
