"""Notes what was said before, if a message only asks to keep it: 'write that down'."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.events import say
from agents.without_model.confirmed_facts import confirm_facts, find_stated_facts
from agents.without_model.reaction import Reaction
from intent.statements.from_replies import NOTED
from intent.statements.openings import asks_to_keep
from intent.types import ActionType

_ALREADY = "That's noted already."
_NOTHING = "I don't know what to note, so I've noted nothing. Say “note: …” with the words."


async def react_to_note_asked_late(pack: ContextPack) -> Reaction | None:
    """React to 'write that down' with a note of the message before, if it states something."""
    if pack.dialogue.top or pack.forced_action or not asks_to_keep(pack.message):
        return None
    said = [str(one.content) for one in pack.window if one.role == "user"][-1:]
    replies = [str(one.content) for one in pack.window if one.role != "user"][-1:]
    answer = _ALREADY if any(one.startswith(NOTED) for one in replies) else _noted(pack, said)
    return Reaction.to(ActionType.UNKNOWN, "You want it kept.", say(answer), 0.9)


def _noted(pack: ContextPack, said: list[str]) -> str:
    stated = [one for text in said for one in find_stated_facts(replace(pack, message=f"note: {text}"))]
    return confirm_facts(stated, said[0]) if stated else _NOTHING
