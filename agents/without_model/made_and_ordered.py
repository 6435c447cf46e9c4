"""Creates a draft's agent and gives it an order at once: 'yes, and run it now'."""

from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.builder.form_dialogue import make
from agents.context.dialogue import DialogueState
from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.selectors import catalogue
from agents.events import Outputs, TextDelta, chain
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from intent.forms.orders import order_behind_yes
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_NOT_DONE = "\n\nI haven't done this: “{}”."


def make_and_order(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Return the outputs of creating a complete draft and of the order behind the yes; None without one."""
    draft = top.draft
    is_ready = draft.kind == "create_agent" and draft.asking == "confirm"
    order = order_behind_yes(pack.message, situation_of(pack)) if is_ready else ""
    made = partial(make, pack, FORMS[draft.kind], draft)
    return chain(pack.dialogue, (lambda _: made(), partial(_ordered, pack, order))) if order else None


async def _ordered(pack: ContextPack, order: str, dialogue: DialogueState) -> Outputs:
    """Give the order to the agent just created. Say so if there is none, or if it can't be done."""
    existing = await in_database(catalogue, pack.access)
    then = replace(pack, message=order, dialogue=dialogue, catalogue=existing)
    is_made = dialogue.at_hand == "agent" and len(dialogue.open) < len(pack.dialogue.open)
    reaction = await run_message_commands(then, answer_beside) if is_made else None
    if reaction is None:
        yield TextDelta(_NOT_DONE.format(plain(order)))
        return
    yield TextDelta("\n\n")
    async with aclosing(reaction.outputs) as outputs:
        async for output in outputs:
            yield output
